"""The prizes of a tournament: who gets what, goods chosen in the order of ranks, money handed out; and its end."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import HiddenField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.league.tournament.entries import CashMoved, GoodsChosen
from scorebook.reports.tournament.prize_list import CashView, PrizeList, cash_view, prize_list
from scorebook.services.access import Action
from scorebook.services.tournament import prizing as services
from scorebook.services.tournament.all_papers import prizes_paper
from scorebook.services.tournament.prizing import Prizing, TeamShare
from scorebook.store.db import db
from scorebook.web.answers import PERSON
from scorebook.web.fields import ChoiceField, FreshUuid, ListField
from scorebook.web.page_form import PageForm
from scorebook.web.printing import printed
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.tournament.places import see
from scorebook.web.tournament.places import show as shown
from scorebook.web.tournament.steps import refused
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_prizes", __name__, url_prefix="/turniere/<int:tournament_id>")


class EndForm(PageForm):
    """What the page of prizes may send: each step uses some of it."""

    uuid = FreshUuid()
    player = ListField(_("Wer?"), choices=[])
    goods = ChoiceField(_("Was?"), choices=[])
    team = StringField()
    cents = HiddenField()
    entry = HiddenField()
    reason = StringField(_("Warum?"))

    def number(self, name: str) -> int | None:
        """Give a number that was chosen, or that the page knew; None where there is none."""
        text = str(self[name].data or "")
        return int(text) if PERSON.fullmatch(text) else None

    def offer(self, found: Prizing) -> "EndForm":
        """Offer who chooses and what there is; who alone is the next stands there already."""
        names = found.seen.entrants
        people = [SelectChoice(str(number), f"{names[number].name} ({number})") for number in found.waiting]
        self.player.choices = [SelectChoice("", gettext("Wer?")), *people]
        self.goods.choices = [SelectChoice(str(at), found.seen.state.settings.goods[at]) for at in found.left]
        if not self.player.data and len(found.choosers) == 1:
            self.player.data = str(found.choosers[0])
        return self


def listed(found: Prizing) -> PrizeList:
    """Put into words who gets what."""
    ranks = {line.player: line.rank for line in found.lines}
    return prize_list(found.prizes, found.chosen, ranks, found.seen.names, found.seen.state.settings, gettext)


@blueprint.get("/preise")
@needs(Action.READ)
def show(tournament_id: int) -> Response:
    """Who gets what."""
    return _page(tournament_id)


@blueprint.get("/preise.pdf")
@needs(Action.READ)
def paper(tournament_id: int) -> Response:
    """The same to be read out, and signed for."""
    seen = see(tournament_id)
    return printed(prizes_paper(db.session, seen, gettext), f"{gettext('Preisliste')} {seen.row.name}")


@blueprint.post("/preise/aussuchen")
@needs(Action.TOURNAMENT)
@checks_itself
def choose(tournament_id: int) -> BaseResponse:
    """Somebody has chosen something."""

    def step(form: EndForm) -> str:
        goods = form.number("goods")
        services.choose(
            db.session, actor(), tournament_id, form.uuid.data, form.number("player"), -1 if goods is None else goods
        )
        return gettext("Eingetragen.")

    return _done(tournament_id, step)


@blueprint.post("/preise/auszahlen")
@needs(Action.TOURNAMENT)
@checks_itself
def hand_out(tournament_id: int) -> BaseResponse:
    """Somebody got his money, or somebody that of his team."""

    def step(form: EndForm) -> str:
        player, cents = form.number("player"), form.number("cents") or 0
        if form.team.data:
            share = TeamShare(form.team.data, player, cents)
            services.hand_out_to_team(db.session, actor(), tournament_id, form.uuid.data, share)
        else:
            services.hand_out(db.session, actor(), tournament_id, form.uuid.data, player or 0, cents)
        return gettext("Ausgezahlt.")

    return _done(tournament_id, step)


@blueprint.post("/preise/zurueck")
@needs(Action.TOURNAMENT)
@checks_itself
def back(tournament_id: int) -> BaseResponse:
    """What somebody chose is there again."""

    def step(form: EndForm) -> str:
        services.return_goods(db.session, actor(), tournament_id, form.uuid.data, form.number("entry") or 0)
        return gettext("Zurückgenommen.")

    return _done(tournament_id, step)


@blueprint.post("/beenden")
@needs(Action.TOURNAMENT)
@checks_itself
def end(tournament_id: int) -> BaseResponse:
    """It is over."""

    def step(form: EndForm) -> str:
        services.end(db.session, actor(), tournament_id, form.uuid.data)
        return gettext("Das Turnier ist beendet.")

    return _done(tournament_id, step)


@blueprint.post("/oeffnen")
@needs(Action.TOURNAMENT)
@checks_itself
def reopen(tournament_id: int) -> BaseResponse:
    """It goes on all the same."""

    def step(form: EndForm) -> str:
        services.reopen(db.session, actor(), tournament_id, form.uuid.data, form.reason.data or "")
        return gettext("Das Turnier ist wieder offen.")

    return _done(tournament_id, step)


def _read(tournament_id: int) -> Prizing:
    return services.prizing(db.session, actor(), tournament_id)


def _done(tournament_id: int, step: Callable[[EndForm], str]) -> BaseResponse:
    """Take a step and go back to the prizes; where it cannot be, say there why, with what was chosen."""
    form = EndForm(formdata=request.form)
    status = refused(form, lambda: step(form))
    if status is None:
        return redirect(url_for("tournament_prizes.show", tournament_id=tournament_id), 303)
    return _page(tournament_id, form, status)


def _page(tournament_id: int, wrong: EndForm | None = None, status: int = 200) -> Response:
    found = _read(tournament_id)
    names, state = found.seen.names, found.seen.state
    form = (wrong or EndForm(formdata=None)).offer(found)
    return shown(
        "prizes.html",
        found.seen,
        "prizes",
        status,
        found=found,
        names=names,
        listed=listed(found),
        till=till(found),
        lacking=[wording.message(one, gettext) for one in found.lacking],
        chosen=[(one.number, one.entry) for one in found.chosen if isinstance(one.entry, GoodsChosen)],
        paid=[(one.number, one.entry) for one in found.paid if isinstance(one.entry, CashMoved)],
        members=_members(found),
        goods=state.settings.goods,
        form=form,
        fresh_uuid=uuid4,
        wrong=wrong,
    )


def till(found: Prizing) -> CashView:
    """Put into words what the till says."""
    return cash_view(found.report, found.seen.names, gettext)


def _members(found: Prizing) -> dict[str, list[tuple[int, str]]]:
    """Give the people of those teams to whom money is due."""
    people: dict[str, Any] = {team: [] for team in found.report.teams}
    for number, one in found.seen.entrants.items():
        if one.team in people:
            people[one.team].append((number, one.name))
    return people
