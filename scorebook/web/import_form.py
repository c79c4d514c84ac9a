"""The form that asks who the people of a file are."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import BooleanField

from scorebook import wording
from scorebook.ledger.evening import NamedRuleSet
from scorebook.rules import Finding, preset_names
from scorebook.services.import_plan import Decision, Plan, Someone
from scorebook.services.season_evenings import NO_ONE
from scorebook.web.fields import ListField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.seasons_form import import_choices
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

ID = re.compile(r"[0-9]{1,9}")
NEW = "neu"
"""The answer for somebody who is none of the club."""


def told(finding: Finding) -> str:
    """Say what is wrong with a file, and where in it."""
    text = wording.message(finding, gettext)
    return f"{text} ({finding.field})" if finding.field else text


def rules_title(named: NamedRuleSet) -> str:
    """Call a rule set by its name; one that is shipped in the language of the page."""
    shipped = named.preset in preset_names() and named.name == wording.preset_title(named.preset)
    return wording.preset_title(named.preset, gettext) if shipped else named.name


class DecisionsForm(PageForm):
    """One line for each name: whose it is (`who`: an id, or new), and what somebody new is called."""

    name = TextsField()
    who = TextsField()
    called = TextsField()
    box = BooleanField(_("Ins Kassenbuch und auf die Konten eintragen"), default=True)
    season = ListField(_("Saison"), default=str(NO_ONE))
    people: tuple[Someone, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.person_errors: dict[str, str] = {}

    @classmethod
    def of(cls, plan: Plan, seasons: Mapping[int, str]) -> "DecisionsForm":
        """Give a fresh form: whoever has exactly a name of the club is that person unless somebody says otherwise."""
        form = cls(formdata=None).offer(plan, seasons)
        form.name.data = [one.name for one in plan.people]
        form.who.data = [NEW if one.same is None else str(one.same) for one in plan.people]
        form.called.data = ["" if one.alike else one.name for one in plan.people]
        return form

    def offer(self, plan: Plan, seasons: Mapping[int, str]) -> "DecisionsForm":
        """Say whom it asks about, and into which seasons new evenings can go."""
        self.people = plan.people
        self.season.choices = import_choices(seasons)
        return self

    def chosen(self, index: int) -> str:
        """Give the answer for somebody."""
        return self.who.text(index)

    def decisions(self) -> dict[str, Decision]:
        """Give what was decided, by the names of the file."""
        made = {}
        for index, name in enumerate(self.name.data or ()):
            who = self.who.text(index)
            person = int(who) if ID.fullmatch(who) else None
            made[str(name)] = Decision(self.called.text(index), person)
        return made

    def show(self, findings: Iterable[Finding]) -> None:
        """Put what is wrong at the person, else at the top with the place in the file."""
        names = {one.name for one in self.people}
        for finding in findings:
            name = finding.field.removeprefix("people.")
            if finding.field == "season":
                self.season.errors = [wording.message(finding, gettext)]
            elif name in names:
                self.person_errors[name] = wording.message(finding, gettext)
            else:
                self.top.append(told(finding))
        if self.person_errors:
            self.top.append(gettext("Bei den Namen stimmt etwas nicht."))
