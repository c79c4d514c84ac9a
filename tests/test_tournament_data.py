"""Tournaments in the book as a whole: verified, taken away, moved to another machine, let go of."""

import json
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scorebook.exchange.tournament_entries import parse_entry
from scorebook.league.tournament.entries import (
    CashKind,
    CashMoved,
    Ended,
    Left,
    Penalised,
    Reopened,
    Ruled,
    Stamped,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.standings import standings
from scorebook.league.tournament.state import Tournament, fold
from scorebook.services import club_data, merging, privacy
from scorebook.services.access import local_actor
from scorebook.services.backup import restore_backup, save_backup
from scorebook.services.privacy import Farewell
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament.registering import Newcomer
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db, reading
from scorebook.store.tournament_tables import tournament_entries, tournament_players
from tests.test_backup import in_folder
from tests.tournaments import Hall

SEPP = "Sepp Huber"


def played() -> Hall:
    """Play a tournament of nine, with a substitute, money, a penalty, a ruling and a correction, in which Sepp is."""
    hall = Hall(8)
    hall.register(Newcomer(SEPP, paid="10", born="1950", town="Landshut", team="Huber und Freunde"))
    hall.register(Newcomer("Springer", substitute=True))
    hall.act(CashMoved(CashKind.OTHER, -500, text=f"Rose für {SEPP}"))
    hall.play(1)
    hall.act(Penalised(9, 1, 5, f"{SEPP} kam zu spät"), Ruled(1, "Spiel 3 zählt nicht."))
    first = hall.state.table(1, 1)
    assert first is not None
    hall.list(1, 1, 20, 20, -10, -30, replaces=first.lists[-1].number, reason=f"laut {SEPP} vertauscht")
    hall.draw()
    hall.act(Left(2, 2, "krank"), Substituted(2, *where(hall.state, 2), 10))
    hall.lists(2)
    return hall


def where(state: Tournament, number: int) -> tuple[int, int]:
    """Tell at which table and seat of the last round somebody sits."""
    return next(
        (table.number, table.seated.index(number)) for table in state.rounds[-1].tables if number in table.seated
    )


def told(state: Tournament) -> list[tuple[int | None, int, int]]:
    """Give the standings as ranks, start numbers and points."""
    return [(line.rank, line.player, line.total) for line in standings(state)]


def tamper(statement: str) -> None:
    """Change the book behind its back, the log too."""
    with transaction(db.session) as connection:
        for trigger in (
            connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
        ):
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        connection.exec_driver_sql(statement)


def test_what_was_played_stands_up(app: Flask) -> None:
    """A tournament through the services is right, with all that happens at one."""
    with app.app_context():
        hall = played()
        hall.act(Ended())
        hall.act(Reopened("die Kasse fehlt"))
        verify_book(db.session)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM tournament_entries WHERE number = 12", "Eintrag 12: er fehlt"),
        ("DELETE FROM tournament_entries WHERE number = (SELECT max(number) FROM tournament_entries)", "er fehlt"),
        ("UPDATE tournament_entries SET entry = '{\"kind\"' WHERE number = 3", "Eintrag 3: was da steht, ist keiner"),
        (
            """UPDATE tournament_entries SET entry = replace(entry, '"points":[20', '"points":[21')""",
            "im Protokoll steht er anders",
        ),
        ("UPDATE tournament_players SET number = 77 WHERE number = 4", "Startnummer 4"),
        ("DELETE FROM tournament_players WHERE number = 4", "Startnummer 4"),
        ("DELETE FROM log WHERE action = 'tournament.entry' AND new LIKE '%\"number\":5}'", "Eintrag 5: im Protokoll"),
        ("DELETE FROM tournament_entries", "es ist nicht angelegt"),
    ],
)
def test_what_was_changed_behind_its_back(app: Flask, statement: str, said: str) -> None:
    """Whatever is not as it was entered is found, with the tournament and the entry."""
    with app.app_context():
        hall = played()
        tamper(statement)
        with pytest.raises(DifferenceError) as caught:
            verify_book(db.session)
        assert caught.value.message.startswith(f"Turnier {hall.id} (28.11.2026), ")
        assert said in caught.value.message


def test_what_could_not_have_happened(app: Flask) -> None:
    """An entry that was not allowed when it came is found, also where the log has the same."""
    with app.app_context():
        played()
        tamper(
            "UPDATE tournament_entries SET entry = (SELECT entry FROM tournament_entries AS other"
            " WHERE other.number = 2) WHERE number = 4"
        )
        tamper(
            "UPDATE log SET new = replace((SELECT new FROM log AS other WHERE other.new LIKE '%\"number\":2}'),"
            " '\"number\":2', '\"number\":4') WHERE new LIKE '%\"number\":4}'"
        )
        with pytest.raises(DifferenceError, match=r"Eintrag 4: so kann es nicht sein\. Die Startnummer 1 hat schon"):
            verify_book(db.session)


@pytest.mark.parametrize("statement", ["DELETE FROM tournament_entries", "UPDATE tournament_entries SET number = 99"])
def test_entries_are_only_ever_added(app: Flask, statement: str) -> None:
    """The database itself refuses to take an entry out, or to put it elsewhere."""
    with app.app_context():
        Hall(4)
        with pytest.raises(IntegrityError), transaction(db.session) as connection:
            connection.exec_driver_sql(statement)


# --- Taken away ------------------------------------------------------------------------------------------------------


def archive(app: Flask) -> dict[str, Any]:
    """Give what the archive of the club has of tournaments, by file name."""
    with (
        app.app_context(),
        club_data.export_club(db.session, local_actor(db.session)) as file,
        zipfile.ZipFile(file) as whole,
    ):
        return {name: json.loads(whole.read(name)) for name in whole.namelist() if name.startswith("tournaments/")}


