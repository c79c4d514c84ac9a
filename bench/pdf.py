"""The Abrechnung of 40 games against WeasyPrint on the bare table, Chromium's command line, and what prints fastest.

Then many of them: by two processes, without growing, long ones, and the same one again.
"""

import multiprocessing
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import partial
from html import escape
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from uuid import UUID

from flask import Flask, Response, send_file
from flask.testing import FlaskClient
from weasyprint import HTML

from bench import Ratio, ratio_of, timed, told
from bench.limits import Rows, by_reportlab, by_typst
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.league.counting import count
from scorebook.league.ranking import ranked
from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Scheme
from scorebook.league.tournament.entries import Drawn, Entry, Listed, Registered, SetUp, Stamped
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.standings import standings
from scorebook.league.tournament.state import fold
from scorebook.reports import abrechnung, jobs, standings_paper, view
from scorebook.reports.page import Page
from scorebook.reports.standings import Entry as Standing
from scorebook.reports.styles import sheet
from scorebook.reports.tournament import result_papers
from scorebook.reports.tournament.about import About
from scorebook.reports.worker import start, work
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.visitor import needs
from tests.actions import SAUSPIEL, Table
from tests.doors import Browser, first_admin
from tests.evenings import evening
from tests.papers import read

BOOK = evening(40)
ROUNDS = 11
MANY = 100
"""Papers that one process and two make."""
LONGER = 500
"""Papers after which a process has to be as large as after the first fifth of them."""
PLAYERS = (40, 400)
"""People in two standings, of a season and of a tournament."""
GAMES = (385, 2750)
"""Games of two evenings, of which the longer one has some ten times as many pages."""
SECONDS = 600.0
ASKED = 50
"""Requests of one round: one alone is too short to be measured."""
CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-pdf-header-footer")


def measure() -> list[Ratio]:
    """Measure one paper, then many."""
    return [*one(), many(), memory(), length(), wall(), hall(), again()]


def one() -> list[Ratio]:
    """Measure one paper against others, each in a warm process of its own; Chromium is started anew."""
    rows = bare_rows()
    bare = bare_table(rows)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
        ours, table, reportlab, typst = timed(
            ROUNDS,
            lambda: jobs.abrechnung_pdf(BOOK),
            lambda: other.submit(plain, bare).result(),
            lambda: by_reportlab(rows),
            lambda: by_typst(rows),
        )
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "page.html"
        page.write_text(styled(), "utf-8")
        (chromium,) = timed(3, lambda: print_with_chromium(page))
    own, browser = ("Abrechnung", median(ours)), ("Chromium", median(chromium))
    limits = told(browser, own, ("the limit: reportlab", median(reportlab)), ("typst", median(typst)))
    return [
        Ratio("Abrechnung / bare table", ratio_of(ours, table), 1.5, told(own, ("table", median(table)))),
        Ratio("Abrechnung / Chromium", own[1] / browser[1], 0.9, limits),
    ]


def many() -> Ratio:
    """Let one process print many papers, then two."""
    page = abrechnung.page(BOOK)
    single, double = (_print(workers, page) for workers in (1, 2))
    said = told(("one process", single), ("two", double))
    return Ratio(f"{MANY} Abrechnungen, one process / two", single / double, 1.7, said, at_least=True)


def _print(workers: int, page: Page) -> float:
    """Print many papers with so many processes that are warm; give the seconds."""
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=start) as pool:
        for done in [pool.submit(work, page, SECONDS) for _ in range(2 * workers)]:
            done.result()
        began = time.perf_counter()
        for done in [pool.submit(work, page, SECONDS) for _ in range(MANY)]:
            done.result()
        return time.perf_counter() - began


