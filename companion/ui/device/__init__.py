"""Device screen: version, copies, checks and power."""
