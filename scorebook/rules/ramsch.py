"""Ramsch: who lost, what cannot be, and who pays what (FORMAT.md 2, Ramsch; RULES.md 3.6 and 5.2)."""

from dataclasses import dataclass

from scorebook.rules.cards import ALL_AUGEN, Deck
from scorebook.rules.findings import Report
from scorebook.rules.game import Game
from scorebook.rules.reach import possible, some_split_reachable, split_reachable
from scorebook.rules.ruleset import RamschRule, RuleSet
from scorebook.rules.switches import Durchmarsch, Jungfrau, RamschTie

DURCHMARSCH_AUGEN = {Durchmarsch.AUGEN_120: 120, Durchmarsch.AUGEN_91: 91, Durchmarsch.AUGEN_90: 90}


@dataclass(frozen=True, slots=True)
class RamschOutcome:
    """Seats who lost and who are Jungfrau; `durchmarsch` is the seat that won it all. Nobody lost: void."""

    losers: tuple[int, ...] = ()
    jungfrauen: tuple[int, ...] = ()
    durchmarsch: int | None = None


def read_ramsch(game: Game, rules: RuleSet, report: Report) -> RamschOutcome:
    """Who lost. Contradictions are added to `report`; the outcome then means nothing.

    >>> from scorebook.rules.presets import preset
    >>> from scorebook.rules.contracts import Contract
    >>> read_ramsch(Game(contract=Contract.RAMSCH, augen_by_seat=(50, 40, 20, 10)), preset(), Report()).losers
    (0,)
    """
    augen = _piles(game, "augen_by_seat", ALL_AUGEN, report)
    tricks = _piles(game, "tricks_by_seat", rules.deck.tricks, report)
    if report.errors:
        return RamschOutcome()
    if augen is not None:
        _check_split(game, rules.deck, augen, tricks, report)
    jungfrauen = _jungfrauen(game, rules, augen, tricks, report)
    durchmarsch = _durchmarsch(game, rules, augen, tricks, jungfrauen, report)
    if durchmarsch is not None:
        if game.loser is not None:
            report.error("loser.durchmarsch", "loser", seat=durchmarsch)
        return RamschOutcome(durchmarsch=durchmarsch, jungfrauen=jungfrauen)
    if augen is None:
        losers = _stated_loser(game, tricks, jungfrauen, report)
    else:
        losers = _losers(game, rules.ramsch, augen, tricks)
        if game.loser is not None and losers and game.loser not in losers:
            report.error("loser.not_most", "loser", seat=game.loser)
    return RamschOutcome(losers, jungfrauen)


def _piles(game: Game, key: str, total: int, report: Report) -> dict[int, int] | None:
    """Augen or tricks by active seat (81, 82)."""
    values: tuple[int, ...] | None = getattr(game, key)
    if values is None:
        return None
    if len(values) != game.players:
        report.error("ramsch.seats", key, wanted=game.players, given=len(values))
    elif any(values[seat] for seat in game.sitting_out):
        report.error("ramsch.sitter", key)
    elif sum(values) != total:
        report.error("ramsch.sum", key, sum=sum(values), wanted=total)
    return {seat: values[seat] for seat in game.active if seat < len(values)}


def _check_split(game: Game, deck: Deck, augen: dict[int, int], tricks: dict[int, int] | None, report: Report) -> None:
    """Augen that no deal of the cards can give (81, 83)."""
    for value in sorted(set(augen.values())):
        if not possible(deck) >> value & 1:
            report.error("augen.impossible", "augen_by_seat", augen=value)
            return
    piles = tuple(augen.values())
    if tricks is not None:
        fits = split_reachable(deck, piles, tuple(tricks.values()))
    else:
        marked = None if game.jungfrauen is None else tuple(seat in game.jungfrauen for seat in augen)
        # with the long deck every split without 1 and 119 is possible as long as nothing else is known
        fits = (deck is Deck.LONG and marked is None) or some_split_reachable(deck, piles, marked)
    if not fits:
        report.error("ramsch.unreachable", "augen_by_seat")


def _jungfrauen(
    game: Game, rules: RuleSet, augen: dict[int, int] | None, tricks: dict[int, int] | None, report: Report
) -> tuple[int, ...]:
    """The players without a trick: derived where the tricks are known (84, 85)."""
    said = () if game.jungfrauen is None else game.jungfrauen
    if len(set(said)) < len(said):
        report.error("seat.twice", "jungfrauen", seat=said[0])
    for seat in said:
        if augen is not None and augen.get(seat):
            report.error("jungfrau.augen", "jungfrauen", seat=seat, augen=augen[seat])
    if tricks is None:
        unsure = augen is not None and 0 in augen.values() and game.jungfrauen is None
        if unsure and rules.ramsch.jungfrau is not Jungfrau.NONE:
            report.warning("jungfrau.unsure", "jungfrauen")
        return said
    derived = tuple(seat for seat, number in tricks.items() if number == 0)
    if game.jungfrauen is not None and set(said) != set(derived):
        report.error("jungfrau.tricks", "jungfrauen", seats=derived)
    return derived


