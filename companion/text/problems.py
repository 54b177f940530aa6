"""Problems as sentences: of rulings, positions, files, editions, boards and records."""

from functools import reduce
from pathlib import PurePath

from companion.engine.problems import InputProblem, Message, Money, Problem
from companion.text.catalogue import Sentences, translate
from companion.text.format import decimal, money
from companion.text.told import Told, Typed, Wording, filled, joined

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


def translate_message(message: object, currency: str = "$") -> str:
    """Describe a problem as words, for the command line and for files."""
    return str(explain(message, currency))


def explain(message: object, currency: str = "$") -> Told:
    """Describe a problem, or an exception with a reason, in the current language.

    A place is put in front of it. ``currency`` is the board's. Anything else becomes words, None an
    empty text.
    """
    if isinstance(message, Message):
        message = Problem(message)
    reason = getattr(message, "reason", None)
    if not isinstance(reason, Message):
        return Told("" if message is None else _typed(message))
    facts: dict[str, object] = getattr(message, "facts", {})
    fields: dict[str, object] = {**written(facts, currency)}
    sentence = filled(translate(reason.value), fields)
    for name, hint in HINTS.items() if isinstance(reason, InputProblem) else ():
        if fields.get(name):
            sentence = filled(hint, fields | {"problem": sentence})
    place = getattr(message, "place", "")
    return Told(str(place), ": ", sentence) if place else sentence


def _typed(message: object) -> Typed | str:
    """Return a path as what somebody typed, and anything else as words."""
    return Typed(str(message)) if isinstance(message, PurePath) else str(message)


def written(facts: dict[str, object], currency: str) -> dict[str, Wording]:
    """Write each fact as its type wants it, in the current language."""
    return {name: _field(name, fact, currency) for name, fact in facts.items()}


def _field(name: str, fact: object, currency: str) -> Wording:
    if isinstance(fact, Money):
        return money(fact, currency)
    if isinstance(fact, float):
        return decimal(fact)
    if isinstance(fact, type):
        return KINDS[fact.__name__]
    if name == "examples" and isinstance(fact, tuple | list):
        quoted = [EXAMPLES.fill("quoted", text=example) for example in fact]
        return reduce(lambda one, two: EXAMPLES.fill("or", first=one, second=two), quoted)
    if isinstance(fact, tuple | list):
        return joined(", ", (_field("", one, currency) for one in fact))
    return explain(fact, currency)
