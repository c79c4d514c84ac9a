"""What settings of a tournament cannot be, whoever wrote them. Not checked: that the rule set is there."""

from collections.abc import Iterator

from scorebook.league.tournament.settings import Award, Prize, Settings
from scorebook.money import LARGEST
from scorebook.rules import Finding

WHOLE = 1000
"""A share of everything, in thousandths."""
MOST_ROUNDS, MOST_GAMES, MOST_PEOPLE = 12, 96, 2000
FEWEST_PEOPLE = 4
LIMITS = {"rounds": (1, MOST_ROUNDS), "games": (4, MOST_GAMES), "fee": (0, LARGEST // MOST_PEOPLE)}


def unsound(settings: Settings) -> Iterator[Finding]:
    """Find what cannot be, at the field of it; a prize at `prizes.0` and so on.

    >>> [finding.field for finding in unsound(Settings(rule_set=1, rounds=0, capacity=3))]
    ['rounds', 'capacity', 'late_until']
    >>> list(unsound(Settings(rule_set=1)))
    []
    """
    for name, (low, high) in LIMITS.items():
        yield from _between(name, getattr(settings, name), low, high)
    if settings.capacity is not None:
        yield from _between("capacity", settings.capacity, FEWEST_PEOPLE, MOST_PEOPLE)
    yield from _between("late_until", settings.late_until, 1, max(settings.rounds, 0))
    if len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        yield Finding("tournament.tie_break_twice", "tie_breaks")
    yield from _teams(settings)
    yield from _prizes(settings)


def _between(field: str, value: int, low: int, high: int) -> Iterator[Finding]:
    if not low <= value <= high:
        yield Finding("rules.between", field, {"low": low, "high": high})


def _teams(settings: Settings) -> Iterator[Finding]:
    if settings.teams is not None:
        yield from _between("team_size", settings.teams.size, 2, 6)
        yield from _between("team_best", settings.teams.best, 1, settings.teams.size)


def _prizes(settings: Settings) -> Iterator[Finding]:
    """Find prizes that nobody can get, that are given twice, or that share out more than there is."""
    places: set[tuple[Award, int]] = set()
    for number, prize in enumerate(settings.prizes):
        field = f"prizes.{number}"
        if (prize.award, prize.place) in places:
            yield Finding("tournament.prize_twice", field, {"place": prize.place})
        places.add((prize.award, prize.place))
        yield from _prize(settings, prize, field)
    if sum(prize.permille for prize in settings.prizes) > WHOLE:
        yield Finding("tournament.shares", "prizes")


def _prize(settings: Settings, prize: Prize, field: str) -> Iterator[Finding]:
    if not 1 <= prize.place <= MOST_PEOPLE:
        yield Finding("rules.between", field, {"low": 1, "high": MOST_PEOPLE})
    if not 0 <= prize.cents <= LARGEST // MOST_PEOPLE or prize.permille < 0:
        yield Finding("amount.too_large", field)
    if not (prize.cents or prize.permille or prize.goods):
        yield Finding("tournament.prize_empty", field)
    if prize.award is Award.TEAM and settings.teams is None:
        yield Finding("tournament.prize_no_teams", field)
