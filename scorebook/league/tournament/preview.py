"""What something would change before it is done: ranks, prizes, published standings, and draws made by rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.entries import Entry, Stamped
from scorebook.league.tournament.prizes import Prizes, prizes
from scorebook.league.tournament.settings import Drawing
from scorebook.league.tournament.standings import Line, standings
from scorebook.league.tournament.state import PlayedRound, SeatedTable, Tournament, fold


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose rank or total changes; without a line he was, or is, not in the standings."""

    player: int
    before: Line | None
    after: Line | None


@dataclass(frozen=True, slots=True)
class Repriced:
    """A winner whose prizes change: a start number, or None and a team."""

    player: int | None
    team: str
    before: Prizes
    after: Prizes


@dataclass(frozen=True, slots=True)
class Preview:
    """What changes. `published` are rounds whose standings are out and change, `draws` those drawn by ranks that do."""

    moved: tuple[Moved, ...]
    repriced: tuple[Repriced, ...]
    published: tuple[int, ...]
    draws: tuple[int, ...]

    @property
    def nothing(self) -> bool:
        """Whether all stays as it is."""
        return not (self.moved or self.repriced or self.published or self.draws)


def preview(entries: Sequence[Stamped], new: Entry, profiles: Mapping[int, Profile]) -> Preview:
    """Give what a further entry would change; the best ranks come first. Not checked: that it is allowed.

    Raises `state.NothingError` where there are no entries.
    """
    last = entries[-1] if entries else None
    before = fold(entries)
    after = fold([*entries, Stamped(before.version + 1, last.uuid, last.at, last.by, new)] if last else [])
    return changes(before, after, profiles)


def changes(before: Tournament, after: Tournament, profiles: Mapping[int, Profile]) -> Preview:
    """Give what differs between two states of one tournament."""
    old, new = standings(before), standings(after)
    return Preview(
        moved=_moved(old, new),
        repriced=_repriced(prizes(before, old, profiles), prizes(after, new, profiles)),
        published=tuple(
            number
            for number in range(1, min(before.published, after.published) + 1)
            if _places(standings(before, last=number)) != _places(standings(after, last=number))
        ),
        draws=_draws(before, after),
    )


def _moved(old: Sequence[Line], new: Sequence[Line]) -> tuple[Moved, ...]:
    before, after = {line.player: line for line in old}, {line.player: line for line in new}
    in_order = [line.player for line in new] + [line.player for line in old if line.player not in after]
    return tuple(
        Moved(player, before.get(player), after.get(player))
        for player in in_order
        if _place(before.get(player)) != _place(after.get(player))
    )


def _place(line: Line | None) -> tuple[int | None, int] | None:
    return None if line is None else (line.rank, line.total)


def _places(lines: Sequence[Line]) -> list[tuple[int, tuple[int | None, int] | None]]:
    return [(line.player, _place(line)) for line in lines]


def _repriced(old: Prizes, new: Prizes) -> tuple[Repriced, ...]:
    before, after = _by_winner(old), _by_winner(new)
    winners = [*after, *(winner for winner in before if winner not in after)]
    return tuple(
        Repriced(*winner, before.get(winner, Prizes(old.pot)), after.get(winner, Prizes(new.pot)))
        for winner in winners
        if _worth(before.get(winner)) != _worth(after.get(winner))
    )


def _by_winner(won: Prizes) -> dict[tuple[int | None, str], Prizes]:
    winners = {(one.player, one.team): None for one in won.won}
    return {
        winner: Prizes(won.pot, tuple(one for one in won.won if (one.player, one.team) == winner)) for winner in winners
    }


def _worth(won: Prizes | None) -> object:
    return [] if won is None else [(one.award, one.cents, one.goods) for one in won.won]


def _draws(before: Tournament, after: Tournament) -> tuple[int, ...]:
    """Give the rounds that were drawn by who came where at the tables of the round before, where that changes."""
    if after.settings.drawing is not Drawing.WANDER:
        return ()
    pairs = zip(before.rounds[:-1], after.rounds[:-1], strict=False)
    return tuple(old.number + 1 for old, new in pairs if _orders(old) != _orders(new))


def _orders(played: PlayedRound) -> list[list[int]]:
    return [_order(table) for table in played.tables]


def _order(table: SeatedTable) -> list[int]:
    """Give at which place each seat of a table came, by its points."""
    points = table.listed.points if table.listed else ()
    return [sum(other > one for other in points) for one in points]
