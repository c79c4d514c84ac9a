"""What cannot be, whoever won: keys, seats, parties, announcements, Laufende, doublings (RULES.md 5.4, amended).

Each function looks at one thing and adds its findings to the report; none stops at the first. Numbers in comments
are the checks of RULES.md 5.4. Who won and what contradicts it: `scorebook.rules.outcome`.
"""

from collections import Counter

from scorebook.rules.cards import Deck, Suit
from scorebook.rules.contracts import COMMON_KEYS, Contract, Parties
from scorebook.rules.findings import Report
from scorebook.rules.game import ACTIVE_PLAYERS, CalledRank, Game, LaufendeSide, opposite
from scorebook.rules.outcome import governs_schneider
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import AllPass, KlopferMode, Model, Partners, RevokeMode, StockMode, Trumpf

CALLED_TEN_RUN = {Deck.LONG: 12, Deck.SHORT: 8}
"""The longest run *mit* where a Zehn is called: that side holds three Sauen and the Zehn (RULES.md 1)."""
SINGLE_SEATS = frozenset({"declarer", "partner", "loser", "revoke"})
ANNOUNCED = frozenset({"schneider_announced", "schwarz_announced"})
LISTED_SEATS = frozenset({"klopfer", "stoss", "jungfrauen"})
PLAYED_ON = frozenset({AllPass.RAMSCH, AllPass.MUSS, AllPass.KREUZSPIEL})


def check_entry(game: Game, rules: RuleSet, report: Report) -> bool:
    """Check everything that needs no result; return whether seats and parties are sound enough for payouts.

    >>> from scorebook.rules.presets import preset
    >>> report = Report()
    >>> check_entry(Game(contract=Contract.SOLO, declarer=0), preset(), report)
    True
    >>> [finding.code for finding in report.errors]
    ['suit.missing']
    """
    _check_contract(game, rules, report)
    _check_keys(game, report)
    _check_suits(game, rules, report)
    _check_announcements(game, rules, report)
    _check_laufende(game, rules, report)
    _check_revoke(game, rules, report)
    sound = _check_table(game, report)
    if sound:
        sound = _check_parties(game, rules, report)
        _check_klopfer(game, rules, report)
        _check_stoss(game, rules, report)
    return sound


def _check_contract(game: Game, rules: RuleSet, report: Report) -> None:
    """Whether it is played here, and has a price (20, 24)."""
    contract, striche = game.contract, rules.model is Model.STRICHE
    if contract is Contract.ALL_PASS:
        if rules.stock_mode is StockMode.OFF and rules.all_pass in PLAYED_ON:
            report.warning("all_pass.play_on", "contract", follow=rules.all_pass.value)
        if rules.stock_mode is not StockMode.OFF and stake(rules) is None:
            report.error("stock.no_stake", "contract")
        return
    if game.traits.deutscher is not striche:
        report.error("contract.not_in_model", "contract", contract=contract)
        return
    if game.traits.deutscher and rules.deck is Deck.SHORT:
        report.error("deck.short", "contract", contract=contract)
    if not striche and base_price(game, rules) is None:
        report.error("contract.no_price", "contract", contract=contract)
    elif contract not in rules.offered:
        report.warning("contract.not_offered", "contract", contract=contract)
    for name, announced in (("tout", game.tout), ("sie", game.sie)):
        if announced and name not in rules.contracts:
            report.warning("contract.not_offered", name, contract=name)


def base_price(game: Game, rules: RuleSet) -> int | None:
    """The price that the sum begins with, in units; None where the rule set has none.

    >>> from scorebook.rules.presets import preset
    >>> base_price(Game(contract=Contract.SOLO, suit=Suit.HERZ), preset("turnier_gutpunkte"))
    30
    """
    return rules.prices.get(game.price_key)


