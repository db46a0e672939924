"""Tests of the package messages."""
