"""Packaged model of the chances: its weights, and the games that it was fitted for.

They are data, ``chances.toml``; the file says how they were fitted.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the estimate: a hidden layer of tanh units over the scaled features."""

    own: tuple[tuple[float, ...], ...]
    """For each hidden unit, the weights of one player's features."""
    table: tuple[tuple[float, ...], ...]
    """For each hidden unit, the weights of the features that all players share."""
    bias: tuple[float, ...]
    score: tuple[float, ...]
    """Weights of the hidden units in a player's score."""
    direct: tuple[float, ...]
    """Weights of one player's features in the score."""


@dataclass(frozen=True, slots=True)
class Model:
    """Weights, and what else was measured on the games that were fitted."""

    weights: Weights
    landing: tuple[float, ...]
    """Share of all landings, by space."""
    house_rules: frozenset[str]
    players: tuple[int, int]


@cache
def model() -> Model:
    """Return the packaged model."""
    return _read(tomllib.loads(weights_file()))


def packaged_weights() -> Weights:
    """Return the packaged weights."""
    return model().weights


def weights_file() -> str:
    """Return the text of the packaged weights: results that follow from it are named by it."""
    return resources.files(__package__).joinpath("chances.toml").read_text("utf-8")


def _read(values: Mapping[str, Any]) -> Model:
    layer = values["weights"]
    return Model(
        Weights(
            own=tuple(map(tuple, layer["own"])),
            table=tuple(map(tuple, layer["table"])),
            bias=tuple(layer["bias"]),
            score=tuple(layer["score"]),
            direct=tuple(layer["direct"]),
        ),
        landing=tuple(values["landing"]),
        house_rules=frozenset(values["games"]["house_rules"]),
        players=tuple(values["games"]["players"]),
    )
