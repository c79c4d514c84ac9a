"""The forms of a club: its name, whom it invites, what a member is."""

from typing import Any

from wtforms import SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.services.access import OF_PEOPLE
from scorebook.store.columns import TITLE_LENGTH
from scorebook.web.fields import FlagField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.roles import role_may, role_name


class ClubForm(PageForm):
    """What the club is called."""

    name = StringField(_("Name des Vereins"), render_kw={"maxlength": TITLE_LENGTH, "autocomplete": "off"})


class RolesForm(PageForm):
    """What somebody is in the club."""

    roles = SelectMultipleField(_("Als was?"), validate_choice=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.roles.choices = [
            SelectChoice(role.value, role_name(role, gettext), {"words": role_may(role, gettext)}) for role in OF_PEOPLE
        ]


class AgainForm(PageForm):
    """A new way in for a member who lost his."""

    afresh = FlagField(_("Altes Passwort und alle Anmeldungen sofort beenden"))
