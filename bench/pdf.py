"""The Abrechnung of 40 games against WeasyPrint on the bare table, and against Chromium's command line."""

import multiprocessing
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from html import escape
from importlib.resources import files
from pathlib import Path
from statistics import median

from weasyprint import HTML

from bench import Ratio, ratio_of, timed, told
from scorebook.reports import abrechnung, jobs, view
from scorebook.settings import folder
from tests.evenings import evening

BOOK = evening(40)
ROUNDS = 11
CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-pdf-header-footer")


def measure() -> list[Ratio]:
    """Measure both, each paper in a warm process of its own; Chromium is started anew, it has no other way."""
    bare = bare_table()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
        ours, table = timed(ROUNDS, lambda: jobs.abrechnung_pdf(BOOK), lambda: other.submit(plain, bare).result())
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "page.html"
        page.write_text(styled(), "utf-8")
        (chromium,) = timed(3, lambda: print_with_chromium(page))
    own, least, browser = median(ours), median(table), median(chromium)
    return [
        Ratio("Abrechnung / bare table", ratio_of(ours, table), 1.5, told(("Abrechnung", own), ("table", least))),
        Ratio("Abrechnung / Chromium", own / browser, 1, told(("Abrechnung", own), ("Chromium", browser))),
    ]


def plain(html: str) -> bytes:
    """Let WeasyPrint print a page as it does by itself."""
    made: bytes = HTML(string=html).write_pdf()
    return made


def bare_table() -> str:
    """Write the rows and columns of the Abrechnung as a table and nothing else."""
    (sheet,) = view.abrechnung(BOOK).sheets
    rows = [("Nr", "G", "Spiel", "Wer", "Augen", "dazu", "Wert", *sheet.columns)]
    for row in sheet.rows:
        totals = (total.text for total in row.totals)
        rows.append((str(row.number), row.dealer, row.contract, row.who, row.augen, row.extras, row.value, *totals))
    lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def styled() -> str:
    """Write the Abrechnung as a page that a browser can show: with its style, and the fonts as files."""
    style = (folder("templates") / "paper" / "paper.css").read_text("utf-8")
    for package in ("font_source_sans_pro", "font_source_serif_pro"):
        style = style.replace(f"fonts:{package}/", f"file://{files(package)}/files/")
    return abrechnung.html(BOOK).replace("</head>", f"<style>{style}</style></head>")


def print_with_chromium(page: Path) -> None:
    """Print a page to a PDF beside it, with a fresh profile beside it too."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise FileNotFoundError("There is no Chromium; CHROMIUM=/path/to/chromium names one.")
    output = page.with_suffix(".pdf")
    profile = f"--user-data-dir={page.parent / 'profile'}"
    command = [chromium, *CHROMIUM, profile, f"--print-to-pdf={output}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    output.unlink()
