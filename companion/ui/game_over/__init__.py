"""Game over screen: the winner, the standings and a chart of everybody's worth."""
