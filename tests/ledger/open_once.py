"""Open a ledger as the bank does before its first frame; print the processor time that it took."""

import sys
import time
from pathlib import Path

from companion.runtime.ledger_session import LedgerSession
from companion.ui.past_games import view as past_games_view
from companion.ui.session import Session

folder, mirror = Path(sys.argv[1]), Path(sys.argv[2])
began = time.process_time()
with LedgerSession(folder, mirror) as books:
    ledger = books.ledger
    assert ledger, books.trouble
    assert not ledger.warning, ledger.warning
    ledger.names(20)
    number = ledger.latest_unfinished()
    assert number
    past_games_view.game_page(ledger, number)
    session = Session.resume(ledger, number)
    took = time.process_time() - began
print(len(session.history), took)
