"""What the bank stands on as a kiosk: a panel's light and glass, sticks, the switch. Each module is
one of them, and nothing here knows of a game."""
