"""A phone with Chromium: join by a link and tap the button of a move.

``phone.py LINK MOVE`` ends when the page shows what came of it. Needs Chromium and Playwright.
"""

import shutil
import sys

from playwright.sync_api import sync_playwright

PATIENCE = 60_000
"""Milliseconds."""


def main(link: str, move: str) -> None:
    """Join and play; raise TimeoutError of Playwright if the page does not come so far."""
    with sync_playwright() as driver:
        # Chromium refuses root with a sandbox, and only root starts the machine of the test.
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_context(has_touch=True, is_mobile=True).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(link)
        page.click("button[type=submit], button:not([type])")
        button = page.locator(f'[data-move="{move}"]')
        try:
            button.wait_for()
        finally:
            print(page.inner_text("body"), file=sys.stderr)
        seen = page.get_attribute("#page", "data-seen")
        # A new button is deaf for a moment; the move can be booked once only.
        page.wait_for_function(
            """([move, seen]) => {
                document.querySelector(`[data-move="${move}"]`)?.click();
                return document.getElementById("page").dataset.seen !== seen;
            }""",
            arg=[move, seen],
            polling=500,
        )
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
