"""The documents are true: commands run, links and paths exist, generated pages are up to date."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import click
import pytest
from babel.messages.pofile import read_po

from companion import engine
from companion.engine import edition
from companion.engine.decide import RULES
from companion.engine.moves import Move, PlayerMove, Undo
from companion.engine.notation import check, parse_record
from companion.table.settings import Settings
from tests.stand_ins import stand_in
from tests.tree import PRODUCT, ROOT, files, read
from tools import engine_pages, figures, reference, rulebook
from tools.catalogues import catalogues
from tools.reference import command
from tools.rulebook import slug

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *files("docs/*.md"),
]
LINKING = [
    *PAGES,
    ROOT / "hardware/README.md",
    ROOT / "systemd/image/README.md",
    ROOT / "tests/kiosk/vm/README.md",
    ROOT / "tools/README.md",
    ROOT / "SECURITY.md",
]
TEXTS = {str(path.relative_to(ROOT)): read(path) for path in PAGES}
README, PLAYING, LEDGER = (
    TEXTS[name] for name in ("README.md", "docs/playing.md", "docs/ledger.md")
)


def blocks(text: str, kind: str) -> list[str]:
    """The blocks of code of a kind, such as sh."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


SHELL = [
    (page, line)
    for page, text in TEXTS.items()
    for found in blocks(text, "sh")
    for line in found.splitlines()
    if line
]

NOT_RUN = {
    "git clone": "tests/fresh/run.sh clones it, plays and tests on a bare machine",
    "bin/test": "these are the tests",
    "sudo ": "needs root: these are the kiosk and the tests that install machines",
    "python3 -m venv": "measures for many minutes, on a machine that does nothing else",
    "companion director": "serves until somebody stops it; tests/club/test_evening.py runs it",
    "companion publish --mqtt": "serves until somebody stops it; tests/club/test_home.py runs it",
    "companion club tables": "opens windows; tests/club/test_evening.py does",
    "companion club games": "needs an evening's ledgers; tests/club/test_games.py has some",
    "companion club season": "needs a club's ledger; tests/club/test_games.py has one",
    "companion stats --data club": "needs a club's ledger; tests/club/test_games.py has one",
    "companion report 1 --picture": "needs a finished game; tests/screens/test_picture.py has some",
    "companion datasette": "serves until somebody stops it; tests/ledger/test_datasette.py runs it",
}
"""Commands of the documents that are not run here, by how they begin, and why."""

INSTEAD = {
    ".venv/bin/": "",
    "/media/usb": "$HOME/stick",  # a drive of one's own
    "bin/play": "companion import evening.game",  # a window waits for somebody; this stores a game
    "companion restore": 'echo junk >"$COMPANION_DATA/ledger.db"; companion restore',
    "--games 100": "--games 2",
}
"""Replacements in commands, as a test has no hardware and little time."""


def reason_not_to_run(line: str) -> str:
    return next((why for start, why in NOT_RUN.items() if line.startswith(start)), "")


# --- the blocks run -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the game of the documents in it, and the command on the path."""
    home = tmp_path_factory.mktemp("home")
    (home / "stick").mkdir()
    (game,) = blocks(LEDGER, "game")
    (home / "evening.game").write_text(game, encoding="utf-8")
    stand_in(home / "companion", f'exec "{sys.executable}" -m companion "$@"')
    return home


