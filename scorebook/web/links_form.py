"""The form that makes a link, and those that let a browser in by one."""

import re

from wtforms import RadioField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.services.access import Role
from scorebook.services.links import Lasts, NewLink
from scorebook.store.columns import NAME_LENGTH
from scorebook.web.fields import ListField
from scorebook.web.page_form import PageForm
from scorebook.web.signing_in_form import SentBefore
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

SHEET = re.compile(r"[0-9]{1,9}")
NOWHERE = -1
"""No table has this number: somebody sent one that none has."""


class LinkForm(PageForm):
    """What a link is for, and how long."""

    kind = RadioField(_("Wofür?"), default=Role.TABLE.value, validate_choice=False)
    name = StringField(
        _("Name (sonst „Tablet“ oder „Bildschirm“)"), render_kw={"maxlength": NAME_LENGTH, "autocomplete": "off"}
    )
    sheet = ListField(_("Welcher Tisch?"), default="")
    lasts = RadioField(_("Wie lange?"), default=Lasts.TONIGHT.value, validate_choice=False)

    def offer(self, sheets: list[int]) -> "LinkForm":
        """Give it the choices that there are."""
        self.kind.choices = [
            SelectChoice(Role.TABLE.value, gettext("Tablet am Tisch"), {"words": gettext("schreibt mit")}),
            SelectChoice(Role.WALL.value, gettext("Bildschirm an der Wand"), {"words": gettext("zeigt nur")}),
        ]
        tables = [(str(sheet), gettext("Tisch %(number)d", number=place)) for place, sheet in enumerate(sheets, 1)]
        self.sheet.choices = [("", gettext("Alle Tische")), *tables]
        self.lasts.choices = [
            (Lasts.TONIGHT.value, gettext("heute Abend")),
            (Lasts.WEEK.value, gettext("eine Woche")),
            (Lasts.QUARTER.value, gettext("drei Monate")),
        ]
        return self

    def link(self) -> NewLink:
        """Give what was asked for."""
        sheet = str(self.sheet.data or "")
        number = (int(sheet) if SHEET.fullmatch(sheet) else NOWHERE) if sheet else None
        kind, name = str(self.kind.data or ""), self.name.data or ""
        usual = gettext("Bildschirm") if kind == Role.WALL else gettext("Tablet")
        return NewLink(kind, name if name.strip() else usual, str(self.lasts.data or ""), number)


class CodeForm(SentBefore):
    """A short code that somebody types."""

    code = StringField(
        _("Code"),
        render_kw={
            "maxlength": NAME_LENGTH,
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        },
    )
