"""Finished matches: archive, results, ratings, reviews, exercises and daily deals."""
