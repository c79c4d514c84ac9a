"""Evenings to look at: games that people really played, in a book of made-up people.

`demo_games.jsonl` has a line for each evening and then one for each of its games, with seats and payouts as they were
at the table. Here the people move around that table so that the dealer turns; of five the dealer sits out.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from scorebook.exchange import parse_game, parse_rules
from scorebook.ledger.evening import NamedRuleSet, sitters
from scorebook.rules import Game
from scorebook.services.access import Actor
from scorebook.services.evenings import NewEvening, keep_rule_set, start_evening
from scorebook.services.recording import record_game
from scorebook.store.db import AnySession
from scorebook.store.tables import FIRST_CLUB

MINUTES_A_GAME = 7
ONE_SEAT = ("declarer", "partner", "loser")
MANY_SEATS = ("klopfer", "stoss", "jungfrauen")
BY_SEAT = ("augen_by_seat", "tricks_by_seat")


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A game by the seats of its own table of four, in the form of FORMAT.md 1, and what each seat got."""

    id: str
    game: dict[str, Any]
    payouts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DemoEvening:
    """An evening with its games."""

    title: str
    place: str
    begun: datetime
    names: tuple[str, ...]
    rules: NamedRuleSet
    games: list[DemoGame] = field(default_factory=list)

    def uuid(self, club_id: int = FIRST_CLUB) -> UUID:
        """The same at every run, and another one for each further club: no two evenings of a book have the same."""
        first = uuid5(NAMESPACE_URL, f"scorebook:demo:{self.title}:{self.begun.date()}")
        return first if club_id == FIRST_CLUB else uuid5(first, str(club_id))


def demo_evenings() -> tuple[DemoEvening, ...]:
    """Read the evenings."""
    evenings: list[DemoEvening] = []
    for line in files(__package__).joinpath("demo_games.jsonl").read_text("utf-8").splitlines():
        data = json.loads(line)
        if "game" in data:
            evenings[-1].games.append(DemoGame(data["id"], data["game"], tuple(data["payouts"])))
        else:
            rules = NamedRuleSet(data["rule_set"], data["rules"]["preset"], parse_rules(data["rules"]))
            begun = datetime.fromisoformat(data["begun"])
            evenings.append(DemoEvening(data["title"], data["place"], begun, tuple(data["names"]), rules))
    return tuple(evenings)


def fill(session: AnySession, actor: Actor) -> tuple[int, ...]:
    """Put the demo evenings into the book and give their ids. What is there already stays as it is."""
    return tuple(_add(session, actor, evening) for evening in demo_evenings())


def _add(session: AnySession, actor: Actor, evening: DemoEvening) -> int:
    new = NewEvening(
        names=evening.names,
        rule_set=keep_rule_set(session, actor, evening.rules),
        place=evening.place,
        title=evening.title,
        uuid=evening.uuid(actor.club_id),
    )
    started = start_evening(session, actor, new, now=evening.begun)
    for number, (played, game) in enumerate(turning(evening.games, len(evening.names)), start=1):
        at = evening.begun + timedelta(minutes=MINUTES_A_GAME * number)
        record_game(session, actor, started.sheet_id, uuid5(new.uuid, played.id), game, now=at)
    return started.evening_id


def turning(games: Sequence[DemoGame], players: int) -> Iterator[tuple[DemoGame, Game]]:
    """Give each game as it was played at this table, where the deal goes round from seat 0."""
    for number, played in enumerate(games):
        dealer = number % players
        seats = moved(played.game["dealer"], dealer, players)
        yield played, parse_game({**_moved(played.game, seats, players), "dealer": dealer})


def moved(own_dealer: int, dealer: int, players: int) -> tuple[int, ...]:
    """Give the seats here of a table of four, by its seats: whoever led there leads here.

    >>> moved(3, 0, 4), moved(3, 1, 5)
    ((1, 2, 3, 0), (2, 3, 4, 0))
    """
    clockwise = [(dealer + step) % players for step in range(1, players + 1)]
    active = [seat for seat in clockwise if seat not in sitters(players, dealer)]
    return tuple(active[(seat - own_dealer - 1) % len(active)] for seat in range(len(active)))


def _moved(game: dict[str, Any], seats: Sequence[int], players: int) -> dict[str, Any]:
    made = dict(game)
    for key in set(ONE_SEAT) & game.keys():
        made[key] = seats[game[key]]
    for key in set(MANY_SEATS) & game.keys():
        if isinstance(game[key], list):
            made[key] = [seats[seat] for seat in game[key]]
    for key in set(BY_SEAT) & game.keys():
        made[key] = [game[key][seats.index(seat)] if seat in seats else 0 for seat in range(players)]
    if players > len(seats):
        made |= {"players": players, "sitting_out": [seat for seat in range(players) if seat not in seats]}
    return made
