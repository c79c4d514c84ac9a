"""The last round: everybody at the table deals equally often, then it is over.

Deals count from the game on in which those who sit there now first sat together, so that nobody deals what he missed
by coming late. Who comes during the last round begins it anew: from then on everybody deals once. Who leaves or changes
seats takes nothing from the others: they go on until they are equal.
"""

from collections.abc import Mapping, Sequence

from scorebook.ledger.evening import Sheet


def together_since(sheet: Sheet) -> int:
    """Give the number of the first game in which all sat at the table who sit there now: the latest arrival."""
    return max((_arrived(sheet, person) for person in sheet.sitting), default=1)


def _arrived(sheet: Sheet, person: int) -> int:
    """Give the game from which on somebody has been at the table without a break, in whatever seats."""
    arrived = sheet.next_number + 1
    for seat in sorted((s for s in sheet.seats if s.person == person), key=lambda s: -s.from_number):
        if seat.to_number is not None and seat.to_number < arrived - 1:
            break
        arrived = seat.from_number
    return arrived


def deals(sheet: Sheet) -> dict[int, int]:
    """Count by person id how often those at the table have dealt, in games that count, since they sit together."""
    counts = dict.fromkeys(sheet.sitting, 0)
    since = together_since(sheet)
    for game in sheet.standing:
        if game.number >= since and game.game.dealer is not None:
            dealer = sheet.people_at(game.number)[game.game.dealer]
            if dealer in counts:
                counts[dealer] += 1
    return counts


def target(counts: Mapping[int, int]) -> int:
    """Give how often everybody is to have dealt, if the last round is called now.

    One more than they have where all have dealt equally often, else as often as who dealt most. `counts` as `deals`
    gives them.

    >>> target({1: 2, 2: 2, 3: 2, 4: 2}), target({1: 2, 2: 2, 3: 1, 4: 1})
    (3, 2)
    """
    most = max(counts.values(), default=0)
    return most + 1 if min(counts.values(), default=0) == most else most


def still_to_deal(counts: Mapping[int, int], order: Sequence[int], goal: int) -> tuple[int, ...]:
    """Give who still deals until everybody has dealt `goal` times: person ids, game by game.

    `order` is everybody at the table clockwise from the next dealer on. Who has dealt often enough is passed over.

    >>> still_to_deal({1: 2, 2: 2, 3: 1, 4: 1}, (3, 4, 1, 2), 2), still_to_deal({1: 2, 2: 2}, (1, 2), 2)
    ((3, 4), ())
    """
    owed = {person: max(0, goal - counts[person]) for person in order}
    rounds = max(owed.values(), default=0)
    return tuple(person for done in range(rounds) for person in order if owed[person] > done)


def dealers_left(sheet: Sheet) -> tuple[int, ...] | None:
    """Give who still deals in the last round of a sheet, game by game; None where nobody has called it."""
    if sheet.last_round is None:
        return None
    sitting, start = sheet.sitting, sheet.next_dealer
    return still_to_deal(deals(sheet), (*sitting[start:], *sitting[:start]), sheet.last_round)


def after_a_change(before: Sheet, after: Sheet) -> int | None:
    """Give the goal of a last round that was called, once other people sit at the table, or in other seats.

    `before` and `after` are the sheet around the change. A round that was over stays so, but is no longer called
    where somebody came to play on.
    """
    over = not dealers_left(before)
    came = set(after.sitting) - set(before.sitting)
    if came:
        return None if over else 1
    if together_since(before) == together_since(after):
        return before.last_round
    counts = deals(after).values()
    return min(counts) if over else max(counts)
