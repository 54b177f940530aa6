"""Measure the style of the prose and let no measure grow.

``tests/style_baseline.toml`` has the findings that there still are, counted by rule and file. More
findings in a file fail, and so do fewer until they are recorded:

    bin/test tests/test_style.py --rewrite-style

The flag refuses to record more findings of a rule than before. ``tests/style_words.toml`` lists the
words to avoid and what to write instead.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import pytest

from companion.engine import board, edition
from companion.engine.notation import (
    NotationError,
    header,
    parse_expectation,
    parse_move,
    rules_card,
)
from companion.engine.state import Setup
from tests.tree import PRODUCT, ROOT, files, nodes, read

BASELINE = ROOT / "tests/style_baseline.toml"
WORDS = tomllib.loads(read(ROOT / "tests/style_words.toml"))
SENTENCES = ROOT / "tests/text/en.txt"
CODE = [*PRODUCT, *files("tests/**/*.py", "tools/**/*.py")]
TEXTS = [
    *files("*.md", "docs/*.md", "hardware/*.md", "tests/**/*.md", "tools/*.md"),
    *files(
        "bin/*",
        "systemd/*.*",
        "systemd/image/*.*",
        "systemd/image/rpi5/*",
        "systemd/image/splash/*.script",
        "kv/**/*.kv",
        "companion/**/*.toml",
        "companion/**/*.html",
    ),
]
TARGET = 30.0
"""Highest share of public functions without a leading verb, in percent."""

OPENING = re.compile(r"(What|Whether|Who|Whose|Of|By|So|That|Which|Where|When|How|Why)\b")
NO_VERB = re.compile(
    r"(The|A|An|It|All|Every|One|Each|Only|Nothing|There|Another|This|These|Some|No|Both)\b"
    r"|(?![A-Z][a-z]+\b)"
)

Finding = tuple[int, str]
"""Line and fault."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef


# --- the rules ------------------------------------------------------------------------------------


def docstrings(source: str) -> Iterator[tuple[Documented, int, str]]:
    for node in nodes(source):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield node, getattr(node, "lineno", 1), text


def attribute_docstrings(source: str) -> Iterator[Finding]:
    for node in nodes(source):
        if isinstance(node, ast.Module | ast.ClassDef):
            for before, after in zip(node.body, node.body[1:], strict=False):
                if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                    value = getattr(after.value, "value", None)
                    if isinstance(value, str):
                        yield after.lineno, value


def openings(source: str) -> Iterator[Finding]:
    """Find docstrings that open with What, Whether, Who, Of, By and the like."""
    found = [(number, text) for _, number, text in docstrings(source)]
    for number, text in (*found, *attribute_docstrings(source)):
        if OPENING.match(text):
            yield number, text.splitlines()[0]


def short_docstrings(source: str) -> Iterator[Finding]:
    """Find docstrings of at most three words, except those of constants and fields."""
    for _, number, text in docstrings(source):
        if len(text.split()) <= 3:
            yield number, text


def unpacked_literals(source: str) -> Iterator[Finding]:
    """Find literals that are unpacked to save a line."""
    for node in nodes(source):
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple | ast.List | ast.Set):
            yield node.lineno, ast.unparse(node)


def numbered_spaces(source: str) -> Iterator[Finding]:
    """Find pads and gaps of parts that are numbers, and no step of the scale."""
    for node in nodes(source):
        match node:
            case (
                ast.keyword(arg="pad" | "gap", value=space)
                | ast.Assign(targets=[ast.Name(id="pad")], value=space)
            ) if has_number(space):
                yield space.lineno, f"{ast.unparse(space)}: take a step of parts.SPACES"


def has_number(space: ast.expr) -> bool:
    match space:
        case ast.Constant(value=int() | float() as number):
            return bool(number)
        case ast.Tuple(elts=parts):
            return any(map(has_number, parts))
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return has_number(one) or has_number(other)
    return False


def definitions(source: str) -> Iterator[Finding]:
    """List the classes, functions, constants and fields that a module defines."""
    for node in nodes(source):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.lineno, node.name
        if isinstance(node, ast.Module | ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.Assign | ast.AnnAssign):
                    targets = line.targets if isinstance(line, ast.Assign) else [line.target]
                    yield from ((line.lineno, ast.unparse(target)) for target in targets)


