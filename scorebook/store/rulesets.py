"""The club's rule sets, and which of them a sheet uses."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, func, insert, select, update

from scorebook.ledger.evening import NamedRuleSet
from scorebook.store.rows import is_id, rules_of
from scorebook.store.tables import evening_rule_sets, rule_sets, sheets


@dataclass(frozen=True, slots=True)
class KeptRuleSet:
    """One version of a rule set of the club."""

    id: int
    version: int
    named: NamedRuleSet


def newest_rule_sets(connection: Connection, club_id: int) -> tuple[KeptRuleSet, ...]:
    """List the newest version of every rule set of the club, by name."""
    newest = (
        select(rule_sets.c.name, func.max(rule_sets.c.version).label("version"))
        .where(rule_sets.c.club_id == club_id)
        .group_by(rule_sets.c.name)
        .subquery()
    )
    query = (
        select(rule_sets)
        .join(newest, (newest.c.name == rule_sets.c.name) & (newest.c.version == rule_sets.c.version))
        .where(rule_sets.c.club_id == club_id)
        .order_by(rule_sets.c.name)
    )
    return tuple(_kept(row) for row in connection.execute(query))


def all_rule_sets(connection: Connection, club_id: int) -> tuple[KeptRuleSet, ...]:
    """Give every version of every rule set of the club, the first first."""
    query = select(rule_sets).where(rule_sets.c.club_id == club_id).order_by(rule_sets.c.id)
    return tuple(_kept(row) for row in connection.execute(query))


def find_rule_set(connection: Connection, club_id: int, rule_set_id: int) -> KeptRuleSet | None:
    """Give a rule set of the club."""
    query = select(rule_sets).where(rule_sets.c.club_id == club_id, rule_sets.c.id == rule_set_id)
    row = connection.execute(query).first() if is_id(rule_set_id) else None
    return None if row is None else _kept(row)


def _kept(row: Row[tuple[object, ...]]) -> KeptRuleSet:
    named = NamedRuleSet(row.name, row.preset, rules_of(row.rules))
    return KeptRuleSet(row.id, row.version, named)


def is_used(connection: Connection, evening_id: int, rule_set_id: int) -> bool:
    """Tell whether a rule set is one of those by which an evening is played."""
    columns = evening_rule_sets.c
    query = select(columns.position).where(columns.evening_id == evening_id, columns.rule_set_id == rule_set_id)
    return connection.execute(query).first() is not None


def use_rule_set(connection: Connection, club_id: int, sheet_id: int, rule_set_id: int) -> None:
    """Let a sheet use a rule set from its next game on. The caller holds the sheet and the club."""
    evening_id = connection.execute(select(sheets.c.evening_id).where(sheets.c.id == sheet_id)).scalar_one()
    of_evening = select(evening_rule_sets).where(evening_rule_sets.c.evening_id == evening_id)
    used = {row.rule_set_id: row.position for row in connection.execute(of_evening)}
    if rule_set_id not in used:
        row = {"club_id": club_id, "evening_id": evening_id, "rule_set_id": rule_set_id}
        connection.execute(insert(evening_rule_sets), {**row, "position": max(used.values()) + 1})
    connection.execute(update(sheets).where(sheets.c.id == sheet_id).values(rule_set_id=rule_set_id))
