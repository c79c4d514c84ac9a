"""The forms of what the director decides: penalties, rulings, and who takes over a seat."""

from typing import Any
from uuid import uuid4

from wtforms import StringField
from wtforms.fields.choices import SelectChoice

from scorebook.exchange.table_lists import bare_number
from scorebook.league.tournament.entries import CountsFor
from scorebook.league.tournament.state import SeatedTable
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.ruling import NONE, NewPenalty, NewRuling, NewSubstitute
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.fields import ChoiceField, FreshUuid, KnownNumber, ListField, NumberField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _


def whole(text: str | None) -> int | None:
    """Read a whole number from 0 as typed; None for what is none."""
    bare = bare_number(text or "")
    return int(bare) if WHOLE_NUMBER.fullmatch(bare) else None


class RoundForm(PageForm):
    """Something about a round; two of these stand on one page, so the ids of their fields differ."""

    uuid = FreshUuid(default=uuid4)
    round = ListField(_("Runde"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for field in self:
            field.id = f"{type(self).__name__}-{field.name}"

    def offer(self, seen: Seen) -> "RoundForm":
        """Offer the rounds that are drawn; a fresh form is about the one that is played."""
        rounds = [one.number for one in seen.state.rounds]
        self.round.choices = [SelectChoice(str(number), str(number)) for number in rounds]
        if not self.round.data and rounds:
            self.round.data = str(seen.state.playing)
        return self


class PenaltyForm(RoundForm):
    """Points that somebody loses. `sure` is after how many entries he was shown what that changes."""

    player = NumberField(_("Startnummer"))
    points = NumberField(_("Wie viele Punkte weg?"))
    reason = StringField(_("Warum?"))
    sure = KnownNumber()

    def typed(self) -> NewPenalty:
        """Make what the service asks for; it judges what was typed."""
        return NewPenalty(
            whole(self.player.data), whole(self.round.data), whole(self.points.data), self.reason.data or ""
        )


class RulingForm(RoundForm):
    """What was decided."""

    table = NumberField(_("Tisch (leer: für alle)"))
    text = StringField(_("Was ist entschieden?"))

    def typed(self) -> NewRuling:
        """Make what the service asks for; a table that is no number is none that there is."""
        table = (self.table.data or "").strip()
        wanted = whole(table)
        return NewRuling(
            whole(self.round.data), (NONE if wanted is None else wanted) if table else None, self.text.data or ""
        )


class SubstituteForm(PageForm):
    """Who takes over whose seat, and for whom the list counts."""

    uuid = FreshUuid(default=uuid4)
    seat = ChoiceField(_("Wer geht?"))
    came = NumberField(_("Wer springt ein? Seine Startnummer"))
    counts_for = ChoiceField(_("Für wen zählt die Liste?"), default=CountsFor.LEFT.value)

    def offer(self, table: SeatedTable, seen: Seen) -> "SubstituteForm":
        """Offer who sits there."""
        self.seat.choices = [
            SelectChoice(str(seat), f"{number} {seen.name(number)}") for seat, number in enumerate(table.seated)
        ]
        self.counts_for.choices = [
            SelectChoice(CountsFor.LEFT.value, gettext("für den, der geht")),
            SelectChoice(CountsFor.CAME.value, gettext("für den, der einspringt")),
        ]
        return self

    def typed(self, round_number: int, table: int) -> NewSubstitute:
        """Make what the service asks for; it judges what was typed."""
        return NewSubstitute(
            round_number, table, whole(self.seat.data), whole(self.came.data), self.counts_for.data or ""
        )
