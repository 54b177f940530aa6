"""Debt screen: the missing sum and every way to raise it."""
