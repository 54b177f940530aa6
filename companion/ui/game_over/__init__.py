"""Game over screen: the winner, the standings and how they came about."""
