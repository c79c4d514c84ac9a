"""What a round still lacks before it can be published, and before seats are drawn by what came of it."""

from collections.abc import Iterable, Iterator

from scorebook.league.tournament.state import PlayedRound, Tournament
from scorebook.rules import Finding


def without_list(played: PlayedRound) -> tuple[int, ...]:
    """Give the tables of a round that have no list yet."""
    return tuple(table.number for table in played.tables if not table.lists)


def unconfirmed(state: Tournament, played: PlayedRound) -> tuple[int, ...]:
    """Give the tables of a round whose lists a second person has to confirm yet; none where nobody has to."""
    if not state.settings.confirmed:
        return ()
    return tuple(table.number for table in played.tables if table.lists and table.confirmed is None)


def missing(state: Tournament, played: PlayedRound, field: str = "") -> Iterator[Finding]:
    """Find what a round lacks, with the tables that it lacks it of."""
    for code, tables in (
        ("round.no_lists", without_list(played)),
        ("round.unconfirmed", unconfirmed(state, played)),
    ):
        if tables:
            yield Finding(code, field, {"round": played.number, "tables": listed(tables), "count": len(tables)})


def listed(numbers: Iterable[int]) -> str:
    """Write numbers one after the other.

    >>> listed([3, 7, 12])
    '3, 7, 12'
    """
    return ", ".join(map(str, numbers))
