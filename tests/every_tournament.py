"""The papers of a tournament's results, with something of every kind on them: for tests that hold for all papers."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from uuid import UUID

from scorebook.league.tournament.awards import Profile, places, team_lines
from scorebook.league.tournament.cash import cash_report
from scorebook.league.tournament.entries import (
    CashKind,
    CashMoved,
    Drawn,
    Entry,
    GoodsChosen,
    Listed,
    Penalised,
    Registered,
    SetUp,
    Stamped,
    Substituted,
)
from scorebook.league.tournament.prizes import prizes
from scorebook.league.tournament.settings import Award, Prize, Settings, Teams
from scorebook.league.tournament.standings import standings
from scorebook.league.tournament.state import Tournament, fold
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.prize_list import cash_page, cash_view, prize_list, prizes_page
from scorebook.reports.tournament.result_papers import Printed, certificates, standings_page
from scorebook.reports.tournament.rule_sheet import rule_sheet
from scorebook.rules import preset
from scorebook.wording import GERMAN, Language

ABOUT = About("Lamm", "Preisschafkopf", date(2026, 11, 28), "Saal", practice=True)
SETTINGS = Settings(
    rule_set=1,
    fee=1000,
    prizes=(Prize(cents=30000), Prize(place=90, cents=5), Prize(Award.WOMEN, cents=500), Prize(Award.TEAM, cents=100)),
    goods=("Spanferkel", "Fass Bier"),
    teams=Teams(2, 2),
)
PEOPLE = 44
AT = datetime(2026, 11, 28, 12, tzinfo=UTC)


def state() -> Tournament:
    """Give a tournament of two rounds with a substitute, a penalty, money and goods."""
    numbers = tuple(range(1, PEOPLE + 1))
    tables = tuple(numbers[at : at + 4] for at in range(0, PEOPLE, 4))
    found: list[Entry] = [SetUp(SETTINGS), *map(Registered, numbers), Registered(PEOPLE + 1, substitute=True)]
    for number in (1, 2):
        found.append(Drawn(number, (tables,), numbers, "x", 0, 0))
        found += [
            Listed(number, table, (table, -table, 30, -30), 32, (1, 0, 2, 0), (0, 1, 0, 0))
            for table in range(1, len(tables) + 1)
        ]
    found += [Substituted(2, 1, 1, PEOPLE + 1), Penalised(3, 1, 5, "zu spät"), CashMoved(CashKind.FEE, 1000, 1)]
    found += [CashMoved(CashKind.GOODS, -500, None, "Brotzeit"), GoodsChosen(3, 1)]
    return fold(Stamped(number, UUID(int=number), AT, "", one) for number, one in enumerate(found, start=1))


def tournament_papers(say: Language = GERMAN) -> Iterator[tuple[str, Page]]:
    """Give the papers of its results by what they are."""
    there = state()
    lines, names = standings(there), {number: f"Gast {number}" for number in there.players}
    profiles = {number: Profile(woman=number % 2 == 0, team="Hirsch" if number < 3 else "") for number in names}
    won = prizes(there, lines, profiles)
    paper = Printed(
        about=ABOUT,
        settings=SETTINGS,
        rounds=(1, 2),
        lines=lines,
        names=names,
        profiles=profiles,
        awards={Award.WOMEN: (places(Award.WOMEN, lines, profiles), 3)},
        teams=team_lines(lines, profiles, SETTINGS),
        missing=1,
    )
    ranks = {line.player: line.rank for line in lines}
    yield "standings of a tournament", standings_page(paper, say)
    yield "certificates of a tournament", certificates(paper, say)
    yield "prizes", prizes_page(ABOUT, prize_list(won, there.chosen, ranks, names, SETTINGS, say), say)
    yield "cash report", cash_page(ABOUT, cash_view(cash_report(there, won, profiles), names, say), say)
    yield "rules of a tournament", rule_sheet(ABOUT, SETTINGS, preset("turnier_plusminus"), say)
