"""The picture of a finished game: what it shows, and how it is painted."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.engine.notation import parse_move
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.look.palette import PAPER, contrast
from companion.report.timeline import AuditedTimeline, load_timeline
from companion.screens.layout import place
from companion.screens.painter import picture_of, pictures_of
from companion.screens.parts import Node, Words
from companion.screens.picture import HEIGHT, STEPS, STORY_SCALE, WIDTH, picture, story_picture
from companion.table.markers import markers_of
from companion.table.session import Session, Source
from companion.table.story.evening import Evening, evening_of
from companion.text.screens.past_games import text_of
from companion.text.screens.story import STORY
from companion.wishes import PICTURES
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


@pytest.fixture
def evening(course: AuditedTimeline) -> Evening:
    return evening_of(course)


def placed(evening: Evening) -> dict[str, Node]:
    part = picture(evening, evening.ranks[0].name, "Wed 25 Mar 2026")
    return place(part, WIDTH, HEIGHT)


def told(nodes: Iterable[Node]) -> str:
    return " ".join(node.words for node in nodes if isinstance(node.look, Words))


@pytest.mark.usefixtures("language")
def test_everything_on_it_is_seen(evening: Evening) -> None:
    assert faults(Page(placed(evening), WIDTH, HEIGHT), []) == []


@pytest.mark.usefixtures("language")
def test_everybody_has_place_name_and_end_in_full(evening: Evening) -> None:
    nodes = placed(evening)
    for one in evening.ranks:
        [key] = {key for key in (f"step:{one.name}", f"row:{one.name}") if key_of(nodes, key)}
        said = told(node for own, node in nodes.items() if own.startswith(f"{key}."))
        end = one.gone[0] if one.gone else one.worth
        for words in (f"{one.place}", one.name, str(end)):
            assert words in said, key


def key_of(nodes: dict[str, Node], key: str) -> bool:
    return any(own.startswith(f"{key}.") for own in nodes)


@pytest.mark.usefixtures("language")
def test_reason_and_turning_points_are_told_in_full(evening: Evening) -> None:
    said = told(placed(evening).values())
    assert str(evening.why) in said
    assert str(STORY["worth over time"]) in said
    assert [str(one.text) for one in evening.swings if str(one.text) not in said] == []


def test_steps_are_as_high_as_the_places_are_good(evening: Evening) -> None:
    nodes = placed(evening)
    tops = [
        min(node.y for key, node in nodes.items() if key.startswith(f"step:{one.name}."))
        for one in evening.ranks[: len(STEPS)]
    ]
    assert tops == sorted(set(tops))


@pytest.mark.usefixtures("language")
def test_every_page_of_the_story_is_a_picture_of_its_own(
    course: AuditedTimeline, evening: Evening
) -> None:
    for page in pictures_of(course, evening).keys() - {"picture"}:
        part = story_picture(evening, page, evening.ranks[0].name, "Wed 25 Mar 2026")
        nodes = place(part, WIDTH, HEIGHT, STORY_SCALE)
        assert faults(Page(nodes, WIDTH, HEIGHT, STORY_SCALE), []) == [], page
        assert [node for node in nodes.values() if node.hand and node.hand.do] == []
        if page in ("chances", "luck"):
            assert all(one.name in told(nodes.values()) for one in evening.ranks), page


def test_every_picture_is_told_in_words(course: AuditedTimeline, evening: Evening) -> None:
    found = pictures_of(course, evening)
    assert [*found] == [name for name in PICTURES if name in found]
    assert {"picture", "chances", "luck"} <= {*found}
    for name, shown in found.items():
        with Image.open(BytesIO(shown.png)) as painted:
            assert painted.size == (WIDTH, HEIGHT)
        assert len(shown.words.split()) > 4, name
    for one in evening.ranks:
        assert one.name in found["picture"].words
        assert one.name in found["luck"].words


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
