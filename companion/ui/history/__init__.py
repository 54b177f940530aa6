"""History screen: moves, account statements and undo to any point."""
