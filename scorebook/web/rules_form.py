"""The form that makes a rule set: a tariff in one line, then every switch. It holds no list of switches of its own."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.fields.core import Label

from scorebook import wording
from scorebook.exchange import ShapeError, parse_rules, rules_json
from scorebook.exchange.switches import Kind, Switch, changed, switches, tariff, texts_of, value_at, value_of
from scorebook.ledger.evening import NamedRuleSet
from scorebook.rules import Finding, RuleSet, Unit
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

TICKED = (Kind.SEVERAL, Kind.FLAG)
"""Kinds of which a browser sends nothing where nothing is ticked."""

RANKED = "contracts"
"""The switch of which the order counts: what outbids what."""
UP = "hoch"
"""Names the contract that is to go up by one."""


@dataclass(slots=True)
class SwitchInput:
    """One switch as it stands in the form, with what was typed and what is wrong with it."""

    switch: Switch
    texts: list[str]
    errors: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the input."""
        return self.switch.place.replace(".", "-")

    @property
    def name(self) -> str:
        """The name under which it is sent."""
        return self.switch.place

    @property
    def kind(self) -> str:
        """How it is shown: choice, flag, several, or something typed."""
        return self.switch.kind.name.lower()

    @property
    def label(self) -> Label:
        """What it is called."""
        return Label(self.id, wording.switch_words(self.switch.place, gettext)[0])

    @property
    def sentence(self) -> str:
        """What it means."""
        return wording.switch_words(self.switch.place, gettext)[1]

    @property
    def text(self) -> str:
        """What is typed or chosen."""
        return self.texts[0] if self.texts else ""

    @property
    def ranked(self) -> bool:
        """Whether the order of what is chosen counts."""
        return self.switch.place == RANKED

    def choices(self) -> list[tuple[str, str, bool]]:
        """What may be chosen: value, words, and whether it is. Of several the chosen come first, in their order."""
        chosen = [text for text in self.texts if text in self.switch.choices]
        values = self.switch.choices
        if self.switch.kind is Kind.SEVERAL:
            values = (*dict.fromkeys(chosen), *(value for value in values if value not in chosen))
        words = wording.choice_words
        return [(value, words(self.switch.place, value, gettext), value in chosen) for value in values]

    def show(self, finding: Finding) -> None:
        """Say what is wrong here."""
        if self.switch.kind in (Kind.NUMBER, Kind.PRICE) and finding.code == "value.type":
            finding = Finding("rules.number", finding.field, {})
        elif self.switch.kind in (Kind.NUMBER, Kind.PRICE) and finding.code == "value.range":
            finding = Finding("rules.between", finding.field, {"low": self.switch.low, "high": self.switch.high})
        params = {**finding.params, "key": str(self.label.text)} if "key" in finding.params else finding.params
        self.errors.append(wording.message(Finding(finding.code, finding.field, params), gettext))


class RulesForm(PageForm):
    """Name, tariff, and the switches; `model` is the rule set from which the form starts."""

    name = StringField(_("Name"))
    tarif = StringField(_("Tarif"))

    def __init__(self, model: NamedRuleSet, sent: MultiDict[str, str] | None = None) -> None:
        super().__init__(formdata=sent)
        self.model = model
        self._data = rules_json(model.rules)
        self.inputs = {s.place: SwitchInput(s, texts_of(s, value_at(self._data, s.place))) for s in switches()}
        for place, shown in self.inputs.items() if sent is not None else ():
            if shown.switch.kind in TICKED or place in (sent or {}):
                shown.texts = (sent or MultiDict()).getlist(place)
        if sent is not None and UP in sent:
            self.inputs[RANKED].texts = _raised(self.inputs[RANKED].texts, sent[UP])

    def rules(self) -> RuleSet | None:
        """Make the rule set, the tariff filled in; None where something is wrong, which then stands at its field."""
        unit = self.inputs["unit"].text
        unit = unit if unit in set(Unit) else self.model.rules.unit.value
        if not self._fill(unit):
            return None
        values = {place: value_of(shown.switch, shown.texts, unit) for place, shown in self.inputs.items()}
        try:
            return parse_rules(changed(self._data, values))
        except ShapeError as error:
            self.show(error.findings)
            return None

    def _fill(self, unit: str) -> bool:
        """Put the prices of the tariff into their fields, and empty it; tell whether it could be read."""
        text = (self.tarif.data or "").strip()
        if not text:
            return True
        try:
            prices = tariff(text, unit)
        except ValueError:
            self.tarif.errors = [wording.message(Finding("rules.tariff", "tarif", {}), gettext)]
            return False
        for place, price in prices.items():
            self.inputs[place].texts = texts_of(self.inputs[place].switch, price)
        self.tarif.data = ""
        return True

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; at the top where there is none."""
        for finding in findings:
            place = finding.field.removeprefix("rules.")
            at = next((i for p, i in self.inputs.items() if place == p or place.startswith(f"{p}.")), None)
            if at is not None:
                at.show(finding)
            elif place == "name":
                self.name.errors = [*self.name.errors, wording.message(finding, gettext)]
            else:
                self.top.append(wording.message(finding, gettext))

    def wrong(self) -> Iterator[Any]:
        """Give the fields with an error, in order."""
        yield from super().wrong()
        yield from (shown for shown in self.inputs.values() if shown.errors)

    def sections(self) -> list[tuple[str, list[SwitchInput]]]:
        """The switches in their folding sections."""
        return [
            (title, [shown for start in starts for place, shown in self.inputs.items() if place.split(".")[0] == start])
            for title, starts in wording.groups(gettext)
        ]


def _raised(texts: list[str], value: str) -> list[str]:
    """Give the texts with one of them a place further up."""
    place = texts.index(value) if value in texts else 0
    return texts if place == 0 else [*texts[: place - 1], value, texts[place - 1], *texts[place + 1 :]]


def differences(rules: RuleSet, other: RuleSet) -> list[tuple[str, str, str]]:
    """What one rule set has otherwise than another: the switch, its value here, its value there, in words."""
    here, there = rules_json(rules), rules_json(other)
    return [
        (wording.switch_words(s.place, gettext)[0], _in_words(s, here), _in_words(s, there))
        for s in switches()
        if value_at(here, s.place) != value_at(there, s.place)
    ]


def _in_words(switch: Switch, data: Mapping[str, Any]) -> str:
    """The value of a switch as one reads it."""
    value = value_at(data, switch.place)
    if switch.kind is Kind.FLAG:
        return gettext("ja") if value else gettext("nein")
    if switch.kind is Kind.PRICE and value is not None:
        return wording.amount(value, Unit(data["unit"]), gettext)
    texts = texts_of(switch, value)
    if switch.choices:
        texts = [wording.choice_words(switch.place, text, gettext) for text in texts]
    return ", ".join(texts) or "–"
