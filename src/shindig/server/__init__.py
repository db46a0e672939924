"""The room: tables, seats, clocks, a fair cut, and a log in which nothing is lost."""
