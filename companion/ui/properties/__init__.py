"""Properties screen: deeds by group, building slots and mortgages."""
