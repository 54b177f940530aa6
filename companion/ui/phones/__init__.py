"""Phones screen: the players who have joined, the code to join with, and the wishes of phones."""
