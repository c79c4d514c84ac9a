"""The forms of the page "Plätze". Each says what the page knew, so that a double tap is one change."""

from collections.abc import Iterable, Sequence
from typing import Any

from wtforms import HiddenField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.ledger.evening import Pattern
from scorebook.rules import Finding
from scorebook.services.seating import Seen
from scorebook.web.answers import PERSON, SEATED, WHOLE_NUMBER
from scorebook.web.fields import ChoiceField, KnownNumber, ListField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

NOBODY = 0
"""The id of nobody."""


class SeatedField(HiddenField):
    """Who sat there when the page was made, by seat ("3,1,7,2"); None where it is not said."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read it."""
        text = valuelist[0] if valuelist else ""
        self.data = tuple(map(int, text.split(","))) if SEATED.fullmatch(text) else None


class SeatForm(PageForm):
    """What all have: what the page knew, and findings at their fields."""

    seated = SeatedField()
    after_number = KnownNumber()

    def offer(self, people: Sequence[tuple[int, str]]) -> "SeatForm":
        """Fill in whom one can choose; `people` are ids and names by seat."""
        for field in self:
            if isinstance(field, ListField):
                field.choices = [SelectChoice(str(person), name) for person, name in people]
        return self

    @property
    def seen(self) -> Seen:
        """What the page knew."""
        return Seen(self.seated.data, self.after_number.data)

    def chosen(self, name: str) -> int:
        """The id in a field; nobody's where it holds none."""
        text = str(self[name].data or "")
        return int(text) if PERSON.fullmatch(text) else NOBODY

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words."""
        for finding in findings:
            field = self[finding.field]
            field.errors = [*field.errors, wording.message(finding, gettext)]


class ComeForm(SeatForm):
    """Who sits down, and on whose left."""

    name = StringField(_("Wer kommt?"))
    after = ListField(_("sitzt links von"))

    def offer(self, people: Sequence[tuple[int, str]]) -> "ComeForm":
        """Fill in whom one can sit beside: at first the last one."""
        super().offer(people)
        if not self.after.data:
            self.after.data = str(people[-1][0])
        return self


class LeaveForm(SeatForm):
    """Who gets up."""

    person = ListField(_("Wer geht?"))


class SwapForm(SeatForm):
    """Which two change seats."""

    one = ListField(_("Wer?"))
    other = ListField(_("Mit wem?"))


class OrderForm(SeatForm):
    """The number of everybody's new seat, by the seats that they have now."""

    order = TextsField(_("Neue Plätze"))

    def people(self) -> list[int]:
        """Give the ids in the new order; nobody where the numbers make none."""
        numbers = [int(text) if WHOLE_NUMBER.fullmatch(text.strip()) else 0 for text in self.order.data or ()]
        seated: tuple[int, ...] = self.seated.data or ()
        if sorted(numbers) != list(range(1, len(seated) + 1)):
            return []
        return [person for _number, person in sorted(zip(numbers, seated, strict=True))]


class PatternForm(SeatForm):
    """Who sits out with the dealer at a table of six or seven."""

    pattern = ChoiceField(_("Wer sitzt aus?"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pattern.choices = [SelectChoice(value, text) for value, text in pattern_choices()]

    def choice(self) -> Pattern | None:
        """The pattern; None where none was chosen."""
        return Pattern(self.pattern.data) if self.pattern.data in set(Pattern) else None


def pattern_choices() -> list[tuple[str, str]]:
    """Give the patterns, each in words."""
    return [
        (Pattern.OPPOSITE.value, gettext("der Geber und wer ihm gegenüber sitzt")),
        (Pattern.NEXT.value, gettext("der Geber und die Nächsten links von ihm")),
    ]
