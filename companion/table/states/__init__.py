"""States of the table: what changes while a screen is shown, with threads, files and delays."""
