"""Sentences at the head of a report: what led to the result, and whom the dice loved."""

from collections import Counter
from collections.abc import Iterator

from companion.engine.standings import standings
from companion.report import money, worth
from companion.report.chances import Course
from companion.report.timeline import AuditedTimeline
from companion.text import names
from companion.text.chances import chance_text
from companion.text.purposes import purpose
from companion.text.report import text_of


def best_dice(course: Course) -> str:
    """Say to whom the dice gave most and took most; nothing if they did not do both."""
    best = max(course.sources, key=lambda one: one.dice)
    worst = min(course.sources, key=lambda one: one.dice)
    most, least = round(100 * best.dice), round(-100 * worst.dice)
    if most <= 0 or least <= 0:
        return ""
    fields = {"best": best.player, "most": most, "worst": worst.player, "least": least}
    return str(chance_text("best dice", **fields))


def reasons(timeline: AuditedTimeline, turns: list[worth.AtTurn]) -> Iterator[str]:
    """Yield the reasons for the first place, as far as figures show them."""
    first = standings(timeline.end)[0].name
    since = worth.lead_since(turns)
    if turns[-1].leader == first and len(timeline.winners) != 1:
        key = "led" if since < turns[-1].turn else "never led"
        yield text_of(key, player=first, turn=since)
    rents = money.rents(timeline)
    own: Counter[str] = Counter()
    for one in rents:
        own[one.paid.deed] += one.paid.amount if one.payee == first else 0
    if earned := own.total():
        share = round(100 * earned / sum(one.paid.amount for one in rents))
        yield text_of("rent brought", player=first, amount=timeline.money(earned), percent=share)
        best = max(own, key=lambda deed: own[deed])
        deed = names.deed_name(timeline.setup.board, best)
        yield text_of("best deed", deed=deed, player=first, amount=timeline.money(own[best]))
    if most := money.largest(timeline):
        yield _largest(timeline, most)


def _largest(timeline: AuditedTimeline, most: money.CountedPayment) -> str:
    board, paid = timeline.setup.board, most.paid
    deed = names.deed_name(board, paid.deed) if paid.deed else ""
    return text_of(
        "largest",
        payer=most.payer,
        payee=most.payee,
        amount=timeline.money(paid.amount),
        why=purpose(paid.why, deed),
        number=most.step.number,
    )
