"""The shelf of versions on a flashed card: version.sh on a card made of folders.

Commands of the system are stand-ins; a version's file is only its release file. A ledger here
is its format and a line for each game, and version N.0 reads formats up to N.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stand_ins import stand_in
from tests.tree import ROOT

SCRIPT = ROOT / "systemd/image/version.sh"
LEVEL = (ROOT / "systemd/image/level").read_text().strip()
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
CUT = """
    read -r calls <"$COUNT"; calls=$((calls + 1)); echo $calls >"$COUNT"
    [ $calls -ne "$CUT" ] || kill -9 0"""
"""The plug is pulled before the call of that number: whatever runs then is gone."""
CHANGES = ("mv", "ln", "rm", "sync", "mkdir", "touch", "mktemp")
STAND_INS = {
    "dpkg": "echo amd64",
    "sleep": "exec /bin/sleep 0.02",
    "df": 'echo Avail; echo " $ROOM"',
    "setpriv": 'shift 3; exec "$@"',
    "systemctl": """
        echo "$*" >>"$CALLS"
        case $1 in show) cat "$SHOWN" ;; esac""",
    "systemd-dissect": """
        case $DISSECT in refuses) exit 1 ;; waits) exec /bin/sleep 60 ;; esac
        # As the real one: what is damaged inside shows when it is read, and --mtree passes over it.
        case $DISSECT$2 in damaged--with) exit 1 ;; esac
        case $2 in --copy-from) exec cat "$3" ;; esac""",
}
PROGRAM = """\
import pathlib, sys
what, *words = sys.argv[1:]
folder = pathlib.Path(words[words.index("--data") + 1])
ledger = folder / "ledger.db"
games = [line.split() for line in ledger.read_text().splitlines()[1:]]
if what == "games":
    found = ", ".join('{"game": %s, "moves": %s}' % tuple(game) for game in games)
    print('{"games": [%s]}' % found)
elif what == "export":
    number = words[0]
    [text] = [" ".join(game) for game in games if game[0] == number]
    pathlib.Path(words[-1]).write_text(text)
else:
    part = folder / "part"
    part.write_text(ledger.read_text() + pathlib.Path(words[-1]).read_text() + "\\n")
    part.replace(ledger)
