"""Real browsers for tests, and what holds for every page in them: ask for `page`, as pytest-playwright gives it."""

import os
import shutil
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.doors import ADMIN, cookie

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without a window, which takes half the time."""
# Nothing that Chromium does on its own account: no first run, no updates, no sync.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is no secure context, as an address in the pub's network is none.
    "--host-resolver-rules=MAP tisch.test 127.0.0.1",
]
# On a machine that is busy with other tests a page may take a while; only a failure waits so long.
expect.set_options(timeout=30_000)

LAPTOP: Any = {"width": 1280, "height": 800}
SIZES: tuple[Any, ...] = ({"width": 360, "height": 740}, {"width": 820, "height": 1180}, LAPTOP)
"""A phone, a tablet held upright, a laptop."""
ALL_RULES: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS = ALL_RULES | {"runOnly": ABOUT_COLOURS}
SHAPES = ALL_RULES | {"rules": {name: {"enabled": False} for name in ABOUT_COLOURS}}
LOOKS = [
    ("light", SIZES[0], [ALL_RULES]),
    *(("light", size, [SHAPES, COLOURS]) for size in SIZES[1:]),
    *(("dark", size, [COLOURS]) for size in SIZES),
]
"""Scheme, size, and what axe looks for. Dark is other colours, nothing else (`test_dark_is_other_colours`). They
take axe the most time by far: after the first look it looks once at what is painted alike."""


# --- Browsers ---


def find_chromium() -> str:
    """Find the system's Chromium, or the one that CHROMIUM names. Without one the test fails; it is never skipped."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail("There is no Chromium. `make test` installs it, and CHROMIUM=/path/to/chromium names another.")
    return found


@pytest.fixture(scope="session")
def chromium() -> str:
    """Give the path of Chromium."""
    return find_chromium()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """Make pytest-playwright start that Chromium."""
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Speak German, live where the cards are played, and be logged in on the servers of the tests.

    Without a service worker, which would fetch all scripts and styles for every test: `test_browser_shell` has one.
    """
    here = {
        "service_workers": "block",
        "locale": "de-DE",
        "timezone_id": "Europe/Berlin",
        "storage_state": logged_in(),
    }
    return browser_context_args | here


def logged_in() -> Any:
    """Give what the first admin's browser keeps."""
    from tests.conftest import SECRET_KEY

    app = Flask("scorebook")
    app.secret_key = SECRET_KEY
    kept = {"name": "session", "value": cookie(app, ADMIN), "path": "/", "expires": -1}
    flags = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{**kept, **flags, "domain": host} for host in ("127.0.0.1", "tisch.test")], "origins": []}


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Let every browser of a test know when a page is about to be left (`settled`)."""

    def made(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.add_init_script(LEAVING)
        return context

    return made


@pytest.fixture
def bare(new_context: Callable[..., BrowserContext]) -> Page:
    """Give a page of a browser without JavaScript."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def stranger(new_context: Callable[..., BrowserContext]) -> Page:
    """Give a page of a browser in which nobody is logged in."""
    context = new_context()
    context.clear_cookies()
    return context.new_page()


# --- On the way from page to page ---

LEAVING = """
addEventListener("submit", event => { window.leaving ||= !event.defaultPrevented; });
navigation.addEventListener("navigate", event => {
  window.leaving ||= !event.destination.sameDocument && event.downloadRequest === null;
});
"""
NO_FAULTS = ("Autofocus processing", "Service Worker registration blocked by Playwright")
STILL = """() => document.readyState === "complete" && !window.leaving
  && document.getAnimations().every(one => one.playState === "finished")"""


def follow(target: Locator) -> None:
    """Tap what leads to another page, and wait until that page is there. A tap alone does not wait for it."""
    with target.page.expect_navigation():
        target.click()


def press(page: Page, button: str) -> None:
    """Press the button of this name, and wait until the page that follows is there."""
    follow(page.get_by_role("button", name=button, exact=True))


def book(page: Page) -> None:
    """Tap the big button of a sheet, and wait for what comes of it: a form for the next game, or what is wrong."""
    page.locator("form.entry").evaluate("form => { form.dataset.before = 'yes'; }")
    page.locator(".book button.main").click()
    expect(page.locator("form.entry[data-before]")).to_have_count(0)
    settled(page)


