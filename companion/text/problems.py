"""Problems as sentences: of rulings, positions, files, editions, boards and records."""

from functools import reduce

from companion.engine.problems import InputProblem, Message, PositionProblem, Problem
from companion.text.catalogue import Sentences, translate
from companion.text.format import decimal, money

POSITION_PROBLEMS = Sentences(
    {
        # A ruling asks for something that cannot be.
        PositionProblem.BANK_CANNOT_OWN_BUILDINGS: (
            "{deed} has buildings, and the bank cannot own those"
        ),
        PositionProblem.BANK_HAS_NO_BUILDINGS: "{deed} is the bank's and cannot have buildings",
        PositionProblem.BANK_HAS_NO_MORTGAGE: "{deed} is the bank's and cannot be mortgaged",
        PositionProblem.DEED_IS_PENDING: "{deed} waits for an answer just now",
        PositionProblem.CARD_TO_DRAW: "{player} has a card to draw first",
        PositionProblem.JAIL_CARD_IN_AUCTION: "the jail card is being auctioned",
        PositionProblem.ANSWER_PENDING: "something else waits for an answer first",
        PositionProblem.WITHOUT_THE_DICE: "{player} does not have the dice",
        PositionProblem.THIRD_DOUBLES: "three doubles lead to jail",
        PositionProblem.NAME_TAKEN: "{player} sits at the table already",
        PositionProblem.TABLE_IS_FULL: "this edition is for {most} players at most",
        PositionProblem.PLAYER_IS_NEEDED: "{player} has something to answer or to pay first",
        PositionProblem.LAST_PLAYER: "{player} is the last one left",
        # A position violates an invariant.
        PositionProblem.NEGATIVE_CASH: "{player} would lack {amount}",
        PositionProblem.NO_POT: "this table has no pot",
        PositionProblem.OWES_ITSELF: "{player} cannot owe anything to the same player",
        PositionProblem.NEGATIVE_POT: "the pot would hold less than nothing",
        PositionProblem.TOO_MANY_HOUSES: "the bank has too few houses for that",
        PositionProblem.TOO_MANY_HOTELS: "the bank has too few hotels for that",
        PositionProblem.NO_HOUSE_FOR_BIDDERS: "somebody waits for the last house",
        PositionProblem.NO_HOTEL_FOR_BIDDERS: "somebody waits for the last hotel",
        PositionProblem.IMPOSSIBLE_BUILDINGS: "{deed} cannot have these buildings",
        PositionProblem.OWNER_NOT_IN_GAME: "{deed} belongs to {player}, who is not in the game",
        PositionProblem.JAIL_CARD_HELD_TWICE: "each pack has only one jail card",
        PositionProblem.PRISONER_NOT_IN_JAIL: "{player} is in jail and has to stand there",
        PositionProblem.OUT_WITH_PROPERTY: "{player} is out and still has something",
        PositionProblem.OUT_WITH_TURN: "{player} is out and still has a turn",
        PositionProblem.BID_NOT_COVERED: "{player} has bid {amount} and must be able to pay it",
        # A move violates an invariant.
        PositionProblem.CASH_WITHOUT_PAYMENT: "no payment explains {amount} of {player}'s cash",
        PositionProblem.DEBTOR_LOST_MORE: (
            "{player} is in debt, paid {paid} and can raise {lost} less"
        ),
        PositionProblem.BANKRUPT_KEPT_VALUE: (
            "{player} could raise {due} and handed on only {handed}"
        ),
    }
)

