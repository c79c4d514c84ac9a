"""What is known of somebody, to be changed; and with whom he is to be merged."""

from wtforms import DateField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook.services.people import Known
from scorebook.store.people import PersonRow
from scorebook.web.fields import ChoiceField, FlagField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.people import SHOWN, public_name


class PersonForm(PageForm):
    """What is known of somebody."""

    name = StringField(_("Name"))
    nickname = StringField(_("Spitzname, wie er am Tisch heißt"))
    guest = FlagField(_("Gast: ohne Platz in der Wertung"))
    left_on = DateField(_("Ausgetreten am"), [Optional()])
    shown = ChoiceField(_("Auf öffentlichen Seiten steht der Name"), default="full")
    namesake = FlagField(_("Das ist jemand anders mit demselben Namen"))

    def offer(self, number: int | None = None) -> "PersonForm":
        """Fill in what can be chosen, each with how it looks; `number` is that of the person."""
        name = (self.name.data or "").strip() or gettext("Sepp Huber")
        self.shown.choices = [
            SelectChoice(key, f"{gettext(text)}: {public_name(name, key, number or 12, gettext)}")
            for key, text in SHOWN.items()
        ]
        return self

    @classmethod
    def of(cls, person: PersonRow) -> "PersonForm":
        """Give the form as it is filled in for somebody."""
        return cls(formdata=None, obj=person).offer(person.id)

    def typed(self) -> Known:
        """Make what the service asks for; it judges what was typed."""
        return Known(
            name=self.name.data or "",
            nickname=self.nickname.data or "",
            guest=bool(self.guest.data),
            left_on=self.left_on.data,
            shown=self.shown.data or "",
            namesake=bool(self.namesake.data),
        )


class OtherForm(PageForm):
    """With whom somebody is to be merged: by a name."""

    other = StringField(_("Wer ist dieselbe Person?"))