def unfold(page: Page) -> None:
    """Unfold all that is folded, from the last to the first: one may be inside another."""
    for summary in page.locator("main details:not([open]) > summary").all()[::-1]:
        summary.click()


def settled(page: Page) -> None:
    """Wait until a page is there as a whole, nothing moves in it, and no tap is about to lead away from it."""
    page.wait_for_function(STILL)


def console_of(page: Page, kept: list[str] | None = None) -> list[str]:
    """Give the list into which goes what the browser has to complain about in a page from here on.

    Not that it left the focus where somebody had just put it: that depends on who is quicker. Nor what playwright does.
    """
    said: list[str] = [] if kept is None else kept
    page.on("console", lambda one: None if one.text.startswith(NO_FAULTS) else said.append(one.text))
    return said


# --- What holds for every page ---

LOOK = """async runs => {
  const kinds = new Map(), painted = ["color", "backgroundColor", "backgroundImage", "opacity", "position", "font"];
  const kind = one => {
    if (one && !kinds.has(one)) {
      const style = getComputedStyle(one);
      kinds.set(one, `${kind(one.parentElement)} ${painted.map(name => style[name])}`);
    }
    return kinds.get(one);
  };
  const texts = one => one.localName ? [...one.childNodes].flatMap(texts) : one.data?.trim() ? [one.parentElement] : [];
  const seen = one => one.checkVisibility({visibilityProperty: true}) && !one.closest(".hidden, .skip");
  const typed = [...document.querySelectorAll("input, select, textarea")];
  const coloured = () => [...texts(document.body), ...typed].filter(seen);
  const alike = () => [...new Map(coloured().map(one => [kind(one), one])).values()];
  const block = one => getComputedStyle(one).display === "inline" ? block(one.parentElement) : one;
  const inText = one => one.matches("a") && block(one) !== one && texts(block(one)).some(text => !text.closest("a"));
  const said = one => one.innerText || one.value || one.name || one.outerHTML, root = document.documentElement;
  const found = [];
  for (const rules of runs) {
    const where = rules.runOnly ? {include: alike()} : document;
    for (const {id, nodes} of (await axe.run(where, rules)).violations)
      found.push(...nodes.map(one => `${id}: ${one.target} ${one.failureSummary}`));
  }
  if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth}`);
  for (const one of document.querySelectorAll("a[href], button, summary, select, textarea, input, .face")) {
    const {width, height} = (one.closest(".typed") ?? one).getBoundingClientRect();
    if (seen(one) && !inText(one) && Math.min(width, height) < 47.99)
      found.push(`too small for a finger: ${said(one)} ${one.localName} ${width} x ${height}`);
  }
  return found;
}"""


def faultless(page: Page) -> None:
    """Hold the page that is shown, as it is, against what every page promises, in all sizes and both schemes."""
    found = faults(page)
    assert not found, "\n".join(found)


def faults(page: Page) -> Iterable[str]:
    """Give what is wrong with the page that is shown, as it is, with the sizes and schemes in which it is.

    No fault that axe knows, nothing that scrolls sideways, nothing too small for a finger. It is one page from the
    first look to the last: axe is put into it once, and would be gone with it.
    """
    settled(page)
    before, path, found = page.viewport_size, urlsplit(page.url).path, []
    page.evaluate(AXE_SCRIPT)
    for scheme, size, runs in LOOKS:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(size)
        found += [f"{path} {scheme} {size['width']}: {fault}" for fault in page.evaluate(LOOK, runs)]
    page.emulate_media(color_scheme="null")
    page.set_viewport_size(before or LAPTOP)
    assert page.evaluate(STILL), f"{path} was left while it was looked at"
    return found


def type_augen(page: Any, text: str, side: str = "Spieler") -> None:
    """Type the Augen of a side; where a script has put them behind a button, by way of that."""
    page.wait_for_load_state("networkidle")
    opener = page.get_by_role("button", name="Augen …")
    if opener.is_visible():
        opener.click()
    field = page.get_by_label(f"Augen der {side}")
    field.fill(text)
    field.press("Escape")
