"""Whole evenings, written at once: what was read from a file, and samples. Few statements with many rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Connection, func, insert, select

from scorebook.league.results import measure_of
from scorebook.league.stats import Played
from scorebook.ledger.entries import entries_of, reversed_entries, writes_winners
from scorebook.ledger.evening import Evening, NamedRuleSet, RecordedGame, Sheet
from scorebook.store.evenings import add_rule_set
from scorebook.store.levies import add_levies
from scorebook.store.paying import add_payments
from scorebook.store.pricing import price_columns
from scorebook.store.results import add_evening, result_rows, set_places, tallies_of_evening
from scorebook.store.rows import add, digest_of, entry_columns, game_columns, reversal_row, rules_text
from scorebook.store.stats import add_stats, played_game
from scorebook.store.stock import add_closing
from scorebook.store.tables import (
    SPACING,
    entries,
    evening_rule_sets,
    evenings,
    games,
    reversals,
    rule_sets,
    seats,
    sheets,
)

AT_ONCE = 500
"""Values that one question names at most."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where an evening goes: the club, and the ids there of its rule sets (in order) and of its people (by own id)."""

    club_id: int
    rule_sets: Sequence[int]
    people: Mapping[int, int]


def rule_set_like(connection: Connection, club_id: int, named: NamedRuleSet, but: Iterable[int]) -> int:
    """Give the id of a rule set of the club with the same rules and preset, under whatever name, else of a new one.

    Those in `but` are left out: an evening names each of its rule sets once.
    """
    text = rules_text(named.rules)
    same = (rule_sets.c.club_id == club_id, rule_sets.c.preset == named.preset, rule_sets.c.rules == text)
    query = select(rule_sets.c.id).where(*same, rule_sets.c.id.not_in(list(but))).order_by(rule_sets.c.id)
    found: int | None = connection.execute(query).scalars().first()
    if found is not None:
        return found
    versions = select(func.max(rule_sets.c.version)).where(
        rule_sets.c.club_id == club_id, rule_sets.c.name == named.name
    )
    return add_rule_set(connection, club_id, named, (connection.execute(versions).scalar() or 0) + 1)


def games_taken(connection: Connection, uuids: Sequence[UUID]) -> set[UUID]:
    """Give those of the UUIDs that games in the book have, of whichever club."""
    taken: set[UUID] = set()
    for start in range(0, len(uuids), AT_ONCE):
        query = select(games.c.uuid).where(games.c.uuid.in_(uuids[start : start + AT_ONCE]))
        taken.update(connection.execute(query).scalars())
    return taken


def add_whole(connection: Connection, evening: Evening, title: str, places: Places) -> int:
    """Add an evening with all that was recorded, and give its id. Times, authors and UUIDs are those of the value.

    The next game goes by the evening's last rule set; with several tables each goes on as it did. Raises
    `sqlalchemy.exc.IntegrityError` where a UUID is taken, and `UnbalancedError` for a game that does not sum to zero.
    """
    evening_id = add(connection, evenings, evening_row(evening, title, places))
    ended = evening.ended is not None
    tallies = tallies_of_evening(evening, places.people)
    add_evening(connection, result_rows(places.club_id, evening_id, tallies, ended=ended))
    connection.execute(insert(evening_rule_sets), rule_set_rows(evening_id, places))
    played: list[Played] = []
    for position, sheet in enumerate(evening.sheets):
        row = sheet_row(evening, evening_id, position, places)
        ids = _add_sheet(connection, add(connection, sheets, row), sheet, evening.rule_sets, places)
        played += _played(sheet, evening.rule_sets, places, ids)
    if ended and any(sheet.closed is not None for sheet in evening.sheets):
        set_places(connection, evening_id)
    if ended:
        add_stats(connection, places.club_id, evening_id, played)
    made = [
        replace(paid, payer=places.people.get(paid.payer, paid.payer), payee=places.people.get(paid.payee, paid.payee))
        for paid in evening.payments
    ]
    add_payments(connection, places.club_id, evening_id, made)
    levied = [
        replace(
            levy,
            person=None if levy.person is None else places.people[levy.person],
            people=tuple(places.people[person] for person in levy.people),
        )
        for levy in evening.levies
    ]
    add_levies(connection, places.club_id, evening_id, levied)
    return evening_id


def evening_row(evening: Evening, title: str, places: Places) -> dict[str, Any]:
    """Give the row of an evening."""
    return {
        "club_id": places.club_id,
        "uuid": evening.id,
        "title": title,
        "place": evening.place,
        "date": evening.date,
        "begun_at": evening.begun,
        "ended_at": evening.ended,
        "round_to": evening.round_to,
        **price_columns(evening.price),
    }


def rule_set_rows(evening_id: int, places: Places) -> list[dict[str, Any]]:
    """Give the rows that say by which rule sets an evening plays."""
    shared = {"club_id": places.club_id, "evening_id": evening_id}
    return [{**shared, "position": i, "rule_set_id": key} for i, key in enumerate(places.rule_sets)]


def sheet_row(evening: Evening, evening_id: int, position: int, places: Places) -> dict[str, Any]:
    """Give the row of one of an evening's sheets."""
    sheet = evening.sheets[position]
    return {
        "club_id": places.club_id,
        "evening_id": evening_id,
        "position": position,
        "first_dealer": sheet.first_dealer,
        "stock": sheet.stock,
        "rule_set_id": places.rule_sets[_next_rules(evening, sheet)],
    }


