"""The picture of a finished game: what it shows, and how it is painted."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.engine.notation import parse_move
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.palette import PAPER, contrast
from companion.picture import PIXELS, picture_of
from companion.report.timeline import AuditedTimeline, load_timeline
from companion.screens.layout import place
from companion.screens.parts import Drawing, Words
from companion.screens.picture import AWARDS, HEIGHT, WIDTH, picture
from companion.table.markers import markers_of
from companion.table.session import Session, Source
from companion.table.story.evening import evening_of
from companion.text.screens.past_games import text_of
from tests.commands import companion
from tests.screens.faults import Page, faults
from tests.screens.test_past_games import LONG, TWELVE, played
from tests.ui.driver import setup

TABLES = {"two": "Ann Bob", "four": "Ann Bob Cy Dee", "long names": LONG, "twelve": TWELVE}


@pytest.fixture(params=TABLES)
def course(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AuditedTimeline]:
    with Ledger.open(tmp_path) as ledger:
        played(ledger, TABLES[request.param], 1)
        yield load_timeline(ledger, 1)


@pytest.mark.usefixtures("language")
def test_everything_on_it_is_seen(course: AuditedTimeline) -> None:
    evening = evening_of(course)
    title = evening.ranks[0].name
    width, height = round(WIDTH * PIXELS), round(HEIGHT * PIXELS)
    nodes = place(picture(evening, title, "Wed 25 Mar 2026"), width, height, PIXELS)
    assert faults(Page(nodes, width, height, PIXELS), []) == []
    words = {
        line for node in nodes.values() if isinstance(node.look, Words) for line in node.look.lines
    }
    assert all(str(honour.title) in words for honour in evening.honours[:AWARDS])
    assert any(
        isinstance(node.look, Drawing) and len(node.look.marks) > 5 for node in nodes.values()
    )


def test_it_is_painted_in_the_winner_s_colour(course: AuditedTimeline) -> None:
    with Image.open(BytesIO(picture_of(course, evening_of(course)))) as painted:
        assert painted.size == (1080, 1350)
        ground = painted.convert("RGB").getpixel((4, 4))
        colors = painted.convert("RGB").getcolors(1 << 24)
    fill = PAPER.players[markers_of(course.setup.players)[course.winners[0]]].fill
    assert ground == tuple(bytes.fromhex(fill.removeprefix("#")))
    assert colors
    found = {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in colors}
    assert any(contrast(color, fill) > 4 for color in found), "nothing is written"


def test_the_command_writes_it_and_refuses_a_game_that_goes_on(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        played(ledger, "Ann Bob", 0)
        session = Session.begin(ledger, setup("Ann Bob"))
        session.play(parse_move("Ann throws 1 2", session.setup), Source.TOUCH)
    out = tmp_path / "picture.png"
    command = ("report", "--data", tmp_path, "--picture", out)
    companion(*command, 1)
    with snapshot(tmp_path) as books:
        course = load_timeline(books, 1)
        assert out.read_bytes() == picture_of(course, evening_of(course))
    assert str(text_of("no picture", number=2)) in companion(*command, 2, status=2)
