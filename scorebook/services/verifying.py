"""Work out everything anew from what was entered, and compare it with what the book says."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, fields

from sqlalchemy import Connection

from scorebook.errors import ScorebookError
from scorebook.exchange import ShapeError
from scorebook.ledger.course import Course
from scorebook.ledger.entries import Entry, UnbalancedError, entries_of, reversed_entries, writes_winners
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Finding, Score, assess_recorded
from scorebook.services.verifying_cash import cash_fault
from scorebook.services.verifying_league import Results, standings_fault
from scorebook.services.verifying_payments import levies_fault, payments_fault
from scorebook.services.verifying_stock import stock_fault
from scorebook.store import audit
from scorebook.store.audit import AuditedGame, Booked, SheetPlace
from scorebook.store.audit_payments import audited_payments, people_of_evenings
from scorebook.store.audit_stock import audited_stocks
from scorebook.store.cash import clubs_with_entries
from scorebook.store.db import AnySession
from scorebook.store.levies import all_rows
from scorebook.wording import message

SCORE = {
    "value": "der Wert",
    "payouts": "die Beträge",
    "stock": "der Stock danach",
    "steps": "der Rechenweg",
    "void": "ob es zählt",
    "declarer_won": "wer gewonnen hat",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
}


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
    and the cash books of the clubs; of payments, that they are between people of their evening and taken back once.

    Reads the book as it is at one moment, and holds a few hundred games at once. It is for whoever owns the machine: no
    actor is asked. Raises `DifferenceError` for the first difference, by sheet and number.
    """
    with audit.snapshot(session) as connection:
        lost = audit.game_without_rules(connection)
        if lost is not None:
            place = audit.sheet_place(connection, lost[0])
            raise DifferenceError(_at(place, lost[1], "der Regelsatz ist keiner von diesem Abend"))
        counts = audit.count(connection)
        results = Results(connection)
        games, entries = _verify_games(connection, results)
        entries += _verify_stocks(connection)
        _verify_league(connection, results)
        _verify_payments(connection)
        _verify_levies(connection)
        _verify_cash(connection)
    if entries != counts["entries"]:
        raise DifferenceError(
            f"Das Buch hat {counts['entries']} Buchungen, zu Spielen und Stock gehören aber {entries}."
        )
    return Verified(counts["evenings"], counts["sheets"], games, entries)


def _verify_games(connection: Connection, results: Results) -> tuple[int, int]:
    """Compare all games, and count them in the results; give how many there are, and how many entries."""
    games = entries = 0
    place: SheetPlace | None = None
    course = Course(0, ())
    with closing(audit.audited_games(connection)) as found:
        for game in found:
            if game.place is not place:
                place = game.place
                course = Course(place.sheet.stock, place.rule_sets)
            recorded = _read(game)
            fault = _fault(game, recorded, course)
            if fault is not None:
                raise DifferenceError(_at(place, game.number, fault))
            results.count(place, recorded)
            games += 1
            entries += len(game.booked)
    return games, entries


def _verify_league(connection: Connection, results: Results) -> None:
    """Compare what evenings were for people, and where they stand by that."""
    fault = results.fault() or standings_fault(connection)
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


def _at(place: SheetPlace, number: int, fault: str) -> str:
    return f"{_sheet(place)}, Spiel {number}: {fault}."


def _sheet(place: SheetPlace) -> str:
    return f"Abend {place.evening_id} ({place.date:%d.%m.%Y}), Liste {place.table}"


def _read(game: AuditedGame) -> RecordedGame:
    """Read a game. Raises `DifferenceError` for what is none."""
    try:
        return game.recorded()
    except (ShapeError, ValueError, TypeError, KeyError) as error:
        raise DifferenceError(_at(game.place, game.number, "was da steht, ist kein Spiel")) from error


def _fault(game: AuditedGame, recorded: RecordedGame, course: Course) -> str | None:
    """Say what is wrong with a game first, if anything is."""
    code = course.follow(recorded)
    if code is not None:
        return message(Finding(code, "", {"number": game.number})).partition(": ")[2].rstrip(".")
    if game.version != course.version:
        return f"es ist Fassung {game.version}, gezählt ist es die Fassung {course.version}"
    return _price_fault(game, recorded) or _entries_fault(game, recorded)


def _price_fault(game: AuditedGame, recorded: RecordedGame) -> str | None:
    assessment = assess_recorded(recorded.game, game.place.rule_sets[recorded.rule_set].rules)
    if assessment.score is None:
        return f"so kann es nicht sein: {message(assessment.errors[0]).rstrip('.')}"
    for field in fields(Score):
        if getattr(assessment.score, field.name) != getattr(recorded.score, field.name):
            return f"{SCORE[field.name]} ist anders als ausgerechnet"
    return "Geber oder Stock sind nicht die des Spiels" if game.columns_differ(recorded) else None


def _entries_fault(game: AuditedGame, recorded: RecordedGame) -> str | None:
    rules = game.place.rule_sets[recorded.rule_set].rules
    people = game.place.sheet.people_at(game.number)
    try:
        wanted = entries_of(recorded.game, recorded.score, people, winners_only=writes_winners(rules))
    except UnbalancedError:
        return "die Beträge ergeben zusammen nicht null"
    except ValueError:
        return "auf den Plätzen sitzen andere Leute als im Spiel"
    undone = () if recorded.stands else reversed_entries(wanted)
    if _booked(wanted, rules.unit, back=False) != Counter(one for one in game.booked if not one.back):
        return "die Buchungen sind andere als die Beträge"
    if _booked(undone, rules.unit, back=True) != Counter(one for one in game.booked if one.back):
        return "die Gegenbuchungen passen nicht zur Stornierung"
    return None


def _booked(entries: tuple[Entry, ...], unit: str, *, back: bool) -> Counter[Booked]:
    return Counter(Booked(entry.kind.value, entry.person, entry.amount, str(unit), back) for entry in entries)