INPUT_PROBLEMS = Sentences(
    {
        # Files and archives.
        InputProblem.UNREADABLE: "{file} cannot be read: {why}",
        InputProblem.IS_A_FOLDER: "it is a folder",
        InputProblem.NOT_A_REGULAR_FILE: "it is not a regular file",
        InputProblem.FILE_TOO_LARGE: "it is larger than {kilobytes} KB",
        InputProblem.NOT_UTF8: "this is not a text file in UTF-8",
        InputProblem.NOT_JSON: "this is not JSON",
        InputProblem.NOT_TOML: "this is not TOML: {why}",
        InputProblem.NESTED_TOO_DEEPLY: "this is nested too deeply",
        InputProblem.NUMBER_TOO_LARGE: "this contains a number that is too large",
        InputProblem.LINE_TOO_LONG: "a line has at most {most} characters",
        InputProblem.TOO_MANY_LINES: "a record has at most {most} lines",
        InputProblem.ARCHIVE_DAMAGED: "it is damaged",
        InputProblem.ARCHIVE_ENCRYPTED: "it is encrypted",
        InputProblem.UNKNOWN_COMPRESSION: "it is compressed in an unknown way",
        InputProblem.UNPACKS_TO_TOO_MUCH: "it unpacks to too much",
        InputProblem.MEMBER_TOO_LARGE: "{name} is too large",
        InputProblem.TOO_MANY_FILES: "it has too many files",
        InputProblem.NOT_AN_EVENT: "no event is written like this: {text}",
        # Keys and values of a data file.
        InputProblem.UNKNOWN_BOARD: "no board is named '{name}': choose {choices}",
        InputProblem.UNKNOWN_EDITION: "no edition is named '{name}': choose {choices}",
        InputProblem.MISSING_KEY: "is missing: expected {kind}",
        InputProblem.UNKNOWN_KEY: "is not known here",
        InputProblem.WRONG_KIND: "must be {kind}, not {value}",
        InputProblem.NEGATIVE: "must not be negative, as {value} is",
        InputProblem.OUT_OF_RANGE: "must be from {least} to {most}, not {value}",
        InputProblem.NUMBER_ABOVE: "must have no number above {most}",
        InputProblem.WRONG_LIST: "must list {count} whole numbers, not {value}",
        InputProblem.NOT_PRINTABLE: (
            "'{text}' must be printable words with one space between them"
        ),
        InputProblem.NAME_TOO_LONG: "'{text}' has more than {most} characters",
        InputProblem.UNKNOWN_CHOICE: "'{value}' is none of {choices}",
        # A board.
        InputProblem.WRONG_NUMBER_OF_SPACES: "must list {wanted} spaces, not {count}",
        InputProblem.SPACE_NOT_A_TABLE: "space {space} must be a table, not {value}",
        InputProblem.WRONG_CORNER: "space {space} must be '{kind}'",
        InputProblem.SECOND_CORNER: "there is only one '{kind}'",
        InputProblem.NAME_OF_TWO_DEEDS: "'{name}' names two deeds",
        InputProblem.NAME_OF_TWO_SPACES: "'{name}' names two spaces",
        InputProblem.NAME_IN_NOTATION: "'{name}' means something else in a record",
        InputProblem.KEY_OF_ANOTHER_KIND: "means nothing for a space of the kind '{kind}'",
        InputProblem.SEPARATOR_IN_GROUP: "'{group}' cannot contain , ; # ( or )",
        InputProblem.GROUP_OF_ANOTHER_KIND: "'{group}' is a {kind} group",
        InputProblem.GROUP_WITHOUT_RENT: "'{group}' has more deeds than rents",
        InputProblem.NAME_OF_TWO_GROUPS: "'{group}' is also another group's name",
        InputProblem.NO_CLASSIC_PACK: "a board needs [packs.classic]",
        InputProblem.NOT_A_SLUG: "'{text}' must be small letters, digits and hyphens",
        InputProblem.SECOND_JAIL_CARD: "has more than one jail card",
        InputProblem.NO_CARDS: "space {space} needs cards",
        InputProblem.CARD_TWICE: "'{card}' is in this pack twice: use copies",
        InputProblem.CARD_NOT_A_TABLE: "a card must be a table, not {value}",
        InputProblem.NO_SPACE_WITH_KEY: "no space has the key '{value}'",
        InputProblem.NO_SPACE_OF_KIND: "no space has the kind '{value}'",
        InputProblem.SEVERAL_SPACES_WITH_KEY: "{count} spaces have the key '{value}'",
        # An edition and its house rules.
        InputProblem.WRONG_PLAYER_RANGE: "must be a fewest and a most between 2 and 12",
        InputProblem.CREDIT_ABOVE_CASH: "must not be more than starting_cash",
        InputProblem.SEED_WITHOUT_POT: "must be 0 unless pot is true",
        InputProblem.LIKE_ITSELF: "'{name}' leads back to itself",
        InputProblem.LIKE_TOO_OFTEN: "leads through more than {most} files",
        InputProblem.LIKE_UNUSABLE: "{why}",
        InputProblem.SEPARATOR_IN_HOUSE_RULE: "the name of a house rule cannot contain , $ or #",
        InputProblem.HOUSE_RULE_TWICE: "'{name}' is there twice",
        InputProblem.EMPTY_HOUSE_RULE: "must change something",
        InputProblem.UNKNOWN_HOUSE_RULE: (
            "'{rule}' is not a house rule of edition {edition}: choose {choices}"
        ),
        InputProblem.INVALID_HOUSE_RULE_SUM: (
            "'{rule}': a house rule's sum is whole dollars, such as $500"
        ),
        InputProblem.HOUSE_RULE_TAKES_NO_SUM: "'{rule}': '{name}' takes no sum",
        InputProblem.HOUSE_RULE_NEEDS_SUM: "'{rule}' needs a sum, such as '{name} $2000'",
        InputProblem.HOUSE_RULE_SUM_TOO_LARGE: "'{rule}': {key} must be from 0 to {most}",
        InputProblem.CONTRADICTING_HOUSE_RULES: (
            "'{rule}' contradicts '{other}': choose one of them"
        ),
        InputProblem.POT_NEVER_WON: "the pot begins with {amount}, but nobody can win a pot",
        # The header of a record.
        InputProblem.UNKNOWN_HEADER: "unknown header '{header}': expected one of {choices}",
        InputProblem.EMPTY_HEADER: "'{header}:' needs a value",
        InputProblem.HEADER_TWICE: "'{header}:' is given twice: remove one",
        InputProblem.INVALID_OPTION: "'{option}: {value}': expected {choices}",
        InputProblem.NO_PLAYERS: (
            "the header names no players: add a line such as 'players: Ann, Bob'"
        ),
        InputProblem.WRONG_NUMBER_OF_PLAYERS: (
            "edition {edition} is for {fewest} to {most} players, not {count}"
        ),
        InputProblem.INVALID_DATE: "'{text}' is no day: write it as 2026-11-24",
        InputProblem.SAME_NAME: "two players have the same name: rename one of them",
        InputProblem.INVALID_NAME_LENGTH: "'{name}': a name has 1 to {most} printable characters",
        InputProblem.SEPARATOR_IN_NAME: "'{name}': a name cannot contain '{character}'",
        InputProblem.RESERVED_NAME: "'{name}' is a reserved word: choose another name",
        InputProblem.FIRST_NOT_A_PLAYER: "'first: {name}' is not a player: expected {players}",
        InputProblem.UNKNOWN_PACK: (
            "edition {edition} uses the cards '{pack}', but {board} has only {choices}"
        ),
        InputProblem.INVALID_DEAL: (
            "'dealt: {text}': expected a player and a deed, 'Ann Baltic Avenue'"
        ),
        InputProblem.NOTHING_IS_DEALT: "no deeds are dealt in a {game} game",
        InputProblem.WRONG_NUMBER_OF_DEEDS: "{player} is dealt {count} deeds, not {wanted}",
        InputProblem.DEALT_TWICE: "{deed} is dealt twice",
        InputProblem.DEAL_NOT_COVERED: "{player} cannot pay for all these deeds with {amount}",
        # The lines of a record.
        InputProblem.INVALID_MOVE: "invalid move '{text}': expected {examples}",
        InputProblem.INVALID_EFFECT: "invalid ruling '{text}': expected {examples}",
        InputProblem.UNKNOWN_MOVE: "invalid move '{text}': expected one of: {choices}",
        InputProblem.UNKNOWN_EFFECT: "invalid ruling '{text}': expected one of: {choices}",
        InputProblem.EMPTY_RULING: "a ruling needs an effect, such as 'ruling: Ann has $500'",
        InputProblem.NOT_A_PLAYER: (
            "'{text}': expected a player ({players}), 'sold', 'time is up', 'undo' or 'ruling:'"
        ),
        InputProblem.NOT_RULED_ON: (
            "'{text}': a ruling is about a player ({players}), 'bank', 'pot' or a deed, or is "
            "'no claims'"
        ),
        InputProblem.NO_SUCH_PLAYER: "no player is called '{text}'",
        InputProblem.NO_SUCH_DEED: "no deed is called '{text}'",
        InputProblem.NO_SUCH_SPACE: "no space is called '{text}'",
        InputProblem.NO_SUCH_GROUP: "no group is called '{text}'",
        InputProblem.NO_SUCH_SPACE_NUMBER: "'{text}': spaces are numbered from 0 to 39",
        InputProblem.AMBIGUOUS_SPACE: "'{text}' is on the board more than once: write {examples}",
        InputProblem.SECOND_SUM: "'{text}': write one sum of money for each side of a trade",
        InputProblem.NUMBER_OF_LANDINGS: "'{text}': somebody lands free 1 to 99 times",
        InputProblem.INVALID_SUM: "invalid amount '{text}': expected a sum such as $1440",
        InputProblem.INVALID_STOCK: (
            "invalid stock '{text}': expected, for example, '29 houses, 12 hotels'"
        ),
        InputProblem.UNKNOWN_EXPECTATION: (
            "unknown expectation '{text}': expected, for example, 'expect Ann $1440', 'expect dice "
            "with Bob' or 'refused BLD-2: Ann builds on Baltic Avenue'"
        ),
    }
)

