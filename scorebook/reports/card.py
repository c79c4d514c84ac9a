"""The card for the table: the QR code and the short code of a link, for the tablet to come in."""

from dataclasses import dataclass
from datetime import datetime

from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.qr import qr
from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class Card:
    """What is on the card; `until` is local. Without `address` there is no QR code and `code_address` is none either.

    `writes` tells a table, which writes in the book, from a screen, which only shows it.
    """

    club: str
    about: str
    name: str
    code: str
    until: datetime
    writes: bool
    address: str | None = None
    code_address: str | None = None


def page(card: Card, say: Language = GERMAN) -> Page:
    """Give the card to be printed."""
    return Page(html(card, say), "card")


def html(card: Card, say: Language = GERMAN) -> str:
    """Write the card as one complete page.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 28, 12, tzinfo=UTC)
    >>> "K7P4-XMQ-2AC" in html(Card("Lamm", "", "Tisch 1", "K7P4-XMQ-2AC", noon, True))
    True
    """
    picture = None if card.address is None else qr(card.address, say("QR-Code mit der Adresse dieses Links"))
    until = say("Gilt bis %(day)s, %(time)s Uhr.", day=say.day(card.until.date(), "long"), time=f"{card.until:%H:%M}")
    return environment().get_template("card.html").render(card=card, picture=picture, until=until, _=say)
