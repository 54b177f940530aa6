"""Adapter of ``tools/conformance`` for this engine, which reads moves and headers from the JSON."""

from dataclasses import fields
from typing import Any

from answers import Refused

from companion.engine import IllegalMove, moves, play, rulings, start
from companion.engine.notation import check_setup
from companion.engine.notation.assertions import CHECKS
from companion.engine.notation.header import build_setup
from companion.engine.notation.tokens import NotationWords

GOODS = ("gives", "wants")


def tuples(value: Any) -> Any:
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def instalments(facts: dict[str, Any] | None) -> rulings.Instalments | None:
    return rulings.Instalments(**facts) if facts else None


def goods(facts: dict[str, Any]) -> moves.Goods:
    """One side of a trade that JSON describes."""
    lent = instalments(facts["instalments"])
    parts = {name: tuples(part) for name, part in facts.items() if name != "instalments"}
    return moves.Goods(**parts, instalments=lent)


def read(facts: dict[str, Any]) -> Any:
    """The move or effect that JSON describes."""
    kind = getattr(moves, facts["is"], None) or getattr(rulings, facts["is"])
    values = {one.name: facts[one.name] for one in fields(kind)}
    for name, value in values.items():
        if name == "effects":
            values[name] = tuple(map(read, value))
        elif name in GOODS:
            values[name] = goods(value)
        elif name == "instalments":
            values[name] = instalments(value)
        else:
            values[name] = tuples(value)
    return kind(**values)


class Table:
    def __init__(self, header: dict[str, Any]) -> None:
        lists = {"players", "house_rules"}
        values = {key: ", ".join(v) if key in lists else v for key, v in header.items()}
        dealt = (f"{name} {deed}" for name, deed in header["dealt"])
        values |= {
            "house rules": values.pop("house_rules"),
            "game": f"{header['game']} {values.pop('until')}".strip(),
            "dealt": ", ".join(dealt),
        }
        self.setup = check_setup(build_setup({key: v for key, v in values.items() if v}))
        self.game = start(self.setup)

    def play(self, move: dict[str, Any], later: list[Any]) -> None:
        try:
            self.game = play(self.game, read(move))
        except IllegalMove as error:
            raise Refused from error

    def holds(self, fact: dict[str, Any]) -> bool:
        how = {"move": read, "stock": tuple, "instalments": instalments}
        facts = {key: how.get(key, lambda one: one)(one) for key, one in fact.items()}
        words = NotationWords(tuple(self.game.players), self.setup.board)
        return not CHECKS[fact["form"]](words, facts)(self.game)
