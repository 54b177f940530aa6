"""Menu: leaving, finishing, and the seats that the screen can be turned to."""
