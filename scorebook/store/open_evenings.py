"""What is still open at the evenings of a club, without reading their games: sums of what was booked, less payments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, func, select

from scorebook.ledger.entries import AccountKind
from scorebook.ledger.payment import BOX, STOCK
from scorebook.rules import Unit
from scorebook.store.levies import evenings_with
from scorebook.store.paying import PaymentRow, rows_of_club, standing
from scorebook.store.tables import ORDINARY, entries, evening_rule_sets, evenings, rule_sets, sheets

PARTIES = {AccountKind.PLAYER: 0, AccountKind.BOX: BOX}
"""Whose an account is; a person's has his id, and all others are those of the Stocks."""


@dataclass(frozen=True, slots=True)
class EveningSum:
    """An evening at which money is due: its day, and by party what was booked; None where games have to be read."""

    id: int
    date: date
    booked: Mapping[int, int] | None


def evening_sums(connection: Connection, club_id: int) -> tuple[EveningSum, ...]:
    """Give the evenings of a club at which money may be due, the newest first.

    What was booked is due where cents were written and not rounded; a price, rounding and levies need the whole
    evening.
    """
    query = select(evenings).where(evenings.c.club_id == club_id, ORDINARY)
    units = _units(connection, club_id)
    booked, levied = _booked(connection, club_id), evenings_with(connection, club_id)
    rows = connection.execute(query.order_by(evenings.c.date.desc(), evenings.c.id.desc()))
    found = []
    for row in rows:
        if row.price is None and units[row.id] != Unit.CENT:
            continue
        plain = row.price is None and row.round_to == 1 and row.id not in levied
        sums = booked.get(row.id, {})
        if not plain or not sum(sums.values()):
            found.append(EveningSum(row.id, row.date, sums if plain else None))
    return tuple(found)


def _units(connection: Connection, club_id: int) -> dict[int, str]:
    """Give what is counted at each evening."""
    query = (
        select(evening_rule_sets.c.evening_id, rule_sets.c.unit)
        .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
        .where(evening_rule_sets.c.club_id == club_id, evening_rule_sets.c.position == 0)
    )
    return {row.evening_id: row.unit for row in connection.execute(query)}


def _booked(connection: Connection, club_id: int) -> dict[int, dict[int, int]]:
    """Add up by evening and party what was booked; amounts that do not sum to zero are no money that is due."""
    query = (
        select(sheets.c.evening_id, entries.c.kind, entries.c.person_id, func.sum(entries.c.amount).label("sum"))
        .join(sheets, sheets.c.id == entries.c.sheet_id)
        .where(entries.c.club_id == club_id)
        .group_by(sheets.c.evening_id, entries.c.kind, entries.c.person_id)
    )
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row in connection.execute(query):
        party = row.person_id or PARTIES.get(AccountKind(row.kind), STOCK)
        found[row.evening_id][party] += int(row.sum)
    return found


def payments_by_evening(connection: Connection, club_id: int) -> dict[int, dict[int, int]]:
    """Give by evening and party what was paid and not taken back, less what was got."""
    by_evening: dict[int, list[PaymentRow]] = defaultdict(list)
    for row in rows_of_club(connection, club_id):
        by_evening[row.evening_id].append(row)
    return {evening_id: _paid(rows) for evening_id, rows in by_evening.items()}


def _paid(rows: Iterable[PaymentRow]) -> dict[int, int]:
    sums: dict[int, int] = defaultdict(int)
    for payment in standing(tuple(rows)):
        sums[payment.payer] += payment.amount
        sums[payment.payee] -= payment.amount
    return sums
