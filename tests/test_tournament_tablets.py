"""Tables that write game by game: one sheet each, which is no evening of the club's, and hands in what it comes to."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import parse_game
from scorebook.league.tournament.entries import Listed, Source
from scorebook.league.tournament.state import SeatedTable
from scorebook.services import (
    cancelling,
    cash_book,
    closing,
    evenings,
    open_evenings,
    recording,
    season_evenings,
    seasons,
)
from scorebook.services.access import Role
from scorebook.services.refusals import RefusedError
from scorebook.services.seasons import NewSeason
from scorebook.services.tournament import ruling, sheets
from scorebook.services.tournament.desk import history
from scorebook.services.tournament.listing import NewList, hand_in
from scorebook.services.tournament.registering import Newcomer
from scorebook.services.tournament.ruling import NewSubstitute
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.doors import Browser, browser
from tests.tournaments import Hall

WENZ = {"contract": "wenz", "declarer": 1, "result": "won"}
LOST = {"contract": "solo", "suit": "herz", "declarer": 0, "result": "lost"}
LAST = {"contract": "wenz", "declarer": 3, "result": "won"}
TOUT = {"contract": "wenz", "declarer": 2, "result": "won", "tout": True}


class Tablet:
    """The first table of the first round, claimed, with its sheet."""

    def __init__(self, players: int = 8, *, games: int = 4, **settings: Any) -> None:
        self.hall = Hall(players, games=games, **settings)
        self.hall.draw()
        self.evening_id, self.sheet_id = self.claim()

    def claim(self, table: int = 1) -> tuple[int, int]:
        """Claim a table."""
        return sheets.claim(db.session, self.hall.actor, self.hall.id, uuid4(), (1, table))

    def record(self, *games: dict[str, Any]) -> list[recording.Recorded]:
        """Record games on the sheet."""
        return [
            recording.record_game(db.session, self.hall.actor, self.sheet_id, uuid4(), parse_game(game))
            for game in games
        ]

    def hand_in(self, **known: Any) -> Listed:
        """Hand in what the sheet comes to."""
        done = sheets.hand_in_sheet(db.session, self.hall.actor, self.hall.id, uuid4(), (1, 1), **known)
        assert isinstance(done.stamped.entry, Listed)
        return done.stamped.entry

    @property
    def table(self) -> SeatedTable:
        """Where the table stands."""
        found = self.hall.state.table(1, 1)
        assert found is not None
        return found


def codes(act: Callable[[], Any]) -> list[str]:
    """Give why something is refused."""
    with pytest.raises(RefusedError) as caught:
        act()
    return [one.code for one in caught.value.findings]


def test_claimed_by_the_mark_of_another_deed(app: Flask) -> None:
    """A claim under a UUID that something else has is refused in words, and the table still has no sheet."""
    with app.app_context():
        hall = Tablet().hall
        used = history(db.session, hall.actor, hall.id)[0].uuid
        with pytest.raises(ConflictError):
            sheets.claim(db.session, hall.actor, hall.id, used, (1, 2))
        assert sheets.sheets_now(db.session, hall.actor, hall.state.rounds[0]).keys() == {1}


def test_claimed_once(app: Flask) -> None:
    """A table has one sheet, however often it is asked for; its people sit there in the order of the seats."""
    with app.app_context():
        tablet = Tablet()
        assert tablet.claim() == (tablet.evening_id, tablet.sheet_id)
        assert tablet.claim(2) != tablet.claim()
        seen = tablet.hall.seen
        evening, sheet = evenings.load_sheet(db.session, tablet.hall.actor, tablet.sheet_id)
        assert [evening.name_of(person) for person in sheet.sitting] == [seen.name(one) for one in tablet.table.seated]
        assert evening.club == "Preisschafkopf · Runde 1 · Tisch 1"
        assert (evening.date, sheet.first_dealer) == (seen.row.date, 0)


def test_five_at_a_table(app: Flask) -> None:
    """At a table of five the fifth pauses first, so he deals."""
    with app.app_context():
        tablet = Tablet(5)
        _evening, sheet = evenings.load_sheet(db.session, tablet.hall.actor, tablet.sheet_id)
        assert (len(sheet.sitting), sheet.first_dealer, sheet.next_sitters) == (5, 4, (4,))


@pytest.mark.parametrize("seat", range(5))
def test_who_comes_in_sits_on_the_tablet(app: Flask, seat: int) -> None:
    """Who takes over a seat has it on the sheet too, with the turn to deal; taken back, all sit as before."""
    with app.app_context():
        tablet = Tablet(5)
        hall = tablet.hall
        hall.register(Newcomer("Springer Sigi", substitute=True))

        def sheet() -> tuple[tuple[str, ...], int]:
            evening, found = evenings.load_sheet(db.session, hall.actor, tablet.sheet_id)
            return tuple(map(evening.name_of, found.sitting)), found.next_dealer

        before = sheet()
        uuid, new = uuid4(), NewSubstitute(1, 1, seat, 6, "left")
        entry = ruling.substitute(db.session, hall.actor, hall.id, uuid, new)
        assert ruling.substitute(db.session, hall.actor, hall.id, uuid, new) == entry
        assert sheet() == ((*before[0][:seat], "Springer Sigi", *before[0][seat + 1 :]), before[1])
        ruling.take_back(db.session, hall.actor, hall.id, uuid4(), entry.number, "doch da")
        assert sheet() == before


def test_who_comes_in_between_two_games(app: Flask) -> None:
    """Games that were played stay with who played them; the next one is of who came, and the list counts both."""
    with app.app_context():
        tablet = Tablet()
        hall, left = tablet.hall, tablet.table.seated[1]
        hall.register(Newcomer("Springer Sigi", substitute=True))
        tablet.record(WENZ, WENZ)
        ruling.substitute(db.session, hall.actor, hall.id, uuid4(), NewSubstitute(1, 1, 1, 9, "left"))
        tablet.record(WENZ, WENZ)
        evening, sheet = evenings.load_sheet(db.session, hall.actor, tablet.sheet_id)
        assert [evening.name_of(sheet.people_at(game)[1]) for game in (2, 3)] == [hall.seen.name(left), "Springer Sigi"]
        listed = tablet.hand_in()
        assert (listed.games, listed.points[1]) == (4, max(listed.points))


def test_what_it_comes_to(app: Flask) -> None:
    """The list has the sums of the games, who won and lost which Soli and Tout, and how many games there were."""
    with app.app_context():
        tablet = Tablet()
        tablet.record(WENZ, LOST, TOUT, LAST)
        listed = tablet.hand_in()
        assert sum(listed.points) == 0
        assert listed.points[0] == min(listed.points)
        assert (listed.games, listed.source, listed.sheet) == (4, Source.SHEET, tablet.sheet_id)
        assert listed.solos_won == (0, 1, 1, 1)
        assert listed.solos_lost == (1, 0, 0, 0)
        assert listed.touts_won == (0, 0, 1, 0)
        assert tablet.table.listed == listed


def test_too_few_games(app: Flask) -> None:
    """A sheet with no game, or too few of them, is not handed in just so; with a reason the director does it."""
    with app.app_context():
        tablet = Tablet()
        assert codes(tablet.hand_in) == ["sheet.empty"]
        tablet.record(WENZ)
        assert codes(tablet.hand_in) == ["list.games"]
        assert tablet.hand_in(reason="Feueralarm").games == 1


def test_changed_since(app: Flask) -> None:
    """Games that changed after the list was handed in are shown as differing, and handed in again with a reason."""
    with app.app_context():
        tablet = Tablet()
        recorded = tablet.record(WENZ, LOST, WENZ, LAST)
        first = tablet.hand_in()
        played = tablet.hall.state.rounds[0]
        assert not sheets.sheets_now(db.session, tablet.hall.actor, played)[1].differs
        cancelling.cancel_game(db.session, tablet.hall.actor, recorded[3].game.uuid, "falsch")
        tablet.record(TOUT)
        now = sheets.sheets_now(db.session, tablet.hall.actor, tablet.hall.state.rounds[0])[1]
        assert now.differs
        assert now.listed.points != first.points
        seen = tablet.table.lists[-1].number
        assert codes(lambda: tablet.hand_in(seen=seen)) == ["reason.missing"]
        assert tablet.hand_in(seen=seen, reason="Spiel 4 war ein Tout").points == now.listed.points
        assert len(tablet.table.lists) == 2


def test_on_paper_after_all(app: Flask) -> None:
    """A table that has its list is not claimed; one that writes on paper has no sheet to hand in."""
    with app.app_context():
        tablet = Tablet()
        with pytest.raises(ConflictError):
            sheets.hand_in_sheet(db.session, tablet.hall.actor, tablet.hall.id, uuid4(), (1, 2))
        tablet.hall.list(1, 2)
        with pytest.raises(ConflictError):
            tablet.claim(2)
        with pytest.raises(NotFoundError):
            tablet.claim(3)
        paper = NewList(Listed(1, 1, (30, 10, -10, -30), 4))
        assert hand_in(db.session, tablet.hall.actor, tablet.hall.id, uuid4(), paper).stamped.number


def test_no_evening_of_the_club(app: Flask) -> None:
    """No list, season, settlement or cash book of the club has the table; nobody's evenings count it; it ends not."""
    with app.app_context():
        tablet = Tablet()
        tablet.record(WENZ, LOST, TOUT, LAST)
        tablet.hand_in()
        who = tablet.hall.actor
        season = seasons.make(db.session, who, NewSeason("2026"))
        assert evenings.list_evenings(db.session, who).evenings == ()
        assert season_evenings.evenings_page(db.session, who, season).evenings == ()
        assert season_evenings.put_in(db.session, who, season, [tablet.evening_id]) == (0, 0)
        assert cash_book.choices(db.session, who).evenings == {}
        assert open_evenings.open_people(db.session, who) == ()
        with pytest.raises(NotFoundError):
            season_evenings.choose(db.session, who, tablet.evening_id, season)
        with pytest.raises(ConflictError):
            closing.end_evening(db.session, who, tablet.evening_id)
        assert verify_book(db.session).games == 4


