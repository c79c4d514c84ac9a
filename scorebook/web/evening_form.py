"""The form that starts an evening, and the one that asks why."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from wtforms import DateField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook import wording
from scorebook.rules import DEFAULT_PRESET, Finding, preset, preset_names
from scorebook.services.evenings import NewEvening
from scorebook.store.rulesets import KeptRuleSet
from scorebook.store.stock import KeptStock
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.fields import ChoiceField, FreshUuid, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

SEATS = 7
RULE_SET = re.compile(r"[0-9]{1,9}")
"""A choice of rules that is one of the club's own, by its id; the others are presets by name. Also a kept Stock."""


class EveningForm(PageForm):
    """Who sits where, by which rules, and where and when."""

    uuid = FreshUuid(default=uuid4)
    title = StringField(_("Runde"))
    place = StringField(_("Ort"))
    date = DateField(_("Tag"), [Optional()])
    names = TextsField(_("Wer spielt mit?"))
    first_dealer = ChoiceField(_("Wer gibt zuerst?"), default="0")
    preset = ChoiceField(_("Regeln"), default=DEFAULT_PRESET)
    stock = SelectMultipleField(_("Stock vom letzten Mal"), validate_choice=False)

    def __init__(
        self, today: dt.date, own: Iterable[KeptRuleSet] = (), kept: Sequence[KeptStock] = (), **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.name_errors: dict[int, list[str]] = {}
        if self.date.data is None and not self.date.raw_data:
            self.date.data = today
        self.first_dealer.choices = [SelectChoice(str(seat), str(seat + 1)) for seat in range(SEATS)]
        offered = [(str(kept.id), kept.named.name, kept.named.rules) for kept in own]
        offered += [(name, wording.preset_title(name, gettext), preset(name)) for name in preset_names()]
        self.stock.choices = [SelectChoice(str(one.id), _taking(one)) for one in kept]
        if not self.is_submitted() and len(kept) == 1:
            self.stock.data = [str(kept[0].id)]
        self.preset.choices = [
            SelectChoice(value, title, {"words": wording.rules_in_words(rules, gettext)})
            for value, title, rules in offered
        ]

    def evening(self) -> NewEvening:
        """Make what the service asks for; it judges what was typed."""
        seat, rules = self.first_dealer.data or "", self.preset.data or ""
        return NewEvening(
            names=tuple(self.names.data or ()),
            preset=rules,
            rule_set=int(rules) if RULE_SET.fullmatch(rules) else None,
            place=self.place.data or "",
            title=self.title.data or "",
            first_dealer=int(seat) if WHOLE_NUMBER.fullmatch(seat) else -1,
            date=self.date.data,
            stocks=tuple(int(one) for one in self.stock.data or () if RULE_SET.fullmatch(one)),
            uuid=self.uuid.data,
        )

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; at the top where there is none."""
        for finding in findings:
            text = wording.message(finding, gettext)
            name, _dot, seat = finding.field.replace("rule_set", "preset").partition(".")
            if name == "names" and seat.isdecimal():
                self.name_errors.setdefault(int(seat), []).append(text)
            elif name in self._fields and name != "csrf_token":
                self[name].errors = [*self[name].errors, text]
            else:
                self.top.append(text)


def _taking(kept: KeptStock) -> str:
    """Say what is taken along: "Stock vom 20.11.2026: 2,40 € mitnehmen"."""
    lies = wording.amount(kept.amount, kept.unit, gettext)
    return gettext("Stock vom %(date)s: %(amount)s mitnehmen", date=gettext.day(kept.date), amount=lies)


class ReasonForm(PageForm):
    """Why a game is taken back, or an evening opened again."""

    reason = StringField(_("Warum?"))

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at the reason, in words."""
        self.reason.errors = [wording.message(finding, gettext) for finding in findings]
