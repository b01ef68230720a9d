"""A real browser, or a skip: where no Chromium is found these tests count as skipped, never as passed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
_PATIENCE: Final = 60_000  # milliseconds: no verdict on the machine's speed
DESKTOP: Final = (1400, 900)
PHONE: Final = (390, 844)


def chromium() -> str | None:
    """The browser that `CHROMIUM` names, or the first on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in _NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module; no longer, as while it is open an event loop runs in this thread."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium, or name one in CHROMIUM")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield started
        started.close()


@dataclass
class Opened:
    """A page with what it complained about: errors on the console, exceptions, dialogs, requests to the network."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def text(self, selector: str) -> str:
        """What the first element of that kind says."""
        return self.page.locator(selector).first.inner_text()

    def says(self, selector: str, text: str) -> None:
        """The first element of that kind says just this, at once or soon: a new address is answered a moment later."""
        from playwright.sync_api import expect

        expect(self.page.locator(selector).first).to_have_text(text, timeout=_PATIENCE)

    def hash(self) -> str:
        """What stands after # in the address."""
        found: str = self.page.evaluate("location.hash")
        return found

    def in_view(self, selector: str) -> bool:
        """Whether a part of the first such element is within the window."""
        found: bool = self.page.locator(selector).first.evaluate(
            "node => { const box = node.getBoundingClientRect();"
            " return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth; }"
        )
        return found

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        found: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return found


Open = Callable[..., Opened]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens the report in a run directory; at the end no page may have complained."""
    opened: list[Opened] = []

    def start(
        run: Path,
        fragment: str = "",
        size: tuple[int, int] = DESKTOP,
        scheme: Literal["light", "dark"] = "light",
    ) -> Opened:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        page.set_default_timeout(_PATIENCE)
        found = Opened(page)
        opened.append(found)
        page.on(
            "console", lambda said: found.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: found.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (found.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: _outside(found, request))
        page.goto((run / "report.html").as_uri() + (f"#{fragment}" if fragment else ""))
        return found

    yield start
    for one in opened:
        assert one.complaints == []
        one.page.close()


def _said(found: Opened, message: Any) -> None:
    if message.type in ("error", "warning"):
        found.complaints.append(message.text)


def _outside(found: Opened, request: Any) -> None:
    if not request.url.startswith("file:"):
        found.complaints.append(f"request: {request.url}")
