"""What Hypothesis draws from: JSON of any kind, games and rule sets in the form of the exchange format, seasons."""

from datetime import date, timedelta

from hypothesis import strategies as st

from scorebook.league.results import Result, Tally
from scorebook.league.scheme import Kind, Scheme, TieBreak
from scorebook.rules import Contract, preset_names

SUITS = ("eichel", "gras", "herz", "schellen")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)

seats = st.integers(0, 5)
several_seats = st.lists(seats, max_size=4)

GAME_VALUES = {
    "players": st.integers(3, 8),
    "sitting_out": several_seats,
    "dealer": seats,
    "declarer": seats,
    "partner": seats,
    "suit": st.sampled_from(SUITS),
    "called": st.sampled_from(SUITS),
    "called_rank": st.sampled_from(("sau", "zehn")),
    "tout": st.booleans(),
    "sie": st.booleans(),
    "augen": st.integers(-1, 121),
    "opponent_augen": st.integers(0, 120),
    "tricks": st.integers(0, 9),
    "result": st.sampled_from(("won", "lost")),
    "schneider": st.booleans(),
    "schwarz": st.booleans(),
    "schneider_announced": st.booleans(),
    "schwarz_announced": st.booleans(),
    "laufende": st.integers(0, 15),
    "laufende_side": st.sampled_from(("mit", "ohne")),
    "klopfer": st.integers(0, 5) | several_seats,
    "stoss": st.integers(0, 7) | several_seats,
    "bock": st.sampled_from((1, 2, 3, 4)),
    "target": st.integers(60, 121),
    "caller_trumps": st.integers(0, 9),
    "augen_by_seat": st.lists(st.integers(0, 120), max_size=6),
    "tricks_by_seat": st.lists(st.integers(0, 8), max_size=6),
    "jungfrauen": several_seats,
    "loser": seats,
    "stock": st.integers(0, 2000),
    "revoke": seats,
    "revoke_reason": st.text(max_size=5),
}
CODES = [suit + rank for suit in "EGHS" for rank in "SZKOU987"]
a_card = st.sampled_from([*CODES, "XX"])


@st.composite
def protocols(draw):
    """Cards as they might be sent: a whole deal or hands of any cards, and plies that need not fit."""
    size = draw(st.sampled_from((6, 8)))
    dealt = draw(st.permutations(CODES))
    hands = [list(dealt[start : start + size]) for start in range(0, 4 * size, size)]
    any_hands = st.lists(st.lists(a_card, max_size=9), max_size=6)
    played = [[seat, hand[0]] for seat, hand in enumerate(hands)] if draw(st.booleans()) else []
    played += draw(st.lists(st.tuples(seats, a_card).map(list), max_size=3))
    chosen = draw(st.sampled_from(("dealt", "any", "none")))
    cards = {"dealt": {"hands": hands}, "any": {"hands": draw(any_hands)}, "none": {}}[chosen]
    return cards | {"lead": draw(st.integers(0, 6)), "played": played}


GAME_VALUES["protocol"] = protocols()
any_games = st.fixed_dictionaries({"contract": st.sampled_from([str(c) for c in Contract])}, optional=GAME_VALUES)

SWITCHES = {
    "klopfer": {"mode": ("double", "plus_one", "fibonacci", "triple", "off")},
    "stoss": {"max": (0, 2, 6), "takes_over": (False, True)},
    "laufende": {"mode": ("symmetric", "with_only", "asymmetric", "never"), "max": (None, 4, 8)},
    "schwarz": {"mode": ("add", "double"), "by": ("tricks", "augen")},
    "schneider": {"announce": (False, True), "contracts": (None, ["sauspiel"])},
    "tout": {"value": (None, 60), "schneider": (False, True)},
    "stock": {"mode": ("off", "partners", "caller", "declarer"), "on_loss": ("double", "keep"), "cap": (None, 100)},
    "ramsch": {
        "jungfrau": ("none", "individual", "for_all", "individual_multiple"),
        "durchmarsch": ("all_tricks", "augen_120", "augen_91", "augen_90"),
        "tie": ("split", "tricks"),
        "losers": (1, 2),
        "stoss": (False, True),
    },
    "revoke": {"mode": ("game_lost", "offender_pays", "off")},
    "muss": {"win_factor": (1, 2), "sixty_max_trumps": (None, 3)},
    "kreuzspiel": {"factor": (1, 2), "tie": ("declarer_loses", "void")},
}


