"""Which graphics card is drawn on."""

from pathlib import Path

import pytest

from companion.system.displays import connected_screens, panel_card


@pytest.mark.parametrize(
    ("connectors", "card"),
    [
        ([], ""),
        (["card1-HDMI-A-1"], "1"),
        (["card0-HDMI-A-1", "card2-DSI-1"], "2"),
        (["card1-Virtual-1"], "1"),
    ],
)
def test_the_card_is_the_one_with_the_panel(connectors: list[str], card: str) -> None:
    assert panel_card(connectors) == card


def test_only_connectors_with_a_screen_count(tmp_path: Path) -> None:
    for name, status in (("card0-HDMI-A-1", "disconnected"), ("card1-DSI-1", "connected")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(f"{status}\n")
    assert connected_screens(tmp_path) == ["card1-DSI-1"]
