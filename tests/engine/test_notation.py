"""The notation: what is written reads back the same, and what cannot be read is said in words."""

import dataclasses
import re
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import board, edition, moves, rulings
from companion.engine.moves import Goods, Move
from companion.engine.notation import (
    NotationError,
    check,
    check_name,
    check_seat_name,
    format_header,
    format_move,
    format_record,
    parse_header,
    parse_move,
    parse_record,
    read_header,
)
from companion.engine.notation.tokens import NEW_NAME
from companion.engine.problems import InputProblem
from companion.engine.state import BANK, POT, Setup

PLACES = {name: board.load(name) for name in ("atlantic-city", "london")}
PACKS = ("chance", "community_chest")
AWKWARD = ("May", "Ann", "Ann B", "Ann throws", "no", "is", "for", "pays", "Bob nothing", "O'Neill")
AWKWARD += ("Sixteen letters.", "7", "Zoë", "Ann (x)", "(x)", "a;b", ";", "[.*]", "space 3")


def sensible(name: str) -> bool:
    try:
        check_name(name)
    except NotationError:
        return False
    return True


ANY_NAME = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=16)
NAMES = st.one_of(
    st.sampled_from(AWKWARD), ANY_NAME.map(lambda text: " ".join(text.split())).filter(sensible)
)
SEATS = st.lists(NAMES, min_size=2, max_size=8, unique_by=str.casefold).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> Setup:
    return Setup(draw(SEATS), edition.load("1961"), draw(st.sampled_from(list(PLACES.values()))))


def instalments(deeds: st.SearchStrategy[str]) -> st.SearchStrategy[rulings.Instalments]:
    secured = st.one_of(st.just(""), deeds)
    return st.builds(rulings.Instalments, st.integers(0, 10**6), st.integers(0, 99), secured)


def goods(
    deeds: st.SearchStrategy[str], players: st.SearchStrategy[str]
) -> st.SearchStrategy[Goods]:
    cards = st.lists(st.sampled_from(("", *PACKS)), max_size=2).map(tuple)
    some = st.lists(deeds, max_size=3).map(tuple)
    times = st.one_of(st.none(), st.integers(1, 99))
    free = st.lists(st.tuples(deeds, times), max_size=2).map(tuple)
    later = st.one_of(st.none(), instalments(deeds))
    loans_of = st.lists(players, max_size=2).map(tuple)
    cash = st.integers(0, 10**6)
    return st.builds(Goods, some, cash, cards, st.booleans(), free, later, st.booleans(), loans_of)


def values(setup: Setup, name: str) -> st.SearchStrategy[object]:
    """Whatever a field of that name may hold at this table."""
    die, player = st.integers(1, 6), st.sampled_from(setup.players)
    deed = st.sampled_from(list(setup.board.deeds))
    party = st.one_of(player, st.just(BANK))
    kinds: dict[str, st.SearchStrategy[object]] = {
        **dict.fromkeys(("player", "other", "debtor", "borrower", "lender"), player),
        **dict.fromkeys(("owner", "holder"), party),
        **dict.fromkeys(("payer", "payee", "creditor"), st.one_of(party, st.just(POT))),
        **dict.fromkeys(("gives", "wants"), goods(deed, player)),
        "instalments": instalments(deed),
        **dict.fromkeys(("by_tray", "mortgaged"), st.booleans()),
        "dice": st.tuples(die, die),
        "amount": st.integers(0, 10**6),
        "count": st.integers(1, 999),
        "turn": st.integers(0, 3),
        "times": st.one_of(st.none(), st.integers(0, 99)),
        "buildings": st.integers(0, 5),
        "space": st.integers(0, 39),
        "card": st.sampled_from(
            [key for pack in PACKS for key in setup.board.pack("classic", pack)]
        ),
        "deed": deed,
        "deeds": st.lists(deed, min_size=1, max_size=4).map(tuple),
        "houses": st.lists(st.integers(0, 4), min_size=2, max_size=3).map(tuple),
        "group": st.sampled_from(list(setup.board.groups)),
        "pack": st.sampled_from(PACKS),
        "name": NAMES.filter(lambda new: re.fullmatch(NEW_NAME, new)),
    }
    return kinds[name]


def keeps_to_names(effects: tuple[rulings.Effect, ...]) -> bool:
    """True if no effect names somebody by a name that one before it has replaced."""
    gone: set[str] = set()
    for effect in effects:
        if gone & {getattr(effect, name) for name in effect.__slots__ if name != "name"}:
            return False
        if isinstance(effect, rulings.Rename):
            gone = gone - {effect.name} | {effect.player}
    return True


