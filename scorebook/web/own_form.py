"""The forms of one's own account."""

from wtforms import PasswordField, StringField

from scorebook.services.own import NewLogin
from scorebook.services.secret import MAX_PASSWORD
from scorebook.store.columns import NAME_LENGTH
from scorebook.web.fields import FlagField
from scorebook.web.page_form import PageForm
from scorebook.web.signing_in_form import LOGIN_NAME
from scorebook.web.texts import lazy_gettext as _


class NameForm(PageForm):
    """What somebody is called."""

    name = StringField(_("Dein Name"), render_kw={"maxlength": NAME_LENGTH, "autocomplete": "name"})


class LoginForm(PageForm):
    """With what somebody logs in."""

    login_name = StringField(_("Name zum Anmelden"), render_kw=LOGIN_NAME)
    old_password = PasswordField(
        _("Passwort, das du jetzt hast"), render_kw={"maxlength": MAX_PASSWORD, "autocomplete": "current-password"}
    )
    password = PasswordField(_("Neues Passwort"), render_kw={"maxlength": MAX_PASSWORD, "autocomplete": "new-password"})
    keep_keys = FlagField(_("Schlüssel für Programme weiter gelten lassen"))

    def wanted(self) -> NewLogin:
        """Give what was typed."""
        return NewLogin(
            self.login_name.data or "",
            self.old_password.data or "",
            self.password.data or "",
            bool(self.keep_keys.data),
        )
