"""The ledger: every game on disk, to which things are only ever added.

``Ledger`` is for whoever plays, ``snapshot`` for whoever only looks; ``audit`` says whether the
books hold. One move is one transaction, on the medium before ``append`` returns.
"""
