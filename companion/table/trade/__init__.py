"""Trade: a draft of an offer, and both sides of it as they are shown."""
