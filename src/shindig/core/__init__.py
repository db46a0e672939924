"""Foundations: record layouts, compiled kernels, seeded chance, caches and values."""