def run(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of a block as somebody types it at home."""
    for written, done in INSTEAD.items():
        line = line.replace(written, done)
    env = {
        "HOME": str(home),
        "PATH": f"{home}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COMPANION_DATA": str(home / "data"),
        "LANG": "C.UTF-8",
    }
    shell = shutil.which("bash") or "sh"
    return subprocess.run(
        [shell, "-euc", line], cwd=home, env=env, capture_output=True, text=True, check=False
    )


def test_every_command_of_the_documents_runs_or_says_why_not(home: Path) -> None:
    ran = set()
    for page, line in SHELL:
        command = line.partition("  #")[0].rstrip()
        if command not in ran and not reason_not_to_run(line):
            done = run(line, home)
            assert done.returncode == 0, f"{page}: {line}\n{done.stdout}\n{done.stderr}"
            ran.add(command)
    assert len(ran) > 15


def test_no_reason_not_to_run_something_has_outlived_it() -> None:
    unused = [start for start in NOT_RUN if not any(line.startswith(start) for _, line in SHELL)]
    assert unused == []


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_names_its_kind(page: str) -> None:
    kinds = re.findall(r"^```(.*)$", TEXTS[page], re.MULTILINE)
    assert kinds[1::2] == [""] * (len(kinds) // 2), "a block is not closed"
    assert {*kinds[::2]} <= {"sh", "game", "python", "text", "sql", "json"}
    outside = re.sub(r"^```.*?^```$", "", TEXTS[page], flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^ {4}(?=companion|bin/|sudo)", outside, re.MULTILINE) == []


def test_the_game_in_the_documents_is_legal() -> None:
    (game,) = blocks(LEDGER, "game")
    checked = check(parse_record(game))
    assert checked.faults == ()
    assert checked.expectations


@pytest.mark.parametrize("text", blocks(README, "python"))
def test_the_game_in_the_interpreter_is_as_printed(text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, "a game", None, None)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


# --- the engine's examples ------------------------------------------------------------------------

ENGINE = {"": engine, **engine_pages.modules()}
CHAPTERS = engine_pages.LIBRARY | engine_pages.CHAPTERS_OF_RULES
FIRST_OF_CHAPTER = [names[0] for names in CHAPTERS.values()]


@pytest.mark.parametrize("name", ENGINE)
def test_every_example_of_the_engine_is_as_printed(name: str) -> None:
    """Examples of a module, of its classes and of its functions."""
    assert doctest.testmod(ENGINE[name]).failed == 0


@pytest.mark.parametrize("name", ["", *FIRST_OF_CHAPTER])
def test_every_chapter_of_the_engine_has_an_example(name: str) -> None:
    assert doctest.DocTestParser().get_examples(ENGINE[name].__doc__ or "")


def test_a_wrong_example_is_seen() -> None:
    module = ModuleType("planted", ENGINE["rules.rent"].__doc__)
    assert doctest.testmod(module).failed == 0
    module.__doc__ = (module.__doc__ or "").replace("$1444", "$1445")
    assert doctest.testmod(module).failed == 1


# --- a command is typed as it is written ----------------------------------------------------------

CALL = re.compile(
    r"(?:^|[`']|/bin/|\$ |[;&|] *| {4})companion ((?:[a-z-]+|--?\w)[^`\n]*)", re.MULTILINE
)
"""A command in code, in a text of the program, or at the beginning of a line."""
CODE = re.compile(r"^ *```\w*\n.*?^ *```$|`[^`]+`|^ {4}\S.*$", re.MULTILINE | re.DOTALL)
BARE = re.compile(r"(?<![\w/.-])(?:pip3? install|python3? -m (?!venv\b)|mpremote |mutmut )")
"""Programs that a fresh machine does not have on its path."""


def calls(text: str) -> list[str]:
    """The commands in a text, without what stands behind them."""
    return [
        re.split(r"'(?=[\s;.,:)]|$)|\. |  #| \|", found)[0].rstrip("'.,;:)")
        for found in CALL.findall(text)
    ]


def unknown_words(call: str) -> list[str]:
    """The words of a command that are neither a command nor one of its options."""
    name, *words = call.split()
    if name.startswith("-"):
        return []
    if name not in reference.COMMANDS:
        return [name]
    found = command(name)
    if isinstance(found, click.Group) and words and words[0][0] not in "-[":
        if words[0] not in found.commands:
            return words[:1]
        found = found.commands[words.pop(0)]
    known = {
        "--help",
        *(one for param in found.params for one in param.opts + param.secondary_opts),
    }
    options = {word.partition("=")[0].rstrip("`'.,") for word in words if word.startswith("-")}
    return sorted(options - known)


@pytest.mark.parametrize("path", LINKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_line_of_a_page_exists(path: Path) -> None:
    if path.name != "CHANGELOG.md":  # It names what is gone.
        found = [call for code in CODE.findall(read(path)) for call in calls(code)]
        assert [call for call in found if unknown_words(call)] == []


def test_every_command_in_a_text_exists() -> None:
    helps = [command(name).help or "" for name in reference.command_names()]
    found = calls("\n".join([read(ROOT / "tests/text/en.txt"), *helps]))
    assert len(found) > 5
    assert [call for call in found if unknown_words(call)] == []


def test_a_command_that_does_not_exist_is_seen() -> None:
    assert calls("`companion gmaes --data x`, and 'companion audit'") == ["gmaes --data x", "audit"]
    assert unknown_words("gmaes --data x") == ["gmaes"]
    assert unknown_words("club tabels 3") == ["tabels"]
    assert unknown_words("games --datta x") == ["--datta"]


def test_nothing_is_installed_or_started_by_a_name_that_may_be_missing() -> None:
    """Debian has no pip, or one that refuses: "externally managed"."""
    pages = {path: read(path) for path in LINKING if path.name != "CHANGELOG.md"}
    assert [(path, found) for path, text in pages.items() for found in BARE.findall(text)] == []
    assert [path.name for path in PRODUCT if "pip install" in read(path)] == ["extras.py"]


@pytest.mark.parametrize("path", LINKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_says_where_its_command_is(path: Path) -> None:
    typed = re.search(r"^(?: {4})?companion ", read(path), re.MULTILINE)
    assert not typed or "`.venv/bin/companion`" in read(path)


def test_the_changelog_is_short_and_dated_and_begins_with_this_version() -> None:
    text = TEXTS["CHANGELOG.md"]
    assert len(text.splitlines()) <= 150
    assert "Previously" not in text
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    found = [re.fullmatch(r"([\d.]+) \((\d{4}-\d\d-\d\d)\)", heading) for heading in headings]
    versions = [(match[2], match[1]) for match in found if match]
    assert len(versions) == len(headings)
    assert versions == sorted(versions, reverse=True)
    assert versions[0][1] == tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["version"]


# --- the sentences are short ----------------------------------------------------------------------

MOST_WORDS = 25
OWN_SENTENCES = {"CHANGELOG.md", "docs/rules.md"}
"""Pages of entries and of titles of records; the rulebook's clauses are looked at below."""
SPOKEN = [page for page in LINKING if str(page.relative_to(ROOT)) not in OWN_SENTENCES]


def prose(text: str) -> str:
    """Leave out code and figures; a span of code, or a link, counts as it is read."""
    text = figures.BLOCK.sub("", text)
    text = re.sub(
        r"^ *```.*?^ *```$|\n\n(?: {4}.*\n)+", "\n\n", text, flags=re.MULTILINE | re.DOTALL
    )
    text = re.sub(r"`[^`]+`", "X", text)
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)


