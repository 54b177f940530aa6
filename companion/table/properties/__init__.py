"""Properties: deeds by group, plans to build, mortgages."""
