"""Pages of statistics: what stands there is what was played, and every figure leads to its games."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import update

from scorebook.services import review
from scorebook.services.access import Role
from scorebook.services.evenings import Started
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from scorebook.store.league_tables import results, seasons
from scorebook.store.rows import add
from scorebook.store.tables import evenings
from tests.actions import Page
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, Book
from tests.doors import Browser, browser, linked

WENZ = {"contract": "wenz", "declarer": 3, "augen": 70, "laufende": 3, "laufende_side": "mit"}
DAYS = (date(2025, 12, 5), date(2026, 1, 9), date(2026, 2, 6))


@pytest.fixture
def evenings_played(app: Flask) -> list[Started]:
    """Play three evenings of two years, the last two of a season; the third in points."""
    with app.app_context():
        book = Book(app)
        begun = []
        for day, games in zip(DAYS, ((SAUSPIEL, LOST_SOLO), (WENZ, SAUSPIEL, SAUSPIEL, PASSED), (WENZ,)), strict=True):
            preset = "turnier_plusminus" if len(games) == 1 else "bayern_10_20_50"
            started = book.start(date=day, preset=preset, place="Lamm")
            for game in games:
                book.record(started.sheet_id, game)
            book.end(started.evening_id)
            begun.append(started)
        season(book, "Winter", begun[1:])
    return begun


def season(book: Book, name: str, begun: list[Started]) -> None:
    """Put evenings into a season."""
    with transaction(db.session) as connection:
        key = add(connection, seasons, {"club_id": book.actor.club_id, "name": name})
        ids = [one.evening_id for one in begun]
        connection.execute(update(evenings).where(evenings.c.id.in_(ids)).values(season_id=key))
        connection.execute(update(results).where(results.c.evening_id.in_(ids)).values(season_id=key))


def page(client: Browser, address: str, status: int = 200) -> Page:
    """Ask for a page."""
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status)
    return Page(answer)


@pytest.fixture
def viewer(app: Flask, evenings_played: list[Started]) -> Browser:
    """Give a browser of somebody who may read."""
    assert evenings_played
    return browser(app, Role.VIEWER)


def test_somebodys_page(viewer: Browser) -> None:
    """Sums, peaks, contracts, partners: of the measure of most games, all seasons together."""
    text = page(viewer, "/leute/4").text()
    assert "Geld +2,30 €" in text
    for said in ("Abende 2", "Spiele 5", "gewonnen 40 %", "Abendsiege 1", "Rote Laternen 0"):
        assert said in text, said
    assert "Größtes Spiel +2,40 € Wenz, 09.01.2026" in text
    assert "Längste Laufende 3 Wenz, 09.01.2026" in text
    assert "Längste Siegesserie 1 Spiel" in text
    assert "Wenz 1 100 % +2,40" in text
    assert "dagegen" in text
    assert "Gerufen" not in text


def test_a_season_and_another_measure(viewer: Browser) -> None:
    """A season has its own evenings; points are never added to cents."""
    assert "Spiele 3" in page(viewer, "/leute/4?saison=1&einheit=cent").text()
    points = page(viewer, "/leute/4?saison=1&einheit=point").text()
    assert "Spiele 1" in points
    assert "Punkte +" in points
    assert "€" not in points


@pytest.mark.parametrize(
    "address",
    [
        *("/leute/99", "/leute/4?saison=9", "/leute/4?saison=x", "/leute/4?einheit=good", "/leute/4?einheit=x"),
        *("/leute/4/spiele?was=run", "/leute/4/spiele?was=x", "/leute/4/spiele?mit=99", "/leute/4/spiele?gegen=x"),
        *("/leute/4/gegen/4", "/leute/4/gegen/99", "/rueckblick/0", "/saisons/9/rueckblick"),
        *("/rueckblick/2025/verlauf-light.svg?einheit=point", "/rueckblick/1999/verlauf-light.svg"),
    ],
)
def test_what_is_not_there(viewer: Browser, address: str) -> None:
    """Nobody, no season, no figure, nobody to play against: not found, and no error of the server."""
    page(viewer, address, 404)


def test_the_games_behind_a_figure(viewer: Browser) -> None:
    """Each count is that of the list to which it leads."""
    found = page(viewer, "/leute/1")
    links = [link for link in found.links if link.startswith("/leute/1/spiele")]
    assert len(links) > 5
    for link in links:
        games = [one for one in page(viewer, link).links if one.startswith("/spiele/")]
        assert games, link
    declared = page(viewer, "/leute/1/spiele?was=declarer.sauspiel")
    assert len([one for one in declared.links if one.startswith("/spiele/")]) == 3
    assert "Sauspiel, selbst gespielt" in declared.text()
    assert "Freitag, 9. Januar 2026" in declared.text()
    against = page(viewer, "/leute/1/spiele?gegen=4&einheit=cent")
    assert "Spiele gegen Zenzi" in against.text()
    assert len([one for one in against.links if one.startswith("/spiele/")]) == 4
    assert "Hier ist kein Spiel" in page(viewer, "/leute/1/spiele?was=declarer.bettel").text()


def test_head_to_head(viewer: Browser) -> None:
    """Who had more on how many evenings, and how both did with and against each other."""
    text = page(viewer, "/leute/1/gegen/4?einheit=cent").text()
    assert "Sepp 1 : 1 Zenzi" in text
    assert "keiner liegt vorn" in text
    assert "Sepp liegt" not in text
    only = page(viewer, "/leute/4/gegen/1?saison=1&einheit=cent").text()
    assert "Zenzi liegt 1 : 0 vorn." in only


def test_who_has_played_nothing(app: Flask, viewer: Browser) -> None:
    """Somebody who only sat there, and an evening that goes on: the page says so."""
    with app.app_context():
        started = Book(app).start(("Anni", "Kathi", "Bene", "Jule"))
        Book(app).record(started.sheet_id, SAUSPIEL)
    assert "Noch kein Abend, der zu Ende ist." in page(viewer, "/leute/5").text()
    assert "noch an keinem Abend" in page(viewer, "/leute/1/gegen/5").text()
    page(viewer, "/leute/5/spiele", 404)
    assert viewer.get("/leute/5/verlauf-light.svg").status_code == 200


def test_the_course_is_a_picture(viewer: Browser) -> None:
    """In both schemes, with words for who does not see it; the table beside it has the same evenings."""
    for scheme in ("light", "dark"):
        svg = viewer.get(f"/leute/4/verlauf-{scheme}.svg").text
        assert "Stand am Ende: Zenzi +2,30" in svg.replace("\xa0", " ")
    assert "09.01.2026" in page(viewer, "/leute/4").text()


def test_a_link_of_an_evening_opens_no_statistics(app: Flask, viewer: Browser) -> None:
    """A tablet that came by a link sees its evening alone: no names lead anywhere from there."""
    tablet = linked(app, Role.TABLE, 1)
    assert tablet.get("/leute/1").status_code == 403
    assert "/leute/" not in tablet.get("/abende/1").text
    assert "/leute/1" in viewer.get("/abende/1").text


def test_two_people_of_one_name(app: Flask, viewer: Browser) -> None:
    """Each has his own page; the list shows both."""
    with app.app_context(), transaction(db.session) as connection:
        from scorebook.store.known import add_person

        add_person(connection, 1, "Zenzi", "zenzi")
    found = page(viewer, "/leute?name=zenz")
    assert {"/leute/4", "/leute/5"} <= set(found.links)


def test_a_year_looked_back_on(viewer: Browser) -> None:
    """Each year has its evenings; each measure its own section, with who was first, last, and most of what."""
    assert page(viewer, "/rueckblick").text().count("Jahresrückblick") == 2
    text = page(viewer, "/rueckblick/2026").text()
    for said in ("Geld", "Punkte", "Ganz vorn", "Rote Laterne", "Größtes Spiel", "Längste Laufende", "Meiste Soli"):
        assert said in text, said
    assert "Ganz vorn +2,00 € Zenzi" in text
    old = page(viewer, "/rueckblick/2025").text()
    assert "Ganz vorn +0,70 € Sepp, Xaver" in old
    assert "Rote Laterne −1,70 € Vroni" in old
    assert "Bestes Gespann +1,40 € Sepp, Xaver" in old
    assert "Punkte" not in old


def test_an_empty_year(viewer: Browser) -> None:
    """A year without an evening says so, and prints so."""
    assert "Noch kein Abend, der zu Ende ist." in page(viewer, "/rueckblick/1999").text()
    assert viewer.get("/rueckblick/1999.pdf").data.startswith(b"%PDF")


def test_a_season_looked_back_on(viewer: Browser) -> None:
    """It has the evenings of the season, and both papers."""
    found = page(viewer, "/saisons/1/rueckblick")
    assert "Winter" in found.text()
    assert "Abende 1" in found.text()
    for name in ("rueckblick.pdf", "buch.pdf"):
        assert viewer.get(f"/saisons/1/{name}").data.startswith(b"%PDF")


def test_no_book_is_offered_that_would_be_none(viewer: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more evenings than a book has there is a paper, and no button that leads to a refusal."""
    assert "/saisons/1/buch.pdf" in page(viewer, "/saisons/1/rueckblick").links
    monkeypatch.setattr(review, "MOST_NIGHTS", 0)
    links = page(viewer, "/saisons/1/rueckblick").links
    assert "/saisons/1/rueckblick.pdf" in links
    assert "/saisons/1/buch.pdf" not in links


def test_the_report_of_an_evening(viewer: Browser, evenings_played: list[Started]) -> None:
    """It is among the papers of an evening that has games."""
    address = f"/abende/{evenings_played[1].evening_id}"
    assert f"{address}/bericht.pdf" in page(viewer, address).links
    assert viewer.get(f"{address}/bericht.pdf").data.startswith(b"%PDF")
