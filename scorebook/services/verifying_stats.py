"""Whether the statistics of evenings are what comes out of their games."""

from collections import Counter

from sqlalchemy import Connection

from scorebook.league.results import measure_of
from scorebook.league.stats import Facts, Played, evening_stats
from scorebook.store.audit import AuditedGame, SheetPlace
from scorebook.store.audit_stats import AuditedStats, audited_stats, count_stats
from scorebook.store.stats import Row, stat_rows

AT_ONCE = 50
"""Evenings that are read at once."""


class Statistics:
    """Counts games as they come by, sheet after sheet, and compares an evening when its last game was counted.

    Only the games of evenings that have more to come are held, and those of a few that are compared together.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open: dict[int, list[Played]] = {}
        self._place: SheetPlace | None = None
        self._counted: dict[int, list[Played]] = {}
        self._rows = 0
        self._fault: str | None = None

    def count(self, game: AuditedGame, facts: Facts | None) -> None:
        """Count a game that stands, by what statistics count of it. All of one sheet come one after the other."""
        if game.place is not self._place:
            self._done()
            self._place = game.place
        if facts is not None:
            played = Played(facts, game.people, measure_of(game.rules), game.row.id)
            self._open.setdefault(game.place.evening_id, []).append(played)

    def _done(self) -> None:
        """Compare the evening of the sheet that was counted, if it was the last one there and there are some more."""
        if self._place is not None and self._place.last:
            evening_id = self._place.evening_id
            self._counted[evening_id] = self._open.pop(evening_id, [])
            if len(self._counted) >= AT_ONCE:
                self._compare()

    def _compare(self) -> None:
        for found in audited_stats(self._connection, list(self._counted)):
            self._rows += _rows_of(found)
            self._fault = self._fault or _fault(found, self._counted[found.id])
        self._counted.clear()

    def fault(self) -> str | None:
        """Say which statistics are wrong first, if any are; all games were counted before."""
        self._done()
        self._place = None
        self._counted.update(self._open)
        self._compare()
        there = count_stats(self._connection)
        if self._fault is None and there != self._rows:
            return f"Das Buch hat {there} Zeilen Statistik, zu Abenden mit Spielen gehören aber {self._rows}."
        return self._fault


def _rows_of(found: AuditedStats) -> int:
    return found.tallies.total() + found.pairs.total()


def _fault(found: AuditedStats, played: list[Played]) -> str | None:
    """Say whose statistics are not those of the games of an evening."""
    counted, met = stat_rows(found.club_id, found.id, evening_stats(played if found.ended else ()))
    wrong = _difference(counted, found.tallies) or _difference(met, found.pairs)
    if wrong is None:
        return None
    day = f"{found.date:%d.%m.%Y}"
    return f"Abend {found.id} ({day}), Statistik von Person {wrong[2]}: sie ist anders als ausgerechnet."


def _difference(wanted: list[Row], found: Counter[Row]) -> Row | None:
    """Give the first row that only one of them has."""
    made = Counter(wanted)
    if made == found:
        return None
    return min(((made - found) + (found - made)).elements(), key=str)
