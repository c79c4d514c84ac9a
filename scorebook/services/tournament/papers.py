"""The papers of a tournament for the hall, as pages to be printed: start cards, who sits where, table sheets."""

from collections.abc import Callable
from dataclasses import dataclass

from scorebook.errors import NotFoundError
from scorebook.league.tournament.attendance import next_round
from scorebook.league.tournament.drawing import who_plays
from scorebook.league.tournament.entries import Committed, Wished
from scorebook.league.tournament.settings import FIVE
from scorebook.league.tournament.state import PlayedRound
from scorebook.reports.page import Page
from scorebook.reports.tournament import hall, start_cards, start_list, table_sheet
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import HallTable, by_name, by_table
from scorebook.services.tournament.desk import Seen
from scorebook.store import clubs
from scorebook.store.db import AnySession, reading
from scorebook.wording import GERMAN, Language, Marked
from scorebook.wording.tournament import wish_text

NO_ROUND: Marked[str] = "Für diese Runde sind noch keine Plätze ausgelost."
NO_TABLE: Marked[str] = "Diesen Tisch gibt es in der Runde nicht."
NOBODY: Marked[str] = "Noch steht keiner auf der Liste."
AT_ONCE = 200
"""So many start cards are on one paper: more would keep everybody waiting."""
SHEETS_AT_ONCE = 50
MOST_COPIES = 50
"""So many blank sheets are printed at a time."""


@dataclass(frozen=True, slots=True)
class Span:
    """Some of many that are numbered, both ends among them."""

    first: int
    last: int

    def __contains__(self, number: int) -> bool:
        """Tell whether a number is among them."""
        return self.first <= number <= self.last


def spans(numbers: list[int], at_once: int) -> tuple[Span, ...]:
    """Cut numbers into stretches, each of which makes a paper.

    >>> spans([1, 2, 4, 7], 3), spans([], 3)
    ((Span(first=1, last=4), Span(first=7, last=7)), ())
    """
    cut = [numbers[begin : begin + at_once] for begin in range(0, len(numbers), at_once)]
    return tuple(Span(some[0], some[-1]) for some in cut)


def about(session: AnySession, seen: Seen) -> About:
    """Give what stands at the head of all papers of a tournament."""
    row = seen.row
    club = clubs.club_name(reading(session), row.club_id)
    return About(club, row.name, row.date, row.place, row.practice)


def names(seen: Seen) -> dict[int, str]:
    """Give what everybody is called, by start number."""
    return {number: entrant.name for number, entrant in seen.entrants.items()}


def drawn_round(seen: Seen, number: int) -> PlayedRound:
    """Give a round for which seats are drawn. Raises `NotFoundError` for any other."""
    found = seen.state.round(number)
    if found is None:
        raise NotFoundError(NO_ROUND)
    return found


def tables(seen: Seen, round_number: int) -> tuple[HallTable, ...]:
    """Give the tables of a round with who sits there. Raises `NotFoundError` for a round that is not drawn."""
    return by_table(drawn_round(seen, round_number), names(seen), seen.state.settings)


def names_page(session: AnySession, seen: Seen, round_number: int | None, say: Language = GERMAN) -> Page:
    """Give the list by name of a round, or of all that are drawn. Raises `NotFoundError` where none is."""
    rounds = seen.state.rounds if round_number is None else (drawn_round(seen, round_number),)
    if not rounds:
        raise NotFoundError(NO_ROUND)
    numbers = [one.number for one in rounds]
    return hall.names_page(about(session, seen), by_name(rounds, names(seen)), numbers, say)


def tables_page(session: AnySession, seen: Seen, round_number: int, say: Language = GERMAN) -> Page:
    """Give the list by table of a round. Raises `NotFoundError` for one that is not drawn."""
    return hall.tables_page(about(session, seen), tables(seen, round_number), round_number, say)


def sheets_page(
    session: AnySession, seen: Seen, round_number: int, span: Span | None = None, say: Language = GERMAN
) -> Page:
    """Give the sheets of the tables of a round, filled in. Raises `NotFoundError` where there are none."""
    wanted = [table for table in tables(seen, round_number) if span is None or table.number in span]
    if not wanted:
        raise NotFoundError(NO_TABLE)
    sheets = table_sheet.filled(wanted, round_number)
    return table_sheet.page(about(session, seen), sheets, seen.state.settings.scoring, say)


def blank_page(session: AnySession, seen: Seen, seats: int, copies: int = 1, say: Language = GERMAN) -> Page:
    """Give blank sheets for tables of four, or of five."""
    settings, wanted = seen.state.settings, FIVE if seats == FIVE else FIVE - 1
    sheets = table_sheet.blank(settings.games_at(wanted), wanted, min(max(copies, 1), MOST_COPIES))
    return table_sheet.page(about(session, seen), sheets, settings.scoring, say)


def cards_page(
    session: AnySession,
    seen: Seen,
    address: Callable[[int], str] | None,
    span: Span | None = None,
    say: Language = GERMAN,
) -> Page:
    """Give start cards; `address` says where a start number reads where it sits. Raises `NotFoundError` for none."""
    wanted = {number: name for number, name in names(seen).items() if span is None or number in span}
    if not wanted:
        raise NotFoundError(NOBODY)
    places = by_name(seen.state.rounds, wanted)
    return start_cards.page(about(session, seen), places, seen.state.settings.rounds, address, say)


def start_list_page(session: AnySession, seen: Seen, say: Language = GERMAN) -> Page:
    """Give the start list: of the draw that was committed to, else of all who take part in the next one.

    Raises `NotFoundError` where nobody does.
    """
    state, called = seen.state, names(seen)
    committed = state.committed.entry if state.committed else None
    announced = committed if isinstance(committed, Committed) else None
    players = announced.players if announced else who_plays(state, next_round(state)).players
    if not players:
        raise NotFoundError(NOBODY)
    wishes = [wish_text(one.entry, called, say) for one in state.wishes if isinstance(one.entry, Wished)]
    people = [(number, called[number]) for number in sorted(players)]
    commitment = announced.commitment if announced else ""
    return start_list.page(about(session, seen), people, wishes, commitment, say)
