"""The table: a session of play, the words for people, and the screens."""
