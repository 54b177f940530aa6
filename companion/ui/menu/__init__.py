"""Menu screen: preferences, leaving, and ways to the rarer screens."""
