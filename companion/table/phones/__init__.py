"""Phones: who has joined, and whether a wish means what the table waits for."""
