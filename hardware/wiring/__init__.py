"""Wiring diagrams, generated from the pins that the programs use.

``python -m hardware.wiring`` writes the SVG files beside this file.
"""

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree

from hardware.firmware import settings
from hardware.panel import BUZZER, LAMP, PINS

ROW, LEFT, RIGHT, WIDTH = 34, 230, 430, 680
"""Distance of two wires, inner edges of the two boxes, and width of the drawing, in pixels."""

Wire = tuple[str, str, str]
"""Pin on the board, other end of the wire, and the part in between ("" for none)."""


def drawings() -> Mapping[str, str]:
    """Return the SVG of each drawing by its file name."""
    return {
        "keys.svg": drawn("Tray board (Pico): keys", "12 keys", _keys()),
        "rfid.svg": drawn("Tray board (Pico): RFID", "PN532", _rfid()),
        "panel.svg": drawn("Raspberry Pi: button panel", "panel", _panel()),
    }


def drawn(board: str, device: str, wires: Iterable[Wire]) -> str:
    """Draw two boxes and the wires between them as SVG."""
    wires = list(wires)
    height = ROW * (len(wires) + 3)
    size = {"viewBox": f"0 0 {WIDTH} {height}", "font-family": "sans-serif", "font-size": "14"}
    svg = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size})
    _add(svg, "rect", x=0, y=0, width=WIDTH, height=height, fill="#ffffff")
    for x, width, title in ((10, LEFT - 10, board), (RIGHT, WIDTH - RIGHT - 10, device)):
        box = {"fill": "#eef2f5", "stroke": "#22303c"}
        _add(svg, "rect", x=x, y=ROW, width=width, height=height - 1.5 * ROW, rx=8, **box)
        _label(svg, x + width / 2, ROW - 10, title, "middle", weight="bold")
    for row, (pin, end, between) in enumerate(wires, 2):
        y = ROW * row
        _add(svg, "line", x1=LEFT, y1=y, x2=RIGHT, y2=y, stroke="#22303c")
        _label(svg, LEFT - 8, y + 5, pin, "end")
        _label(svg, RIGHT + 8, y + 5, end, "start")
        if between:
            _label(svg, (LEFT + RIGHT) / 2, y - 5, between, "middle")
    ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _keys() -> Iterable[Wire]:
    for die, panel in enumerate(settings.KEYS, 1):
        for face, pin in enumerate(panel, 1):
            yield _placed(pin), f"die {die}, key {face}", ""
    yield "GND", "the other leg of every key", ""
    yield from _lamp()


def _rfid() -> Iterable[Wire]:
    yield f"UART TX, {_placed(settings.PN532['tx'])}", "RXD (HSU: switches 0 0)", ""
    yield f"UART RX, {_placed(settings.PN532['rx'])}", "TXD", ""
    yield "3V3 (pin 36)", "VCC", ""
    yield "GND", "GND", ""
    yield from _lamp()


def _lamp() -> Iterable[Wire]:
    yield _placed(settings.LAMP), "lamp: LED +, then GND", "330 Ω"
    yield _placed(settings.SERVICE), "service jumper to GND", ""


def _placed(number: int) -> str:
    """Name a GPIO up to 22 with its place on a Pico, where every fifth pin from 3 is ground."""
    return f"GP{number} (pin {number + 1 + (number + 2) // 4})"


def _panel() -> Iterable[Wire]:
    for name, pin in PINS.items():
        if name == LAMP:
            yield f"GPIO{pin}", "lamp: LED +, then GND", "330 Ω"
        elif name == BUZZER:
            yield f"GPIO{pin}", "piezo buzzer, then GND", "100 Ω"
        else:
            yield f"GPIO{pin}", f"button '{name}', then GND", ""
    yield "GND", "the other leg of all of them", ""


def _label(
    svg: ElementTree.Element, x: float, y: float, text: str, anchor: str, weight: str = "normal"
) -> None:
    look = {"text-anchor": anchor, "font-weight": weight, "fill": "#22303c"}
    _add(svg, "text", x=x, y=y, **look).text = text


def _add(svg: ElementTree.Element, shape: str, **attributes: object) -> ElementTree.Element:
    return ElementTree.SubElement(svg, shape, {key: str(it) for key, it in attributes.items()})
