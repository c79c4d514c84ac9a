"""Forms that ask to be sure: a name typed, and a password where there is one, which never comes back to the page."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from wtforms import PasswordField, SelectField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.rules import Finding
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _


class SureForm(PageForm):
    """The name of what goes, and one's password."""

    name = StringField(_("Name zur Sicherheit"))
    password = PasswordField(_("Dein Passwort"), render_kw={"autocomplete": "current-password"})


class FarewellForm(PageForm):
    """Whose name is to go, typed to be sure, and which account is his."""

    sure = StringField(_("Name zur Sicherheit"))
    account = SelectField(_("Zugang dieser Person"), default="", validate_choice=False)

    def __init__(self, accounts: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.account.choices = account_choices(accounts)

    def show(self, findings: Iterable[Finding]) -> None:
        """Put what is wrong with the name at the field where it was typed."""
        super().show(replace(one, field="sure") if one.field == "name" else one for one in findings)

    @property
    def account_id(self) -> int | None:
        """The account that was chosen; what is no number is nobody's."""
        text = self.account.data or ""
        if not text:
            return None
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def account_choices(accounts: Mapping[int, str]) -> list[SelectChoice]:
    """Give the accounts to choose one from, or none."""
    none = SelectChoice("", gettext("keiner"))
    return [none, *(SelectChoice(str(key), f"{name} ({key})") for key, name in accounts.items())]
