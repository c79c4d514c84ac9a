"""The form of a table's list by totals, and that of why something is taken back."""

from collections.abc import Iterable, Sequence
from uuid import uuid4

from wtforms import StringField

from scorebook import wording
from scorebook.exchange.table_lists import COUNTERS, TypedList, bare_number, read_list
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.entries import Listed
from scorebook.league.tournament.settings import Scoring
from scorebook.league.tournament.state import SeatedTable, Tournament
from scorebook.league.tournament.suspects import Suspect, in_totals
from scorebook.money import WHOLE, sign_of
from scorebook.rules import Finding
from scorebook.services.tournament.listing import NewList
from scorebook.web.answers import SEATED
from scorebook.web.fields import FreshUuid, KnownNumber, NumberField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _

COUNTED = {
    "solos_won": TieBreak.SOLOS_WON,
    "solos_lost": TieBreak.SOLOS_LOST,
    "touts_won": TieBreak.TOUTS_WON,
}
"""What is counted beside the points, and what that decides."""
MOST_SUSPECTS = 4


class ListForm(PageForm):
    """A table's list: points by seat, games played, and what is counted besides.

    `seen` is the list that the page knew of that table, `seated` are those who sat there. `cell_errors` say what is
    wrong at a seat, by the name of the field and the seat. `sure` is after how many entries somebody was shown what a
    better list changes.
    """

    uuid = FreshUuid(default=uuid4)
    seen = KnownNumber()
    seated = StringField()
    points = TextsField(_("Punkte"))
    games = NumberField(_("Spiele"))
    solos_won = TextsField(_("Soli gewonnen"))
    solos_lost = TextsField(_("Soli verloren"))
    touts_won = TextsField(_("Tout gewonnen"))
    reason = StringField(_("Warum?"))
    sure = KnownNumber()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.cell_errors: dict[tuple[str, int], list[str]] = {}

    def fill(self, table: SeatedTable, state: Tournament) -> "ListForm":
        """Fill a fresh form: what the table has already, else how many games the settings say."""
        listed = table.listed
        self.seen.data = table.lists[-1].number if table.lists else 0
        self.seated.data = ",".join(map(str, table.seated))
        if listed is None:
            self.games.data = str(state.settings.games_at(len(table.seated)))
            return self
        self.points.data = [points_text(points) for points in listed.points]
        self.games.data = str(listed.games)
        for name in COUNTERS:
            self[name].data = [str(count or "") for count in getattr(listed, name)]
        return self

    def new_list(self, place: tuple[int, int], seats: int) -> NewList:
        """Read what was typed for a table of a round. Raises `ShapeError` with a finding at each field."""
        by_seat = {name: [self[name].text(seat) for seat in range(seats)] for name in ("points", *COUNTERS)}
        typed = TypedList(games=self.games.data or "", reason=self.reason.data or "", **by_seat)
        text = self.seated.data or ""
        seated = tuple(map(int, text.split(","))) if SEATED.fullmatch(text) else None
        return NewList(read_list(*place, typed), self.seen.data or 0, seated)

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, at the seat it is about, in words."""
        others = []
        for finding in findings:
            name, _dot, seat = finding.field.partition(".")
            if name in ("points", *COUNTERS) and seat.isdecimal():
                text = wording.message(finding, gettext)
                self.cell_errors.setdefault((name, int(seat)), []).append(text)
            else:
                others.append(finding)
        super().show(others)

    def take(self, suspect: str) -> None:
        """Put the number of a suspect ("2:-30") into its field."""
        seat, _colon, points = suspect.partition(":")
        texts = list(self.points.data or ())
        if seat.isdecimal() and int(seat) < len(texts) and WHOLE.fullmatch(points):
            texts[int(seat)] = points_text(int(points))
        self.points.data = texts

    def suspects(self, state: Tournament, seats: int) -> list[Suspect]:
        """Say where the points may be wrong that do not balance; nothing where there is no sum to hold them against."""
        texts = [bare_number(self.points.text(seat)) for seat in range(seats)]
        if state.settings.scoring is not Scoring.PLUS_MINUS or not all(map(WHOLE.fullmatch, texts)):
            return []
        games = bare_number(self.games.data or "")
        played = int(games) if WHOLE.fullmatch(games) else None
        return in_totals([int(text) for text in texts], played, state.settings.games_at(seats))[:MOST_SUSPECTS]


def points_text(points: int) -> str:
    """Write points as they are typed: with the minus that tables have.

    >>> points_text(-30), points_text(30)
    ('−30', '30')
    """
    return f"{sign_of(points, plus=False)}{abs(points)}"


def counters_of(state: Tournament, listed: Sequence[Listed] = ()) -> list[str]:
    """Give what is asked beside the points: what decides between equals, and what lists have already."""
    used = {name for name in COUNTERS for one in listed if any(getattr(one, name))}
    return [name for name in COUNTERS if COUNTED[name] in state.settings.tie_breaks or name in used]


class TakingBackForm(PageForm):
    """Why something is taken back, or a list replaced that the page knew (`seen`).

    `sure` is after how many entries somebody was shown what that changes.
    """

    uuid = FreshUuid(default=uuid4)
    reason = StringField(_("Warum?"))
    seen = KnownNumber()
    sure = KnownNumber()
