"""Pages as functions from the table to parts, without a toolkit and without a window.

Each screen is one module with ``page(table, room)``; ``PAGES`` has them by name. ``parts.py`` is
the contract between pages, the layout and whoever paints; ``pieces.py`` has the parts that several
pages share. ``faults.py`` finds what is wrong with a page that was laid out.
"""
