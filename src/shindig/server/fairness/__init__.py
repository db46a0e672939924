"""The fair cut: commitments, seals, frozen lists, shuffles and their verification."""
