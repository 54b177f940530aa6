"""A computer made of stand-ins: commands that note how they were called and install nothing."""

import shutil
import subprocess
from pathlib import Path

from tests.tree import ROOT

REAL = ("sh", "cat", "cksum", "date", "dirname", "env", "mkdir", "readlink", "cp")
LIBRARIES = """libGL.so.1 libEGL.so.1 libGLESv2.so.2 libgbm.so.1 libdrm.so.2 libudev.so.1
libmtdev.so.1"""
CALLED = 'echo "${0##*/} $*" >>"$CALLS"'
STAND_INS = {
    "uname": "case $1 in -s) echo Linux ;; -m) echo x86_64 ;; esac",
    "id": "echo 0",
    "grep": "false",  # no panel is connected
    "ldconfig": f"echo '{LIBRARIES}'",
    "xauth": "true",
    "xvfb-run": CALLED,
    "apt-get": CALLED,
    "python3": f"""
        case "$1 $2" in
            "--version ") echo Python 3.11.2 ;;
            "-m venv") {CALLED}; mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
            "-m pip" | "-P -m") {CALLED} ;;
        esac""",
}


def stand_in(path: Path, script: str) -> None:
    """Put a program there, a script of the shell unless it says otherwise."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


class Machine:
    """A checkout and the commands of one computer; `calls` is what they were asked to do."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.bin, self.log = folder / "checkout", folder / "bin", folder / "calls"
        self.command = self.checkout / "bin/play"
        shutil.copytree(ROOT / "bin", self.checkout / "bin")
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        self.bin.mkdir()
        for name in REAL:
            (self.bin / name).symlink_to(shutil.which(name) or name)
        for name, script in STAND_INS.items():
            self.has(name, script)

    def has(self, name: str, script: str) -> None:
        stand_in(self.bin / name, script)

    def lacks(self, name: str) -> None:
        (self.bin / name).unlink()

    def play(self, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
        return self.run(self.command, *options, **env)

    def run(self, command: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("")
        return subprocess.run(
            [command, *options],
            env={"PATH": str(self.bin), "CALLS": str(self.log), "HOME": "/home/ann", **env},
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines()

    def called(self, start: str) -> list[str]:
        return [call for call in self.calls if call.startswith(start)]
