"""The sheet of a table: recording games, looking at one, taking one back."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID, uuid4

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange import parse_game
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.names import short_names
from scorebook.rules import Finding
from scorebook.services import RefusedError, access, cancelling, evenings, recording, rulesets
from scorebook.store.db import db
from scorebook.web.answers import Answers
from scorebook.web.entry_form import EntryForm, Table
from scorebook.web.evening_form import ReasonForm
from scorebook.web.history import changes, history
from scorebook.web.lines import in_words, lines
from scorebook.web.refusals import accepted, not_written
from scorebook.web.security import checks_itself, token_holds
from scorebook.web.texts import gettext as _

blueprint = Blueprint("sheets", __name__)


@dataclass(frozen=True, slots=True)
class Book:
    """A sheet with its evening, as the pages need them together."""

    evening_id: int
    evening: Evening
    sheet: Sheet

    @classmethod
    def of(cls, sheet_id: int) -> "Book":
        """Read a sheet. Raises `NotFoundError` for one that is not there."""
        actor = access.local_actor(db.session)
        evening_id = evenings.evening_of_sheet(db.session, actor, sheet_id)
        evening = evenings.load_evening(db.session, actor, evening_id)
        return cls(evening_id, evening, next(sheet for sheet in evening.sheets if sheet.id == sheet_id))

    def names(self, number: int) -> list[str]:
        """Give the names at the table in game `number`, by seat."""
        return [self.evening.name_of(person) for person in self.sheet.people_at(number)]

    def offer(self, form: EntryForm) -> EntryForm:
        """Give a form the choices that this table has for its next game."""
        short = short_names(self.evening.names)
        names = [short[person] for person in self.sheet.people_at(self.sheet.next_number)]
        rules = rulesets.current_rules(db.session, access.local_actor(db.session), self.sheet.id)
        return form.offer(rules, Table(names, self.sheet.next_dealer, self.sheet.next_sitters))

    def named(self, key: str) -> RecordedGame | None:
        """Give the game of this sheet that the address names."""
        return next((game for game in self.sheet.games if str(game.uuid) == request.args.get(key)), None)

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

    def page(self, form: EntryForm, status: int = 200, questions: Collection[Finding] = ()) -> Response:
        """Show the sheet around a form; `questions` are what the rules want to have confirmed."""
        asked = [wording.message(finding, _, form.table.names) for finding in questions]
        html = render_template(
            "sheet.html",
            book=self,
            evening=self.evening,
            sheet=self.sheet,
            form=form,
            rules=form.rules,
            totals=self.sheet.totals(),
            short=short_names(self.evening.names),
            lines=lines(self.evening, self.sheet),
            questions=asked,
            done=self.named("spiel"),
            accept=" ".join(finding.code for finding in questions),
            writable=self.evening.ended is None or status != 200,
        )
        return make_response(html, status)


@blueprint.get("/listen/<int:sheet_id>")
def show(sheet_id: int) -> Response:
    """The sheet with a fresh form, or with one filled like the game that `vorlage` names.

    `spiel` names a game of which to say what was just done.
    """
    book = Book.of(sheet_id)
    form = book.offer(EntryForm(formdata=None))
    model = book.named("vorlage")
    return book.page(form.fill(model.game) if model else form.preset())


@blueprint.post("/listen/<int:sheet_id>/spiele")
@checks_itself
def record(sheet_id: int) -> BaseResponse:
    """Record a game. Refused, the page comes again, with the reasons at their fields and everything that was typed."""
    answers = Answers(request.form)
    if any(answers.wrong()) or not token_holds():
        form = EntryForm(formdata=request.form)
        form.complete(answers)
        return Book.of(sheet_id).again(form, 400 if form.stale else 422)
    try:
        done = _record(sheet_id, answers)
    except (ScorebookError, DBAPIError) as error:
        return not_written(Book.of(sheet_id), EntryForm(formdata=request.form), error)
    if done.differs:
        form = EntryForm(formdata=request.form)
        form.uuid.data = uuid4()
        return Book.of(sheet_id).overtaken(form, _("Dieses Formular ist schon eingetragen. Ist das ein neues Spiel?"))
    sheet = request.script_root + request.path.removesuffix("/spiele")
    return redirect(f"{sheet}?spiel={done.game.uuid}", 303)


def _record(sheet_id: int, answers: Answers) -> recording.Recorded:
    """Record a game. Neither form nor sheet is built for it: a game that goes through takes the shortest way."""
    return recording.record_game(
        db.session,
        access.local_actor(db.session),
        sheet_id,
        answers.uuid,
        parse_game(answers.game()),
        after_number=answers.after_number,
        accept=accepted(),
    )


@blueprint.get("/spiele/<uuid:uuid>")
def game(uuid: UUID) -> Response:
    """One game: the sum in words, its history, and the form that takes it back."""
    return _game_page(uuid, ReasonForm(formdata=None))


@blueprint.post("/spiele/<uuid:uuid>/stornieren")
@checks_itself
def cancel(uuid: UUID) -> BaseResponse:
    """Take a game back, with a reason."""
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return _game_page(uuid, form, 400)
    try:
        done = cancelling.cancel_game(db.session, access.local_actor(db.session), uuid, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _game_page(uuid, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _game_page(uuid, form, 409)
    return redirect(url_for("sheets.show", sheet_id=done.sheet_id, spiel=uuid), 303)


def _game_page(uuid: UUID, form: ReasonForm, status: int = 200) -> Response:
    actor = access.local_actor(db.session)
    book = Book.of(evenings.sheet_of_game(db.session, actor, uuid))
    recorded = next(game for game in book.sheet.games if game.uuid == uuid)
    rules = book.evening.rule_sets[recorded.rule_set].rules
    names = book.names(recorded.number)
    html = render_template(
        "game.html",
        book=book,
        evening=book.evening,
        recorded=recorded,
        rules=rules,
        names=names,
        form=form,
        history=history(book.evening, book.sheet, recorded.number),
        current=book.sheet.versions(recorded.number)[-1],
        name=wording.game_name(recorded.game, _),
        who=wording.who(recorded.game, names, recorded.score),
        extras=wording.extras(recorded.game, recorded.score, rules, names, _),
        sum=wording.sum_in_words(recorded.score, rules.unit, _),
    )
    return make_response(html, status)
