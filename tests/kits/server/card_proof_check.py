"""Check of a card's proof by its path to the published root, as a device makes it (`proofs.js`)."""

from __future__ import annotations

from collections.abc import Sequence

from shindig.server.fairness.fair_shuffle import Proof
from shindig.server.fairness.merkle_tree import digest


def hash_leaf(position: int, text: str, salt: bytes) -> bytes:
    """Hash a hidden item at its position. The salt keeps others from trying all possible texts."""
    return digest("leaf", position.to_bytes(4, "big"), text.encode(), salt)


def fits(root: bytes, count: int, proof: Proof) -> bool:
    """Whether the card was fixed at its position when the root was published."""
    return is_proven(root, count, proof.position, hash_leaf(proof.position, proof.card, proof.salt), proof.path)


def is_proven(root: bytes, count: int, position: int, hashed: bytes, path: Sequence[bytes]) -> bool:
    """Whether the leaf hash was at `position` among `count` leaves of this root."""
    if not 0 <= position < count:
        return False
    top = compute_root(count, position, hashed, path)
    return top is not None and digest("root", count.to_bytes(4, "big"), top) == root


def compute_root(count: int, position: int, hashed: bytes, path: Sequence[bytes]) -> bytes | None:
    """Compute the root from a leaf and its path; None if the path has the wrong length."""
    siblings = iter(path)
    while count > 1:
        pass_up = position == count - 1 and count % 2
        if not pass_up:
            sibling = next(siblings, None)
            if sibling is None:
                return None
            hashed = digest("node", sibling, hashed) if position % 2 else digest("node", hashed, sibling)
        position, count = position // 2, (count + 1) // 2
    return hashed if next(siblings, None) is None else None
