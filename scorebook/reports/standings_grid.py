"""The standings of a season as a grid of cells, for spreadsheets: everybody, and what each evening was for him."""

from scorebook.league.counting import bare, worths
from scorebook.league.results import Measure
from scorebook.league.scheme import Kind
from scorebook.reports.grids import Cell, Grid, Money, Parts
from scorebook.reports.standings import Entry
from scorebook.reports.standings_paper import Paper
from scorebook.wording import GERMAN, Language
from scorebook.wording import league as words


def standings_grid(paper: Paper, say: Language = GERMAN) -> Grid:
    """Give a row for everybody; evenings at which he was not are empty, and those that are dropped are named last."""
    heads = (
        say("Platz"),
        say("Name"),
        say("Verein"),
        words.score_name(paper.scheme, paper.measure, say),
        say("Abende"),
        say("Spiele"),
        say("Gewonnene Soli"),
        say("Verlorene Soli"),
        say("Gewonnene Tout und Sie"),
        say("Bemerkung"),
        *(say.day(day) for day in paper.days.values()),
        say("Gestrichen"),
    )
    return Grid(say("Rangliste"), heads, tuple(_row(one, paper, say) for one in paper.entries))


def _row(one: Entry, paper: Paper, say: Language) -> tuple[Cell, ...]:
    row, standing = one.row, one.row.standing
    worth = dict(
        zip((r.evening for r in one.results), worths([bare(r) for r in one.results], paper.scheme), strict=True)
    )
    decided = "" if row.decided is None else words.decided_text(row.decided, paper.measure, say)
    why = "" if standing.unranked is None else words.unranked_text(standing.unranked, say)
    dropped = [say.day(result.date) for result in one.results if result.evening in standing.dropped]
    number = len(standing.dropped)
    return (
        row.rank,
        one.name,
        one.club or paper.club,
        _score(standing.score, paper),
        standing.evenings,
        standing.tally.games,
        standing.tally.solos_won,
        standing.tally.solos_lost,
        standing.tally.touts_won,
        ", ".join(filter(None, (why, decided))),
        *(_score(worth[evening], paper) if evening in worth else None for evening in paper.days),
        ", ".join(dropped) if len(dropped) == number else say("%(num)d gestrichen", num=number),
    )


def _score(score: int, paper: Paper) -> Cell:
    """Give a score as a figure that a spreadsheet can go on with."""
    if paper.scheme.kind is Kind.PER_GAME:
        return Parts(score)
    if paper.scheme.kind is Kind.PLACES or paper.measure is not Measure.CENT:
        return score
    return Money(score, words.UNITS[paper.measure])
