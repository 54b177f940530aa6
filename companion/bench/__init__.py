"""Benchmarks: the rows of ``companion bench``, and the soak test.

Seconds mean little on a machine that others use as well. So every figure is the ratio to a
reference that is measured alternately in the same run, as the median of at least five; the other
figures are amounts of memory and counts. Everything may be imported here.

Begin with ``figures``, which has the targets, and ``rows``, which measures without a window.
``window_rows`` measures processes that ``harness`` starts: the bank, or a function of ``ui`` that
``__main__`` runs.
"""
