"""History screen: every move, every account, and the way back to any point."""
