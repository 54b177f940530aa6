"""``companion rules``: the rules of this table under a name: kept, printed and handed on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.language import Language, use_language
from companion.cli.options import RefusedValue, argument, command, echo, option, table
from companion.engine.limits import excerpt
from companion.engine.notation import RulesCard, format_card, parse_card
from companion.engine.problems import Problem
from companion.export.code_picture import read_picture
from companion.export.files import save, save_bytes
from companion.export.rules_page import rules_html, rules_picture
from companion.table.setup.rules_cards import (
    FOLDER,
    find_card,
    forget_card,
    in_words,
    keep_card,
    kept_cards,
    read_card,
    summary,
)
from companion.text import translate_message
from companion.text.screens.setup import CARDS

CODE = "code"
"""Name of rules from a code, in messages."""


@command
def rules_command(
    name: Annotated[str | None, argument()],
    output: Annotated[
        Path | None,
        option("Write them as one page for the lid of the box.", None, "-o --output FILE.html"),
    ],
    picture: Annotated[
        Path | None, option("Write their QR code for another table.", None, "FILE.png")
    ],
    add: Annotated[Path | None, option("Keep the rules in a text file.", None, "FILE.txt")],
    qr: Annotated[
        Path | None,
        option("Keep the rules in the picture of a QR code.", None, "--qr PICTURE"),
    ],
    qr_text: Annotated[
        str | None,
        option("Keep the rules in a text, such as that of a QR code.", None, "--qr-text TEXT"),
    ],
    replace: Annotated[bool, option("Replace rules of the same name.")],
    forget: Annotated[bool, option("Forget the rules of this NAME.")],
    language: Language,
    folder: Data,
) -> None:
    """List the rules that are kept here, or print those of NAME.

    Rules are kept as text files in the folder rules/ beside the ledger. They are the edition, the
    board, the house rules and everything else that a table agrees on, but not the players.

    Exit status: 0, or 2 when no rules have this NAME, or those from elsewhere cannot be read.
    """
    use_language(language, folder)
    kept = folder / FOLDER
    given = [one for one in (add, qr, qr_text) if one is not None]
    if len(given) > 1 or (given and name) or (forget and not name):
        raise click.UsageError("Name kept rules, or rules to keep with --add, --qr or --qr-text.")
    if (output or picture) and not name:
        raise click.UsageError("Name the rules to write.")
    if given:
        _keep(kept, _read(add, qr, qr_text), replace)
    elif name is None:
        _list(kept)
    else:
        _use(kept, name, output, picture, forget)


def _read(add: Path | None, qr: Path | None, qr_text: str | None) -> RulesCard:
    """Return the rules from elsewhere. Raises ForeignError."""
    if add:
        return read_card(add)
    texts = read_picture(qr) if qr else [qr_text or ""]
    return parse_card(texts[0], CODE)


def _keep(kept: Path, card: RulesCard, may_replace: bool) -> None:
    other = find_card(kept_cards(kept)[0], card.name)
    if other and other != card and not may_replace:
        raise RefusedValue(
            f"Other rules have the name {card.name} already. Use --replace to replace them."
        )
    _require(keep_card(kept, card))
    click.echo(CARDS.fill("kept", name=card.name))


def _list(kept: Path) -> None:
    """Print a line for each card; then fail if a file cannot be read."""
    cards, faults = kept_cards(kept)
    rows: Sequence[Sequence[str]] = [(card.name, str(summary(card))) for card in cards]
    echo(False, {}, table(("rules", "about"), rows) if rows else (CARDS["none"],))
    if faults:
        raise RefusedValue("\nError: ".join(map(translate_message, faults)))


def _use(kept: Path, name: str, output: Path | None, picture: Path | None, forget: bool) -> None:
    card = find_card(kept_cards(kept)[0], name)
    if card is None:
        raise RefusedValue(f"No rules are named '{excerpt(name)}'. 'companion rules' lists all.")
    if output:
        save(output, rules_html(card, in_words(card)))
        click.echo(CARDS.fill("written", path=output))
    if picture:
        save_bytes(picture, rules_picture(card))
        click.echo(CARDS.fill("written", path=picture))
    if forget:
        _require(forget_card(kept, card.name))
        click.echo(CARDS.fill("forgotten", name=card.name))
    if not (output or picture or forget):
        click.echo(format_card(card), nl=False)


def _require(problem: Problem | None) -> None:
    """Raise an error if something could not be stored."""
    if problem:
        raise RefusedValue(translate_message(problem))
