"""The log of a table: its events, the state that they add up to, and what is read from it."""

from . import reducers as reducers  # fills the table of reducers
