"""What tests of refusals have in common: a tournament of eight over two rounds, and what speaks against an entry."""

from dataclasses import replace

from scorebook.league.tournament.allowed import objections
from scorebook.league.tournament.entries import (
    Drawn,
    Entry,
    Left,
    Listed,
)
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.state import Tournament
from scorebook.wording import message
from tests import tournament_folds as folds
from tests.tournament_folds import EIGHT, FIRST

SECOND = ((1, 6, 3, 8), (5, 2, 7, 4))
SETTINGS = Settings(rule_set=1, fee=1000, late_until=2, goods=("Ster Holz", "Schinken"))
DRAWN = Drawn(1, (FIRST,), EIGHT, "x", 0, 0)
NEXT = Drawn(2, (SECOND,), EIGHT, "y", 2, 0)
AHEAD = Drawn(1, (FIRST, SECOND), EIGHT, "x", 2, 0)
LISTS = (Listed(1, 1, (30, 10, -20, -20), 32), Listed(1, 2, (0, 5, 5, -10), 32))
MORE = (Listed(2, 1, (3, 1, -2, -2), 32), Listed(2, 2, (3, 1, -2, -2), 32))


def folded(*entries: Entry, settings: Settings = SETTINGS) -> Tournament:
    """Fold entries behind the first ten, with a fee, goods, and late entries until round 2 is drawn."""
    return folds.folded(*entries, settings=settings)


def found(state: Tournament, entry: Entry) -> list[tuple[str, str]]:
    """Give codes and fields of what speaks against an entry; everything has its words."""
    findings = list(objections(state, entry))
    for finding in findings:
        said = message(finding)
        assert said[-1] in ".?"
        assert "{" not in said
    return [(finding.code, finding.field) for finding in findings]


PLAYED = (DRAWN, *LISTS)
OVER = (AHEAD, *LISTS, *MORE)
GONE = Left(3, 1)
HERE = folded(*PLAYED)
CONFIRMING = replace(SETTINGS, confirmed=True)
CHECKABLE = replace(SETTINGS, checkable=True)
HASH = "0123456789abcdef" * 4
