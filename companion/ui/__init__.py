"""Kivy user interface: a window, which paints what a viewer sees.

Begin with ``app.py``, which paints what a viewer of ``companion.screens`` sees, and tells it of
touches; ``kv/leaves.kv`` says how each look is painted. The table itself is in ``companion.table``
and knows nothing of Kivy.
"""
