"""How long it takes from a tap on the entry form to the painted price, by the browser's own clock."""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from flask import Flask
from playwright.sync_api import Page, sync_playwright

from bench import Ratio, ratio_of, told
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.store.db import db
from tests import live
from tests.actions import Table
from tests.browser import FLAGS, find_chromium
from tests.doors import ADMIN, Browser, cookie, first_admin

ROUNDS = 40
ALLOWED = 0.050
"""Seconds from the tap to the painted price."""
CHOSEN = ("[name=who][value='0']", "[name=partner][value='2']", "[name=result][value=won]", "[name=schneider]")

MEASURE = """async ([selector, rounds]) => {
  const form = document.querySelector("form.entry");
  const still = form.cloneNode(true);  // the same to look at, but nobody listens
  form.after(still);
  const painted = () => new Promise((give) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = give;
    channel.port2.postMessage(0);  // comes after the frame
  }));
  const taken = async (where) => {
    await painted();
    const start = performance.now();
    where.querySelector(selector).click();
    await painted();
    return (performance.now() - start) / 1000;
  };
  const prices = new Set();
  const times = [];
  for (let round = 0; round < rounds + 1; round++) {
    times.push([await taken(form), await taken(still)]);
    prices.add(form.querySelector(".value").textContent);
  }
  if (prices.size !== 2) throw new Error(`no price: ${[...prices]}`);
  return times.slice(1);
}"""
"""Taps a Klopfer on and off, by turns with a form to which no script attends; the first round warms up."""


def measure() -> list[Ratio]:
    """Tap on the form of a sheet, and on its twin without a script."""
    with tempfile.TemporaryDirectory() as place, served(place) as (app, server), sync_playwright() as playwright:
        table = Table(app.test_client())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        context = browser.new_context(viewport={"width": 1180, "height": 820})
        context.add_cookies([{"name": "session", "value": cookie(app, ADMIN), "url": server}])
        times = tapped(context.new_page(), server + table.address)
        browser.close()
    ours, still = ([row[which] for row in times] for which in (0, 1))
    said = told(("painted", median(ours)), ("slowest", max(ours)), ("without a script", median(still)))
    return [
        Ratio("tap to painted price / 50 ms", median(ours) / ALLOWED, 1, said),
        Ratio("tap to painted price / the same form without a script", ratio_of(ours, still), 1.5, said),
    ]


def tapped(page: Page, address: str) -> Any:
    """Fill in a game, and tap again and again."""
    page.goto(address)
    page.locator("form.by-hand").wait_for()
    for selector in CHOSEN:
        page.locator(f"label:has({selector})").click()
    return page.evaluate(MEASURE, ["[name=klopfer]", ROUNDS])


@contextmanager
def served(place: str) -> Iterator[tuple[Flask, str]]:
    """Serve a fresh book, without a line for each request."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app({"SCOREBOOK_INSTANCE": place, "WTF_CSRF_ENABLED": False})
    app.test_client_class = Browser
    with app.app_context():
        upgrade_to("head")
        first_admin()
    with live.served(app) as url:
        yield app, url
    with app.app_context():
        db.engine.dispose()
