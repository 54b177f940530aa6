"""The moment of a move: what is told, which way the token went, who paid whom, how it sounds."""

from collections.abc import Iterator
from dataclasses import astuple, replace

import pytest

from companion.engine.state import Game, start
from companion.look.palette import THEMES, Theme, color_of
from companion.screens.moments import Fly, flights
from companion.table import sound_cues
from companion.table.moments import Moment
from companion.table.moments.values import Stop
from tests.ui.examples import examples, retold
from tests.ui.moments import HOUSES, NEAR, OWNED, moments_of_a_game, told
from tests.ui.positions import table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")


def stop(space: Stop) -> str:
    """A space with a sign for a jump to it; and its owner and buildings, if there are any."""
    owned = f" of {space.marker}" if space.marker >= 0 else ""
    built = f" with {space.buildings}" if space.buildings else ""
    state = " mortgaged" * space.mortgaged
    jump = "jumps to " * space.by_jump
    return f"{jump}{space.position} {space.group or space.kind}{owned}{built}{state}"


def written(text: object) -> str:
    """A text of a moment, with its shorter wordings behind it."""
    return " or ".join(map(str, text)) if isinstance(text, tuple) else str(text)


def moment_after(before: Game, line: str) -> Iterator[str]:
    """Yield what a moment shows, each part of it on a line."""
    moment = told(line, game=before)
    place = "on the stage" if moment.is_staged else "beside the names"
    seen = f"{moment.seconds} s {place}" if moment.is_seen else "unseen"
    yield f"{' '.join(moment.parts)}, {seen}, marker {moment.marker}"
    yield " | ".join(map(str, filter(None, (*astuple(moment.headline), moment.dice))))
    if moment.verdict.text or moment.verdict.detail:
        yield f"verdict: {' | '.join(map(written, filter(None, astuple(moment.verdict))))}"
    if moment.picture:
        yield f"picture: {plain(moment.picture)}"
    if moment.path:
        yield f"path: {', '.join(map(stop, moment.path))}"
    if moment.spaces:
        yield f"spaces: {', '.join(map(stop, moment.spaces))}"
    yield from (f"{paid.payer} pays {paid.payee} {paid.amount}" for paid in moment.payments)
    if moment.creditor >= 0:
        yield f"creditor: {moment.creditor}"
    heard = filter(None, (sound_cues.at_once(moment), sound_cues.on_landing(moment)))
    yield f"sounds: {', '.join(heard) or 'none'}"


@pytest.mark.parametrize("example", examples("moments"))
def test_the_moment_of_a_move(example: str) -> None:
    assert retold(example, moment_after) == example


def test_no_rent_is_due_to_an_owner_in_jail_if_the_table_plays_so() -> None:
    setup = table().setup
    strict = start(replace(setup, edition=replace(setup.edition, rent_while_in_jail=False)))
    owner = "ruling: Bob owns Tennessee Avenue; Bob is in jail"
    seen = told(owner, NEAR, "Ann throws 4 2", game=strict)
    assert plain((seen.verdict.detail, seen.verdict.amount)) == ("rent.jailed(owner=Bob)", "")


@pytest.mark.parametrize("seed", range(4))
def test_a_moment_on_the_stage_has_a_picture_and_words(seed: int) -> None:
    """Every kind of it in whole games that scripted players play."""
    kinds: set[str] = set()
    for moment in moments_of_a_game(seed):
        if moment.is_staged:
            kinds.add(moment.kind)
            assert moment.picture or moment.path or moment.spaces, moment
            assert moment.verdict.text or moment.verdict.detail or moment.path, moment
    assert kinds > {"set", "drew", "jailed", "rolled"}, kinds


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_money_flies_in_the_colours_of_the_theme(theme: Theme) -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2", "Bob collects rent from Ann")
    [money] = [one for one in flights(seen, ()) if isinstance(one, Fly)]
    assert [color_of(theme, color) for color in money.colors] == [theme.receiving, theme.credit]


def test_nothing_tips_an_owner_off() -> None:
    """Landing on a property looks the same, whoever owns it and whatever stands on it."""

    def landing(ruling: str) -> Moment:
        return told(ruling, NEAR, "Ann throws 4 2", game=table(rent="watchful"))

    mortgaged = f"{OWNED}; Tennessee Avenue is mortgaged"
    assert landing(HOUSES) == landing(OWNED.replace("Bob", "Ann")) == landing(mortgaged)


@pytest.mark.parametrize(
    "ruling",
    [
        "ruling: Ann is called Zed; Zed is out",
        "ruling: Ann is called Zed; Zed is in jail",
        "ruling: Ann is called Zed; Zed stands on GO",
        "ruling: Ann is called Zed; Zed owns Boardwalk",
        "ruling: Ann is called Zed; Zed has $40",
        "ruling: Ann is called Zed; Zed pays $50 to Bob",
        "ruling: Ann is called Zed; Zed holds chance jail card",
        "ruling: Ann is called Zed; Zed has the dice",
        "ruling: Ann is called Zed; Bob is out; no claims",
        "ruling: Ann is called Zed; Cy is called Ann; Zed is out",
    ],
)
def test_a_ruling_about_somebody_who_gets_another_name_in_it_has_a_moment(ruling: str) -> None:
    seen = told("ruling: Ann owns Baltic Avenue; Bob owns Park Place", ruling)
    assert seen.headline.title
    assert seen.picture is None or seen.picture.marker in range(3)
