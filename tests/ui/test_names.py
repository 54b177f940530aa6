"""Players who are called like a space, like another one, or as a sentence begins."""

from pathlib import Path

import pytest

from companion import text
from companion.engine import board, edition, parse_move
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.screens.ways import shortened, whole
from companion.table.history.view import sentence_of
from companion.table.markers import markers_of
from companion.table.session import Session, Source
from companion.text.names import deed_name
from companion.text.told import Name, SpaceName

NOBODY = -1
CALLED = ("Mary", "Bill", "Took", "Nobody", "Anna", "Trafalgar", "Marylebone", "Pennsylvania")


@pytest.mark.parametrize("language", text.languages())
@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize("streets", board.names())
def test_a_name_is_never_taken_for_other_words(
    streets: str, called: str, language: str, tmp_path: Path
) -> None:
    text.set_language(language)
    setup = Setup((called, "Ann"), edition.load("1961"), board.load(streets))
    names = [str(deed_name(setup.board, deed)) for deed in setup.board.deeds]
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, setup)
        for line in (f"{called} opens 6 5", "Ann opens 2 1", "ruling: Ann has $9000", "undo"):
            session.play(parse_move(line, setup), Source.IMPORT)
        for name in names:
            session.play(parse_move(f"ruling: {called} owns {name}", setup), Source.IMPORT)
        told = [sentence_of(played, setup) for played in session.history]
    roll, _, _, undo, *owned = told
    assert roll[2] == markers_of(setup.players)[called]
    assert undo[2] == NOBODY
    assert len(owned) == len(names)
    for (sentence, _, _), name in zip(owned, names, strict=True):
        assert Name(called) in sentence.parts
        (space,) = (part for part in sentence.parts if isinstance(part, SpaceName))
        assert str(space) == name
        for words, _ in (*whole((sentence,)), *shortened((sentence,))):
            assert any(form in words for form in space.forms), words
