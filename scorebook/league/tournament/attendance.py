"""Who is at a tournament: who takes part, who waits for a place, who has left, who has paid."""

from collections import Counter
from collections.abc import Mapping

from scorebook.league.tournament.entries import CashKind, CashMoved, Wished
from scorebook.league.tournament.settings import Drawing
from scorebook.league.tournament.state import Player, Tournament


def is_gone(player: Player) -> bool:
    """Tell whether somebody has left and not come back.

    >>> is_gone(Player(1, False, False, ((2, None),))), is_gone(Player(1, False, False, ((2, 3),)))
    (True, False)
    """
    return bool(player.absent) and player.absent[-1][1] is None


def taking_part(state: Tournament) -> tuple[int, ...]:
    """Give who has a place: those who wait, who have left and who only help out have none."""
    return tuple(
        number for number, player in state.players.items() if not (player.waits or player.substitute or is_gone(player))
    )


def waiting(state: Tournament) -> tuple[int, ...]:
    """Give who waits for a place, who came first before the others."""
    return tuple(number for number, player in state.players.items() if player.waits and not is_gone(player))


def free_places(state: Tournament) -> int | None:
    """Give how many more can take part; None where as many as come."""
    capacity = state.settings.capacity
    return None if capacity is None else max(capacity - len(taking_part(state)), 0)


def fees(state: Tournament) -> Mapping[int, int]:
    """Give how much who has paid of his fee, in cents; who paid nothing is left out."""
    paid: Counter[int] = Counter()
    for stamped in state.cash:
        entry = stamped.entry
        if isinstance(entry, CashMoved) and entry.what is CashKind.FEE and entry.player is not None:
            paid[entry.player] += entry.cents
    return paid


def owing(state: Tournament) -> tuple[int, ...]:
    """Give who takes part and has not paid the whole fee; who only helps out pays none."""
    paid = fees(state)
    return tuple(number for number in taking_part(state) if paid.get(number, 0) < state.settings.fee)


def wishes_of(state: Tournament, number: int) -> tuple[tuple[int, Wished], ...]:
    """Give the wishes in which somebody is, with the numbers of their entries."""
    return tuple(
        (stamped.number, stamped.entry)
        for stamped in state.wishes
        if isinstance(stamped.entry, Wished) and number in stamped.entry.players
    )


def next_round(state: Tournament) -> int:
    """Give the round that comes: the first that is not drawn, or whose lists are all still missing.

    Whoever leaves now, or comes back, does so from there on unless somebody says otherwise.
    """
    for played in state.rounds:
        if not any(table.lists for table in played.tables):
            return played.number
    return min(len(state.rounds) + 1, state.settings.rounds)


def is_late(state: Tournament) -> bool:
    """Tell whether nobody can be registered any more: the last round for that is drawn.

    Where all rounds are drawn ahead, that round has begun: until then it is drawn again for whoever comes.
    """
    rounds = state.rounds
    if state.settings.drawing is Drawing.AHEAD:
        rounds = tuple(played for played in rounds if any(table.lists for table in played.tables))
    return state.ended or len(rounds) >= state.settings.late_until


def absent(state: Tournament, round_number: int) -> tuple[int, ...]:
    """Give who plays in a round and has not said that he is here; nobody where nobody has said so at all."""
    here = state.here.get(round_number, frozenset())
    due = (number for number, one in state.players.items() if one.plays(round_number) and not one.substitute)
    return tuple(number for number in due if here and number not in here)
