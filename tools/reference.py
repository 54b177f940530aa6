"""Write docs/reference.md from the commands, the settings and the kiosk's environment file.

``bin/docs`` runs this; tests/test_docs.py fails while the file is out of date. Nothing here depends
on how a version of click lays out its help.
"""

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import fields

import click

from companion.cli import COMMANDS, cli
from companion.table.settings import Settings
from tests.tree import ROOT
from tools.schemas import RESULTS

TARGET = ROOT / "docs/reference.md"

INTRODUCTION = """\
# Reference

`bin/docs` generates this page from the program. Edit the help texts, not this page.

- [Commands](#commands)
- [Exit status](#exit-status)
- [Environment variables](#environment-variables)
- [settings.json](#settingsjson)
- [Shell completion](#shell-completion)

An option on the command line wins over the environment, and the environment wins over
`settings.json`. Commands with the option `--language` speak that of the screens by default; the
others print English.
"""

EXIT_STATUS = {
    "0": "Done, and everything that was checked is valid.",
    "1": "A check failed, or the bank or a tray could not be opened.",
    "2": "Invalid options, or something could not be found, read or written.",
    "3": "Another ledger is published under this number. Only `companion publish`.",
    "75": "The drive for a backup is not there. It may be there the next time.",
    "141": "The reader of the output closed it early, as `head` does. The check is incomplete.",
    "128 + n": "Signal n ended the command, such as SIGTERM or SIGHUP.",
}

ENVIRONMENT = {
    "COMPANION_SETTINGS": "Path of `settings.json`, if it is not in the data folder.",
    "COMPANION_VERSIONS": "Folder on the web with newer versions for a flashed card.",
    "COMPANION_LOG_NAMES": "`1` adds the names of the players to the log of the bank.",
    "LANGUAGE": (
        "Language of screens, pages and commands: `en`, `de` or `es`; without it, that of `LANG`."
    ),
}
"""Variables that no option of a command reads."""

LIBRARIES = {
    "SDL_VIDEODRIVER": "Video driver: `x11`, `wayland` or `kmsdrm`. Found by itself if unset.",
    "SDL_AUDIODRIVER": "Audio driver. Found by itself if unset.",
    "GPIOZERO_PIN_FACTORY": "Driver of the button panel's pins; `lgpio` if unset.",
}
"""Variables of libraries that the program respects."""

COMPLETION = """\
## Shell completion

Commands, options, numbers of games, and names of editions and boards are completed. Put
`companion` on your path, then add the second line to the start-up file of your shell (`zsh_source`
and `fish_source` for the others):

```sh
sudo ln -s "$PWD/.venv/bin/companion" /usr/local/bin/
eval "$(_COMPANION_COMPLETE=bash_source companion)"
```
"""


def command(name: str) -> click.Command:
    """Import a command by its name, which has two words in a group."""
    found: click.Command = cli
    for word in name.split():
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


def command_names() -> Iterator[str]:
    """Yield the names of all commands, those of a group after it."""
    for name in sorted(COMMANDS):
        yield name
        if isinstance(group := command(name), click.Group):
            yield from (f"{name} {inner}" for inner in sorted(group.commands))


