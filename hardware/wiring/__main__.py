"""Command ``python -m hardware.wiring``: write the wiring diagrams."""

from pathlib import Path

from hardware.wiring import drawings

for name, svg in drawings().items():
    Path(__file__).with_name(name).write_text(svg, encoding="utf-8")
