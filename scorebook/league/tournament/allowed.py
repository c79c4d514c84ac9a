"""What may happen next at a tournament, and why not: in findings, for whoever wrote it."""

from collections.abc import Iterator

from scorebook.league.tournament.entries import Entry
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding


def objections(state: Tournament, entry: Entry) -> Iterator[Finding]:
    """Find what speaks against an entry, at the fields of it; nothing where it may be appended."""
    if state.ended and entry.kind != "reopened":
        yield Finding("tournament.ended", "")
