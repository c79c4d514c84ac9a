"""The page that corrects a game: the form that recorded it, filled, with a reason."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import lazy_gettext
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField

from scorebook import wording
from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange import parse_game
from scorebook.ledger.evening import RecordedGame
from scorebook.reports.names import short_names
from scorebook.rules import Finding
from scorebook.services import access, correcting, evenings
from scorebook.services.locked import require_current
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.web.answers import Answers
from scorebook.web.entry_form import EntryForm, Table
from scorebook.web.refusals import accepted, not_written
from scorebook.web.security import checks_itself, token_holds
from scorebook.web.sheets import Book
from scorebook.web.texts import gettext as _

blueprint = Blueprint("correcting", __name__)


class CorrectForm(EntryForm):
    """A game as it should have been entered, and why it was not."""

    reason = StringField(lazy_gettext("Warum?"))


@dataclass(frozen=True, slots=True)
class Place:
    """The game that is to be corrected, on its sheet."""

    book: Book
    old: RecordedGame

    @classmethod
    def of(cls, uuid: UUID) -> "Place":
        """Read it. Raises `NotFoundError` for a game that is not there."""
        book = Book.of(evenings.sheet_of_game(db.session, access.local_actor(db.session), uuid))
        return cls(book, next(game for game in book.sheet.games if game.uuid == uuid))

    def offer(self, form: EntryForm) -> EntryForm:
        """Give the form the choices that the table had at that game."""
        short = short_names(self.book.evening.names)
        names = [short[person] for person in self.book.sheet.people_at(self.old.number)]
        rules = self.book.evening.rule_sets[self.old.rule_set].rules
        dealer = self.book.sheet.first_dealer if self.old.game.dealer is None else self.old.game.dealer
        return form.offer(rules, Table(names, dealer, self.old.game.sitting_out))

    def filled(self) -> EntryForm:
        """Give the form with the game in it; what it cannot show is asked for again."""
        form = self.offer(CorrectForm(formdata=None)).fill(self.old.game)
        count = self.old.game.klopfer
        if isinstance(count, int) and count and "klopfer" in form:
            form.show([Finding("klopfer.names", "klopfer", {"count": count})])
        return form

    def again(
        self, form: EntryForm, status: int, findings: Iterable[Finding] = (), questions: Collection[Finding] = ()
    ) -> Response:
        """Show a form that was refused, with everything that was typed."""
        self.offer(form).show(findings)
        return self.page(form, status, questions)

    def overtaken(self, form: EntryForm, text: str) -> Response:
        """Show a form that came too late."""
        form.top.append(text)
        return self.page(self.offer(form), 409)

    def page(self, form: EntryForm, status: int = 200, questions: Collection[Finding] = ()) -> Response:
        """Show the form; `questions` are what the rules want to have confirmed."""
        html = render_template(
            "correct.html",
            evening=self.book.evening,
            sheet=self.book.sheet,
            old=self.old,
            form=form,
            rules=form.rules,
            questions=[wording.message(finding, _, form.table.names) for finding in questions],
            accept=" ".join(finding.code for finding in questions),
        )
        return make_response(html, status)


@blueprint.get("/spiele/<uuid:uuid>/korrigieren")
def show(uuid: UUID) -> Response:
    """The form, filled with the game as it is. Raises `ConflictError` for one that cannot be corrected any more."""
    place = Place.of(uuid)
    require_current(place.book.sheet, place.old)
    if place.book.evening.ended is not None:
        raise ConflictError(ENDED)
    return place.page(place.filled())


@blueprint.post("/spiele/<uuid:uuid>/korrigieren")
@checks_itself
def correct(uuid: UUID) -> BaseResponse:
    """Correct a game. Refused, the page comes again, with the reasons at their fields and everything that was typed."""
    answers = Answers(request.form)
    form = CorrectForm(formdata=request.form)
    if any(answers.wrong()) or not token_holds():
        form.complete(answers)
        return Place.of(uuid).again(form, 400 if form.stale else 422)
    try:
        done = _correct(uuid, answers, form.reason.data or "")
    except (ScorebookError, DBAPIError) as error:
        return not_written(Place.of(uuid), form, error)
    if done.differs:
        return Place.of(uuid).overtaken(form, _("Diese Korrektur steht schon in der Liste."))
    return redirect(url_for("sheets.show", sheet_id=done.sheet_id, spiel=done.game.uuid), 303)


def _correct(uuid: UUID, answers: Answers, reason: str) -> correcting.Corrected:
    return correcting.correct_game(
        db.session,
        access.local_actor(db.session),
        uuid,
        answers.uuid,
        parse_game(answers.game()),
        reason,
        accept=accepted(),
    )
