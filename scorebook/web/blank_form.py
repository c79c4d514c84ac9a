"""The form that asks what is to stand on a list that is printed to be written on."""

from collections.abc import Iterable

from wtforms import StringField
from wtforms.fields.choices import SelectChoice

from scorebook.exchange.asking import MAX_PLAYERS
from scorebook.reports.spielliste import MOST_PAGES
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.web.fields import ChoiceField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

LONGEST = 60
"""Characters of a name or a title on the paper."""


class BlankForm(PageForm):
    """How many play, who, and how many pages. It is sent by GET and changes nothing: it needs no token."""

    class Meta(PageForm.Meta):
        """As all forms, but without a token."""

        csrf = False

    spieler = ChoiceField(_("Wie viele spielen?"), default=str(ACTIVE_PLAYERS))
    seiten = StringField(_("Seiten"), default="1")
    titel = StringField(_("Runde"))
    ort = StringField(_("Ort"))
    namen = TextsField(_("Namen"))

    def offer(self) -> "BlankForm":
        """Fill in how many can play."""
        self.spieler.choices = [SelectChoice(str(n), str(n)) for n in range(ACTIVE_PLAYERS, MAX_PLAYERS + 1)]
        return self

    def check(self) -> bool:
        """Put what cannot be printed at its field; tell whether nothing is wrong."""
        for name, text in self._wrong():
            self[name].errors = [*self[name].errors, text]
        return not any(self.wrong())

    def _wrong(self) -> Iterable[tuple[str, str]]:
        if self.spieler.data not in {str(n) for n in range(ACTIVE_PLAYERS, MAX_PLAYERS + 1)}:
            yield "spieler", gettext("Es spielen vier bis sieben.")
        elif any(self.namen.text(seat).strip() for seat in range(self.players, MAX_PLAYERS)):
            yield "namen", gettext("Es sind mehr Namen als Spieler.")
        pages = pages_of(self.seiten.data or "")
        if pages is None:
            yield "seiten", gettext("Bitte eine Zahl von 1 bis %(most)d.", most=MOST_PAGES)
        for name in ("titel", "ort"):
            if len(self[name].data or "") > LONGEST:
                yield name, gettext("Bitte höchstens %(most)d Zeichen.", most=LONGEST)
        if any(len(name) > LONGEST for name in self.namen.data or ()):
            yield "namen", gettext("Bitte höchstens %(most)d Zeichen.", most=LONGEST)

    @property
    def players(self) -> int:
        """How many play. Raises `ValueError` before `check` has said yes."""
        return int(self.spieler.data or "")

    @property
    def names(self) -> list[str]:
        """Give a name a seat; "" where somebody writes his own."""
        return [self.namen.text(seat).strip() for seat in range(self.players)]


def pages_of(text: str) -> int | None:
    """Give how many pages somebody asks for; None for a text that is none of the numbers that can be."""
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= MOST_PAGES else None