"""
OPEN, CLOSED = "The ledger is open", "The ledger is not open"
OLD, NEW = "1\n1 9\n", "2\n1 9\n2 4\n"
"""Ledgers of format 1 and 2; the newer one has a game more."""


def release(version: str, level: str = LEVEL) -> str:
    return f"ID=debian\nSYSEXT_LEVEL={level}\nCOMPANION_VERSION={version}\n"


class Card:
    """A flashed card, and what its system was asked to do."""

    def __init__(self, folder: Path) -> None:
        self.top, self.bin = folder / "card", folder / "bin"
        self.shelf = self.top / "data/versions"
        self.ledgers = self.top / "var/lib/companion"
        self.stick = self.top / "media/stick"
        self.extension = self.top / "run/extensions/companion.raw"
        venv = self.top / "opt/companion/current/venv/bin"
        for path in (self.shelf, self.ledgers, self.stick, venv, self.bin):
            path.mkdir(parents=True)
        self.calls, self.count, self.shown = folder / "calls", folder / "count", folder / "shown"
        stand_in(venv / "companion", f"#!{sys.executable} -IS\n{PROGRAM}")
        stand_in(venv / "python", f'exec {sys.executable} -IS "$@"')
        for name, script in STAND_INS.items():
            self.has(name, script)
        self.ledger = OLD
        self.secret = folder / "secret"

    def has(self, name: str, script: str) -> None:
        stand_in(self.bin / name, script)

    def run(self, *words: str | Path, cut: int = 0, limit: float = 60.0, **env: str) -> int:
        """Run the script. With ``cut``, the power fails before the change of that number.

        Raises TimeoutExpired if it takes longer than ``limit`` seconds.
        """
        self.calls.write_text("")
        self.count.write_text("0\n")
        pulled = CHANGES if cut else ()
        for name in pulled:
            self.has(name, f'{CUT}\nexec /bin/{name} "$@"')
        done = subprocess.run(
            [SCRIPT, *words],
            env={
                "PATH": f"{self.bin}:{PATH}",
                "COMPANION_ROOT": str(self.top),
                "CALLS": str(self.calls),
                "COUNT": str(self.count),
                "SHOWN": str(self.shown),
                "CUT": str(cut),
                "ROOM": "1000000000",
                "DISSECT": "",
                **env,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            timeout=limit,
        )
        for name in pulled:
            (self.bin / name).unlink()
        self.said = done.stderr
        return done.returncode

    def start(self) -> str:
        """Start the machine; return the version that is merged, "" for the base."""
        for path in (self.extension, self.top / "run/companion-trial"):
            path.unlink(missing_ok=True)
        assert self.run("pick") == 0, self.said
        if (self.shelf / "return").exists():
            assert self.run("return") == 0, self.said
        if not self.extension.is_symlink():
            return ""
        return self.extension.readlink().name.split("_")[1]

    # --- what is there --------------------------------------------------------------------------

    @property
    def ledger(self) -> str:
        return (self.ledgers / "ledger.db").read_text()

    @ledger.setter
    def ledger(self, text: str) -> None:
        (self.ledgers / "ledger.db").write_text(text)

    @property
    def versions(self) -> list[str]:
        """Files of versions, without what is the same in all names."""
        files = (file.stem for file in self.shelf.glob("*.raw"))
        return sorted(name.removeprefix("companion_").replace("_amd64", "") for name in files)

    def line(self, name: str) -> str:
        path = self.top / "run/companion-version/told" if name == "told" else self.shelf / name
        return path.read_text().rstrip() if path.exists() else ""

    # --- what happens to it ---------------------------------------------------------------------

    def file(self, name: str = "companion_2.0_amd64.raw", text: str = release("2.0")) -> Path:
        """Put a file on the stick."""
        (self.stick / name).write_text(text)
        return self.stick / name

    def keeps(self, *versions: str) -> None:
        """Put kept versions on the shelf, the one that runs first; "" is the base's."""
        for version in filter(None, versions):
            (self.shelf / f"companion_{version}_amd64.raw").write_text(release(version))
        (self.shelf / "kept").write_text("".join(f"{version}\n" for version in versions))
        (self.shelf / "copies").write_text("")

    def tries(self, version: str, tries: str = "+3-0") -> None:
        """Put a version on trial."""
        (self.shelf / f"companion_{version}_amd64{tries}.raw").write_text(release(version))

    def migrates(self) -> None:
        """Let the newer version keep a copy of the ledger and change it, as at its first start."""
        (self.ledgers / "ledger-version-1.db").write_text(self.ledger)
        self.ledger = NEW
        (self.ledgers / "ledger.db-wal").write_text("2")

    def merges(self, version: str) -> None:
        path = self.top / "usr/lib/extension-release.d/extension-release.companion"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(release(version))

    def shows(self, status: str = "", restarts: int = 0, result: str = "success") -> None:
        """Set what systemctl shows of the bank."""
        self.shown.write_text(
            f"Result={result}\nNRestarts={restarts}\nActiveState=active\nStatusText={status}\n"
        )


@pytest.fixture
def card(tmp_path: Path) -> Card:
    """A card as it was flashed."""
    return Card(tmp_path)


# --- installation ---------------------------------------------------------------------------------


def test_an_empty_shelf_leaves_the_base(card: Card) -> None:
    assert card.start() == ""
    assert card.versions == []


def test_a_good_file_is_on_trial(card: Card) -> None:
    card.keeps("1.0", "")
    assert card.run("install", card.file()) == 0
    assert card.versions == ["1.0", "2.0+3-0"]
    assert card.line("told") == "installed 2.0"
    assert card.run("install", card.file("companion_3.0_amd64.raw", release("3.0"))) == 0
    assert card.versions == ["1.0", "3.0+3-0"], "the last one that came"


REFUSED = Path(__file__).with_name("refused-versions.txt").read_text()
"""Cases: the file on the stick (% is a new line), the version and base in it, and the reason."""
ABSENT: dict[str, Callable[[Path], object]] = {
    "absent": lambda file: None,
    "link": lambda file: file.symlink_to("/etc/passwd"),
    "folder": Path.mkdir,
    "fifo": os.mkfifo,
}


def refused(card: Card, file: Path, reason: str, **env: str) -> None:
    """Install a file, which leaves the shelf as it was."""
    card.keeps("1.0", "")
    card.tries("1.5")
    assert card.run("install", file, **env) == 1
    assert card.line("told") == f"refused {reason}"
    assert card.versions == ["1.0", "1.5+3-0"]
    assert not (card.shelf / ".new").exists()


