"""Pictures of the page beside those of the window: ``python -m tests.browser.beside``.

Every scene is drawn twice from the same nodes: by Kivy on a virtual screen, and by Chromium. Both
pictures are blurred, which leaves out the edges of letters. Then the pixels are counted that are
further apart than ``FAR``.
"""

from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click
from PIL import Image, ImageChops, ImageFilter

from companion.cli.play import SIZE
from tests.browser.evenings import opened
from tests.browser.still_page import StillPage
from tests.ui.scenes import SCENES, show
from tools.bench.harness import display

BLUR, FAR = 3, 40
PLAYERS = 4
WORST = 5


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that are far apart in any colour, in percent."""
    blurred = (picture.filter(ImageFilter.GaussianBlur(BLUR)) for picture in (one, other))
    red, green, blue = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return 100 * sum(most.histogram()[FAR + 1 :]) / (one.width * one.height)


def compare(size: tuple[int, int], scenes: list[str], folder: Path) -> dict[str, float]:
    """Draw scenes both ways into a folder, and return how far the pictures differ."""
    from tests.ui.test_gui_pictures import photograph
    from tests.ui.window_desk import WindowDesk

    found: dict[str, float] = {}
    with (
        TemporaryDirectory() as data,
        WindowDesk(Path(data), size=size, drawn=True) as desk,
        ExitStack() as closing,
    ):
        chromium = closing.enter_context(opened("chromium"))
        desk.table.time = "21:45"
        desk.table.settings.change(motion="reduced")
        page = StillPage(chromium, desk.table, size)
        for number, name in enumerate(scenes):
            show(desk, SCENES[name], PLAYERS)
            kivy = photograph(desk, folder / f"{number}-kivy.png")
            drawn = page.draw(desk.viewer.picture, folder / f"{number}-page.png")
            found[name] = difference(kivy, drawn)
            both = Image.new("RGB", (2 * size[0], size[1]))
            both.paste(kivy, (0, 0))
            both.paste(drawn, (size[0], 0))
            both.save(folder / f"{number}-both.png")
    return found


@click.command()
@click.option("--size", type=SIZE, default="800x480", show_default=True)
@click.option("--pictures", type=click.Path(file_okay=False, path_type=Path), help="A folder.")
@click.option("--scene", multiple=True, type=click.Choice([*SCENES]), help="Some instead of all.")
def main(size: tuple[int, int], pictures: Path | None, scene: tuple[str, ...]) -> None:
    """Draw each scene by Kivy and by Chromium, and print how far the pictures differ."""
    scenes = [*scene] or [*SCENES]
    with TemporaryDirectory() as scratch, display():
        folder = pictures or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        found = compare(size, scenes, folder)
    click.echo(f"{len(found)} scenes: median {median(found.values()):.2f} % of the pixels differ")
    for name in sorted(found, key=lambda name: -found[name])[:WORST]:
        click.echo(f"{found[name]:6.2f} %  {name} ({scenes.index(name)})")


if __name__ == "__main__":
    main()
