"""Pictures of the main pages, for people to look at: `make screenshots` puts them into screenshots/.

They show the evenings of the demo, in a server and a browser of their own.
"""

import logging
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Page, sync_playwright

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services.access import local_actor
from scorebook.services.demo import fill
from scorebook.store.db import db
from tests.browser import FLAGS, find_chromium, logged_in
from tests.conftest import configuration
from tests.doors import first_admin
from tests.live import served
from tests.processes import ROOT

FOLDER = ROOT / "screenshots"
SHAPES: dict[str, tuple[int, int, Any]] = {
    "landscape": (1180, 820, "light"),
    "upright": (820, 1180, "light"),
    "phone": (360, 740, "light"),
    "dark": (1180, 820, "dark"),
}
PAGES = {
    "evenings": "/",
    "new-evening": "/abende/neu",
    "sheet": "/listen/1",
    "striche": "/listen/3",
    "evening": "/abende/1",
    "wall": "/abende/1/wand",
    "result": "/abende/1/ergebnis",
    "seats": "/listen/1/plaetze",
    "drawing": "/listen/1/plaetze/auslosen",
    "laufende": "/listen/1/laufende",
    "referee": "/listen/1/schiedsrichter",
    "rules": "/listen/1/spielregeln",
    "prices": "/regeln/1/preise",
    "links": "/abende/1/links",
    "members": "/verein",
    "account": "/konto",
    "log": "/protokoll",
}
"""The pages by the names of their pictures."""


@contextmanager
def demo(folder: Path) -> Iterator[str]:
    """Serve the evenings of the demo, and give the address."""
    app: Flask = create_app(configuration(folder))
    with app.app_context():
        upgrade_to("head")
        first_admin()
        fill(db.session, local_actor(db.session))
    with served(app) as address:
        yield address


def take(page: Page, address: str, shape: str) -> None:
    """Take a picture of every page in one shape, and of a sheet on which somebody is entering a game."""
    for name, path in PAGES.items():
        answer = page.goto(address + path)
        if answer is None or not answer.ok:
            raise SystemExit(f"{path}: {answer and answer.status}")
        page.screenshot(path=FOLDER / f"{name}-{shape}.png", full_page=name not in ("sheet", "wall"))
    page.goto(f"{address}/listen/1")
    for row, place in (("who", 0), ("partner", 2), ("result", 0)):
        page.locator(f".row-{row} label").nth(place).click()
    page.screenshot(path=FOLDER / f"entering-{shape}.png")


def main() -> None:
    """Take them all."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for shape, (width, height, scheme) in SHAPES.items():
            here = browser.new_context(
                locale="de-DE",
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                storage_state=logged_in(),
            )
            take(here.new_page(), address, shape)
            here.close()
        browser.close()
    sys.stdout.write(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER.relative_to(ROOT)}/\n")


if __name__ == "__main__":
    main()
