"""State of the menu: the settings, and the light of the screen."""