def long_sentences(text: str) -> list[str]:
    """List the sentences of paragraphs, items and cells with more than MOST_WORDS words."""
    blocks = re.split(r"\n\s*\n|\||\n(?=\s*(?:[-*#]|\d+\.) )", prose(text))
    found = (s for block in blocks for s in re.split(r"(?<=[.?!])\W*\s", " ".join(block.split())))
    return [
        sentence
        for sentence in found
        if len(re.findall(r"\w[\w'./-]*", sentence)) > MOST_WORDS
        if not sentence.startswith("Exit status:")  # a list
    ]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_of_a_page_is_long(path: Path) -> None:
    assert long_sentences(read(path)) == []


def test_no_sentence_of_a_clause_is_long() -> None:
    entries = [entry for name, entry in rulebook.clauses().items() if name != "chapters"]
    texts = [entry.get(key, "") for entry in entries for key in ("says", "settled")]
    assert [sentence for text in texts for sentence in long_sentences(text)] == []


def test_a_long_sentence_is_seen() -> None:
    long = "word " * MOST_WORDS + "more."
    assert long_sentences(f"Short. {long}") == [long]
    assert long_sentences(f"- item\n- {long}\n") == [f"- {long}"]
    assert long_sentences(f"```sh\n{long}\n```\n") == []


# --- the README is short, and the generated pages are up to date ----------------------------------


def test_the_readme_is_a_landing_page() -> None:
    assert len(README.splitlines()) <= 150


def test_the_rulebook_is_up_to_date() -> None:
    assert read(rulebook.TARGET) == rulebook.rulebook(), "run bin/docs"


def test_the_reference_is_up_to_date() -> None:
    assert read(reference.TARGET) == reference.reference(), "run bin/docs"


