"""The order of the cards of every game on offer, as rows: what `rules.order.order_of` says, games alike together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from scorebook.rules import TRAITS, Card, Contract, Rank, Suit
from scorebook.rules.order import Order, order_of
from scorebook.rules.switches import Trumpf
from scorebook.wording.cards import RANKS
from scorebook.wording.games import contract_name, suit_name
from scorebook.wording.languages import Language
from scorebook.wording.rulebook.parts import CardRow, Chapter, Run, Topic

Parts = tuple[tuple[str, tuple[Run, ...]], ...]
UNANNOUNCED = frozenset({Contract.RAMSCH, Contract.MUSS, Contract.KREUZSPIEL, Contract.ALL_PASS, Contract.ZWANGSSPIEL})
"""What nobody bids: it follows when everybody passes."""


def order_chapter(topic: Topic) -> Chapter:
    """What beats what, in every game on offer."""
    alike: dict[Parts, list[Contract]] = {}
    for contract in topic.rules.offered:
        if contract is not Contract.ALL_PASS:
            alike.setdefault(_parts(contract, topic), []).append(contract)
    rows = [CardRow(topic.names(tuple(contracts)), parts) for parts, contracts in alike.items()]
    if topic.announces("sie"):
        highest = order_of(Contract.SOLO, Suit.HERZ, topic.rules).trumps[: topic.rules.deck.tricks]
        rows.append(CardRow(topic.say("Sie"), ((topic.say("auf einer Hand"), tuple(_runs(highest, topic.say))),)))
    return Chapter(topic.say("Was sticht was"), (), tuple(rows))


def _parts(contract: Contract, topic: Topic) -> Parts:
    """Trumps and plain suits of a contract; one whose trump suit is named is looked at with each of the four."""
    rules, say = topic.rules, topic.say
    stays = TRAITS[contract].deutscher and rules.striche.trumpf is Trumpf.BLEIBEND
    named = TRAITS[contract].needs_suit and not stays
    suits: Sequence[Suit | None] = tuple(Suit) if named else (None,)
    orders = {suit: order_of(contract, suit, rules) for suit in suits}
    first = next(iter(orders.values()))
    counts = sorted({len(order.trumps) for order in orders.values()})
    trumps = tuple(_named_trumps(orders, say)) if named else tuple(_runs(first.trumps, say))
    plain = tuple(_plain(orders.values(), say, open_suit=named))
    if not trumps:
        return ((say("kein Trumpf, alle Farben"), plain),)
    number = f" {say('oder')} ".join(map(str, counts))
    return (
        (say("Trumpf ({number})").format(number=number), trumps),
        (say("andere Farben"), plain),
    )


def _named_trumps(orders: dict[Suit | None, Order], say: Language) -> Iterator[Run]:
    """The trumps that are always there, then those of the named suit, by suits that have the same."""
    trumps = {suit: order.trumps for suit, order in orders.items()}
    fixed = [cards[0] for cards in zip(*trumps.values(), strict=False) if len(set(cards)) == 1]
    yield from _runs(fixed, say)
    lower = {suit: tuple(card.rank for card in cards[len(fixed) :]) for suit, cards in trumps.items() if suit}
    before = say("gewählte Farbe:")
    for suits, words in _by_ranks(lower, say):
        signs = suits if len(suits) < len(lower) else ()
        yield Run(before, signs, _suits(signs, say), words)
        before = say("oder")


def _plain(orders: Iterable[Order], say: Language, *, open_suit: bool) -> Iterator[Run]:
    """The plain suits, those that have the same ranks together; without signs where that may be any suit."""
    ranks = {cards[0].suit: tuple(c.rank for c in cards) for order in orders for cards in order.plain if cards}
    for suits, words in _by_ranks({suit: ranks[suit] for suit in Suit if suit in ranks}, say):
        any_suit = len(suits) == len(Suit) or (open_suit and len(suits) == len(ranks))
        signs = () if any_suit else suits
        yield Run("", signs, _suits(signs, say), words)


def _by_ranks(ranks: dict[Suit, tuple[Rank, ...]], say: Language) -> Iterator[tuple[tuple[Suit, ...], str]]:
    """The suits that have the same ranks, and these in words."""
    for shared in dict.fromkeys(ranks.values()):
        yield tuple(suit for suit in ranks if ranks[suit] == shared), _words(shared, say)


def _runs(cards: Iterable[Card], say: Language) -> Iterator[Run]:
    """Cards as runs: one rank through several suits, then the rest of a suit."""
    groups = [tuple(group) for _, group in groupby(cards, lambda card: card.rank)]
    while groups and len(groups[0]) > 1:
        group = groups.pop(0)
        suits = tuple(card.suit for card in group)
        yield Run(_words((group[0].rank,), say), suits, _suits(suits, say), "")
    rest = [group[0] for group in groups]
    for suit, of_suit in groupby(rest, lambda card: card.suit):
        yield Run("", (suit,), suit_name(suit, say), _words([card.rank for card in of_suit], say))


def _suits(suits: Iterable[Suit], say: Language) -> str:
    return ", ".join(suit_name(suit, say) for suit in suits)


def _words(ranks: Iterable[Rank], say: Language) -> str:
    """Ranks as one says them in a row: "Sau 10 König 9 8 7"."""
    numbers = {Rank.ZEHN: "10", Rank.NEUN: "9", Rank.ACHT: "8", Rank.SIEBEN: "7"}
    return " ".join(numbers[rank] if rank in numbers else say(RANKS[rank]) for rank in ranks)


def ranking(topic: Topic) -> str:
    """What outbids what, highest first: Sie, every Tout, then the games that one announces."""
    say = topic.say
    own = [contract for contract in topic.rules.offered if contract not in UNANNOUNCED]
    told = [f"{contract_name(c, say)} {say('Tout')}" for c in own if "tout" in TRAITS[c].keys]
    names = [say("Sie")] if topic.announces("sie") else []
    names += told if topic.announces("tout") else []
    return " › ".join(names + [contract_name(contract, say) for contract in own])
