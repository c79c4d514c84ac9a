"""The form of what is due at an evening besides its games."""

from uuid import uuid4

from wtforms import SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.ledger.evening import Evening
from scorebook.ledger.levy import LevyKind
from scorebook.services.levies import NewLevy
from scorebook.web.fields import ChoiceField, FreshUuid, ListField
from scorebook.web.page_form import PageForm
from scorebook.web.paying_form import party
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.levies import LEVY_KINDS


class LevyForm(PageForm):
    """What is due, how much, who, for whom, and why."""

    levy_uuid = FreshUuid(default=uuid4)
    levy_kind = ChoiceField(_("Was kommt dazu?"))
    levy_amount = StringField(_("Euro, beim Anteil Prozent"))
    levy_person = ListField(_("Wer zahlt die Strafe, wer hat ausgelegt?"), default="")
    levy_people = SelectMultipleField(_("Für wen? Keiner angetippt: für alle"), validate_choice=False)
    levy_text = StringField(_("Warum, wofür?"))

    def offer(self, evening: Evening) -> "LevyForm":
        """Fill in what can be chosen."""
        self.levy_kind.choices = [SelectChoice(kind.value, gettext(LEVY_KINDS[kind])) for kind in LevyKind]
        people = [SelectChoice(str(person.id), person.name) for person in evening.people]
        self.levy_person.choices = [SelectChoice("", gettext("niemand Bestimmtes")), *people]
        self.levy_people.choices = people
        return self

    def levy(self) -> NewLevy:
        """Make what the service asks for; it judges what was typed."""
        return NewLevy(
            kind=self.levy_kind.data or "",
            amount=self.levy_amount.data or "",
            person=party(self.levy_person.data or "") or None,
            people=tuple(party(text) for text in self.levy_people.data or ()),
            text=self.levy_text.data or "",
            uuid=self.levy_uuid.data,
        )
