"""Keep the figures of docs/testing.md: recorded by the runs that measure, written by ``bin/docs``.

No figure is typed. Tests record theirs with the fixture ``record_figures``:

    bin/test --hours --record-figures

The other two read what a command leaves:

    python -m tools.bench --json | python -m tools.figures bench
    mutmut export-cicd-stats && python -m tools.figures mutants < mutants/mutmut-cicd-stats.json

tests/test_docs.py fails while the page says anything else than tools/figures.json.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from textwrap import fill
from typing import Any

from tests.tree import ROOT, read

FILE, TARGET = ROOT / "tools/figures.json", ROOT / "docs/testing.md"
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
WIDTH = 101

Run = Mapping[str, Any]
"""Figures of one run by name, with its ``date``."""


def load() -> dict[str, Run]:
    return dict(json.loads(read(FILE)))


def record(group: str, figures: Run) -> None:
    """Store the figures of today's run; other figures of the group stay."""
    everything = load()
    today = datetime.now(UTC).date().isoformat()
    everything[group] = {**everything.get(group, {}), **figures, "date": today}
    FILE.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n", encoding="utf-8")


# --- what the page says -------------------------------------------------------------------------


def mutants(run: Run) -> str:
    killed, total = run["killed"], run["total"]
    return (
        f"Tests noticed {killed:,} of {total:,} mutants, {killed / total:.1%}. Most of the others "
        "change nothing that can be seen, such as a default that no phase has."
    )


def journals(run: Run) -> str:
    return (
        f"Both accepted all {run['games']} games, of {run['moves']:,} moves, and found everybody's "
        f"cash and worth and the rent of each property. Of "
        f"{run['edits']:,} changes hledger refused {run['hledger']:,}, and beancount "
        f"{run['beancount']:,} (two transactions in another order may give the same result). All "
        f"{run['records']} records were imported and exported unchanged."
    )


def codes(run: Run) -> str:
    return (
        f"All {run['games']} games, of up to {run['longest']:,} moves, came back unchanged; "
        f"{run['of_one_code']} of them fitted into one code, and none needed more than "
        f"{run['most']}."
    )


def power(run: Run) -> str:
    faults = sum(count for name, count in run.items() if name.startswith("faults"))
    return (
        f"{run['cut']:,} different disk images of one game lost nothing, nor did "
        f"{run['garbled']:,} with blocks of junk, {run['second_cut']:,} of a second power cut and "
        f"{run['killed']:,} of a killed program. {faults:,} injected faults in another game "
        "lost nothing."
    )


def chances(run: Run) -> str:
    measured = "; ".join(
        f"with {n} players {run[f'loss_{n}']:.3f}, {run[f'loss_{n}'] / run[f'worth_{n}']:.3f} and "
        f"{run[f'far_{n}']:.3f}"
        for n in range(2, 9)
        if f"loss_{n}" in run
    )
    parts = [
        "Log loss, its ratio to that of the share of worth, and the distance of the farthest tenth "
        f"from what came: {measured}."
    ]
    if "luck_errors" in run:
        parts.append(
            f"The mean of {run['gains']:,} gains by rolls was at most {run['luck_errors']:.1f} "
            "standard errors from zero for any seat or temperament."
        )
    if "mean_rollout" in run:
        parts.append(
            f"In {run['positions']} positions the chances were off by {run['mean_rollout']:.3f} on "
            f"average and by {run['worst_rollout']:.2f} at worst, against {run['rollouts']} full "
            "rollouts of each."
        )
    return " ".join(parts)


def phones(run: Run) -> str:
    return (
        f"Twelve phones with {run['taps']:,} taps each beside a monkey at the table: "
        f"{run['booked']:,} wishes were booked once each, {run['refused']:,} were refused, and so "
        f"were all {run['foreign']:,} for another seat; every invariant was true after every move. "
        f"{run['requests']:,} strange requests and {run['packets']:,} strange packets led to no "
        "fault of the server, and booked nothing that a finger could not. A move with twelve "
        "phones, with their server stopped, and with a flood of wishes took at most "
        f"{run['cost']:.3f} times the instructions of one without a server. {run['lines']:,} lines "
        f"of the feed, {run['torn']:,} of them torn, and readers of which {run['killed']} were "
        f"killed, {run['stopped']} stopped and {run['late']} started late: of {run['followed']:,} "
        f"lines read, {run['lost']} were lost and {run['doubled']} doubled."
    )


def club(run: Run) -> str:
    sums = Counter[str]()
    for name, value in run.items():
        kind, _, seed = name.rpartition(" ")
        if seed.isdigit():
            sums[kind] += value
    lines, lost, doubled = sums.pop("lines"), sums.pop("lost"), sums.pop("doubled")
    evenings = sum(1 for name in run if name.startswith("lines "))
    happened = ", ".join(f"{kind} {count}" for kind, count in sorted(sums.items()))
    found = sum(1 for name in run if name.startswith("found "))
    costs = ", ".join(
        f"{run[f'cost {mode}']:.3f} with {what}"
        for mode, what in (
            ("present", "the publisher"),
            ("hung", "a hung one"),
            ("black hole", "one in a black hole"),
        )
    )
    return (
        f"{evenings} evenings, {lines:,} lines: {lost} lost, {doubled} doubled, and all standings "
        f"those of the tables. What happened, and how often: {happened}. All {found} "
        f"planted faults were found. The processor time of a move is {costs}, each against none."
    )


