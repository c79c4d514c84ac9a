"""The standings of a tournament as they are read: on pages, on the wall and on paper. All texts are ready."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorebook.league.results import Measure
from scorebook.league.tournament.awards import Place, TeamLine
from scorebook.league.tournament.settings import Award, Scoring, Settings
from scorebook.league.tournament.standings import Line
from scorebook.reports.view import Figure
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language
from scorebook.wording.league import decided_text
from scorebook.wording.tournament import outside_text
from scorebook.wording.tournament_rules import award_name, place_name

NO_RANK = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """One line. `rank` is "–" for who has none, `why` says why; `rounds` are empty where nothing is there yet.

    `notes` are what decided between equals, and points that were lost by penalties.
    """

    player: int
    rank: str
    name: str
    total: Figure
    rounds: tuple[Figure, ...]
    solos: str
    touts: int
    notes: tuple[str, ...]
    why: str
    tied: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The standings: `head` is what is counted, `rounds` are the numbers of those that stand beside the total."""

    head: str
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def ranked(self) -> tuple[Row, ...]:
        """Those with a rank."""
        return tuple(row for row in self.rows if not row.why)

    @property
    def outside(self) -> tuple[Row, ...]:
        """Those without one."""
        return tuple(row for row in self.rows if row.why)


@dataclass(frozen=True, slots=True)
class Special:
    """The first places of an award: whom it is for, and of each the place, the name and what he has."""

    name: str
    places: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its rank, what it has, and its people with theirs; the last ones do not count."""

    rank: str
    name: str
    total: Figure
    counted: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    note: str


def measure_of(settings: Settings) -> Measure:
    """Give what a tournament counts.

    >>> str(measure_of(Settings(rule_set=1)))
    'point'
    """
    return Measure.POINT if settings.scoring is Scoring.PLUS_MINUS else Measure.GOOD


def points(amount: int, settings: Settings, say: Language = GERMAN) -> Figure:
    """Write points: with their sign where there is plus and minus.

    >>> points(-7, Settings(rule_set=1)).text, points(7, Settings(rule_set=1)).text
    ('−7', '+7')
    """
    signed = settings.scoring is Scoring.PLUS_MINUS
    return Figure(say.figure(amount, Unit.POINT, sign=signed), amount < 0)


def board(
    lines: Iterable[Line],
    names: Mapping[int, str],
    settings: Settings,
    rounds: Sequence[int],
    say: Language = GERMAN,
) -> Board:
    """Put standings into words; `rounds` are those of the lines, which stand across where there are several."""
    shown = tuple(rounds) if len(rounds) > 1 else ()
    head = say("Punkte") if measure_of(settings) is Measure.POINT else say("Gutpunkte")
    return Board(head, shown, tuple(_row(line, names, settings, rounds, say) for line in lines))


def _row(line: Line, names: Mapping[int, str], settings: Settings, rounds: Sequence[int], say: Language) -> Row:
    tally = line.row.standing.tally
    across = line.rounds if len(rounds) > 1 else ()
    return Row(
        player=line.player,
        rank=NO_RANK if line.rank is None else f"{line.rank}.",
        name=names[line.player],
        total=points(line.total, settings, say),
        rounds=tuple(Figure("", negative=False) if one is None else points(one, settings, say) for one in across),
        solos=f"{tally.solos_won} : {tally.solos_lost}" if tally.solos_won or tally.solos_lost else "",
        touts=tally.touts_won,
        notes=tuple(_notes(line, settings, rounds, say)),
        why="" if line.outside is None else outside_text(line.outside, say),
        tied=line.row.tied,
    )


def _notes(line: Line, settings: Settings, rounds: Sequence[int], say: Language) -> Iterator[str]:
    if line.decided is not None:
        yield decided_text(line.decided, measure_of(settings), say)
    for number, lost in zip(rounds, line.penalties, strict=True):
        if lost:
            yield say("Runde %(number)d: %(points)d Strafpunkte", number=number, points=lost)


def special(
    award: Award,
    places: Sequence[Place],
    names: Mapping[int, str],
    settings: Settings,
    most: int,
    say: Language = GERMAN,
) -> Special:
    """Put the first places of an award into words, as many as get a prize, and all who share the last of them."""
    first = [one for one in places if one.rank <= most]
    having = Counter(one.rank for one in places)
    return Special(
        award_name(award, say),
        tuple(
            (
                place_name(award, one.rank, say, shared=having[one.rank] > 1),
                names[one.line.player],
                points(one.line.total, settings, say).text,
            )
            for one in first
        ),
    )


def team(line: TeamLine, names: Mapping[int, str], settings: Settings, say: Language = GERMAN) -> Team:
    """Put the place of a team into words."""

    def people(some: Iterable[Line]) -> tuple[tuple[str, str], ...]:
        return tuple((names[one.player], points(one.total, settings, say).text) for one in some)

    row = line.row
    why = say("zu wenige oder zu viele Leute") if row.rank is None else ""
    decided = "" if row.decided is None else decided_text(row.decided, measure_of(settings), say)
    return Team(
        rank=NO_RANK if row.rank is None else f"{row.rank}.",
        name=line.name,
        total=points(row.standing.score, settings, say),
        counted=people(line.counted),
        others=people(line.others),
        note=why or decided,
    )
