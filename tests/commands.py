"""Commands, called in this process."""

from click.testing import CliRunner, Result

from companion.cli import cli


def result(*arguments: object) -> Result:
    """Call a command."""
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def companion(*arguments: object, status: int = 0) -> str:
    """Call a command, which ends with ``status``, and return what it prints."""
    done = result(*arguments)
    assert done.exit_code == status, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output