def stake(rules: RuleSet) -> int | None:
    """What each player puts into the Stock when everybody passes, in units; None where there is no price for it.

    >>> from scorebook.rules.presets import preset
    >>> stake(preset())
    20
    """
    return rules.price(Contract.SAUSPIEL) if rules.stock.stake is None else rules.stock.stake


def _check_keys(game: Game, report: Report) -> None:
    """Keys that this contract has no use for (6, 14, 22, 23, 28, 29, 50, 60, 69)."""
    refused = game.given - COMMON_KEYS - game.traits.keys
    if game.sie or game.tout:
        refused |= game.given & (ANNOUNCED | {"target"})
    for key in sorted(refused):
        report.error("key.not_here", key, contract=game.contract)
    if "revoke_reason" in game.given and game.revoke is None and "revoke_reason" not in refused:
        report.error("revoke_reason.alone", "revoke_reason")


def _check_suits(game: Game, rules: RuleSet, report: Report) -> None:
    """The trump suit and the called card (11, 18, 21, 25)."""
    stays = rules.striche.trumpf is Trumpf.BLEIBEND and game.traits.deutscher
    if game.traits.needs_suit and game.suit is None and not stays:
        report.error("suit.missing", "suit", contract=game.contract)
    if stays and game.suit not in (None, Suit.SCHELLEN):
        report.error("suit.stays", "suit")
    if game.called is Suit.HERZ:
        report.error("called.herz", "called")
    if game.called_rank is CalledRank.ZEHN and not rules.called_ten:
        report.error("called.ten_off", "called_rank")


def _check_announcements(game: Game, rules: RuleSet, report: Report) -> None:
    """Tout, Sie, announced Schneider and Schwarz (30, 49)."""
    if game.tout and game.sie:
        report.error("announced.both", "sie")
    for key in sorted(game.given & game.traits.keys & ANNOUNCED):
        if not rules.schneider.announce:
            report.error("announced.off", key)
        elif not governs_schneider(game, rules):
            report.error("announced.excluded", key, contract=game.contract)


def _check_laufende(game: Game, rules: RuleSet, report: Report) -> None:
    """How long a run there can be, and whose it is (54, 56, 61 to 64, 67, 68)."""
    if game.traits.mit is None or game.traits.ohne is None or not game.laufende:
        return
    if game.laufende_side is None:
        report.error("laufende.side_missing", "laufende_side", laufende=game.laufende)
        return
    mit = game.laufende_side is LaufendeSide.MIT
    hand = rules.deck.tricks
    if game.sie:
        if not mit or game.laufende != hand:
            report.error("sie.laufende", "laufende", laufende=hand)
        return
    most = game.traits.longest(rules.deck)[0 if mit else 1]
    if game.contract is Contract.SAUSPIEL and mit and game.called_rank is CalledRank.ZEHN:
        most = CALLED_TEN_RUN[rules.deck]
    if game.laufende > most:
        code = "laufende.too_many" if most else "laufende.muss"
        report.error(
            code, "laufende", laufende=game.laufende, side=game.laufende_side, most=most, contract=game.contract
        )
    if game.contract is Contract.SOLO and mit and game.laufende == hand:
        report.warning("sie.unannounced", "sie", laufende=hand)


def _check_revoke(game: Game, rules: RuleSet, report: Report) -> None:
    """A broken rule of play, where the rule set knows it."""
    if game.revoke is None or "revoke" not in game.traits.keys:
        return
    if rules.revoke.mode is RevokeMode.OFF:
        report.error("revoke.off", "revoke")


def _check_table(game: Game, report: Report) -> bool:
    """Who is there, who sits out, who deals (1, 7, 8); every seat that a key names exists and plays (4)."""
    before = len(report.errors)
    _check_sitters(game, report)
    if game.dealer is not None and game.dealer >= game.players:
        report.error("seat.unknown", "dealer", seat=game.dealer, players=game.players)
    if len(report.errors) > before:
        return False
    if game.players == ACTIVE_PLAYERS + 1 and game.dealer is not None and game.dealer not in game.sitting_out:
        report.warning("dealer.active", "dealer", seat=game.dealer)
    for key in game.given & SINGLE_SEATS:
        _check_seat(game, key, getattr(game, key), report)
    for key in game.given & LISTED_SEATS:
        seats = getattr(game, key)
        for seat in sorted(set(seats)) if isinstance(seats, tuple) else ():
            _check_seat(game, key, seat, report)
    return len(report.errors) == before


