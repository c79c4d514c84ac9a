"""A book to write tests with: the services with an actor and a session, on whichever database."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test
from sqlalchemy import func, insert, select, text

from scorebook.exchange import parse_game, parse_rules
from scorebook.league.results import Tally
from scorebook.ledger.drawing import Stake
from scorebook.ledger.evening import Evening, NamedRuleSet, Sheet
from scorebook.ledger.price import Price
from scorebook.services import (
    access,
    cancelling,
    closing,
    correcting,
    evenings,
    inserting,
    pricing,
    recording,
    rulesets,
    seasons,
    seating,
)
from scorebook.services.evenings import NewEvening, Started
from scorebook.services.later import LaterError
from scorebook.services.seasons import NewSeason
from scorebook.services.tables import NewTable, open_table
from scorebook.services.transactions import transaction
from scorebook.store import league_tables, tables
from scorebook.store.db import db, reading
from scorebook.store.results import COUNTS

FOUR = ("Sepp", "Vroni", "Xaver", "Zenzi")
SAUSPIEL = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 74}
LOST_SOLO = {"contract": "solo", "suit": "herz", "declarer": 1, "augen": 45}
PASSED = {"contract": "all_pass"}
WITH_STOCK = {"stock": {"mode": "partners"}, "all_pass": "stock"}


MOVE_DEALERS, KEEP_DEALERS = 0, -1
"""Which of the ways is accepted where a change makes others of later games."""
PATIENCE = 30
"""Seconds after which a task counts as stuck."""
BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
ON_SQLITE = pytest.mark.parametrize("book", ["sqlite"], indirect=True)
"""For what happens before any database is asked."""


@pytest.fixture(params=BOTH)
def book(request: pytest.FixtureRequest) -> Iterator["Book"]:
    """Give a book on an empty, migrated database, once of each kind."""
    app = request.getfixturevalue("app" if request.param == "sqlite" else "postgres_app")
    with app.app_context():
        yield Book(app)


def codes(error: pytest.ExceptionInfo[Any]) -> list[tuple[str, str]]:
    """Give code and field of what was found."""
    return [(finding.code, finding.field) for finding in error.value.findings]


def accepting(change: Callable[[Sequence[str]], Any], way: int, accept: Sequence[str] = ()) -> Any:
    """Make a change; asked what is to become of later games, go one of the ways."""
    try:
        return change(accept)
    except LaterError as error:
        return change([*accept, error.ways[way].code])


def in_any_order(machine: type[RuleBasedStateMachine], book: "Book", size: dict[str, tuple[int, int]]) -> None:
    """Run a state machine on a book; `size` says by database how many evenings, and how many steps each."""
    examples, steps = size[db.engine.dialect.name]
    run_state_machine_as_test(
        type(machine.__name__, (machine,), {"book": book}),
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, database=None),
    )


class Book:
    """One club's book. Needs an app context."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.actor = access.local_actor(db.session)
        db.session.rollback()  # on SQLite the session would go on seeing what is there now

    def start(self, names: Sequence[str] = FOUR, **other: Any) -> Started:
        """Begin an evening."""
        now = other.pop("now", None)
        return evenings.start_evening(db.session, self.actor, NewEvening(names=tuple(names), **other), now=now)

    def start_with(self, rules: dict[str, Any], names: Sequence[str] = FOUR) -> Started:
        """Begin an evening with changes to a preset."""
        return self.start(names, rule_set=self.rule_set(rules))

    def rule_set(self, rules: dict[str, Any]) -> int:
        """Give the id of a rule set with changes to a preset."""
        named = NamedRuleSet("Hausregeln", rules.get("preset", "bayern_10_20_50"), parse_rules(rules))
        return evenings.keep_rule_set(db.session, self.actor, named)

    def record(self, sheet_id: int, game: dict[str, Any], uuid: UUID | None = None, **other: Any) -> recording.Recorded:
        """Record a game."""
        wish = parse_game(game)
        return recording.record_game(db.session, self.actor, sheet_id, uuid or uuid4(), wish, **other)

    def cancel(self, uuid: UUID, reason: str = "vertippt", way: int = KEEP_DEALERS) -> cancelling.Cancelled:
        """Take a game back; what becomes of later games is accepted."""

        def cancel(accept: Sequence[str]) -> cancelling.Cancelled:
            return cancelling.cancel_game(db.session, self.actor, uuid, reason, accept=accept)

        return accepting(cancel, way)

    def correct(
        self, uuid: UUID, game: dict[str, Any], reason: str = "vertippt", new: UUID | None = None, **other: Any
    ) -> correcting.Corrected:
        """Put a better game in the place of one; what becomes of later games is accepted."""
        wish, new, way = parse_game(game), new or uuid4(), other.pop("way", KEEP_DEALERS)

        def correct(accept: Sequence[str]) -> correcting.Corrected:
            return correcting.correct_game(db.session, self.actor, uuid, new, wish, reason, accept=accept, **other)

        return accepting(correct, way, other.pop("accept", ()))

    def insert(self, later: UUID, game: dict[str, Any], uuid: UUID | None = None, **other: Any) -> recording.Recorded:
        """Put a forgotten game in before one; what becomes of later games is accepted."""
        wish, uuid, way = parse_game(game), uuid or uuid4(), other.pop("way", MOVE_DEALERS)

        def insert(accept: Sequence[str]) -> recording.Recorded:
            return inserting.insert_game(db.session, self.actor, later, uuid, wish, accept=accept, **other)

        return accepting(insert, way, other.pop("accept", ()))

    def change_rules(self, sheet_id: int, key: str) -> None:
        """Let a sheet go on by other rules."""
        rulesets.change_rules(db.session, self.actor, sheet_id, key)

    def season(self, name: str = "Saison 2026", **days: date) -> int:
        """Make a season, and give its id."""
        return seasons.make(db.session, self.actor, NewSeason(name, **days))

    def standings(self, season_id: int, measure: str = "cent", scheme: int = 0) -> dict[str, tuple[int, int, bool]]:
        """Read who stands where by a scheme of a season: score, evenings, whether he has a rank."""
        kept, ranked = league_tables.standings, league_tables.schemes
        query = (
            select(kept, tables.people.c.name)
            .join(tables.people, tables.people.c.id == kept.c.person_id)
            .join(ranked, ranked.c.id == kept.c.scheme_id)
            .where(ranked.c.season_id == season_id, ranked.c.position == scheme, kept.c.measure == measure)
        )
        return {row.name: (row.score, row.evenings, row.ranked) for row in reading(db.session).execute(query)}

    def end(self, evening_id: int, stock: Mapping[int, str] | None = None) -> closing.Closing:
        """End an evening; `stock` says by sheet id what becomes of what is left in the Stock."""
        return closing.end_evening(db.session, self.actor, evening_id, stock)

    def reopen(self, evening_id: int, reason: str = "geht weiter") -> closing.Closing:
        """Open an evening again."""
        return closing.reopen_evening(db.session, self.actor, evening_id, reason)

    def price(self, evening_id: int, amount: str = "0,10", per: str = "strich") -> Price:
        """Say what a Strich, a head or a point costs."""
        return pricing.set_price(db.session, self.actor, evening_id, pricing.NewPrice(amount, per))

    def ids(self, sheet_id: int, *names: str) -> tuple[int, ...]:
        """Give the ids of people who sit, or sat, in the evening of a sheet, by their names."""
        evening = evenings.load_sheet(db.session, self.actor, sheet_id)[0]
        known = {person.name: person.id for person in evening.people}
        return tuple(known[name] for name in names)

    def seated(self, sheet_id: int) -> list[str]:
        """Give the names of those who sit at the table now, by seat."""
        evening, sheet = evenings.load_sheet(db.session, self.actor, sheet_id)
        return [evening.name_of(person) for person in sheet.people_at(sheet.next_number)]

    def come(self, sheet_id: int, name: str, after: str, **seen: Any) -> seating.Seating:
        """Let somebody sit down after another; `seen` is what the sender knew."""
        (neighbour,) = self.ids(sheet_id, after)
        return seating.come(db.session, self.actor, sheet_id, name, neighbour, seen=seating.Seen(**seen))

    def leave(self, sheet_id: int, name: str, **seen: Any) -> seating.Seating:
        """Let somebody get up."""
        (person,) = self.ids(sheet_id, name)
        return seating.leave(db.session, self.actor, sheet_id, person, seen=seating.Seen(**seen))

    def swap(self, sheet_id: int, one: str, other: str, **seen: Any) -> seating.Seating:
        """Let two change seats."""
        people = self.ids(sheet_id, one, other)
        return seating.swap(db.session, self.actor, sheet_id, *people, seen=seating.Seen(**seen))

    def sit_as_drawn(self, sheet_id: int, cards: Mapping[str, str], **other: Any) -> seating.Seating:
        """Let all sit down by the cards that they drew, by name; what is no stake is what the sender knew."""
        drawn = dict(zip(self.ids(sheet_id, *cards), cards.values(), strict=True))
        stake = other.pop("stake", Stake.SEATS)
        return seating.seat_as_drawn(db.session, self.actor, sheet_id, drawn, stake, seen=seating.Seen(**other))

    def open_table(self, evening_id: int, *names: str, rules: str = "bayern_10_20_50", **other: Any) -> int:
        """Open a further table, and give its sheet."""
        return open_table(db.session, self.actor, evening_id, NewTable(names, rules, **other))

    def play(self, sheet_id: int, games: int = 1, **game: Any) -> None:
        """Record games in which all pass; who sits out does so by turn."""
        for _ in range(games):
            out = list(self.sheet(sheet_id).next_sitters)
            self.record(sheet_id, {**PASSED, **({"sitting_out": out} if out else {}), **game})

    def evening(self, evening_id: int) -> Evening:
        """Read an evening."""
        return evenings.load_evening(db.session, self.actor, evening_id)

    def sheet(self, sheet_id: int) -> Sheet:
        """Read a sheet."""
        return evenings.load_sheet(db.session, self.actor, sheet_id)[1]

    def balances(self, sheet_id: int) -> dict[int | None, int]:
        """Sum the entries themselves by person, None for all accounts that are nobody's; who has none is absent."""
        entries = tables.entries.c
        query = (
            select(entries.person_id, func.sum(entries.amount))
            .where(entries.sheet_id == sheet_id)
            .group_by(entries.person_id)
        )
        return {row[0]: int(row[1]) for row in reading(db.session).execute(query)}

    def accounts(self, sheet_id: int) -> dict[str, int]:
        """Sum the entries themselves by kind of account; those that are empty are absent."""
        entries = tables.entries.c
        query = select(entries.kind, func.sum(entries.amount)).where(entries.sheet_id == sheet_id)
        rows = reading(db.session).execute(query.group_by(entries.kind))
        return {row[0]: int(row[1]) for row in rows if row[1]}

    def results(self, evening_id: int) -> dict[tuple[str, str], tuple[Tally, int | None]]:
        """Read what an evening was for whom, by measure and name, with the place; rows of nothing are absent."""
        kept = league_tables.results
        query = (
            select(kept, tables.people.c.name)
            .join(tables.people, tables.people.c.id == kept.c.person_id)
            .where(kept.c.evening_id == evening_id)
        )
        found = {}
        for row in reading(db.session).execute(query):
            tally = Tally(*(getattr(row, name) for name in COUNTS))
            if tally != Tally():
                found[row.measure, row.name] = (tally, row.place)
        return found

    def count(self, table: str) -> int:
        """Count the rows of a table."""
        return reading(db.session).execute(text(f"SELECT count(*) FROM {table}")).scalar_one()

    def stranger(self) -> access.Actor:
        """Make another club, and give somebody of it."""
        with transaction(db.session) as connection:
            club = connection.execute(insert(tables.clubs), {"name": "Nachbarn"}).inserted_primary_key[0]
        return access.Actor("Fremder", club)

    def at_once(self, *tasks: Callable[[], Any]) -> list[Any]:
        """Run tasks at the same moment, each with a session of its own; give their results or exceptions in order."""
        results: list[Any] = [None] * len(tasks)
        start = threading.Barrier(len(tasks))

        def run(place: int) -> None:
            with self.app.app_context():
                start.wait()
                try:
                    results[place] = tasks[place]()
                except Exception as error:  # noqa: BLE001 - the test looks at it
                    results[place] = error

        threads = [threading.Thread(target=run, args=(place,), daemon=True) for place in range(len(tasks))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "somebody waits for ever"
        db.session.rollback()  # what this session read before is old now
        return results
