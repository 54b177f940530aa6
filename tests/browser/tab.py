"""A page of the table in a real browser, which Playwright drives, and what its console says."""

from pathlib import Path
from typing import Any

from tests.browser.player import Button
from tests.browser.program import PATIENCE, Program

SEEN = "document.documentElement.dataset.picture > 0"
TYPE_IS_THERE = "document.fonts.status === 'loaded'"
"""Condition without which texts have the width of another typeface."""
FAULTS = Path(__file__).with_name("too_wide.js").read_text("utf-8")
"""Script that finds texts that are wider than the layout has measured them."""
BUTTONS = Path(__file__).with_name("buttons.js").read_text("utf-8")
"""Script that lists what can be tapped, with its place."""
WAYS = ("mouse", "touch", "keys")
BETWEEN = 450
"""Milliseconds that a person looks before a tap: what came just now takes none."""
HELD = 60
"""Milliseconds for which a finger is down."""
PATIENT = 30
"""Times that somebody looks for what a tap has done, before the next one."""
MOST_STEPS = 400
SETTINGS = ("color_scheme", "contrast", "forced_colors", "reduced_motion")


class Tab:
    """A page in a browser."""

    def __init__(
        self,
        browser: Any,
        program: Program,
        size: tuple[int, int],
        way: str = "mouse",
        before: str = "",
        **kind: Any,
    ) -> None:
        """Open a page of a size; the script ``before`` runs before its own."""
        width, height = size
        viewport = {"width": width, "height": height}
        # Debian's Firefox cannot pretend other settings of these, which nobody asks it for.
        kind = dict.fromkeys(SETTINGS, "null") | kind
        self._context = context = browser.new_context(
            viewport=viewport, has_touch=way == "touch", **kind
        )
        if before:
            context.add_init_script(before)
        self.page, self.way = context.new_page(), way
        self.page.set_default_timeout(1000 * PATIENCE)
        self.said: list[str] = []
        self.page.on("console", lambda line: self.said.append(line.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(program.address)
        self.until(SEEN)

    def close(self) -> None:
        self._context.close()

    def until(self, holds: str) -> None:
        """Wait for a condition; the page's policy forbids the driver's own way."""
        for _ in range(600):
            if self.page.evaluate(holds):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"waited in vain: {holds}; {self.labels}; {self.said}")

    # --- what can be seen -------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        """List what can be tapped now and is not refused."""
        return [Button(*found) for found in self.page.evaluate(BUTTONS)]

    @property
    def labels(self) -> list[str]:
        found = self.page.query_selector_all("button, [role=button]")
        return [each.get_attribute("aria-label") for each in found]

    def shows(self, label: str) -> bool:
        return bool(self.page.locator(f'[aria-label="{label}"]').count())

    def until_it_shows(self, label: str) -> None:
        self.page.locator(f'[aria-label="{label}"]').last.wait_for(state="attached")

    def check(self) -> None:
        """Fail if a text is wider than its room, or the console has said anything."""
        self.until(TYPE_IS_THERE)
        found = [*self.page.evaluate(FAULTS), *self.said]
        assert not found, found

    # --- hands ------------------------------------------------------------------------------------

    def press(self, button: Button) -> None:
        """Tap a button once, in the way of this page."""
        if self.way == "keys":
            self._press_by_keys(button)
        elif self.way == "touch":
            self.page.touchscreen.tap(button.x, button.y)
        else:
            self.page.mouse.click(button.x, button.y, delay=HELD)

    def _press_by_keys(self, button: Button) -> None:
        kind, _, face = button.key.rpartition(":")
        if kind in ("die:0", "die:1"):
            self.page.keyboard.press(face)
            return
        for _ in range(MOST_STEPS):
            if self._focused() == button.key:
                self.page.wait_for_timeout(BETWEEN)
                if self._focused() == button.key:  # The ring goes to what is asked meanwhile.
                    self.page.keyboard.press("Enter")
                return
            if button.key not in {one.key for one in self.buttons()}:
                return  # It has gone meanwhile.
            self.page.keyboard.press("Tab")
            self.page.wait_for_timeout(HELD)
        raise AssertionError(f"Tab does not lead to {button}")

    def _focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.key || ''"))

    def tap(self, label: str, then: str) -> None:
        """Tap until it has an effect: what came just now takes no touch yet."""
        for _ in range(50):
            self.page.wait_for_timeout(BETWEEN)
            found = [one for one in self.buttons() if one.label == label]
            if found:
                self.press(found[-1])
            for _ in range(PATIENT):
                if self.shows(then):
                    return
                self.page.wait_for_timeout(HELD)
        raise AssertionError(f"{label} did not lead to {then}: {self.labels}")
