"""Compare problems by their reasons, and write them as the program does where only text is seen."""

from enum import Enum

from companion.engine.problems import Problem
from companion.text import translate_message


def reasons(problem: object) -> list[Enum]:
    """List the reason of a problem or an error, and then those of the problems among its facts."""
    reason, facts = getattr(problem, "reason", None), getattr(problem, "facts", {})
    if not isinstance(reason, Enum):
        return []
    return [reason, *(inner for fact in facts.values() for inner in reasons(fact))]


def sentence(reason: Enum, **facts: object) -> str:
    """Write a problem as the program does."""
    return translate_message(Problem(reason, **facts))
