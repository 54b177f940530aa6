"""Past games screen: resume, review or audit the games in the ledger."""