def memory() -> Ratio:
    """Let one process print more papers than it ever may, and see whether it grows."""
    page = abrechnung.page(BOOK)
    sizes = []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=start) as pool:
        for count in (LONGER // 5, LONGER - LONGER // 5):
            for _ in range(count):
                pool.submit(work, page, SECONDS).result()
            sizes.append(pool.submit(largest).result())
    said = f"{sizes[0] // 1024} MB after {LONGER // 5} papers, {sizes[1] // 1024} MB after {LONGER}"
    return Ratio("memory of a process, after all papers / a fifth", sizes[1] / sizes[0], 1.15, said)


def largest() -> int:
    """Give how large this process has been at most, in kilobytes; what it was forked from does not count."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def length() -> Ratio:
    """Print a long evening and one ten times as long, each once."""
    return longer("{} pages", [abrechnung.page(evening(games)) for games in GAMES])


def wall() -> Ratio:
    """Print the standings of a tenth of the players, and of all of them, each once."""
    return longer("standings of {} players", [standings_paper.page(season(players)) for players in PLAYERS], PLAYERS)


def hall() -> Ratio:
    """Print the standings of a tournament of a tenth of the players, and of all of them, each once."""
    papers = [result_papers.standings_page(played(players)) for players in PLAYERS]
    return longer("tournament of {} players", papers, PLAYERS)


def played(players: int) -> result_papers.Printed:
    """Give the standings of so many after three rounds, right after the last list."""
    chance, tables = Random(players), players // 4
    numbers = range(1, players + 1)
    entries: list[Entry] = [SetUp(Settings(rule_set=1, rounds=3)), *(Registered(number) for number in numbers)]
    for number in range(1, 4):
        mixed = chance.sample(numbers, players)
        seats = tuple(tuple(mixed[table::tables]) for table in range(tables))
        entries.append(Drawn(number, (seats,), tuple(numbers), "x", 0, 0))
        for table in range(1, tables + 1):
            points = [chance.randint(-99, 99) for _ in range(3)]
            solos = tuple(chance.randint(0, 4) for _ in range(4))
            entries.append(Listed(number, table, (*points, -sum(points)), 32, solos, solos))
    at = datetime(2026, 11, 28, tzinfo=UTC)
    state = fold(Stamped(number, UUID(int=number), at, "", one) for number, one in enumerate(entries, start=1))
    return result_papers.Printed(
        about=About("Verband", "Preisschafkopf", date(2026, 11, 28)),
        settings=state.settings,
        rounds=(1, 2, 3),
        lines=standings(state),
        names={number: f"Spieler {number}" for number in numbers},
        profiles={},
        awards={},
        teams=(),
        missing=0,
    )


def season(players: int) -> standings_paper.Paper:
    """Give the standings of so many after twenty evenings, of which the best ten count."""
    scheme, chance = Scheme(best=10, qualified=20), Random(players)
    days = {evening: date(2026, 9, 1) + timedelta(7 * evening) for evening in range(20)}
    results = {
        person: tuple(
            Result(evening, day, person, 1, Tally(chance.randint(-99, 99), 40)) for evening, day in days.items()
        )
        for person in range(players)
    }
    rows = ranked((count(person, own, scheme) for person, own in results.items()), scheme)
    entries = [Standing(row, f"Spieler {row.standing.person}", "", results[row.standing.person]) for row in rows]
    return standings_paper.Paper("Liga", "Verband", date(2027, 2, 1), scheme, Measure.POINT, entries, days)


def longer(name: str, papers: Sequence[Page], sizes: Sequence[int] = ()) -> Ratio:
    """Print a short paper and a long one, each once, in a process that is warm; without `sizes` pages are counted."""
    taken, counts = [], []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=start) as pool:
        pool.submit(work, abrechnung.page(BOOK), SECONDS).result()
        for page in papers:
            began = time.perf_counter()
            pdf = pool.submit(work, page, SECONDS).result()
            taken.append(time.perf_counter() - began)
            counts.append(len(read(pdf).pages))
    few, lot = sizes or counts
    small, large = name.format(few), name.format(lot)
    said = told((small, taken[0]), (large, taken[1]))
    return Ratio(f"{large} / {small}", taken[1] / taken[0], 1.2 * lot / few, said)


def again() -> Ratio:
    """Ask for the same paper again and again, and for a file of the same bytes behind the same door."""
    with tempfile.TemporaryDirectory() as place:
        app = create_app({"SCOREBOOK_INSTANCE": place, "WTF_CSRF_ENABLED": False})
        app.test_client_class = Browser
        client, file = _book(app, Path(place))
        app.view_functions["result.show"] = needs(Action.READ)(sending(file))
        works = [partial(_ask, client, address) for address in ("/abende/1/abrechnung.pdf", "/abende/1/ergebnis")]
        ours, theirs = timed(ROUNDS, *works)
        with app.app_context():
            db.engine.dispose()
    said = told(("paper", median(ours) / ASKED), ("file", median(theirs) / ASKED))
    return Ratio("the same paper again / a static file", ratio_of(ours, theirs), 1.5, said)


def _book(app: Flask, place: Path) -> tuple[FlaskClient, Path]:
    """Record 40 games and print them; give a client, and a file with the same bytes."""
    with app.app_context():
        upgrade_to("head")
        first_admin()
    client = app.test_client()
    table = Table(client)
    for _ in range(40):
        table.client.post(f"{table.address}/spiele", data={**SAUSPIEL, "dealer": "0"})
    file = place / "same.pdf"
    file.write_bytes(client.get("/abende/1/abrechnung.pdf").data)
    return client, file


def sending(path: Path) -> Callable[[int], Response]:
    """Give a view that sends a file."""

    def static(evening_id: int) -> Response:
        return send_file(BytesIO(path.read_bytes()), "application/pdf", etag=f"static{evening_id}")

    return static


def _ask(client: FlaskClient, address: str) -> None:
    for _ in range(ASKED):
        answer = client.get(address)
        if answer.status_code != 200 or not answer.data.startswith(b"%PDF"):
            raise RuntimeError(f"{address} gave no paper")


def plain(html: str) -> bytes:
    """Let WeasyPrint print a page as it does by itself."""
    made: bytes = HTML(string=html).write_pdf()
    return made


def bare_rows() -> Rows:
    """Give the texts of the Abrechnung, row by row."""
    (only,) = view.abrechnung(BOOK).sheets
    rows = [("Nr", "G", "Spiel", "Wer", "Augen", "dazu", "Wert", *only.columns)]
    for row in only.rows:
        totals = (total.text for total in row.totals)
        rows.append((str(row.number), row.dealer, row.contract, row.who, row.augen, row.extras, row.value, *totals))
    return rows


def bare_table(rows: Rows) -> str:
    """Write rows as a table and nothing else."""
    lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def styled() -> str:
    """Write the Abrechnung as a page that a browser can show: with its style, and the fonts as files."""
    style = sheet(abrechnung.A4)
    for package in ("font_source_sans_pro", "font_source_serif_pro"):
        style = style.replace(f"fonts:{package}/", f"file://{files(package)}/files/")
    return abrechnung.html(BOOK).replace("</head>", f"<style>{style}</style></head>")


def print_with_chromium(page: Path) -> None:
    """Print a page to a PDF beside it, with a fresh profile beside it too."""
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not chromium:
        raise FileNotFoundError("There is no Chromium; CHROMIUM=/path/to/chromium names one.")
    output = page.with_suffix(".pdf")
    profile = f"--user-data-dir={page.parent / 'profile'}"
    command = [chromium, *CHROMIUM, profile, f"--print-to-pdf={output}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    output.unlink()
