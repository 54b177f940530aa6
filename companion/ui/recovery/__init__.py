"""Recovery screen: continue when the ledger cannot be used."""
