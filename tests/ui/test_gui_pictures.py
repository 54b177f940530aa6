"""Every screen, on every window, with the longest names: painted, to be looked at by people.

``bin/test --pictures DIR`` leaves a picture of each in DIR, and all of them on one sheet.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.ui.scene_records import COUNTS, WINDOWS
from tests.ui.scenes import SCENES, show
from tests.ui.window_desk import WindowDesk

pytestmark = [pytest.mark.gui, pytest.mark.timeout(600)]

THEMES = ("paper", "evening")
TALL = 300
"""How high a picture is on the sheet, in pixels."""
CAPTION = 22


SHARE = 12
"""The ordinary run looks at every twelfth screen, on the panel that they are drawn for."""


COLUMNS = [*zip(WINDOWS, reversed(COUNTS), strict=True)]
"""Each window with another number of players; most of them on the smallest."""
LOOKS = [
    pytest.param((800, 480), 8, "paper", [*SCENES][::SHARE], id="a share"),
    *(
        pytest.param(
            window,
            count,
            theme,
            [*SCENES],
            id=f"{window[0]}x{window[1]}-{count}-{theme}",
            marks=pytest.mark.slow,
        )
        for window, count in COLUMNS
        for theme in THEMES
    ),
]


@pytest.fixture(scope="session")
def pictures(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Folder of the pictures, with a sheet for each theme if somebody has asked for them."""
    chosen = request.config.getoption("--pictures")
    folder = Path(chosen) if chosen else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    yield folder
    if chosen:
        for theme in THEMES:
            make_sheet(folder, theme)


def photograph(desk: WindowDesk, path: Path) -> Image.Image:
    """The window as it is now."""
    desk.window.dispatch("on_draw")
    Path(desk.window.screenshot(name=str(path))).replace(path)
    return Image.open(path).convert("RGB")


@pytest.mark.parametrize(("window", "count", "theme", "names"), LOOKS)
def test_every_screen_is_painted(
    tmp_path: Path,
    pictures: Path,
    window: tuple[int, int],
    count: int,
    theme: str,
    names: Sequence[str],
) -> None:
    with WindowDesk(tmp_path, size=window, drawn=True) as desk:
        desk.table.time = "21:45"
        desk.table.settings.change(theme=theme)
        try:
            for name in names:
                show(desk, SCENES[name], count)
                picture = photograph(desk, pictures / file_name(window, count, theme, name))
                assert picture.getcolors(9) is None, f"{name} has fewer than ten colours"
        finally:
            desk.table.settings.change(theme="paper")


def file_name(window: tuple[int, int], count: int, theme: str, scene: str) -> str:
    """The name of a picture."""
    words = scene.replace(" ", "_").replace(":", "")
    return f"{window[0]}x{window[1]}-{count}-{theme}-{words}.png"


def make_sheet(folder: Path, theme: str) -> None:
    """Put all pictures of a theme on one sheet: a row for each screen."""
    widths = [TALL * w // h for (w, h), _ in COLUMNS]
    lefts = [sum(widths[:i]) + 8 * i for i in range(len(COLUMNS))]
    high = TALL + CAPTION
    sheet = Image.new("RGB", (lefts[-1] + widths[-1], high * len(SCENES)), "#404040")
    draw = ImageDraw.Draw(sheet)
    for row, name in enumerate(SCENES):
        draw.text((4, row * high + 4), name, fill="white")
        for (window, count), left, width in zip(COLUMNS, lefts, widths, strict=True):
            file = folder / file_name(window, count, theme, name)
            if file.exists():
                small = Image.open(file).convert("RGB").resize((width, TALL))
                sheet.paste(small, (left, row * high + CAPTION))
    sheet.save(folder / f"sheet-{theme}.png")
