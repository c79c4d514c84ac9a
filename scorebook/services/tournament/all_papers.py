"""All papers of a tournament, one after the other: for the hall, for the wall, and for the treasurer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from scorebook.reports.page import Page
from scorebook.reports.tournament.prize_list import cash_page, cash_view, prize_list, prizes_page
from scorebook.reports.tournament.result_papers import standings_page
from scorebook.services.access import Actor
from scorebook.services.tournament import papers as hall
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.papers import about
from scorebook.services.tournament.prizing import lacking, prizing_of
from scorebook.services.tournament.result_papers import certificates_page, printed_of, rules_page
from scorebook.services.tournament.results import latest, results_of
from scorebook.store.db import AnySession
from scorebook.wording import Language

Address = Callable[[int], str] | None
"""Gives where a start number reads where it sits; None where the hall cannot reach us."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: what it is called, and what writes its page."""

    name: str
    page: Callable[[], Page]


def all_papers(session: AnySession, actor: Actor, seen: Seen, address: Address, say: Language) -> tuple[Paper, ...]:
    """Give all that can be printed of a tournament by now, in the order of an evening."""
    found = [
        *_before(session, actor, seen, address, say),
        *_of_rounds(session, seen, say),
        *_results(session, seen, say),
        *_end(session, seen, say),
    ]
    return tuple(Paper(f"{number:02d} {one.name}", one.page) for number, one in enumerate(found, start=1))


def _before(session: AnySession, actor: Actor, seen: Seen, address: Address, say: Language) -> Iterator[Paper]:
    yield Paper(say("Regeln"), partial(rules_page, session, actor, seen, say))
    yield Paper(say("Startliste"), partial(hall.start_list_page, session, seen, say))
    for span in hall.spans(sorted(seen.entrants), hall.AT_ONCE):
        name = f"{say('Startkarten')} {span.first}-{span.last}"
        yield Paper(name, partial(hall.cards_page, session, seen, address, span, say))
    for seats in (4, 5):
        name = say("Tischzettel leer, zu %(seats)d", seats=seats)
        yield Paper(name, partial(hall.blank_page, session, seen, seats, 1, say))


def _of_rounds(session: AnySession, seen: Seen, say: Language) -> Iterator[Paper]:
    for played in seen.state.rounds:
        number, of_round = played.number, say("Runde %(number)d", number=played.number)
        yield Paper(f"{of_round} {say('Wer sitzt wo?')}", partial(hall.names_page, session, seen, number, say))
        yield Paper(f"{of_round} {say('Tische')}", partial(hall.tables_page, session, seen, number, say))
        for span in hall.spans([table.number for table in played.tables], hall.SHEETS_AT_ONCE):
            name = f"{of_round} {say('Tischzettel')} {span.first}-{span.last}"
            yield Paper(name, partial(hall.sheets_page, session, seen, number, span, say))


def _results(session: AnySession, seen: Seen, say: Language) -> Iterator[Paper]:
    if not any(table.listed for played in seen.state.rounds for table in played.tables):
        return
    for number in range(1, latest(seen.state) + 1):
        for name, asked in (
            (say("Stand nach Runde %(number)d", number=number), {"after": number}),
            (say("Stand nur Runde %(number)d", number=number), {"only": number}),
        ):
            yield Paper(name, partial(_standings, session, seen, asked, say))


def _standings(session: AnySession, seen: Seen, asked: dict[str, int], say: Language) -> Page:
    return standings_page(printed_of(session, results_of(seen, **asked)), say)


def _end(session: AnySession, seen: Seen, say: Language) -> Iterator[Paper]:
    if not lacking(seen.state):
        yield Paper(say("Preisliste"), partial(prizes_paper, session, seen, say))
        yield Paper(say("Urkunden"), lambda: certificates_page(session, results_of(seen), say))
    yield Paper(say("Kassenbericht"), partial(cash_paper, session, seen, say))


def prizes_paper(session: AnySession, seen: Seen, say: Language) -> Page:
    """Give the prize list to be printed."""
    found = prizing_of(seen)
    ranks = {line.player: line.rank for line in found.lines}
    shown = prize_list(found.prizes, found.chosen, ranks, hall.names(seen), seen.state.settings, say)
    return prizes_page(about(session, seen), shown, say)


def cash_paper(session: AnySession, seen: Seen, say: Language) -> Page:
    """Give the cash report to be printed."""
    return cash_page(about(session, seen), cash_view(prizing_of(seen).report, hall.names(seen), say), say)
