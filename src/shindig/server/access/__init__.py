"""Access: who may come in, by which invitation, and who may not."""