def old_names(source: str, avoided: dict[str, str]) -> Iterator[Finding]:
    """Find definitions by a name that was given up."""
    for number, name in definitions(source):
        if name in avoided:
            yield number, f"{name}: write {avoided[name]}"


NOT_ASSERTED = (
    "catalogues.py",
    "engine_pages.py",
    "figures.py",
    "reference.py",
    "scene_records.py",
    "test_architecture.py",
    "test_dead_code.py",
    "test_style.py",
)
"""Modules with descriptions, or with samples of code."""
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Zoe", "Ann B", "Old Bob")
TABLES = [
    Setup(PLAYERS, edition.load("1961"), board.load(name)) for name in ("atlantic-city", "london")
]
WORDS_IN_A_ROW = re.compile(r"(?<![\w./-])[A-Za-z]['\w]*[,;:]? [a-z]['\w]*[,;:]? [A-Za-z]['\w]*")
NOT_PROSE = re.compile(r"\s*(?:\{\} )?(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER) ")


def english(source: str) -> Iterator[Finding]:
    """Find English sentences that a test asserts: three words in a row, except in the notation.

    They are searched in assertions, comparisons, ``match=``, the parameters of tests, and tables
    that one of those refers to.
    """
    compared = [*_compared(source)]
    names = {part.id for node in compared for part in ast.walk(node) if isinstance(part, ast.Name)}
    module, *inner = nodes(source)
    assert isinstance(module, ast.Module)
    is_test = any(isinstance(node, ast.Assert) for node in inner)
    for line in module.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value:
            targets = line.targets if isinstance(line, ast.Assign) else [line.target]
            if not is_test or names & {ast.unparse(target) for target in targets}:
                compared.append(line.value)
    found = {(part.lineno, _text_of(part)) for node in compared for part in _strings(node)}
    yield from sorted(finding for finding in found if _is_prose(finding[1]))


def _compared(source: str) -> Iterator[ast.AST]:
    """List the expressions with which a test compares something."""
    for node in nodes(source):
        match node:
            case (
                ast.Assert(test=value)
                | ast.keyword(arg="match", value=value)
                | (ast.Compare() as value)
            ):
                yield value
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, values, *_]):
                yield values


