"""Work out everything anew from what was entered, and compare it with what the book says."""

from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import Connection

from scorebook.errors import ScorebookError
from scorebook.exchange import ShapeError
from scorebook.ledger.course import Course
from scorebook.services.verifying_cash import cash_fault
from scorebook.services.verifying_games import Games, Worked, game_fault
from scorebook.services.verifying_league import Results, standings_fault
from scorebook.services.verifying_payments import levies_fault, payments_fault
from scorebook.services.verifying_people import people_fault
from scorebook.services.verifying_stats import Statistics
from scorebook.services.verifying_stock import stock_fault
from scorebook.services.verifying_tournaments import tournaments_fault
from scorebook.store import audit
from scorebook.store.audit import AuditedGame, SheetPlace
from scorebook.store.audit_payments import audited_payments, people_of_evenings
from scorebook.store.audit_stock import audited_stocks
from scorebook.store.cash import clubs_with_entries
from scorebook.store.db import AnySession
from scorebook.store.levies import all_rows


class DifferenceError(ScorebookError):
    """The first thing in the book that is not what comes out when it is worked out anew."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, and found right."""

    evenings: int
    sheets: int
    games: int
    entries: int


def verify_book(session: AnySession) -> Verified:
    """Work out every game of every club under its own rule set, and compare prices, entries, numbers and the Stock.

    What became of the Stocks in the end is compared too, what evenings were for people and where they stand by that,
    and the cash books of the clubs; of payments, that they are between people of their evening and taken back once; of
    tournaments, that each entry was allowed when it came and is as the log knows it.

    Reads the book as it is at one moment, and holds a few hundred games at once. It is for whoever owns the machine: no
    actor is asked. Raises `DifferenceError` for the first difference, by sheet and number.
    """
    with audit.snapshot(session) as connection:
        lost = audit.game_without_rules(connection)
        if lost is not None:
            place = audit.sheet_place(connection, lost[0])
            raise DifferenceError(_at(place, lost[1], "der Regelsatz ist keiner von diesem Abend"))
        counts = audit.count(connection)
        results, statistics = Results(connection), Statistics(connection)
        games, entries = _verify_games(connection, results, statistics)
        entries += _verify_stocks(connection)
        _verify_league(connection, results, statistics)
        _verify_payments(connection)
        _verify_levies(connection)
        _verify_cash(connection)
        _verify_people(connection)
        _verify_tournaments(connection)
    if entries != counts["entries"]:
        raise DifferenceError(
            f"Das Buch hat {counts['entries']} Buchungen, zu Spielen und Stock gehören aber {entries}."
        )
    return Verified(counts["evenings"], counts["sheets"], games, entries)


def _verify_games(connection: Connection, results: Results, statistics: Statistics) -> tuple[int, int]:
    """Compare all games, and count them in results and statistics; give how many there are, and how many entries."""
    games = entries = 0
    place: SheetPlace | None = None
    course = Course(0, ())
    known = Games()
    with closing(audit.audited_games(connection)) as found:
        for game in found:
            if game.place is not place:
                place = game.place
                course = Course(place.sheet.stock, place.rule_sets)
            worked = _read(known, game)
            recorded = game.recorded(worked.game, worked.score)
            fault = game_fault(game, recorded, worked, course)
            if fault is not None:
                raise DifferenceError(_at(place, game.number, fault))
            if recorded.stands:
                results.count(place, game.rules, game.people, worked.numbers)
                statistics.count(game, worked.facts)
            games += 1
            entries += len(game.booked)
    return games, entries


def _verify_league(connection: Connection, results: Results, statistics: Statistics) -> None:
    """Compare what evenings were for people, and where they stand by that."""
    fault = results.fault() or statistics.fault() or standings_fault(connection)
    if fault is not None:
        raise DifferenceError(fault)


def _verify_stocks(connection: Connection) -> int:
    """Compare what became of all Stocks; give how many entries that made."""
    entries = 0
    for stock in audited_stocks(connection):
        fault = stock_fault(stock)
        if fault is not None:
            raise DifferenceError(f"{_sheet(stock.place)}, Stock: {fault}.")
        entries += sum(len(move.booked) for move in stock.moves)
    return entries


def _verify_payments(connection: Connection) -> None:
    for found in audited_payments(connection):
        fault = payments_fault(found)
        if fault is not None:
            number, what = fault
            raise DifferenceError(f"Abend {found.evening_id} ({found.date:%d.%m.%Y}), Zahlung {number}: {what}.")


def _verify_levies(connection: Connection) -> None:
    """Compare what is due besides the games of all evenings."""
    rows = all_rows(connection)
    fault = levies_fault(rows, people_of_evenings(connection, {row.evening_id for row in rows}))
    if fault is not None:
        raise DifferenceError(f"Abend {fault[0]}, was dazukommt: {fault[1]}.")


def _verify_cash(connection: Connection) -> None:
    """Compare the cash books of all clubs."""
    for club_id in clubs_with_entries(connection):
        fault = cash_fault(connection, club_id)
        if fault is not None:
            raise DifferenceError(f"Verein {club_id}, Kasse: {fault}.")


def _verify_people(connection: Connection) -> None:
    """Compare who stands in the place of whom."""
    fault = people_fault(connection)
    if fault is not None:
        raise DifferenceError(f"{fault}.")


def _verify_tournaments(connection: Connection) -> None:
    """Go through what happened at all tournaments."""
    fault = tournaments_fault(connection)
    if fault is not None:
        raise DifferenceError(fault)


def _at(place: SheetPlace, number: int, fault: str) -> str:
    return f"{_sheet(place)}, Spiel {number}: {fault}."


def _sheet(place: SheetPlace) -> str:
    return f"Abend {place.evening_id} ({place.date:%d.%m.%Y}), Liste {place.table}"


def _read(games: Games, audited: AuditedGame) -> Worked:
    """Work out a game. Raises `DifferenceError` for what is none."""
    try:
        return games.worked(audited)
    except (ShapeError, ValueError, TypeError, KeyError) as error:
        raise DifferenceError(_at(audited.place, audited.number, "was da steht, ist kein Spiel")) from error
