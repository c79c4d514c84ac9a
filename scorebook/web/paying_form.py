"""The forms of who has paid whom: a payment, to how many cents people pay, and to which account."""

import re

from wtforms import BooleanField, HiddenField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.ledger.evening import Evening
from scorebook.ledger.payment import BOX, STEPS, STOCK, Way
from scorebook.services.paying import NewPayment
from scorebook.web.fields import ChoiceField, FreshUuid, KnownNumber
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

PARTY = re.compile(r"[0-9]{1,9}")
POTS = {"kasse": BOX, "stock": STOCK}
NOBODY = 0
"""No party has this number: somebody sent one that none has."""


def party(text: str) -> int:
    """Read who pays or is paid, as addresses and forms name him."""
    return POTS.get(text) or (int(text) if PARTY.fullmatch(text) else NOBODY)


def party_name(number: int) -> str:
    """Name who pays or is paid in an address or a form."""
    return next((name for name, pot in POTS.items() if pot == number), str(number))


class PayForm(PageForm):
    """That one has paid another: all that was open, or with `part` an amount as typed."""

    payer = HiddenField()
    payee = HiddenField()
    seen = KnownNumber()
    uuid = FreshUuid()
    part = HiddenField()
    way = HiddenField()
    amount = StringField(_("Wie viel?"))
    sure = BooleanField(_("Es war wirklich mehr, als offen ist"))

    def is_about(self, payer: int, payee: int) -> bool:
        """Tell whether it is about these two."""
        return (self.payer.data, self.payee.data) == (party_name(payer), party_name(payee))

    def payment(self) -> NewPayment:
        """Make what the service asks for; it judges what was typed."""
        amount = (self.amount.data or "") if self.part.data else None
        payer, payee = party(self.payer.data or ""), party(self.payee.data or "")
        way = Way.TRANSFER if self.way.data == Way.TRANSFER else Way.CASH
        return NewPayment(payer, payee, amount, self.seen.data, bool(self.sure.data), way, self.uuid.data)

    @property
    def asks(self) -> bool:
        """Whether more than is open was typed: only then it asks whether that was meant."""
        return bool(self.amount.errors) or bool(self.sure.data)


class RoundingForm(PageForm):
    """To how many cents people pay."""

    round_to = ChoiceField(_("Auf wie viel Cent?"))

    @classmethod
    def of(cls, evening: Evening) -> "RoundingForm":
        """Make a fresh form that shows what holds."""
        form = cls(formdata=None)
        form.round_to.data = str(evening.round_to)
        return form

    def offer(self) -> "RoundingForm":
        """Fill in the steps."""
        self.round_to.choices = [
            SelectChoice(str(step), gettext("genau") if step == 1 else gettext("%(step)d Cent", step=step))
            for step in STEPS
        ]
        return self


class ReceiverForm(PageForm):
    """To which account a transfer is to go. It is asked anew each time, for it is kept nowhere."""

    name = StringField(_("Name, wie er auf dem Konto steht"), render_kw={"autocomplete": "off"})
    iban = StringField(
        _("IBAN"), render_kw={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    )
