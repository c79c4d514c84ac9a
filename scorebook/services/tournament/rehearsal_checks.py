"""What has to hold after a rehearsal, whatever went wrong: what the hall knows against what the server has."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

from scorebook.exchange.draws import OpenDraw
from scorebook.league.draw import verify
from scorebook.league.tournament.cash import CashReport
from scorebook.league.tournament.entries import Drawn, Stamped
from scorebook.league.tournament.prizes import Prizes
from scorebook.league.tournament.state import Tournament, fold
from scorebook.services.access import Actor
from scorebook.services.backup import save_backup
from scorebook.services.tournament import desk
from scorebook.services.tournament.drawing import open_draw
from scorebook.services.tournament.prizing import prizing
from scorebook.services.tournament.rehearsal import Hall
from scorebook.services.tournament.rehearsal_books import DIRECTOR, TOGETHER, Books, Order, Server, expected
from scorebook.services.tournament.results import results
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import LogFaultError, verify_log
from scorebook.store.db import AnySession


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that has to hold, in a line for people, and whether it does."""

    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What a server says of a tournament: who is there, all that happened, rank and total by player, the draws."""

    seen: desk.Seen
    entries: Sequence[Stamped]
    ranks: tuple[tuple[int, int | None, int], ...]
    draws: tuple[OpenDraw, ...]
    prizes: Prizes
    cash: CashReport
    fault: str


def tell(session: AnySession, actor: Actor, tournament_id: int) -> Told:
    """Tell all of a tournament, and what is wrong with the book it lies in."""
    fault = ""
    try:
        verify_book(session)
        verify_log(session)
    except (DifferenceError, LogFaultError) as error:
        fault = error.message
    found = results(session, actor, tournament_id)
    ranks = tuple((line.player, line.rank, line.total) for line in found.lines)
    seen, entries = desk.see(session, actor, tournament_id), desk.history(session, actor, tournament_id)
    numbers = [one.number for one in entries if isinstance(one.entry, Drawn)]
    draws = tuple(open_draw(session, actor, tournament_id, number) for number in numbers)
    won = prizing(session, actor, tournament_id)
    return Told(seen, entries, ranks, draws, won.prizes, won.report, fault)


def save(session: AnySession, _actor: Actor, file: Path) -> None:
    """Write the backup that a second laptop gets."""
    save_backup(session, file)


def told_by(server: Server, tournament_id: int) -> Told:
    """Ask a server for all of a tournament."""
    answer: Told = server.call(Order(tell, (tournament_id,), {}, DIRECTOR))
    return answer


def promises(hall: Hall, told: Told, moved: Told) -> Iterator[Promise]:
    """Check everything; `moved` is what a second server says that has nothing but a backup of the first."""
    books, state = hall.books, told.seen.state
    yield Promise(f"Alle {len(books.names)} Leute stehen auf der Liste, jeder einmal.", _people(books, told))
    lists = sum(len(table.lists) for played in state.rounds for table in played.tables)
    handed = books.handed["listed"]
    text = f"Alle {handed} angenommenen Listen sind da, jede einmal, mit ihren Zahlen."
    yield Promise(text, lists == handed and _points(books, state))
    yield Promise("Jeder Tisch hat zusammen 0.", all(not sum(points) for points in _listed(state).values()))
    yield Promise("Punkte und Plätze sind, was von Hand herauskommt.", _ranks(books, told))
    yield from _draws(books, told)
    yield Promise("Alle Preise zusammen sind, was ausgeschrieben war, auf den Cent.", _prizes(books, told))
    yield Promise("In der Kasse liegt, was von Hand herauskommt; niemand kriegt noch etwas.", _till(books, told))
    again = fold(told.entries)
    yield Promise(f"{len(told.entries)} Einträge ergeben noch einmal denselben Stand.", again == state)
    yield Promise(f"Buch und Protokoll stimmen. {told.fault}".rstrip(), not told.fault)
    same = moved.entries == told.entries and moved.ranks == told.ranks and not moved.fault
    yield Promise("Auf einem zweiten Rechner steht aus einer Sicherung dasselbe.", same)


def _people(books: Books, told: Told) -> bool:
    return {number: one.name for number, one in told.seen.entrants.items()} == books.names


def _listed(state: Tournament) -> dict[tuple[int, int], tuple[int, ...]]:
    """Give the points of all lists that hold, by round and table."""
    return {
        (played.number, table.number): table.listed.points
        for played in state.rounds
        for table in played.tables
        if table.listed is not None
    }


def _points(books: Books, state: Tournament) -> bool:
    return _listed(state) == books.lists


def _ranks(books: Books, told: Told) -> bool:
    """Compare the totals of all, and that nobody with a rank has fewer points than somebody behind him."""
    totals = expected(books)
    ranked = [(rank, total) for _player, rank, total in told.ranks if rank is not None]
    falling = all(first >= second for (_, first), (_, second) in pairwise(ranked))
    return falling and {player: total for player, _rank, total in told.ranks} == totals


def _prizes(books: Books, told: Told) -> bool:
    """Add up what was won and what stays; shares are of all fees."""
    shares = sum(prize.permille for prize in told.seen.state.settings.prizes)
    fixed = sum(prize.cents for prize in told.seen.state.settings.prizes)
    given = sum(one.cents for one in told.prizes.won) + sum(one.cents for one in told.prizes.rests)
    return given == books.till["fees"] * shares // 1000 + fixed


def _till(books: Books, told: Told) -> bool:
    out = books.till["hire"] + books.till["prizes"]
    paid = sum(one.cents for one in told.prizes.won)
    exact = told.cash.taken == books.till["fees"] and told.cash.given == out and books.till["prizes"] == paid
    return exact and told.cash.left == books.till["fees"] - out and not any(told.cash.due.values())


def _draws(books: Books, told: Told) -> Iterator[Promise]:
    """Check each draw by itself: as the hall saw it, nothing wrong in it, from the secret that was committed to."""
    for entry, opened in zip(books.draws, told.draws, strict=True):
        drawn = opened.drawn
        wrong = verify(opened.wish.players, opened.secret, opened.number, opened.wish, drawn, opened.commitment)
        counted = _repeats(opened) == drawn.repeats
        fewest = "weniger geht nicht" if drawn.optimal else f"mindestens {drawn.bound}"
        yield Promise(
            f"Runde {entry.first}: {drawn.repeats} Wiederholungen ({fewest}), nachgezählt und nachgerechnet.",
            drawn.rounds == entry.rounds and not wrong and counted,
        )


def _repeats(opened: OpenDraw) -> int:
    """Count once more how often two met again up to a draw, but for those who always sit together."""
    met: Counter[frozenset[int]] = Counter()
    for tables in (*opened.wish.played, *opened.drawn.rounds):
        for table in tables:
            met.update(map(frozenset, combinations(table, 2)))
    del met[frozenset(TOGETHER)]
    return sum(times * (times - 1) // 2 for times in met.values())