HINTS = Sentences(
    {
        "close": "{problem}; did you mean '{close}'?",
        "known": "{problem}; known are {known}",
    }
)
"""Additions to a problem that has the fact of that name."""

EXAMPLES = Sentences({"quoted": "'{text}'", "or": "{first} or {second}"})

KINDS = Sentences(
    {
        "bool": "true or false",
        "dict": "a table",
        "int": "a whole number",
        "list": "a list",
        "str": "a text",
    }
)
"""Kinds of values in a data file, by the name of the Python type."""

_SUMS = ("amount", "paid", "lost", "due", "handed")


def translate_message(message: object, currency: str = "$") -> str:
    """Describe a problem, or an exception with a reason, in the current language.

    A place is put in front of it. ``currency`` is the board's. Anything else becomes plain text,
    None an empty text.
    """
    if isinstance(message, Message):
        message = Problem(message)
    reason = getattr(message, "reason", None)
    sentence = _sentence(reason)
    if not sentence:
        return "" if message is None else str(message)
    facts: dict[str, object] = getattr(message, "facts", {})
    fields = {name: _field(name, fact, currency) for name, fact in facts.items()}
    sentence = sentence.format(**fields)
    for name, hint in HINTS.items() if isinstance(reason, InputProblem) else ():
        if fields.get(name):
            sentence = hint.format(problem=sentence, **fields)
    place = getattr(message, "place", "")
    return f"{place}: {sentence}" if place else sentence


def _sentence(reason: object) -> str:
    match reason:
        case Message():
            return translate(str(reason.value))
        case PositionProblem():
            return POSITION_PROBLEMS[reason]
        case InputProblem():
            return INPUT_PROBLEMS[reason]
    return ""


def _field(name: str, fact: object, currency: str) -> str:
    if isinstance(fact, int) and name in _SUMS:
        return money(fact, currency)
    if isinstance(fact, float):
        return decimal(fact)
    if isinstance(fact, type):
        return KINDS[fact.__name__]
    if name == "examples" and isinstance(fact, tuple | list):
        quoted = [EXAMPLES["quoted"].format(text=example) for example in fact]
        return reduce(lambda one, two: EXAMPLES["or"].format(first=one, second=two), quoted)
    if isinstance(fact, tuple | list):
        return ", ".join(_field("", one, currency) for one in fact)
    return translate_message(fact, currency)
