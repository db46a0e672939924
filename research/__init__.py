"""Trainers of the bots, compiled opponents and calibration. None of it is in the wheel."""
