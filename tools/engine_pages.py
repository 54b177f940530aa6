"""Write docs/engine.md and docs/engine-rules.md from the docstrings of the engine.

``bin/docs`` runs this; tests/test_docs.py fails while a page is out of date.
"""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import ModuleType

from companion import engine
from companion.engine.decide import RULES
from companion.engine.refusals import Reason
from tests.tree import ROOT
from tools.rulebook import slug

INTRODUCTION = """\
# The engine

`companion.engine` is a library: the rules of the game, without input or output. `bin/docs`
generates this page from its docstrings. Edit those, not this page. They are also shown by
`.venv/bin/python -m pydoc companion.engine`. A test runs each example.

[The rules of the engine](engine-rules.md) have a page of their own.
"""

OF_RULES = """\
# The rules of the engine

These modules decide the moves of [the engine](engine.md), a chapter of the rules each. `bin/docs`
generates this page from their docstrings. [The rules](rules.md) explain clauses such as `RENT-6`.

Each example is a record: moves, and assertions that begin with `expect` or `refused`. `check` lists
the lines that fail, so `()` means that every sum is right.
"""

LIBRARY = {
    "A game and its position": ("state", "obligations"),
    "Moves": ("moves",),
    "Legal moves": ("legal_moves",),
    "Refusals": ("refusals",),
    "Events and replay": ("decide", "evolve", "events", "codec"),
    "Open questions": ("phases",),
    "Games as text": ("notation",),
    "Positions as JSON": ("snapshot",),
    "Editions and boards": ("edition", "board", "data_file"),
    "Checks": ("invariants",),
    "Scripted players": ("bots",),
}
"""The modules of each chapter in the order of reading; the first one has the worked example."""
CHAPTERS_OF_RULES = {
    "Rent": ("rules.rent",),
    "Building": ("rules.building",),
    "Mortgages": ("rules.mortgage",),
    "Auctions": ("rules.auction",),
    "Trades": ("rules.trades",),
    "Jail": ("rules.jail",),
    "Debts": ("rules.debts",),
    "Bankruptcy": ("rules.bankruptcy",),
}

BRIEF = {"moves", "events"}
"""Modules with dozens of classes, which get a sentence each."""
MOST_FIELDS = 20
"""Number of fields above which none is listed; those of an edition are keys in the rulebook."""
PUBLIC = {
    "notation": {
        "Checked",
        "NotationError",
        "Record",
        "RecordFault",
        "RecordLine",
        "check",
        "format_header",
        "format_move",
        "format_record",
        "parse_header",
        "parse_move",
        "parse_record",
        "read_header",
    },
    "edition": {"Edition", "load", "names", "with_house_rules"},
    "legal_moves": {"LegalMoves", "legal_moves"},
    "evolve": {"evolve"},
    "data_file": {"DataFileError"},
    "invariants": {"violations", "position_violations", "stored_violations"},
}
"""Names for users of the engine, in modules whose other names are for the engine itself."""
FOR_CONTRIBUTORS = ("Import from here", "Begin reading", "A new phase", "The list is drawn")
"""Beginnings of paragraphs for people who change the engine."""

Entry = tuple[str, str]
"""A name with its signature, and its meaning."""


def modules() -> dict[str, ModuleType]:
    """Map the modules of the engine by their names in the package."""
    prefix = f"{engine.__name__}."
    names = [one.name for one in pkgutil.walk_packages(engine.__path__, prefix)]
    return {name.removeprefix(prefix): import_module(name) for name in names}


def line(text: str) -> str:
    """Write a paragraph of a docstring as a line of Markdown."""
    return " ".join(text.replace("``", "`").split())


def first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring."""
    return line(docstring.partition("\n")[0])


def markdown(docstring: str) -> Iterator[str]:
    """Yield the paragraphs, lists and examples of a docstring."""
    for block in re.split(r"\n\s*\n", inspect.cleandoc(docstring)):
        if block.startswith("    "):
            kind = "python" if block.lstrip().startswith(">>>") else "text"
            yield f"```{kind}\n{dedent(block)}\n```"
        elif not block.startswith(FOR_CONTRIBUTORS):
            yield "\n".join(map(line, re.split(r"\n(?=\d+\. )", block)))


def signature(node: ast.FunctionDef, owner: str = "") -> str:
    """Write how a function or a method is called."""
    name = f"{owner}.{node.name}" if owner else node.name
    returns = ast.unparse(node.returns).strip("'") if node.returns else ""
    if any(ast.unparse(one) == "property" for one in node.decorator_list):
        return f"{name}: {returns}"
    arguments = re.sub(r"^self(, )?(/, )?", "", ast.unparse(node.args))
    return f"{name}({arguments}) -> {returns}"


def made_of(kind: type) -> list[str]:
    """List the fields or keys of a class, or what is passed to make one."""
    if issubclass(kind, Enum) or getattr(kind, "_is_protocol", False):
        return []
    keyed = issubclass(kind, dict)
    return [*(inspect.get_annotations(kind) if keyed else inspect.signature(kind).parameters)]


def constants(body: list[ast.stmt]) -> Iterator[Entry]:
    """Yield the constants of a module, or the fields of a class, that have a docstring."""
    for statement, after in pairwise(body):
        match statement, after:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(text))),
            ):
                yield name, line(text)


def functions(body: list[ast.stmt], owner: str = "") -> Iterator[Entry]:
    """Yield the functions of a module or a class, except the rules, which get a draft."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
            call = signature(node, owner)
            if "(draft: Draft" not in call:
                yield call, line(text)


