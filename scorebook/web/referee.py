"""The referee: somebody says that a rule was broken, and the table wants to know. By itself, of a sheet, of a game."""

from typing import Any
from uuid import UUID

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.exchange import ShapeError
from scorebook.reports.ruling import Decision, fallen, page
from scorebook.rules.cardset import cards_in
from scorebook.rules.findings import Report
from scorebook.rules.referee import RuledPly, Ruling, rule_on
from scorebook.services.access import Action
from scorebook.web.court import NAME, Court, alone, of_game, of_sheet
from scorebook.web.printing import printed
from scorebook.web.referee_form import DECIDING, Case, RefereeForm
from scorebook.web.texts import gettext as _
from scorebook.web.texts import speak_of
from scorebook.web.visitor import needs, only, public
from scorebook.wording.rulings import Speaker, reason_of

blueprint = Blueprint("referee", __name__)


class Hearing:
    """One request: the form as it was sent, and the ruling on it, None where there is none yet or cannot be one."""

    def __init__(self, court: Court) -> None:
        speak_of(court.rules.words.cards)
        self.court = court
        self.data = MultiDict(request.args) if "tricks" in request.args else court.asked
        self.form = RefereeForm(formdata=self.data).offer(court.rules, court.names)
        self.speaker = Speaker(court.names, court.rules, court.title, _)
        self.case: Case | None = None
        self.ruling: Ruling | None = None
        if "tricks" in self.data:
            self._hear()

    def _hear(self) -> None:
        try:
            case = self.form.case()
        except ShapeError as error:
            self.form.show(error.findings)
            return
        report = Report()
        ruling = rule_on(case.game, self.court.rules, case.tricks, case.hands, report)
        self.form.show(report.errors)
        if ruling is not None and not self.form.tricks.errors:
            self.case, self.ruling = case, ruling

    @property
    def one(self) -> RuledPly | None:
        """The card that the decision is about: the chosen one of those that broke a rule, else the first."""
        broken = self.ruling.broken if self.ruling else ()
        return next((one for one in broken if str(one.ply) == self.form.ply.data), broken[0] if broken else None)

    def page(self) -> Response:
        """Show the form, and the ruling above it."""
        self._preset()
        form, ruling = self.form, self.ruling
        html = render_template(
            "referee.html",
            court=self.court,
            form=form,
            ruling=ruling,
            one=self.one,
            speaker=self.speaker,
            tricks=fallen(ruling, self.speaker) if ruling else (),
            allowed=cards_in(ruling.legal or 0) if ruling else (),
            names=self.court.rules.words.cards,
            kept=[(name, text) for name, text in self.data.items(multi=True) if name not in DECIDING],
            contract=self.case and self.case.game.contract,
            refusal=self.court.refusal(self.case.game.contract) if self.case else "",
        )
        return make_response(html, 422 if any(form.wrong()) or form.top else 200)

    def _preset(self) -> None:
        """Choose the breach that the ruling is about; only who played can have played wrong."""
        ruling, one = self.ruling, self.one
        if self.case is not None:
            self.form.only(self.case.game.active)
        if ruling is not None and one is not None:
            self.form.decide([(other.ply, self.speaker.wrong(other, ruling)) for other in ruling.broken], one.ply)

    @property
    def decided(self) -> tuple[str, str]:
        """Who played wrong and what was wrong: as was decided, else as it is proved."""
        one, form = self.one, self.form
        seat, reason = form.seat.data or "", self.data.get("reason", "")
        if one is None or one.rule is None:
            return seat, reason
        return seat or str(one.seat), reason or reason_of(one.rule, _)

    def paper(self) -> Response:
        """Print the ruling; without one show the page, which says why there is none."""
        if self.ruling is None or self.case is None:
            return self.page()
        judge = " ".join((self.form.judge.data or "").split())[:NAME]
        decision = Decision(self.case.game, self.one, self.court.where, judge, self.court.day)
        return printed(page(self.ruling, decision, self.speaker), _("Schiedsrichter"))

    def enter(self) -> BaseResponse:
        """Go on to where it is entered: the correction of the game, or the form of the next one; both filled."""
        court, form = self.court, self.form
        if court.book is not None:
            only(court.action, court.book.evening_id, court.book.sheet.id)
        if self.case is None:
            return self.page()
        refusal, judge = court.refusal(self.case.game.contract), " ".join((form.judge.data or "").split())
        if refusal:
            form.top.append(refusal)
        if not judge:
            form.judge.errors = [_("Wer hat entschieden?")]
        seat, reason = self.decided
        if seat not in set(map(str, self.case.game.active)):
            form.seat.errors = [_("Wer hat falsch gespielt?")]
        if not reason:
            form.reason.errors = [_("Was war falsch?")]
        if form.top or any(form.wrong()):
            return self.page()
        said = wording.revoke_reason(reason, _)
        if court.recorded is not None:
            why = _("Schiedsrichter %(name)s: %(reason)s", name=judge, reason=said)
            ruled = {"revoke": seat, "revoke_reason": reason, "reason": why}
            return redirect(url_for("correcting.show", uuid=court.recorded.uuid, _external=False, **ruled), 303)
        why = _("%(reason)s, Schiedsrichter %(name)s", name=judge, reason=said)
        return redirect(url_for("sheets.show", **court.args, **self._answers(), revoke=seat, revoke_reason=why), 303)

    def _answers(self) -> dict[str, Any]:
        """What the form of the next game can take over."""
        form, game = self.form, self.case.game if self.case else None
        if game is None or self.ruling is None:
            return {}
        contract = f"{game.contract}-{game.suit}" if game.suit else game.contract.value
        owner = [seat for seat, hand in enumerate(self.ruling.evidence.certain) if hand & self.ruling.end.table.called]
        said: dict[str, Any] = {"who": form.declarer.data, "contract": contract, "called": game.called}
        said |= {"partner": owner[0] if owner else game.partner}
        if game.sitting_out:
            said["sitting_out"] = list(game.sitting_out)
        return {key: value for key, value in said.items() if value not in (None, "")}


