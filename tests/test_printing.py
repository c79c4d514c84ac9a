"""How papers are made: the pool of workers, and `scorebook pdf`."""

import contextlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from flask import Flask

from scorebook.app import main
from scorebook.exchange import evening_json
from scorebook.reports import abrechnung, jobs, paper, worker
from scorebook.reports.page import Page
from scorebook.reports.worker import PaperError
from scorebook.services import access, evenings
from scorebook.store.db import db
from tests.evenings import FOUR, cancelled, evening
from tests.papers import bare, pages
from tests.processes import ROOT, environment

# --- The pool ---------------------------------------------------------------------------------------------------------


@pytest.mark.xdist_group("pool")
def test_a_killed_worker_is_replaced() -> None:
    """The pool gives the same paper as the process itself, also after its workers were killed."""
    book = evening(5)
    expected = abrechnung.pdf(book)
    assert jobs.abrechnung_pdf(book) == expected
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
        child.join()
    assert jobs.abrechnung_pdf(book) == expected


@pytest.mark.xdist_group("pool")
def test_a_paper_that_takes_too_long() -> None:
    """It ends with one clear line after its time, and the worker makes the next one."""
    with pytest.raises(PaperError, match="zu lange gedauert"):
        jobs.abrechnung_pdf(evening(200), seconds=0.01)
    assert jobs.abrechnung_pdf(evening(1)).startswith(b"%PDF")


def _deaf(_page: Page) -> bytes:
    """Set a page as C code that calls back does: the first two exceptions get lost."""
    for _ in range(2):
        with contextlib.suppress(BaseException):
            signal.pause()
    while True:
        with contextlib.suppress(Exception):
            signal.pause()


def test_a_paper_that_swallows_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends all the same, wherever its time was over, and nothing rings afterwards."""
    monkeypatch.setattr(paper, "pdf", _deaf)
    monkeypatch.setattr(worker, "AGAIN", 0.01)
    before = signal.signal(signal.SIGALRM, worker.too_long)
    try:
        with pytest.raises(PaperError, match="zu lange gedauert"):
            worker.work(abrechnung.page(evening(1)), 0.01)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.xdist_group("pool")
def test_more_papers_than_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many at once all get theirs, by at most two workers, also while the pool is renewed."""
    monkeypatch.setattr(jobs, "PAPERS", 2)
    made: list[bytes] = []
    threads = [threading.Thread(target=lambda: made.append(jobs.abrechnung_pdf(evening(1)))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 5
    assert len(set(made)) == 1


def run(code: str) -> subprocess.Popen[str]:
    """Run a program of a few lines that may import scorebook and the tests."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


PRINTS = """
from scorebook.reports import jobs
from tests.evenings import evening
print(len(jobs.abrechnung_pdf(evening(1))), flush=True)
"""


def test_workers_end_with_their_process() -> None:
    """A process that has printed ends at once and quietly, and leaves no worker behind."""
    out, err = run(PRINTS).communicate(timeout=60)
    assert int(out) > 1000
    assert err == ""


def test_workers_do_not_outlive_a_killed_process() -> None:
    """When the process is killed, its workers leave by themselves: nobody holds its output open."""
    process = run(PRINTS + "input()")
    assert process.stdout is not None
    assert int(process.stdout.readline()) > 1000
    process.kill()
    process.communicate(timeout=60)


def test_a_worker_knows_papers_only() -> None:
    """A worker loads the printer and our few modules for it; who hands out work loads no printer."""
    out, err = run(
        "import sys, scorebook.reports.jobs\n"
        "print('weasyprint' in sys.modules)\n"
        "for name in [name for name in sys.modules if name.startswith('scorebook')]: del sys.modules[name]\n"
        "import scorebook.reports.worker as worker; worker.start()\n"
        "print(*sorted(name for name in sys.modules if name.startswith('scorebook')))"
    ).communicate(timeout=60)
    assert err == ""
    alone, modules = out.splitlines()
    assert alone == "False"
    assert set(modules.split()) == {
        "scorebook",
        "scorebook.errors",
        "scorebook.reports",
        "scorebook.reports.archive",
        "scorebook.reports.page",
        "scorebook.reports.paper",
        "scorebook.reports.styles",
        "scorebook.reports.worker",
        "scorebook.settings",
    }


# --- scorebook pdf ---------------------------------------------------------------------------------------------------


def command(*arguments: str | Path) -> int:
    """Run the command line and give its exit status."""
    try:
        main(list(map(str, arguments)))
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_an_exported_evening_is_printed(tmp_path: Path) -> None:
    """`scorebook pdf FILE -o PDF` prints what the evening itself prints, and needs no database."""
    file, output = tmp_path / "abend.json", tmp_path / "abend.pdf"
    book = cancelled(evening(9), 4, "falsch")
    file.write_text(json.dumps(evening_json(book)), "utf-8")
    assert command("pdf", file, "-o", output) == 0
    assert bare(f"Prüfzeichen {book.check_code()}") in pages(output.read_bytes())[0]
    assert sorted(tmp_path.iterdir()) == [file, output]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "JSON"), (b"{}", "format"), (b'{"format": "scorebook/9"}', "format"), (b"\xff", "JSON"), (None, "lesen")],
)
def test_a_file_that_is_no_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, said: str
) -> None:
    """It is refused with status 2 and one line that names the file; nothing is written."""
    file, output = tmp_path / "abend.json", tmp_path / "abend.pdf"
    if content is not None:
        file.write_bytes(content)
    assert command("pdf", file, "-o", output) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "abend.json" in told
    assert said in told
    assert not output.exists()


def test_amounts_changed_by_hand_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file whose amounts are not those of its rule set is not printed."""
    data = evening_json(evening(3))
    data["sheets"][0]["games"][1]["payouts"][0] += 10
    file = tmp_path / "abend.json"
    file.write_text(json.dumps(data), "utf-8")
    assert command("pdf", file, "-o", tmp_path / "x.pdf") == 2
    assert "Spiel 2" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]


def test_a_pdf_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there is told in one line."""
    file = tmp_path / "abend.json"
    file.write_text(json.dumps(evening_json(evening(1))), "utf-8")
    assert command("pdf", file, "-o", tmp_path / "fehlt" / "x.pdf") == 2
    assert "schreiben" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("abend.json", "--evening", "1")])
def test_one_evening_at_a_time(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    """Without an evening, or with two, the command says how it is used."""
    assert command("pdf", *arguments, "-o", "x.pdf") == 2
    assert "--evening" in capsys.readouterr().err


def test_an_evening_of_the_database_is_printed(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`scorebook pdf --evening ID` prints from the database; an unknown number is told in one line."""
    with app.app_context():
        actor = access.local_actor(db.session)
        started = evenings.start_evening(db.session, actor, evenings.NewEvening(FOUR, place="Lamm"))
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    output = tmp_path / "abend.pdf"
    assert command("pdf", "--evening", str(started.evening_id), "-o", output) == 0
    assert all(name in pages(output.read_bytes())[0] for name in (*FOUR, "Lamm"))
    assert command("pdf", "--evening", "999", "-o", tmp_path / "x.pdf") == 2
    assert capsys.readouterr().err == "scorebook: Diesen Abend gibt es nicht.\n"
    assert not (tmp_path / "x.pdf").exists()
