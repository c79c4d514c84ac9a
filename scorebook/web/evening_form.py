"""The forms that start an evening and open a further table, and the one that asks why."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from wtforms import DateField, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook import wording
from scorebook.ledger.evening import Pattern
from scorebook.rules import DEFAULT_PRESET, Finding, RuleSet, preset, preset_names
from scorebook.services.evenings import NewEvening
from scorebook.services.season_evenings import FITTING
from scorebook.services.tables import NewTable
from scorebook.store.rulesets import KeptRuleSet
from scorebook.store.stock import KeptStock
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.fields import ChoiceField, FlagField, FreshUuid, KnownNumber, ListField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.seasons_form import season_chosen
from scorebook.web.seating_form import pattern_choices
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

SEATS = 7
RULE_SET = re.compile(r"[0-9]{1,9}")
"""A choice of rules that is one of the club's own, by its id; the others are presets by name. Also a kept Stock."""


Offered = Sequence[tuple[str, str, RuleSet]]
"""Rule sets to choose from: value, title, rules."""


class SeatsForm(PageForm):
    """Who sits where, who deals first, by which rules: what every table begins with."""

    names = TextsField(_("Wer spielt mit?"))
    first_dealer = ChoiceField(_("Wer gibt zuerst?"), default="0")
    pattern = SelectField(_("Zu sechst und zu siebt setzen aus"), default=Pattern.OPPOSITE.value)
    drawing = FlagField(_("Plätze und Geber losen wir aus"))
    preset = ChoiceField(_("Regeln"))

    def __init__(self, offered: Offered, chosen: str, **kwargs: Any) -> None:
        super().__init__(data={"preset": chosen}, **kwargs)
        self.name_errors: dict[int, list[str]] = {}
        self.first_dealer.choices = [SelectChoice(str(seat), str(seat + 1)) for seat in range(SEATS)]
        self.pattern.choices = [SelectChoice(value, text) for value, text in pattern_choices()]
        self.preset.choices = [
            SelectChoice(value, title, {"words": wording.rules_in_words(rules, gettext)})
            for value, title, rules in offered
        ]

    @property
    def next_page(self) -> str:
        """The page that follows: the sheet, or first the drawing of seats."""
        return "drawing.show" if self.drawing.data else "sheets.show"

    @property
    def seat_of_dealer(self) -> int:
        """The seat that deals first; none where no number was sent."""
        seat = self.first_dealer.data or ""
        return int(seat) if WHOLE_NUMBER.fullmatch(seat) else -1

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; at the top where there is none."""
        for finding in findings:
            text = wording.message(finding, gettext)
            name, _dot, seat = finding.field.partition(".")
            name = "preset" if name in ("rule_set", "rules") else name
            if name == "names" and seat.isdecimal():
                self.name_errors.setdefault(int(seat), []).append(text)
            elif name in self._fields and name != "csrf_token":
                self[name].errors = [*self[name].errors, text]
            else:
                self.top.append(text)


class EveningForm(SeatsForm):
    """A first table, and where and when."""

    uuid = FreshUuid(default=uuid4)
    title = StringField(_("Runde"))
    place = StringField(_("Ort"))
    date = DateField(_("Tag"), [Optional()])
    stock = SelectMultipleField(_("Stock vom letzten Mal"), validate_choice=False)
    season = ListField(_("Saison"), default=str(FITTING))

    def __init__(
        self,
        today: dt.date,
        own: Iterable[KeptRuleSet] = (),
        kept: Sequence[KeptStock] = (),
        seasons: Sequence[SelectChoice] = (),
        **kwargs: Any,
    ) -> None:
        offered = [(str(one.id), one.named.name, one.named.rules) for one in own]
        offered += [(name, wording.preset_title(name, gettext), preset(name)) for name in preset_names()]
        super().__init__(offered, DEFAULT_PRESET, **kwargs)
        if self.date.data is None and not self.date.raw_data:
            self.date.data = today
        self.season.choices = list(seasons)
        self.stock.choices = [SelectChoice(str(one.id), _taking(one)) for one in kept]
        if not self.is_submitted() and len(kept) == 1:
            self.stock.data = [str(kept[0].id)]

    def evening(self) -> NewEvening:
        """Make what the service asks for; it judges what was typed."""
        rules = self.preset.data or ""
        return NewEvening(
            names=tuple(self.names.data or ()),
            preset=rules,
            rule_set=int(rules) if RULE_SET.fullmatch(rules) else None,
            place=self.place.data or "",
            title=self.title.data or "",
            first_dealer=self.seat_of_dealer,
            pattern=Pattern(self.pattern.data),
            date=self.date.data,
            stocks=tuple(int(one) for one in self.stock.data or () if RULE_SET.fullmatch(one)),
            season=season_chosen(self.season.data),
            uuid=self.uuid.data,
        )


def _taking(kept: KeptStock) -> str:
    """Say what is taken along: "Stock vom 20.11.2026: 2,40 € mitnehmen"."""
    lies = wording.amount(kept.amount, kept.unit, gettext)
    return gettext("Stock vom %(date)s: %(amount)s mitnehmen", date=gettext.day(kept.date), amount=lies)


class TableForm(SeatsForm):
    """A further table; `known` is how many tables the page knew."""

    known = KnownNumber()

    def table(self) -> NewTable:
        """Make what the service asks for; it judges what was typed."""
        names, rules = tuple(self.names.data or ()), self.preset.data or ""
        return NewTable(names, rules, self.seat_of_dealer, Pattern(self.pattern.data), self.known.data)


class ReasonForm(PageForm):
    """Why a game is taken back, or an evening opened again."""

    reason = StringField(_("Warum?"))

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at the reason, in words."""
        self.reason.errors = [wording.message(finding, gettext) for finding in findings]
