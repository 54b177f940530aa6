"""The code on the screen: another program reads it, and the audit takes what it says."""

from pathlib import Path

import pytest

from companion.ledger.fingerprints import Fingerprint, compare
from tests.ui.driver import Desk

pytestmark = [pytest.mark.gui, pytest.mark.drawn]


def read(desk: Desk, folder: Path) -> list[str]:
    import zxingcpp
    from PIL import Image

    desk.frames(6)
    path = Path(desk.window.screenshot(name=str(folder / "screen.png")))
    with Image.open(path) as picture:
        return [code.text for code in zxingcpp.read_barcodes(picture.convert("L"))]


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)], ids=str)
@pytest.mark.parametrize("over", [False, True], ids=["menu", "story"])
def test_a_camera_reads_what_the_audit_takes(
    desk: Desk, tmp_path: Path, over: bool, size: tuple[int, int]
) -> None:
    desk.window.size = size
    desk.sit_down("Ann Bob", *["ruling: Bob is out"] * over)
    desk.table.story.open("end")
    desk.table.show_screen("story" if over else "menu")
    (text,) = read(desk, tmp_path)
    session = desk.table.session
    assert text == f"companion game 1, {len(session.history)} moves, {session.fingerprint}"
    assert f"{len(session.history)} move" in " ".join(desk.texts())
    assert compare(desk.ledger, Fingerprint.parse(text), None).is_there


def test_no_move_waits_for_a_code(desk: Desk) -> None:
    desk.sit_down()
    assert desk.table.code == ""


def test_without_a_game_there_is_no_code(desk: Desk, tmp_path: Path) -> None:
    desk.table.show_screen("menu")
    assert read(desk, tmp_path) == []
