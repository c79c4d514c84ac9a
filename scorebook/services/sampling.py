"""Evenings made up at random, as they might have been: to try the book out, and to see how it bears many games."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from random import Random
from typing import Any

from sqlalchemy import Connection

from scorebook.exchange import parse_rules
from scorebook.ledger.evening import NamedRuleSet
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.naming import find_people, new_person
from scorebook.services.sampling_ahead import ahead, no_collection
from scorebook.services.sampling_evenings import LATEST, House, Order, evening_uuid, first_day
from scorebook.services.sampling_people import circles, name_of
from scorebook.services.seasons import for_samples, locked, rank_samples, require_open
from scorebook.services.standings_update import refresh
from scorebook.services.transactions import transaction
from scorebook.store import evenings as stored
from scorebook.store import made_up as store
from scorebook.store.bulk import count_rows, make_room
from scorebook.store.db import AnySession, writing
from scorebook.store.made_up import MadeEvening
from scorebook.store.tables import FIRST_CLUB

RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Bayern 10/20/50", {"preset": "bayern_10_20_50"}),
    ("10/20/50 mit Stock", {"preset": "bayern_10_20_50", "stock": {"mode": "partners"}, "all_pass": "stock"}),
    ("10/20 mit Ramsch", {"preset": "schafkopf3d_10_20"}),
    ("Turnier", {"preset": "turnier_plusminus"}),
    ("Deutscher Schafkopf", {"preset": "deutscher_striche"}),
)


def fill(
    session: AnySession, actor: Actor, games: int, seed: int, told: Callable[[int], object] = lambda _: None
) -> int:
    """Add evenings with so many games in all, and give their number.

    The same seed fills an empty book with the same evenings; in a book that has them it goes on with others. Games,
    entries, reversals and what became of Stocks are those that recording, correcting, cancelling and ending would have
    written; the log has one row for all of them. The more games, the more people: each plays at about forty evenings.
    All but the last two evenings have ended. Only the latest of these with a Stock keeps it for next time: the page of
    a new evening offers all that are kept. All come into one season; where it is closed that raises `ConflictError`.
    Wherever it is broken off, what is there counts: people are ranked from batch to batch, in a season that nobody
    ranks yet once in the end. `told` hears of games as they are added.
    """
    require(actor, Action.IMPORT, actor.club)
    source = _unused(session, actor, seed)
    with transaction(session) as connection:
        stored.lock_club(connection, actor.club_id)
        order = Order(source, games, _house(connection, actor, games))
        season_id = for_samples(connection, actor, first_day(games), LATEST)
        facts = {"games": games, "seed": seed}
        note(connection, actor, Event.SAMPLES_ADDED, f"club:{actor.club_id}", new=facts)
    with writing(session) as connection:
        make_room(connection)
    added = 0
    try:
        with closing(ahead(order)) as batches, no_collection():
            for batch in batches:
                with transaction(session) as connection:
                    _add(connection, actor, season_id, batch)
                added += len(batch)
                told(sum(len(evening.games) for evening in batch))
    finally:
        with transaction(session) as connection:
            if rank_samples(connection, actor, season_id):
                refresh(connection, season_id)
        with transaction(session) as connection:
            count_rows(connection)
    return added


def _add(connection: Connection, actor: Actor, season_id: int, batch: Sequence[MadeEvening]) -> None:
    """Add evenings to the book and to their season, at once."""
    stored.lock_club(connection, actor.club_id)
    require_open(locked(connection, actor, season_id))
    store.put_into(connection, season_id, store.add_made(connection, batch))
    refresh(connection, season_id, {person for made in batch for person in made.places.people.values()})


def _unused(session: AnySession, actor: Actor, seed: int) -> str:
    """Give the first source of this seed of which the club has nothing yet; each further club has its own."""
    further = "" if actor.club_id == FIRST_CLUB else f".{actor.club_id}"
    sources = (f"{seed}.{run}{further}" for run in count())
    firsts = ((source, evening_uuid(Random(source))) for source in sources)  # noqa: S311
    with transaction(session) as connection:
        return next(
            source for source, first in firsts if stored.evening_of_uuid(connection, actor.club_id, first) is None
        )


def _house(connection: Connection, actor: Actor, games: int) -> House:
    """Find the people and the rule sets of the samples, or make them."""
    rules = tuple(NamedRuleSet(name, data["preset"], parse_rules(data)) for name, data in RULES)
    return House(
        club_id=actor.club_id,
        by=actor.name,
        rules=rules,
        rule_set_ids=tuple(stored.keep_rule_set(connection, actor.club_id, named) for named in rules),
        people=tuple(key for circle in circles(games) for key in _people(connection, actor, [*map(name_of, circle)])),
    )


def _people(connection: Connection, actor: Actor, names: Sequence[str]) -> Iterator[int]:
    """Give those of the club who are called so, however it is spelled, or somebody new."""
    found = find_people(connection, actor, names)
    return (
        meant[0].id if meant else new_person(connection, actor, name) for meant, name in zip(found, names, strict=True)
    )
