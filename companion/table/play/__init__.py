"""Play screen: players with their cash, open claims, ranked answers and the last moves."""
