"""Files in a real browser: a table that is pasted, a file that is looked at, papers on their way."""

import json
from pathlib import Path

from flask import Flask
from playwright.sync_api import Page, expect

from scorebook.exchange import evening_json
from scorebook.services import paper_jobs
from scorebook.services.access import local_actor
from scorebook.services.transactions import transaction
from scorebook.store import paper_jobs as store
from scorebook.store.db import db, reading
from tests import evenings
from tests.actions import SAUSPIEL, Table
from tests.browser import faultless, follow, press

ROWS = """Datum\tWer\tWas\tSepp\tVroni\tXaver\tZenzi
1.11.2026\tSepp\tSauspiel\t20\t-20\t20\t-20
\tVroni\tWenz\t-50\t150\t-50\t-50
"""


def test_a_pasted_table_goes_into_the_book(page: Page, live_server: str) -> None:
    """Pasted, checked, put right, looked at, and read in; no page on the way has a fault."""
    page.goto(f"{live_server}/abende/einlesen/tabelle")
    faultless(page)
    page.get_by_label("Die Tabelle").fill(ROWS.replace("Wenz", "Wenzel"))
    press(page, "Prüfen")
    expect(page.get_by_text("1 Zeile geht noch nicht.")).to_be_visible()
    faultless(page)
    page.get_by_label("Die Tabelle").fill(ROWS)
    press(page, "Weiter")
    expect(page.get_by_role("heading", name="Wer ist wer?")).to_be_visible()
    faultless(page)
    press(page, "Einlesen")
    expect(page.get_by_text("Der Abend ist eingelesen.")).to_be_visible()


def test_a_file_is_looked_at_first(page: Page, app: Flask, live_server: str, tmp_path: Path) -> None:
    """Who is in the club is asked about; the field for a name comes with the answer that needs it."""
    Table(app.test_client()).recorded(**SAUSPIEL)
    file = tmp_path / "abend.json"
    file.write_text(json.dumps(evening_json(evenings.evening(3))))
    page.goto(f"{live_server}/abende/einlesen")
    page.locator("#file").set_input_files(file)
    press(page, "Ansehen")
    sepp = page.locator("li.who", has=page.locator("strong", has_text="Sepp"))
    expect(sepp.get_by_label("neu heißt er dann")).to_be_hidden()
    sepp.get_by_label("Das ist").select_option(label="ein anderer")
    expect(sepp.get_by_label("neu heißt er dann")).to_be_visible()
    press(page, "Einlesen")
    expect(sepp.get_by_text("Hier fehlt ein Name.")).to_be_visible()
    faultless(page)
    sepp.get_by_label("neu heißt er dann").fill("Sepp Huber")
    press(page, "Einlesen")
    expect(page.get_by_text("Der Abend ist eingelesen.")).to_be_visible()


def test_papers_on_their_way_are_watched(page: Page, app: Flask, live_server: str) -> None:
    """The page goes on by itself, without loading anew, from the first paper to the file."""
    Table(app.test_client()).recorded(**SAUSPIEL)
    with app.app_context():
        actor = local_actor(db.session)
        job = paper_jobs.begin_job(db.session, actor, [1], "de")
    page.goto(f"{live_server}/blaetter/{job}")
    expect(page.get_by_text("Blatt 1 von 1 wird gemacht.")).to_be_visible()
    page.evaluate("window.same = true")
    with app.app_context():
        row = store.find_job(reading(db.session), job)
        assert row is not None
        with transaction(db.session) as connection:
            store.add_paper(connection, row, 1, "2026-11-30 Stammtisch", content=b"%PDF")
            store.end_job(connection, job, row.created_at)
    expect(page.get_by_text("1 Blatt ist fertig.")).to_be_visible()
    expect(page.get_by_role("link", name="Herunterladen (ZIP)")).to_be_visible()
    assert page.evaluate("window.same")
    faultless(page)
    follow(page.get_by_role("link", name="Andere Abende"))
    faultless(page)
