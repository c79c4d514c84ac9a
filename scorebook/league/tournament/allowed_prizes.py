"""When lots are drawn, money moves and goods are chosen."""

from collections.abc import Iterator

from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.allowed_people import known
from scorebook.league.tournament.attendance import fees
from scorebook.league.tournament.entries import CashKind, CashMoved, GoodsChosen, LotsDrawn
from scorebook.league.tournament.gate import missing
from scorebook.league.tournament.standings import standings, undecided
from scorebook.league.tournament.state import Tournament
from scorebook.money import LARGEST
from scorebook.rules import Finding

COMES_IN = (CashKind.FEE, CashKind.PENALTY)
GOES_OUT = (CashKind.PRIZE, CashKind.GOODS)
OF_SOMEBODY = (CashKind.FEE, CashKind.PRIZE)


def prizes(state: Tournament, entry: LotsDrawn | CashMoved | GoodsChosen) -> Iterator[Finding]:
    """Find what speaks against lots, money or the choice of goods."""
    match entry:
        case LotsDrawn():
            yield from _lots(state, entry)
        case CashMoved():
            yield from _cash(state, entry)
        case GoodsChosen():
            yield from _goods(state, entry)


def _lots(state: Tournament, entry: LotsDrawn) -> Iterator[Finding]:
    if TieBreak.LOT not in state.settings.tie_breaks:
        yield Finding("lots.none", "players")
        return
    findings = list(_over(state))
    findings += known(state, entry.players)
    yield from findings
    if not findings:
        tied = undecided(state)
        if not entry.players:
            yield Finding("lots.nobody", "players")
        for at, number in enumerate(entry.players):
            if number not in tied:
                yield Finding("lots.decided", f"players.{at}", {"number": number})
    if not entry.seed:
        yield Finding("lots.no_seed", "seed")


def _over(state: Tournament) -> Iterator[Finding]:
    """Find what has to be played or handed in yet before anybody can win."""
    if len(state.rounds) < state.settings.rounds:
        yield Finding("round.to_play", "", {"round": len(state.rounds) + 1})
    for played in state.rounds:
        yield from missing(state, played)


def _cash(state: Tournament, entry: CashMoved) -> Iterator[Finding]:
    if not 0 < abs(entry.cents) <= LARGEST:
        yield Finding("cash.nothing" if not entry.cents else "amount.too_large", "cents")
    if entry.player is not None and entry.player not in state.players:
        yield Finding("player.unknown", "player", {"number": entry.player})
        return
    if entry.player is None and entry.what in OF_SOMEBODY:
        yield Finding("player.missing", "player")
    if entry.what in GOES_OUT and entry.cents > 0:
        yield Finding("cash.goes_out", "cents")
    if entry.what is CashKind.FEE and entry.player is not None:
        yield from _fee(state, entry.player, entry.cents)
    elif entry.what in COMES_IN and entry.cents < 0:
        yield Finding("cash.comes_in", "cents")
    if entry.what is CashKind.OTHER and not entry.text.strip():
        yield Finding("cash.what_for", "text")


def _fee(state: Tournament, player: int, cents: int) -> Iterator[Finding]:
    """Find a fee that was paid already; giving one back is as much as was paid at most."""
    paid = fees(state).get(player, 0)
    if cents > 0 and paid >= max(state.settings.fee, 1):
        yield Finding("cash.fee_paid", "player", {"number": player})
    if paid + cents < 0:
        yield Finding("cash.fee_back", "cents", {"number": player})


def _goods(state: Tournament, entry: GoodsChosen) -> Iterator[Finding]:
    findings = list(_over(state))
    if not 0 <= entry.goods < len(state.settings.goods):
        findings.append(Finding("goods.unknown", "goods"))
    for stamped in state.chosen:
        chosen = stamped.entry
        if not isinstance(chosen, GoodsChosen):
            continue
        if chosen.goods == entry.goods:
            findings.append(Finding("goods.gone", "goods", {"number": chosen.player}))
        if chosen.player == entry.player:
            findings.append(Finding("goods.has_some", "player", {"number": entry.player}))
    if entry.player not in state.players:
        findings.append(Finding("player.unknown", "player", {"number": entry.player}))
    elif not any(line.player == entry.player and line.rank is not None for line in standings(state)):
        findings.append(Finding("goods.no_rank", "player", {"number": entry.player}))
    yield from findings
