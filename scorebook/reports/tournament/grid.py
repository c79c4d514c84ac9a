"""The standings of a tournament as a grid of cells, for spreadsheets: points as figures, names as texts."""

from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.standings import Line
from scorebook.reports.grids import Cell, Grid
from scorebook.reports.tournament.board import measure_of
from scorebook.reports.tournament.result_papers import Printed
from scorebook.wording import GERMAN, Language
from scorebook.wording.league import decided_text
from scorebook.wording.tournament import outside_text


def standings_grid(printed: Printed, say: Language = GERMAN) -> Grid:
    """Give a row for everybody; a round of which nothing is there for him is empty."""
    heads = (
        say("Platz"),
        say("Startnummer"),
        say("Name"),
        say("Mannschaft"),
        say("Punkte"),
        *(say("Runde %(number)d", number=number) for number in printed.rounds),
        say("Strafpunkte"),
        say("Spiele"),
        say("Gewonnene Soli"),
        say("Verlorene Soli"),
        say("Gewonnene Tout und Sie"),
        say("Bemerkung"),
    )
    return Grid(say("Stand"), heads, tuple(_row(line, printed, say) for line in printed.lines))


def _row(line: Line, printed: Printed, say: Language) -> tuple[Cell, ...]:
    tally = line.row.standing.tally
    decided = "" if line.decided is None else decided_text(line.decided, measure_of(printed.settings), say)
    return (
        line.rank,
        line.player,
        printed.names[line.player],
        printed.profiles.get(line.player, Profile()).team,
        line.total,
        *line.rounds,
        sum(line.penalties),
        tally.games,
        tally.solos_won,
        tally.solos_lost,
        tally.touts_won,
        ", ".join(filter(None, ("" if line.outside is None else outside_text(line.outside, say), decided))),
    )
