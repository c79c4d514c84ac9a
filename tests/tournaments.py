"""Tournaments to write tests with: made and filled through the services, drawn by tables that are given."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from flask import Flask

from scorebook.league.draw import Round
from scorebook.league.tournament.entries import CheckedIn, Drawn, Entry, Listed, Published, Stamped
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.state import Tournament
from scorebook.services.access import Actor, local_actor
from scorebook.services.sampling_people import name_of
from scorebook.services.tournament import desk, making, registering
from scorebook.services.tournament.making import NewTournament
from scorebook.services.tournament.registering import Newcomer, OnList
from scorebook.store.db import db

DAY = date(2026, 11, 28)
POINTS = {4: (30, 10, -10, -30), 5: (30, 10, 0, -10, -30)}
"""What a table's list says unless a test says otherwise, by how many sit there."""


class Hall:
    """A tournament with an actor, inside an app context. `settings` are those of `Settings`, without the rule set."""

    def __init__(
        self,
        players: int = 0,
        *,
        actor: Actor | None = None,
        name: str = "Preisschafkopf",
        rules: str = "turnier_plusminus",
        practice: bool = False,
        **settings: Any,
    ) -> None:
        self.actor = actor or local_actor(db.session)
        asked = Settings(rule_set=0, **settings)
        new = NewTournament(name, DAY, rules, asked, place="Lamm", practice=practice)
        self.id = making.make(db.session, self.actor, new)
        if players:
            self.register(*map(name_of, range(players)))

    @property
    def seen(self) -> desk.Seen:
        """The tournament as it is read."""
        return desk.see(db.session, self.actor, self.id)

    @property
    def state(self) -> Tournament:
        """Where it stands."""
        return self.seen.state

    def register(self, *newcomers: str | Newcomer, uuid: UUID | None = None) -> tuple[OnList, ...]:
        """Put people on the list, by their names or with all that is known of them."""
        people = [Newcomer(one) if isinstance(one, str) else one for one in newcomers]
        return registering.register(db.session, self.actor, self.id, uuid or uuid4(), people)

    def act(self, *entries: Entry, uuid: UUID | None = None, version: int | None = None) -> tuple[Stamped, ...]:
        """Append entries as they are."""
        return desk.act(db.session, self.actor, self.id, uuid or uuid4(), lambda _state: entries, version=version)

    def here(self, round_number: int = 1) -> None:
        """Check everybody in for a round who plays in it."""
        present = tuple(number for number, one in self.state.players.items() if one.plays(round_number))
        self.act(CheckedIn(round_number, present))

    def draw(self, *rounds: Round, first: int | None = None, **other: Any) -> Stamped:
        """Seat people as given, or one round as `seated` does; from `first` on, or the next one that is not drawn."""
        begin = first or len(self.state.rounds) + 1
        drawn = rounds or (seated(self.state, begin),)
        players = tuple(sorted(number for table in drawn[0] for number in table))
        facts = {"seed": "given", "repeats": 0, "bound": 0, **other}
        return self.act(Drawn(begin, tuple(drawn), players, **facts))[0]

    def list(self, round_number: int, table: int, *points: int, **other: Any) -> Stamped:
        """Hand in the list of a table; with the usual points unless some are given."""
        there = self.state.table(round_number, table)
        assert there is not None, f"no table {table} in round {round_number}"
        seats = len(there.seated)
        games = self.state.settings.games_at(seats)
        zeros = (0,) * seats
        counts = {"solos_won": zeros, "solos_lost": zeros, "touts_won": zeros, "games": games, **other}
        return self.act(Listed(round_number, table, points or POINTS[seats], **counts))[0]

    def lists(self, round_number: int, points: Mapping[int, Sequence[int]] | None = None) -> None:
        """Hand in the lists of all tables of a round; `points` are those of some of them."""
        played = self.state.round(round_number)
        assert played is not None, f"round {round_number} is not drawn"
        for table in played.tables:
            self.list(round_number, table.number, *(points or {}).get(table.number, ()))

    def publish(self, round_number: int) -> None:
        """Publish the standings after a round."""
        self.act(Published(round_number))

    def play(self, rounds: int | None = None) -> None:
        """Draw rounds, hand in all of their lists and publish them; all rounds unless it is said how many."""
        for _ in range(rounds or self.state.settings.rounds):
            self.draw()
            number = len(self.state.rounds)
            self.lists(number)
            self.publish(number)


def seated(state: Tournament, round_number: int) -> Round:
    """Seat everybody who plays in a round: four quarters of the list against each other, shifted by the round.

    Whoever is too many for tables of four sits fifth at the last tables.
    """
    present = [one.number for one in state.players.values() if one.plays(round_number) and not one.substitute]
    tables = len(present) // 4
    four = [
        [present[quarter * tables + (table + quarter * (round_number - 1)) % tables] for quarter in range(4)]
        for table in range(tables)
    ]
    for table, number in zip(reversed(four), present[4 * tables :], strict=False):
        table.append(number)
    return tuple(tuple(table) for table in four)


def hall(app: Flask, players: int = 8, **settings: Any) -> int:
    """Make a tournament with people on its list, and give its id; for tests that go by the pages."""
    with app.app_context():
        return Hall(players, **settings).id
