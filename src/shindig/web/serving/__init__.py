"""Start of the web server: settings, logs, processes."""
