"""Story screen: the evening told on four pages, after the game is over."""
