"""Pages: a module for each group of routes that answer with HTML."""