def made(setup: Setup, kind: type) -> st.SearchStrategy[object]:
    if kind is moves.Rule:
        some = st.sampled_from(EFFECTS).flatmap(lambda effect: made(setup, effect))
        note = st.sampled_from(("", "a birthday", "we forgot; nobody minds", "$5, not $4"))
        several = st.lists(some, min_size=1, max_size=4).map(tuple).filter(keeps_to_names)
        return st.builds(moves.Rule, several, note)
    fields = {field.name: values(setup, field.name) for field in dataclasses.fields(kind)}
    if kind is moves.CollectRent:
        fields["payer"] = st.one_of(st.none(), fields["player"])
    return st.builds(kind, **fields)


def kinds(module: ModuleType, base: type, *but: type) -> list[type]:
    found = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [kind for kind in found if issubclass(kind, base) and kind not in (base, *but)]


MOVES = kinds(moves, Move, moves.PlayerMove)
EFFECTS = kinds(rulings, rulings.Effect)


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_move_reads_back_as_it_was(kind: type, data: st.DataObject) -> None:
    setup = data.draw(tables())
    move = data.draw(made(setup, kind))
    assert isinstance(move, Move)
    line = format_move(move, setup.board)
    assert parse_move(line, setup) == move
    assert format_move(parse_move(line, setup), setup.board) == line


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_effect_of_a_ruling_reads_back_as_it_was(kind: type, data: st.DataObject) -> None:
    setup = data.draw(tables())
    effect = data.draw(made(setup, kind))
    ruling = moves.Rule((effect,), "as agreed")
    assert parse_move(format_move(ruling, setup.board), setup) == ruling


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_case_and_spaces_do_not_matter(data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(list(PLACES.values())))
    setup = Setup(("Ann", "Old Bob"), edition.load("1961"), where)
    kind = data.draw(st.sampled_from([kind for kind in MOVES if kind is not moves.Rule]))
    move = data.draw(made(setup, kind))
    line = format_move(move, setup.board)
    for odd in (line.upper(), line.lower(), f"  {line.replace(' ', '   ')} "):
        assert parse_move(odd, setup) == move


@settings(max_examples=15, deadline=None)
@given(setup=tables(), data=st.data())
def test_a_whole_record_reads_back_as_it_was(setup: Setup, data: st.DataObject) -> None:
    any_move = st.sampled_from(MOVES).flatmap(lambda kind: made(setup, kind))
    some = data.draw(st.lists(any_move.filter(lambda move: not reseats(move)), max_size=5))
    text = format_record(setup, iter(some))
    record = parse_record(text)
    assert record.setup == setup
    assert list(record.moves()) == some
    assert format_record(record.setup, record.moves()) == text


def reseats(move: Move) -> bool:
    """True if the lines after it are read with other names; a record of the rules has such."""
    effects = move.effects if isinstance(move, moves.Rule) else ()
    return any(isinstance(effect, rulings.Rename | rulings.Join) for effect in effects)


AT_HOME = "players: Ann, Ann B, Old Bob\nfirst: Ann\n"
LONDON = Setup(("Ann", "Ann B", "Old Bob"), edition.load("1961"), PLACES["london"])


def test_the_longest_name_that_fits_is_meant() -> None:
    assert parse_move("Ann B buys", LONDON) == moves.Buy("Ann B")
    assert parse_move("ann b throws 3 5", LONDON) == moves.Roll("Ann B", (3, 5))
    offer = parse_move("Old Bob offers Ann B $5 for nothing", LONDON)
    assert offer == moves.OfferTrade("Old Bob", "Ann B", Goods(cash=5), Goods())


def test_a_name_may_have_sixteen_letters() -> None:
    longest = "Maximilian Mustr"
    record = parse_record(f"players: Ann, {longest}\nfirst: {longest}\n{longest} throws 1 2\n")
    assert list(record.moves()) == [moves.Roll(longest, (1, 2))]
    with pytest.raises(NotationError) as error:
        check_name(f"{longest}s")
    assert error.value.reason is InputProblem.INVALID_NAME_LENGTH


def test_a_deed_with_a_comma_goes_by_its_key() -> None:
    angel = moves.Mortgage("Ann", "the-angel-islington")
    assert format_move(angel, LONDON.board) == "Ann mortgages the-angel-islington"
    assert parse_move("Ann mortgages The Angel, Islington", LONDON) == angel
    both = parse_move("Ann builds on the-angel-islington, Euston Road", LONDON)
    assert both == moves.Build("Ann", ("the-angel-islington", "euston-road"))


def test_comments_and_blank_lines_say_nothing() -> None:
    text = f"# an evening\n{AT_HOME}\n\nAnn throws 1 2   # Baltic Avenue\n# late\nAnn buys#now\n"
    record = parse_record(text)
    assert [line.number for line in record.lines] == [6, 8]
    assert list(record.moves()) == [moves.Roll("Ann", (1, 2)), moves.Buy("Ann")]


