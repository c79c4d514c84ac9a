"""What the book has of seasons, to take away: those of a club, and what is known of somebody in them."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, select

from scorebook.exchange.seasons import KeptLot, KeptScheme, KeptSeason
from scorebook.league.results import Measure
from scorebook.store.league_tables import lots, results, schemes, season_substitutes, seasons, standings
from scorebook.store.one_person import everybody, ids_of, name_told_apart
from scorebook.store.results import COUNTS
from scorebook.store.season_reading import schemes_of
from scorebook.store.seasons import substitutes
from scorebook.store.tables import clubs, evenings


def kept_seasons(connection: Connection, club_id: int) -> tuple[KeptSeason, ...]:
    """Give the seasons of a club, the first first, with the evenings of its own."""
    query = select(seasons).where(seasons.c.club_id == club_id).order_by(seasons.c.id)
    return tuple(_kept(connection, row) for row in connection.execute(query).all())


def _kept(connection: Connection, row: Any) -> KeptSeason:
    own = select(evenings.c.uuid).where(evenings.c.season_id == row.id, evenings.c.club_id == row.club_id)
    drawn = _lots(connection, row.id, row.club_id)
    return KeptSeason(
        name=row.name,
        begins=row.begins,
        ends=row.ends,
        closed=row.closed_at,
        archived=row.archived_at,
        schemes=tuple(KeptScheme(one.name, one.scheme, tuple(drawn[one.id])) for one in schemes_of(connection, row.id)),
        evenings=tuple(connection.execute(own.order_by(evenings.c.begun_at, evenings.c.id)).scalars()),
        substitutes=tuple(substitutes(connection, row.id, row.club_id).values()),
    )


def _lots(connection: Connection, season_id: int, club_id: int) -> dict[int, list[KeptLot]]:
    """Give the lots that people of a club drew in a season, by scheme; of who was merged the lower one counts."""
    query = (
        select(lots, name_told_apart.label("name"))
        .join(everybody, everybody.c.id == lots.c.person_id)
        .join(schemes, schemes.c.id == lots.c.scheme_id)
        .where(schemes.c.season_id == season_id, everybody.c.club_id == club_id)
        .order_by(lots.c.number, lots.c.id)
    )
    found: dict[int, dict[tuple[str, str], KeptLot]] = defaultdict(dict)
    for row in connection.execute(query):
        lot = KeptLot(Measure(row.measure), row.name, row.number, row.at)
        found[row.scheme_id].setdefault((row.measure, row.name), lot)
    return defaultdict(list, {scheme: list(drawn.values()) for scheme, drawn in found.items()})


def elsewhere(connection: Connection, club_id: int) -> list[dict[str, Any]]:
    """Give which evenings of a club are in seasons of others."""
    query = (
        select(seasons.c.id, seasons.c.name, clubs.c.name.label("club"), evenings.c.uuid)
        .join(seasons, seasons.c.id == evenings.c.season_id)
        .join(clubs, clubs.c.id == seasons.c.club_id)
        .where(evenings.c.club_id == club_id, seasons.c.club_id != club_id)
        .order_by(seasons.c.id, evenings.c.begun_at, evenings.c.id)
    )
    found: dict[int, dict[str, Any]] = {}
    for row in connection.execute(query):
        one = found.setdefault(row.id, {"season": row.name, "club": row.club, "evenings": []})
        one["evenings"].append(str(row.uuid))
    return list(found.values())


def evenings_by_uuid(connection: Connection, club_id: int, uuids: list[UUID]) -> dict[UUID, tuple[int, int | None]]:
    """Give the ids of evenings of a club and of the seasons that they are in, by UUID."""
    query = select(evenings.c.uuid, evenings.c.id, evenings.c.season_id).where(evenings.c.club_id == club_id)
    parts = (uuids[start : start + 500] for start in range(0, len(uuids), 500))
    rows = (row for part in parts for row in connection.execute(query.where(evenings.c.uuid.in_(part))))
    return {row.uuid: (row.id, row.season_id) for row in rows}


def add_lots(
    connection: Connection, club_id: int, scheme_id: int, drawn: list[KeptLot], own: Mapping[str, int]
) -> None:
    """Add lots that were drawn; `own` are ids of people by their names."""
    rows = [
        {
            "club_id": club_id,
            "scheme_id": scheme_id,
            "measure": lot.measure.value,
            "person_id": own[lot.person],
            "number": lot.number,
            "at": lot.at,
        }
        for lot in drawn
        if lot.person in own
    ]
    if rows:
        connection.execute(lots.insert(), rows)


# --- What is known of somebody ---------------------------------------------------------------------------------------


def results_of(connection: Connection, person_id: int) -> list[dict[str, Any]]:
    """Give what evenings were for somebody, the first first."""
    query = (
        select(results, evenings.c.uuid, seasons.c.name.label("season"))
        .join(evenings, evenings.c.id == results.c.evening_id)
        .outerjoin(seasons, seasons.c.id == results.c.season_id)
        .where(results.c.person_id.in_(ids_of(person_id)))
        .order_by(evenings.c.begun_at, results.c.id)
    )
    return [
        {"evening": str(row.uuid), "season": row.season, "measure": row.measure, "place": row.place, **_counts(row)}
        for row in connection.execute(query)
    ]


def standings_of(connection: Connection, person_id: int) -> list[dict[str, Any]]:
    """Give where somebody stands in all seasons."""
    query = (
        select(standings, schemes.c.name.label("scheme"), seasons.c.name.label("season"))
        .join(schemes, schemes.c.id == standings.c.scheme_id)
        .join(seasons, seasons.c.id == schemes.c.season_id)
        .where(standings.c.person_id.in_(ids_of(person_id)))
        .order_by(seasons.c.id, schemes.c.position, standings.c.measure)
    )
    return [
        {
            "season": row.season,
            "scheme": row.scheme,
            "measure": row.measure,
            "ranked": row.ranked,
            "score": row.score,
            "evenings": row.evenings,
            **_counts(row),
        }
        for row in connection.execute(query)
    ]


def lots_of_person(connection: Connection, person_id: int) -> list[dict[str, Any]]:
    """Give the lots that somebody drew."""
    query = (
        select(lots, schemes.c.name.label("scheme"), seasons.c.name.label("season"))
        .join(schemes, schemes.c.id == lots.c.scheme_id)
        .join(seasons, seasons.c.id == schemes.c.season_id)
        .where(lots.c.person_id.in_(ids_of(person_id)))
        .order_by(lots.c.id)
    )
    return [
        {
            "season": row.season,
            "scheme": row.scheme,
            "measure": row.measure,
            "number": row.number,
            "at": row.at.isoformat(),
        }
        for row in connection.execute(query)
    ]


def substitute_in(connection: Connection, person_id: int) -> list[str]:
    """Give the seasons in which somebody plays without a rank."""
    query = (
        select(seasons.c.name)
        .join(season_substitutes, season_substitutes.c.season_id == seasons.c.id)
        .where(season_substitutes.c.person_id.in_(ids_of(person_id)))
        .order_by(seasons.c.id)
    )
    return list(connection.execute(query).scalars())


def _counts(row: Any) -> dict[str, int]:
    return {name: getattr(row, name) for name in COUNTS}