def thousand(run: Run) -> str:
    when = "; ".join(
        f"{what} {run[f'median {name}']:.2f} s, {run[f'p95 {name}']:.2f} s and "
        f"{run[f'worst {name}']:.1f} s"
        for name, what in (("before", "before the server was killed"), ("after", "from then on"))
    )
    return (
        f"{run['tables']:,} tables and three servers, {run['rate']:.0f} moves a second, and the "
        f"director's server, which led {run['led']} streams, killed in the middle: {run['sent']:,} "
        f"lines sent, {run['stored']:,} stored, {run['shown']:,} shown, {run['lost']} lost, "
        f"{run['doubled']} doubled, and all standings those of the tables. A line was shown after "
        f"(median, 95 of 100, worst) {when}. The wall was silent for at most "
        f"{run['longest silence of the wall']:.1f} s. The director took "
        f"{run['memory of the director']:.0f} MB and {run['share of the director']:.0%} of a core, "
        f"a server {run['memory of a server']:.0f} MB and {run['share of a server']:.0%}. A table "
        f"took {run['disk of a table'] / 1000:.0f} kB on the disk of a server, and a line "
        f"{run['bytes of a line'] / 1000:.1f} kB of the director's memory. With publishers that "
        f"take lines for stored that nobody acknowledged, {run['found']:.0f} were found to be lost."
    )


def soak(run: Run) -> str:
    return (
        f"{run['games']} games, {run['moves']:,} moves. The last third of the games took "
        f"{run['grown']:.1f} MB more memory than the second third ({run['grows_by']:g} are "
        f"allowed) and {run['bytes_last']:.0f} bytes of the card a move after "
        f"{run['bytes_middle']:.0f}. No tap after the first third appeared later than after "
        f"{run['slowest']:.3f} s of processor time ({run['latest']:g} are allowed)."
    )


ROWS = {
    "commit": "a move until it is durable",
    "growth": "the same with 100,000 moves of 200 games before it",
    "tap": "a tap to its frame, without the commit",
    "tap, reference": "the bare screen beside its last ten runs",
    "tap, slowest of 100": "the slowest of a hundred taps",
    "tap, drawn": "a tap that is drawn, in software",
    "beside": "a tap beside that of an earlier commit",
    "purchase": "a tap that buys, beside the same pictures in plain Kivy",
    "layers, play": "where a tap on the play screen goes",
    "layers, trade": "a tap in a trade",
    "layers, history": "a tap in the history",
    "layers, debt": "a tap of somebody who must raise money",
    "layers, auction": "a tap in an auction",
    "layers, browser": "a tap on the play screen in a browser's server",
    "motion": "a frame while dice land, a token slides and money flies",
    "motion, reference": "the bare screen beside its last ten runs",
    "motion, slowest frame": "the slowest of these frames",
    "motion, drawn": "such a frame that is drawn, in software",
    "start": "start to the first frame",
    "start, table": "start to the table, whose ledger is opened behind that frame",
    "memory": "memory, every screen shown once",
    "idle": "processor time while nothing happens",
    "idle, frames drawn": "frames drawn meanwhile",
    "engine": "turns a second, for a machine of 10 million additions a second",
    "replay": "moves a second resumed",
    "scale, engine": "a move of the engine after 10 to 10,000 moves",
    "scale, screen": "a tap after 100 to 10,000 moves",
    "report": "the report of a long game",
    "report, memory": "memory that the report of a long game takes",
}


def bench(run: Run) -> str:
    lines = [
        f"{run['machine']}. Bold figures miss their target.\n",
        "| | ours | reference | judged | target |",
        "|---|---|---|---|---|",
    ]
    for figure in run["figures"]:
        cells = (ROWS[figure["name"]], figure["ours"], figure["reference"], _judged(figure))
        lines.append(f"| {' | '.join(cells)} | {figure['target']} |")
    return "\n".join(lines)


def _judged(figure: Run) -> str:
    value = figure["value"]
    text = "none" if value is None else f"{value:,.{0 if value >= 100 else 2}f}"
    return text if figure["met"] else f"**{text}**"


SENTENCES: dict[str, Callable[[Run], str]] = {
    "mutants": mutants,
    "journals": journals,
    "codes": codes,
    "chances": chances,
    "phones": phones,
    "club": club,
    "thousand": thousand,
    "power": power,
    "soak": soak,
    "bench": bench,
}


def written(page: str, figures: Mapping[str, Run]) -> str:
    """Fill the blocks of a page."""

    def block(found: re.Match[str]) -> str:
        begin, group, end = found.groups()
        run = figures[group]
        first, *rest = f"Measured on {run['date']}: {SENTENCES[group](run)}".split("\n\n")
        return begin + "\n\n".join([fill(first, WIDTH), *rest]) + f"\n{end}"

    return BLOCK.sub(block, page)


def main(*groups: str) -> None:
    """Record the figures of a group from stdin, if one is named; write the page."""
    for group in groups:
        record(group, json.load(sys.stdin))
    TARGET.write_text(written(read(TARGET), load()), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
