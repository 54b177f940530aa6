"""Sentences at the head of a report: who won, and why."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.board import Kind
from companion.engine.standings import standings
from companion.report import money, worth
from companion.report.chances import Course
from companion.report.timeline import AuditedTimeline, Timeline
from companion.text import names
from companion.text.chances import chance_text
from companion.text.purposes import purpose
from companion.text.report import REPORT, text_of
from companion.text.told import Wording


def story(
    timeline: Timeline, turns: list[worth.AtTurn], deeds: Sequence[money.DeedMoney]
) -> Wording:
    """Tell in one sentence why the winner won, and since when.

    It is the rent that gave the lead for good; or else the set that earned most.
    """
    if len(timeline.winners) != 1:
        return ""
    [winner] = timeline.winners
    leads = turns[-1].leader == winner
    since = worth.lead_since(turns) if leads else turns[-1].turn
    if since < turns[-1].turn and (rent := _decisive_rent(timeline, turns, since)):
        return REPORT.fill(
            "lead by rent",
            player=winner,
            turn=since,
            payer=rent.payer,
            payee=rent.payee,
            amount=timeline.money(rent.paid.amount),
            deed=names.deed_name(timeline.setup.board, rent.paid.deed),
        )
    earned = Counter[str]()
    for deed in deeds:
        if deed.deed.kind is Kind.STREET:
            earned[deed.deed.group] += deed.collected.get(winner, 0)
    for group in sorted(earned, key=lambda group: -earned[group]):
        for step in timeline.standing if earned[group] else ():
            owner = step.after.holdings.ownership.whole_groups.get(group, "")
            if timeline.names_at_end(step.after.players).get(owner) == winner:
                sets, at = names.set_name(group), step.after.turn.number
                led = "set and lead" if at <= since else "lead and set"
                key = led if since < turns[-1].turn else "set"
                return REPORT.fill(key, player=winner, set=sets, turn=at, since=since)
    return REPORT.fill("led" if since < turns[-1].turn else "never led", player=winner, turn=since)


def _decisive_rent(
    timeline: Timeline, turns: list[worth.AtTurn], since: int
) -> money.CountedPayment | None:
    """Return the largest rent to the winner, or from who had led, in the turn ``since``."""
    [winner] = timeline.winners
    leader = {at.turn: at.leader for at in turns}.get(since - 1, "")
    rents = [
        one
        for one in money.rents(timeline)
        if one.step.before.turn.number == since and (one.payee == winner or one.payer == leader)
    ]
    return max(rents, key=lambda one: one.paid.amount, default=None)


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
