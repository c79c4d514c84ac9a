"""Who sits at which table now, and how that changes: from a place in the list on."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from scorebook.store.one_person import everybody
from scorebook.store.rows import add, is_id
from scorebook.store.tables import seats, sheets


@dataclass(frozen=True, slots=True)
class NewSheetRow:
    """What a new sheet is made of; `person_ids` by seat."""

    rule_set_id: int
    first_dealer: int
    person_ids: Sequence[int]
    pattern: str


def add_sheet(connection: Connection, club_id: int, evening_id: int, position: int, new: NewSheetRow) -> int:
    """Add a sheet to an evening, with people from its beginning, and give its id."""
    row = {
        "club_id": club_id,
        "evening_id": evening_id,
        "position": position,
        "rule_set_id": new.rule_set_id,
        "first_dealer": new.first_dealer,
        "pattern": new.pattern,
        "stock": 0,
    }
    sheet_id = add(connection, sheets, row)
    _seat(connection, club_id, sheet_id, dict(enumerate(new.person_ids)), 0)
    return sheet_id


def reseat(connection: Connection, club_id: int, sheet_id: int, now: Sequence[int], start: int) -> None:
    """Let `now`, by seat, sit at the table from place `start` on. Seats that stay as they are stay untouched."""
    query = select(seats).where(seats.c.sheet_id == sheet_id, seats.c.to_place.is_(None))
    wanted = dict(enumerate(now))
    for row in connection.execute(query).all():
        if wanted.get(row.seat) == row.person_id:
            del wanted[row.seat]
        else:
            connection.execute(update(seats).where(seats.c.id == row.id).values(to_place=start - 1))
    _seat(connection, club_id, sheet_id, wanted, start)


def _seat(connection: Connection, club_id: int, sheet_id: int, by_seat: dict[int, int], start: int) -> None:
    rows = [
        {"club_id": club_id, "sheet_id": sheet_id, "seat": seat, "person_id": person, "from_place": start}
        for seat, person in by_seat.items()
    ]
    if rows:
        connection.execute(insert(seats), rows)


def change_sheet(connection: Connection, sheet_id: int, **values: str | int | None) -> None:
    """Change what a sheet knows about its next games: `first_dealer`, `pattern`, `last_round`."""
    connection.execute(update(sheets).where(sheets.c.id == sheet_id).values(**values))


def tables_now(connection: Connection, evening_id: int) -> dict[int, int]:
    """Give at which table of the evening everybody sits now, by person id; tables count from 1."""
    query = (
        select(seats.c.person_id, sheets.c.position)
        .join(sheets, sheets.c.id == seats.c.sheet_id)
        .where(sheets.c.evening_id == evening_id, seats.c.to_place.is_(None))
    )
    return {row.person_id: row.position + 1 for row in connection.execute(query)}


def names_of(connection: Connection, club_id: int, ids: Sequence[int]) -> dict[int, str]:
    """Give the names of people of the club by id; what is the id of nobody there is left out."""
    wanted = everybody.c.id.in_(list(filter(is_id, ids)))
    query = select(everybody.c.id, everybody.c.name).where(everybody.c.club_id == club_id, wanted)
    return {row.id: row.name for row in connection.execute(query)}
