"""Cards for a game that is recorded: held against what was entered, and attached by a correction."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError, ScorebookError
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Game, RuleSet, Suit
from scorebook.rules.comparison import Comparison, compare, loser_of
from scorebook.rules.game import CalledRank
from scorebook.rules.play import CALLING
from scorebook.services import ConfirmError, RefusedError, correcting
from scorebook.services.access import Action
from scorebook.services.later import LaterError
from scorebook.services.locked import require_current
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.store.health import storage_error
from scorebook.web.book import Book
from scorebook.web.cards_form import CardsForm
from scorebook.web.history import changes
from scorebook.web.later import Later, in_words
from scorebook.web.refusals import accepted
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.texts import speak_of
from scorebook.web.visitor import actor, needs, only
from scorebook.wording.comparison import compared_in_words

blueprint = Blueprint("attaching", __name__)

ASKED = {"called": "called", "called_rank": "called", "loser": "loser"}
"""What the page asks besides the cards, and at which field it stands."""


@dataclass
class Attaching:
    """A recorded game, the cards that were sent for it, and what came of holding them against each other."""

    book: Book
    recorded: RecordedGame
    cards: CardsForm
    found: Comparison | None = None

    def __post_init__(self) -> None:
        """Call the cards as the table did."""
        speak_of(self.rules.words.cards)

    @property
    def rules(self) -> RuleSet:
        """The rules by which the game was recorded."""
        return self.book.evening.rule_sets[self.recorded.rule_set].rules

    @property
    def names(self) -> list[str]:
        """Who sat there, by seat."""
        return self.book.names(self.recorded.number)

    @property
    def calls(self) -> bool:
        """Whether the game needs to know which Sau was called."""
        return self.recorded.game.contract in CALLING

    @property
    def called(self) -> str:
        """The called Sau as it was answered here, else as it was recorded; "" where nobody said."""
        known = self.recorded.game.called or ""
        return request.form.get("called", str(known)) if self.calls else ""

    @property
    def calls_ten(self) -> bool:
        """Whether the called card may be a Zehn."""
        return self.calls and self.rules.called_ten

    @property
    def ten(self) -> bool:
        """Whether it is one, as it was answered here, else as it was recorded."""
        recorded = self.recorded.game.called_rank is CalledRank.ZEHN
        return bool(self.cards.called_rank.data) if request.form else recorded

    @property
    def asks_loser(self) -> bool:
        """Whether the game may need to know who lost: cards that stop early do not say it, and nobody else did."""
        game = self.recorded.game
        return "loser" in game.traits.keys and game.loser is None

    @property
    def loser(self) -> str:
        """Who lost, as it was answered here, else as it was booked; "" where that is not one."""
        booked = loser_of(self.recorded.game, self.recorded.score)
        return request.form.get("loser", "" if booked is None else str(booked)) if self.asks_loser else ""

    def require_allowed(self) -> None:
        """Raise `ForbiddenError` for somebody who may not attach cards."""
        only(Action.CORRECT, self.book.evening_id, self.book.sheet.id)

    def require_open(self) -> None:
        """Raise `ConflictError` for a game that cannot be corrected any more."""
        require_current(self.book.sheet, self.recorded)
        if self.book.evening.ended is not None:
            raise ConflictError(ENDED)

    def read(self) -> Comparison | None:
        """Hold the cards against the game; None where something is wrong with them, with the reasons at their lines."""
        game = self._answered()
        if self.calls and game.called is None:
            self.cards.called.errors = [_("Welche Sau ist gerufen?")]
            self.cards.complete()
            return None
        whole = self.cards.read(game, self.rules, self.names)
        if whole is None:
            return None
        found = compare(whole, self.recorded.score, self.rules)
        others = self.cards.refuse(found.errors, self.names)
        for finding in others:
            text = wording.message(finding, _, self.names)
            field = self.cards[ASKED[finding.field]] if finding.field in ASKED else None
            if field is None or (field is self.cards.loser and not self.asks_loser):
                self.cards.top.append(text)
            else:
                field.errors = [*field.errors, text]
        self.found = None if found.errors or found.assessment.score is None else found
        return self.found

    def _answered(self) -> Game:
        """Give the game with what is answered here."""
        game, values = self.recorded.game, dict[str, Any]()
        if self.called in set(Suit):
            values["called"] = Suit(self.called)
        if self.calls_ten:
            values["called_rank"] = CalledRank.ZEHN if self.ten else CalledRank.SAU
        if self.loser in set(map(str, game.active)):
            values["loser"] = int(self.loser)
        return replace(game, given=game.given | values.keys(), **values) if values else game

    def changed(self) -> str:
        """Say what becomes another when the cards hold."""
        if self.found is None or self.found.assessment.score is None:
            return ""
        after = replace(self.recorded, game=self.found.game, score=self.found.assessment.score)
        return changes(self.names, self.recorded, after, self.rules)

    def attach(self) -> correcting.Corrected:
        """Correct the game by its cards. Raises what `correct_game` raises."""
        found, reason = self.found, self.cards.reason.data or ""
        if found is None:
            raise RefusedError(())
        if not self.needs_reason and not reason.strip():
            reason = _("Karten dazu")
        who, uuid = actor(), self.cards.cards_uuid.data
        return correcting.correct_game(db.session, who, self.recorded.uuid, uuid, found.game, reason, accept=accepted())

    @property
    def needs_reason(self) -> bool:
        """Whether the cards say otherwise than was entered, or change what was paid."""
        found = self.found
        if found is None or found.assessment.score is None:
            return False
        return found.differs or found.assessment.score.payouts != self.recorded.score.payouts

    def page(self, status: int = 200, later: Later | None = None) -> Response:
        """Show the form of the cards, and what came of them."""
        found, names = self.found, self.names
        asked = () if found is None else found.assessment.warnings
        html = render_template(
            "attach_cards.html",
            evening=self.book.evening,
            sheet=self.book.sheet,
            recorded=self.recorded,
            rules=self.rules,
            names=names,
            cards=self.cards,
            form=self.cards,
            page=self,
            rows=[] if found is None else [(row.differs, *compared_in_words(row, _, names)) for row in found.rows],
            questions=[wording.message(finding, _, names) for finding in asked],
            accept=" ".join(dict.fromkeys(finding.code for finding in asked)),
            accepted=accepted(),
            later=later,
            name=wording.game_name(self.recorded.game, _),
            who=wording.who(self.recorded.game, names, self.recorded.score),
        )
        return make_response(html, status)


@blueprint.get("/spiele/<uuid:uuid>/karten")
@needs(Action.CORRECT)
def show(uuid: UUID) -> Response:
    """The form, with the cards that the game has already."""
    page = Attaching(*Book.with_game(uuid), CardsForm(formdata=None))
    page.require_allowed()
    page.require_open()
    if page.recorded.game.protocol is not None:
        page.cards.show_protocol(page.recorded.game.protocol)
    return page.page()


@blueprint.post("/spiele/<uuid:uuid>/karten")
@needs(Action.CORRECT)
@checks_itself
def attach(uuid: UUID) -> BaseResponse:
    """Hold cards against the game, or attach them. Refused, the page comes again with everything that was typed."""
    page = Attaching(*Book.with_game(uuid), CardsForm(formdata=request.form))
    page.require_allowed()
    page.cards.file.data = request.files.get("file")
    if not page.cards.validate():
        return page.page(400)
    if page.read() is None:
        return page.page(422)
    return _attached(page) if request.form.get("tun") == "anhaengen" else page.page()


def _attached(page: Attaching) -> BaseResponse:
    """Attach the cards that were read."""
    try:
        done = page.attach()
    except LaterError as error:
        return page.page(422, in_words(page.book, error))
    except (ScorebookError, DBAPIError) as error:
        return page.page(_refused(page, error))
    if done.differs:
        page.cards.top.append(_("Diese Korrektur steht schon in der Liste."))
        return page.page(409)
    return redirect(url_for("sheets.show", sheet_id=done.sheet_id, spiel=done.game.uuid), 303)


def _refused(page: Attaching, error: ScorebookError | DBAPIError) -> int:
    """Say on the form why nothing was written, and give the status of that; raise what is not about the form."""
    match error:
        case ConfirmError():  # the page asks
            return 422
        case RefusedError():
            for finding in error.findings:
                text = wording.message(finding, _, page.names)
                if finding.field == "reason":
                    page.cards.reason.errors = [text]
                else:
                    page.cards.top.append(text)
            return 422
        case ConflictError():
            page.cards.top.append(error.told(_))
            return 409
    unusable = storage_error(error) if isinstance(error, DBAPIError) else None
    if unusable is None:
        raise error
    page.cards.top.append(unusable.told(_))
    return 503
