"""The form of a tournament's settings: what it is, how it is played, what there is to win."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import uuid4

from wtforms import DateField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from scorebook import wording
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.settings import Award, Drawing, Prize, Settings, Teams
from scorebook.money import read_euros
from scorebook.rules import Finding, Unit
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament.making import NewTournament
from scorebook.store.rulesets import KeptRuleSet
from scorebook.store.tournaments import TournamentRow
from scorebook.web.fields import ChoiceField, FlagField, FreshUuid, KnownNumber, ListField, NumberField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording import Marked
from scorebook.wording.league import TIE_BREAKS

DRAWINGS: Marked[dict[Drawing, str]] = {
    Drawing.EACH: "vor jeder Runde",
    Drawing.AHEAD: "alle Runden auf einmal",
    Drawing.WANDER: "nur die erste, dann wandern nach Platz am Tisch",
}
AWARDS: Marked[dict[Award, str]] = {
    Award.OVERALL: "Gesamt",
    Award.WOMEN: "Beste Frau",
    Award.OLDEST: "Ältester",
    Award.YOUNGEST: "Jüngster",
    Award.LOCAL: "Bester von hier",
    Award.TEAM: "Mannschaft",
    Award.FROM_END: "Von hinten",
}
BREAKS = (TieBreak.SOLOS_WON, TieBreak.TOUTS_WON, TieBreak.SOLOS_LOST, TieBreak.DIRECT, TieBreak.LOT)
WHOLE = re.compile(r"[0-9]{1,6}")
PERCENT = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]))?\s*%?")
SPARE = 3
"""Empty lines of prizes to fill in."""
PRIZE_COLUMNS = ("prize_award", "prize_place", "prize_euros", "prize_percent", "prize_goods")
ELSEWHERE = {"rule_set": "rules", "scoring": "rules", "teams": "team_size"}
"""Where what is wrong with something of the settings is shown."""


class SettingsForm(PageForm):
    """A tournament. Empty numbers ask for nothing."""

    uuid = FreshUuid(default=uuid4)
    version = KnownNumber()
    name = StringField(_("Name des Turniers"))
    date = DateField(_("Tag"), [Optional()])
    place = StringField(_("Ort"))
    practice = FlagField(_("Nur zur Probe: es zählt nirgends"))
    rules = ListField(_("Regeln und Tarif"))
    rounds = NumberField(_("Runden"))
    games = NumberField(_("Spiele je Runde"))
    fee = StringField(_("Startgeld in Euro"))
    capacity = NumberField(_("Höchstens so viele"))
    late_until = NumberField(_("Nachmelden bis Runde"))
    drawing = ChoiceField(_("Wann wird ausgelost?"))
    checkable = FlagField(_("Auslosung zum Nachprüfen: vorher hängt ihre Prüfsumme aus"))
    confirmed = FlagField(_("Jede Liste bestätigt ein Zweiter"))
    team_size = NumberField(_("Leute je Mannschaft"))
    team_best = NumberField(_("davon zählen die besten"))
    tie_breaks = TextsField(_("Bei Gleichstand"))
    prize_award = TextsField(_("Preis"))
    prize_place = TextsField(_("Platz"))
    prize_euros = TextsField(_("Euro"))
    prize_percent = TextsField(_("Prozent"))
    prize_goods = TextsField(_("Sache"))
    prizes = TextsField(_("Preise"))
    goods = StringField(_("Zum Aussuchen der Reihe nach, eine Sache je Zeile"))

    def __init__(self, presets: Sequence[str], own: Iterable[KeptRuleSet], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rules.choices = [SelectChoice(name, wording.preset_title(name, gettext)) for name in presets]
        self.rules.choices += [SelectChoice(str(one.id), one.named.name) for one in own]
        self.drawing.choices = [SelectChoice(one.value, gettext(text)) for one, text in DRAWINGS.items()]
        self.prize_errors: dict[int, list[str]] = {}

    # --- What the page asks ---

    def breaks(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Give what decides between equals: for each step what is chosen, and what can be."""
        offered = [("", gettext("nichts weiter")), *((one.value, gettext(TIE_BREAKS[one])) for one in BREAKS)]
        return [(self.tie_breaks.text(step), offered) for step in range(len(BREAKS))]

    def awards(self) -> list[tuple[str, str]]:
        """Give what a prize can be for."""
        return [(one.value, gettext(text)) for one, text in AWARDS.items()]

    def lines(self) -> Iterator[list[str]]:
        """Give the prizes as typed, line by line, and some empty lines."""
        typed = max(len(self[name].data or ()) for name in PRIZE_COLUMNS)
        filled = [line for line in map(self._line, range(typed)) if any(line[2:]) or line[1]]
        yield from filled
        for _line in range(SPARE):
            yield [Award.OVERALL.value, "", "", "", ""]

    def _line(self, number: int) -> list[str]:
        return [self[name].text(number) for name in PRIZE_COLUMNS]

    # --- What was typed ---

    def tournament(self) -> NewTournament:
        """Make what the service asks for. Raises `RefusedError` for what is no number, amount or choice."""
        reader = _Reader()
        settings = Settings(
            rule_set=0,
            rounds=reader.number("rounds", self.rounds.data),
            games=reader.number("games", self.games.data),
            fee=reader.euros("fee", self.fee.data),
            capacity=reader.optional("capacity", self.capacity.data),
            late_until=reader.number("late_until", self.late_until.data),
            drawing=reader.choice("drawing", self.drawing.data, Drawing, Drawing.EACH),
            checkable=bool(self.checkable.data),
            confirmed=bool(self.confirmed.data),
            tie_breaks=tuple(
                reader.choice("tie_breaks", text, TieBreak, TieBreak.LOT) for text in self.tie_breaks.data or () if text
            ),
            prizes=tuple(self._prizes(reader)),
            goods=tuple(line.strip() for line in (self.goods.data or "").splitlines() if line.strip()),
            teams=self._teams(reader),
        )
        if self.date.data is None:
            reader.findings.append(Finding("date.range", "date"))
        if reader.findings:
            raise RefusedError(reader.findings)
        return NewTournament(
            name=self.name.data or "",
            date=self.date.data or dt.date.min,
            rules=self.rules.data or "",
            settings=settings,
            place=self.place.data or "",
            practice=bool(self.practice.data),
            uuid=self.uuid.data,
        )

    def _teams(self, reader: "_Reader") -> Teams | None:
        size = reader.optional("team_size", self.team_size.data)
        if size is None:
            return None
        best = reader.optional("team_best", self.team_best.data)
        return Teams(size, size if best is None else best)

    def _prizes(self, reader: "_Reader") -> Iterator[Prize]:
        for number, (award, place, euros, percent, goods) in enumerate(list(self.lines())[:-SPARE]):
            field = f"prizes.{number}"
            yield Prize(
                award=reader.choice(field, award, Award, Award.OVERALL),
                place=reader.number(field, place),
                cents=reader.euros(field, euros),
                permille=reader.permille(field, percent),
                goods=goods.strip(),
            )

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, those of a prize at its line."""
        rest = []
        for finding in findings:
            name, _dot, line = finding.field.partition(".")
            if name == "prizes" and line.isdecimal():
                text = wording.message(finding, gettext)
                self.prize_errors.setdefault(int(line), []).append(text)
                self.prizes.errors = [*self.prizes.errors, text]
            else:
                rest.append(Finding(finding.code, ELSEWHERE.get(name, name), finding.params))
        super().show(rest)


class _Reader:
    """Reads what was typed, and keeps what was wrong with it."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def number(self, field: str, text: str | None) -> int:
        """Read a whole number."""
        bare = (text or "").strip()
        if WHOLE.fullmatch(bare):
            return int(bare)
        self.findings.append(Finding("rules.number", field))
        return 0

    def optional(self, field: str, text: str | None) -> int | None:
        """Read a whole number where there is one."""
        return self.number(field, text) if (text or "").strip() else None

    def euros(self, field: str, text: str | None) -> int:
        """Read an amount; nothing is nothing."""
        if not (text or "").strip():
            return 0
        try:
            return read_euros(text or "")
        except ValueError:
            self.findings.append(Finding("fee.no_amount", field))
            return 0

    def permille(self, field: str, text: str) -> int:
        """Read a share in per cent, with a tenth where it has one."""
        found = PERCENT.fullmatch(text.strip())
        if not text.strip():
            return 0
        if found is None:
            self.findings.append(Finding("prize.no_percent", field))
            return 0
        return int(found[1]) * 10 + int(found[2] or 0)

    def choice(self, field: str, text: str | None, kind: type[Any], otherwise: Any) -> Any:
        """Read one of several words."""
        try:
            return kind(text or "")
        except ValueError:
            self.findings.append(Finding("value.choice", field, {"key": field}))
            return otherwise


