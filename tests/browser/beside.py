"""Pictures of the page beside those of the window: ``python -m tests.browser.beside``.

Every scene is drawn twice from the same nodes: by Kivy on a virtual screen, and by Chromium. Both
pictures are blurred, which leaves out the edges of letters. Then the pixels are counted that are
further apart than ``FAR``.
"""

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import click
from httpx import ASGITransport, AsyncClient, Response
from PIL import Image, ImageChops, ImageFilter

from companion.browser import wire
from companion.browser.app import TableServer
from companion.browser.glass import NEVER_SEEN
from companion.cli.play import SIZE
from companion.web import event
from tests.bench.harness import display
from tests.browser.evenings import opened
from tests.browser.tab import SEEN
from tests.ui.scenes import SCENES, show

BLUR, FAR = 3, 40
PLAYERS = 4
ADDRESS = "http://127.0.0.1:8070"
WORST = 5


async def answers_of(server: TableServer) -> dict[str, Response]:
    """Return the answers of a server by their paths: the page, and all that it loads."""
    here = ASGITransport(server.app, client=("127.0.0.1", 1))
    async with AsyncClient(transport=here, base_url=ADDRESS) as client:
        found = {"/": await client.get("/")}
        style = await client.get("/static/style.css")
        names = re.findall(r"[\w-]+\.(?:ttf|js|css|json|svg)", found["/"].text + style.text)
        for name in names:
            found[f"/static/{name}"] = await client.get(f"/static/{name}")
    return found


class StillPage:
    """Page in Chromium that shows one picture."""

    def __init__(self, chromium: Any, answers: dict[str, Response], size: tuple[int, int]) -> None:
        width, height = size
        self._answers, self._stream = answers, b""
        self._page = chromium.new_page(viewport={"width": width, "height": height})
        self._page.route("**/*", self._answer)

    def _answer(self, route: Any) -> None:
        path = urlsplit(route.request.url).path
        if path == "/table":
            route.fulfill(body=self._stream, content_type="text/event-stream")
            return
        answer = self._answers[path]
        route.fulfill(headers=dict(answer.headers), body=answer.content)

    def draw(self, picture: Any, path: Path) -> Image.Image:
        """Draw a picture of a viewer at rest."""
        told = wire.difference(NEVER_SEEN, picture._replace(flights=()), {})
        news = wire.encode(told | {"picture": 1, "less": True})
        self._stream = event("secret", "none") + event("news", news)
        self._page.goto(ADDRESS)
        while not self._page.evaluate(f"{SEEN} && document.fonts.status === 'loaded'"):
            self._page.wait_for_timeout(20)
        self._page.screenshot(path=path)
        return Image.open(path).convert("RGB")


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
        answers = asyncio.run(answers_of(TableServer(desk.table)))
        chromium = closing.enter_context(opened("chromium"))
        desk.table.time = "21:45"
        desk.table.settings.change(motion="reduced")
        page = StillPage(chromium, answers, size)
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
