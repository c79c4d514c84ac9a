"""The club's house rules: what each rule set means and costs, one of its own, another one in mid-evening."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import NotFoundError
from scorebook.ledger.evening import NamedRuleSet
from scorebook.reports import regelblatt
from scorebook.reports.preistafel import page as preistafel_page
from scorebook.reports.preistafel import preistafel
from scorebook.rules import DEFAULT_PRESET, RuleSet, assess, preset, preset_names
from scorebook.rules.examples import example_games
from scorebook.services import RefusedError, rulesets
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.page_form import PageForm
from scorebook.web.printing import printed
from scorebook.web.rules_form import RulesForm, differences
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.texts import speak_of
from scorebook.web.visitor import actor, may, needs, only, public
from scorebook.wording.rulebook import rule_book

blueprint = Blueprint("rules", __name__)

PEOPLE = ("Sepp", "Vroni", "Xaver", "Zenzi")
"""Who plays the examples."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule set as an address names it: a preset by its name, one of the club's by its id."""

    key: str
    named: NamedRuleSet
    version: int | None = None

    @property
    def words(self) -> str:
        """The main agreements in one line."""
        return wording.rules_in_words(self.named.rules, _)


def _shipped(name: str) -> Shown:
    return Shown(name, NamedRuleSet(wording.preset_title(name, _), name, preset(name)))


def _own() -> list[Shown]:
    kept = rulesets.own_rule_sets(db.session, actor()) if may("read") else ()
    return [Shown(str(one.id), one.named, one.version) for one in kept]


def find(key: str) -> Shown:
    """The rule set of an address. Raises `NotFoundError`."""
    if key in preset_names():
        return _shipped(key)
    if not (key.isascii() and key.isdecimal() and len(key) < 10):
        raise NotFoundError("Diesen Regelsatz gibt es nicht.")
    kept = rulesets.load_rule_set(db.session, actor(), int(key))
    return Shown(key, kept.named, kept.version)


@dataclass(frozen=True, slots=True)
class Example:
    """A game worked out: what was played, the sum in words, who gets what; or why there is no such game."""

    title: str
    sum: str
    paid: str


def _examples(rules: RuleSet) -> list[Example]:
    made = []
    for game in example_games(rules):
        assessment = assess(game, rules)
        score, name = assessment.score, wording.game_name(game, _)
        if score is None:
            made.append(Example(name, wording.message(assessment.errors[0], _), ""))
            continue
        result = {True: _("gewonnen"), False: _("verloren")}.get(bool(score.declarer_won), "")
        said = wording.extras(game, score, rules, PEOPLE, _)
        title = ", ".join(filter(None, (name, "" if score.declarer_won is None else result, said)))
        paid = zip(PEOPLE, score.payouts, strict=True)
        amounts = " · ".join(f"{who} {_.figure(units, rules.unit, sign=True)}" for who, units in paid)
        made.append(Example(title, wording.sum_in_words(score, rules.unit, _), amounts))
    return made


def _compared(rules: RuleSet, name: str) -> list[tuple[str, str, str]]:
    return differences(rules, preset(name)) if name in preset_names() else []


@blueprint.get("/regeln")
@public
def overview() -> Response:
    """The club's own rule sets, and those that come with the program."""
    return make_response(render_template("rules.html", own=_own(), shipped=[_shipped(name) for name in preset_names()]))


@blueprint.get("/regeln/<key>")
@public
def show(key: str) -> Response:
    """One rule set: what it means, with examples, and what it has otherwise than the preset it comes from."""
    shown = find(key)
    return _rules_page(shown)


def _rules_page(shown: Shown, sheet_id: int | None = None, *, running: bool = False) -> Response:
    """What a rule set means, with examples; `sheet_id` is that of the sheet that is played by it, and leads back.

    `running`: it still is, and whoever looks may let it go on by others.
    """
    speak_of(shown.named.rules.words.cards)
    html = render_template(
        "rule_set.html",
        shown=shown,
        book=rule_book(shown.named.rules, _),
        sheet_id=sheet_id,
        running=running,
        origin=wording.preset_title(shown.named.preset, _),
        examples=_examples(shown.named.rules),
        different=_compared(shown.named.rules, shown.named.preset),
    )
    return make_response(html)


@blueprint.get("/regeln/neu")
@needs(Action.RULES)
def new() -> Response:
    """The form that makes a rule set, filled like the one that `vorlage` names."""
    only(Action.RULES)
    model = _model()
    form = RulesForm(model.named)
    form.name.data = model.named.name if model.version else ""
    return _editor(form, model.named.rules)