def test_by_its_pages(app: Flask, client: FlaskClient) -> None:
    """A tap makes the sheet and a link for the table; the tablet writes, and the desk takes the list over."""
    with app.app_context():
        hall = Hall(8, games=4)
        hall.draw()
    address = "/turniere/1/runden/1/listen/1"
    made = client.post(f"{address}/tablet", data={"uuid": str(uuid4())})
    assert made.status_code == 200
    assert "Tisch 1" in made.text
    assert "Dieser Tisch schreibt auf dem Tablet." in client.get(address).text
    assert "0 von 4 Spielen" in client.get(address).text
    for _ in range(4):
        data = {"uuid": str(uuid4()), "who": "1", "contract": "wenz", "result": "won"}
        assert client.post("/listen/1/spiele", data=data).status_code == 303
    assert "Tablet: 4" in client.get("/turniere/1/runden/1/listen").text
    overview = client.get("/abende/1").text
    assert "Preisschafkopf: Runde 1, Tisch 1" in overview
    assert "Abend beenden" not in overview
    done = client.post(f"{address}/abgeben", data={"uuid": str(uuid4()), "seen": "0"})
    assert done.location == "/turniere/1/runden/1/listen/2"
    assert "vom Tablet" in client.get(address).text


def test_changed_by_its_pages(app: Flask, client: FlaskClient) -> None:
    """A sheet that changed is shown beside the list; without a reason it is not taken over."""
    with app.app_context():
        tablet = Tablet()
        tablet.record(WENZ, LOST, TOUT, LAST)
        tablet.hand_in()
        tablet.record(LOST)
        seen = tablet.table.lists[-1].number
    address = "/turniere/1/runden/1/listen/1"
    assert "Auf dem Tablet hat sich seither etwas geändert." in client.get(address).text
    assert "geändert" in client.get("/turniere/1/runden/1/listen").text
    known = {"seen": str(seen)}
    refused = client.post(f"{address}/abgeben", data={"uuid": str(uuid4()), **known})
    assert refused.status_code == 422
    assert "Warum? Ein Wort genügt." in refused.text
    helper = browser(app, Role.SCORER)
    told = helper.post(f"{address}/abgeben", data={"uuid": str(uuid4()), **known, "reason": "ein Spiel zu viel"})
    assert "Das entscheidet die Turnierleitung" in told.text
    done = client.post(f"{address}/abgeben", data={"uuid": str(uuid4()), **known, "reason": "ein Spiel zu viel"})
    assert done.status_code == 303
    late = client.post(f"{address}/abgeben", data={"uuid": str(uuid4()), "seen": "0"})
    assert late.status_code == 303


@pytest.mark.parametrize("act", ["tablet", "abgeben", "bestaetigen"])
def test_only_who_may(app: Flask, act: str) -> None:
    """Who may not enter lists claims no table, hands in none and confirms none."""
    with app.app_context():
        Tablet()
    viewer: Browser = browser(app, Role.PLAYER)
    assert viewer.post(f"/turniere/1/runden/1/listen/1/{act}", data={"uuid": str(uuid4())}).status_code == 403
