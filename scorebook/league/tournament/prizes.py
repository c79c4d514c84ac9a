"""Who gets what: money, shares of the fees, goods; exact to the cent, and what does not divide is told.

Who share a rank share the money of all places that they take up; cents that do not divide stay in the till, as does the
money of a place that nobody takes. Goods cannot be shared: they are told for all of them, who agree or draw lots.
A place's thousandths are of the fees that were taken in; cents that are left over of them go to the first prizes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from scorebook.league.tournament.attendance import fees
from scorebook.league.tournament.awards import Profile, places, team_lines
from scorebook.league.tournament.entries import GoodsChosen
from scorebook.league.tournament.settings import Award, Prize
from scorebook.league.tournament.sound import WHOLE
from scorebook.league.tournament.standings import Line
from scorebook.league.tournament.state import Tournament


class Stays(StrEnum):
    """Why money stays in the till: it does not divide among equals, or nobody takes the place."""

    DOES_NOT_DIVIDE = "does_not_divide"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Won:
    """What somebody, or a team, gets for a rank of an award.

    `player` is None for a team. `sharing` is how many share the rank; then `goods` are those of all of them together.
    """

    award: Award
    rank: int
    player: int | None
    team: str
    cents: int
    goods: tuple[str, ...] = ()
    sharing: int = 1


@dataclass(frozen=True, slots=True)
class Rest:
    """Money that stays in the till, of the prizes from a place on; or goods that nobody gets."""

    award: Award
    place: int
    cents: int
    why: Stays
    goods: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prizes:
    """All that is won. `pot` are the fees that were taken in, of which shares are.

    `extra` cents were left over where the shares did not divide; the first prizes got one more each.
    """

    pot: int
    won: tuple[Won, ...] = ()
    rests: tuple[Rest, ...] = ()
    extra: int = 0

    @property
    def cents(self) -> int:
        """How much money is won."""
        return sum(one.cents for one in self.won)

    def of(self, player: int) -> tuple[Won, ...]:
        """Give what somebody gets, without what his team does."""
        return tuple(one for one in self.won if one.player == player)


Winner = tuple[int, int | None, str]
"""A rank, and who has it: a start number or a team."""


def prizes(state: Tournament, lines: Sequence[Line], profiles: Mapping[int, Profile]) -> Prizes:
    """Give who gets what by standings, each award in the order of its places.

    What is paid and the prizes that were announced come to the same: `cents` and the rests together.

    >>> from scorebook.league.tournament.settings import Settings
    >>> prizes(Tournament(1, Settings(rule_set=1, prizes=(Prize(cents=500),)), {}), [], {}).rests[0].cents
    500
    """
    pot = sum(fees(state).values())
    values = announced(state.settings.prizes, pot)
    handed: list[Won | Rest] = []
    for award in Award:
        there = {prize.place: (prize, cents) for prize, cents in values if prize.award is award}
        if there:
            handed += _handed_out(award, there, _winners(award, state, lines, profiles))
    won = tuple(one for one in handed if isinstance(one, Won))
    rests = tuple(one for one in handed if isinstance(one, Rest))
    return Prizes(pot, won, rests, left_over(state.settings.prizes, pot))


def announced(there: Sequence[Prize], pot: int) -> list[tuple[Prize, int]]:
    """Give prizes with the money that each is worth. All shares together are what their sum is of the pot.

    >>> shares = [Prize(place=place, permille=333) for place in (1, 2, 3)]
    >>> [cents for _prize, cents in announced(shares, 101)]
    [34, 33, 33]
    """
    shares = [pot * prize.permille // WHOLE for prize in there]
    left = left_over(there, pot)
    for at, prize in enumerate(there):
        if prize.permille and left:
            shares[at] += 1
            left -= 1
    return [(prize, prize.cents + share) for prize, share in zip(there, shares, strict=True)]


def left_over(there: Sequence[Prize], pot: int) -> int:
    """Give how many cents are left of what all shares together are, when each is rounded down.

    >>> left_over([Prize(place=place, permille=333) for place in (1, 2, 3)], 101)
    1
    """
    return pot * sum(prize.permille for prize in there) // WHOLE - sum(pot * one.permille // WHOLE for one in there)


def _winners(award: Award, state: Tournament, lines: Sequence[Line], profiles: Mapping[int, Profile]) -> list[Winner]:
    if award is Award.TEAM:
        teams = team_lines(lines, profiles, state.settings)
        return [(team.row.rank, None, team.name) for team in teams if team.row.rank is not None]
    return [(place.rank, place.line.player, "") for place in places(award, lines, profiles)]


def _handed_out(
    award: Award, there: Mapping[int, tuple[Prize, int]], winners: Sequence[Winner]
) -> Iterator[Won | Rest]:
    """Hand out the prizes of one award, by rank; then tell which of them nobody gets."""
    taken = 0
    for rank, group in groupby(winners, key=lambda winner: winner[0]):
        equals = list(group)
        taken = rank + len(equals) - 1
        shared = [there[place] for place in range(rank, taken + 1) if place in there]
        if not shared:
            continue
        money, goods = sum(cents for _prize, cents in shared), tuple(prize.goods for prize, _ in shared if prize.goods)
        each, left = divmod(money, len(equals))
        for _rank, player, team in equals:
            yield Won(award, rank, player, team, each, goods, len(equals))
        if left:
            yield Rest(award, rank, left, Stays.DOES_NOT_DIVIDE)
    for place, (prize, cents) in sorted(there.items()):
        if place > taken:
            yield Rest(award, place, cents, Stays.NOBODY, (prize.goods,) if prize.goods else ())


# --- Goods by choice -------------------------------------------------------------------------------------------------


def goods_left(state: Tournament) -> tuple[int, ...]:
    """Give the goods that nobody has chosen yet, by their places in `Settings.goods`."""
    gone = {one.entry.goods for one in state.chosen if isinstance(one.entry, GoodsChosen)}
    return tuple(at for at in range(len(state.settings.goods)) if at not in gone)


def choosers(state: Tournament, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Give who chooses next: one, or several who share a rank; nobody where nothing is left to choose.

    Whoever went home without choosing stays first; somebody behind him may choose all the same.
    """
    if not goods_left(state):
        return ()
    done = {one.entry.player for one in state.chosen if isinstance(one.entry, GoodsChosen)}
    waiting = [line for line in lines if line.rank is not None and line.player not in done]
    return tuple(line for line in waiting if line.rank == waiting[0].rank)
