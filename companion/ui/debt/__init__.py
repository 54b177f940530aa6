"""Debt screen: the missing amount and every way to raise it."""
