"""Building, selling and mortgages by touch: planned first, paid for in one tap."""

from companion.engine.moves import SellHotels
from companion.text.screens.phones import PHONES
from companion.text.screens.properties import HOLDINGS, text_of
from tests.ui.driver import Desk
from tests.ui.scene_records import LONGEST, A, B
from tests.ui.scenes import LAST_HOUSE

MINUS = "\N{MINUS SIGN}"
LIGHT_BLUE = "ruling: " + "; ".join(
    f"Ann owns {lot} Avenue" for lot in ("Oriental", "Vermont", "Connecticut")
)


def tap_row(desk: Desk, name: str) -> None:
    desk.tap(desk.key("show", "properties", name))


def tap_place(desk: Desk, deed: str, rank: int) -> None:
    desk.tap(desk.key("place", deed, rank))


def tap_deed(desk: Desk, key: str) -> None:
    desk.tap(desk.key("deed", key))


def test_what_is_refused_says_why_and_plans_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob", LIGHT_BLUE, "ruling: Ann has $40")
    tap_row(desk, "Ann")
    tap_place(desk, "vermont-avenue", 1)
    assert "Ann has $40 and building on Vermont Avenue costs $50" in str(desk.table.notice)
    assert str(desk.table.notice) in desk.texts()
    assert desk.all_keys("answer") == []


def test_a_plan_can_be_laid_aside(desk: Desk) -> None:
    desk.sit_down("Ann Bob", LIGHT_BLUE)
    tap_row(desk, "Ann")
    tap_place(desk, "vermont-avenue", 1)
    desk.tap(HOLDINGS["reset"])
    assert f"Build 1 house {MINUS}$50" not in desk.texts()


def test_everybody_can_be_looked_at_and_the_game_goes_on(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob owns Boardwalk")
    desk.tap("Properties")
    assert str(text_of("no_deeds", player="Ann")) in desk.texts()
    desk.tap(desk.all_keys("tab")[-1])
    assert "Boardwalk" in desk.texts()
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), int(desk.table.number))
    desk.frames()
    assert desk.table.screen == "properties", "a throw goes on, and nothing is torn away"
    desk.tap("Back")
    assert desk.table.now.kind == "buy"


def test_mortgages_are_open_during_an_auction(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann owns Boardwalk", "Ann throws 4 5", "Ann declines")
    desk.tap("Properties")
    tap_deed(desk, "boardwalk")
    desk.tap("Mortgage +$200")
    assert desk.cash("Ann") == 1700
    desk.tap("Back")
    assert desk.table.screen == "auction"


def test_a_plan_is_dropped_when_somebody_takes_the_move_back(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", LIGHT_BLUE, "Ann builds on Vermont Avenue")
    tap_row(desk, "Ann")
    tap_place(desk, "oriental-avenue", 1)
    moves = desk.moves
    desk.tap(desk.table.words["undo"])
    assert desk.moves == moves, "while a plan is open, Undo is dimmed"
    desk.table.undo(desk.table.number, "of somebody else")
    desk.frames()
    assert desk.all_keys("answer") == []


def test_all_deeds_are_one_tap_from_one_of_them(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann owns Boardwalk; Ann owns Short Line")
    tap_row(desk, "Ann")
    tap_deed(desk, "boardwalk")
    assert [sight.value for sight in desk.sights("deed")] == ["boardwalk"]
    desk.tap(HOLDINGS["close"])
    tap_deed(desk, "short-line")


def test_a_shortage_is_asked_about_at_once(desk: Desk) -> None:
    desk.sit_down(" ".join(LONGEST[:2]), *LAST_HOUSE)
    tap_row(desk, A)
    tap_place(desk, "boardwalk", 1)
    desk.tap(f"Build 1 house {MINUS}$200")
    assert desk.table.screen == "play"
    assert (desk.table.now.kind, desk.table.now.player) == ("shortage", B)
    assert {*map(str, desk.table.now.titles)} & {*desk.texts()}


def test_a_sale_the_bank_has_no_houses_for_goes_further_down(desk: Desk) -> None:
    desk.table.echo = 0.0
    hotels = "ruling: Boardwalk carries hotel; Park Place carries hotel"
    desk.sit_down(" ".join(LONGEST[:2]), *LAST_HOUSE, hotels)
    tap_row(desk, A)
    tap_place(desk, "boardwalk", 1)
    assert "That needs" in str(desk.table.notice)
    tap_place(desk, "boardwalk", 1)
    tap_place(desk, "park-place", 1)
    desk.tap("Sell 8 houses and 2 hotels +$1,000")
    assert desk.last_move == SellHotels(A, "dark_blue")


def test_a_player_joins_on_a_phone_from_the_page_of_properties(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.open("properties", "Bob")
    desk.frames()
    assert "Phone" not in desk.texts(), "no server was heard"
    desk.table.phones.hear("http://192.168.178.40:8080", "", ())
    desk.frames()
    desk.tap("Phone")
    assert PHONES["scan"] in desk.texts()
    assert desk.table.phones.ask(desk.table.phones.seats.code, "Bob", "digest") == ""
    desk.frames()
    assert {PHONES["asks"], PHONES["same"]} <= {*desk.texts()}
    desk.tap("Yes, let Bob in")
    assert desk.table.phones.seats.taken == {"Bob": "digest"}
    desk.tap("Back")
    assert desk.table.screen == "properties"
    desk.table.show_screen("menu")
    desk.show("phones")
    desk.tap("Back")
    assert desk.table.screen == "menu"
