"""How long the table waits, measured: a module for each row of ``companion bench``.

On a machine that others use as well, seconds mean little. So every figure is a ratio to a reference
that is measured in the same run, in turns with it, and the median of at least five of them; what is
not a ratio is an amount of memory or a count.
"""
