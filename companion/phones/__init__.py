"""Phones: a small web server beside the bank, where every player has a wallet.

It reads the bank's feed (``ledger.follow``), shows what the screens may show, and passes wishes to
the bank over a Unix socket (``companion.wishes``). Only the bank judges and books them. Pages are
rendered here; a stream of server-sent events brings them up to date, and the browser morphs them.

It may import ``companion.table``, everything that the table may import, and Starlette with Jinja;
no Kivy. Begin with ``app``, which has the routes, then ``pages``, which has the values of a page.
"""