def _next_rules(evening: Evening, sheet: Sheet) -> int:
    """Give which of the evening's rule sets the next game of a sheet goes by."""
    if len(evening.sheets) == 1:
        return len(evening.rule_sets) - 1
    return sheet.games[-1].rule_set if sheet.games else 0


def _add_sheet(
    connection: Connection, sheet_id: int, sheet: Sheet, named: Sequence[NamedRuleSet], places: Places
) -> dict[UUID, int]:
    """Add a sheet's seats, games and bookings; give the ids of its games."""
    connection.execute(insert(seats), seat_rows(sheet, sheet_id, places))
    shared = {"club_id": places.club_id, "sheet_id": sheet_id}
    ids = _add_games(connection, shared, sheet.games, places)
    undone = _add_reversals(connection, places.club_id, sheet.games, ids)
    booked = [row for game in sheet.games for row in _entry_rows(sheet, game, named, places)]
    rows = [
        {**shared, "game_id": ids[uuid], "reversal_id": undone[uuid] if back else None, **row}
        for uuid, back, row in booked
    ]
    if rows:
        connection.execute(insert(entries), rows)
    if sheet.closed is not None:
        closing = replace(sheet.closed, people=tuple(places.people[person] for person in sheet.closed.people))
        add_closing(connection, places.club_id, sheet_id, closing, named[0].rules.unit)
    return ids


def _played(sheet: Sheet, named: Sequence[NamedRuleSet], places: Places, ids: Mapping[UUID, int]) -> Iterator[Played]:
    """Give the games of a sheet as statistics count them."""
    measures = [measure_of(one.rules) for one in named]
    for game in sheet.standing:
        people = tuple(places.people[person] for person in sheet.people_at(game.number))
        played = played_game(game, people, measures[game.rule_set], ids[game.uuid])
        if played is not None:
            yield played


def seat_rows(sheet: Sheet, sheet_id: int, places: Places) -> list[dict[str, Any]]:
    """Give the rows that say who sits where on a sheet."""
    return [
        {
            "club_id": places.club_id,
            "sheet_id": sheet_id,
            "seat": seat.seat,
            "person_id": places.people[seat.person],
            "from_place": _first_place(seat.from_number),
            "to_place": None if seat.to_number is None else _first_place(seat.to_number + 1) - 1,
        }
        for seat in sheet.seats
    ]


def _first_place(number: int) -> int:
    """Give the first place of those that belong to game `number`, or to one that is put in before it."""
    return 0 if number == 1 else number * SPACING


def _add_games(
    connection: Connection, shared: Mapping[str, int], recorded: Sequence[RecordedGame], places: Places
) -> dict[UUID, int]:
    """Add games, each after the one that it replaces; give their ids."""
    ids: dict[UUID, int] = {}
    versions: dict[UUID, int] = {}
    for game in recorded:
        versions[game.uuid] = 0 if game.replaces is None else versions[game.replaces] + 1
    statement = insert(games).returning(games.c.uuid, games.c.id)
    for version in sorted(set(versions.values())):
        rows = [
            {
                **shared,
                **_columns(game, places),
                "version": version,
                "replaces_id": None if game.replaces is None else ids[game.replaces],
            }
            for game in recorded
            if versions[game.uuid] == version
        ]
        ids.update((row.uuid, row.id) for row in connection.execute(statement, rows))
    return ids


def _columns(recorded: RecordedGame, places: Places) -> dict[str, Any]:
    columns = game_columns(recorded)
    return {
        **columns,
        "place": recorded.number * SPACING,
        "rule_set_id": places.rule_sets[recorded.rule_set],
        "digest": digest_of(columns["game"]),
    }


def _add_reversals(
    connection: Connection, club_id: int, recorded: Sequence[RecordedGame], ids: Mapping[UUID, int]
) -> dict[UUID, int]:
    """Note which games were taken back; give the ids of the reversals by the UUIDs of the games."""
    rows = [
        reversal_row(club_id, ids[game.uuid], uuid4(), game.cancelled)
        for game in recorded
        if game.cancelled is not None
    ]
    if not rows:
        return {}
    statement = insert(reversals).returning(reversals.c.game_id, reversals.c.id)
    made = {row.game_id: row.id for row in connection.execute(statement, rows)}
    return {uuid: made[key] for uuid, key in ids.items() if key in made}


def _entry_rows(
    sheet: Sheet, recorded: RecordedGame, named: Sequence[NamedRuleSet], places: Places
) -> Iterator[tuple[UUID, bool, dict[str, Any]]]:
    """Give the rows of a game's entries, and of those that undo them; whether it is one of these stands before each."""
    rules = named[recorded.rule_set].rules
    sitting = [places.people[person] for person in sheet.people_at(recorded.number)]
    booked = entries_of(recorded.game, recorded.score, sitting, winners_only=writes_winners(rules))
    for entry in booked:
        yield recorded.uuid, False, entry_columns(entry, rules.unit)
    if not recorded.stands:
        for entry in reversed_entries(booked):
            yield recorded.uuid, True, entry_columns(entry, rules.unit)
