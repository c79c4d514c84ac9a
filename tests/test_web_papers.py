"""The papers of an evening as the pages give them: formats, slips, certificates, and the page that proves a paper."""

from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.reports import jobs
from scorebook.reports.page import Page as Paper
from scorebook.reports.worker import PaperError
from scorebook.services import evenings
from scorebook.services.access import Role, local_actor
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table
from tests.doors import browser
from tests.papers import bare, pages, read
from tests.test_printing import command

ABRECHNUNG = "/abende/1/abrechnung.pdf"


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table with three games."""
    table = Table(client)
    for _ in range(3):
        table.recorded(**SAUSPIEL)
    return table


def sie(table: Table) -> UUID:
    """Record a Sie."""
    return table.recorded(who="1", contract="solo-herz", result=None, sie="y")


def code(app: Flask) -> str:
    """Give the check code of the first evening."""
    with app.app_context():
        return evenings.load_evening(db.session, local_actor(db.session), 1).check_code()


# --- The papers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("style", "width"), [("a4", 595), ("a5", 420), ("bon", 227), ("pdfa", 595)])
def test_the_abrechnung_comes_in_every_format(table: Table, style: str, width: int) -> None:
    """The address names the format; the evening's page leads to each."""
    answer = table.client.get(ABRECHNUNG, query_string={"format": style})
    assert answer.mimetype == "application/pdf"
    assert round(float(read(answer.data).pages[0].mediabox.width)) == width
    address = ABRECHNUNG if style == "a4" else f"{ABRECHNUNG}?format={style}"
    assert address in Page(table.client.get("/abende/1")).links


def test_what_the_archive_gets_is_what_is_exported(table: Table) -> None:
    """The file in the paper is that which the page gives."""
    answer = table.client.get(ABRECHNUNG, query_string={"format": "pdfa"})
    assert read(answer.data).attachments == {"evening.json": [table.client.get("/abende/1.json").data]}


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        (f"{ABRECHNUNG}?format=a3", 404, "Dieses Format gibt es nicht."),
        (f"{ABRECHNUNG}?format=../x", 404, "Dieses Format gibt es nicht."),
        ("/abende/1/zettel.pdf?person=99", 404, "nicht mitgespielt"),
        ("/abende/1/zettel.pdf?person=x", 404, "nicht mitgespielt"),
        ("/abende/1/urkunde.pdf?person=99", 404, "nicht mitgespielt"),
        ("/abende/9/zettel.pdf", 404, "Diesen Abend gibt es nicht."),
        ("/listen/9/geschrieben.pdf", 404, "Diese Liste gibt es nicht."),
        ("/spiele/00000000-0000-0000-0000-000000000001/sie.pdf", 404, "Dieses Spiel gibt es nicht."),
    ],
)
def test_what_there_is_not_is_told(table: Table, address: str, status: int, said: str) -> None:
    """A page says what is wrong; no paper is made of it."""
    answer = table.client.get(address)
    assert answer.status_code == status
    assert said in answer.text


def test_every_player_has_a_slip(table: Table) -> None:
    """All together, or one alone; the page has a link for each name."""
    assert len(pages(table.client.get("/abende/1/zettel.pdf").data)) == 4
    one = table.client.get("/abende/1/zettel.pdf?person=2")
    assert len(pages(one.data)) == 1
    assert "/abende/1/zettel.pdf?person=2" in Page(table.client.get("/abende/1")).links


def test_a_certificate_needs_a_game(client: FlaskClient) -> None:
    """Before the first game nobody is the best, and the page offers none."""
    table = Table(client)
    assert client.get("/abende/1/urkunde.pdf").status_code == 409
    assert client.get("/abende/1/urkunde.pdf?person=1").status_code == 409
    assert "/abende/1/urkunde.pdf" not in Page(client.get("/abende/1")).links
    table.recorded(**SAUSPIEL)
    assert bare("1. Platz") in pages(client.get("/abende/1/urkunde.pdf").data)[0]
    assert "/abende/1/urkunde.pdf" in Page(client.get("/abende/1")).links


