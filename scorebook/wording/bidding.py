"""The auction in words: who plays and why, and what a hand may announce. `say` knows which cards the table has."""

from collections.abc import Callable, Iterator, Sequence

from scorebook.rules import Card, Contract, RuleSet, Suit
from scorebook.rules.auction import Bid, NoBid, Outcome, Why, bids, objection
from scorebook.rules.calling import Calling, NoCall, calling
from scorebook.rules.protocol import ALTER
from scorebook.rules.reporting import FEWEST, Announced, Reported
from scorebook.rules.reporting import Why as Decided
from scorebook.wording.cards import card_name
from scorebook.wording.games import contract_name, suit_name
from scorebook.wording.languages import GERMAN, Language, Marked
from scorebook.wording.rulebook.passing import NEXT

OUTCOMES: Marked[dict[Why, str]] = {
    Why.ONLY_ONE: "{who} spielt {game}. Sonst will keiner.",
    Why.HIGHER: "{who} spielt {game}. Das geht vor dem Spiel von {other}.",
    Why.NEARER: "{who} spielt {game}. {other} will dasselbe und sitzt weiter hinten; auf die Farbe kommt es nicht an.",
    Why.ALL_PASS: "Alle sagen weiter.",
}
DECIDED: Marked[dict[Decided, str]] = {
    Decided.TRUMPS: "{who} spielt: {trumps} Trümpfe sind die meisten.",
    Decided.AUGEN: "{who} spielt: von gleich vielen Trümpfen zählen die mit mehr Augen, hier {augen}.",
    Decided.HIGHEST: "{who} spielt: auch die Augen sind gleich, da entscheidet der höhere Trumpf, {card}.",
    Decided.FORCED: "Keiner meldet {fewest} Trümpfe: Zwangsspiel. Spielen muss, wer {card} hat.",
}
ASKED: Marked[dict[Decided, str]] = {
    Decided.AUGEN: "Gleich viele Trümpfe: {people}. Wie viele Augen haben sie?",
    Decided.HIGHEST: "Auch die Augen sind gleich: {people}. Was ist ihr höchster Trumpf?",
}
NO_CALLS: Marked[dict[NoCall, str]] = {
    NoCall.TRUMP: "Herz ist Trumpf.",
    NoCall.OWN: "{suit}: die hast du selbst.",
    NoCall.NO_CARD: "{suit}: davon hast du keine Karte, Ober und Unter zählen nicht.",
    NoCall.NO_HONOUR: "Ohne Ober und Unter darf bei euch keiner rufen.",
}
NO_BIDS: Marked[dict[NoBid, str]] = {
    NoBid.BLOCKED: "Sauspiel: du bist gesperrt.",
    NoBid.NOT_ONE_TRUMP: "Hochzeit: dafür braucht es genau einen Trumpf.",
}
Names = Callable[[int], str]


def bid_name(bid: Bid, say: Language = GERMAN) -> str:
    """The name of a bid.

    >>> bid_name(Bid(Contract.WENZ, tout=True)), bid_name(Bid(Contract.SOLO, sie=True))
    ('Wenz Tout', 'Sie')
    """
    if bid.sie:
        return say("Sie")
    name = contract_name(bid.contract, say)
    return f"{name} {say('Tout')}" if bid.tout else name


def outcome_in_words(outcome: Outcome, name: Names, say: Language = GERMAN) -> str:
    """Say who plays what, and why; `name` gives the name of a seat.

    >>> outcome = Outcome(Why.ONLY_ONE, 2, Bid(Contract.WENZ))
    >>> outcome_in_words(outcome, ["Sepp", "Vroni", "Xaver"].__getitem__)
    'Xaver spielt Wenz. Sonst will keiner.'
    """
    if outcome.seat is None or outcome.bid is None:
        follows = "" if outcome.follows is None else say(NEXT[outcome.follows])
        return f"{say(OUTCOMES[Why.ALL_PASS])} {follows}"
    other = "" if outcome.over is None else name(outcome.over)
    return say(OUTCOMES[outcome.why]).format(who=name(outcome.seat), game=bid_name(outcome.bid, say), other=other)


def announced_in_words(found: Announced, reports: dict[int, Reported], name: Names, say: Language = GERMAN) -> str:
    """Say who plays in Deutscher Schafkopf, or what has to be asked."""
    if found.why is Decided.FORCED:
        card = card_name(ALTER[Contract.ZWANGSSPIEL], say)
        return say(DECIDED[found.why]).format(fewest=FEWEST, card=card)
    if found.seat is None:
        return say(ASKED[found.why]).format(people=", ".join(map(name, found.tied)))
    one = reports[found.seat]
    card = "" if one.highest is None else card_name(one.highest, say)
    return say(DECIDED[found.why]).format(who=name(found.seat), trumps=one.trumps, augen=one.augen, card=card)


def hand_in_words(hand: Sequence[Card], rules: RuleSet, say: Language = GERMAN) -> list[str]:
    """Say what a hand may announce, sentence by sentence."""
    offered = {bid: objection(bid, hand, rules) for bid in bids(rules)}
    allowed = ", ".join(bid_name(bid, say) for bid, wrong in offered.items() if wrong is None)
    told = [say("Ansagen kannst du: {games}.").format(games=allowed)] if allowed else []
    told += [say(NO_BIDS[wrong]) for wrong in offered.values() if wrong in NO_BIDS]
    return [*told, *_calling(calling(hand, rules), say)] if Bid(Contract.SAUSPIEL) in offered else told


def _calling(found: Calling, say: Language) -> Iterator[str]:
    """What can be called, and why the other suits cannot."""
    if found.cards:
        cards = ", ".join(card_name(card, say) for card in found.cards)
        yield say("Rufen kannst du: {cards}.").format(cards=cards)
    for suit, why in found.refused.items():
        if suit is Suit.HERZ or why is NoCall.NO_HONOUR:
            continue
        yield say(NO_CALLS[why]).format(suit=suit_name(suit, say))
    if NoCall.NO_HONOUR in found.refused.values():
        yield say(NO_CALLS[NoCall.NO_HONOUR])


def report_in_words(found: Reported, say: Language = GERMAN) -> str:
    """Say what a hand reports in Deutscher Schafkopf.

    >>> from scorebook.rules import Rank
    >>> report_in_words(Reported(4, 10, Card(Suit.SCHELLEN, Rank.UNTER), Suit.GRAS))
    'Höchstens 4 Trümpfe: du musst passen.'
    """
    if found.trumps < FEWEST or found.highest is None or found.suit is None:
        return say("Höchstens {count} Trümpfe: du musst passen.").format(count=found.trumps)
    card, suit = card_name(found.highest, say), suit_name(found.suit, say)
    text = say("Du meldest {count} Trümpfe mit {suit}: {augen} Augen, der höchste ist {card}.")
    return text.format(count=found.trumps, suit=suit, augen=found.augen, card=card)
