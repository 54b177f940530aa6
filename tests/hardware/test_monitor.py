"""The monitor: what it shows of a tray, run as its own program beside a simulated one."""

import re
import signal
import subprocess
import sys
from queue import SimpleQueue
from threading import Event, Thread

import pytest

import hardware.monitor
import hardware.port
from hardware import FakeTray
from hardware.frames import Reading
from hardware.monitor import Monitor, described
from hardware.pseudo_terminal import PseudoTerminal
from tests.commands import result
from tests.hardware.conftest import PATIENCE


@pytest.fixture
def watched():
    """Monitors at work, each with the lines it shows."""
    done, threads = Event(), []

    def watch(url, **how):
        shown = SimpleQueue()
        threads.append(Thread(target=Monitor(url, shown.put, **how).run, args=(done,)))
        threads[-1].start()
        return shown

    yield watch
    done.set()
    for thread in threads:
        thread.join()


def until(shown, words):
    lines = [shown.get(timeout=PATIENCE)]
    while words not in lines[-1]:
        lines.append(shown.get(timeout=PATIENCE))
    return lines


def test_it_shows_who_is_there_and_what_is_thrown(fake, watched):
    shown = watched(fake.path)
    until(shown, "Hello(uid='fake'")
    fake.throw(3, 5)
    assert f"boot='{fake.boot}', seq=1, dice=(3, 5), awaited=0" in until(shown, "Throw(")[-1]


def test_it_says_what_each_key_and_tag_reads():
    words = ("2-5", "04a1.1-3", "04b2.c4", "04c3")
    readings = described(Reading(words)).split("; ")
    told = [re.findall(r"04[a-f][0-9]|[0-9]", reading) for reading in readings]
    assert told == [["2", "5"], ["04a1", "1", "3"], ["04b2", "4"], ["04c3"]]
    assert described(Reading()) != described(Reading(words))


def test_it_leaves_the_throws_to_the_bank_unless_told(fake, watched, eventually):
    shown = watched(fake.path)
    fake.throw(3, 5)
    until(shown, "Throw(")
    until(shown, "Throw(")  # again: nobody has acknowledged it
    assert len(fake.waiting) == 1


def test_it_takes_the_throws_off_a_tray_when_told(fake, watched, eventually):
    watched(fake.path, acknowledge=True)
    fake.throw(3, 5)
    eventually(lambda: not fake.waiting)


def test_it_counts_bad_lines_by_cause(watched):
    with FakeTray(seed=3, noise=0.5, repeat_every=0.005) as fake:
        shown = watched(fake.path)
        fake.throw(3, 5)
        assert "wrong crc" in until(shown, "wrong crc")[-1]


def test_it_waits_for_a_tray_and_says_so_once(tmp_path, watched):
    link = tmp_path / "tray"
    shown = watched(str(link))
    assert str(link) in shown.get(timeout=PATIENCE)
    with FakeTray(link=link):
        assert "Hello(" in shown.get(timeout=PATIENCE)


def test_a_silent_port_is_named_and_the_next_one_is_tried(fake, watched, plug, monkeypatch):
    monkeypatch.setattr(hardware.monitor, "SILENCE", 0.3)
    silent = PseudoTerminal()
    plug(silent.name, fake.path)
    shown = watched(None)
    assert silent.name in shown.get(timeout=PATIENCE)
    assert "Hello(" in until(shown, "Hello(")[-1]
    silent.close()


@pytest.fixture
def run():
    """Programs with pipes on all sides; none outlives its test."""
    programs = []

    def start(*command):
        pipe = subprocess.PIPE
        command = [sys.executable, *command]
        programs.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()
        program.communicate()


@pytest.mark.parametrize(
    "command", [["-m", "hardware"], ["-m", "companion", "tray", "--probe", "--url"]]
)
def test_it_runs_as_a_program_until_interrupted(fake, run, command):
    program = run(*command, fake.path)
    assert "Hello(uid='fake'" in program.stdout.readline()
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_a_simulated_tray_does_what_is_typed(run, watched):
    program = run("-m", "companion", "tray", "--simulate", "--keyboard")
    shown = watched(program.stdout.readline().strip(), acknowledge=True)
    until(shown, "Hello(")
    for line in ("3 5", "fly", "card 2", "cocked", "6 6"):
        print(line, file=program.stdin, flush=True)
    until(shown, "dice=(3, 5)")
    until(shown, "seq=1, number=2")
    until(shown, "code='cocked'")
    until(shown, "dice=(6, 6)")
    assert "'fly'" in program.communicate(timeout=PATIENCE)[1]
    assert program.returncode == 0


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--link", "{}/taken"], "taken: File exists."),
        (["--uid", "an oak"], "--uid"),
        (["--uid", "x" * 60], "--uid"),
        (["--noise", "2"], "--noise"),
        (["--throws", "7-1"], "invalid throws '7-1'"),
        (["--probe"], "--simulate (a tray"),
    ],
)
def test_what_a_simulated_tray_cannot_do_is_one_sentence(tmp_path, options, why):
    (tmp_path / "taken").touch()
    options = [option.format(tmp_path) for option in options]
    done = result("tray", "--simulate", *options)
    assert isinstance(done.exception, SystemExit)
    assert why in done.stderr.splitlines()[-1]