def test_the_whole_list_is_printed(table: Table) -> None:
    """Also of an evening that has ended, when there is no list to go on with."""
    assert table.client.post("/abende/1/beenden").status_code == 303
    assert "AmEnde" in pages(table.client.get("/listen/1/geschrieben.pdf").data)[0]


def test_a_sie_has_its_sheet(table: Table) -> None:
    """The page of the game and that of the evening lead to it; other games have none, nor one that was taken back."""
    game = sie(table)
    address = f"/spiele/{game}/sie.pdf"
    for page in (f"/spiele/{game}", "/abende/1"):
        assert address in Page(table.client.get(page)).links
    assert "10.518.300" in pages(table.client.get(address).data)[0]
    assert table.cancel(game).status_code == 303
    assert table.client.get(address).status_code == 404
    assert address not in Page(table.client.get(f"/spiele/{game}")).links
    other = table.recorded(**SAUSPIEL)
    assert table.client.get(f"/spiele/{other}/sie.pdf").status_code == 404


# --- The shelf -------------------------------------------------------------------------------------------------------


def made(monkeypatch: pytest.MonkeyPatch) -> list[Paper]:
    """Count the papers that are made from here on."""
    papers: list[Paper] = []
    make = jobs.made

    def counted(page: Paper) -> bytes:
        papers.append(page)
        return make(page)

    monkeypatch.setattr(jobs, "made", counted)
    return papers


