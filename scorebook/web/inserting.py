"""Putting a forgotten game in before another."""

from uuid import UUID, uuid4

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.exchange import parse_game
from scorebook.ledger.consequences import state_before
from scorebook.ledger.evening import sitters
from scorebook.reports.names import short_names
from scorebook.services import inserting
from scorebook.services.access import Action
from scorebook.services.recording import Recorded
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.web.answers import Answers
from scorebook.web.book import Book
from scorebook.web.changing import ChangePage, sent
from scorebook.web.entry_form import EntryForm, Table
from scorebook.web.refusals import accepted
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs, only

blueprint = Blueprint("inserting", __name__)


class Gap(ChangePage):
    """The place before a game of a list."""

    detour = "davor"

    @classmethod
    def before(cls, uuid: UUID) -> "Gap":
        """Read it. Raises `NotFoundError` for a game that is not there."""
        return cls(*Book.with_game(uuid))

    def offer(self, form: EntryForm) -> EntryForm:
        """Give the form the choices that the table had there."""
        sheet, evening = self.book.sheet, self.book.evening
        like, short = sheet.like(self.beside.number), short_names(evening.called)
        people = sheet.people_at(like.number)
        dealer = state_before(sheet, evening.rule_sets, self.beside.number).dealer(people)
        table = Table([short[person] for person in people], dealer, sitters(len(people), dealer, sheet.pattern))
        return form.offer(evening.rule_sets[like.rule_set].rules, table)

    def fresh(self) -> EntryForm:
        """Give an empty form."""
        return self.offer(EntryForm(formdata=None)).preset()

    def texts(self) -> dict[str, str]:
        """What stands around the form."""
        return {
            "title": _("Vergessenes Spiel vor Spiel %(number)d", number=self.beside.number),
            "about": _("Es kommt an seinen Platz, die späteren zählen eins weiter. Es gilt der Preis von damals."),
            "action": url_for("inserting.insert", uuid=self.beside.uuid),
            "submit": _("Nachtragen"),
        }


@blueprint.get("/spiele/<uuid:uuid>/davor")
@needs(Action.CORRECT)
def show(uuid: UUID) -> Response:
    """An empty form. Raises `ConflictError` where the evening has ended."""
    gap = Gap.before(uuid)
    only(Action.CORRECT, gap.book.evening_id, gap.book.sheet.id)
    if gap.book.evening.ended is not None:
        raise ConflictError(ENDED)
    return gap.page(gap.fresh())


@blueprint.post("/spiele/<uuid:uuid>/davor")
@needs(Action.CORRECT)
@checks_itself
def insert(uuid: UUID) -> BaseResponse:
    """Put the game in. Refused, the page comes again, with the reasons at their fields and all that was typed."""
    form = EntryForm(formdata=request.form)
    done = sent(lambda: Gap.before(uuid), form, lambda answers: _insert(uuid, answers))
    if isinstance(done, Response):
        return done
    gap = Gap.before(uuid)
    if done.differs:
        form.uuid.data = uuid4()
        return gap.overtaken(form, _("Dieses Formular ist schon eingetragen. Ist das ein neues Spiel?"))
    return redirect(url_for("sheets.show", sheet_id=gap.book.sheet.id, spiel=done.game.uuid), 303)


def _insert(uuid: UUID, answers: Answers) -> Recorded:
    return inserting.insert_game(
        db.session,
        actor(),
        uuid,
        answers.uuid,
        parse_game(answers.game()),
        after_number=answers.after_number,
        accept=accepted(),
    )
