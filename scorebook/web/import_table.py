"""A table of another program, from a file or pasted: what its columns mean, what each row becomes, and then evenings.

The page carries the table itself, so that a row can be put right where it stands and nothing is kept meanwhile.
"""

import hashlib
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse
from wtforms import DateField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook import wording
from scorebook.exchange import ShapeError
from scorebook.exchange.clubs import Batch
from scorebook.exchange.delimited import Table, read_table
from scorebook.ledger.evening import Evening, NamedRuleSet
from scorebook.rules import DEFAULT_PRESET, Finding, preset, preset_names
from scorebook.services import RefusedError, import_plan, members, rulesets, table_import
from scorebook.services.access import Action
from scorebook.services.table_columns import AMOUNT, ROLES, UNUSED, Columns, RowLine, guess, row_line
from scorebook.services.table_file import out_of_range, source_of
from scorebook.services.table_import import Wanted
from scorebook.store.db import db
from scorebook.web.clock import timezone, today
from scorebook.web.fields import ChoiceField, FlagField, TextsField
from scorebook.web.import_form import rules_title, told
from scorebook.web.page_form import PageForm
from scorebook.web.paper_form import AS_PAYOUTS, AS_TOTALS
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.visitor import actor, needs

LARGEST = 2 * 1024 * 1024
"""Bytes that a table may have, with all that is sent around it."""
SHOWN = 200
"""So many rows are told at most; the wrong ones first."""

blueprint = Blueprint("import_table", __name__)