@pytest.mark.parametrize("row", REFUSED.splitlines(), ids=lambda r: r[:18])
def test_a_file_that_is_refused_leaves_the_shelf_as_it_was(card: Card, row: str) -> None:
    _, name, inside, fact, reason = (cell.strip() for cell in row.split("|"))
    if "waits" in fact:
        card.has("timeout", 'shift; exec /usr/bin/timeout 0.2 "$@"')
    env = dict([fact.split("=")]) if fact else {}
    text = release(*inside.split()) if inside else ""
    refused(card, card.file(name.replace("%", "\n"), text), reason, **env)


@pytest.mark.parametrize("what", ABSENT)
def test_a_file_that_is_none_is_gone(card: Card, what: str) -> None:
    file = card.stick / "companion_2.0_amd64.raw"
    ABSENT[what](file)
    refused(card, file, "gone 2.0")


@pytest.mark.parametrize(("comes", "status"), [(5, 1), (5, 0), (0, 1)])
def test_a_stick_that_is_pulled_is_gone(card: Card, comes: int, status: int) -> None:
    card.has("head", f'/usr/bin/head -c {comes} "$3"; exit {status}')
    assert card.run("install", card.file()) == 1
    assert card.line("told") == "refused gone 2.0"
    assert card.versions == []


@pytest.mark.parametrize(
    ("runs", "base", "came", "reason"),
    [
        ("1.0-20261128071500", "0.1", "0.9-20261201000000", "older"),
        ("1.0-20261128071500", "0.1", "1.0-20261128071459", "older"),
        ("1.0-20261128071500", "0.1", "1.0-20261128071501", ""),
        ("1.9", "0.1", "1.10", ""),
        ("", "1.0-20261128071500", "1.0-20261127000000", "older"),
        ("", "1.0-20261128071500", "1.0-20261129000000", ""),
        ("", "", "0.1", ""),
    ],
)
def test_a_version_that_is_older_than_the_one_that_runs_is_refused(
    card: Card, runs: str, base: str, came: str, reason: str
) -> None:
    if runs:
        card.keeps(runs, "")
    (card.top / "usr/lib").mkdir(parents=True)
    (card.top / "usr/lib/os-release").write_text(f"ID=debian\nCOMPANION_VERSION={base}\n")
    card.run("install", card.file(f"companion_{came}_amd64.raw", release(came)))
    assert card.line("told") == (f"refused older {came}" if reason else f"installed {came}")


WISHES = {
    "install stick companion_2.0_amd64.raw": "installed 2.0",
    "install stick ../stick/companion_2.0_amd64.raw": "installed 2.0",
    "install stick companion_2.0_arm64.raw": "refused name",
    "install download companion_2.0_amd64.raw": "refused gone 2.0",
    "install elsewhere companion_2.0_amd64.raw": "refused wish",
    "back": "refused no-other",
    "back stick": "refused wish",
    "": "refused wish",
    "\x00\x1b install": "refused wish",
}


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_is_done_once_and_only_compared(card: Card, wish: str) -> None:
    card.file()
    (card.ledgers / "version-wish").write_text(wish)
    card.run("wish")
    assert card.line("told") == WISHES[wish]
    assert not (card.ledgers / "version-wish").exists()


LONG = "back" + " x" * 5_000_000 + "\n"
NO_WISHES: dict[str, Callable[[Path], object]] = {
    "fifo": os.mkfifo,
    "folder": lambda wish: (wish.mkdir(), (wish / "back").touch()),
    "link": lambda wish: wish.symlink_to("/proc/1/environ"),
    "link to nothing": lambda wish: wish.symlink_to("/nowhere"),
    "10 MB": lambda wish: wish.write_text(LONG),
    "lines": lambda wish: wish.write_text("x\nback\n"),
}


@pytest.mark.parametrize("what", NO_WISHES)
def test_a_wish_that_is_none_is_refused_at_once_and_removed(card: Card, what: str) -> None:
    card.keeps("2.0", "1.0")
    NO_WISHES[what](wish := card.ledgers / "version-wish")
    card.run("wish", limit=20.0)
    assert card.line("told") == "refused wish"
    assert not os.path.lexists(wish)


def test_a_wish_that_takes_too_long_says_so_and_the_bank_runs_again(card: Card) -> None:
    went_on(card)
    card.has("setpriv", 'shift 3; case $2 in games) kill -TERM $PPID ;; esac; exec "$@"')
    (card.ledgers / "version-wish").write_text("back\n")
    assert card.run("wish") == 1
    assert card.line("told") == "refused ledger 1.0"
    assert "start --no-block companion.service" in card.calls.read_text()