def _check_sitters(game: Game, report: Report) -> None:
    """As many sit out as there are too many, each once."""
    sitting = game.sitting_out
    if not sitting and game.players == ACTIVE_PLAYERS:
        return
    if len(sitting) != game.players - ACTIVE_PLAYERS:
        report.error("sitting_out.count", "sitting_out", wanted=game.players - ACTIVE_PLAYERS, players=game.players)
    for seat, times in Counter(sitting).items():
        if times > 1:
            report.error("seat.twice", "sitting_out", seat=seat)
        if seat >= game.players:
            report.error("seat.unknown", "sitting_out", seat=seat, players=game.players)


def _check_seat(game: Game, key: str, seat: int, report: Report) -> None:
    """A seat that has to be at the table and to play."""
    if seat >= game.players:
        report.error("seat.unknown", key, seat=seat, players=game.players)
    elif seat in game.sitting_out:
        report.error("seat.sits_out", key, seat=seat)


def _check_parties(game: Game, rules: RuleSet, report: Report) -> bool:
    """Who plays with whom (5, 12, 13, 15 to 17)."""
    traits = game.traits
    if not traits.has_declarer:
        return True
    if game.declarer is None:
        report.error("declarer.missing", "declarer", contract=game.contract)
        return False
    if traits.parties is Parties.ALONE:
        return True
    free_partner = traits.deutscher and rules.striche.partners is Partners.BLACK_OBERS
    if game.partner is None:
        if not free_partner:
            report.error("partner.missing", "partner", contract=game.contract)
        return free_partner
    if game.partner == game.declarer:
        report.error("partner.is_declarer", "partner", seat=game.partner)
        return False
    if traits.opposite and not free_partner and game.partner != opposite(game.active, game.declarer):
        report.error(
            "partner.not_opposite", "partner", contract=game.contract, seat=opposite(game.active, game.declarer)
        )
    return True


def _check_klopfer(game: Game, rules: RuleSet, report: Report) -> None:
    """Who doubled before the deal was complete (77, 78)."""
    if "klopfer" not in game.given & game.traits.keys:
        return
    if rules.klopfer.mode is KlopferMode.OFF:
        report.error("klopfer.off", "klopfer")
        return
    if isinstance(game.klopfer, tuple):
        for seat, times in Counter(game.klopfer).items():
            if times > 1:
                report.error("klopfer.twice", "klopfer", seat=seat)
    if game.klopfer_count > rules.klopfer.max:
        report.error("klopfer.too_many", "klopfer", count=game.klopfer_count, most=rules.klopfer.max)


def _check_stoss(game: Game, rules: RuleSet, report: Report) -> None:
    """Kontra, Re and so on: how many, and alternating sides (71 to 76, 80)."""
    if "stoss" not in game.given & game.traits.keys:
        return
    if game.contract is Contract.RAMSCH and not rules.ramsch.stoss:
        report.error("stoss.ramsch", "stoss")
        return
    if game.stoss_level > rules.stoss.max:
        report.error("stoss.too_many", "stoss", level=game.stoss_level, most=rules.stoss.max)
    if game.sie and game.stoss_level:
        report.warning("stoss.on_sie", "stoss")
    if isinstance(game.stoss, tuple) and game.declarer is not None:
        for level, seat in enumerate(game.stoss, 1):
            by_declarer = seat in game.declarer_side
            if by_declarer is (level % 2 == 1):
                code = "stoss.own_game" if by_declarer else "stoss.no_answer"
                report.error(code, "stoss", level=level, seat=seat)
                return
