"""Whole games of scripted players, many at once."""
