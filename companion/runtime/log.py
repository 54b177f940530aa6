"""The log of the bank: lines on stderr, which a kiosk sends to the journal of systemd.

A line is the id of what happened, followed by facts as ``key=value``: ``move number=12 kind=Buy``.
Ids are stable, so that a search for one works in every version. Players' names are left out, unless
``COMPANION_LOG_NAMES`` is 1. Other packages log through the standard ``logging`` module in the same
form; Kivy's own log is not affected. This module imports nothing of Kivy.
"""

import json
import logging
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

LOGGERS = ("companion", "hardware")
WARNS_IN_VAIN = "asyncio"
"""Logger of Python that warns at every end of an encrypted connection."""
FORMAT = "%(levelname)s %(message)s"
UNHANDLED = 1
"""Exit status after an unhandled exception, as Python has it."""

_log = logging.getLogger(__name__)


@contextmanager
def log_to_stderr(least: int = logging.INFO) -> Iterator[None]:
    """Log to stderr within, from the level ``least`` on.

    An unhandled exception is logged with its stack, and the exit status is 1.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT))
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(least)
    foreign = logging.getLogger(WARNS_IN_VAIN)
    foreign.setLevel(logging.ERROR)
    hook, threading.excepthook = threading.excepthook, lambda args: unhandled(args.exc_value)
    try:
        yield
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except Exception as error:
        unhandled(error)
        sys.exit(UNHANDLED)
    finally:
        threading.excepthook = hook
        for logger in loggers:
            logger.removeHandler(handler)
        for logger in (*loggers, foreign):
            logger.setLevel(logging.NOTSET)


def info(event: str, **facts: object) -> None:
    """Log that something happened as expected."""
    _log.info("%s", _line(event, facts))


def warning(event: str, **facts: object) -> None:
    """Log trouble: something that an operator should look at."""
    _log.warning("%s", _line(event, facts))


def unhandled(error: BaseException | None) -> None:
    """Log an exception that nothing handled, with its stack."""
    _log.critical(
        "%s", _line("unhandled-exception", {"type": type(error).__name__}), exc_info=error
    )


def reason(problem: object) -> str:
    """Name the reason of a problem or an error by its id, without the facts.

    Facts may be names of players.
    """
    return str(getattr(getattr(problem, "reason", None), "name", ""))


def _line(event: str, facts: dict[str, object]) -> str:
    written = ((key, str(value)) for key, value in facts.items())
    return " ".join([event, *(f"{key}={_quoted(value)}" for key, value in written if value)])


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[^\s\"=]+", value) else json.dumps(value, ensure_ascii=False)
