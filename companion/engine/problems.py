"""Problems as data: a reason and its facts.

``companion.text.problems`` writes the sentences about the reasons of this module. Packages that
``text`` cannot import define theirs as ``Message``.
"""

from collections.abc import Mapping
from enum import Enum, auto


class Message(Enum):
    """Base of enums whose values are English texts, with ``{fact}`` for each fact.

    ``companion.text`` translates them where they are shown.
    """


class PositionProblem(Enum):
    """Reason why a position, or the move that led to it, is impossible."""

    # A ruling asks for something that cannot be.
    BANK_CANNOT_OWN_BUILDINGS = auto()
    BANK_HAS_NO_BUILDINGS = auto()
    BANK_HAS_NO_MORTGAGE = auto()
    NO_POT = auto()
    OWES_ITSELF = auto()
    DEED_IS_PENDING = auto()
    CARD_TO_DRAW = auto()
    JAIL_CARD_IN_AUCTION = auto()
    ANSWER_PENDING = auto()
    WITHOUT_THE_DICE = auto()
    THIRD_DOUBLES = auto()
    NAME_TAKEN = auto()
    TABLE_IS_FULL = auto()
    PLAYER_IS_NEEDED = auto()
    LAST_PLAYER = auto()
    # A position violates an invariant.
    NEGATIVE_CASH = auto()
    NEGATIVE_POT = auto()
    TOO_MANY_HOUSES = auto()
    TOO_MANY_HOTELS = auto()
    NO_HOUSE_FOR_BIDDERS = auto()
    NO_HOTEL_FOR_BIDDERS = auto()
    IMPOSSIBLE_BUILDINGS = auto()
    OWNER_NOT_IN_GAME = auto()
    JAIL_CARD_HELD_TWICE = auto()
    PRISONER_NOT_IN_JAIL = auto()
    OUT_WITH_PROPERTY = auto()
    OUT_WITH_TURN = auto()
    BID_NOT_COVERED = auto()
    # A move violates an invariant.
    CASH_WITHOUT_PAYMENT = auto()
    DEBTOR_LOST_MORE = auto()
    BANKRUPT_KEPT_VALUE = auto()


