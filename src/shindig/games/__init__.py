"""The games that come with shindig, a package for each."""
