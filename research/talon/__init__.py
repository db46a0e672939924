"""Calibration of the bids in Talon."""