class InputProblem(Enum):
    """Reason why foreign input cannot be used: a file, a board, an edition or a record."""

    # Files and archives.
    UNREADABLE = auto()
    IS_A_FOLDER = auto()
    NOT_A_REGULAR_FILE = auto()
    FILE_TOO_LARGE = auto()
    NOT_UTF8 = auto()
    NOT_JSON = auto()
    NOT_TOML = auto()
    NESTED_TOO_DEEPLY = auto()
    NUMBER_TOO_LARGE = auto()
    LINE_TOO_LONG = auto()
    TOO_MANY_LINES = auto()
    ARCHIVE_DAMAGED = auto()
    ARCHIVE_ENCRYPTED = auto()
    UNKNOWN_COMPRESSION = auto()
    UNPACKS_TO_TOO_MUCH = auto()
    MEMBER_TOO_LARGE = auto()
    TOO_MANY_FILES = auto()
    NOT_AN_EVENT = auto()
    # Keys and values of a data file.
    UNKNOWN_BOARD = auto()
    UNKNOWN_EDITION = auto()
    MISSING_KEY = auto()
    UNKNOWN_KEY = auto()
    WRONG_KIND = auto()
    NEGATIVE = auto()
    OUT_OF_RANGE = auto()
    NUMBER_ABOVE = auto()
    WRONG_LIST = auto()
    NOT_PRINTABLE = auto()
    NAME_TOO_LONG = auto()
    UNKNOWN_CHOICE = auto()
    # A board.
    WRONG_NUMBER_OF_SPACES = auto()
    SPACE_NOT_A_TABLE = auto()
    WRONG_CORNER = auto()
    SECOND_CORNER = auto()
    NAME_OF_TWO_DEEDS = auto()
    NAME_OF_TWO_SPACES = auto()
    NAME_IN_NOTATION = auto()
    KEY_OF_ANOTHER_KIND = auto()
    SEPARATOR_IN_GROUP = auto()
    GROUP_OF_ANOTHER_KIND = auto()
    GROUP_WITHOUT_RENT = auto()
    NAME_OF_TWO_GROUPS = auto()
    NO_CLASSIC_PACK = auto()
    NOT_A_SLUG = auto()
    SECOND_JAIL_CARD = auto()
    NO_CARDS = auto()
    CARD_TWICE = auto()
    CARD_NOT_A_TABLE = auto()
    NO_SPACE_WITH_KEY = auto()
    NO_SPACE_OF_KIND = auto()
    SEVERAL_SPACES_WITH_KEY = auto()
    # An edition and its house rules.
    WRONG_PLAYER_RANGE = auto()
    CREDIT_ABOVE_CASH = auto()
    SEED_WITHOUT_POT = auto()
    LIKE_ITSELF = auto()
    LIKE_TOO_OFTEN = auto()
    LIKE_UNUSABLE = auto()
    SEPARATOR_IN_HOUSE_RULE = auto()
    HOUSE_RULE_TWICE = auto()
    EMPTY_HOUSE_RULE = auto()
    UNKNOWN_HOUSE_RULE = auto()
    INVALID_HOUSE_RULE_SUM = auto()
    HOUSE_RULE_TAKES_NO_SUM = auto()
    HOUSE_RULE_NEEDS_SUM = auto()
    HOUSE_RULE_SUM_TOO_LARGE = auto()
    CONTRADICTING_HOUSE_RULES = auto()
    POT_NEVER_WON = auto()
    # The header of a record.
    UNKNOWN_HEADER = auto()
    EMPTY_HEADER = auto()
    HEADER_TWICE = auto()
    INVALID_OPTION = auto()
    NO_PLAYERS = auto()
    INVALID_DATE = auto()
    WRONG_NUMBER_OF_PLAYERS = auto()
    SAME_NAME = auto()
    INVALID_NAME_LENGTH = auto()
    SEPARATOR_IN_NAME = auto()
    RESERVED_NAME = auto()
    FIRST_NOT_A_PLAYER = auto()
    UNKNOWN_PACK = auto()
    INVALID_DEAL = auto()
    NOTHING_IS_DEALT = auto()
    WRONG_NUMBER_OF_DEEDS = auto()
    DEALT_TWICE = auto()
    DEAL_NOT_COVERED = auto()
    # The lines of a record.
    INVALID_MOVE = auto()
    INVALID_EFFECT = auto()
    UNKNOWN_MOVE = auto()
    UNKNOWN_EFFECT = auto()
    EMPTY_RULING = auto()
    NOT_A_PLAYER = auto()
    NOT_RULED_ON = auto()
    NO_SUCH_PLAYER = auto()
    NO_SUCH_DEED = auto()
    NO_SUCH_SPACE = auto()
    NO_SUCH_GROUP = auto()
    NO_SUCH_SPACE_NUMBER = auto()
    AMBIGUOUS_SPACE = auto()
    SECOND_SUM = auto()
    NUMBER_OF_LANDINGS = auto()
    INVALID_SUM = auto()
    INVALID_STOCK = auto()
    UNKNOWN_EXPECTATION = auto()


class Problem:
    """A reason with the names and numbers that a sentence about it needs.

    >>> class Weather(Message):
    ...     RAIN = "it rains in {place}"
    >>> str(Problem(Weather.RAIN, place="Bath"))
    'it rains in Bath'
    """

    def __init__(self, reason: Enum, **facts: object) -> None:
        self.reason = reason
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return (self.reason, self.facts) == (other.reason, other.facts)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        facts = "".join(f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"Problem({self.reason}{facts})"

    def __str__(self) -> str:
        return plain(self.reason, self.facts)


def plain(reason: Enum, facts: Mapping[str, object]) -> str:
    """Return the English text of a ``Message``; for other reasons, the name and the facts."""
    if isinstance(reason, Message):
        return str(reason.value).format(**{name: _plain(fact) for name, fact in facts.items()})
    return " ".join([reason.name, *(f"{name}={_plain(fact)}" for name, fact in facts.items())])


def _plain(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple | list) else str(fact)
