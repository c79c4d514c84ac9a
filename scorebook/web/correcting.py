"""The page that corrects a game: the form that recorded it, filled, with a reason."""

from uuid import UUID

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField

from scorebook.errors import ConflictError
from scorebook.exchange import game_json, parse_game
from scorebook.reports.names import short_names
from scorebook.rules import Finding, Game
from scorebook.services import correcting, evenings
from scorebook.services.access import Action
from scorebook.services.locked import require_current
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.web.answers import Answers
from scorebook.web.book import Book
from scorebook.web.changing import ChangePage, sent
from scorebook.web.entry_form import EntryForm, Table
from scorebook.web.refusals import accepted
from scorebook.web.ruled import with_ruling
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.texts import lazy_gettext
from scorebook.web.visitor import actor, needs, only

blueprint = Blueprint("correcting", __name__)


class CorrectForm(EntryForm):
    """A game as it should have been entered, and why it was not."""

    reason = StringField(lazy_gettext("Warum?"))


class Place(ChangePage):
    """The game that is to be corrected, on its list."""

    form_type = CorrectForm
    detour = "korrigieren"

    @classmethod
    def of(cls, uuid: UUID) -> "Place":
        """Read it. Raises `NotFoundError` for a game that is not there."""
        return cls(*Book.with_game(uuid))

    def offer(self, form: EntryForm) -> EntryForm:
        """Give the form the choices that the table had at that game."""
        short, old = short_names(self.book.evening.called), self.beside
        names = [short[person] for person in self.book.sheet.people_at(old.number)]
        rules = self.book.evening.rule_sets[old.rule_set].rules
        dealer = self.book.sheet.first_dealer if old.game.dealer is None else old.game.dealer
        return form.offer(rules, Table(names, dealer, old.game.sitting_out))

    def fresh(self) -> EntryForm:
        """Give the form with the game in it; what it cannot show is asked for again."""
        form = self.offer(CorrectForm(formdata=None)).fill(self.beside.game)
        count = self.beside.game.klopfer
        if isinstance(count, int) and count and "klopfer" in form:
            form.show([Finding("klopfer.names", "klopfer", {"count": count})])
        return form

    def texts(self) -> dict[str, str]:
        """What stands around the form."""
        return {
            "title": _("Spiel %(number)d korrigieren", number=self.beside.number),
            "about": _("Die alte Fassung bleibt lesbar. Es gilt der Preis von damals."),
            "action": url_for("correcting.correct", uuid=self.beside.uuid),
            "submit": _("Korrigieren"),
        }


@blueprint.get("/spiele/<uuid:uuid>/korrigieren")
@needs(Action.CORRECT)
def show(uuid: UUID) -> Response:
    """The form, filled with the game as it is, and as the referee ruled.

    Raises `ConflictError` for one that cannot be corrected any more.
    """
    place = Place.of(uuid)
    only(Action.CORRECT, place.book.evening_id, place.book.sheet.id)
    require_current(place.book.sheet, place.beside)
    if place.book.evening.ended is not None:
        raise ConflictError(ENDED)
    return place.page(with_ruling(place.fresh()))


@blueprint.post("/spiele/<uuid:uuid>/korrigieren")
@needs(Action.CORRECT)
@checks_itself
def correct(uuid: UUID) -> BaseResponse:
    """Correct a game. Refused, the page comes again, with the reasons at their fields and everything that was typed."""
    form = CorrectForm(formdata=request.form)
    done = sent(lambda: Place.of(uuid), form, lambda answers: _correct(uuid, answers, form.reason.data or ""))
    if isinstance(done, Response):
        return done
    if done.differs:
        return Place.of(uuid).overtaken(form, _("Diese Korrektur steht schon in der Liste."))
    return redirect(url_for("sheets.show", sheet_id=done.sheet_id, spiel=done.game.uuid), 303)


def _correct(uuid: UUID, answers: Answers, reason: str) -> correcting.Corrected:
    """Correct the game; what the form cannot ask about stays as it was."""
    who = actor()
    old = evenings.find_game(db.session, who, uuid)
    return correcting.correct_game(
        db.session,
        who,
        uuid,
        answers.uuid,
        parse_game(_completed(answers.game(), old.recorded.game)),
        reason,
        accept=accepted(),
    )


def _completed(answered: dict[str, object], old: Game) -> dict[str, object]:
    """Add what the form has no question for: who gave each Stoß, as long as it is the same game."""
    before = game_json(old)
    same = all(answered.get(key) == before.get(key) for key in ("contract", "declarer", "partner", "suit"))
    given = before.get("stoss")
    if same and isinstance(given, list) and answered.get("stoss") == len(given):
        answered["stoss"] = given
    return answered
