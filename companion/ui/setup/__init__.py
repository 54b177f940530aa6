"""Set-up screen: players, seats and rules of the next game."""
