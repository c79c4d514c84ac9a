"""Every kind of paper there is, in each of its formats: for tests that hold for all of them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

from scorebook.ledger.evening import Evening
from scorebook.ledger.price import Price, PricePer
from scorebook.reports import (
    abrechnung,
    award,
    card,
    evening_report,
    looking_back,
    preistafel,
    regelblatt,
    ruling,
    sie,
    slip,
    spielliste,
    standings_paper,
)
from scorebook.reports.kept_list import kept_list
from scorebook.reports.page import Page
from scorebook.rules import Contract, Suit, preset
from scorebook.wording import GERMAN, Language
from scorebook.wording.rulings import Speaker
from tests.evenings import FOUR, cancelled, evening
from tests.every_tournament import tournament_papers
from tests.hall_papers import hall_papers
from tests.refereeing import GRAS, ruled
from tests.reviewing import finals, reviews
from tests.seasons import season_paper
from tests.test_striche import LOST, played

SEVEN = ("Sepp Huber", "Sepp Maier", "Vroni", "Xaver", "Zenzi", "Anni", "Toni")
SIE = {"contract": Contract.SOLO, "suit": Suit.HERZ, "declarer": 1, "sie": True}
SEARCHED = ("G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES")


def evenings() -> dict[str, Evening]:
    """Give evenings of all kinds: of four and of seven, at two tables, with a game taken back, with Striche."""
    four = cancelled(evening(9), 2, "doppelt")
    (sheet,) = four.sheets
    return {
        "four": four,
        "seven": evening(8, SEVEN),
        "tables": replace(four, sheets=(sheet, replace(sheet, id=2))),
        "striche": replace(played(*[LOST] * 11), price=Price(100, PricePer.HEAD)),
        "begun": evening(0, ended=None),
    }


def papers(say: Language = GERMAN) -> Iterator[tuple[str, Page]]:
    """Give every kind of paper, with a name."""
    for name, book in evenings().items():
        for style in abrechnung.STYLES:
            yield f"{style} {name}", abrechnung.page(book, say, style=style)
        yield f"slips {name}", slip.page(book, (), say)
        yield f"report {name}", evening_report.page(book, say)
        yield f"list {name}", spielliste.page(kept_list(book, book.sheets[0], say), say)
        if any(sheet.standing for sheet in book.sheets):
            yield f"award {name}", award.page(book, award.best(book), say)
    for deck in ("bayern_10_20_50", "kurz_10_20_50"):
        book = evening(1, rules=preset(deck), plays=[SIE])
        yield f"sie {deck}", sie.page(book, book.sheets[0], book.sheets[0].games[0], say)
    for name, looked in reviews().items():
        yield f"review {name}", looking_back.review_page(looked, finals(), say)
        yield f"book {name}", looking_back.book_page(looked, finals(), say)
    yield from tournament_papers(say)
    yield "prices", preistafel.page("Lamm", preset(), say)
    yield "rules", regelblatt.page("Lamm", preset(), say)
    yield "blank", spielliste.page(spielliste.blank("Lamm", preset(), FOUR), say)
    yield "blank heads", spielliste.page(spielliste.blank("Lamm", preset("deutscher_striche"), FOUR), say)
    noon = datetime(2026, 11, 28, 12, tzinfo=UTC)
    yield "card", card.page(card.Card("Lamm", "", "Tisch 1", "K7P4-XMQ-2AC", noon, True, "http://a/b", "a/code"), say)
    for name, standings in (("few", season_paper(FOUR)), ("many", season_paper([f"Spieler {n}" for n in range(60)]))):
        yield f"standings {name}", standings_paper.page(standings, say)
        yield f"standings for the wall {name}", standings_paper.page(standings, say, style=standings_paper.A3)
    yield "certificates of a season", standings_paper.certificates(season_paper(FOUR), say)
    found = ruled(GRAS, *SEARCHED)
    decision = ruling.Decision(GRAS, found.broken[0], "Lamm", "Zenzi", date(2026, 11, 27))
    yield "ruling", ruling.page(found, decision, Speaker(FOUR, preset(), "Lamm", say))
    yield from hall_papers(say)
