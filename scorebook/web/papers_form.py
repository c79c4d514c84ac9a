"""The field into which somebody types the check code of a paper."""

from wtforms import StringField

from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _


class ProofForm(PageForm):
    """A check code. It is sent by GET and changes nothing: it needs no token."""

    class Meta(PageForm.Meta):
        """As all forms, but without a token."""

        csrf = False

    zeichen = StringField(_("Prüfzeichen"))

    def refuse(self) -> None:
        """Say at the field what a code looks like."""
        self.zeichen.errors = [gettext("Acht Zeichen aus 0 bis 9 und A bis F, wie „7F3A 91C2“.")]