@blueprint.post("/regeln/neu")
@needs(Action.RULES)
@checks_itself
def keep() -> BaseResponse:
    """Keep what was entered as the club's own, or only show what it would cost."""
    only(Action.RULES)
    form = RulesForm(_model().named, request.form)
    speak_of(form.model.rules.words.cards)
    valid = form.validate()
    rules = form.rules()
    if not valid or rules is None:
        return _editor(form, rules, 422 if valid else 400)
    if request.form.get("tun") != "sichern":
        return _editor(form, rules)
    named = NamedRuleSet(form.name.data or "", form.model.preset, rules)
    try:
        kept = rulesets.keep_own(db.session, actor(), named)
    except RefusedError as error:
        form.show(error.findings)
        return _editor(form, rules, 422)
    return redirect(url_for("rules.show", key=kept), 303)


def _model() -> Shown:
    return find(request.args.get("vorlage", DEFAULT_PRESET))


def _editor(form: RulesForm, rules: RuleSet | None, status: int = 200) -> Response:
    speak_of((rules or form.model.rules).words.cards)
    html = render_template(
        "rules_editor.html",
        form=form,
        model=request.args.get("vorlage", DEFAULT_PRESET),
        origin=wording.preset_title(form.model.preset, _),
        examples=_examples(rules) if rules else [],
        different=_compared(rules, form.model.preset) if rules else [],
    )
    return make_response(html, status)


@blueprint.get("/regeln/<key>/preise")
@public
def prices(key: str) -> Response:
    """What every offered game costs at every level."""
    shown = find(key)
    view = preistafel(shown.named.name, shown.named.rules, _)
    return make_response(render_template("prices.html", shown=shown, view=view))


@blueprint.get("/regeln/<key>/preistafel.pdf")
@public
def prices_pdf(key: str) -> Response:
    """The same for the wall."""
    named = find(key).named
    return printed(preistafel_page(named.name, named.rules, _), _("Preistafel"))


@blueprint.get("/regeln/<key>/regeln.pdf")
@public
def rules_pdf(key: str) -> Response:
    """What the rule set means, for the wall."""
    named = find(key).named
    return printed(regelblatt.page(named.name, named.rules, _), _("Regeln"))


@blueprint.get("/listen/<int:sheet_id>/spielregeln")
@needs(Action.READ)
def in_force(sheet_id: int) -> Response:
    """The rules by which a sheet goes on. A preset is shown as such, not as the copy of it that the evening keeps."""
    kept = rulesets.current_rule_set(db.session, actor(), sheet_id)
    book = Book.of(sheet_id)
    running = book.evening.ended is None and may("rules", book.evening_id, sheet_id)
    name = kept.named.preset
    if name in preset_names() and kept.named == NamedRuleSet(wording.preset_title(name), name, preset(name)):
        return _rules_page(_shipped(name), sheet_id, running=running)
    return _rules_page(Shown(str(kept.id), kept.named, kept.version), sheet_id, running=running)


@blueprint.get("/listen/<int:sheet_id>/regeln")
@needs(Action.RULES)
def change(sheet_id: int) -> Response:
    """The rule sets by which a sheet could go on."""
    return _choices(sheet_id, PageForm(formdata=None))


@blueprint.post("/listen/<int:sheet_id>/regeln")
@needs(Action.RULES)
@checks_itself
def changed(sheet_id: int) -> BaseResponse:
    """Go on by another rule set, from the next game on."""
    form = PageForm(formdata=request.form)
    if not form.validate():
        return _choices(sheet_id, form, 400)
    try:
        rulesets.change_rules(db.session, actor(), sheet_id, request.form.get("rules", ""))
    except RefusedError as error:
        form.top += [wording.message(finding, _) for finding in error.findings]
        return _choices(sheet_id, form, 422)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _choices(sheet_id: int, form: PageForm, status: int = 200) -> Response:
    who = actor()
    book = Book.of(sheet_id)
    only(Action.RULES, book.evening_id, sheet_id)
    now = rulesets.current_rules(db.session, who, sheet_id)
    offered = [*_own(), *(_shipped(name) for name in preset_names())]
    html = render_template(
        "change_rules.html",
        form=form,
        book=book,
        evening=book.evening,
        sheet=book.sheet,
        offered=[shown for shown in offered if rulesets.fits(now, shown.named.rules)],
        now=now,
    )
    return make_response(html, status)
