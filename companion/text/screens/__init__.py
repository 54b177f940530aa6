"""Texts of the screens, one module for each screen."""
