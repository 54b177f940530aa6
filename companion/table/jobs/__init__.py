"""Jobs of the table: what is computed on a worker thread, on a copy of the ledger."""