def test_the_pages_of_the_engine_are_up_to_date() -> None:
    pages = engine_pages.pages()
    assert {path: read(path) for path in pages} == pages, "run bin/docs"


def test_every_clause_has_a_meaning() -> None:
    rows = [line.split() for line in read(rulebook.RULES / "clauses.txt").splitlines()]
    assert [row[0] for row in rows if row and row[0] != "#"] == [
        name for name in rulebook.clauses() if name != "chapters"
    ]


# --- what is named exists -------------------------------------------------------------------------

TOP = "|".join(("bin", "companion", "docs", "hardware", "kv", "systemd", "tests", "tools"))
PATH = re.compile(rf"[`(]((?:{TOP})/[\w./*-]+)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


LABEL = re.compile(r"(?<!\*)\*([A-Z][^*\n]*)\*(?!\*)")


def test_every_label_in_italics_is_on_a_screen() -> None:
    with catalogues()[0].open("rb") as file:
        labels = {message.id for message in read_po(file)}
    others = ("docs/card.md", "docs/club.md", "docs/kiosk.md", "docs/phones.md", "CHANGELOG.md")
    pages = README + PLAYING + LEDGER + "".join(TEXTS[name] for name in others)
    named = set(LABEL.findall(pages))
    assert {"Start", "Our rules", "This machine"} <= named
    assert named - labels == set()


@pytest.mark.parametrize("page", TEXTS)
def test_every_path_in_a_page_exists(page: str) -> None:
    assert [path for path in PATH.findall(TEXTS[page]) if not [*ROOT.glob(path.rstrip("/"))]] == []


def anchors(path: Path) -> set[str]:
    """The anchors of the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", read(path), flags=re.MULTILINE | re.DOTALL)
    return {slug(title) for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def dead_links(path: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    dead = []
    for link in LINK.findall(read(path)):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        there = target.is_relative_to(ROOT) and target.exists()
        if not there or (anchor and anchor not in anchors(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("path", LINKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert dead_links(path) == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A\n[a](#a) [b](#b) [c](c.md)\n")
    assert {"#b", "c.md"} <= {*dead_links(page)}


def test_every_picture_has_a_description() -> None:
    pictures = [image for text in TEXTS.values() for image in IMAGE.findall(text)]
    assert len(pictures) >= 4
    assert [path for description, path in pictures if len(description) < 20] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    missing = [page for page in TEXTS if page != "README.md" and f"({page})" not in README]
    assert missing == []


def test_the_tree_is_as_the_architecture_describes_it() -> None:
    tree = next(text for text in blocks(TEXTS["docs/architecture.md"], "text") if "README" in text)
    inside = tree.partition("\ncompanion/ ")[2].partition("\nhardware/")[0]
    named = set(re.findall(r"^  (\w+)/", inside, re.MULTILINE))
    there = {path.parent.name for path in files("companion/*/__init__.py")}
    assert named - {"locales"} == there


# --- the commands -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*reference.command_names()])
def test_a_command_explains_its_options_and_its_exit_status(name: str) -> None:
    assert "Exit status: 0" in (command(name).help or "")
    without = [
        option.name
        for option in command(name).params
        if isinstance(option, click.Option) and not option.help
    ]
    assert without == []


@pytest.mark.parametrize("name", [*reference.command_names()])
def test_a_command_has_a_summary_that_is_not_cut_short(name: str) -> None:
    assert not command(name).get_short_help_str(limit=62).endswith("..."), name


def test_the_shell_completes_a_command(home: Path) -> None:
    words = "COMP_WORDS='companion au' COMP_CWORD=1 _COMPANION_COMPLETE=bash_complete companion"
    assert run(words, home).stdout == "plain,audit\n"


# --- the rules and the editions -----------------------------------------------------------------


def test_every_move_has_its_rule() -> None:
    # By name: of a dataclass with slots, Python keeps the class as it was before, too.
    moves = {move.__name__ for move in (*Move.__subclasses__(), *PlayerMove.__subclasses__())}
    assert moves - {"PlayerMove"} == {move.__name__ for move in (*RULES, Undo)}


def row(title: str) -> list[str]:
    """A row of the table of editions, by its first cell."""
    (cells,) = re.findall(rf"^\| {re.escape(title)} \|(.*)\|$", PLAYING, re.MULTILINE)
    return [cell.strip() for cell in cells.split("|")]


def test_the_editions_are_compared_as_they_are() -> None:
    (names,) = re.findall(r"^\| \| (1934 .*) \|$", PLAYING, re.MULTILINE)
    rules = [edition.load(name.strip()) for name in names.split("|")]
    assert [rule.source for rule in rules] == edition.names()
    assert row("players") == [f"{r.fewest_players}-{r.most_players}" for r in rules]
    assert row("luxury tax") == [f"${r.luxury_tax or 75}" for r in rules]
    unhelped = [cell == "its owner, without help" for cell in row("who notices rent")]
    assert unhelped == [r.rent_asking == "watchful" for r in rules]
    lots = [cell == "property may go instead" for cell in row("rent is more than my cash")]
    assert lots == [r.part_in_lots for r in rules]
    fines = {"each of three rolls": 3, "the first two": 2}
    assert [fines[cell] for cell in row("the jail fine may be paid before")] == [
        r.fine_turns for r in rules
    ]


def test_every_house_rule_is_listed() -> None:
    (paragraph,) = re.findall(
        r"^House rules are switches(.*?)\n\n", PLAYING, re.MULTILINE | re.DOTALL
    )
    listed = " ".join(paragraph.split())
    assert [name for name in edition.load("1961").house_rules if name not in listed] == []


@pytest.fixture
def with_the_house_rule(tmp_path: Path) -> Path:
    """The engine after somebody has followed "A house rule" in docs/architecture.md."""
    patch = ROOT / "tests/fresh/house-rule.patch"
    for path in re.findall(r"^--- (?!/dev/null)(.+)$", read(patch), re.MULTILINE):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    shutil.copytree(ROOT / "companion", tmp_path / "companion", dirs_exist_ok=True)
    subprocess.run(["git", "apply", "-p0", patch], cwd=tmp_path, check=True)
    return tmp_path


def test_a_house_rule_made_by_the_documents_works(with_the_house_rule: Path) -> None:
    (record,) = with_the_house_rule.glob("tests/engine/rules/**/*.game")
    checks = [sys.executable, "-m", "companion", "check", str(record)]
    done = subprocess.run(
        checks, cwd=with_the_house_rule, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- the figures --------------------------------------------------------------------------------


def test_every_figure_is_the_recorded_one() -> None:
    page, recorded = TEXTS["docs/testing.md"], figures.load()
    assert {found[2] for found in figures.BLOCK.finditer(page)} == {*figures.SENTENCES}
    assert page == figures.written(page, recorded), "run bin/docs"


def test_another_run_writes_other_figures() -> None:
    run = {"date": "2026-07-01", "killed": 1, "total": 2}
    page = "before\n<!-- figures: mutants -->\nold\n<!-- end of figures -->\nafter\n"
    written = figures.written(page, {"mutants": run})
    assert "2026-07-01" in written
    assert "old" not in written
    assert written.startswith("before\n")
    assert written.endswith("\nafter\n")


# --- the log and the settings -------------------------------------------------------------------

LOGGED = re.compile(
    r"""\blog\.(?:info|warning|error|exception)\(\s*"([a-z-]+)(?:"| [a-z]+=)""",
)


def test_every_id_in_a_log_is_explained() -> None:
    """Log ids of the bank, and of the programs beside it."""
    explained = re.findall(r"`([a-z-]+)`", TEXTS["docs/kiosk.md"].partition("\n## Log\n")[2])
    logged = {name for path in PRODUCT for name in LOGGED.findall(read(path))}
    assert {"start", "storage-failed", "move", "club-link-lost", "club-failed"} <= logged
    assert logged - {*explained} == set()


def test_every_environment_variable_is_explained() -> None:
    product = "".join(map(read, PRODUCT))
    variables = set(re.findall(r"\bCOMPANION_[A-Z_]+\b", product))
    kiosk = set(re.findall(r"^#?([A-Z_]+)=", read(ROOT / "systemd/companion.env"), re.MULTILINE))
    assert {*reference.environment()} == variables | kiosk


def test_every_key_of_the_settings_is_explained() -> None:
    assert all(field.metadata["about"] for field in fields(Settings))
