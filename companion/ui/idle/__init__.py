"""Idle screen: standings and clock, dark, while nobody touches the table."""
