"""Speaker of this machine: a synthesiser as a child process, espeak-ng or piper.

espeak-ng is a package of the distribution, and is heard by itself. piper speaks the languages whose
voices are in the folder ``voices`` beside the ledger, such as ``de_DE-thorsten-medium.onnx``; aplay
plays what it writes. Debian calls another program piper: if it does not speak, espeak-ng does.

A child runs on a thread of its own. One that fails or hangs costs its speech and a line in the log.
"""

import shutil
import subprocess
import wave
from array import array
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from threading import Lock

from companion.runtime import log
from companion.table.states.voice import Speech
from companion.table.thread_queue import start_thread

ESPEAK, PIPER, APLAY = "espeak-ng", "piper", "aplay"
FOLDER = "voices"
LOUDEST, WORDS_A_MINUTE = 100, 150
"""Amplitude of espeak-ng without distortion, and its pace, which a child can follow."""
PATIENCE, PER_LETTER = 10.0, 0.2
"""Seconds within which a child has to end, and those for each letter that it says."""
FIRST_TO_DIE = 500
"""Score by which the kernel ends a child, and not the bank, where memory runs out."""
LONGEST_REASON = 120


class SpeechFailed(Exception):
    """Raised if a program did not say a speech; has its name, and what it said instead."""

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(program, reason)
        self.program, self.reason = program, reason


class _Hushed(Exception):
    """Raised on the thread of a speech that is hushed."""


class MachineSpeaker:
    """Speaker of the machine that the bank runs on.

    Voices of piper are in a folder ``voices``. ``hop`` makes a function that calls another one on
    the table's thread.
    """

    def __init__(
        self, voices: Path, hop: Callable[[Callable[..., object]], Callable[..., None]]
    ) -> None:
        self._voices, self._hop = voices, hop
        self._has_piper = True
        self._job = _Job()
        self._reason = ""
        """Reason that was logged last."""

    @property
    def is_there(self) -> bool:
        """True if there is something that can speak."""
        has_voice = any(self._voices.glob("*.onnx"))
        return bool(shutil.which(ESPEAK) or (has_voice and self._can_pipe()))

    def say(self, speech: Speech, done: Callable[[bool], object]) -> None:
        """Say a speech; see ``Speaker``."""
        self.hush()
        self._job = _Job()
        start_thread(self._run, self._job, speech, self._hop(done))

    def hush(self) -> None:
        """End the program that speaks."""
        self._job.hush()

    def _run(self, job: "_Job", speech: Speech, done: Callable[[bool], None]) -> None:
        with suppress(_Hushed):
            try:
                self._speak(job, speech)
                self._reason = ""
                is_whole = True
            except SpeechFailed as failed:
                self._report(failed)
                is_whole = False
            done(is_whole)

    def _speak(self, job: "_Job", speech: Speech) -> None:
        """Say a speech with the best program that there is. Raises SpeechFailed or _Hushed."""
        voice = self._voice(speech.language)
        if voice and self._has_piper and self._can_pipe():
            try:
                job.pipe(voice, speech)
            except SpeechFailed as failed:
                if failed.program == APLAY or not shutil.which(ESPEAK):
                    raise
                self._report(failed)
                self._has_piper = False
            else:
                return
        job.espeak(speech)

    def _voice(self, language: str) -> Path | None:
        """Return the first voice of a language."""
        return min(self._voices.glob(f"{language}_*.onnx"), default=None)

    def _can_pipe(self) -> bool:
        return bool(shutil.which(PIPER) and shutil.which(APLAY))

    def _report(self, failed: SpeechFailed) -> None:
        """Log a failure, unless it is the same as the last one."""
        if failed.reason != self._reason:
            log.warning("voice-failed", program=failed.program, reason=failed.reason)
            self._reason = failed.reason


class _Job:
    """Programs of one speech, which can be hushed at any time from another thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_hushed = False
        self._process: subprocess.Popen[bytes] | None = None

    def hush(self) -> None:
        """End what runs, and begin nothing any more."""
        with self._lock:
            self._is_hushed = True
            if self._process:
                self._process.kill()

    def espeak(self, speech: Speech) -> None:
        """Let espeak-ng speak. Raises SpeechFailed or _Hushed."""
        amplitude = round(LOUDEST * speech.volume)
        self._run(
            [
                ESPEAK,
                "--stdin",
                "-b",
                "1",
                "-v",
                speech.language,
                "-a",
                f"{amplitude}",
                "-s",
                f"{WORDS_A_MINUTE}",
            ],
            speech,
        )

    def pipe(self, voice: Path, speech: Speech) -> None:
        """Let piper speak, and aplay be heard. Raises SpeechFailed or _Hushed."""
        spoken = self._run([PIPER, "--model", str(voice), "--output_file", "-"], speech)
        try:
            sound = at_volume(spoken, speech.volume)
        except (wave.Error, EOFError) as error:
            raise SpeechFailed(PIPER, str(error)) from error
        self._run([APLAY, "-q", "-"], speech, sound)

    def _run(self, command: list[str], speech: Speech, told: bytes = b"") -> bytes:
        """Return what a program writes that is told something, or else the words of the speech."""
        pipe, program = subprocess.PIPE, command[0]
        with self._lock:
            if self._is_hushed:
                raise _Hushed
            try:
                process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
            except OSError as error:
                raise SpeechFailed(program, error.strerror or str(error)) from error
            self._process = process
        with suppress(OSError):
            Path(f"/proc/{process.pid}/oom_score_adj").write_text(f"{FIRST_TO_DIE}")
        try:
            patience = PATIENCE + PER_LETTER * len(speech.words)
            written, trouble = process.communicate(told or f"{speech.words}\n".encode(), patience)
        except subprocess.TimeoutExpired as error:
            process.kill()
            process.communicate()
            raise SpeechFailed(program, "it did not end") from error
        if self._is_hushed:
            raise _Hushed
        last = trouble.decode(errors="replace").strip().rpartition("\n")[2][:LONGEST_REASON]
        # espeak-ng ends well where there is nothing to be heard by, and only says so.
        if process.returncode or last.startswith("error"):
            raise SpeechFailed(program, last or f"status {process.returncode}")
        return written


def at_volume(sound: bytes, volume: float) -> bytes:
    """Return a file of sound at a volume from 0 to 1.

    Raises wave.Error or EOFError if it is none.
    """
    with wave.open(BytesIO(sound), "rb") as file:
        form, samples = file.getparams(), array("h", file.readframes(file.getnframes()))
    quieter = BytesIO()
    with wave.open(quieter, "wb") as file:
        file.setparams(form)
        file.writeframes(array("h", (round(volume * one) for one in samples)).tobytes())
    return quieter.getvalue()
