"""The forms of the door: one person, many names at once, and what is done with somebody on the list."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from wtforms import HiddenField, StringField, TextAreaField

from scorebook import wording
from scorebook.league.tournament.entries import Wished, WishKind
from scorebook.rules import Finding
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.tournaments import Entrant
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.fields import ChoiceField, FlagField, FreshUuid, KnownNumber, ListField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording import Marked

WISHES: Marked[dict[WishKind, str]] = {
    WishKind.APART: "nicht zusammen an einen Tisch",
    WishKind.TOGETHER: "zusammen an einen Tisch",
    WishKind.FIXED: "fester Tisch",
}
FIELDS = {"names": "name", "player": ""}
"""Where what is wrong with somebody is shown; with a start number, at the top."""


class ProfileForm(PageForm):
    """What prizes ask of somebody."""

    born = StringField(_("Jahrgang"))
    town = StringField(_("Wohnort"))
    team = StringField(_("Mannschaft"))
    woman = FlagField(_("Frau"))
    local = FlagField(_("Von hier"))

    def profile(self) -> Newcomer:
        """Make what the service asks for; it judges what was typed."""
        return Newcomer(
            "",
            born=self.born.data or "",
            town=self.town.data or "",
            team=self.team.data or "",
            woman=bool(self.woman.data),
            local=bool(self.local.data),
        )

    @classmethod
    def of(cls, entrant: Entrant) -> "ProfileForm":
        """Give the form of somebody who is on the list."""
        known = {name: getattr(entrant, name) for name in ("town", "team", "woman", "local")}
        return cls(formdata=None, data={**known, "born": str(entrant.born or "")})


class DoorForm(ProfileForm):
    """Somebody at the door."""

    uuid = FreshUuid(default=uuid4)
    name = StringField(_("Name"))
    paid = StringField(_("Bezahlt (Euro)"))
    substitute = FlagField(_("Springer: hilft aus, ohne Platz in der Wertung"))
    apart = StringField(_("Nicht zusammen mit (Startnummern)"))
    together = StringField(_("Zusammen mit (Startnummern)"))
    table = StringField(_("Fester Tisch"))
    who = HiddenField()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.asked: list[Finding] = []

    def newcomer(self, who: str = "", *, namesake: bool = False) -> Newcomer:
        """Make what the service asks for; `who` is which of several of the name was meant.

        Raises `RefusedError` at `apart`, `together` and `table` for what is no number.
        """
        table = self.table.data or ""
        return Newcomer(
            name=who or self.name.data or "",
            paid=self.paid.data or "",
            woman=bool(self.woman.data),
            born=self.born.data or "",
            local=bool(self.local.data),
            team=self.team.data or "",
            town=self.town.data or "",
            substitute=bool(self.substitute.data),
            namesake=namesake,
            apart=self._numbers("apart"),
            together=self._numbers("together"),
            table=table_number(table) if table.strip() else None,
        )

    def _numbers(self, name: str) -> tuple[int, ...]:
        text = self[name].data or ""
        return numbers(text, name) if text.strip() else ()

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, and keep what it asks."""
        self.asked = [one for one in findings if one.code.startswith(("door.", "name.several"))]
        moved = []
        for one in findings:
            name = one.field.partition(".")[0]
            moved.append(Finding(one.code, FIELDS.get(name, name), one.params))
        super().show(moved)

    def folded_out(self) -> bool:
        """Tell whether something of what is folded away is filled, or wrong."""
        kept = ("born", "town", "team", "woman", "local", "substitute", "apart", "together", "table")
        fields = [self[name] for name in kept]
        return any(field.data or field.errors for field in fields)


class PasteForm(PageForm):
    """Many names at once."""

    uuid = FreshUuid(default=uuid4)
    names = TextAreaField(_("Namen"))


class UuidForm(PageForm):
    """A button that appends something: its mark alone."""

    uuid = FreshUuid(default=uuid4)


class PayForm(UuidForm):
    """A fee that is paid later."""

    paid = StringField(_("Bezahlt (Euro)"))


class GoForm(UuidForm):
    """Somebody goes, or comes back, from a round on; who goes may say why."""

    from_round = ListField(_("Ab welcher Runde?"))
    reason = StringField(_("Warum? (wenn ihr es wissen wollt)"))

    def offer(self, rounds: int, chosen: int) -> "GoForm":
        """Fill in the rounds that there are."""
        self.from_round.choices = [
            (str(number), gettext("Runde %(number)d", number=number)) for number in range(1, rounds + 1)
        ]
        if not self.from_round.data:
            self.from_round.data = str(chosen)
        return self

    @property
    def round(self) -> int:
        """The round that was chosen; 0, which there is not, where none was."""
        text = self.from_round.data or ""
        return int(text) if WHOLE_NUMBER.fullmatch(text) else 0


class GiveBackForm(UuidForm):
    """A fee that is given back."""

    reason = StringField(_("Warum?"))


class WishForm(UuidForm):
    """What some want of the draw."""

    wish = ChoiceField(_("Was?"), default=WishKind.APART.value)
    players = StringField(_("Startnummern"))
    table = StringField(_("Tisch"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.wish.choices = [(kind.value, gettext(text)) for kind, text in WISHES.items()]

    def wished(self) -> Wished:
        """Make the entry. Raises `RefusedError` at `players`, `table` and `wish` for what is no number or no wish."""
        try:
            kind = WishKind(self.wish.data or "")
        except ValueError as error:
            raise RefusedError([Finding("value.choice", "wish", {"key": "wish"})]) from error
        if kind is not WishKind.FIXED:
            return Wished(kind, numbers(self.players.data or "", "players"))
        return Wished(kind, numbers(self.players.data or "", "players"), table_number(self.table.data or ""))

    def show(self, findings: Iterable[Finding]) -> None:
        """Put what is wrong with one of several at all of them."""
        super().show(Finding(one.code, one.field.partition(".")[0], one.params) for one in findings)


class HereForm(UuidForm):
    """Who is here for a round, by start numbers."""

    round = KnownNumber()
    players = StringField(_("Startnummern"))

    def show(self, findings: Iterable[Finding]) -> None:
        """Put what is wrong with one of several at all of them."""
        super().show(Finding(one.code, one.field.partition(".")[0], one.params) for one in findings)


def numbers(text: str, field: str) -> tuple[int, ...]:
    """Read start numbers, parted by whatever parts them. Raises `RefusedError` at the field."""
    found = text.replace(",", " ").replace(";", " ").split()
    for one in found or [""]:
        if not WHOLE_NUMBER.fullmatch(one):
            raise RefusedError([Finding("wish.no_number", field, {"text": one})])
    return tuple(map(int, found))


def table_number(text: str) -> int:
    """Read the number of a table. Raises `RefusedError` at `table`."""
    if not WHOLE_NUMBER.fullmatch(text.strip()):
        raise RefusedError([Finding("wish.no_table_number", "table", {"text": text.strip()})])
    return int(text)


def told(findings: Sequence[Finding]) -> list[str]:
    """Say findings in words."""
    return [wording.message(one, gettext) for one in findings]