class TableForm(PageForm):
    """A table as text, what its columns mean, and what it does not say itself."""

    text = TextAreaField(_("Die Tabelle"))
    role = TextsField()
    rules = SelectField(_("Regeln"), default=DEFAULT_PRESET, validate_choice=False)
    stand = ChoiceField(_("Die Beträge sind"), default=AS_PAYOUTS)
    date = DateField(_("Tag, wo keiner dabeisteht"), [Optional()])
    title = StringField(_("Runde"))
    place = StringField(_("Ort"))
    names = StringField(_("Wer am Tisch sitzt, im Uhrzeigersinn"))
    accept = FlagField(_("Wo Tabelle und Rechnung auseinandergehen, gilt die Rechnung"))
    source = StringField("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.named = {name: NamedRuleSet(wording.preset_title(name), name, preset(name)) for name in preset_names()}
        self.named |= {str(kept.id): kept.named for kept in rulesets.own_rule_sets(db.session, actor())}
        self.rules.choices = [SelectChoice(key, rules_title(one)) for key, one in self.named.items()]
        self.stand.choices = [
            SelectChoice(AS_PAYOUTS, gettext("was das Spiel brachte")),
            SelectChoice(AS_TOTALS, gettext("der Stand danach")),
        ]

    @property
    def chosen(self) -> NamedRuleSet:
        """The rule set that was chosen; the usual one where there is no such thing."""
        return self.named.get(self.rules.data or "", self.named[DEFAULT_PRESET])

    def roles(self, table: Table) -> list[str]:
        """Give what the columns mean: as chosen, else as guessed. Another table is guessed anew."""
        said = [str(role) for role in self.role.data or ()]
        same = self.source.data == _heads(table) and len(said) == len(table.heads)
        return [role if role in ROLES else UNUSED for role in said] if same else guess(table)


def _heads(table: Table) -> str:
    return hashlib.sha256("\n".join(table.heads).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a table: evenings, rows in words. `whole`: nothing stands against going on."""

    evenings: tuple[Evening, ...]
    lines: tuple[RowLine, ...]

    @property
    def wrong(self) -> int:
        """How many rows have a problem."""
        return sum(bool(line.problems) for line in self.lines)

    @property
    def shown(self) -> tuple[RowLine, ...]:
        """The rows to be told: those with a problem first."""
        return tuple(sorted(self.lines, key=lambda line: not line.problems)[:SHOWN])


@blueprint.get("/abende/einlesen/tabelle")
@needs(Action.IMPORT)
def paste() -> Response:
    """An empty field to paste a table into."""
    return _page(TableForm(formdata=None))


def offer_table(text: str, name: str) -> Response:
    """Show a table that came as a file. Raises `ShapeError` for a text that is none, or too large to be sent again."""
    if len(text) > LARGEST // 2:
        raise ShapeError([Finding("file.too_large", "")])
    table = read_table(text)
    form = TableForm(formdata=None)
    form.text.data, form.title.data = text, ""
    form.role.data = guess(table)
    return _page(form, table=table, outcome=_try(form, table), name=name)


@blueprint.post("/abende/einlesen/tabelle")
@needs(Action.IMPORT)
@checks_itself
def read() -> BaseResponse:
    """Say what each row becomes, or go on with all of them to the page that asks for the yes."""
    request.max_content_length = request.max_form_memory_size = LARGEST
    try:
        form = TableForm(formdata=request.form)
    except RequestEntityTooLarge:
        form = TableForm(formdata=None)
        form.top.append(told(Finding("file.too_large", "")))
        return _page(form, 413)
    valid = form.validate()
    try:
        table = read_table(form.text.data or "")
    except ShapeError as error:
        form.text.errors = [*map(told, error.findings)]
        return _page(form, 400 if form.stale else 422)
    outcome = _try(form, table)
    if not valid:
        return _page(form, 400 if form.stale else 422, table=table, outcome=outcome)
    if request.form.get("tun") != "weiter":
        return _page(form, table=table, outcome=outcome)
    if outcome is None or outcome.wrong or form.top:
        return _page(form, 422, table=table, outcome=outcome)
    return _go_on(form, table, outcome)


def _go_on(form: TableForm, table: Table, outcome: Outcome) -> BaseResponse:
    batch = Batch(outcome.evenings)
    try:
        import_plan.check_batch(batch)
    except RefusedError as error:
        form.top += [told(finding) for finding in error.findings]
        return _page(form, 422, table=table, outcome=outcome)
    upload_id = import_plan.keep_batch(db.session, actor(), batch, gettext("Tabelle"))
    return redirect(url_for("importing.preview", upload_id=upload_id), 303)


def _try(form: TableForm, table: Table) -> Outcome | None:
    """Work the table out as far as it can be; what is wrong with it as a whole goes to the top of the form."""
    roles = form.roles(table)
    form.role.data = roles
    twice = next((role for role in roles if role not in (UNUSED, AMOUNT) and roles.count(role) > 1), None)
    if twice is not None:
        form.top.append(told(Finding("column.twice", "", {"role": gettext(ROLES[twice])})))
        return None
    typed = tuple(filter(None, (name.strip() for name in (form.names.data or "").replace(";", ",").split(","))))
    columns = Columns(table, roles, form.chosen.rules, form.date.data or today(), typed, gettext)
    rows, faults = columns.read()
    wanted = Wanted(
        names=columns.names,
        rows=tuple(rows),
        named=form.chosen,
        club=(form.title.data or "").strip() or members.club_page(db.session, actor()).name,
        place=(form.place.data or "").strip(),
        source=source_of(table),
        totals=form.stand.data == AS_TOTALS,
        accept=bool(form.accept.data),
    )
    try:
        evenings, reads = table_import.make_evenings(actor(), wanted, timezone())
    except RefusedError as error:
        form.top += [told(finding).partition(" (")[0] for finding in error.findings]
        return None
    wrong = out_of_range(tuple(evening.date for evening in evenings), today())
    form.top += [wording.message(finding, gettext) for finding in wrong]
    return Outcome(evenings, tuple(row_line(read, faults, columns) for read in reads))


def _page(
    form: TableForm,
    status: int = 200,
    *,
    table: Table | None = None,
    outcome: Outcome | None = None,
    name: str = "",
) -> Response:
    html = render_template(
        "import_table.html",
        form=form,
        table=table,
        outcome=outcome,
        name=name,
        roles={role: gettext(text) for role, text in ROLES.items()},
        source=_heads(table) if table else "",
    )
    return make_response(html, status)