@pytest.mark.parametrize(("fails", "before"), [("mv", ""), ("ln", "1.0")])
def test_a_way_back_that_fails_is_told_and_the_bank_runs_again(
    card: Card, fails: str, before: str
) -> None:
    card.keeps("2.0", before)
    (card.ledgers / "version-wish").write_text("back\n")
    card.has(fails, f'case $* in */data/versions/*) exit 1 ;; esac; exec /bin/{fails} "$@"')
    assert card.run("wish") == 1
    assert card.line("told").startswith("refused failed")
    assert "start --no-block companion.service" in card.calls.read_text()


# --- trial ----------------------------------------------------------------------------------------


def test_each_start_uses_up_a_try_and_after_the_last_the_version_is_left(card: Card) -> None:
    card.keeps("1.0", "")
    card.tries("2.0")
    for left in ("+2-1", "+1-2", "+0-3"):
        assert card.start() == "2.0"
        assert card.versions == ["1.0", f"2.0{left}"]
        assert (card.top / "run/companion-trial").read_text() == "2.0\n"
    assert card.start() == "1.0"
    assert card.versions == ["1.0"]
    assert card.line("last") == "left 2.0 cut"
    assert not (card.top / "run/companion-trial").exists()


@pytest.mark.parametrize("kept", ["1.0", ""])
def test_a_version_that_shows_the_table_is_kept(card: Card, kept: str) -> None:
    card.keeps(kept, "0.9")
    (card.ledgers / "ledger-version-0.db").write_text("0\n")
    card.tries("2.0")
    assert card.start() == "2.0"
    card.migrates()
    (card.ledgers / "tried-abc123").mkdir()
    card.merges("2.0")
    card.shows(OPEN)
    assert card.run("watch") == 0, card.said
    assert card.line("kept").splitlines() == ["2.0", kept][: 1 + bool(kept)]
    assert card.line("last") == "kept 2.0"
    assert card.versions == [*filter(None, [kept]), "2.0"]
    copies = [path.name for path in card.ledgers.glob("ledger-version-*")]
    assert copies == ["ledger-version-1.db"], "only what the version before can read"
    assert not list(card.ledgers.glob("tried-*"))
    assert card.ledger == NEW
    assert card.start() == "2.0"
    assert "reboot" not in card.calls.read_text()


LEFT: dict[str, tuple[str, dict[str, object]]] = {
    "recovery": ("2.0", {"status": CLOSED}),
    "stops": ("2.0", {"restarts": 2, "result": "exit-code"}),
    "hangs": ("2.0", {"restarts": 2, "result": "watchdog"}),
    "refused": ("1.0", {"status": OPEN}),
}


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("why", LEFT)
def test_a_version_that_shows_no_table_is_left_with_what_it_made_of_the_ledger(
    card: Card, why: str, shown: bool
) -> None:
    merged, shows = LEFT[why]
    card.keeps("1.0", "")
    card.tries("2.0")
    card.start()
    card.migrates()
    if shown:
        (card.shelf / "trial/shown").touch()
    card.merges(merged)
    card.shows(**shows)  # type: ignore[arg-type]
    assert card.run("watch") == 0, card.said
    assert "reboot" in card.calls.read_text()
    assert card.start() == "1.0"
    assert card.line("last") == f"left 2.0 {why}"
    assert card.versions == ["1.0"]
    assert card.ledger == (NEW if shown else OLD)
    assert (card.ledgers / "ledger.db-wal").exists() is shown
    tried = [path.read_text() for path in card.ledgers.glob("tried-*/ledger.db")]
    assert tried == ([] if shown else [NEW])


def test_a_version_that_hangs_is_left_and_a_question_without_an_answer_is_asked_again(
    card: Card,
) -> None:
    card.tries("2.0")
    card.start()
    card.merges("2.0")
    card.shows()
    card.has("sleep", ":")
    once = f"[ -e {card.top}/asked ] || {{ : >{card.top}/asked; exit 1; }}"
    card.has("systemctl", f'echo "$*" >>"$CALLS"; case $1 in show) {once}; cat "$SHOWN" ;; esac')
    assert card.run("watch") == 0
    assert card.line("last") == "left 2.0 hangs"


