"""The standings of a tournament on paper, and the certificates for its best."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorebook import wording
from scorebook.league.tournament.awards import Place, Profile, TeamLine
from scorebook.league.tournament.settings import Award, Settings
from scorebook.league.tournament.standings import Line
from scorebook.ledger.check_code import Running
from scorebook.reports import award as certificates_paper
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.board import Row, board, measure_of, special, team
from scorebook.wording import GERMAN, Language
from scorebook.wording.league import BOTH_WAYS, UNITS
from scorebook.wording.tournament_rules import award_name, place_name

INDEXED = 40
"""From so many people on, a list by name says where everybody stands."""
BEST = 3
"""Who gets a certificate: the first so many, and the first of each other award."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Standings as they are printed and taken away; `rounds` are those that count.

    `awards` are the places of those awards that can be won, and how many of them are shown.
    """

    about: About
    settings: Settings
    rounds: Sequence[int]
    lines: Sequence[Line]
    names: Mapping[int, str]
    profiles: Mapping[int, Profile]
    awards: Mapping[Award, tuple[Sequence[Place], int]]
    teams: Sequence[TeamLine]
    missing: int

    @property
    def check_code(self) -> str:
        """The code by which these standings are known again, as the other papers have one."""
        return check_code(self.about, self.rounds, self.lines)

    @property
    def whole(self) -> bool:
        """Whether all rounds so far count, and not one alone."""
        return tuple(self.rounds[:1]) == (1,)


def check_code(about: About, rounds: Sequence[int], lines: Sequence[Line]) -> str:
    """Give the code of standings: a hash over which they are, and over who stands where with what.

    >>> from datetime import date
    >>> check_code(About("Löwen", "Preisschafkopf", date(2026, 11, 28)), (1, 2), ())
    'D1F2 B248'
    """
    paper = Running()
    for line in lines:
        paper.add(line.rank, line.player, line.total)
    return paper.code(about.name, about.day, *rounds)


def standings_page(printed: Printed, say: Language = GERMAN) -> Page:
    """Give the standings to be printed."""
    return Page(standings_html(printed, say), "tournament")


def standings_html(printed: Printed, say: Language = GERMAN) -> str:
    """Write the standings as one complete page: everybody, who has won what besides, and where to find whom."""
    shown = board(printed.lines, printed.names, printed.settings, printed.rounds, say)
    specials = [
        special(one, places, printed.names, printed.settings, most, say)
        for one, (places, most) in printed.awards.items()
        if places
    ]
    return (
        environment()
        .get_template("tournament/standings.html")
        .render(
            about=printed.about,
            printed=printed,
            heading=heading(printed, say),
            board=shown,
            index=by_name(shown.rows) if len(shown.rows) >= INDEXED else (),
            specials=specials,
            teams=[team(one, printed.names, printed.settings, say) for one in printed.teams],
            _=say,
        )
    )


def heading(printed: Printed, say: Language = GERMAN) -> str:
    """Say which standings these are."""
    last = printed.rounds[-1] if printed.rounds else 0
    if not printed.whole:
        return say("Runde %(number)d", number=last)
    over = last == printed.settings.rounds and not printed.missing
    return say("Endstand") if over else say("Stand nach Runde %(number)d", number=last)


def by_name(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Give the lines by name: whoever looks for somebody knows what he is called, not where he stands."""
    return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.player)))


def certificates(printed: Printed, say: Language = GERMAN) -> Page:
    """Give the certificates of the first places, each on a page of its own."""
    about = printed.about
    when = ", ".join(filter(None, (about.name, about.place, say.day(about.day, "long"))))
    made = certificates_paper.written(
        list(_won(printed, say)), club=about.club, when=when, check_code=printed.check_code, say=say
    )
    return Page(made, "award")


def _won(printed: Printed, say: Language) -> Iterator[certificates_paper.Award]:
    for line in printed.lines:
        if line.rank is not None and line.rank <= BEST:
            yield _award(line, say("{place}. Platz").format(place=line.rank), printed, say)
    for award, (places, _most) in printed.awards.items():
        for place in places:
            if place.rank == 1 and award is not Award.FROM_END:
                told = f"{award_name(award, say)}: {place_name(award, 1, say)} {say('Platz')}"
                yield _award(place.line, told, printed, say)


def _award(line: Line, place: str, printed: Printed, say: Language) -> certificates_paper.Award:
    measure = measure_of(printed.settings)
    total = wording.amount(line.total, UNITS[measure], say, sign=measure in BOTH_WAYS)
    return certificates_paper.Award(printed.names[line.player], place, total, line.row.standing.tally.games)