def table(*rows: tuple[str, ...]) -> str:
    """Write rows as a table of Markdown; the first row is the head."""
    head, *body = rows
    lines = [head, ("---",) * len(head), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def paragraphs(text: str) -> list[str]:
    """Split a help text, with each paragraph on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.cleandoc(text))]


def option_name(option: click.Option) -> str:
    """Write an option with the placeholder of its value."""
    names = ", ".join([*option.opts, *option.secondary_opts])
    if isinstance(option.type, click.Choice):
        return f"`{names}` {', '.join(f'`{choice}`' for choice in option.type.choices)}"
    return f"`{names} {option.metavar}`" if option.metavar else f"`{names}`"


def option_default(option: click.Option) -> str:
    """Write the default of an option, if it is worth telling."""
    if isinstance(option.show_default, str):
        return option.show_default
    told = isinstance(option.default, str | int | float) and not isinstance(option.default, bool)
    return f"`{option.default}`" if told and option.default != "" else ""


def help_of(name: str) -> str:
    """Return the help text of a command."""
    return command(name).help or ""


def options(name: str) -> list[click.Option]:
    """List the options of a command that it explains."""
    return [one for one in command(name).params if isinstance(one, click.Option)]


def usage(name: str) -> str:
    """Write how a command is called."""
    arguments = [one for one in command(name).params if isinstance(one, click.Argument)]
    placeholders = [one.metavar or (one.name or "").upper() for one in arguments]
    words = [
        word if one.required or word.startswith("[") else f"[{word}]"
        for one, word in zip(arguments, placeholders, strict=True)
    ]
    ends = "..." if any(one.nargs == -1 for one in arguments) else ""
    return " ".join(["companion", name, "[OPTIONS]", *words]) + ends


def commands() -> Iterator[str]:
    """Yield the blocks of all commands."""
    yield "## Commands"
    titles = [
        (f"[`companion {name}`](#companion-{name.replace(' ', '-')})", paragraphs(help_of(name))[0])
        for name in command_names()
    ]
    yield table(("command", "purpose"), *titles)
    for name in command_names():
        yield f"### companion {name}"
        yield f"`{usage(name)}`"
        yield from paragraphs(help_of(name))
        rows = [(option_name(one), one.help or "", option_default(one)) for one in options(name)]
        if rows:
            yield table(("option", "meaning", "default"), *(tuple(map(cell, row)) for row in rows))
        if name in RESULTS:
            yield f"The [schema](../companion/cli/schemas/{name}.json) of its JSON."


def cell(text: str) -> str:
    """Escape what would end a cell of a table."""
    return text.replace("|", "\\|")


def environment() -> dict[str, str]:
    """Map the variables to their meaning; an option tells that of its own variable."""
    found = dict(ENVIRONMENT)
    for name in command_names():
        for one in options(name):
            if isinstance(one.envvar, str):
                found.setdefault(one.envvar, f"{one.help} Same as `{one.opts[-1]}`.")
    return dict(sorted(found.items()))


def settings() -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each key of settings.json."""
    default = Settings()
    for field in fields(Settings):
        values = ""
        if isinstance(allowed := field.metadata["allowed"], range):
            step = allowed.step
            listed = ", ".join(map(str, allowed))
            values = listed if step > 1 else f"{allowed[0]} to {allowed[-1]}"
        written = json.dumps(getattr(default, field.name))
        yield f"`{field.name}`", field.metadata["about"], values, f"`{written}`"


def reference() -> str:
    """Write the whole page."""
    blocks = [INTRODUCTION, *commands()]
    blocks += ["## Exit status", table(("status", "meaning"), *EXIT_STATUS.items())]
    blocks.append("An error is one sentence: what is wrong, and what to do.")
    blocks.append("## Environment variables")
    blocks.append("The kiosk reads them from `/etc/companion/companion.env`.")
    rows = [(f"`{name}`", cell(meaning)) for name, meaning in environment().items()]
    blocks.append(table(("variable", "meaning"), *rows))
    blocks.append("The libraries underneath read variables of their own. These are respected:")
    rows = [(f"`{name}`", meaning) for name, meaning in LIBRARIES.items()]
    blocks.append(table(("variable of a library", "meaning"), *rows))
    blocks.append("## settings.json")
    blocks.append(
        "Menu preferences are stored in `settings.json` in the data folder. You may edit the file; "
        "an invalid value is reported on the screen and ignored. No game depends on it."
    )
    blocks.append(table(("key", "meaning", "values", "default"), *settings()))
    blocks.append(COMPLETION)
    return "\n\n".join(block.strip() for block in blocks) + "\n"


def main() -> None:
    """Write the page."""
    TARGET.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
