"""Exports of a game: notation, CSV, JSON, journals, Datasette and bundles.

Begin with ``game_table``: it replays a game once and yields a ``GameTable``. Each format is then a
function from that table to text. ``files`` writes texts atomically, and ``bundle`` zips every
format with the whole ledger. This package imports the engine, the ledger and the report.
"""
