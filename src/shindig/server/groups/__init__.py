"""Groups: standing sets of people with a link, a log of their own, and the standings of their evenings."""
