"""Ways out of a damaged or unavailable ledger, for the recovery screen."""

from pathlib import Path

from companion.ledger import downgrade, paths, restore
from companion.ledger import mirror as second_copy
from companion.ledger.restore import Progress
from companion.table.recovery import WayOut
from companion.text import counted
from companion.text.screens.past_games import at
from companion.text.screens.recovery import RECOVERY


def ways_out(folder: Path, mirror: Path | None) -> list[WayOut]:
    """List the possible ways out: the second copy, all readable games, or the last game.

    This reads the whole ledger, which takes seconds if it is large.
    """
    found = [_restore(folder, mirror)] if mirror else []
    found.append(_keep(folder, mirror))
    return [*(way for way in found if way.moves), _go_on(folder, mirror)]


def kept_note(folder: Path) -> str:
    """Say what becomes of the damaged ledger; empty if nothing is left."""
    path = folder / paths.FILE_NAME
    if not paths.has_log(path) and (paths.is_empty(path) or not path.exists()):
        return ""
    return RECOVERY.fill("kept", file=restore.kept_as(folder).name)


def again() -> WayOut:
    """Offer only to try again."""
    return WayOut(RECOVERY["again"], RECOVERY["about_again"], 0, lambda progress: None)


def before_the_update(folder: Path, mirror: Path | None) -> list[WayOut]:
    """Offer the ledger from before an update, if this version can read it."""
    copy = downgrade.copy_from_before(folder)
    if copy is None:
        return []
    about = RECOVERY.fill(
        "about_before",
        games=counted(copy.games, "game"),
        at=at(copy.newest.astimezone()),
        folder=downgrade.kept_in(folder).name,
    )

    def take(progress: Progress) -> None:
        downgrade.go_back(folder, copy, mirror)

    return [WayOut(RECOVERY["before"], about, 0, take)]


def _restore(folder: Path, mirror: Path) -> WayOut:
    file = mirror / second_copy.FILE_NAME
    entries = second_copy.count_moves(file)
    about = RECOVERY.fill("about_restore", file=file, entries=entries)

    def take(progress: Progress) -> None:
        restore.restore(folder, mirror, progress)

    return WayOut(RECOVERY["restore"], about, entries, take)


def _keep(folder: Path, mirror: Path | None) -> WayOut:
    entries = restore.readable(folder)
    about = RECOVERY.fill("about_keep", entries=entries)

    def take(progress: Progress) -> None:
        kept = restore.kept_as(folder)
        restore.restore(folder, None, progress)
        restore.set_aside(mirror, kept)  # It may have moves that are not among those.

    return WayOut(RECOVERY["keep"], about, entries, take)


def _go_on(folder: Path, mirror: Path | None) -> WayOut:
    sound = restore.sound_game(folder)
    text, about = RECOVERY["begin"], RECOVERY["about_begin"]
    if sound:
        text = RECOVERY.fill("go_on", move=sound.moves, game=sound.game)
        about = RECOVERY["about_go_on"]

    def take(progress: Progress) -> None:
        restore.go_on(folder, mirror, sound)

    return WayOut(text, about, 0, take)
