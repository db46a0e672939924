"""`python -m shindig` is the command `shindig`."""

from .cli import main

if __name__ == "__main__":
    main()
