"""Whether what is rolled up for standings is what comes out of the games."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection

from scorebook.league.results import Measure, Tally, added, measure_of
from scorebook.rules import RuleSet
from scorebook.store import standings as store
from scorebook.store.audit import SheetPlace
from scorebook.store.audit_results import AuditedEvening, AuditedResult, audited_evenings, evenings_without_games
from scorebook.store.results import Tallies
from scorebook.store.season_reading import schemes_of

COUNTS = {
    "amount": "der Betrag",
    "games": "die Zahl der Spiele",
    "squares": "die Summe der Quadrate",
    "solos_won": "die Zahl der gewonnenen Soli",
    "solos_lost": "die Zahl der verlorenen Soli",
    "touts_won": "die Zahl der gewonnenen Tout und Sie",
}
AT_ONCE = 50
"""Evenings that are read at once."""
NOTHING = AuditedResult(0, None, None, Tally())


class Results:
    """Counts games as they come by, sheet after sheet, and compares an evening when its last game was counted.

    Only evenings that have more to come are held, and a few that are compared together.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open: dict[int, Tallies] = {}
        self._place: SheetPlace | None = None
        self._games: dict[tuple[Measure, tuple[int, ...]], list[tuple[int, ...]]] = defaultdict(list)
        self._counted: dict[int, Tallies] = {}
        self._fault: str | None = None

    def count(self, place: SheetPlace, rules: RuleSet, people: tuple[int, ...], numbers: tuple[int, ...]) -> None:
        """Count a game of a sheet, by what it was for each seat. All of one sheet come one after the other."""
        if place is not self._place:
            self._done()
            self._place = place
        self._games[measure_of(rules), people].append(numbers)

    def _done(self) -> None:
        """Add up the sheet that was counted; compare its evening, if it was the last one there."""
        if self._place is None:
            return
        found = self._open.setdefault(self._place.evening_id, defaultdict(Tally))
        for (measure, people), games in self._games.items():
            for person, tally in added(people, games):
                found[measure, person] += tally
        self._games.clear()
        if self._place.last:
            self._compare(self._place.evening_id)

    def _compare(self, evening_id: int) -> None:
        """Compare an evening, as soon as there are some to be read at once."""
        self._counted[evening_id] = self._open.pop(evening_id, {})
        if len(self._counted) >= AT_ONCE:
            self._compare_counted()

    def _compare_counted(self) -> None:
        for evening in audited_evenings(self._connection, list(self._counted)):
            self._fault = self._fault or _evening_fault(evening, self._counted[evening.id])
        self._counted.clear()

    def fault(self) -> str | None:
        """Say which result is wrong first, if any is; all games were counted before."""
        self._done()
        self._place = None
        for evening_id in evenings_without_games(self._connection):
            self._compare(evening_id)
        self._compare_counted()
        return self._fault


def _evening_fault(evening: AuditedEvening, games: Tallies) -> str | None:
    wanted: Tallies = defaultdict(Tally, games)
    for key, tally in evening.shares.items():
        wanted[key] += tally
    for key in sorted({*wanted, *evening.results}, key=lambda key: (key[1], key[0])):
        fault = _result_fault(evening, wanted, key)
        if fault is not None:
            return f"Abend {evening.id} ({evening.date:%d.%m.%Y}), Ergebnis von Person {key[1]}: {fault}."
    return None


def _result_fault(evening: AuditedEvening, wanted: Tallies, key: tuple[Measure, int]) -> str | None:
    tally, found = wanted[key], evening.results.get(key, NOTHING)
    for field in fields(Tally):
        if getattr(tally, field.name) != getattr(found.tally, field.name):
            return f"{COUNTS[field.name]} ist anders als ausgerechnet"
    if found is NOTHING:
        return None
    if found.club_id != evening.club_id:
        return "es gehört einem anderen Verein als der Abend"
    if found.season_id != (evening.season_id if evening.ended else None):
        return "es zählt in einer anderen Saison als der Abend"
    if found.place != _place(evening, wanted, key):
        return "der Platz ist anders als ausgerechnet"
    return None


def _place(evening: AuditedEvening, wanted: Tallies, key: tuple[Measure, int]) -> int | None:
    """Give the rank at an evening that ended; None for who did not play."""
    own = wanted[key]
    if not evening.ended or not own.games:
        return None
    others = (tally for (measure, _), tally in wanted.items() if measure is key[0])
    return 1 + sum(bool(tally.games) and tally.amount > own.amount for tally in others)


# --- Where people stand ----------------------------------------------------------------------------------------------

STANDING = {
    "club_id": "der Verein",
    "ranked": "ob jemand einen Platz hat",
    "score": "die Wertung",
    "evenings": "die Zahl der Abende",
} | COUNTS


def standings_fault(connection: Connection) -> str | None:
    """Say which standing is wrong first, if any is; some hundred people are held at once."""
    wanted = 0
    for season_id in store.seasons_ranked(connection):
        schemes, without = schemes_of(connection, season_id), store.outside(connection, season_id)
        for part in store.parts(store.played(connection, season_id), store.AT_ONCE):
            rows = [store.row_of(one, scheme, without) for one in part for scheme in schemes]
            there = store.rows_there(connection, season_id, [one.person for one in part])
            fault = next((fault for row in rows for fault in _standing_faults(row, there)), None)
            if fault is not None:
                return f"Saison {season_id}, {fault}."
            wanted += len(rows)
    found = store.count_rows(connection)
    return None if found == wanted else f"Im Stand der Saisons sind {found} Zeilen, es müssten {wanted} sein."


def _standing_faults(row: Mapping[str, Any], there: Mapping[tuple[int, str, int], Any]) -> Iterator[str]:
    """Say what is wrong with one line of the standings."""
    where = f"Wertung {row['scheme_id']}, Stand von Person {row['person_id']}"
    found = there.get((row["scheme_id"], row["measure"], row["person_id"]))
    if found is None:
        yield f"{where}: er fehlt"
        return
    for name, text in STANDING.items():
        if found[name] != row[name]:
            yield f"{where}: {text} ist anders als ausgerechnet"
