"""The phones: who has joined, the codes to join with, and the moves that phones wish for."""
