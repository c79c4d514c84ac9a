"""Tournaments: made and listed, their entries appended and read, and who their start numbers are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, func, insert, select, update

from scorebook.exchange.tournament_entries import entry_json, parse_entry
from scorebook.league.tournament.entries import Stamped
from scorebook.store.one_person import everybody, name_told_apart
from scorebook.store.rows import add, is_id
from scorebook.store.tournament_tables import tournament_entries, tournament_players, tournaments


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament, and how many people are on its list; `secret` is that of the next draw."""

    id: int
    club_id: int
    name: str
    date: date
    place: str
    practice: bool
    created_at: datetime
    secret: str | None
    share: int | None
    players: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who a start number is. `name` tells him apart from others of his name, `born` is a year."""

    number: int
    person_id: int
    name: str
    shown: str
    woman: bool
    born: int | None
    local: bool
    team: str
    town: str


_COUNT = (
    select(func.count())
    .where(tournament_players.c.tournament_id == tournaments.c.id)
    .correlate(tournaments)
    .scalar_subquery()
)
_QUERY = select(tournaments, _COUNT.label("players"))
_LOCK = select(tournaments.c.id).with_for_update(key_share=True)


def list_tournaments(connection: Connection, club_id: int) -> tuple[TournamentRow, ...]:
    """List the tournaments of a club, the latest first."""
    query = _QUERY.where(tournaments.c.club_id == club_id)
    rows = connection.execute(query.order_by(tournaments.c.date.desc(), tournaments.c.id.desc()))
    return tuple(TournamentRow(**row._mapping) for row in rows)


def find_tournament(connection: Connection, club_id: int, tournament_id: int) -> TournamentRow | None:
    """Find a tournament of a club."""
    if not is_id(tournament_id):
        return None
    here = (tournaments.c.id == tournament_id) & (tournaments.c.club_id == club_id)
    row = connection.execute(_QUERY.where(here)).first()
    return None if row is None else TournamentRow(**row._mapping)


def find_shared(connection: Connection, tournament_id: int) -> TournamentRow | None:
    """Find a tournament that has public pages, of whichever club."""
    if not is_id(tournament_id):
        return None
    here = (tournaments.c.id == tournament_id) & tournaments.c.share.is_not(None)
    row = connection.execute(_QUERY.where(here)).first()
    return None if row is None else TournamentRow(**row._mapping)


def locked_tournament(connection: Connection, club_id: int, tournament_id: int) -> TournamentRow | None:
    """Keep others from adding entries to a tournament until the transaction ends, and read it then."""
    if connection.dialect.name != "sqlite" and is_id(tournament_id):
        connection.execute(_LOCK.where(tournaments.c.id == tournament_id)).all()
    return find_tournament(connection, club_id, tournament_id)


def add_tournament(connection: Connection, row: Mapping[str, Any]) -> int:
    """Add a tournament and give its id."""
    return add(connection, tournaments, row)


def set_tournament(connection: Connection, tournament_id: int, values: Mapping[str, Any]) -> None:
    """Change what stands in a tournament's own row."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(**values))


def entries_of(connection: Connection, tournament_id: int) -> list[Stamped]:
    """Read all that happened at a tournament, in order. Raises `exchange.tournament_entries.EntryError`."""
    query = select(tournament_entries).where(tournament_entries.c.tournament_id == tournament_id)
    rows = connection.execute(query.order_by(tournament_entries.c.number))
    return [Stamped(row.number, row.uuid, row.at, row.by, parse_entry(row.entry)) for row in rows]


def tournament_of(connection: Connection, uuid: UUID) -> int | None:
    """Give in which tournament something was written under a UUID."""
    query = select(tournament_entries.c.tournament_id).where(tournament_entries.c.uuid == uuid).limit(1)
    return connection.execute(query).scalar()


def add_entries(connection: Connection, club_id: int, tournament_id: int, added: Sequence[Stamped]) -> None:
    """Append entries that have one UUID. Raises `sqlalchemy.exc.IntegrityError` where that is taken."""
    where = {"club_id": club_id, "tournament_id": tournament_id}
    rows = [
        {
            **where,
            "number": one.number,
            "uuid": one.uuid,
            "part": part,
            "at": one.at,
            "by": one.by,
            "entry": entry_json(one.entry),
        }
        for part, one in enumerate(added)
    ]
    connection.execute(insert(tournament_entries), rows)


def entrants(connection: Connection, tournament_id: int) -> dict[int, Entrant]:
    """Give who the start numbers of a tournament are."""
    players = tournament_players.c
    query = (
        select(
            *(players.number, players.person_id, name_told_apart.label("name"), everybody.c.shown),
            *(players.woman, players.born, players.local, players.team, players.town),
        )
        .join(everybody, everybody.c.id == players.person_id)
        .where(players.tournament_id == tournament_id)
        .order_by(players.number)
    )
    return {row.number: Entrant(**row._mapping) for row in connection.execute(query)}


def add_players(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add who start numbers are. Raises `sqlalchemy.exc.IntegrityError` where somebody is on the list already."""
    connection.execute(insert(tournament_players), list(rows))


def set_player(connection: Connection, tournament_id: int, number: int, values: Mapping[str, Any]) -> None:
    """Change what is known of a start number."""
    players = tournament_players.c
    here = (players.tournament_id == tournament_id) & (players.number == number)
    connection.execute(update(tournament_players).where(here).values(**values))


def numbers_of_people(connection: Connection, tournament_id: int) -> dict[int, int]:
    """Give the start numbers of a tournament by who people are now."""
    players = tournament_players.c
    query = (
        select(everybody.c.one_id, players.number)
        .join(everybody, everybody.c.id == players.person_id)
        .where(players.tournament_id == tournament_id)
    )
    return {row.one_id: row.number for row in connection.execute(query)}