def test_a_name_that_ends_like_a_note() -> None:
    setup = Setup(("Ann", "Bob (12)"), LONDON.edition, LONDON.board)
    ruling = moves.Rule((rulings.MoveCash("Bob (12)", BANK, 5),))
    assert format_move(ruling, setup.board) == "ruling: bank receives $5 from Bob (12) ()"
    assert parse_move("ruling: Bob (12) pays $5 to bank", setup) == ruling


def test_a_header_says_everything_that_was_chosen() -> None:
    text = (
        "edition: 1934\nboard: london\nplayers: Ann, Old Bob\nbanker: Dot\nfirst: Ann\n"
        "rent: automatic\ncards: program\ngame: time-limit 21:30\n"
        "house rules: starting cash $2000, no auction\n"
        "dealt: Ann the-angel-islington, Ann Strand, Old Bob Mayfair, Old Bob Park Lane\n"
    )
    assert format_header(parse_header(text)) == text
    assert format_header(parse_header("players: Ann, Bob")) == (
        "edition: 1961\nboard: atlantic-city\nplayers: Ann, Bob\n"
        "rent: shown\ncards: table\ngame: full\n"
    )
    assert parse_header("edition: 1934\nplayers: Ann, Bob").rent == "watchful"
    assert parse_header("BANKER: old bob\nPlayers:  Ann ,  Old   Bob").banker == "Old Bob"


SO_AND_NOT_SO = """\
players: Ann, Bob
first: Ann
ruling: Bob owns Baltic Avenue
Ann throws 1 2
    expect Ann $1500, Bob $1500
    expect Ann $1500, Bob $1501
    expect Bob owns baltic avenue
    expect bank owns Baltic Avenue
    expect Baltic Avenue carries nothing
    expect Baltic Avenue carries 1 house
    expect Baltic Avenue not mortgaged
    expect Baltic Avenue mortgaged
    expect bank 32 houses, 12 hotels
    expect bank 32 houses, 1 hotel
    expect Ann on Baltic Avenue
    expect Ann on space 4
    expect Ann not in jail
    expect Ann in jail
    expect dice with Bob
    expect dice with Ann
    expect claim Bob from Ann $4
    expect claim Bob from Ann $5
    expect claim Bob from Ann $4
    expect no claim
    expect no debt
    expect Ann owes bank $75
    expect no auction
    expect auction Baltic Avenue
    expect no auction
    expect high bid Bob $60
    expect Bob worth $1560
    expect Ann worth $1560
    expect may Bob throws 1 2
    expect Ann out
    expect may Bob throws 1 2
    expect winner Ann, Bob
    expect may Bob throws 1 2
    expect over
    expect may not Ann throws 1 2
    expect may Ann throws 1 2
    refused SET-7: Ann throws 1 2
    refused SET-7: Bob throws 1 2
    refused rent-6: Ann collects rent
    refused BUY-1: Ann collects rent
"""
"""Each kind of expectation, once as it is and once as it is not."""


def test_what_holds_and_what_does_not() -> None:
    faults = check(parse_record(SO_AND_NOT_SO)).faults
    assert [fault.line.text for fault in faults] == [
        line.strip() for line in SO_AND_NOT_SO.splitlines()[5::2]
    ]
    assert all(isinstance(fault.problem, str) and fault.problem for fault in faults)


ATLANTIC = PLACES["atlantic-city"]


@pytest.mark.parametrize(
    ("name", "others"),
    [("joins", ()), ("x joins", ()), ("Bob owns", ("Ann", "Bob")), ("bob", ("Ann", "Bob owns"))],
)
def test_a_name_that_makes_sentences_unreadable_is_refused(
    name: str, others: tuple[str, ...]
) -> None:
    with pytest.raises(NotationError) as error:
        check_seat_name(name, others, ATLANTIC)
    assert error.value.reason is InputProblem.UNREADABLE_NAME
    with pytest.raises(NotationError) as error:
        parse_record(f"players: {', '.join((*others, name, 'Zed'))}\nfirst: Zed\n")
    assert error.value.reason is InputProblem.UNREADABLE_NAME
    seated = ", ".join((*others, "Zed"))
    joins = f"players: {seated}, Yan\nfirst: Zed\nruling: Zed is called {name}\n"
    with pytest.raises(NotationError) as error:
        parse_record(joins)
    assert error.value.place == "record:3"


@pytest.mark.parametrize("name", [name for name in AWKWARD if name != "Ann"])
def test_an_awkward_name_that_can_be_read_is_none_to_refuse(name: str) -> None:
    check_seat_name(name, ("Ann", "Old Bob"), ATLANTIC)


def test_an_existing_game_keeps_its_names() -> None:
    assert read_header("players: Ann, joins").players == ("Ann", "joins")
