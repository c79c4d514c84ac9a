"""The form that asks what a Strich, a head or a point costs."""

from collections.abc import Iterable

from wtforms import StringField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.ledger.dues import price_kinds
from scorebook.ledger.evening import Evening
from scorebook.rules import Finding, Unit
from scorebook.services.pricing import NewPrice
from scorebook.web.fields import ChoiceField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.striche import per_word


class PriceForm(PageForm):
    """An amount as people type it, and what it is for."""

    price = StringField(_("Preis"))
    per = ChoiceField(_("Wofür?"))

    @classmethod
    def of(cls, evening: Evening) -> "PriceForm":
        """Make a fresh form that shows what was agreed on."""
        form, price, kinds = cls(formdata=None), evening.price, price_kinds(evening)
        form.price.data = "" if price is None else gettext.figure(price.cents, Unit.CENT)
        form.per.data = price.per.value if price is not None else kinds[0].value if kinds else ""
        return form

    def offer(self, evening: Evening) -> "PriceForm":
        """Fill in for what there can be a price; nothing where there can be none."""
        kinds = price_kinds(evening)
        self.per.choices = [SelectChoice(kind.value, per_word(kind, gettext)) for kind in kinds]
        if len(kinds) == 1:
            self.price.label.text = f"{gettext('Preis')} {per_word(kinds[0], gettext)}"
        return self

    def typed(self) -> NewPrice:
        """Make what the service asks for; it judges what was typed."""
        return NewPrice(self.price.data or "", self.per.data or "")

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words."""
        for finding in findings:
            field = self[finding.field]
            field.errors = [*field.errors, wording.message(finding, gettext)]
