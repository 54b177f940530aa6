"""A reader of the feed, as a process: writes a line for each move that it has followed.

python -m tests.ledger.feed_reader FEED NOTES [FAULT]
"""

import sys
import time
from pathlib import Path

from companion.ledger.follow import FeedFollower


class Forgetful(FeedFollower):
    """A reader with a fault: it forgets the beginning of a line whose end is not there yet."""

    def read(self) -> bool:
        self._rest = b""
        return super().read()


def main(feed: str, notes: str, fault: str = "") -> None:
    follower = (Forgetful if fault == "forgetful" else FeedFollower)(Path(feed))
    followed: tuple[str, int] = ("", 0)
    with Path(notes).open("w", encoding="ascii", buffering=1) as file:
        print("started", file=file)
        while True:
            follower.read()
            game = follower.game
            if game and game.moves:
                first, count = game.moves[0].entry.hash, len(game.moves)
                begin = followed[1] if followed[0] == first else 0
                for one in game.moves[begin:]:
                    print(one.entry.game, one.entry.number, one.entry.hash, file=file)
                followed = first, count
            time.sleep(0.002)


if __name__ == "__main__":
    main(*sys.argv[1:])
