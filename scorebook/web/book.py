"""A sheet with its evening, as the pages need them together."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from flask import Response, make_response, render_template, request, url_for

from scorebook import wording
from scorebook.ledger.bock import has_bock
from scorebook.ledger.consequences import state_before
from scorebook.ledger.evening import Evening, RecordedGame, Sheet, sitters
from scorebook.reports.names import short_names
from scorebook.reports.sides import side_views
from scorebook.rules import Finding, RuleSet
from scorebook.services import evenings, rulesets
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.entry_form import EntryForm, Table
from scorebook.web.history import changes
from scorebook.web.last_round import last_round
from scorebook.web.lines import NEWEST, in_words, lines, listed
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor

ALL = "alle"
"""What an address says that wants to have all games of a list."""
EVERY = 2000
"""Milliseconds between two questions of an open sheet whether something changed: seen by others within 3 seconds."""


@dataclass(frozen=True, slots=True)
class Book:
    """A sheet with its evening, as the pages need them together."""

    form_type: ClassVar[type[EntryForm]] = EntryForm
    evening_id: int
    evening: Evening
    sheet: Sheet

    @classmethod
    def of(cls, sheet_id: int) -> "Book":
        """Read a sheet. Raises `NotFoundError` for one that is not there."""
        who = actor()
        evening_id = evenings.evening_of_sheet(db.session, who, sheet_id)
        evening = evenings.load_evening(db.session, who, evening_id)
        return cls(evening_id, evening, evening.sheet(sheet_id))

    @classmethod
    def with_game(cls, uuid: UUID) -> tuple["Book", RecordedGame]:
        """Read a game with its sheet. Raises `NotFoundError` for one that is not there."""
        book = cls.of(evenings.find_game(db.session, actor(), uuid).sheet_id)
        return book, next(game for game in book.sheet.games if game.uuid == uuid)

    @property
    def table(self) -> int:
        """Which table of the evening it is, from 1 on."""
        return self.evening.sheets.index(self.sheet) + 1

    def names(self, number: int) -> list[str]:
        """Give what people are called at the table in game `number`, by seat."""
        return [self.evening.called[person] for person in self.sheet.people_at(number)]

    def offer(self, form: EntryForm) -> EntryForm:
        """Give a form the choices that this table has for its next game."""
        short = short_names(self.evening.called)
        names = [short[person] for person in self.sheet.sitting]
        rules = rulesets.current_rules(db.session, actor(), self.sheet.id)
        return form.offer(rules, Table(names, self.sheet.next_dealer, self.sheet.next_sitters))

    @property
    def turns(self) -> list[tuple[int, tuple[int, ...]]]:
        """Who deals and who sits out in the next games, by seat, once round the table: for who has no network."""
        players = self.sheet.players
        dealers = [(self.sheet.next_dealer + step) % players for step in range(players)]
        return [(dealer, sitters(players, dealer, self.sheet.pattern)) for dealer in dealers]

    def fresh(self) -> EntryForm:
        """Give an empty form for the next game."""
        return self.offer(EntryForm(formdata=None)).preset()

    def named(self, key: str) -> RecordedGame | None:
        """Give the game of this sheet that the address names."""
        return next((game for game in self.sheet.games if str(game.uuid) == request.args.get(key)), None)

    @property
    def closed(self) -> str:
        """Say what became of the Stock when the evening ended; "" where nothing did."""
        if self.sheet.closed is None:
            return ""
        return wording.stock_closed(self.sheet.closed, short_names(self.evening.called), self.evening.unit, _)

    def said(self, game: RecordedGame) -> str:
        """Say what was just done with a game."""
        if game.uuid in self.sheet.replaced:
            return _("Spiel %(number)d ist korrigiert.", number=game.number)
        if not game.stands:
            return _("Spiel %(number)d ist storniert.", number=game.number)
        names, rules = self.names(game.number), self.evening.rule_sets[game.rule_set].rules
        before = self.sheet.before(game)
        if before is not None:
            said = changes(names, before, game, rules)
            return _("Spiel %(number)d korrigiert: %(said)s.", number=game.number, said=said)
        said = in_words(names, game, rules)
        return _("Spiel %(number)d eingetragen: %(said)s", number=game.number, said=said)

    def again(
        self, form: EntryForm, status: int, findings: Iterable[Finding] = (), questions: Collection[Finding] = ()
    ) -> Response:
        """Show a form that was refused, with everything that was typed."""
        self.offer(form).show(findings)
        return self.page(form, status, questions)

    def overtaken(self, form: EntryForm, text: str) -> Response:
        """Show a form that came too late; dealer and sitters are those of the game that is next now."""
        self.offer(form).turn().top.append(text)
        return self.page(form, 409)

    def bock(self, rules: RuleSet) -> str:
        """Say what the Bock makes of the next game; "" where it counts once."""
        if not has_bock(rules):
            return ""
        bock = state_before(self.sheet, self.evening.rule_sets, self.sheet.next_number).bock
        if bock.factor == 1:
            return ""
        return _("Bock: dieses Spiel zählt %(factor)d-fach, offen sind %(left)d.", factor=bock.factor, left=bock.left)

    def page(
        self, form: EntryForm, status: int = 200, questions: Collection[Finding] = (), version: str = ""
    ) -> Response:
        """Show the sheet around a form; `questions` are what the rules want to have confirmed.

        `version` is how far the sheet was before it was read; a page that does not know it looks again at once.
        """
        asked = [wording.message(finding, _, form.table.names) for finding in questions]
        short, games = short_names(self.evening.called), listed(self.sheet)
        shown = games if request.args.get(ALL) else games[:NEWEST]
        html = render_template(
            "sheet.html",
            book=self,
            evening=self.evening,
            sheet=self.sheet,
            form=form,
            rules=form.rules,
            totals=self.sheet.totals(),
            sides=side_views(self.evening, self.sheet, _),
            short=short,
            lines=lines(self.evening, self.sheet, shown, timezone()),
            played=len(games),
            newest=NEWEST,
            last_round=last_round(self.sheet, short),
            seated=",".join(map(str, self.sheet.sitting)),
            questions=asked,
            bock=self.bock(form.rules),
            action=url_for("sheets.record", sheet_id=self.sheet.id),
            submit=_("Eintragen"),
            done=self.named("spiel"),
            accept=" ".join(finding.code for finding in questions),
            writable=self.evening.ended is None or status != 200,
            closed=self.closed,
            every=EVERY,
            version=version,
        )
        return make_response(html, status)