@pytest.mark.parametrize("words", [["install"], ["back"]])
def test_while_a_version_is_tried_there_is_no_other(card: Card, words: list[str]) -> None:
    card.keeps("1.5", "1.0")
    card.tries("2.0")
    card.start()
    card.migrates()
    file = card.file("companion_3.0_amd64.raw", release("3.0"))
    assert card.run(*words, *([file] if words == ["install"] else [])) == 1
    assert card.line("told") == "refused trial"
    assert card.versions == ["1.0", "1.5", "2.0+2-1"]


def test_on_a_full_card_the_kept_version_runs(card: Card) -> None:
    card.keeps("1.0", "")
    card.tries("2.0")
    for name in ("mv", "mkdir"):
        card.has(name, f'case $* in */data/versions/*) exit 1 ;; esac; exec /bin/{name} "$@"')
    assert card.run("pick") == 1
    assert card.extension.readlink().name == "companion_1.0_amd64.raw"


# --- back -----------------------------------------------------------------------------------------


def went_on(card: Card, before: str = "1.0") -> Card:
    """Version 2.0 was kept, has changed the ledger, and a game was played in it."""
    card.keeps("2.0", before)
    card.migrates()
    (card.ledgers / "ledger.db-wal").unlink()
    return card


@pytest.mark.parametrize("before", ["1.0", ""])
def test_the_version_before_gets_its_ledger_and_the_games_played_since(
    card: Card, before: str
) -> None:
    went_on(card, before)
    card.tries("3.0")
    assert card.run("back") == 0, card.said
    assert card.line("told") == f"returning {before or 'base'}"
    assert "reboot" in card.calls.read_text()
    assert card.start() == before
    assert card.ledger == "1\n1 9\n2 4\n"
    assert card.versions == (["1.0", "1.0+2-1", "2.0"] if before else ["2.0"])
    assert not (card.shelf / "return").exists()
    if before:
        card.merges(before)
        card.shows(OPEN)
        assert card.run("watch") == 0, card.said
    assert card.line("kept").splitlines() == [before, "2.0"]
    assert card.versions == [*filter(None, [before]), "2.0"]
    assert card.run("back") == 0
    assert card.start() == "2.0", "and on again"


@pytest.mark.parametrize("fails", ["games", "export"])
def test_games_that_cannot_be_given_back_keep_the_version(card: Card, fails: str) -> None:
    went_on(card)
    card.has("setpriv", f'shift 3; case $2 in {fails}) exit 1 ;; esac; exec "$@"')
    assert card.run("back") == 1
    assert card.line("told") == "refused ledger 1.0"
    assert "start --no-block companion.service" in card.calls.read_text()
    assert card.start() == "2.0"
    assert card.ledger == NEW
    assert card.versions == ["1.0", "2.0"]


def test_a_version_before_whose_file_is_gone_is_none(card: Card) -> None:
    went_on(card)
    (card.shelf / "companion_1.0_amd64.raw").unlink()
    assert card.run("back") == 1
    assert card.line("told") == "refused no-other"
    assert card.ledger == NEW
    assert "stop" not in card.calls.read_text()


# --- what the bank's user may have put there ------------------------------------------------------

NOBODY = 65534


