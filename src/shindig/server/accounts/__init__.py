"""Accounts: names, passwords, avatars, moderation and personal data."""
