"""Append-only store of every game, in SQLite.

Begin with ``ledger.Ledger``, which a game is played into, and ``reader.LedgerReader``, which only
reads. One move is one transaction and is on the disk before ``Ledger.append`` returns.

How a move is stored: ``storage`` (failures of the disk), ``connection`` (SQLite's settings),
``schema`` (tables, triggers, views), ``writer`` and ``event_rows`` (rows), ``hashing`` (the hash
chain), ``mirror`` (the second copy), ``disk_space`` and ``paths``.

How a ledger is verified: ``write_ahead_log`` before SQLite reads the file, ``checks`` before a game
is continued, ``audit`` and ``replay`` for everything, ``fingerprints`` for a cut-off end.
``copies`` makes snapshots and backups; ``restore`` replaces a damaged ledger.

Of the project, this package imports only ``companion.engine``, ``companion.foreign`` and
``companion.version``; besides these, sqlite-utils.
"""
