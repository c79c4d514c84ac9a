"""Deals and plays games at random, on strings and lists alone: an own reading of the rules to hold the engine against.

Every play is legal; which card falls is chance. `play` answers a game as people would note it, with everything that
they could note: parties, Augen, tricks, the run of Laufende.
"""

import random

from bench.naive import DEUTSCH, SUITS, Table, ranks, trump_list

NAMES = {"E": "eichel", "G": "gras", "H": "herz", "S": "schellen"}
BAVARIAN = (
    "sauspiel",
    "solo",
    "wenz",
    "farbwenz",
    "geier",
    "farbgeier",
    "bettel",
    "hochzeit",
    "muss",
    "kreuzspiel",
    "ramsch",
)


def deal(rng, deck, trumps, *, stacked):
    """Four hands; stacked ones give the top trumps to one or two players more often than chance."""
    cards = [s + r for s in SUITS for r in ranks(deck)]
    rng.shuffle(cards)
    if stacked and trumps:
        run = trumps[: rng.randint(1, len(trumps))]
        cards = run + [c for c in cards if c not in run]
        size = len(cards) // 4
        if rng.random() < 0.5:
            cut = 2 * size
            pair = cards[:cut]
            rng.shuffle(pair)
            cards = pair + cards[cut:]
    size = len(cards) // 4
    hands = [cards[i * size : (i + 1) * size] for i in range(4)]
    rng.shuffle(hands)
    return hands


def parties(rng, contract, suit, hands, trumps):
    """The keys that say who plays with whom; None where these hands do not allow the contract."""
    declarer = next(i for i in range(4) if "EU" in hands[i]) if contract == "zwangsspiel" else rng.randrange(4)
    if contract not in ("hochzeit", "muss", "sauspiel"):
        game = {"declarer": declarer}
        if contract in ("partnerspiel", "zwangsspiel", "kreuzspiel"):
            game["partner"] = (declarer + 2) % 4
        if contract in ("solo", "farbwenz", "farbgeier", *DEUTSCH):
            game["suit"] = NAMES[suit]
        return game
    if contract == "hochzeit":
        return _marry(rng, hands, trumps)
    if contract == "muss":
        declarer = next(i for i in range(4) if "EO" in hands[i])
        callable_ = [s for s in "EGS" if s + "S" not in hands[declarer]]
    else:
        hand = hands[declarer]
        plain = [s for s in "EGS" if any(c[0] == s and c[1] not in "OU" for c in hand)]
        callable_ = [s for s in plain if s + "S" not in hand]
    if not callable_:
        return None
    called = rng.choice(callable_)
    partner = next(i for i in range(4) if called + "S" in hands[i])
    return {"declarer": declarer, "partner": partner, "called": NAMES[called]}


def _marry(rng, hands, trumps):
    """Somebody with just one trump gives it away for a card that is none."""
    givers = [i for i in range(4) if sum(c in trumps for c in hands[i]) == 1]
    if not givers:
        return None
    giver = rng.choice(givers)
    taker = rng.choice([i for i in range(4) if i != giver])
    spare = [c for c in hands[taker] if c not in trumps]
    if not spare:
        return None
    card, back = next(c for c in hands[giver] if c in trumps), rng.choice(spare)
    hands[giver] = [c for c in hands[giver] if c != card] + [back]
    hands[taker] = [c for c in hands[taker] if c != back] + [card]
    return {"declarer": giver, "partner": taker}


def play_out(rng, game, suit, deck, hands):
    """A game played at random among the legal cards: winners of the tricks, and the Augen by seat."""
    table = Table(game["contract"], suit, deck, hands, rng.randrange(4), game.get("called", "")[:1].upper())
    lead, played = table.lead, []
    while any(table.hands):
        played.append([table.turn, rng.choice(table.legal())])
        table.play(played[-1][1])
    tricks = [table.winners.count(seat) for seat in range(4)]
    protocol = {"hands": [list(hand) for hand in hands], "lead": lead, "played": played}
    return tricks, table.augen, protocol


def run_of(trumps, hands, side):
    """The unbroken run from the top trump, and whose it is."""
    own = {c for i in side for c in hands[i]}
    mit = trumps[0] in own
    count = 0
    for card in trumps:
        if (card in own) is not mit:
            break
        count += 1
    return count, "mit" if mit else "ohne"


def play(seed, contract, deck="long", *, stacked=False):
    """One game with all that can be noted about it: `game` (parties alone) and `facts`."""
    rng = random.Random(seed)
    suit = rng.choice(SUITS)
    trumps = trump_list(contract, suit, deck)
    while True:
        hands = deal(rng, deck, trumps, stacked=stacked)
        game = {} if contract == "ramsch" else parties(rng, contract, suit, hands, trumps)
        if game is not None:
            break
    game = {"contract": contract, **game}
    tricks, augen, protocol = play_out(rng, game, suit, deck, hands)
    facts = {"protocol": protocol, "augen_by_seat": augen, "tricks_by_seat": tricks, "hands": hands, "trumps": trumps}
    if contract != "ramsch":
        side = [game["declarer"]] + ([game["partner"]] if "partner" in game else [])
        facts |= {"augen": sum(augen[i] for i in side), "tricks": sum(tricks[i] for i in side)}
        if trumps and contract not in DEUTSCH:
            facts["laufende"], facts["laufende_side"] = run_of(trumps, hands, side)
    return game, facts
