"""Screens as plain values: what a screen writes, and what is painted of it. No toolkit.

A screen is a function from the table to a ``Part``; ``layout.place`` turns a part and a window into
``Node`` values with absolute boxes; a surface paints the nodes and changes only those that differ.

Begin with ``parts.py``, the contract. ``layout.py`` has the three rules by which parts get room,
``ruler.py`` measures text from the font files, ``styles.py`` names kinds of text and looks of keys,
``figures.py`` draws small figures as marks, and ``faults.py`` finds what is wrong with a page. The
package imports the standard library and ``companion.palette``.
"""
