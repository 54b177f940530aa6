"""``python -m hardware.wiring``: the drawings, written anew."""

from pathlib import Path

from hardware.wiring import drawings

for name, svg in drawings().items():
    Path(__file__).with_name(name).write_text(svg, encoding="utf-8")
