"""Pages as functions from the table to parts, without a toolkit and without a window.

Each screen is one module with ``page(table, room)``; ``PAGES`` has them by name. ``parts.py`` is
the contract between pages, the layout and the painter; ``pieces.py`` has the parts that several
pages share. ``faults.py`` finds the faults of a page that was laid out.
"""
