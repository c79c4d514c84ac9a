"""What a change does to later games, in words, with the answers that there are."""

from dataclasses import dataclass

from scorebook.ledger.consequences import Consequence
from scorebook.services.later import LaterError
from scorebook.web.book import Book
from scorebook.web.history import changes
from scorebook.web.texts import gettext as _

SHOWN = 4
"""So many games in which only the dealer is another are told one by one."""


@dataclass(frozen=True, slots=True)
class Later:
    """`lines` say what becomes of which game; `answers` are pairs of the code that accepts it and its words."""

    lines: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]


def in_words(book: Book, error: LaterError) -> Later:
    """Tell what becomes of the later games, and in which ways one can go on."""
    first, *others = error.ways
    costly = [one for one in first.found if not one.only_dealer]
    dealt = [one for one in first.found if one.only_dealer]
    lines = [f"{_('Spiel %(number)d', number=one.number)}: {_said(book, one)}" for one in costly]
    if dealt:
        lines.append(_dealers(book, dealt))
    if not others:
        return Later(tuple(lines), ((first.code, _("Ja, so ändern")),))
    yes, no = _("Ja, der Geber rückt weiter"), _("Ja, aber die Geber bleiben, wie sie sind")
    return Later(tuple(lines), ((first.code, yes), *((way.code, no) for way in others)))


def _said(book: Book, one: Consequence) -> str:
    names, rules = book.names(one.before.number), book.evening.rule_sets[one.before.rule_set].rules
    return changes(names, one.before, one.after, rules)


def _dealers(book: Book, found: list[Consequence]) -> str:
    """Say in one line who deals instead of whom."""
    parts = []
    for one in found[:SHOWN]:
        names = book.names(one.before.number)
        was, now = (names[seat] for seat in (one.before.game.dealer, one.game.dealer) if seat is not None)
        parts.append(f"{_('Spiel %(number)d', number=one.number)} {was} → {now}")
    told = ", ".join([*parts, "…"] if len(found) > SHOWN else parts)
    return _("Der Geber wechselt: %(games)s", games=told)
