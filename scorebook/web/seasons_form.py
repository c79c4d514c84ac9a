"""The forms of seasons: name and days, how one is ranked, who plays without a rank, the code of another club."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import DateField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook.league.scheme import Kind, Scheme, TieBreak
from scorebook.rules import Finding
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import FITTING, NO_ONE
from scorebook.services.seasons import FIRST_SCHEME, NewSeason
from scorebook.store.season_reading import SchemeRow, SeasonRow
from scorebook.web.fields import ChoiceField, ListField, NumberField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.league import TIE_BREAKS
from scorebook.wording.marked import Marked

NUMBER = re.compile(r"[0-9]{1,9}")
KINDS: Marked[dict[Kind, str]] = {
    Kind.TOTAL: "Alles zusammen",
    Kind.PER_GAME: "Durchschnitt je Spiel",
    Kind.PLACES: "Punkte für die Plätze",
}
NUMBERS = ("best", "min_evenings", "min_games", "qualified")


class SeasonForm(PageForm):
    """What a season is called, and which days it is for."""

    name = StringField(_("Name der Saison"))
    begins = DateField(_("Erster Tag"), [Optional()])
    ends = DateField(_("Letzter Tag"), [Optional()])

    @classmethod
    def of(cls, season: SeasonRow) -> "SeasonForm":
        """Give the form of a season that is there."""
        return cls(formdata=None, data={"name": season.name, "begins": season.begins, "ends": season.ends})

    def season(self) -> NewSeason:
        """Make what the service asks for; it judges what was typed."""
        return NewSeason(self.name.data or "", self.begins.data, self.ends.data, gettext(FIRST_SCHEME))


class SchemeForm(PageForm):
    """How a season is ranked. Empty numbers ask for nothing."""

    name = StringField(_("Name der Wertung"))
    kind = ChoiceField(_("Was zählt?"), default=Kind.TOTAL.value)
    best = NumberField(_("Nur die besten Abende, so viele"))
    min_evenings = NumberField(_("Platz erst ab so vielen Abenden"))
    min_games = NumberField(_("Platz erst ab so vielen Spielen"))
    place_points = StringField(_("Punkte für die Plätze, vom ersten an"))
    tie_breaks = TextsField(_("Bei Gleichstand"))
    qualified = NumberField(_("Die ersten so vielen kommen weiter"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind.choices = [SelectChoice(kind.value, gettext(text)) for kind, text in KINDS.items()]

    @classmethod
    def of(cls, row: SchemeRow | None) -> "SchemeForm":
        """Give the form of a scheme that is there, or of a new one."""
        scheme = Scheme() if row is None else row.scheme
        data = {
            "name": "" if row is None else row.name,
            "kind": scheme.kind.value,
            "place_points": ", ".join(map(str, scheme.place_points)),
            "tie_breaks": [str(one) for one in scheme.tie_breaks],
            **{name: str(getattr(scheme, name) or "") for name in NUMBERS},
        }
        return cls(formdata=None, data=data)

    def breaks(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Give what decides between equals: for each step what is chosen, and what can be."""
        offered = [("", gettext("nichts weiter")), *((one.value, gettext(text)) for one, text in TIE_BREAKS.items())]
        return [(self.tie_breaks.text(step), offered) for step in range(len(TieBreak))]

    def scheme(self) -> NewScheme:
        """Make what the service asks for; it judges what was typed. What is no number stays as it was typed."""
        data: dict[str, Any] = {"kind": self.kind.data or ""}
        for name in NUMBERS:
            text = (self[name].data or "").strip()
            if text:
                data[name] = _number(text)
        points = re.split(r"[\s,;]+", (self.place_points.data or "").strip(" ,;"))
        data["place_points"] = [_number(text) for text in points if text]
        data["tie_breaks"] = [text for text in self.tie_breaks.data or () if text]
        return NewScheme(self.name.data or "", data)

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; of one in a list at the list."""
        super().show(Finding(one.code, one.field.partition(".")[0], one.params) for one in findings)


def _number(text: str) -> int | str:
    return int(text) if NUMBER.fullmatch(text) else text


class SubstituteForm(PageForm):
    """Who plays without a rank."""

    person = StringField(_("Wer?"))


class JoinForm(PageForm):
    """The code with which the club comes into the season of another."""

    code = StringField(_("Code"))


class EveningsForm(PageForm):
    """Which evenings are in a season: the boxes that are ticked, and those that were when the page was made."""

    evening = SelectMultipleField(validate_choice=False)
    was = SelectMultipleField(validate_choice=False)

    @property
    def come(self) -> set[int]:
        """The evenings that were ticked."""
        return _ids(self.evening.data) - _ids(self.was.data)

    @property
    def go(self) -> set[int]:
        """The evenings that no longer are."""
        return _ids(self.was.data) - _ids(self.evening.data)


def _ids(texts: Iterable[str] | None) -> set[int]:
    return {int(text) for text in texts or () if NUMBER.fullmatch(text)}


class PlaceForm(PageForm):
    """In which season an evening is."""

    season = ListField(_("Saison"), default="")

    def offer(self, seasons: Mapping[int, str], now: SeasonRow | None) -> "PlaceForm":
        """Fill in what can be chosen; that in which it is now stands there too."""
        known = dict(seasons) | ({} if now is None else {now.id: now.name})
        self.season.choices = [SelectChoice(str(NO_ONE), gettext("in keiner")), *_named(known)]
        if not self.is_submitted():
            self.season.data = str(NO_ONE if now is None else now.id)
        return self

    @property
    def chosen(self) -> int:
        """The id of the season that was chosen."""
        return season_chosen(self.season.data)


def season_choices(seasons: Mapping[int, str], fitting: int | None) -> list[SelectChoice]:
    """Give what a new evening can be in: what fits its day, one of several, none. Nothing where there is no season."""
    if not seasons:
        return []
    fits = gettext("die zum Tag passt")
    if fitting is not None and fitting in seasons:
        fits = gettext("die zum Tag passt (heute: %(name)s)", name=seasons[fitting])
    return [SelectChoice(str(FITTING), fits), *_named(seasons), SelectChoice(str(NO_ONE), gettext("in keiner"))]


def import_choices(seasons: Mapping[int, str]) -> list[SelectChoice]:
    """Give what evenings that are read in can be in; nothing where there is no season."""
    fits = SelectChoice(str(FITTING), gettext("die zum Tag passt"))
    return [SelectChoice(str(NO_ONE), gettext("in keiner")), fits, *_named(seasons)] if seasons else []


def _named(seasons: Mapping[int, str]) -> list[SelectChoice]:
    return [SelectChoice(str(key), name) for key, name in seasons.items()]


def season_chosen(text: str | None) -> int:
    """Read which season was chosen; what was not asked is what fits, and what is no number is none that there is."""
    if text in (None, "", str(FITTING)):
        return FITTING
    return int(text) if NUMBER.fullmatch(text or "") else 2**40
