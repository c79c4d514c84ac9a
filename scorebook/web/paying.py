"""Who has paid whom, and that taken back; to how many cents people pay; a transfer as a GiroCode."""

from uuid import UUID, uuid4

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.ledger.iban import bare_iban
from scorebook.ledger.paying import can_be_paid
from scorebook.ledger.payment import BOX, Way
from scorebook.reports.girocode import NAME_LENGTH, girocode
from scorebook.reports.paying import payees, payers
from scorebook.rules import Unit
from scorebook.services import RefusedError, paying
from scorebook.services.access import Action
from scorebook.services.paying import Paid, Transferable
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.evenings import load, overview
from scorebook.web.paying_form import PayForm, ReceiverForm, RoundingForm, party
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("paying", __name__)


@blueprint.post("/abende/<int:evening_id>/zahlungen")
@needs(Action.PAY)
@checks_itself
def pay(evening_id: int) -> BaseResponse:
    """Note a payment, and show what is still open."""
    form = PayForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, status=400, paying=form)
    try:
        done = paying.pay(db.session, actor(), evening_id, form.payment(), timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return overview(evening_id, status=422, paying=form)
    except ConflictError as error:
        if not can_be_paid(load(evening_id)):  # there is no place for it on a page without money
            raise
        form.top.append(error.told(_))
        return overview(evening_id, status=409, paying=form)
    flash(_said(evening_id, done, _("%(payer)s an %(payee)s: %(amount)s bezahlt.")))
    return _back(evening_id)


@blueprint.post("/abende/<int:evening_id>/zahlungen/<uuid:uuid>/zuruecknehmen")
@needs(Action.PAY)
def take_back(evening_id: int, uuid: UUID) -> BaseResponse:
    """Take a payment back, and show what is open then."""
    done = paying.take_back(db.session, actor(), evening_id, uuid)
    flash(_said(evening_id, done, _("%(payer)s an %(payee)s: %(amount)s gilt nicht mehr als bezahlt.")))
    return _back(evening_id)


def _said(evening_id: int, done: Paid, text: str) -> str:
    evening, one = load(evening_id), done.payment
    amount = wording.amount(one.amount, Unit.CENT, _)
    return text % {"payer": payers(evening, _)[one.payer], "payee": payees(evening, _)[one.payee], "amount": amount}


@blueprint.post("/abende/<int:evening_id>/runden")
@needs(Action.PAY)
@checks_itself
def round_to(evening_id: int) -> BaseResponse:
    """Keep to how many cents people pay."""
    form = RoundingForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, status=400, rounding=form)
    try:
        paying.set_rounding(db.session, actor(), evening_id, str(form.round_to.data or ""))
    except RefusedError as error:
        form.show(error.findings)
        return overview(evening_id, status=422, rounding=form)
    return _back(evening_id)


def _back(evening_id: int) -> BaseResponse:
    return redirect(url_for("evenings.show", evening_id=evening_id, _anchor="zahlen"), 303)


@blueprint.get("/abende/<int:evening_id>/girocode/<payer>/<payee>")
@needs(Action.READ)
@secretive
def ask_account(evening_id: int, payer: str, payee: str) -> Response:
    """Ask for the account to which a transfer is to go."""
    found = _find(evening_id, payer, payee)
    form = ReceiverForm(formdata=None)
    form.name.data = _receiver(found)
    return _page(found, evening_id, form)


@blueprint.post("/abende/<int:evening_id>/girocode/<payer>/<payee>")
@needs(Action.READ)
@checks_itself
@secretive
def show_code(evening_id: int, payer: str, payee: str) -> Response:
    """Show the code. What was typed is in this one answer alone: in no address, no log, no table."""
    found = _find(evening_id, payer, payee)
    form = ReceiverForm(formdata=request.form)
    if not form.validate():
        return _page(found, evening_id, form, status=400)
    name, iban = (form.name.data or "").strip(), form.iban.data or ""
    try:
        paying.check_receiver(name, iban)
    except RefusedError as error:
        form.show(error.findings)
        return _page(found, evening_id, form, status=422)
    purpose = _purpose(found)
    told = _("GiroCode: %(amount)s an %(name)s", amount=wording.amount(found.cents, Unit.CENT, _), name=name)
    return _page(found, evening_id, form, code=girocode(name, bare_iban(iban), found.cents, purpose, told))


def _find(evening_id: int, payer: str, payee: str) -> Transferable:
    return paying.find_transfer(db.session, actor(), evening_id, party(payer), party(payee))


def _receiver(found: Transferable) -> str:
    """Call who is paid as his bank might."""
    return found.evening.club[:NAME_LENGTH] if found.payee == BOX else found.evening.name_of(found.payee)


def _purpose(found: Transferable) -> str:
    """Say what the transfer is for, as it stands on the statement of the account."""
    day = _.day(found.evening.date)
    return _("Schafkopf vom %(day)s, von %(name)s", day=day, name=payers(found.evening, _)[found.payer])


def _page(
    found: Transferable, evening_id: int, form: ReceiverForm, code: Markup | None = None, *, status: int = 200
) -> Response:
    html = render_template(
        "girocode.html",
        evening=found.evening,
        evening_id=evening_id,
        form=form,
        code=code,
        payer=payers(found.evening, _)[found.payer],
        payee=payees(found.evening, _)[found.payee],
        amount=wording.amount(found.cents, Unit.CENT, _),
        purpose=_purpose(found),
        found=found,
        way=Way.TRANSFER.value,
        fresh=uuid4,
    )
    return make_response(html, status)
