"""Rules cards: everything that a table agrees on, except who plays, under a name.

A card is the header of a record without its people, below a line with its name:

    name: Grandma's rules
    edition: 1961
    game: time-limit
    house rules: free parking pot $500, no auction

A time limit without an hour is one of 60 minutes, whenever the game begins.
"""

from dataclasses import dataclass
from unicodedata import normalize

from companion.engine.limits import excerpt
from companion.engine.notation import header
from companion.engine.notation.record import numbered_lines
from companion.engine.notation.tokens import NotationError
from companion.engine.problems import InputProblem
from companion.engine.state import Setup

LONGEST_NAME = 24
KEYS = ("name", "edition", "board", "rent", "cards", "game", "house rules")


@dataclass(frozen=True, slots=True)
class RulesCard:
    """Named rules; ``setup`` has no players."""

    name: str
    setup: Setup


def build_card(values: dict[str, str]) -> RulesCard:
    """Build a card from header values, with its name among them.

    Raises NotationError or DataFileError, also if no game could begin with the rules.
    """
    if "name" not in values:
        raise NotationError(InputProblem.NO_NAME_OF_RULES)
    name = read_card_name(values["name"])
    rules = {key: value for key, value in values.items() if key != "name"}
    return RulesCard(name, header.check_setup(header.build_rules(rules)))


def read_card_name(text: str) -> str:
    """Return the name of a card without superfluous spaces.

    Raises NotationError if it is empty, too long, or has a character that no line can have.
    """
    name = " ".join(filter(None, normalize("NFC", text).split(" ")))
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        reason = InputProblem.INVALID_NAME_LENGTH
        raise NotationError(reason, name=excerpt(name), most=LONGEST_NAME)
    if "#" in name:
        raise NotationError(InputProblem.SEPARATOR_IN_NAME, name=name, character="#")
    return name


def parse_card(text: str, name: str = "rules") -> RulesCard:
    """Parse a rules card.

    Raises NotationError with ``NAME:LINE`` as its place.
    """
    return header.build_from_lines(numbered_lines(text, name), name, KEYS, build_card)


def format_card(card: RulesCard) -> str:
    """Return the lines of a card, which ``parse_card`` reads."""
    return f"name: {card.name}\n{header.format_header(card.setup)}"
