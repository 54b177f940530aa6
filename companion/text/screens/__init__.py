"""Sentences of the screens, one module for each screen."""
