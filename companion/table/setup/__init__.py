"""Set-up of a game: players, rules, lengths, and deeds that are dealt."""