def _strings(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """List the strings of an expression, except keys: those are ids."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            yield node
        case ast.Subscript(value=value):
            yield from _strings(value)
        case ast.Dict(values=values):
            for value in values:
                yield from _strings(value)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _strings(child)


def _text_of(literal: ast.Constant | ast.JoinedStr) -> str:
    parts = literal.values if isinstance(literal, ast.JoinedStr) else [literal]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


def _is_prose(text: str) -> bool:
    if NOT_PROSE.match(text) or not WORDS_IN_A_ROW.search(text):
        return False
    return not all(map(_is_notation, filter(str.strip, text.splitlines())))


@cache
def _is_notation(line: str) -> bool:
    """Return True if the line is one of a record: a header, a move or an assertion.

    A name in braces stands for a player.
    """
    line = re.sub(r"\{\w+\}", PLAYERS[0], line.partition("#")[0].strip())
    of_card = partial(header.split_line, keys=rules_card.KEYS)
    readers: list[Callable[[str], object]] = [header.split_line, of_card]
    for setup in TABLES:
        readers += [partial(parse_move, setup=setup), partial(parse_expectation, setup=setup)]
    for read_line in readers:
        with suppress(NotationError):
            read_line(line)
            return True
    return False


def may_contain(kind: str, text: str) -> bool:
    """Return True if a phrase is anywhere in a text: to look is faster than to take it apart."""
    flat = " ".join(text.split())
    return any(re.search(pattern, flat, re.IGNORECASE) for pattern in WORDS[kind])


def prose(source: str) -> Iterator[Finding]:
    """List the comments and strings of Python code."""
    strings = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in strings:
            yield token.start[0], token.string


def phrases(texts: Iterator[Finding], kind: str = "phrases") -> Iterator[Finding]:
    """Find phrases that the style replaces."""
    for number, text in texts:
        flat = " ".join(text.split())
        for pattern, new in WORDS[kind].items():
            for found in re.finditer(pattern, flat, re.IGNORECASE):
                yield number, f"'{found[0]}': write '{new}'"


# --- the measurement ------------------------------------------------------------------------------


def names_avoided_in(path: str) -> dict[str, str]:
    """Merge the lists of a file and of the folders around it."""
    avoided = {}
    for place, names in WORDS["names"].items():
        if f"{path}/".startswith(f"{place}/"):
            avoided |= names
    return avoided


def is_there(path: Path) -> bool:
    """Return True if a file, or a folder with more than compiled modules, exists."""
    return path.is_file() or any(f.is_file() and f.suffix != ".pyc" for f in path.rglob("*"))


def findings() -> Iterator[tuple[str, str, int, str]]:
    """Find every fault: rule, path, line and what it is."""
    rules: dict[str, Callable[[str], Iterator[Finding]]] = {
        "numbered_spaces": numbered_spaces,
        "openings": openings,
        "short_docstrings": short_docstrings,
    }
    for path in CODE:
        name, source = str(path.relative_to(ROOT)), read(path)
        if path in PRODUCT:
            for rule, check in rules.items():
                yield from ((rule, name, *found) for found in check(source))
            avoided = names_avoided_in(name)
            yield from (("old_names", name, *found) for found in old_names(source, avoided))
        elif path.parent != SENTENCES.parent and path.name not in NOT_ASSERTED:
            yield from (("english_in_tests", name, *found) for found in english(source))
        yield from (("unpacked_literals", name, *found) for found in unpacked_literals(source))
        if path != Path(__file__) and may_contain("phrases", source):
            yield from (("phrases", name, *found) for found in phrases(prose(source)))
    for path in TEXTS:
        name = str(path.relative_to(ROOT))
        paragraphs = re.finditer(r"(?:.+\n?)+", read(path))
        numbered = ((read(path).count("\n", 0, m.start()) + 1, m[0]) for m in paragraphs)
        yield from (("phrases", name, *found) for found in phrases(numbered))
    lines = enumerate(read(SENTENCES).splitlines(), 1)
    sentences = ((number, line.partition(": ")[2]) for number, line in lines)
    for found in phrases(sentences, "player_phrases"):
        yield "player_phrases", str(SENTENCES.relative_to(ROOT)), *found
    for old, new in WORDS["paths"].items():
        if is_there(ROOT / old):
            yield "old_names", old, 1, f"move it to {new}"


ALL = cache(lambda: sorted(findings()))
RULES = (
    "english_in_tests",
    "numbered_spaces",
    "old_names",
    "openings",
    "phrases",
    "player_phrases",
    "short_docstrings",
    "unpacked_literals",
)
Baseline = dict[str, Counter[str]]


def counted() -> Baseline:
    counts: Baseline = {rule: Counter() for rule in RULES}
    for rule, path, _, _ in ALL():
        counts[rule][path] += 1
    return counts


def share_without_verb(sources: list[str]) -> float:
    """Return the percentage of documented public functions without a leading verb.

    Properties are left out: a noun phrase documents them.
    """
    first_lines = [
        text
        for source in sources
        for node, _, text in docstrings(source)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if not any("property" in ast.unparse(one) for one in node.decorator_list)
    ]
    without = [text for text in first_lines if NO_VERB.match(text)]
    return round(100 * len(without) / max(1, len(first_lines)), 1)


# --- the baseline ---------------------------------------------------------------------------------


def recorded(text: str) -> Baseline:
    data = tomllib.loads(text)
    return {rule: Counter(data.get(rule, {})) for rule in RULES}


def baseline_text(counts: Baseline) -> str:
    """Write a baseline as TOML."""
    lines = ["# Written by --rewrite-style."]
    for rule in RULES:
        lines += ["", f"[{rule}]"]
        lines += [f'"{path}" = {count}' for path, count in sorted(counts[rule].items())]
    return "\n".join(lines) + "\n"


def grown(old: Baseline, new: Baseline) -> list[str]:
    """List the rules with more findings than before."""
    return [rule for rule in RULES if new[rule].total() > old[rule].total()]


@pytest.fixture(scope="module")
def baseline(request: pytest.FixtureRequest) -> Baseline:
    """Read the baseline, rewritten first with --rewrite-style."""
    if request.config.getoption("--rewrite-style"):
        refused = grown(recorded(read(BASELINE)), counted())
        assert refused == [], "the baseline may only shrink; fix the new findings of these"
        BASELINE.write_text(baseline_text(counted()), encoding="utf-8")
    return recorded(read(BASELINE))


@pytest.mark.parametrize("rule", RULES)
def test_there_are_no_new_findings(rule: str, baseline: Baseline) -> None:
    more = counted()[rule] - baseline[rule]
    listed = [
        f"{path}:{number}: {fault}"
        for r, path, number, fault in ALL()
        if r == rule and path in more
    ]
    assert listed == []


@pytest.mark.parametrize("rule", RULES)
def test_the_baseline_records_no_finding_that_is_gone(rule: str, baseline: Baseline) -> None:
    assert baseline[rule] - counted()[rule] == Counter(), "run this file with --rewrite-style"


def test_public_functions_lead_with_a_verb() -> None:
    assert share_without_verb([*map(read, PRODUCT)]) <= TARGET


# --- what the rules find --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (openings, '"""What a row is."""'),
        (openings, 'class A:\n    """Whether it is."""'),
        (openings, 'LIMIT = 4\n"""Of all rows."""'),
        (short_docstrings, 'def f():\n    """By that one."""'),
        (numbered_spaces, "row(words, pad=('m', 2))"),
        (numbered_spaces, "pad = (8, around)"),
        (numbered_spaces, "column(words, gap=8 if is_high else 0)"),
        (numbered_spaces, "column(words, gap=GAP + 2)"),
        (unpacked_literals, 'names = ["a", *("b", "c")]'),
        (unpacked_literals, "f(*[1, 2])"),
        (lambda source: old_names(source, {"Face": "Table"}), "class Face: pass"),
        (lambda source: old_names(source, {"hear": "play_sound"}), "def hear(): pass"),
        (lambda source: old_names(source, {"QUIET": "IDLE"}), "QUIET = 4"),
        (lambda source: phrases(prose(source)), "# the files are the same to the letter"),
        (lambda source: phrases(prose(source)), '"""Pay, but\n    for the fine."""'),
        (lambda source: phrases(prose(source)), "hint = 'must be mended'"),
    ],
)
def test_a_planted_fault_is_found(check: Callable[[str], Iterator[Finding]], source: str) -> None:
    assert len([*check(source)]) == 1


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (openings, '"""Return True if the row is valid."""'),
        (short_docstrings, 'LIMIT = 4\n"""In seconds."""'),
        (numbered_spaces, "row(words, pad=('m', 0), gap='l', size=60)"),
        (unpacked_literals, "first, *rest = [*before, *(x for x in after)]"),
        (lambda source: old_names(source, {"hear": "play_sound"}), "hear(self.hear)"),
        (lambda source: phrases(prose(source)), "mend = 'emend, recommend'"),
    ],
)
def test_good_style_is_not_found(check: Callable[[str], Iterator[Finding]], source: str) -> None:
    assert [*check(source)] == []


@pytest.mark.parametrize(
    ("docstring", "share"),
    [("Return the cash.", 0.0), ("The cash.", 100.0), ("``cash`` of all.", 100.0)],
)
def test_a_leading_verb_is_measured(docstring: str, share: float) -> None:
    private = 'def _f():\n    """The cash."""\n'
    assert share_without_verb([f'{private}def f():\n    """{docstring}"""']) == share


def test_a_baseline_may_shrink_and_not_grow() -> None:
    empty: Baseline = {rule: Counter() for rule in RULES}
    some = empty | {"openings": Counter({"companion/a.py": 2})}
    moved = empty | {"openings": Counter({"companion/b.py": 2})}
    assert recorded(baseline_text(some)) == some
    assert grown(some, empty) == grown(some, moved) == []
    assert grown(empty, some) == ["openings"]
