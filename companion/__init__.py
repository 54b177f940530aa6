"""The bank and title-deed ledger for a property-trading board game."""
