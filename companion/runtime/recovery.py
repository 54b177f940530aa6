"""Ways out of a damaged or unavailable ledger, for the recovery screen."""

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.ledger import downgrade, left_copies, paths, restore
from companion.ledger import mirror as second_copy
from companion.ledger.left_copies import LeftCopy
from companion.ledger.restore import Progress
from companion.runtime import log
from companion.table.recovery import WayOut
from companion.table.setup.rules_cards import FOLDER as RULES
from companion.table.setup.rules_cards import copy_cards
from companion.text import counted
from companion.text.screens.past_games import at
from companion.text.screens.recovery import RECOVERY, text_of


def ways_out(folder: Path, mirror: Path | None, sticks: Sequence[Path]) -> list[WayOut]:
    """List the possible ways out: copies, all readable games, or the last game.

    The copies are the second copy, and the best one of each ledger on the sticks. This reads all of
    the ledger and of the copies, which takes seconds if they are large.
    """
    own = mirror and mirror.absolute() / second_copy.FILE_NAME
    copies = left_copies.best_of_each(left_copies.find(sticks, restore.is_sound))
    found = [_restore(folder, mirror)] if mirror else []
    found += [_from_stick(folder, mirror, copy) for copy in copies if copy.path != own]
    found.sort(key=lambda way: way.moves, reverse=True)
    found.append(_keep(folder, mirror))
    return [*(way for way in found if way.moves), _go_on(folder, mirror)]


def kept_note(folder: Path) -> str:
    """Say what becomes of the damaged ledger; empty if nothing is left."""
    path = folder / paths.FILE_NAME
    if not paths.has_log(path) and (paths.is_empty(path) or not path.exists()):
        return ""
    return text_of("kept", file=restore.kept_as(folder).name)


def again() -> WayOut:
    """Offer only to try again."""
    return WayOut(RECOVERY["again"], RECOVERY["about_again"], 0, lambda progress: None)


def before_the_update(folder: Path, mirror: Path | None) -> list[WayOut]:
    """Offer the ledger from before an update, if this version can read it."""
    copy = downgrade.copy_from_before(folder)
    if copy is None:
        return []
    about = text_of("about_before", **facts(copy), folder=downgrade.kept_in(folder).name)

    def take(progress: Progress) -> None:
        downgrade.go_back(folder, copy, mirror)

    return [WayOut(RECOVERY["before"], about, 0, take)]


def _restore(folder: Path, mirror: Path) -> WayOut:
    file = mirror / second_copy.FILE_NAME
    entries = second_copy.count_moves(file)
    about = text_of("about_restore", file=file, entries=entries)

    take = _restored_from(folder, file, mirror)
    return WayOut(RECOVERY["restore"], about, entries, take)


def _from_stick(folder: Path, mirror: Path | None, copy: LeftCopy) -> WayOut:
    text = text_of("take one", **facts(copy))
    about = text_of("about_restore", file=copy.path, entries=copy.moves)
    return WayOut(text, about, copy.moves, _restored_from(folder, copy.path, mirror))


def facts(copy: LeftCopy) -> dict[str, str]:
    """Return the facts of a copy for a text: the games in it, and when the last move was made."""
    return {"games": counted(copy.games, "game"), "at": at(copy.newest.astimezone())}


def _keep(folder: Path, mirror: Path | None) -> WayOut:
    entries = restore.readable(folder)
    about = text_of("about_keep", entries=entries)
    take = _restored_from(folder, None, mirror)
    return WayOut(RECOVERY["keep"], about, entries, take)


def _restored_from(
    folder: Path, source: Path | None, mirror: Path | None
) -> Callable[[Progress], object]:
    def take(progress: Progress) -> None:
        restore.restore(folder, source, mirror, progress)
        if source:
            bring_rules(source, folder)

    return take


def bring_rules(copy: Path, folder: Path) -> None:
    """Keep the rules that lie beside a copy of the ledger, unless there are some of their names."""
    problem = copy_cards(copy.parent / RULES, folder / RULES, over=False)
    if problem:  # The games are there, and that is what counts.
        log.warning("no-rules", reason=log.reason(problem))


def _go_on(folder: Path, mirror: Path | None) -> WayOut:
    sound = restore.sound_game(folder)
    text, about = RECOVERY["begin"], RECOVERY["about_begin"]
    if sound:
        text = text_of("go_on", move=sound.moves, game=sound.game)
        about = RECOVERY["about_go_on"]

    def take(progress: Progress) -> None:
        restore.go_on(folder, mirror, sound)

    return WayOut(text, about, 0, take)
