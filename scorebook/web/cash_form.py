"""The forms of the club's box: an entry, what is put on an account, the till counted, a year closed."""

import datetime as dt
from uuid import uuid4

from wtforms import DateField, HiddenField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook.ledger.cash import CHARGES, OUTGOING, PIECES, TYPED, CashKind, MoveKind
from scorebook.ledger.payment import BOX, Way
from scorebook.rules import Unit
from scorebook.services.cash_accounts import NewCharge
from scorebook.services.cash_book import Choices, NewEntry
from scorebook.services.cash_till import NewCount
from scorebook.services.paying import NewPayment
from scorebook.web.fields import ChoiceField, FreshUuid, KnownNumber, ListField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.paying_form import party
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording import amount
from scorebook.wording.cash import cash_kind, move_kind


class CashForm(PageForm):
    """An entry of the cash book."""

    uuid = FreshUuid(default=uuid4)
    kind = ChoiceField(_("Was ist es?"))
    amount = StringField(_("Betrag in Euro"))
    text = StringField(_("Wofür?"))
    date = DateField(_("Tag"), [Optional()])
    person = ListField(_("Wer?"), default="")
    evening = ListField(_("Von welchem Abend?"), default="")

    def offer(self, choices: Choices, today: dt.date) -> "CashForm":
        """Fill in what can be chosen; a fresh form is for today."""
        kinds = [kind for kind in TYPED if choices.opening or kind is not CashKind.OPENING]
        self.kind.choices = [
            SelectChoice(kind.value, cash_kind(kind, gettext), {"out": kind in OUTGOING}) for kind in kinds
        ]
        self.person.choices = [SelectChoice("", gettext("niemand Bestimmtes")), *_named(choices.people)]
        days = {key: gettext.day(day, "short") for key, day in choices.evenings.items()}
        self.evening.choices = [SelectChoice("", gettext("von keinem")), *_named(days)]
        if self.date.data is None and not self.date.raw_data:
            self.date.data = today
        return self

    def typed(self) -> NewEntry:
        """Make what the service asks for; it judges what was typed."""
        return NewEntry(
            kind=self.kind.data or "",
            amount=self.amount.data or "",
            text=self.text.data or "",
            date=self.date.data,
            person_id=_chosen(self.person.data),
            evening_id=_chosen(self.evening.data),
        )


class ChargeForm(PageForm):
    """What is put on an account without cash."""

    uuid = FreshUuid(default=uuid4)
    kind = ChoiceField(_("Was ist es?"))
    amount = StringField(_("Betrag in Euro"))
    text = StringField(_("Wofür?"))
    date = DateField(_("Tag"), [Optional()])

    def offer(self, today: dt.date) -> "ChargeForm":
        """Fill in what can be chosen; a fresh form is for today."""
        self.kind.choices = [
            SelectChoice(kind.value, move_kind(kind, gettext), {"out": kind is not MoveKind.CREDIT}) for kind in CHARGES
        ]
        if self.date.data is None and not self.date.raw_data:
            self.date.data = today
        return self

    def typed(self, person_id: int) -> NewCharge:
        """Make what the service asks for; it judges what was typed."""
        return NewCharge(person_id, self.kind.data or "", self.amount.data or "", self.text.data or "", self.date.data)


class CarryForm(PageForm):
    """What somebody has open at an evening, put down to his account; `owes`: he is the one who would have to pay."""

    person = HiddenField()
    owes = HiddenField()
    seen = KnownNumber()
    uuid = FreshUuid()

    def payment(self) -> NewPayment:
        """Make what the service asks for: a payment between him and the club's box."""
        person = party(self.person.data or "")
        payer, payee = (person, BOX) if self.owes.data else (BOX, person)
        return NewPayment(payer, payee, seen=self.seen.data, way=Way.CARRIED, uuid=self.uuid.data)


class CountForm(PageForm):
    """The till counted: the sum, or how many of each coin and note."""

    uuid = FreshUuid(default=uuid4)
    after = KnownNumber()
    sum = StringField(_("Summe in Euro"))
    pieces = TextsField(_("Münzen und Scheine"))
    note = StringField(_("Bemerkung"))

    def names(self) -> list[str]:
        """Name the coins and notes, in the order of their fields."""
        return [amount(cents, Unit.CENT, gettext).replace(",00", "").replace(".00", "") for cents in PIECES]

    def typed(self) -> NewCount:
        """Make what the service asks for; it judges what was typed."""
        pieces = {cents: self.pieces.text(place) for place, cents in enumerate(PIECES)}
        return NewCount(self.sum.data or "", pieces, self.note.data or "", self.after.data)


class YearForm(PageForm):
    """The year that is closed, typed to be sure; not there when it is asked for the first time."""

    year = StringField(_("Jahr zur Sicherheit"))

    @property
    def typed(self) -> str | None:
        """What was typed; None where the field was not there yet."""
        return self.year.data if self.year.raw_data else None


def _named(names: dict[int, str]) -> list[SelectChoice]:
    return [SelectChoice(str(key), name) for key, name in names.items()]


def _chosen(text: str | None) -> int | None:
    """Read which one was chosen; what is no number is none that there is."""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
