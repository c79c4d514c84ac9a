"""A summary beside its cards: what the protocol says is filled in, what was entered otherwise is a contradiction."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook.rules.cards import ALL_AUGEN, CARD, CARDS, Rank, Suit
from scorebook.rules.cardset import BIT, mask_of
from scorebook.rules.contracts import TRAITS, Contract
from scorebook.rules.findings import Report
from scorebook.rules.game import Game, Result
from scorebook.rules.outcome import threshold
from scorebook.rules.play import called_card
from scorebook.rules.replay import Facts, Replay
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.scoring import fewest_laufende

ALTER = {Contract.MUSS: CARD["EO"], Contract.ZWANGSSPIEL: CARD["EU"]}
"""The card whose owner has to play (RULES.md 4, C24)."""
CALLABLE_SAUEN = mask_of(CARD[code] for code in ("ES", "GS", "SS"))
"""The Sauen that can be called, as a set."""


_AT_ONCE = ("partner", "caller_trumps")
_IN_THE_END = ("augen", "opponent_augen", "tricks", "augen_by_seat", "tricks_by_seat")
"""The keys of a game that its cards have too, by the same names: some from the first card on, some after the last."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A key of a game that was entered otherwise than the cards say; `by_cards` None: nobody, say the cards."""

    key: str
    entered: object
    by_cards: object


def completed(game: Game, rules: RuleSet, played: Replay, report: Report) -> Game:
    """The game with what its cards say filled in; what contradicts them is added to `report`.

    A protocol that stops early fills in what is known by then: the partner and the Laufende, and a Bettel with a trick
    or a Tout without one as lost. Then who won has to be said, unless somebody broke a rule (FORMAT.md 4).
    """
    for found in contradictions(game, rules, played):
        report.error("protocol.contradicts", found.key, entered=found.entered, by_cards=found.by_cards)
    for violation in played.violations:
        report.warning(
            "play.violation",
            "protocol",
            ply=violation.ply,
            seat=violation.seat,
            card=violation.card,
            rule=violation.rule,
        )
    _check_announcer(game, played, report)
    if not played.facts.complete:
        _check_so_far(game, rules, played.facts, report)
    known = _known(game, rules, played)
    values = {key: value for key, value in known.items() if key not in game.given}
    if "result" not in game.given | values.keys():
        _ask_for_result(game, played, report)
    return game.filled(values) if values else game


def _known(game: Game, rules: RuleSet, played: Replay) -> dict[str, object]:
    """What the cards say, by the keys of a game that a summary would use for it."""
    facts, keys = played.facts, TRAITS[game.contract].keys
    known: dict[str, object] = {}
    if not TRAITS[game.contract].has_declarer:
        return {"augen_by_seat": facts.augen_by_seat, "tricks_by_seat": facts.tricks_by_seat} if facts.complete else {}
    if facts.partner is not None and "partner" in keys:
        known["partner"] = facts.partner
    if facts.laufende is not None and (game.sie or _counts(game, facts.laufende, rules)):
        known |= {"laufende": facts.laufende, "laufende_side": facts.laufende_side}
    if rules.muss.sixty_max_trumps is not None and "caller_trumps" in keys:
        known["caller_trumps"] = facts.caller_trumps
    if facts.complete and not game.sie:
        known |= {"augen": facts.augen, "tricks": facts.tricks}
    elif (game.tout and facts.opponent_tricks) or (game.contract is Contract.BETTEL and facts.tricks):
        known["result"] = Result.LOST
    return known


def _counts(game: Game, run: int, rules: RuleSet) -> bool:
    """Whether a run is long enough to be paid."""
    return run >= fewest_laufende(game.contract, rules)


def _ask_for_result(game: Game, played: Replay, report: Report) -> None:
    """A protocol that stops early does not say who won."""
    if played.turn is None or game.sie or game.revoke is not None:
        return
    key = "result" if TRAITS[game.contract].has_declarer else "loser"
    if key not in game.given:
        report.error("protocol.stops", key, ply=len(played.legal), seat=played.turn)


def _check_announcer(game: Game, played: Replay, report: Report) -> None:
    """Who had to play holds the Alte, and who called something could call it; of Herz the entry speaks."""
    alter, seat = ALTER.get(game.contract), game.declarer
    if seat is None or seat in game.sitting_out or seat >= game.players:
        return
    if alter is not None and not played.hands[seat] & BIT[alter]:
        report.error("declarer.not_alter", "declarer", seat=seat, card=alter)
    if "called" in TRAITS[game.contract].keys:
        if game.called is None:
            report.error("called.missing", "called")
        elif played.facts.partner == seat and game.called is not Suit.HERZ:
            report.error("called.own", "called", seat=seat)
        elif game.contract is Contract.SAUSPIEL:
            _ask_about_the_call(game, played, seat, report)