def test_the_same_paper_is_made_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, by whomever, it is given from the shelf; another format, another language is another paper."""
    papers = made(monkeypatch)
    first = table.client.get(ABRECHNUNG)
    again = browser(table.client.application, Role.VIEWER).get(ABRECHNUNG)
    assert again.data == first.data
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Content-Disposition"] == first.headers["Content-Disposition"]
    assert len(papers) == 1
    table.client.get(f"{ABRECHNUNG}?format=bon")
    table.client.get(ABRECHNUNG, headers={"Accept-Language": "en"})
    assert len(papers) == 3


def test_another_game_is_another_paper(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was printed before a game does not come again after it; what another evening does changes nothing."""
    first = table.client.get(ABRECHNUNG)
    papers = made(monkeypatch)
    Table(table.client).recorded(**SAUSPIEL)
    same = table.client.get(ABRECHNUNG)
    assert (same.data, papers) == (first.data, [])
    assert table.client.get(ABRECHNUNG, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    table.recorded(**SAUSPIEL)
    other = table.client.get(ABRECHNUNG, headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200
    assert bare("Spiele 4") in pages(other.data)[0]


def test_a_paper_that_was_thrown_away_is_made_again(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note is still there, the paper is not: it comes all the same, with the same bytes."""
    first = table.client.get(ABRECHNUNG).data
    papers = made(monkeypatch)
    for path in Path(app.instance_path, "papers").glob("*.pdf"):
        path.unlink()
    assert table.client.get(ABRECHNUNG).data == first
    assert len(papers) == 1


def test_who_may_not_see_it_gets_none_from_the_shelf(app: Flask, table: Table) -> None:
    """That a paper lies there opens it to nobody."""
    assert table.client.get(ABRECHNUNG).status_code == 200
    stranger = browser(app, Role.ADMIN, club_id=other_club(app))
    assert stranger.get(ABRECHNUNG).status_code == 404


def other_club(app: Flask) -> int:
    """Add a club of others."""
    from scorebook.services.transactions import transaction
    from scorebook.store.tables import clubs

    with app.app_context(), transaction(db.session) as connection:
        return int(connection.execute(clubs.insert(), {"name": "Nachbarn"}).inserted_primary_key[0])


def test_a_name_that_is_deleted_leaves_the_shelf(app: Flask, table: Table) -> None:
    """Papers that have the name are thrown away with it."""
    assert table.client.post("/abende/1/beenden").status_code == 303
    table.client.get(ABRECHNUNG)
    folder = Path(app.instance_path, "papers")
    assert list(folder.glob("*.pdf"))
    assert table.client.post("/verein/leute/1/namenlos", data={"sure": "Sepp"}).status_code == 303
    assert list(folder.iterdir()) == []


def test_a_paper_that_fails_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lies on the shelf then; the next one who asks gets it."""

    def fails(_page: Paper) -> bytes:
        raise PaperError("Das PDF hat zu lange gedauert. Bitte versuch es noch einmal.")

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "made", fails)
        assert table.client.get(ABRECHNUNG).status_code == 503
    assert table.client.get(ABRECHNUNG).status_code == 200


# --- Proving a paper -------------------------------------------------------------------------------------------------


def test_a_paper_of_now_is_proved(app: Flask, table: Table) -> None:
    """Typed without its gap and in small letters too."""
    typed = code(app).replace(" ", "").lower()
    page = Page(table.client.get("/abende/1/pruefen", query_string={"zeichen": typed}))
    assert page.status == 200
    assert "stimmt" in page.text()
    assert page.value("zeichen") == typed


def test_an_old_paper_is_told_from_when_it_is(app: Flask, table: Table) -> None:
    """The page says which state it shows, what came since, and what the book has now."""
    old = code(app)
    table.recorded(**SAUSPIEL)
    text = " ".join(Page(table.client.get("/abende/1/pruefen", query_string={"zeichen": old})).text().split())
    assert "ist älter als das Buch" in text
    assert "Es zeigt den Stand nach 3 Spielen. Seither ist 1 Spiel dazugekommen." in text
    assert f"Im Buch steht jetzt {code(app)}." in text


@pytest.mark.parametrize("typed", ["", "1234", "Prüfzeichen", "1234 567G", "=1+1", "<b>"])
def test_what_is_no_code_is_told_at_its_field(table: Table, typed: str) -> None:
    """What was typed is still there."""
    page = Page(table.client.get("/abende/1/pruefen", query_string={"zeichen": typed}))
    assert page.status == 400
    assert "Acht Zeichen" in page.errors("zeichen")
    assert page.value("zeichen") == typed


def test_the_page_asks_first(table: Table) -> None:
    """Without a code it asks for one; the evening's page leads there."""
    page = Page(table.client.get("/abende/1/pruefen"))
    assert page.status == 200
    assert "stimmt" not in page.text().partition("Stimmt es")[0]
    assert "/abende/1/pruefen" in Page(table.client.get("/abende/1")).links


def test_the_command_proves_a_paper(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 0 for what is in the book, 1 for what is not any more, 2 for what is no code or no evening."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    old = code(app)
    assert command("verify", "paper", old.replace(" ", ""), "--evening", "1") == 0
    assert "stimmt" in capsys.readouterr().out
    table.recorded(**SAUSPIEL)
    assert command("verify", "paper", old, "--evening", "1") == 1
    said = capsys.readouterr().err
    assert "älter" in said
    assert "nach 3 Spielen; seither dazugekommen: 1, weggefallen: 0" in said
    assert command("verify", "paper", "0000 0000", "--evening", "1") == 1
    assert command("verify", "paper", "xyz", "--evening", "1") == 2
    assert command("verify", "paper", old, "--evening", "9") == 2


@pytest.mark.parametrize("style", ["a4", "a5", "bon", "pdfa"])
def test_the_command_prints_every_format(
    app: Flask, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, style: str
) -> None:
    """`scorebook pdf --style` prints what the page gives, from the database and from a file."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    file, first, second = tmp_path / "x.json", tmp_path / "1.pdf", tmp_path / "2.pdf"
    file.write_bytes(table.client.get("/abende/1.json").data)
    assert command("pdf", "--evening", "1", "--style", style, "-o", first) == 0
    assert first.read_bytes() == table.client.get(ABRECHNUNG, query_string={"format": style}).data
    assert command("pdf", file, "--style", style, "-o", second) == 0
    assert pages(second.read_bytes()) == pages(first.read_bytes())
    assert command("pdf", file, "--style", "a3", "-o", second) == 2
