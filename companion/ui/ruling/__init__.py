"""Ruling screen: correct the position by hand."""
