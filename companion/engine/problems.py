"""Problems as data: a reason, which is its English text, and the facts for the text's fields.

``companion.text.problems`` translates them, and writes each fact as its type wants it.
"""

from collections.abc import Mapping
from enum import Enum


class Message(Enum):
    """Base of enums whose values are English texts, with ``{fact}`` for each fact.

    ``companion.text`` translates them where they are shown.
    """


class PositionProblem(Message):
    """Reason why a position, or the move that led to it, is impossible."""

    # A ruling asks for something that cannot be.
    BANK_CANNOT_OWN_BUILDINGS = "{deed} has buildings, and the bank cannot own those"
    BANK_HAS_NO_BUILDINGS = "{deed} is the bank's and cannot have buildings"
    BANK_HAS_NO_MORTGAGE = "{deed} is the bank's and cannot be mortgaged"
    DEED_IS_PENDING = "{deed} waits for an answer just now"
    CARD_TO_DRAW = "{player} has a card to draw first"
    JAIL_CARD_IN_AUCTION = "the jail card is being auctioned"
    ANSWER_PENDING = "something else waits for an answer first"
    WITHOUT_THE_DICE = "{player} does not have the dice"
    THIRD_DOUBLES = "three doubles lead to jail"
    NAME_TAKEN = "{player} sits at the table already"
    TABLE_IS_FULL = "this edition is for {most} players at most"
    NO_SEAT_LEFT = "no more than {most} people can sit down in one game"
    PLAYER_IS_NEEDED = "{player} has something to answer or to pay first"
    LAST_PLAYER = "{player} is the last one left"
    # A position violates an invariant.
    NEGATIVE_CASH = "{player} would lack {amount}"
    NO_POT = "this table has no pot"
    NO_PROMISES = "this table makes no promises"
    NO_LOANS = "nobody lends money at this table"
    LOAN_OUT_OF_RANGE = "a loan is paid back in {most} instalments at most"
    TOO_MANY_LOANS = "{player} would have more than {most} loans"
    LOAN_WITHOUT_PARTIES = "{player} and {other} cannot owe each other a loan"
    NOT_SECURITY = "{deed} cannot secure a loan: it has to be the borrower's, for one loan alone"
    NO_RENT_TO_PROMISE = "{deed}: only its owner promises, and only to others"
    OWES_ITSELF = "{player} cannot owe anything to the same player"
    NEGATIVE_POT = "the pot would hold less than nothing"
    TOO_MANY_HOUSES = "the bank has too few houses for that"
    TOO_MANY_HOTELS = "the bank has too few hotels for that"
    NO_HOUSE_FOR_BIDDERS = "somebody waits for the last house"
    NO_HOTEL_FOR_BIDDERS = "somebody waits for the last hotel"
    IMPOSSIBLE_BUILDINGS = "{deed} cannot have these buildings"
    OWNER_NOT_IN_GAME = "{deed} belongs to {player}, who is not in the game"
    JAIL_CARD_HELD_TWICE = "each pack has only one jail card"
    PRISONER_NOT_IN_JAIL = "{player} is in jail and has to stand there"
    OUT_WITH_PROPERTY = "{player} is out and still has something"
    OUT_WITH_TURN = "{player} is out and still has a turn"
    SEALED_BID_MISPLACED = "{player} has keyed in twice, or where nothing may be keyed in"
    BID_NOT_COVERED = "{player} has bid {amount} and must be able to pay it"
    # A move violates an invariant.
    OUT_WITH_OFFER = "{player} is out and still takes part in an offer or a promise"
    CASH_WITHOUT_PAYMENT = "no payment explains {amount} of {player}'s cash"
    DEBTOR_LOST_MORE = "{player} is in debt, paid {paid} and can raise {lost} less"
    BANKRUPT_KEPT_VALUE = "{player} could raise {due} and handed on only {handed}"


