"""Rent still due, as the stage shows it: one line for each claim, in places that stay.

Claims stack upwards from the bottom of the stage. A claim keeps its place until it ends, whatever
happens to the others, so a finger on its way to a button never meets another one. The lines close
ranks only when a move changes their form. Where owners watch for their own rent (TABLE-6, RENT-7)
there are no lines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.engine.obligations import Claim
from companion.engine.rules.rent import TURNS_TO_ASK
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.prompts.answers import Answer
from companion.table.prompts.claims import last_to_roll, strips
from companion.text import sum_of
from companion.text.moments import claim as claim_text
from companion.text.names import party_name, short_names
from companion.text.told import Wording

FORMS = {"wide": 2, "row": 3, "cell": 0}
"""Forms of the lines, with the largest number of claims for each: wide with two lines of text, a
row with one, and cells, two in a row, for any number of claims."""


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """Claim with its button; ``place`` counts from 0, upwards from the bottom of the stage.

    All lines together take some ``places``, with the gaps that ended claims left.

    ``marker`` is the owner's, ``payer`` that of who pays, and ``last`` that of whose roll ends the
    claim. ``rolls`` of the ``most_rolls`` dots are filled: the rolls until the claim lapses.
    ``note`` names the payer, or says how much cash the payer lacks (``is_short``). A missed claim
    has just lapsed and cannot be collected.
    """

    claim: Claim
    place: int
    marker: int
    payer: int
    last: int
    names: tuple[str, ...]
    group: str
    until: Wording
    rolls: int
    most_rolls: int
    collect: tuple[Wording, ...]
    amount: Wording
    note: tuple[Wording, ...]
    answer: Answer
    form: str = "wide"
    places: int = 1
    is_short: bool = False
    is_missed: bool = False


def stack(
    game: Game,
    shown: Sequence[ClaimLine] = (),
    missed: Iterable[Claim] = (),
    *,
    is_crowded: bool = False,
) -> list[ClaimLine]:
    """Line for each claim and each missed claim, from the bottom upwards.

    ``shown`` are the lines on the screen so far: their claims keep their places. A stage that is
    crowded with answers has no room for wide lines.
    """
    if game.setup.rent == "watchful":
        return []
    lines = _placed(game, list(shown), missed)
    forms = [name for name, most in FORMS.items() if len(lines) <= most or not most]
    form = "row" if is_crowded and forms[0] == "wide" else forms[0]
    if any(line.form != form for line in shown):
        lines = [replace(line, place=place) for place, line in enumerate(lines)]
    taken = max((line.place for line in lines), default=-1) + 1
    return [replace(line, form=form, places=taken) for line in lines]


def places(lines: Sequence[ClaimLine]) -> int:
    """Return the number of places that lines take since the last move."""
    return lines[0].places if lines else 0


def _placed(game: Game, shown: list[ClaimLine], missed: Iterable[Claim]) -> list[ClaimLine]:
    kept, arisen = [], []
    for claim, answer in zip(game.claims, reversed(strips(game)), strict=True):
        if before := _take(shown, claim):
            kept.append(_line(game, claim, answer, before.place))
        else:
            arisen.append((claim, answer))
    for claim in missed:
        if before := _take(shown, claim):
            missed_sum = claim_text("lapsed", amount=before.amount)
            kept.append(
                replace(
                    before, rolls=0, note=(), collect=(missed_sum,), is_short=False, is_missed=True
                )
            )
    taken = {line.place for line in kept}
    free = (place for place in count() if place not in taken)
    kept += (_line(game, claim, answer, next(free)) for claim, answer in arisen)
    return sorted(kept, key=lambda line: line.place)


def _take(shown: list[ClaimLine], claim: Claim) -> ClaimLine | None:
    """Remove the line of a claim from ``shown``; two claims can be equal."""
    for line in shown:
        if line.claim == claim:
            shown.remove(line)
            return line
    return None


def _line(game: Game, claim: Claim, answer: Answer, place: int) -> ClaimLine:
    lacking = claim.amount - game.players[claim.payer].cash
    note: tuple[Wording, ...] = (claim_text("from", payer=claim.payer), party_name(claim.payer))
    if lacking > 0:
        short = sum_of(game, lacking)
        note = (
            claim_text("short", payer=claim.payer, amount=short),
            claim_text("short.slim", amount=short),
        )
    amount, markers = sum_of(game, claim.amount), markers_of(game.players)
    last = last_to_roll(game, claim)
    return ClaimLine(
        claim=claim,
        place=place,
        marker=markers[claim.owner],
        payer=markers[claim.payer],
        last=markers[last],
        names=short_names(game.board, claim.deed),
        group=game.board.deeds[claim.deed].group,
        until=claim_text(f"until.{game.edition.claim_lapses}", player=last),
        rolls=_rolls_left(game, claim),
        most_rolls=TURNS_TO_ASK,
        collect=(
            claim_text("collect", owner=claim.owner, amount=amount),
            claim_text("collect.slim", amount=amount),
        ),
        amount=amount,
        note=note,
        answer=answer,
        is_short=lacking > 0,
    )


def _rolls_left(game: Game, claim: Claim) -> int:
    """Count the players who still roll before the claim lapses, or with whose roll it does.

    In the turn in which the claim arose the payer may roll again; that counts for nothing.
    """
    turns = claim.turn + TURNS_TO_ASK - game.turn.number
    return min(turns + (game.edition.claim_lapses == "throw"), TURNS_TO_ASK)
