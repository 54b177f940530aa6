"""Play screen: everybody's cash, what is asked now, and the last moves."""
