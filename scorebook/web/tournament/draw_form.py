"""The form with which seats are drawn. What is offered depends on who is there; what is asked, the service judges."""

from wtforms import StringField

from scorebook.rules import Finding
from scorebook.services.tournament.drawing import LARGEST_CALLED, Asked
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.fields import FreshUuid, KnownNumber, NumberField, SeatsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import lazy_gettext as _

HERE, ALL = "da", "alle"
"""Whether only those take part who said that they are here."""


class DrawForm(PageForm):
    """From which round on, why once more, for whom, and the number from the hall."""

    uuid = FreshUuid()
    version = KnownNumber()
    first = KnownNumber()
    reason = StringField(_("Warum noch einmal?"))
    people = StringField(_("Wer lost mit?"))
    helpers = SeatsField(_("Springer, die mitspielen"))
    called = NumberField(_("Zahl aus dem Saal"))

    def asked(self, first: int) -> Asked | None:
        """Give what is asked for; None where the number is none, and say so at its field."""
        typed = (self.called.data or "").strip()
        if typed and not WHOLE_NUMBER.fullmatch(typed):
            self.show([Finding("draw.number", "called", {"most": LARGEST_CALLED})])
            return None
        return Asked(
            self.first.data or first,
            self.reason.data or "",
            only_here=self.people.data == HERE,
            helpers=tuple(int(one) for one in self.helpers.data or () if WHOLE_NUMBER.fullmatch(one)),
            called=int(typed) if typed else None,
        )
