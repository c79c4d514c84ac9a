"""The standings of a season on paper: A4, and A3 for the wall; and the certificates for its best."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from unicodedata import normalize

from scorebook.exchange.schemes import scheme_json
from scorebook.league.results import Measure
from scorebook.league.scheme import Scheme
from scorebook.ledger.check_code import LENGTH
from scorebook.reports import award
from scorebook.reports.abrechnung import environment
from scorebook.reports.award import Award
from scorebook.reports.page import Page
from scorebook.reports.standings import Entry, Line, Standings, standings
from scorebook.wording import GERMAN, Language
from scorebook.wording import league as words

A4, A3 = "a4", "a3"
STYLES = (A4, A3)
MOST = 1000
"""So many people stand on one paper at most."""
INDEXED = 40
"""From so many people on, a list by name says where everybody stands."""
WIDE = 18
"""So many evenings have room across the paper for the wall."""


@dataclass(frozen=True, slots=True)
class Paper:
    """All that is printed.

    `days` are the evenings of the season that ended, all of them or none. The row of `own` is marked; `left_out` is how
    many stand below the last one that is printed.
    """

    title: str
    club: str
    day: date
    scheme: Scheme
    measure: Measure
    entries: Sequence[Entry]
    days: Mapping[int, date]
    own: int | None = None
    left_out: int = 0

    @property
    def check_code(self) -> str:
        """The code by which these standings are known again, as the other papers have one."""
        return check_code(self.title, self.measure, self.scheme, self.entries)


def check_code(title: str, measure: Measure, scheme: Scheme, entries: Sequence[Entry]) -> str:
    """Give the code of standings: a hash over how is ranked, and over who stands where with what.

    >>> check_code("2026", Measure.POINT, Scheme(), [])
    '602B 6A99'
    """
    rows = [[one.row.rank, one.name, one.row.standing.score] for one in entries]
    told = json.dumps([title, measure.value, scheme_json(scheme), rows], ensure_ascii=False)
    digits = hashlib.sha256(normalize("NFC", told).encode()).hexdigest()[:LENGTH].upper()
    return f"{digits[: LENGTH // 2]} {digits[LENGTH // 2 :]}"


def page(paper: Paper, say: Language = GERMAN, *, style: str = A4) -> Page:
    """Give the standings to be printed in one of `STYLES`."""
    return Page(html(paper, say, style=style), "standings")


def html(paper: Paper, say: Language = GERMAN, *, style: str = A4) -> str:
    """Write the standings as one complete page. On the wall the evenings stand across, where they have room."""
    across = style == A3 and 0 < len(paper.days) <= WIDE
    shown = paper.entries[:MOST]
    view = standings(shown, paper.scheme, paper.measure, paper.days if across else {}, say)
    return (
        environment()
        .get_template("standings.html")
        .render(
            paper=paper,
            view=view,
            form=("wide" if across else "tall") if style == A3 else "sheet",
            index=by_name(view) if len(shown) >= INDEXED else (),
            left_out=paper.left_out + len(paper.entries) - len(shown),
            check=f"{say('Prüfzeichen')} {paper.check_code}",
            clubs=any(one.club for one in shown),
            _=say,
        )
    )


def by_name(view: Standings) -> tuple[Line, ...]:
    """Give the lines by name: whoever looks for somebody knows what he is called, not where he stands."""
    return tuple(sorted(view.lines, key=lambda line: (line.name.casefold(), line.person)))


def certificates(paper: Paper, say: Language = GERMAN, *, best: int = 3) -> Page:
    """Give the certificates of those with the first places, each on a page of its own."""
    awards = [_award(one, paper, say) for one in paper.entries if one.row.rank is not None and one.row.rank <= best]
    made = award.written(awards, club=paper.club, when=paper.title, check_code=paper.check_code, say=say)
    return Page(made, "award")


def _award(one: Entry, paper: Paper, say: Language) -> Award:
    standing = one.row.standing
    return Award(
        one.name,
        say("{place}. Platz").format(place=one.row.rank),
        words.score_text(standing.score, paper.scheme, paper.measure, say),
        standing.tally.games,
    )