def test_a_club_takes_its_tournaments_away(app: Flask) -> None:
    """The archive has each tournament whole: its entries, folded again, give the same standings."""
    with app.app_context():
        hall = played()
        expected = told(hall.state)
        tournament_id = hall.id
    (name,) = (data := archive(app))
    assert name == f"tournaments/2026-11-28-{tournament_id}.json"
    whole = data[name]
    assert (whole["format"], whole["name"], whole["practice"]) == ("scorebook-tournament/1", "Preisschafkopf", False)
    assert whole["players"][8]["name"] == SEPP
    state = hall_state(whole)
    assert told(state) == expected


def hall_state(whole: dict[str, Any]) -> Tournament:
    """Fold the entries of an exported tournament."""
    return fold(
        Stamped(
            one["number"],
            UUID(one["uuid"]),
            datetime.fromisoformat(one["at"]),
            one["by"],
            parse_entry(json.dumps(one["entry"])),
        )
        for one in whole["entries"]
    )


def test_somebody_takes_his_own_away(app: Flask) -> None:
    """Who asks for his data gets what tournaments have of him: points by round, penalties, fees; nobody else's."""
    with app.app_context():
        hall = played()
        person = hall.seen.entrants[9].person_id
        data = privacy.export_person(db.session, hall.actor, person)["tournaments"]
        assert [(one["tournament"], one["number"], one["born"], one["town"]) for one in data] == [
            ("Preisschafkopf", 9, 1950, "Landshut")
        ]
        line = next(line for line in standings(hall.state) if line.player == 9)
        assert (data[0]["rank"], data[0]["points"], data[0]["rounds"]) == (line.rank, line.total, list(line.rounds))
        assert [one["kind"] for one in data[0]["entries"]] == ["penalised", "cash_moved"]
        json.dumps(data)


def test_the_event_moves_by_one_file(app: Flask, tmp_path: Path) -> None:
    """On a second machine the backup has the tournament as it stands, with equal standings, and it goes on there."""
    with app.app_context():
        hall = played()
        expected = told(hall.state)
        save_backup(db.session, tmp_path / "turnier.zip")
    restore_backup(tmp_path / "turnier.zip", tmp_path / "laptop")

    def goes_on() -> Tournament:
        assert told(hall.state) == expected
        hall.publish(2)
        verify_book(db.session)
        verify_log(db.session)
        return hall.state

    assert in_folder(tmp_path / "laptop", goes_on).published == 2
    with app.app_context():
        assert hall.state.published == 1


# --- Let go of -------------------------------------------------------------------------------------------------------


def test_a_name_goes_out_of_a_tournament(app: Flask) -> None:
    """Who wants to be forgotten stands nowhere: not on the list, nor in texts; the points stay as they were."""
    with app.app_context():
        hall = played()
        before = told(hall.state)
        person = hall.seen.entrants[9].person_id
        new = privacy.anonymise(db.session, hall.actor, person, Farewell(SEPP))
        rows = reading(db.session).execute(select(tournament_entries.c.entry)).scalars().all()
        assert not [row for row in rows if SEPP in row or "Huber" in row]
        assert sum(new in row for row in rows) == 3
        entrant = hall.seen.entrants[9]
        assert (entrant.name, entrant.born, entrant.town) == (new, None, "")
        assert told(hall.state) == before
        verify_book(db.session)
        verify_log(db.session)


def test_settings_lose_a_name_too(app: Flask) -> None:
    """A prize that somebody gives has his name; goods that were chosen stay the same goods."""
    with app.app_context():
        hall = Hall(8, goods=(f"Schinken vom {SEPP}",))
        hall.register(SEPP)
        person = hall.seen.entrants[9].person_id
        new = privacy.anonymise(db.session, hall.actor, person, Farewell(SEPP))
        assert hall.state.settings.goods == (f"Schinken vom {new}",)
        verify_book(db.session)


def test_two_of_one_tournament_are_two(app: Flask) -> None:
    """People who are on one list cannot be one person; who are on two lists can, and both lists have him then."""
    with app.app_context():
        hall, other = Hall(8), Hall(0, name="Sommerturnier")
        hall.register(SEPP)
        other.register("Huber Sepp")
        entrants = hall.seen.entrants
        with pytest.raises(RefusedError) as caught:
            merging.merge(db.session, hall.actor, entrants[1].person_id, entrants[9].person_id)
        assert [finding.code for finding in caught.value.findings] == ["merge.together"]
        merging.merge(db.session, hall.actor, other.seen.entrants[1].person_id, entrants[9].person_id)
        assert other.seen.name(1) == SEPP
        verify_book(db.session)


def test_nothing_is_left_of_a_club(app: Flask) -> None:
    """A club that is given up takes its tournaments with it."""
    with app.app_context():
        played()
        club_data.close_club(db.session, local_actor(db.session), "Stammtisch", "", address="")
        for table in (tournament_entries, tournament_players):
            assert reading(db.session).execute(select(table)).all() == []


def test_taken_back_money_is_not_a_persons(app: Flask) -> None:
    """What was taken back is not among what somebody paid."""
    with app.app_context():
        hall = Hall()
        hall.register(Newcomer(SEPP, paid="10"))
        hall.act(TakenBack(hall.state.cash[0].number, "Scheck geplatzt"))
        person = hall.seen.entrants[1].person_id
        assert privacy.export_person(db.session, hall.actor, person)["tournaments"][0]["entries"] == []
