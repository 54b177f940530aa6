"""HTTP of every server: its pages, who may ask, and how much."""