@blueprint.get("/schiedsrichter")
@public
def ask_alone() -> Response:
    """Ask without a sheet."""
    return Hearing(alone()).page()


@blueprint.get("/schiedsrichter.pdf")
@public
def paper_alone() -> Response:
    """The ruling as a paper."""
    return Hearing(alone()).paper()


@blueprint.get("/listen/<int:sheet_id>/schiedsrichter")
@needs(Action.READ)
def ask_sheet(sheet_id: int) -> Response:
    """Ask about the game that is being played."""
    return Hearing(of_sheet(sheet_id)).page()


@blueprint.get("/listen/<int:sheet_id>/schiedsrichter.pdf")
@needs(Action.READ)
def paper_sheet(sheet_id: int) -> Response:
    """The ruling as a paper."""
    return Hearing(of_sheet(sheet_id)).paper()


@blueprint.get("/listen/<int:sheet_id>/schiedsrichter/eintragen")
@needs(Action.RECORD)
def enter_sheet(sheet_id: int) -> BaseResponse:
    """Take the ruling over into the form of the next game."""
    return Hearing(of_sheet(sheet_id)).enter()


@blueprint.get("/spiele/<uuid:uuid>/schiedsrichter")
@needs(Action.READ)
def ask_game(uuid: UUID) -> Response:
    """Ask about a game of a list."""
    return Hearing(of_game(uuid)).page()


@blueprint.get("/spiele/<uuid:uuid>/schiedsrichter.pdf")
@needs(Action.READ)
def paper_game(uuid: UUID) -> Response:
    """The ruling as a paper."""
    return Hearing(of_game(uuid)).paper()


@blueprint.get("/spiele/<uuid:uuid>/schiedsrichter/eintragen")
@needs(Action.CORRECT)
def enter_game(uuid: UUID) -> BaseResponse:
    """Take the ruling over into the correction of the game."""
    return Hearing(of_game(uuid)).enter()
