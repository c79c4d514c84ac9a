"""Papers of many evenings: made beside all else, by any process, cancelled, interrupted, gone on with, cleared away."""

import threading
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.exchange.clubs import Batch
from scorebook.ledger.evening import Evening
from scorebook.reports.worker import PaperError
from scorebook.services import RefusedError, import_plan, paper_jobs, privacy
from scorebook.services.access import Role
from scorebook.services.paper_jobs import KEPT, SILENT, State, begin_job, job_state, run_job, take_job
from scorebook.services.transactions import transaction
from scorebook.store import paper_jobs as store
from scorebook.store.db import db
from scorebook.web.files import file_name
from scorebook.wording import Language
from tests.actions import Page
from tests.book import Book, codes
from tests.doors import Browser, browser, let_in
from tests.evenings import another

BERLIN = ZoneInfo("Europe/Berlin")


def paper(evening: Evening, _say: Language, _zone: ZoneInfo) -> bytes:
    """Make a paper that says which evening it is."""
    return f"%PDF {evening.date}".encode()


def filled(book: Book, count: int) -> list[int]:
    """Put evenings into a book; give their ids."""
    made = tuple(replace(another(number), club=f"Runde {number}") for number in range(1, count + 1))
    return list(import_plan.import_batch(db.session, book.actor, Batch(made)).new)


def begun(book: Book, evenings: Sequence[int], **other: Any) -> int:
    """Note a job."""
    return begin_job(db.session, book.actor, evenings, "de", **other)


def run(book: Book, job_id: int, make: Any = paper) -> None:
    """Run a job in this very thread."""
    run_job(db.session, job_id, take_job(db.session, book.actor, job_id), BERLIN, make)


def state(book: Book, job_id: int, **other: Any) -> paper_jobs.Job:
    """Say how far a job is."""
    db.session.rollback()
    return job_state(db.session, book.actor, job_id, **other)


def unpacked(book: Book, job_id: int) -> dict[str, bytes]:
    """Give the files of the ZIP file."""
    with paper_jobs.job_zip(db.session, book.actor, job_id, file_name) as file, zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_all_papers_lie_in_one_file(book: Book) -> None:
    """Each evening has its paper, called after day, number and round; the job says that it is done."""
    ids = filled(book, 5)
    job = begun(book, [*ids, ids[0]])
    assert (state(book, job).state, state(book, job).total) == (State.RUNNING, 5)
    run(book, job)
    done = state(book, job)
    assert (done.state, done.made, done.problems) == (State.DONE, 5, ())
    files = unpacked(book, job)
    assert files["2026-11-20-1 Runde 1.pdf"] == b"%PDF 2026-11-20"
    assert len(files) == 5


def test_one_that_fails_stops_no_other(book: Book) -> None:
    """A paper that cannot be made is told by name, with why; the others are made; it can be tried again."""
    ids = filled(book, 4)

    def fragile(evening: Evening, say: Language, zone: ZoneInfo) -> bytes:
        if evening.club == "Runde 2":
            raise PaperError("Das PDF hat zu lange gedauert.")
        if evening.club == "Runde 3":
            raise ZeroDivisionError
        return paper(evening, say, zone)

    job = begun(book, ids)
    run(book, job, fragile)
    done = state(book, job)
    assert (done.state, done.made, done.done) == (State.DONE, 2, 4)
    assert {name[-7:]: problem for name, problem in done.problems} == {
        "Runde 2": "Das PDF hat zu lange gedauert.",
        "Runde 3": "Das PDF ließ sich nicht herstellen.",
    }
    assert len(unpacked(book, job)) == 2
    run(book, job)
    assert (state(book, job).made, state(book, job).problems) == (4, ())


def test_a_cancelled_job_keeps_what_it_has(book: Book) -> None:
    """Whoever cancels it stops it soon; it can go on, and makes what is missing."""
    ids, made = filled(book, 20), []

    def cancelling(evening: Evening, say: Language, zone: ZoneInfo) -> bytes:
        made.append(evening.id)
        if len(made) == 3:
            with book.app.app_context():
                paper_jobs.cancel_job(db.session, book.actor, job)
        return paper(evening, say, zone)

    job = begun(book, ids)
    run(book, job, cancelling)
    stopped = state(book, job)
    assert stopped.state is State.CANCELLED
    assert len(made) <= 3 + paper_jobs.AT_ONCE
    before = set(unpacked(book, job))
    made.clear()
    run(book, job, lambda evening, say, zone: made.append(evening.id) or paper(evening, say, zone))
    assert (state(book, job).state, state(book, job).made) == (State.DONE, 20)
    assert len(made) == 20 - len(before)
    paper_jobs.cancel_job(db.session, book.actor, job)
    assert state(book, job).state is State.DONE


