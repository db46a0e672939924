"""Administration: actions and commands for those who run a server."""
