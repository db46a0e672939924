"""The transport: HTTP/1.1 connections, from bytes to ASGI requests and back."""
