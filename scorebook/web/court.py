"""Where the referee is asked: by itself, at a table about the game that is being played, or about a game of a list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from scorebook import wording
from scorebook.errors import NotFoundError
from scorebook.ledger.evening import NamedRuleSet, RecordedGame
from scorebook.reports.names import short_names
from scorebook.rules import DEFAULT_PRESET, TRAITS, Contract, RuleSet, preset, preset_names
from scorebook.rules.game import ACTIVE_PLAYERS, following
from scorebook.rules.switches import RevokeMode
from scorebook.services import rulesets
from scorebook.services.access import Action
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.clock import today
from scorebook.web.referee_form import asked_from
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, may
from scorebook.wording.rulings import not_written

NAME = 60
"""Characters of a name that is only typed for a ruling."""


@dataclass(frozen=True, slots=True)
class Court:
    """Where the referee is asked: the people by seat, their rules, and the game in the book if it is about one.

    `kind` is the last part of the names of its views, `args` what their addresses need; `asked` is what the form holds
    before anybody typed, `offered` the rule sets that may be chosen.
    """

    kind: str
    args: dict[str, Any]
    names: tuple[str, ...]
    rules: RuleSet
    title: str
    day: date
    asked: MultiDict[str, str] = field(default_factory=MultiDict)
    where: str = ""
    book: Book | None = None
    recorded: RecordedGame | None = None
    offered: Mapping[str, NamedRuleSet] = field(default_factory=dict)

    @property
    def action(self) -> Action:
        """What it takes to enter a ruling: to record the next game, or to correct one of the list."""
        return Action.RECORD if self.recorded is None else Action.CORRECT

    @property
    def may_enter(self) -> bool:
        """Whether whoever asks may enter a ruling."""
        return self.book is not None and may(self.action, self.book.evening_id, self.book.sheet.id)

    def address(self, view: str) -> str:
        """The address of one of its views: "ask", "paper" or "enter"."""
        return url_for(f"referee.{view}_{self.kind}", **self.args)

    def refusal(self, contract: Contract) -> str:
        """Why a ruling cannot go into the book; "" where it can."""
        if self.rules.revoke.mode is RevokeMode.OFF:
            return _("Regelverstöße wertet ihr nicht.")
        if self.book is not None and self.book.evening.ended is not None:
            return _(ENDED)
        if self.recorded is not None and self.recorded.uuid in (self.book.sheet.replaced if self.book else ()):
            return _("Diese Fassung wurde korrigiert.")
        if self.recorded is not None and not self.recorded.stands:
            return _("Dieses Spiel ist storniert.")
        if "revoke" not in TRAITS[contract].keys:
            return not_written(contract, _)
        return ""


def alone() -> Court:
    """Without a sheet: rules and names are chosen and typed."""
    offered = _rule_sets()
    chosen = offered.get(request.args.get("rules", DEFAULT_PRESET))
    if chosen is None:
        raise NotFoundError("Diesen Regelsatz gibt es nicht.")
    typed = [" ".join(name.split())[:NAME] for name in request.args.getlist("names")[:ACTIVE_PLAYERS]]
    names = [*typed, *[""] * (ACTIVE_PLAYERS - len(typed))]
    seats = tuple(name or _("Platz %(seat)d", seat=seat) for seat, name in enumerate(names, 1))
    return Court("alone", {}, seats, chosen.rules, chosen.name, today(), offered=offered)


def of_sheet(sheet_id: int) -> Court:
    """The game that is being played at a table, which is in no list yet."""
    book = Book.of(sheet_id)
    named = rulesets.current_rule_set(db.session, actor(), sheet_id).named
    sheet = book.sheet
    out, dealer = sheet.next_sitters, sheet.next_dealer
    active = tuple(seat for seat in range(sheet.players) if seat not in out)
    asked = MultiDict([("lead", str(following(active, dealer)))])
    asked.setlist("sitting_out", list(map(str, out)))
    return _court("sheet", {"sheet_id": sheet_id}, book, named, sheet.next_number, asked)


def of_game(uuid: UUID) -> Court:
    """A game of a list, filled in from its cards where it has them."""
    book, recorded = Book.with_game(uuid)
    named, asked = book.evening.rule_sets[recorded.rule_set], asked_from(recorded.game)
    return _court("game", {"uuid": uuid}, book, named, recorded.number, asked, recorded)


def _court(  # noqa: PLR0913, PLR0917 - the parts of a value
    kind: str,
    args: dict[str, Any],
    book: Book,
    named: NamedRuleSet,
    at: int,
    asked: MultiDict[str, str],
    recorded: RecordedGame | None = None,
) -> Court:
    short, evening = short_names(book.evening.called), book.evening
    where = [evening.club, _("Tisch %(number)d", number=book.table) if len(evening.sheets) > 1 else ""]
    where.append(_("Spiel %(number)d", number=at))
    return Court(
        kind,
        args,
        tuple(short[person] for person in book.sheet.people_at(at)),
        named.rules,
        wording.rule_set_title(named.name, named.preset, _),
        evening.date,
        asked,
        ", ".join(filter(None, where)),
        book,
        recorded,
    )


def _rule_sets() -> dict[str, NamedRuleSet]:
    """The rule sets that there are, by the key that addresses use: the club's own first."""
    own = rulesets.own_rule_sets(db.session, actor()) if may("read") else ()
    kept = {str(one.id): one.named for one in own}
    return kept | {name: NamedRuleSet(wording.preset_title(name, _), name, preset(name)) for name in preset_names()}
