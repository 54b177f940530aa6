"""The codes on the screen: another program reads them, and the commands take what they say."""

from pathlib import Path

import pytest

from companion.export import game_code, notation
from companion.ledger.fingerprints import Fingerprint, compare
from companion.wishes import PICTURE, PICTURES, REPORT, WORDS
from tests.ui.driver import Desk
from tests.words import plain

pytestmark = [pytest.mark.gui, pytest.mark.drawn]


def read(desk: Desk, folder: Path) -> list[str]:
    import zxingcpp
    from PIL import Image

    desk.frames(6)
    path = Path(desk.window.screenshot(name=str(folder / "screen.png")))
    with Image.open(path) as picture:
        # The bars of a page can be taken for those of an article.
        codes = zxingcpp.read_barcodes(picture.convert("L"), zxingcpp.BarcodeFormat.QRCode)
    return [code.text for code in codes]


SIZES = [
    (800, 480),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((480, 800), (1280, 720))),
]
MOVES = ("Ann throws 4 5", "Ann buys", "Bob throws 3 4", "Bob draws dividend")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_camera_reads_what_the_audit_takes(
    desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    desk.window.size = size
    desk.sit_down("Ann Bob")
    desk.table.show_screen("menu")
    (text,) = read(desk, tmp_path)
    session = desk.table.session
    assert text == f"companion game 1, {len(session.history)} moves, {session.fingerprint}"
    assert f"{len(session.history)} move" in " ".join(desk.texts())
    assert compare(desk.ledger, Fingerprint.parse(text), None).is_there


def test_without_a_game_there_is_no_code(desk: Desk, tmp_path: Path) -> None:
    desk.table.show_screen("menu")
    assert read(desk, tmp_path) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_camera_reads_the_whole_game_at_its_end(
    desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    desk.window.size = size
    desk.sit_down("Ann Bob", *MOVES, "ruling: Bob is out")
    desk.tap("Share")
    desk.until(lambda: desk.table.game_code.value.modules)
    game = game_code.unpack(read(desk, tmp_path))
    assert game.record == notation.text(desk.ledger, 1)
    assert game.fingerprint == desk.ledger.fingerprint(1)
    assert game.fingerprint.replace("-", " ") in desk.texts()
    assert any("Ann won" in text for text in desk.texts())
    desk.tap("Back")
    assert desk.table.screen == "game_over"


def test_while_a_phone_could_be_shown_the_report_the_code_leads_there(
    desk: Desk, tmp_path: Path
) -> None:
    desk.ledger.feed.path = tmp_path / "run/feed"
    desk.sit_down("Ann Bob", *MOVES, "ruling: Bob is out")
    desk.table.phones.hear(ADDRESS, "", ())
    desk.tap("Share")
    assert desk.table.screen == "game_code"
    assert str(desk.table.game_code.value.sentence) in desk.texts(), "it is being written"
    shown: list[float] = []
    desk.table.game_code.bind(value=lambda value: shown.append(value.done))
    desk.until(lambda: desk.table.game_code.value.link)
    link = desk.table.game_code.value.link
    desk.until(lambda: desk.table.game_code.value.code.results)
    assert len({*shown}) > 5, "the bar moves"
    assert shown == sorted(shown)
    assert link.startswith(f"{ADDRESS}/s/")
    files = {path.name for path in (tmp_path / "run").glob("shared/*/*")}
    names = {path.removesuffix(PICTURE) for path in files if path.endswith(PICTURE)}
    assert {"picture", "chances", "luck"} <= names <= {*PICTURES}
    assert files == {REPORT, *(f"{name}{kind}" for name in names for kind in (PICTURE, WORDS))}
    assert not desk.table.game_code.value.modules, "the code of the game is another one"
    desk.tap("Back")
    assert desk.table.screen == "game_over"


def test_a_report_that_cannot_be_shared_is_said_and_the_codes_are_shown(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "run").touch()  # No folder can be made below a file.
    desk.ledger.feed.path = tmp_path / "run/feed"
    desk.sit_down("Ann Bob", *MOVES, "ruling: Bob is out")
    desk.table.phones.hear(ADDRESS, "", ())
    desk.tap("Share")
    desk.until(lambda: desk.table.game_code.value.modules)
    assert str(tmp_path / "run") in str(desk.table.notice)


ADDRESS = "http://192.168.1.20:8080"


def test_a_long_game_has_several_codes(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_code, "MOST_BYTES", 100)
    desk.sit_down("Ann Bob", *MOVES)
    desk.show("past_games")
    desk.table.past_games.open_game(1)
    desk.frames()
    desk.tap("More")
    desk.tap("Code")
    desk.until(lambda: desk.table.game_code.value.modules)
    seen = []
    for _ in desk.table.game_code.value.code.codes:
        seen += read(desk, tmp_path)
        assert str(desk.table.game_code.value.counter) in desk.texts()
        desk.tap(desk.key("turn"))
    assert len(seen) > 1
    assert game_code.unpack(seen).record == notation.text(desk.ledger, 1)
    desk.tap(desk.key("back"))
    assert desk.table.past_games.page == "game"


def test_another_game_opened_meanwhile_is_the_one_shown(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *MOVES)
    desk.sit_down("May Tom")
    state = desk.table.game_code
    state.open(1, "past_games")
    state.open(2, "past_games")
    desk.until(lambda: state.value.modules)
    assert state.value.code.fingerprint == desk.ledger.fingerprint(2)


def test_a_game_too_long_for_nine_codes_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_code, "MOST_BYTES", 10)
    desk.sit_down("Ann Bob", *MOVES)
    desk.table.game_code.open(1, "past_games")
    drawing = desk.table.game_code.value.sentence
    desk.table.show_screen("game_code")
    desk.until(lambda: str(desk.table.game_code.value.sentence) != plain(drawing))
    desk.frames()
    assert str(desk.table.game_code.value.sentence) in desk.texts()
    assert not desk.table.game_code.value.modules


def test_the_screen_stays_bright_while_a_code_is_shown(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *MOVES)
    desk.table.game_code.open(1, "past_games")
    desk.table.show_screen("game_code")
    light = desk.table.settings.light
    desk.clock.wait(light.seconds + 1)
    assert not light.dimmed
    desk.table.show_screen("menu")
    desk.clock.wait(light.seconds + 1)
    assert light.dimmed