@st.composite
def rule_changes(draw):
    """A preset with some switches changed."""
    changes = {"preset": draw(st.sampled_from(preset_names()))}
    for name in draw(st.sets(st.sampled_from(sorted(SWITCHES)), max_size=4)):
        switches = SWITCHES[name]
        changes[name] = {key: draw(st.sampled_from(values)) for key, values in switches.items() if draw(st.booleans())}
    changes["sitting_out_pays"] = draw(st.booleans())
    return changes


RAMSCH = (
    ([50, 40, 20, 10], [3, 2, 2, 1]),
    ([60, 40, 20, 0], [4, 2, 2, 0]),
    ([45, 45, 15, 15], [2, 2, 2, 2]),
    ([40, 40, 40, 0], [3, 2, 2, 1]),
    ([30, 30, 30, 30], [2, 2, 2, 2]),
    ([70, 50, 0, 0], [5, 3, 0, 0]),
    ([120, 0, 0, 0], [8, 0, 0, 0]),
)


@st.composite
def plausible_games(draw):
    """A game of four or five with parties and a result; most of them can be scored."""
    contract = draw(st.sampled_from([c for c in Contract if c is not Contract.ALL_PASS]))
    players = draw(st.sampled_from((4, 5)))
    active = list(range(players))
    game = {"contract": str(contract), "players": players}
    if players == 5:
        sitter = draw(st.sampled_from(active))
        active.remove(sitter)
        game["sitting_out"] = [sitter]
    declarer = draw(st.sampled_from(active))
    if contract is Contract.RAMSCH:
        augen, tricks = draw(st.sampled_from(RAMSCH))
        for key, values in (("augen_by_seat", augen), ("tricks_by_seat", tricks)):
            by_seat = dict(zip(active, values, strict=True))
            game[key] = [by_seat.get(seat, 0) for seat in range(players)]
    else:
        game["declarer"] = declarer
        game["augen"] = draw(st.sampled_from((20, 30, 31, 55, 60, 61, 74, 90, 91, 96)))
    if contract in (Contract.SOLO, Contract.FARBWENZ, Contract.FARBGEIER) or contract.value.startswith(
        ("ds", "p", "z")
    ):
        game["suit"] = draw(st.sampled_from(SUITS))
    if contract.value in ("sauspiel", "hochzeit", "muss"):
        game["partner"] = draw(st.sampled_from([seat for seat in active if seat != declarer]))
    if contract.value in ("kreuzspiel", "partnerspiel", "zwangsspiel"):
        game["partner"] = active[(active.index(declarer) + 2) % 4]
    if contract.value not in ("ramsch", "bettel", "partnerspiel", "zwangsspiel", "ds_solo"):
        if draw(st.booleans()):
            game |= {"laufende": draw(st.integers(0, 4)), "laufende_side": "mit" if game["augen"] > 60 else "ohne"}
        game["stock"] = draw(st.sampled_from((0, 80, 85)))
    if not contract.value.startswith(("ds", "p", "z")):
        game["bock"] = draw(st.sampled_from((1, 2, 4)))
    return game


tallies = st.builds(
    Tally,
    amount=st.integers(-300, 300),
    games=st.integers(1, 40),
    squares=st.integers(0, 10_000),
    solos_won=st.integers(0, 2),
    solos_lost=st.integers(0, 2),
    touts_won=st.integers(0, 1),
)
schemes = st.builds(
    Scheme,
    kind=st.sampled_from(Kind),
    best=st.none() | st.integers(1, 5),
    min_evenings=st.integers(0, 3),
    min_games=st.integers(0, 60),
    place_points=st.lists(st.integers(0, 30), min_size=1, max_size=5).map(lambda points: tuple(sorted(points)[::-1])),
    tie_breaks=st.lists(st.sampled_from(TieBreak), unique=True).map(tuple),
    qualified=st.none() | st.integers(1, 5),
)


@st.composite
def seasons(draw, people=6, evenings=6):
    """Results of a season, as an evening each gives them: who was there, with amounts of which many are equal."""
    results = []
    for evening in range(1, draw(st.integers(0, evenings)) + 1):
        there = draw(st.sets(st.integers(1, people)))
        told = {person: draw(tallies | st.just(Tally(10, 5, 20))) for person in sorted(there)}
        for person, tally in told.items():
            place = 1 + sum(other.amount > tally.amount for other in told.values())
            results.append(Result(evening, date(2026, 1, 1) + timedelta(evening // 2), person, place, tally))
    return results
