"""The ruler looks at the page of each debtor, and knows whose answers stand on it."""

from companion.engine import moves
from companion.engine.notation import parse_record
from companion.look.palette import PAPER
from companion.screens import debt
from tests.screens.faults import Kind, Page, faults
from tests.screens.seat import met, seat
from tests.screens.states import WINDOWS, Table
from tests.screens.watching import looks, needed

PANEL = WINDOWS[0]
BOTH_OWE = Table(("Ann", "Leo", "Mia"), 640).record(
    "ruling: Leo has $0; Mia has $0; Leo owns Boardwalk; Ann stands on space 14",
    "Ann throws 1 2",
    "Ann draws grand-opera",
)
"""Leo can raise what he owes, and Mia cannot."""


def test_whoever_is_broke_is_found_behind_the_tab_of_another_debtor() -> None:
    table = seat(parse_record(BOTH_OWE))
    bankruptcy = ("answer", moves.DeclareBankruptcy("Mia"))
    for shown, wanted in (("", ("debtor", "Mia")), ("Leo", ("debtor", "Mia")), ("Mia", bankruptcy)):
        table.set_value("debt", debt.DebtPage(shown))
        assert needed(table) == [wanted]
        page = Page(met(PANEL.place(debt.page(table, PANEL.room))), *PANEL[:3])
        assert faults(page, needed(table)) == []
        without = {
            key: node
            for key, node in page.nodes.items()
            if not (node.hand and node.hand.do == wanted)
        }
        [stuck] = faults(page._replace(nodes=without), needed(table))
        assert stuck.kind is Kind.STUCK


def test_the_page_of_each_debtor_is_looked_at() -> None:
    looked = looks(seat(parse_record(BOTH_OWE)), [PANEL], PAPER)
    titles = [look.page.nodes["stage.0.1.0"].words for look in looked]
    assert [title.split()[0] for title in titles] == ["Leo", "Mia"]
