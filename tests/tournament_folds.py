"""Where a tournament stands after entries, as pure values: for tests that need no database."""

from datetime import UTC, datetime
from uuid import UUID

from scorebook.league.tournament.entries import Drawn, Entry, Registered, SetUp, Stamped
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.state import Tournament, fold

AT = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
WRITER = "Vroni"
SETTINGS = Settings(rule_set=1)
EIGHT = tuple(range(1, 9))
SPARE = 9
"""The start number of the substitute."""
FIRST = ((1, 2, 3, 4), (5, 6, 7, 8))


def stamped(*entries: Entry, settings: Settings = SETTINGS) -> list[Stamped]:
    """Number entries behind the first ten: set up, eight people, and a substitute."""
    whole = [SetUp(settings), *map(Registered, EIGHT), Registered(SPARE, substitute=True), *entries]
    return [Stamped(number, UUID(int=number), AT, WRITER, entry) for number, entry in enumerate(whole, 1)]


def folded(*entries: Entry, settings: Settings = SETTINGS) -> Tournament:
    """Fold entries behind the first ten."""
    return fold(stamped(*entries, settings=settings))


def drawn(*rounds: tuple[tuple[int, ...], ...], first: int = 1) -> Drawn:
    """Draw rounds in which the eight sit."""
    return Drawn(first, rounds, EIGHT, "x", 0, 0)
