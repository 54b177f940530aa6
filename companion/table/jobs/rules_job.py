"""Rules cards of the table: kept beside the ledger, found on drives, printed and shared."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.notation import RulesCard
from companion.export.files import save_all
from companion.export.rules_page import rules_html
from companion.ledger.errors import LedgerError
from companion.system.usb_drives import obstacle, sticks
from companion.table.clock import Clock
from companion.table.jobs.report_job import AT_HOME, ON_A_STICK
from companion.table.setup.rules_cards import (
    FOLDER,
    forget_card,
    in_words,
    keep_card,
    kept_cards,
    page_name,
)
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.text import explain
from companion.text.drives import drive_problem
from companion.text.screens.past_games import ARCHIVE
from companion.text.screens.setup import CARDS
from companion.text.told import Wording


class RulesJob:
    """Keeper of the rules cards; what touches a drive or takes long runs on a worker thread.

    ``books`` returns the ledger, beside which the cards lie; ``say`` shows a sentence.
    ``share(page, folder)`` writes a page for phones, and returns the name of its folder.
    """

    is_kiosk = False
    """True if nobody can open a file on this machine."""

    def __init__(
        self,
        books: Callable[[], Any],
        say: Callable[[Wording], None],
        clock: Clock,
        share: Callable[[str, Path], str],
    ) -> None:
        self._books, self._say, self._share = books, say, share
        self._hop = ThreadQueue(clock).hop

    @property
    def folder(self) -> Path:
        """Folder of the cards."""
        return Path(self._books().folder) / FOLDER

    def cards(self) -> tuple[RulesCard, ...]:
        """Return the cards that are kept; say why a file cannot be read."""
        found, faults = kept_cards(self.folder)
        for fault in faults[:1]:
            self._say(explain(fault))
        return found

    def store(self, before: tuple[RulesCard, ...], after: tuple[RulesCard, ...]) -> None:
        """Keep the cards that are new, and forget those that have gone; say what fails."""
        names = {card.name for card in after}
        problems = [
            *(forget_card(self.folder, card.name) for card in before if card.name not in names),
            *(keep_card(self.folder, card) for card in after if card not in before),
        ]
        for problem in filter(None, problems):
            self._say(explain(problem))

    def look_at_drives(self, then: Callable[[tuple[RulesCard, ...]], object]) -> None:
        """Call ``then`` with the cards on the drives that are plugged in."""
        hop = self._hop(then)

        def look() -> None:
            folders = (stick / ON_A_STICK / FOLDER for stick in sticks(read_only=True))
            hop(tuple(card for folder in folders for card in kept_cards(folder)[0]))

        start_thread(look)

    def print(self, card: RulesCard) -> None:
        """Write the page of a card to a drive, or beside the ledger if there is none.

        On a drive the card is beside it, where another table finds it. Nobody at a kiosk can open
        what is beside the ledger: a drive is asked for instead.
        """
        drives = [stick / ON_A_STICK for stick in sticks()]
        own = next((folder for folder in drives if not folder.is_symlink()), None)
        if own is None and self.is_kiosk:
            self._say(drive_problem(obstacle(), ARCHIVE["no stick"]))
            return
        say, page = self._hop(self._say), partial(rules_html, card, in_words(card))

        def write() -> None:
            folder = own or self._books().folder / AT_HOME
            try:
                save_all(folder, {page_name(card): page()})
            except LedgerError as error:
                say(explain(error))
                return
            problem = keep_card(own / FOLDER, card) if own else None
            written = CARDS.fill("written", path=folder / page_name(card))
            say(explain(problem) if problem else written)

        start_thread(write)

    def share(self, card: RulesCard, then: Callable[[str], object]) -> None:
        """Share the page of a card with phones, and call ``then`` with the name of its folder.

        The name is empty if nothing could be shared; why is said.
        """
        folder, page = self._books().feed.path.parent, partial(rules_html, card, in_words(card))
        say, hop = self._hop(self._say), self._hop(then)

        def write() -> None:
            try:
                hop(self._share(page(), folder))
            except LedgerError as error:
                say(explain(error))
                hop("")

        start_thread(write)
