"""What a rule set means, on one sheet for the wall: the rule book of `scorebook.wording.rulebook` as a page."""

from collections.abc import Sequence
from dataclasses import replace

from scorebook import wording
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.signs import drawing
from scorebook.rules import RuleSet
from scorebook.wording import GERMAN, Language
from scorebook.wording.rulebook import Chapter, rule_book

SIZES = ((1900, "short"), (3100, ""), (3900, "long"))
"""Up to so many characters letters of that size fit on the page; the smallest take what is longer."""


def page(title: str, rules: RuleSet, say: Language = GERMAN) -> Page:
    """Give the rules to be printed."""
    return Page(html(title, rules, say), "leaf")


def html(title: str, rules: RuleSet, say: Language = GERMAN, before: Sequence[Chapter] = (), about: str = "") -> str:
    """Write the rules as one complete page for the wall, the signs of the suits drawn as this table's cards have them.

    Chapters that hold besides come `before`; `about` is what is said of all of them, if not what the rule set is like.

    >>> from scorebook.rules import preset
    >>> "Sau 10 König 9 8 7" in html("Stammtisch", preset())
    True
    """
    said = say.playing(rules.words.cards)
    book = rule_book(rules, said)
    book = replace(book, chapters=(*before, *book.chapters))
    letters = sum(map(len, book.texts()))
    return (
        environment()
        .get_template("regelblatt.html")
        .render(
            title=title,
            words=about or wording.rules_in_words(rules, said),
            book=book,
            size=next((size for most, size in SIZES if letters <= most), "longer"),
            drawing=lambda suit: drawing(suit, said.cards, wording.suit_name(suit, said)),
            _=said,
        )
    )
