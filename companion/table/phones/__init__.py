"""Phones: the players who have joined, and the check that a wish is for the present question."""
