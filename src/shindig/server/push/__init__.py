"""Web Push: messages to browsers whose page is closed, for turns at tables of days."""