def test_a_silent_job_was_interrupted(book: Book) -> None:
    """Where the server went down in the middle, the job says so, and goes on with what is missing."""
    ids = filled(book, 3)
    job = begun(book, ids)
    take_job(db.session, book.actor, job)  # and then nobody went on
    late = datetime.now(UTC) + SILENT + timedelta(seconds=1)
    assert state(book, job).state is State.RUNNING
    assert state(book, job, now=late).state is State.INTERRUPTED
    run(book, job)
    assert state(book, job).state is State.DONE


def test_whoever_was_relieved_stops(book: Book) -> None:
    """Two runners do not make one job: the one who was there before writes nothing more."""
    ids = filled(book, 3)
    job = begun(book, ids)
    first = take_job(db.session, book.actor, job)
    second = take_job(db.session, book.actor, job)
    run_job(db.session, job, first, BERLIN, paper)
    assert (state(book, job).done, state(book, job).state) == (0, State.RUNNING)
    run_job(db.session, job, second, BERLIN, paper)
    assert state(book, job).state is State.DONE


def test_a_paper_is_kept_once(book: Book) -> None:
    """Where two made the same paper at the last moment, one of them is kept."""
    (evening_id,) = filled(book, 1)
    job = begun(book, [evening_id])
    row = store.find_job(db.session.connection(), job)
    assert row is not None
    for content in (b"first", b"second"):
        with transaction(db.session) as connection:
            store.add_paper(connection, row, evening_id, "x", content=content)
    assert list(unpacked(book, job).values()) == [b"first"]


def test_only_one_job_of_a_club_runs(book: Book) -> None:
    """A second one waits until the first is over, or fell silent."""
    ids = filled(book, 2)
    now = datetime.now(UTC) - timedelta(hours=1)
    job = begun(book, ids, now=now)
    with pytest.raises(ConflictError, match="gerade schon"):
        begun(book, ids, now=now)
    late = now + SILENT + timedelta(seconds=1)
    other = begun(book, ids, now=late)
    with pytest.raises(ConflictError):
        take_job(db.session, book.actor, job, now=late)
    run(book, other)
    run(book, job)
    assert [one.id for one in paper_jobs.newest_jobs(db.session, book.actor)] == [other, job]


def test_what_cannot_be_wanted(book: Book) -> None:
    """No evening, too many, one of nobody or of another club: each is refused at the evenings."""
    filled(book, 1)
    for evenings, code in (([], "papers.none"), ([99], "papers.unknown"), (range(1, 502), "papers.too_many")):
        with pytest.raises(RefusedError) as caught:
            begun(book, list(evenings))
        assert codes(caught) == [(code, "evenings")]
    stranger = book.stranger()
    with pytest.raises(RefusedError):
        begin_job(db.session, stranger, [1], "de")


def test_jobs_belong_to_their_club(book: Book) -> None:
    """Of another club a job is not there; whoever has a link may not ask."""
    job = begun(book, filled(book, 1))
    stranger, wall = book.stranger(), replace(book.actor, roles=frozenset({Role.WALL}), link_id=1, evening_id=1)
    for use in (
        lambda who: job_state(db.session, who, job),
        lambda who: take_job(db.session, who, job),
        lambda who: paper_jobs.cancel_job(db.session, who, job),
        lambda who: paper_jobs.job_zip(db.session, who, job, file_name),
    ):
        with pytest.raises(NotFoundError):
            use(stranger)
        with pytest.raises(ForbiddenError):
            use(wall)


def test_jobs_go_after_a_day(book: Book) -> None:
    """A day later it is not there any more, and with the next one its papers are thrown away; names too take them."""
    ids = filled(book, 2)
    now = datetime.now(UTC)
    job = begun(book, ids, now=now)
    run(book, job)
    late = now + KEPT + timedelta(seconds=1)
    with pytest.raises(NotFoundError):
        state(book, job, now=late)
    begun(book, ids, now=late)
    assert (book.count("paper_jobs"), book.count("papers")) == (1, 0)
    privacy.anonymise(db.session, book.actor, 1, privacy.Farewell("Sepp"))
    assert book.count("paper_jobs") == 0