@pytest.fixture
def hostile(card: Card) -> Card:
    """A card on which the bank's user is one who may not read what is root's."""
    if os.geteuid():
        pytest.skip("this needs root")
    for folder in (card.top, *card.top.parents):
        if folder.stat().st_uid == 0 and folder.name and str(folder).startswith("/tmp/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    card.bin.chmod(0o755)
    went_on(card)
    for path in (card.ledgers, *card.ledgers.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    real = f"exec /usr/bin/setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups"
    card.has("setpriv", f'shift 3; {real} -- "$@"')
    card.secret = card.top / "shadow"
    card.secret.write_text("1\n1 9\nsecret 1\n")
    card.secret.chmod(0o600)
    return card


def secrets(card: Card) -> list[Path]:
    files = (path for path in card.ledgers.rglob("*") if path.is_file() and not path.is_symlink())
    return [path for path in files if "secret" in path.read_text()]


def test_a_link_in_place_of_a_copy_of_the_ledger_is_none(hostile: Card) -> None:
    (hostile.ledgers / "ledger-version-1.db").unlink()
    (hostile.ledgers / "ledger-version-1.db").symlink_to(hostile.secret)
    assert hostile.run("back") == 0, hostile.said
    assert not secrets(hostile)
    assert hostile.ledger == NEW, "there is no copy to go back to"


def test_a_link_that_takes_the_place_of_a_copy_meanwhile_is_not_followed(hostile: Card) -> None:
    """Between the look at the copy and its use, the bank's user is faster."""
    copy = hostile.ledgers / "ledger-version-1.db"
    hostile.has("mktemp", f'ln -sf "{hostile.secret}" "{copy}"; exec /usr/bin/mktemp "$@"')
    assert hostile.run("back") == 1
    assert hostile.line("told") == "refused ledger 1.0"
    assert not secrets(hostile)


def test_root_writes_through_no_link_in_the_folder_of_a_kept_ledger(hostile: Card) -> None:
    before = hostile.secret.read_text()
    hostile.has(
        "mktemp",
        'folder=$(/usr/bin/mktemp "$@"); for name in after before ledger.db game-2.game; do '
        f'ln -s "{hostile.secret}" "$folder/$name"; done; echo "$folder"',
    )
    hostile.run("back")
    assert hostile.secret.read_text() == before
    assert hostile.secret.stat().st_uid == 0


def test_a_downloaded_version_that_the_bank_may_not_read_is_gone(hostile: Card) -> None:
    (hostile.ledgers / "download").mkdir()
    file = hostile.ledgers / "download/companion_3.0_amd64.raw"
    file.write_text(release("3.0"))
    file.chmod(0o600)
    (hostile.ledgers / "version-wish").write_text(f"install download {file.name}\n")
    os.chown(hostile.ledgers / "version-wish", NOBODY, NOBODY)
    assert hostile.run("wish") == 1
    assert hostile.line("told") == "refused gone 3.0"


# --- the plug -------------------------------------------------------------------------------------


def trial_that_failed(card: Card) -> None:
    card.keeps("1.0", "")
    card.tries("2.0")
    card.start()
    card.migrates()
    card.merges("1.0")


def left(card: Card) -> None:
    trial_that_failed(card)
    card.run("watch")


def shown(card: Card) -> None:
    trial_that_failed(card)
    (card.ledgers / "ledger.db-wal").unlink()
    card.merges("2.0")
    card.shows(OPEN)


def going_back(card: Card) -> None:
    went_on(card)
    assert card.run("back") == 0


def installs(card: Card) -> None:
    card.keeps("1.0", "")
    card.tries("1.5")
    card.file()


PULLED: dict[str, tuple[Callable[[Card], object], list[str]]] = {
    "install": (installs, ["install", "media/stick/companion_2.0_amd64.raw"]),
    "first try": (lambda card: (card.keeps("1.0", ""), card.tries("2.0")), ["pick"]),
    "keep": (shown, ["watch"]),
    "drop": (trial_that_failed, ["watch"]),
    "leave": (left, ["pick"]),
    "back": (went_on, ["back"]),
    "back to the base": (lambda card: card.keeps("2.0", ""), ["back"]),
    "return": (going_back, ["return"]),
}


@pytest.mark.parametrize("what", PULLED)
def test_the_plug_may_be_pulled_at_any_time(tmp_path: Path, what: str) -> None:
    prepare, words = PULLED[what]
    for cut in range(1, 100):
        card = Card(tmp_path / str(cut))
        prepare(card)
        words = [str(card.top / word) if "/" in word else word for word in words]
        was_cut = card.run(*words, cut=cut) < 0
        after_a_start(card, f"{what}, cut {cut}")
        if not was_cut:
            break
    assert cut > 2


def after_a_start(card: Card, where: str) -> None:
    version = card.start()
    assert not version or card.extension.exists(), where
    runs = card.line("kept").splitlines()[:1]
    assert not any(runs) or runs[0] in card.versions, where
    on_trial = [name.partition("+")[0] for name in card.versions if "+" in name]
    assert len(on_trial) <= 1, where
    assert on_trial != runs, f"{where}: what is kept needs no trial"
    head, *games = card.ledger.splitlines()
    assert int(head) <= float(version or 1), f"{where}: it cannot read the ledger"
    assert games[0] == "1 9", where
    # Between a game that was imported and the note of that, it is imported once more.
    was_played = "2 4" in card.ledger or where.startswith(("back,", "return"))
    assert games[1:] == ["2 4"] * was_played or where == "return, cut 1", where
    wal = card.ledgers / "ledger.db-wal"
    assert not wal.exists() or wal.read_text() == head, where
    assert not (card.shelf / ".new").exists(), where