def described(kind: type, node: ast.ClassDef, is_brief: bool) -> Iterator[Entry]:
    """Yield a class with its documented fields, and its methods."""
    text, fields = ast.get_docstring(node) or "", made_of(kind)
    name = kind.__name__
    if fields and len(fields) <= MOST_FIELDS:
        name += f"({', '.join(fields)})"
    if is_brief:
        yield name, first_sentence(text)
    else:
        told = constants(node.body) if len(fields) <= MOST_FIELDS else ()
        yield name, " ".join([line(text), *(f"`{field}`: {said}" for field, said in told)])
        yield from functions(node.body, kind.__name__)


def entries(name: str, module: ModuleType) -> Iterator[Entry]:
    """Yield the documented names of a module, with signature and docstring."""
    body = ast.parse(inspect.getsource(module)).body
    yield from constants(body)
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from described(getattr(module, node.name), node, name in BRIEF)
    yield from functions(body)


def public(name: str) -> list[Entry]:
    """List the public names of a module, or those that a package exports."""
    parts = modules()
    inside = [one for one in parts if f"{one}.".startswith(f"{name}.")]
    found = [
        (re.split(r"\W", entry[0])[0], entry)
        for one in inside
        for entry in entries(one, parts[one])
    ]
    wanted = PUBLIC.get(name, {*getattr(parts[name], "__all__", ())})
    return [
        entry for head, entry in found if (head in wanted if wanted else not head.startswith("_"))
    ]


def decided(module: ModuleType) -> Iterator[str]:
    """Name the moves that a module of the rules decides."""
    found = [move.__name__ for move, rule in RULES.items() if rule.__module__ == module.__name__]
    if found:
        yield f"Moves: {', '.join(f'`{move}`' for move in found)}."


def reasons() -> Iterator[str]:
    """Yield the reasons of refusals, a line for each chapter of the rules."""
    chapters: dict[str, list[str]] = {}
    for reason in Reason:
        said = f"`{reason.name}`, {reason.meaning} ({reason.clause})."
        chapters.setdefault(reason.clause.partition("-")[0], []).append(said)
    for name, told in sorted(chapters.items()):
        yield f"- {name}: {' '.join(told)}"


def chapter(title: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the blocks of a chapter: prose and example of its modules, and their names."""
    yield f"## {title}"
    for name in names:
        module = modules()[name]
        opening, *blocks = markdown(module.__doc__ or "")
        yield f"**`{module.__name__}`** {opening}"
        yield from blocks
        yield from decided(module)
        lines = [f"- `{call}`: {said}" for call, said in public(name)]
        if name == "refusals":
            lines += reasons()
        if lines:
            yield "\n".join(lines)


def contents(titles: Iterable[str]) -> str:
    """Write the links to the chapters of a page."""
    return "\n".join(f"- [{title}](#{slug(title)})" for title in titles)


def page(chapters: Mapping[str, tuple[str, ...]], *introduction: str, of_rules: bool) -> str:
    """Write a page: its chapters, then the first sentence of each module that is in none."""
    blocks = [*introduction[:1], contents([*chapters, "Other modules"]), *introduction[1:]]
    for title, names in chapters.items():
        blocks += chapter(title, names)
    told = tuple(f"{name}." for names in chapters.values() for name in names)
    others = [
        f"- `{name}`: {first_sentence(module.__doc__ or '')}"
        for name, module in modules().items()
        if name.startswith("rules.") == of_rules and not f"{name}.".startswith(told)
    ]
    return "\n\n".join([*map(str.strip, blocks), "## Other modules", "\n".join(others)]) + "\n"


def pages() -> dict[Path, str]:
    """Write both pages."""
    _, *usage = markdown(engine.__doc__ or "")
    _, *form = markdown(modules()["rules"].__doc__ or "")
    return {
        ROOT / "docs/engine.md": page(LIBRARY, INTRODUCTION, *usage, of_rules=False),
        ROOT / "docs/engine-rules.md": page(CHAPTERS_OF_RULES, OF_RULES, *form, of_rules=True),
    }


def main() -> None:
    """Write the files of the pages."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
