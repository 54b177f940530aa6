"""The last things that happened: told once, and moved down by whatever comes after them."""

from tests.ui.driver import Desk

ROUNDS = 3


def shown(desk: Desk) -> list[str]:
    """What the lines say, from the top down."""
    lines = sorted(desk.sights("event"), key=lambda line: line.box.y)
    return [line.text for line in lines]


def test_the_newest_is_on_top_however_many_there_were(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    most = 0
    for number, name in enumerate(("Ann", "Bob", "Cy") * ROUNDS, 1):
        desk.play(f"{name} throws 4 6")  # to the jail as visitors, to rest, and into the jail
        told = [line.sentence for line in desk.table.lines]
        assert shown(desk) == told[: len(shown(desk))]
        # The ways out of jail leave no room for the log.
        assert shown(desk) or desk.table.now.answers
        assert len(shown(desk)) <= number
        most = max(most, len(shown(desk)))
    assert 2 < most < 3 * ROUNDS


def test_what_was_told_is_told_anew_in_another_language(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    desk.play("Ann throws 4 6")
    before = shown(desk)
    desk.table.speak("de")
    desk.frames()
    assert shown(desk) != before
    desk.table.speak("en")
    desk.frames()
    assert shown(desk) == before


def test_the_lines_tell_a_trade_and_not_its_offer(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Bob owns Boardwalk")
    before = desk.table.lines
    desk.play("Ann offers Bob $350 for Boardwalk")
    assert desk.table.lines == before
    desk.play("Bob accepts")
    trade = desk.table.lines[0]
    assert trade.marker == 0
    assert all(word in str(trade.sentence) for word in ("Ann", "Boardwalk", "Bob", "$350"))
    desk.play("Ann offers Cy Boardwalk for nothing", "Cy accepts")
    given = str(desk.table.lines[0].sentence)
    assert given.startswith("Cy")
    assert given.endswith("Ann")
