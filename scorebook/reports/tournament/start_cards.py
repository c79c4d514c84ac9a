"""Start cards: ten on a sheet, to be cut apart; each with its number, and a code that tells where its owner sits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.qr import qr
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import Place
from scorebook.wording import GERMAN, Language

ON_A_SHEET = 10
Address = Callable[[int], str]
"""Gives the address at which a start number reads where it sits."""


@dataclass(frozen=True, slots=True)
class StartCard:
    """A card; `lines` are its rounds, each with its seat, "" to be written by hand."""

    number: int
    name: str
    lines: tuple[tuple[int, str], ...]
    picture: Markup | None


def page(
    about: About, places: Sequence[Place], rounds: int, address: Address | None = None, say: Language = GERMAN
) -> Page:
    """Give the cards to be printed; without `address` they have no QR code."""
    return Page(html(about, places, rounds, address, say), "start_cards")


def html(
    about: About, places: Sequence[Place], rounds: int, address: Address | None = None, say: Language = GERMAN
) -> str:
    """Write the cards in the order of their numbers, so that they can be handed out at the door.

    >>> from datetime import date
    >>> written = html(About("Löwen", "Preisschafkopf", date(2026, 11, 28)), [Place(17, "Vroni", ())], 2)
    >>> "Vroni" in written, "17" in written, "<svg" in written
    (True, True, False)
    """
    ordered = sorted(places, key=lambda one: one.number)
    cards = tuple(_cards(ordered, rounds, address, say))
    sheets = [cards[begin : begin + ON_A_SHEET] for begin in range(0, len(cards), ON_A_SHEET)]
    return environment().get_template("tournament/start_cards.html").render(about=about, sheets=sheets, _=say)


def _cards(places: Sequence[Place], rounds: int, address: Address | None, say: Language) -> Iterator[StartCard]:
    told = say("QR-Code: wo sitze ich?")
    for one in places:
        lines = tuple((number, _seat(one, number, say)) for number in range(1, rounds + 1))
        yield StartCard(one.number, one.name, lines, None if address is None else qr(address(one.number), told))


def _seat(place: Place, round_number: int, say: Language) -> str:
    seat = next((seat for seat in place.seats if seat and seat.round == round_number), None)
    return "" if seat is None else say("Tisch %(table)d, Platz %(seat)s", table=seat.table, seat=seat.letter)