class InputProblem(Message):
    """Reason why foreign input cannot be used: a file, a board, an edition or a record."""

    # Files and archives.
    UNREADABLE = "{file} cannot be read: {why}"
    IS_A_FOLDER = "it is a folder"
    NOT_A_REGULAR_FILE = "it is not a regular file"
    FILE_TOO_LARGE = "it is larger than {kilobytes} KB"
    NOT_UTF8 = "this is not a text file in UTF-8"
    NOT_JSON = "this is not JSON"
    NOT_TOML = "this is not TOML: {why}"
    NESTED_TOO_DEEPLY = "this is nested too deeply"
    NUMBER_TOO_LARGE = "this contains a number that is too large"
    LINE_TOO_LONG = "a line has at most {most} characters"
    TOO_MANY_LINES = "a record has at most {most} lines"
    ARCHIVE_DAMAGED = "it is damaged"
    ARCHIVE_ENCRYPTED = "it is encrypted"
    UNKNOWN_COMPRESSION = "it is compressed in an unknown way"
    UNPACKS_TO_TOO_MUCH = "it unpacks to too much"
    MEMBER_TOO_LARGE = "{name} is too large"
    TOO_MANY_FILES = "it has too many files"
    NOT_AN_EVENT = "no event is written like this: {text}"
    # Keys and values of a data file.
    UNKNOWN_BOARD = "no board is named '{name}': choose {choices}"
    UNKNOWN_EDITION = "no edition is named '{name}': choose {choices}"
    MISSING_KEY = "is missing: expected {kind}"
    UNKNOWN_KEY = "is not known here"
    WRONG_KIND = "must be {kind}, not {value}"
    NEGATIVE = "must not be negative, as {value} is"
    OUT_OF_RANGE = "must be from {least} to {most}, not {value}"
    NUMBER_ABOVE = "must have no number above {most}"
    WRONG_LIST = "must list {count} whole numbers, not {value}"
    NOT_PRINTABLE = "'{text}' must be printable words with one space between them"
    NAME_TOO_LONG = "'{text}' has more than {most} characters"
    UNKNOWN_CHOICE = "'{value}' is none of {choices}"
    # A board.
    WRONG_NUMBER_OF_SPACES = "must list {wanted} spaces, not {count}"
    SPACE_NOT_A_TABLE = "space {space} must be a table, not {value}"
    WRONG_CORNER = "space {space} must be '{kind}'"
    SECOND_CORNER = "there is only one '{kind}'"
    NAME_OF_TWO_DEEDS = "'{name}' names two deeds"
    NAME_OF_TWO_SPACES = "'{name}' names two spaces"
    NAME_IN_NOTATION = "'{name}' means something else in a record"
    KEY_OF_ANOTHER_KIND = "means nothing for a space of the kind '{kind}'"
    SEPARATOR_IN_GROUP = "'{group}' cannot contain , ; # ( or )"
    GROUP_OF_ANOTHER_KIND = "'{group}' is a {kind} group"
    GROUP_WITHOUT_RENT = "'{group}' has more deeds than rents"
    NAME_OF_TWO_GROUPS = "'{group}' is also another group's name"
    NO_CLASSIC_PACK = "a board needs [packs.classic]"
    NOT_A_SLUG = "'{text}' must be small letters, digits and hyphens"
    SECOND_JAIL_CARD = "has more than one jail card"
    NO_CARDS = "space {space} needs cards"
    CARD_TWICE = "'{card}' is in this pack twice: use copies"
    CARD_NOT_A_TABLE = "a card must be a table, not {value}"
    NO_SPACE_WITH_KEY = "no space has the key '{value}'"
    NO_SPACE_OF_KIND = "no space has the kind '{value}'"
    SEVERAL_SPACES_WITH_KEY = "{count} spaces have the key '{value}'"
    # An edition and its house rules.
    WRONG_PLAYER_RANGE = "must be a fewest and a most between 2 and {most}"
    CREDIT_ABOVE_CASH = "must not be more than starting_cash"
    SEED_WITHOUT_POT = "must be 0 unless pot is true"
    LIKE_ITSELF = "'{name}' leads back to itself"
    LIKE_TOO_OFTEN = "leads through more than {most} files"
    LIKE_UNUSABLE = "{why}"
    SEPARATOR_IN_HOUSE_RULE = "the name of a house rule cannot contain , $ or #"
    HOUSE_RULE_TWICE = "'{name}' is there twice"
    EMPTY_HOUSE_RULE = "must change something"
    RULE_WITHOUT_ROWS = "goes by the number of players, for which {rows} has no row"
    ROWS_OUT_OF_ORDER = "must have one row for a number of players, from the fewest on"
    UNKNOWN_HOUSE_RULE = "'{rule}' is not a house rule of edition {edition}: choose {choices}"
    INVALID_HOUSE_RULE_SUM = "'{rule}': a house rule's sum is whole dollars, such as $500"
    HOUSE_RULE_TAKES_NO_SUM = "'{rule}': '{name}' takes no sum"
    HOUSE_RULE_NEEDS_SUM = "'{rule}' needs a sum, such as '{name} $2000'"
    HOUSE_RULE_NEEDS_COUNT = "'{rule}' needs a number, such as '{name} 20'"
    HOUSE_RULE_SUM_OUT_OF_RANGE = "'{rule}': {key} must be from {least} to {most}"
    HOUSE_RULE_NEEDS_ANOTHER = "'{rule}' means nothing without '{other}'"
    CONTRADICTING_HOUSE_RULES = "'{rule}' contradicts '{other}': choose one of them"
    POT_NEVER_WON = "the pot begins with {amount}, but nobody can win a pot"
    # The header of a record.
    UNKNOWN_HEADER = "unknown header '{header}': expected one of {choices}"
    EMPTY_HEADER = "'{header}:' needs a value"
    HEADER_TWICE = "'{header}:' is given twice: remove one"
    INVALID_OPTION = "'{option}: {value}': expected {choices}"
    NO_PLAYERS = "the header names no players: add a line such as 'players: Ann, Bob'"
    NO_NAME_OF_RULES = "these rules have no name: add a line such as 'name: Our rules'"
    WRONG_NUMBER_OF_PLAYERS = "edition {edition} is for {fewest} to {most} players, not {count}"
    NO_ROW_FOR_PLAYERS = "edition {edition} deals deeds to {choices} players, not to {count}"
    INVALID_DATE = "'{text}' is no day: write it as 2026-11-24"
    SAME_NAME = "two players have the same name: rename one of them"
    INVALID_NAME_LENGTH = "'{name}': a name has 1 to {most} printable characters"
    SEPARATOR_IN_NAME = "'{name}': a name cannot contain '{character}'"
    RESERVED_NAME = "'{name}' is a reserved word: choose another name"
    UNREADABLE_NAME = "'{name}': '{text}' would mean something else: choose another name"
    FIRST_NOT_A_PLAYER = "'first: {name}' is not a player: expected {players}"
    UNKNOWN_PACK = "edition {edition} uses the cards '{pack}', but {board} has only {choices}"
    INVALID_DEAL = "'dealt: {text}': expected a player and a deed, 'Ann Baltic Avenue'"
    NOTHING_IS_DEALT = "no deeds are dealt in a {game} game"
    WRONG_NUMBER_OF_DEEDS = "{player} is dealt {count} deeds, not {wanted}"
    TOO_MANY_DEEDS = "{count} deeds for each of {players} players are more than the board's {most}"
    DEALT_TWICE = "{deed} is dealt twice"
    DEAL_NOT_COVERED = "{player} cannot pay for all these deeds with {amount}"
    # The lines of a record.
    INVALID_MOVE = "invalid move '{text}': expected {examples}"
    INVALID_EFFECT = "invalid ruling '{text}': expected {examples}"
    UNKNOWN_MOVE = "invalid move '{text}': expected one of: {choices}"
    UNKNOWN_EFFECT = "invalid ruling '{text}': expected one of: {choices}"
    EMPTY_RULING = "a ruling needs an effect, such as 'ruling: Ann has $500'"
    NOT_A_PLAYER = (
        "'{text}': expected a player ({players}), 'sold', 'time is up', 'undo' or 'ruling:'"
    )
    NOT_RULED_ON = (
        "'{text}': a ruling is about a player ({players}), 'bank', 'pot' or a deed, or is "
        "'no claims'"
    )
    NO_SUCH_PLAYER = "no player is called '{text}'"
    NO_SUCH_DEED = "no deed is called '{text}'"
    NO_SUCH_SPACE = "no space is called '{text}'"
    NO_SUCH_GROUP = "no group is called '{text}'"
    NO_SUCH_SPACE_NUMBER = "'{text}': spaces are numbered from 0 to 39"
    AMBIGUOUS_SPACE = "'{text}' is on the board more than once: write {examples}"
    SECOND_SUM = "'{text}': write one sum of money for each side of a trade"
    SECOND_LOAN = "'{text}': write one loan for each side of a trade"
    NUMBER_OF_LANDINGS = "'{text}': somebody lands free 1 to 99 times, or for good"
    INVALID_SUM = "invalid amount '{text}': expected a sum such as $1440"
    INVALID_STOCK = "invalid stock '{text}': expected, for example, '29 houses, 12 hotels'"
    UNKNOWN_EXPECTATION = (
        "unknown expectation '{text}': expected, for example, 'expect Ann $1440', 'expect dice "
        "with Bob' or 'refused BLD-2: Ann builds on Baltic Avenue'"
    )


class Money(int):
    """Dollars, as a fact of a problem or a refusal: texts write them in the board's currency."""


class Problem:
    """A reason with the names and numbers that a sentence about it needs.

    >>> class Weather(Message):
    ...     RAIN = "it rains in {place}"
    >>> str(Problem(Weather.RAIN, place="Bath"))
    'it rains in Bath'
    """

    def __init__(self, reason: Message, **facts: object) -> None:
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


def plain(reason: Message, facts: Mapping[str, object]) -> str:
    """Return the English text of a reason."""
    return str(reason.value).format(**{name: _plain(fact) for name, fact in facts.items()})


def _plain(fact: object) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple | list) else str(fact)
