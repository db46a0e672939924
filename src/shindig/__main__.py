"""`python -m shindig` is the command `shindig`."""

from .cli import main

main()
