"""All papers of a tournament in one ZIP file: each once, in order, and to be gone on with like the others."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.league.tournament.settings import Drawing
from scorebook.services import paper_jobs
from scorebook.services.access import Actor, Role
from scorebook.services.paper_jobs import State
from scorebook.services.tournament.all_papers import all_papers
from scorebook.store.db import db
from scorebook.web.files import file_name
from scorebook.web.tournament.seats import address_of, cards_address
from scorebook.wording import GERMAN
from tests.doors import shared_hall
from tests.papers import bare, pages
from tests.test_many_papers import join
from tests.tournaments import Hall, seated

BERLIN = ZoneInfo("Europe/Berlin")


def names(hall: Hall) -> list[str]:
    """Give what all papers are called that there are by now."""
    return [one.name[3:] for one in all_papers(db.session, hall.actor, hall.seen, None, GERMAN)]


def run(hall: Hall, job: int) -> dict[str, bytes]:
    """Make the papers of a job in this very thread, and give the files of its ZIP file."""
    runner = paper_jobs.take_job(db.session, hall.actor, job)
    paper_jobs.run_job(db.session, job, runner, BERLIN, address=lambda number: f"https://hall.example/{number}")
    with paper_jobs.job_zip(db.session, hall.actor, job, file_name) as file, zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def begin(hall: Hall, actor: Actor | None = None) -> int:
    """Note that all papers are wanted."""
    return paper_jobs.begin_tournament_job(db.session, actor or hall.actor, hall.id, "de")


def test_what_there_is_by_now(app: Flask) -> None:
    """With each step there are more papers: seats with the draw, standings with lists, prizes once all is over."""
    with app.app_context():
        hall = Hall(8, rounds=1)
        before = names(hall)
        assert {"Regeln", "Startkarten 1-8", "Kassenbericht"} <= set(before)
        hall.draw()
        drawn = names(hall)
        assert set(drawn) - set(before) == {"Runde 1 Wer sitzt wo?", "Runde 1 Tische", "Runde 1 Tischzettel 1-2"}
        hall.list(1, 1)
        assert set(names(hall)) - set(drawn) == {"Stand nach Runde 1", "Stand nur Runde 1"}
        hall.list(1, 2)
        assert set(names(hall)) >= {"Preisliste", "Urkunden"}


def test_all_in_one_file(app: Flask) -> None:
    """Every paper is made, with names in order; the job says how far it is, and who may not see the till gets none."""
    with app.app_context():
        hall = Hall(8, rounds=1)
        hall.play(1)
        job = begin(hall)
        there = all_papers(db.session, hall.actor, hall.seen, None, GERMAN)
        wanted = [file_name(one.name, "pdf") for one in there]
        with pytest.raises(ConflictError):
            begin(hall)
        made = run(hall, job)
        done = paper_jobs.job_state(db.session, hall.actor, job)
        assert (done.state, done.problems, done.made) == (State.DONE, (), len(wanted))
        assert sorted(made) == sorted(wanted)
        rules = next(content for name, content in made.items() if "Regeln" in name)
        assert bare("Eine Runde zu 32 Spielen.") in "".join(pages(rules))
        player = Actor("Resi", hall.actor.club_id, frozenset({Role.PLAYER}))
        with pytest.raises(ForbiddenError):
            paper_jobs.job_state(db.session, player, job)
        with pytest.raises(ForbiddenError):
            begin(hall, player)
        assert paper_jobs.newest_jobs(db.session, player) == ()
        assert [one.tournament_id for one in paper_jobs.newest_jobs(db.session, hall.actor)] == [hall.id]
        with pytest.raises(NotFoundError):
            paper_jobs.begin_tournament_job(db.session, Actor("Fremder", 2), hall.id, "de")


def test_a_paper_that_cannot_be(app: Flask) -> None:
    """A round that is drawn again meanwhile with fewer rounds costs those papers, not the others; it is said why."""
    with app.app_context():
        hall = Hall(8, rounds=2, drawing=Drawing.AHEAD)
        hall.draw(seated(hall.state, 1), seated(hall.state, 2))
        job = begin(hall)
        hall.draw(first=1, reason="Nachmeldung")
        run(hall, job)
        done = paper_jobs.job_state(db.session, hall.actor, job)
        assert done.state is State.DONE
        assert {problem for _name, problem in done.problems} == {"Dieses Blatt gibt es nicht mehr."}
        assert done.made == len(names(hall))


def test_by_the_page(make_app: Callable[..., Flask]) -> None:
    """The button begins, the page says how far it is, and the file is called as the tournament is."""
    app = make_app(SCOREBOOK_BASE_URL="https://buch.example")
    with app.app_context():
        Hall(4, name="Preis vom Löwen")
        shared_hall(app)
    client = app.test_client()
    assert "Alle Papiere (ZIP)" in client.get("/turniere/1/papiere").text
    assert client.post("/turniere/1/papiere").location == "/turniere/1/papiere"
    answer = client.post("/turniere/1/papiere", data={"alle": "1"})
    assert answer.location == "/blaetter/1"
    join(1)
    assert "Zum Turnier" in client.get("/blaetter/1").text
    file = client.get("/blaetter/1.zip")
    assert "L%C3%B6wen" in file.headers["Content-Disposition"]
    with zipfile.ZipFile(BytesIO(file.data)) as archive:
        assert all(archive.read(name).startswith(b"%PDF-") for name in archive.namelist())
    file.close()


def test_cards_lead_where_the_hall_reads(make_app: Callable[..., Flask]) -> None:
    """Start cards in the file have the same addresses as those that are printed alone; without any they have none."""
    app = make_app(SCOREBOOK_BASE_URL="https://buch.example")
    with app.app_context():
        hall = Hall(4)
        shared_hall(app)
        with app.test_request_context():
            made, wanted = cards_address(hall.seen), address_of(hall.seen, 3)
        assert made is not None
        assert made(3) == wanted
        for address, there in ((made, True), (None, False)):
            papers = all_papers(db.session, hall.actor, hall.seen, address, GERMAN)
            (cards,) = [one.page() for one in papers if "Startkarten" in one.name]
            assert ('class="qr"' in cards.html) is there