def _durchmarsch(
    game: Game,
    rules: RuleSet,
    augen: dict[int, int] | None,
    tricks: dict[int, int] | None,
    jungfrauen: tuple[int, ...],
    report: Report,
) -> int | None:
    """The seat that made the Durchmarsch (86, 87)."""
    needed = DURCHMARSCH_AUGEN.get(rules.ramsch.durchmarsch, ALL_AUGEN)
    by_augen = rules.ramsch.durchmarsch is not Durchmarsch.ALL_TRICKS
    for seat in game.active:
        all_tricks = set(jungfrauen) == set(game.active) - {seat}
        if all_tricks:
            return seat
        if augen is not None and augen[seat] >= needed:
            if by_augen:
                return seat
            if tricks is None and game.jungfrauen is None:
                report.warning("durchmarsch.unsure", "tricks_by_seat", seat=seat)
    return None


def _stated_loser(
    game: Game, tricks: dict[int, int] | None, jungfrauen: tuple[int, ...], report: Report
) -> tuple[int, ...]:
    """Without Augen the loser has to be named."""
    if game.loser is None:
        report.error("loser.missing", "loser")
        return ()
    if game.loser in jungfrauen or (tricks is not None and not tricks[game.loser]):
        report.error("loser.jungfrau", "loser", seat=game.loser)
    return (game.loser,)


def _losers(game: Game, rule: RamschRule, augen: dict[int, int], tricks: dict[int, int] | None) -> tuple[int, ...]:
    """The seats that lose by Augen; empty where all four have the same (88, 89)."""
    if len(set(augen.values())) == 1:
        return ()
    if rule.losers == 2:
        order = sorted(augen, key=lambda seat: (-augen[seat], -(tricks or augen)[seat], seat))
        return tuple(sorted(order[:2]))
    most = max(augen.values())
    tied = [seat for seat in augen if augen[seat] == most]
    if rule.tie is RamschTie.TRICKS and len(tied) > 1:
        if tricks is not None:
            highest = max(tricks[seat] for seat in tied)
            tied = [seat for seat in tied if tricks[seat] == highest]
        elif game.loser in tied:
            tied = [game.loser]
    return tuple(tied)


def ramsch_payouts(game: Game, rules: RuleSet, outcome: RamschOutcome, price: int) -> tuple[int, ...]:
    """What each seat gets, in units; `price` is P (for a Durchmarsch its value), all factors included.

    >>> from scorebook.rules.presets import preset
    >>> from scorebook.rules.contracts import Contract
    >>> game = Game(contract=Contract.RAMSCH, augen_by_seat=(40, 40, 40, 0))
    >>> ramsch_payouts(game, preset(), RamschOutcome(losers=(0, 1, 2)), 20)
    (-7, -7, -6, 20)
    """
    paid = [0] * game.players
    if outcome.durchmarsch is not None:
        for seat in game.active:
            paid[seat] = 3 * price if seat == outcome.durchmarsch else -price
        return tuple(paid)
    if not outcome.losers:
        return tuple(paid)
    stated_alone = game.augen_by_seat is None
    if rules.ramsch.losers == 2 and not stated_alone:
        for seat in game.active:
            paid[seat] = -price if seat in outcome.losers else price
        return tuple(paid)
    total = 0
    for seat in game.active:
        if seat not in outcome.losers:
            paid[seat] = price * jungfrau_factor(rules, outcome, seat)
            total += paid[seat]
    share, rest = divmod(total, len(outcome.losers))
    for place, seat in enumerate(outcome.losers):
        paid[seat] = -share - (place < rest)
    return tuple(paid)


def jungfrau_factor(rules: RuleSet, outcome: RamschOutcome, seat: int | None = None) -> int:
    """By what the Jungfrauen multiply what `seat` gets (None: the price of the game).

    >>> from scorebook.rules.presets import preset
    >>> jungfrau_factor(preset("bsv_10_50"), RamschOutcome(losers=(0,), jungfrauen=(3,)), 3)
    2
    """
    mode, number = rules.ramsch.jungfrau, len(outcome.jungfrauen)
    if mode is Jungfrau.FOR_ALL:
        return int(2**number)
    if seat is None or seat not in outcome.jungfrauen:
        return 1
    if mode is Jungfrau.INDIVIDUAL:
        return 2
    return int(2**number) if mode is Jungfrau.INDIVIDUAL_MULTIPLE else 1