def test_an_evening_that_is_gone_is_told(book: Book) -> None:
    """What vanished between wish and paper is told like any other fault."""
    ids = filled(book, 2)
    job = begun(book, ids)
    row = store.find_job(db.session.connection(), job)
    assert row is not None
    with transaction(db.session) as connection:
        wanted = store.paper_jobs.update().where(store.paper_jobs.c.id == job).values(evenings="[1, 77]")
        connection.execute(wanted)
    run(book, job)
    assert state(book, job).problems == (("77", "Diesen Abend gibt es nicht."),)


# --- Pages ---


def join(job_id: int) -> None:
    """Wait for the thread that makes the papers of a job."""
    for thread in threading.enumerate():
        if thread.name == f"papers-{job_id}":
            thread.join()


def test_the_pages_make_papers(client: FlaskClient, app: Flask) -> None:
    """From the choice of evenings to the file, without a script; the papers are real ones."""
    with app.app_context():
        filled(Book(app), 3)
    page = Page(client.get("/blaetter?von=2026-11-10&bis=2026-11-30"))
    assert page.inputs["evenings"] == ["1", "2"]
    begun = client.post("/blaetter", data=page.inputs)
    assert begun.location == "/blaetter/1"
    join(1)
    done = Page(client.get("/blaetter/1"))
    assert "2 Blätter sind fertig." in done.text()
    assert "/blaetter/1.zip" in done.links
    answer = client.get("/blaetter/1.zip")
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        assert [archive.read(name)[:5] for name in archive.namelist()] == [b"%PDF-"] * 2
    answer.close()


def test_a_page_of_papers_on_their_way_loads_itself(client: FlaskClient, app: Flask) -> None:
    """As long as they are made, the page comes again, says how far it is, and offers to stop; then to go on."""
    with app.app_context():
        book = Book(app)
        begun(book, filled(book, 2))
    text = client.get("/blaetter/1").text
    assert '<noscript><meta http-equiv="refresh"' in text
    assert "Blatt 1 von 2" in Page(client.get("/blaetter/1")).text()
    busy = Page(client.post("/blaetter", data={"evenings": ["1"]}))
    assert (busy.status, "gerade schon" in busy.text("summary")) == (409, True)
    assert client.post("/blaetter/1/abbrechen").status_code == 303
    stopped = client.get("/blaetter/1").text
    assert "Abgebrochen: 0 von 2" in stopped
    assert "refresh" not in stopped
    assert "/blaetter/1.zip" not in stopped
    assert client.post("/blaetter/1/weiter").status_code == 303
    join(1)
    assert "2 Blätter sind fertig." in Page(client.get("/blaetter/1")).text()


@pytest.mark.parametrize("sent", [{}, {"evenings": ["x", "-1"]}, {"evenings": ["99"]}, {"evenings": [str(10**9)]}])
def test_a_wrong_choice_is_told(client: FlaskClient, app: Flask, sent: dict[str, Any]) -> None:
    """Nothing ticked, or something that is not there: the page says so and begins nothing."""
    with app.app_context():
        filled(Book(app), 1)
    page = Page(client.post("/blaetter", data=sent))
    assert (page.status, bool(page.errors("evenings"))) == (422, True)
    with app.app_context():
        assert Book(app).count("paper_jobs") == 0
    assert client.get("/blaetter?von=2026-02-31").status_code == 400


def test_another_club_has_no_such_job(client: FlaskClient, app: Flask) -> None:
    """Pages, files and buttons of another club's job are not there; a viewer of the club itself may have them made."""
    with app.app_context():
        book = Book(app)
        begun(book, filled(book, 1))
        other = book.stranger().club_id
    stranger = Browser(app, secret=let_in(app, Role.ADMIN, club_id=other))
    for address in ("/blaetter/1", "/blaetter/1.zip", "/blaetter/99"):
        assert stranger.get(address).status_code == 404
    for address in ("/blaetter/1/abbrechen", "/blaetter/1/weiter"):
        assert stranger.post(address).status_code == 404
    assert browser(app, Role.VIEWER).get("/blaetter/1").status_code == 200


def test_evenings_between_two_days(book: Book) -> None:
    """From and to count; without them all are listed, the latest first."""
    filled(book, 4)
    days = [one.date for one in paper_jobs.choose(db.session, book.actor, None, None)]
    assert days == sorted(days, reverse=True)
    assert len(days) == 4
    found = paper_jobs.choose(db.session, book.actor, date(2026, 11, 6), date(2026, 11, 13))
    assert [one.date for one in found] == [date(2026, 11, 13), date(2026, 11, 6)]