def _ask_about_the_call(game: Game, played: Replay, seat: int, report: Report) -> None:
    """The caller has a plain card of the called suit, and a Zehn only with all three Sauen (RULES.md 2, line 2)."""
    card, hand = called_card(game), played.hands[seat]
    if card is None:
        return
    if not hand & played.order.followers[CARDS.index(card)]:
        report.warning("called.no_card", "called", seat=seat)
    elif card.rank is Rank.ZEHN and hand & CALLABLE_SAUEN != CALLABLE_SAUEN:
        report.warning("called.no_sauen", "called", seat=seat)


@dataclass(frozen=True, slots=True)
class SoFar:
    """What the declarer's side can have in the end, by the cards until the play stopped.

    `decided`: who has won by then, None while that is open.
    `augen` are 0 to 120, `tricks` 0 to 8 (6 with the short deck), each from the fewest to the most.
    """

    augen: range
    tricks: range
    decided: Result | None


def so_far(game: Game, rules: RuleSet, facts: Facts) -> SoFar | None:
    """Say how a play stood that stopped early; None for one that did not, or that has no declarer."""
    if facts.complete or facts.augen is None or facts.opponent_augen is None:
        return None
    most = ALL_AUGEN - facts.opponent_augen
    tricks = range(facts.tricks or 0, rules.deck.tricks - (facts.opponent_tricks or 0) + 1)
    needed = threshold(game, rules)
    decided = Result.WON if facts.augen >= needed else Result.LOST if most < needed else None
    counts = _needs_augen(game) and game.revoke is None
    return SoFar(range(facts.augen, most + 1), tricks, decided if counts else None)


def impossible(game: Game, known: SoFar) -> Iterator[str]:
    """The keys whose number of Augen or tricks cannot be any more."""
    for key, own in (("augen", game.augen), ("opponent_augen", _other_augen(game.opponent_augen))):
        if own is not None and own not in known.augen:
            yield key
    if game.tricks is not None and game.tricks not in known.tricks:
        yield "tricks"


def _other_augen(augen: int | None) -> int | None:
    return None if augen is None else ALL_AUGEN - augen


def _check_so_far(game: Game, rules: RuleSet, facts: Facts, report: Report) -> None:
    """Augen and tricks cannot be fewer than when the play stopped; a decided result is asked about."""
    known = so_far(game, rules, facts)
    if known is None:
        return
    for key in impossible(game, known):
        if key == "tricks":
            report.error("tricks.so_far", key, fewest=known.tricks[0], most=known.tricks[-1])
        else:
            report.error("augen.so_far", key, augen=facts.augen, opponent_augen=facts.opponent_augen)
    if None not in (game.result, known.decided) and game.result != known.decided:
        report.warning("result.so_far", "result", augen=facts.augen, opponent_augen=facts.opponent_augen)


def _needs_augen(game: Game) -> bool:
    """Whether the number of Augen alone decides who won."""
    return not (game.tout or game.sie or game.schneider_announced or game.schwarz_announced) and (
        game.contract is not Contract.BETTEL
    )


def contradictions(game: Game, rules: RuleSet, played: Replay) -> Iterator[Contradiction]:
    """The keys that were entered otherwise than the cards say; those that a reading of Augen finds by itself are not.

    Laufende below the number that is paid may be left out or entered as they are.
    """
    facts, entered = played.facts, game.given & TRAITS[game.contract].keys
    for key in _AT_ONCE + _IN_THE_END if facts.complete else _AT_ONCE:
        by_cards = getattr(facts, key) if key in entered else None
        if by_cards is not None and getattr(game, key) != by_cards:
            yield Contradiction(key, getattr(game, key), by_cards)
    if facts.alone and game.partner is not None:
        yield Contradiction("partner", game.partner, None)
    yield from _wrong_run(game, rules, facts)


def _wrong_run(game: Game, rules: RuleSet, facts: Facts) -> Iterator[Contradiction]:
    """Laufende that the hands did not have, or that the other side had."""
    if facts.laufende is None or not game.given & {"laufende", "laufende_side"}:
        return
    by_cards = (facts.laufende_side, facts.laufende)
    count = game.laufende if "laufende" in game.given else facts.laufende
    entered = (game.laufende_side if count else None, count)
    paid = game.sie or _counts(game, count, rules) or _counts(game, facts.laufende, rules)
    if entered != by_cards and paid:
        yield Contradiction("laufende", entered, by_cards)
