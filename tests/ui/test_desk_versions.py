"""The versions of a flashed card, by touch, on the folders of a card."""

from pathlib import Path
from typing import Any

import pytest

from companion.text.screens.device import UPKEEP
from companion.text.screens.versions import REFUSED, VERSIONS
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.test_desk_upkeep import kiosk
from tests.ui.test_versions import NAME, Folders


@pytest.fixture
def card(tmp_path: Path) -> Folders:
    """A card with two versions, and another one on the stick."""
    card = Folders(tmp_path)
    (card.shelf / "kept").write_text("1.5\n1.0\n")
    (card.stick / NAME).touch()
    return card


def at_the_versions(desk: Desk, card: Folders, **hands: Any) -> Any:
    device = kiosk(desk, versions=card.versions, **hands)
    desk.tap(desk.key("versions"))
    shown(desk, VERSIONS["on stick"].format(version="2.0"))
    return device


def shown(desk: Desk, text: str) -> None:
    """Wait until the page has looked, and shows the text."""

    def holds() -> bool:
        desk.table.device.watch_versions()
        return text in desk.texts()

    desk.until(holds)
    desk.frames()


def wish(card: Folders) -> str:
    path = card.state / "version-wish"
    return path.read_text() if path.exists() else ""


def test_a_version_on_the_stick_is_installed_by_two_taps(desk: Desk, card: Folders) -> None:
    done: list[str] = []
    at_the_versions(desk, card, switch=done.append)
    desk.tap(VERSIONS["install"])
    assert wish(card) == f"install stick {NAME}\n"
    shown(desk, VERSIONS["wished"])
    for key in ("install", "back"):
        assert VERSIONS[key] not in desk.texts(), "it is busy"
    (card.state / "version-wish").unlink()
    card.told.write_text("copying 2.0 43\n")
    shown(desk, VERSIONS["copying"].format(version="2.0", percent=43))
    assert faults(desk) == []
    card.told.write_text("installed 2.0\n")
    shown(desk, VERSIONS["installed"].format(version="2.0"))
    desk.tap(VERSIONS["restart"])
    assert UPKEEP["sure restart"] in desk.texts()
    assert done == []
    desk.tap(UPKEEP["yes restart"])
    desk.until(lambda: done == ["Reboot"])


def test_to_go_back_is_asked_first(desk: Desk, card: Folders) -> None:
    device = at_the_versions(desk, card)
    desk.tap(VERSIONS["back"])
    assert UPKEEP["sure back"] in desk.texts()
    desk.tap(UPKEEP["no"])
    assert wish(card) == ""
    shown(desk, VERSIONS["back"])
    desk.tap(VERSIONS["back"])
    desk.tap(UPKEEP["yes back"])
    assert wish(card) == "back\n"
    shown(desk, VERSIONS["wished"])
    (card.state / "version-wish").unlink()
    card.told.write_text("refused ledger 1.0\n")
    shown(desk, REFUSED["ledger"])
    assert not device.value.is_busy
    assert VERSIONS["back"] in desk.texts()


def test_a_wish_that_cannot_be_left_is_told(desk: Desk, card: Folders) -> None:
    device = at_the_versions(desk, card)
    (card.state / "version-wish.part").mkdir()
    desk.tap(VERSIONS["install"])
    desk.frames()
    assert REFUSED["failed"] in desk.texts()
    assert not device.value.is_busy
