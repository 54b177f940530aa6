"""Story of an evening: chances, luck, and what earned most, on four pages."""
