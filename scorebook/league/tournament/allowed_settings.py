"""How the settings of a tournament may change: as anybody likes until seats are drawn, then what was played holds."""

from collections.abc import Iterator
from dataclasses import fields

from scorebook.league.tournament.attendance import taking_part
from scorebook.league.tournament.entries import GoodsChosen, SetUp
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.sound import unsound
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding

LATER = frozenset({"fee", "capacity", "late_until", "prizes", "goods"})
"""What may change after the first draw: nothing that was played, or that seats were drawn by, depends on it."""


def settings(state: Tournament, entry: SetUp) -> Iterator[Finding]:
    """Find what speaks against other settings."""
    new, old = entry.settings, state.settings
    yield from unsound(new)
    if state.draws:
        for name in _changed(old, new):
            if name not in LATER:
                yield Finding("settings.drawn", name)
    there = len(taking_part(state))
    if new.capacity is not None and new.capacity < there and new.capacity != old.capacity:
        yield Finding("settings.capacity", "capacity", {"count": there})
    yield from _goods(state, new)


def _changed(old: Settings, new: Settings) -> list[str]:
    return [field.name for field in fields(Settings) if getattr(old, field.name) != getattr(new, field.name)]


def _goods(state: Tournament, new: Settings) -> Iterator[Finding]:
    """Find goods that somebody has chosen and that would be something else."""
    for stamped in state.chosen:
        entry = stamped.entry
        if isinstance(entry, GoodsChosen) and _thing(new, entry.goods) != _thing(state.settings, entry.goods):
            params = {"goods": _thing(state.settings, entry.goods), "number": entry.player}
            yield Finding("settings.goods", "goods", params)


def _thing(there: Settings, goods: int) -> str:
    return there.goods[goods] if goods < len(there.goods) else ""
