"""History: rows of moves, statements of accounts, and what an undo would change."""
