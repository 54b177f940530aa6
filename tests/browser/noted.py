"""The program as it is, with a note of the message of a page that led to each move.

``python -m tests.browser.noted NOTES [--planted] play ...``: a line of the file NOTES is the secret
of the page, the number of its message, and the move. With a planted fault a message counts as often
as it comes, for whatever is on the glass by then.
"""

import sys
from pathlib import Path
from typing import Any

from companion.__main__ import main
from companion.browser import glass
from companion.screens.fingers import Sight
from companion.table.session import Session

HEAR, PLAY = glass.Glass.hear, Session.play


def note(path: Path) -> None:
    """Write a note of each move, after it is in the ledger."""
    heard = ["", "0"]

    def hear(self: glass.Glass, number: int, told: list[list[Any]]) -> bool:
        heard[:] = self.secret, str(number)
        try:
            return HEAR(self, number, told)
        finally:
            heard[:] = "", "0"

    def play(self: Session, *arguments: Any, **named: Any) -> Any:
        played = PLAY(self, *arguments, **named)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{' '.join(heard)} {played.number}\n")
        return played

    glass.Glass.hear, Session.play = hear, play  # type: ignore[method-assign]


def plant() -> None:
    """Let a message count as often as it comes."""
    hear = glass.Glass.hear

    def hear_again(self: glass.Glass, number: int, told: list[list[Any]]) -> bool:
        self._heard = 0
        return hear(self, number, told)

    glass.Glass.hear = hear_again  # type: ignore[method-assign]
    # Each of these alone keeps a repeated message from another move.
    for name in ("at", "number", "is_guarded", "came"):
        setattr(glass._SightOfPage, name, getattr(Sight, name))


if __name__ == "__main__":
    note(Path(sys.argv.pop(1)))
    if sys.argv[1] == "--planted":
        sys.argv.pop(1)
        plant()
    main()
