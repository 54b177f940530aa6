"""A club's evening: many tables, one wall.

Each table's ledger is the truth. A publisher beside the bank (``publisher``) sends every row of it,
in the form of the second copy, to a stream of its own on a NATS server (``stream``). The director
(``director``) folds the lines of all tables with the engine (``table``), refuses what does not
verify, and shows a wall (``app``, ``wall``): standings, alerts (``alerts``) and results of rounds
(``rounds``), with doubts about them (``remarks``). ``keys`` makes the users of an event.
``season`` counts the points of many evenings;
``companion.export.collection`` puts their games into one ledger.

No table waits for a club, and the bank imports nothing of this package. Begin with ``publisher``.
"""