def filled(settings: Settings, rules: str, row: TournamentRow | None = None) -> dict[str, Any]:
    """Give what the form shows of settings, and of a tournament that has them."""
    teams = settings.teams
    return {
        "name": row.name if row else "",
        "date": row.date if row else None,
        "place": row.place if row else "",
        "rules": rules,
        "fee": euros_text(settings.fee),
        "drawing": settings.drawing.value,
        "checkable": settings.checkable,
        "confirmed": settings.confirmed,
        "team_size": str(teams.size) if teams else "",
        "team_best": str(teams.best) if teams else "",
        "tie_breaks": [str(one) for one in settings.tie_breaks],
        "goods": "\n".join(settings.goods),
        **{name: str(getattr(settings, name) or "") for name in ("rounds", "games", "capacity", "late_until")},
        **_prizes_filled(settings.prizes),
    }


def _prizes_filled(prizes: Sequence[Prize]) -> dict[str, list[str]]:
    return {
        "prize_award": [str(one.award) for one in prizes],
        "prize_place": [str(one.place) for one in prizes],
        "prize_euros": [euros_text(one.cents) for one in prizes],
        "prize_percent": [_percent(one.permille) for one in prizes],
        "prize_goods": [one.goods for one in prizes],
    }


def euros_text(cents: int) -> str:
    """Write an amount as somebody types it; "" for nothing."""
    return gettext.figure(cents, Unit.CENT) if cents else ""


def _percent(permille: int) -> str:
    whole, tenth = divmod(permille, 10)
    return "" if not permille else f"{whole},{tenth}" if tenth else str(whole)
