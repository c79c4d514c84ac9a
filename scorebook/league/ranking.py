"""Who stands where: competition ranks (1, 2, 2, 4), what decided between equals, and who is through."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorebook.league.counting import Standing
from scorebook.league.results import Result
from scorebook.league.scheme import Scheme, TieBreak

Meetings = Callable[[Collection[int]], Iterable[Result]]
"""Gives the results of these people, asked for only where the direct comparison has to decide."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What decided between those of one score, and what this one had.

    In a direct comparison he had more than another `value` times, and less `against` times; a lot was drawn `value`-th.
    """

    by: TieBreak
    value: int
    against: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; without a rank for who is unranked. `tied` means that nothing decided."""

    rank: int | None
    standing: Standing
    decided: Decided | None = None
    tied: bool = False


def nobody_met(_people: Collection[int]) -> Iterable[Result]:
    """Give no results: for standings in which nothing is left for the direct comparison.

    >>> nobody_met([7])
    ()
    """
    return ()


def ranked(
    standings: Iterable[Standing],
    scheme: Scheme,
    meetings: Meetings = nobody_met,
    lots: Mapping[int, int] | None = None,
    first: int = 1,
) -> list[Row]:
    """Rank people by their scores and the scheme's tie-breaks, the first of them at rank `first`.

    `lots` are numbers by person; they decide where all who are still equal have one. Who is unranked comes last.

    >>> from scorebook.league.results import Tally
    >>> had = {7: (90, 1), 8: (50, 0), 9: (90, 2)}
    >>> people = [Standing(person, score, 3, Tally(solos_won=solos)) for person, (score, solos) in had.items()]
    >>> for row in ranked(people, Scheme(tie_breaks=(TieBreak.SOLOS_WON,))):
    ...     print(row.rank, row.standing.person, row.decided)
    1 9 Decided(by=<TieBreak.SOLOS_WON: 'solos_won'>, value=2, against=0)
    2 7 Decided(by=<TieBreak.SOLOS_WON: 'solos_won'>, value=1, against=0)
    3 8 None
    """
    in_order = sorted(standings, key=lambda one: (one.unranked is not None, -one.score, one.person))
    outside = [Row(None, one) for one in in_order if one.unranked is not None]
    rows: list[Row] = []
    of_rank = (one for one in in_order if one.unranked is None)
    for _score, equals in groupby(of_rank, key=lambda one: one.score):
        for group, decided in _parted(list(equals), scheme.tie_breaks, _Asked(meetings, lots or {}), {}):
            rank, tied = first + len(rows), len(group) > 1
            rows += [Row(rank, one, decided.get(one.person), tied) for one in group]
    return rows + outside


@dataclass(frozen=True, slots=True)
class _Asked:
    """Where to look for what a tally does not tell."""

    meetings: Meetings
    lots: Mapping[int, int]


Reasons = Mapping[int, Decided]


def _parted(
    group: list[Standing], chain: Sequence[TieBreak], asked: _Asked, so_far: Reasons
) -> Iterator[tuple[list[Standing], Reasons]]:
    """Part those of one score into those who stay equal, the best first, with what decided last for each."""
    if len(group) == 1 or not chain:
        yield group, so_far
        return
    reasons, better = _told(group, chain[0], asked)
    if len(set(better.values())) == 1:
        yield from _parted(group, chain[1:], asked, so_far)
        return
    in_order = sorted(group, key=lambda one: (-better[one.person], one.person))
    for _better, equals in groupby(in_order, key=lambda one: better[one.person]):
        yield from _parted(list(equals), chain[1:], asked, reasons)


def _told(group: Sequence[Standing], by: TieBreak, asked: _Asked) -> tuple[Reasons, Mapping[int, int]]:
    """Tell what everybody has of that which shall decide, and as a number of which more is better."""
    people = [one.person for one in group]
    if by is TieBreak.DIRECT:
        told = compared(asked.meetings(people), people)
        return told, {person: it.value - it.against for person, it in told.items()}
    if by is TieBreak.LOT:
        told = _drawn(people, asked.lots)
        return told, {person: -it.value for person, it in told.items()}
    told = {one.person: Decided(by, getattr(one.tally, by.value)) for one in group}
    fewer = -1 if by is TieBreak.SOLOS_LOST else 1
    return told, {person: fewer * it.value for person, it in told.items()}


def compared(results: Iterable[Result], people: Collection[int]) -> dict[int, Decided]:
    """Compare people directly: at each evening everybody with each of the others who was there, who had more.

    >>> from datetime import date
    >>> from scorebook.league.results import Tally
    >>> met = [Result(1, date(2026, 1, 1), person, 1, Tally(had)) for person, had in ((7, 50), (8, 30), (9, 90))]
    >>> compared(met, [7, 8])[7]
    Decided(by=<TieBreak.DIRECT: 'direct'>, value=1, against=0)
    """
    met = sorted((result for result in results if result.person in people), key=lambda result: result.evening)
    more, less = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for _evening, there in groupby(met, key=lambda result: result.evening):
        amounts = {result.person: result.tally.amount for result in there}
        in_order = sorted(amounts.values())
        for person, amount in amounts.items():
            more[person] += bisect_left(in_order, amount)
            less[person] += len(in_order) - bisect_right(in_order, amount)
    return {person: Decided(TieBreak.DIRECT, more[person], less[person]) for person in people}


def _drawn(people: Sequence[int], lots: Mapping[int, int]) -> dict[int, Decided]:
    """Tell whose lot came when; all came at once where somebody has none."""
    if not all(person in lots for person in people):
        return {person: Decided(TieBreak.LOT, 1) for person in people}
    in_order = sorted(people, key=lambda person: lots[person])
    return {person: Decided(TieBreak.LOT, at) for at, person in enumerate(in_order, start=1)}


def through(row: Row, scheme: Scheme) -> bool:
    """Tell whether somebody is through, as all are who share the last rank that is.

    >>> from scorebook.league.results import Tally
    >>> [through(Row(rank, Standing(7, 0, 1, Tally())), Scheme(qualified=2)) for rank in (1, 2, 3, None)]
    [True, True, False, False]
    """
    return scheme.qualified is not None and row.rank is not None and row.rank <= scheme.qualified


def winners(results: Iterable[Result]) -> dict[int, tuple[int, ...]]:
    """Give who won each evening; several where they had the same.

    >>> from datetime import date
    >>> from scorebook.league.results import Tally
    >>> winners([Result(3, date(2026, 1, 1), person, place, Tally()) for person, place in ((7, 1), (9, 3), (8, 1))])
    {3: (7, 8)}
    """
    firsts = sorted((result.date, result.evening, result.person) for result in results if result.place == 1)
    return {
        evening: tuple(person for _date, _evening, person in group)
        for evening, group in groupby(firsts, key=lambda first: first[1])
    }
