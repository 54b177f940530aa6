"""Board screen: the ring of spaces, the chosen deed, and everybody's worth."""
