"""The forms of those who are not in yet: a login, an invitation."""

from wtforms import HiddenField, PasswordField, StringField

from scorebook.services.accounts import NewAccount
from scorebook.services.secret import MAX_PASSWORD
from scorebook.store.columns import NAME_LENGTH
from scorebook.web.page_form import PageForm
from scorebook.web.texts import lazy_gettext as _

LOGIN_NAME = {"maxlength": NAME_LENGTH, "autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


class SentBefore(PageForm):
    """What lets somebody in; `weiter` is where to go then, `noch` where a form was sent that waits for him."""

    weiter = HiddenField()
    noch = HiddenField()


class SignInForm(SentBefore):
    """Name and password."""

    login_name = StringField(_("Name zum Anmelden"), render_kw=LOGIN_NAME)
    password = PasswordField(_("Passwort"), render_kw={"maxlength": MAX_PASSWORD, "autocomplete": "current-password"})


class JoinForm(PageForm):
    """What somebody says of himself who was invited."""

    name = StringField(_("Dein Name"), render_kw={"maxlength": NAME_LENGTH, "autocomplete": "name"})
    login_name = StringField(_("Name zum Anmelden"), render_kw=LOGIN_NAME)
    password = PasswordField(_("Neues Passwort"), render_kw={"maxlength": MAX_PASSWORD, "autocomplete": "new-password"})

    def account(self) -> NewAccount:
        """Give what was typed."""
        return NewAccount(self.name.data or "", self.login_name.data or "", self.password.data or "")
