"""Rules that a family keeps, chooses, hands on and forgets, by touch."""

from pathlib import Path

import pytest

from companion.engine.notation import format_card, parse_card
from companion.table.setup.rules_cards import in_words, keep_card, kept_cards
from companion.text import explain
from companion.text.screens.past_games import ARCHIVE
from companion.text.screens.setup import CARDS, SETUP
from tests.ui.driver import Desk
from tests.ui.test_setup import POT

NAME = "Grandma's rules"


def grandmas() -> str:
    """Rules that are known before the screen is, as lines."""
    return f"name: {NAME}\ngame: time-limit\nhouse rules: free parking pot $500, no auction\n"


def rules(folder: Path) -> Path:
    return folder / "rules"


def drive(folder: Path) -> Path:
    """Folder of the rules on a drive that is plugged in."""
    return folder / "stick/companion/rules"


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """Folder of a ledger beside which Grandma's rules are kept."""
    assert keep_card(rules(tmp_path), parse_card(grandmas())) is None
    return tmp_path


def typed(desk: Desk, letters: str) -> None:
    for letter in letters:
        desk.tap(desk.key("letter", letter))


def test_a_family_names_its_rules_and_has_them_the_next_evening(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.tap(SETUP["own"])
        desk.tap(desk.key("switch", POT))
        desk.tap(desk.key("setting", "ours"))
        desk.tap(CARDS["keep"])
        typed(desk, "OMA")
        desk.tap(CARDS["keep it"])
        assert desk.table.values["setup"].page == "ours"
        desk.tap(desk.key("back"))
        assert desk.key("plan", "own").words[0] == "Oma"
    with Desk(tmp_path) as desk:
        assert desk.key("plan", "own").words[0] == "Oma"
        desk.tap(desk.key("plan", "own"))
        assert [*desk.table.values["setup"].enabled] == [POT]


def test_kept_rules_are_one_tap_away_and_classic_stays_one(known: Path) -> None:
    with Desk(known) as desk:
        desk.does(("enter", "Ann"), ("enter", "Bob"))
        desk.frames()
        assert desk.table.values["setup"].chosen["game"] == "full"
        desk.tap(desk.key("plan", "own"))
        setup = desk.table.values["setup"]
        assert setup.chosen["game"] == "time-limit"
        assert setup.enabled == {POT: 500, "no auction": None}
        desk.tap(desk.key("plan", "classic"))
        desk.tap(SETUP["start"])
        assert desk.table.session.setup.house_rules == ()
        assert desk.table.session.setup.game == "full"


def test_the_rules_of_the_last_game_are_known_by_their_name(known: Path) -> None:
    with Desk(known) as desk:
        keep_card(rules(known), parse_card("name: Another\nhouse rules: no auction"))
        desk.sit_down("Ann Bob")
        desk.table.show_screen("setup")
        desk.does(("setting", "ours"), ("card", NAME))
        desk.does(("deal out",), ("begin",))
        assert desk.table.session.setup.game == "time-limit"
    with Desk(known) as desk:
        prep = desk.table.values["setup"]
        assert prep.front == NAME
        assert desk.key("plan", "own").words[0] == NAME


def test_one_of_several_is_chosen_in_the_list(known: Path) -> None:
    keep_card(rules(known), parse_card("name: Another\nedition: 1934\nrent: automatic"))
    with Desk(known) as desk:
        desk.does(("setting", "ours"))
        desk.frames()
        desk.tap(desk.key("card", "Another"))
        setup = desk.table.values["setup"]
        assert setup.page == "table"
        assert (setup.chosen["edition"], setup.chosen["rent"]) == ("1934", "automatic")
        assert desk.key("plan", "own").words[0] == "Another"


def test_rules_that_were_changed_are_our_rules_again(known: Path) -> None:
    with Desk(known) as desk:
        desk.tap(desk.key("plan", "own"))
        desk.does(("switch", "round up"))
        desk.frames()
        assert desk.key("plan", "own").words[0] == SETUP["own"]
        desk.tap(desk.key("plan", "classic"))
        desk.tap(desk.key("plan", "own"))
        assert "round up" in desk.table.values["setup"].enabled


def test_every_rule_is_read_in_a_sentence(known: Path) -> None:
    with Desk(known, size=(1280, 800)) as desk:
        desk.does(("setting", "ours"), ("about", NAME))
        desk.frames()
        wanted = [rule for chapter in in_words(parse_card(grandmas())) for rule in chapter.rules]
        assert {str(rule.about) for rule in wanted} <= {*desk.texts()}


@pytest.mark.parametrize("name", ["   ", "#1", "漢字", "a\u202eb"])
def test_a_name_that_cannot_be_is_refused_with_a_reason(known: Path, name: str) -> None:
    with Desk(known) as desk:
        desk.does(("setting", "ours"), ("keep",), ("enter", name))
        desk.frames()
        setup = desk.table.values["setup"]
        assert setup.page == "name"
        assert str(setup.problem) in desk.texts()
        assert len(kept_cards(rules(known))[0]) == 1


def test_rules_are_kept_again_under_a_name_that_is_offered(known: Path) -> None:
    with Desk(known) as desk:
        desk.does(("switch", "no auction"), ("setting", "ours"), ("keep",))
        desk.frames()
        desk.tap(desk.key("name", NAME))
    ((card,), _) = kept_cards(rules(known))
    assert card.setup.house_rules == ("no auction",)


def test_to_forget_takes_two_taps(known: Path) -> None:
    with Desk(known) as desk:
        desk.does(("setting", "ours"), ("about", NAME))
        desk.frames()
        desk.tap(CARDS["forget"])
        assert len(kept_cards(rules(known))[0]) == 1
        desk.tap(desk.key("back"))
        desk.does(("about", NAME))
        desk.frames()
        desk.tap(CARDS["forget"])
        desk.tap(CARDS["forget really"])
        assert desk.table.values["setup"].cards == ()
        assert CARDS["first"] in desk.texts()
    assert list(rules(known).iterdir()) == []


def test_what_cannot_be_stored_is_said(tmp_path: Path) -> None:
    rules(tmp_path).write_text("in the way")
    with Desk(tmp_path) as desk:
        desk.does(("setting", "ours"), ("keep",), ("enter", "Oma"))
        desk.until(lambda: str(rules(tmp_path)) in str(desk.table.notice))


def test_a_file_that_cannot_be_read_is_said_and_costs_no_other(known: Path) -> None:
    (rules(known) / "a.txt").write_text("name: x\nhouse rules: gone")
    with Desk(known) as desk:
        desk.does(("setting", "ours"))
        ((card,), (fault,)) = kept_cards(rules(known))
        assert str(desk.table.notice) == str(explain(fault))
        assert desk.table.values["setup"].cards == (card,)


# --- handing on ----------------------------------------------------------------------------------


def test_printing_writes_the_page_beside_the_ledger(known: Path) -> None:
    with Desk(known) as desk:
        desk.does(("setting", "ours"), ("about", NAME), ("print",))
        desk.until(lambda: "reports" in str(desk.table.notice))
    page = (known / "reports" / f"{NAME}.html").read_text(encoding="utf-8")
    assert CARDS["how we play"] in page


def test_a_drive_carries_page_and_rules_to_another_table(
    known: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = known / "stick"
    stick.mkdir()
    monkeypatch.setattr("companion.table.jobs.rules_job.sticks", lambda **_: [stick])
    with Desk(known) as desk:
        desk.table.rules_job.is_kiosk = True
        desk.does(("setting", "ours"), ("about", NAME), ("print",))
        desk.until(lambda: (drive(known) / f"{NAME}.txt").exists())
    assert (stick / "companion" / f"{NAME}.html").exists()
    other = tmp_path_factory.mktemp("other")
    with Desk(other) as desk:
        desk.does(("setting", "ours"))
        desk.until(lambda: desk.table.values["setup"].found)
        desk.frames()
        desk.tap(desk.key("take", NAME))
        assert desk.table.values["setup"].chosen["game"] == "time-limit"
    assert [card.name for card in kept_cards(rules(other))[0]] == [NAME]


def test_at_a_kiosk_a_drive_is_asked_for(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.jobs.rules_job.obstacle", lambda: None)
    with Desk(known) as desk:
        desk.table.rules_job.is_kiosk = True
        desk.does(("setting", "ours"), ("about", NAME), ("print",))
        desk.frames()
        assert str(desk.table.notice) == ARCHIVE["no stick"]


def code(desk: Desk) -> str:
    """Text of the code that is shown."""
    prep = desk.table.values["setup"]
    return prep.link or format_card(prep.shown_card)


def test_the_code_has_the_lines_of_the_rules(known: Path) -> None:
    with Desk(known) as desk:
        desk.does(("setting", "ours"), ("about", NAME), ("send",))
        desk.frames()
        assert CARDS["scan text"] in desk.texts()
        assert parse_card(code(desk)) == desk.table.values["setup"].cards[0]


def test_a_phone_in_the_network_is_led_to_the_page(known: Path) -> None:
    with Desk(known) as desk:
        desk.ledger.feed.path = known / "run/feed"
        desk.table.phones.hear("http://192.168.1.20:8080", "", ())
        desk.does(("setting", "ours"), ("about", NAME), ("send",))
        desk.until(lambda: desk.table.values["setup"].link)
        desk.frames()
        assert CARDS["scan link"] in desk.texts()
        path = code(desk).removeprefix("http://192.168.1.20:8080/s/").removesuffix("/report")
        page = (known / "run/shared" / path / "report.html").read_text(encoding="utf-8")
        assert grandmas().splitlines()[-1] in page
