"""The card room in the browser, and its JSON API."""

from .app import create_app

__all__ = ["create_app"]
