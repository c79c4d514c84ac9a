"""Statistics of evenings, counted by hand and held against what has to be true of any evening."""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_game, parse_rules
from scorebook.league.results import Measure
from scorebook.league.stats import (
    CALLED,
    KEYS,
    PEAKS,
    Fact,
    Pair,
    Part,
    Played,
    Stat,
    evening_stats,
    facts_of,
    part_key,
)
from scorebook.rules import Contract, Game, LaufendeSide, assess, preset
from scorebook.rules.cards import Suit
from scorebook.rules.switches import RevokeMode, StricheTie
from tests.strategies import plausible_games

SEPP, VRONI, XAVER, ZENZI = 7, 8, 9, 10
FOUR = (SEPP, VRONI, XAVER, ZENZI)
RULES = preset("bayern_10_20_50")
CENT = Measure.CENT


def facts(rules=RULES, **keys):
    """What a game was, scored by the rules."""
    game = Game(**keys)
    found = assess(game, rules)
    assert found.score is not None, found.errors
    return facts_of(game, found.score)


def sauspiel(declarer, partner, augen, **more):
    """Give a Sauspiel on Eichel."""
    return facts(
        contract=Contract.SAUSPIEL, called=Suit.EICHEL, declarer=declarer, partner=partner, augen=augen, **more
    )


class Flat(NamedTuple):
    """Statistics with all that tells them apart in one key."""

    tallies: dict[tuple[int, Measure, str], Stat]
    pairs: dict[tuple[int, int, Measure], Pair]


def flat(played):
    """Add games up."""
    stats = evening_stats(played)
    return Flat(
        {(*whose, key): stat for whose, found in stats.tallies.items() for key, stat in found.items()},
        {(who, other, unit): pair for (who, unit), found in stats.pairs.items() for other, pair in found.items()},
    )


def counted(*games, people=FOUR, measure=CENT):
    """Add these games up, as numbers 1, 2, 3."""
    return flat(Played(one, people, measure, number) for number, one in enumerate(games, start=1) if one)


BY_HAND = (
    sauspiel(0, 1, 95),  # Sepp and Vroni, Schneider: 30
    sauspiel(0, 2, 70, laufende=3, laufende_side=LaufendeSide.MIT),  # Sepp and Xaver with three: 20 + 30 = 50
    facts(contract=Contract.WENZ, declarer=1, augen=40),  # Vroni loses 50 to each
    facts(contract=Contract.ALL_PASS),
    facts(contract=Contract.SOLO, suit=Suit.HERZ, declarer=0, tricks=8, augen=120),  # black: 50 + 20
    sauspiel(3, 2, 28),  # Zenzi and Xaver lose with Schneider: 30
)


def test_an_evening_counted_by_hand():
    """Six games, the fourth passed: each figure is what one counts at the table."""
    stats = counted(*BY_HAND)
    sepp = {key: stat for (person, _, key), stat in stats.tallies.items() if person == SEPP}
    assert sepp == {
        "played": Stat(5, 5, 30 + 50 + 50 + 210 + 30),
        "declarer.sauspiel": Stat(2, 2, 80),
        "against.wenz": Stat(1, 1, 50),
        "declarer.solo": Stat(1, 1, 210),
        "against.sauspiel": Stat(1, 1, 30),
        "schneider_given": Stat(3, 3, 30 + 210 + 30),
        "schwarz_given": Stat(1, 1, 210),
        "laufende": Stat(3, 1, 50, 2),
        "run": Stat(5, 5, 370, 6),
        "best": Stat(1, 1, 210, 5),
    }
    vroni = {key: stat for (person, _, key), stat in stats.tallies.items() if person == VRONI}
    assert vroni == {
        "played": Stat(5, 2, 30 - 50 - 150 - 70 + 30),
        "partner.sauspiel": Stat(1, 1, 30),
        "against.sauspiel": Stat(2, 1, -20),
        "declarer.wenz": Stat(1, 0, -150),
        "against.solo": Stat(1, 0, -70),
        "schneider_given": Stat(2, 2, 60),
        "schneider_suffered": Stat(1, 0, -70),
        "schwarz_suffered": Stat(1, 0, -70),
        "run": Stat(1, 1, 30, 1),
        "best": Stat(1, 1, 30, 1),
        "worst": Stat(1, 0, -150, 3),
    }


def test_pairs_counted_by_hand():
    """With whom somebody plays, and against whom, with what it brought himself."""
    pairs = counted(*BY_HAND).pairs
    assert pairs[SEPP, VRONI, CENT] == Pair(Stat(2, 2, 30 + 30), Stat(3, 3, 50 + 50 + 210))
    assert pairs[VRONI, SEPP, CENT] == Pair(Stat(2, 2, 30 + 30), Stat(3, 0, -50 - 150 - 70))
    assert pairs[XAVER, ZENZI, CENT].together == Stat(4, 1, -30 + 50 - 70 - 30)


def test_called_are_those_whose_sau_was_called():
    """Partners by a called Sau, and no others."""
    assert CALLED == (Contract.SAUSPIEL, Contract.MUSS)


def test_who_sits_out_has_played_nothing():
    """At a table of five the game is that of four; whoever pays without playing has not lost a game."""
    rules = replace(RULES, sitting_out_pays=True)
    keys = {"contract": Contract.WENZ, "players": 5, "sitting_out": (0,), "dealer": 0, "declarer": 1, "augen": 70}
    stats = counted(facts(rules, **keys), people=(*FOUR, 11))
    assert {person for person, _, _ in stats.tallies} == {VRONI, XAVER, ZENZI, 11}
    assert SEPP not in {person for pair in stats.pairs for person in pair[:2]}


def test_a_ramsch_is_against_nobody():
    """Each plays for himself: who is paid won it; nobody is anybody's partner or opponent."""
    stats = counted(facts(preset("schafkopf3d_10_20"), contract=Contract.RAMSCH, loser=2))
    assert stats.tallies[SEPP, CENT, "each.ramsch"].won == 1
    assert stats.tallies[XAVER, CENT, "each.ramsch"].won == 0
    assert stats.tallies[XAVER, CENT, Fact.WORST].game == 1
    assert not stats.pairs


def test_what_does_not_count_is_no_game():
    """Passed by all, with or without a stake, and a game without a winner: no game, and no end of a run."""
    stake = parse_rules({"preset": "bayern_10_20_50", "stock": {"mode": "partners"}, "all_pass": "stock"})
    assert facts(contract=Contract.ALL_PASS) is None
    assert facts(stake, contract=Contract.ALL_PASS) is None
    striche = preset("deutscher_striche")
    drawn = replace(striche, striche=replace(striche.striche, tie=StricheTie.VOID))
    keys = {"contract": Contract.PARTNERSPIEL, "suit": Suit.GRAS, "declarer": 0, "partner": 2, "augen": 60}
    assert facts(drawn, **keys) is None
    assert facts(striche, **keys) is not None
    won = sauspiel(0, 1, 70)
    assert counted(won, None, won).tallies[SEPP, CENT, Fact.RUN].times == 2


def test_a_lost_announcement_gives_no_schneider():
    """A Tout that one trick loses: the flag tells of those with fewer Augen, who have won."""
    lost = facts(contract=Contract.SOLO, suit=Suit.GRAS, declarer=0, tout=True, tricks=7, augen=118)
    stats = counted(lost)
    assert stats.tallies[SEPP, CENT, Fact.TOUT] == Stat(1, 0, lost.seats[0].amount)
    assert not {key for _, _, key in stats.tallies} & {"schneider_given", "schneider_suffered"}


def test_a_revoke_is_lost_without_schneider():
    """Who breaks a rule pays for his side: his partner has lost nothing but the game."""
    rules = replace(RULES, revoke=replace(RULES.revoke, mode=RevokeMode.OFFENDER_PAYS))
    broken = sauspiel(0, 1, 20, rules=rules, revoke=0)
    stats = counted(broken)
    assert (stats.tallies[SEPP, CENT, "played"].won, stats.tallies[VRONI, CENT, "played"].won) == (0, 0)
    assert stats.tallies[VRONI, CENT, "partner.sauspiel"].amount == 0
    assert Fact.SCHNEIDER_SUFFERED not in {key for _, _, key in stats.tallies}


def test_laufende_are_of_those_who_held_them():
    """`mit`: the declarer's side; `ohne`: the others, whoever wins."""
    stats = counted(sauspiel(0, 1, 40, laufende=4, laufende_side=LaufendeSide.OHNE))
    assert {person for person, _, key in stats.tallies if key == Fact.LAUFENDE} == {XAVER, ZENZI}


def test_of_several_that_were_most_the_first_is_kept():
    """Two games with the same amount: the first is the biggest."""
    stats = counted(sauspiel(0, 1, 70), sauspiel(0, 1, 70))
    assert stats.tallies[SEPP, CENT, Fact.BEST].game == 1


def test_nobody_played():
    """An evening without a game has no statistics."""
    assert (dict(counted().tallies), dict(counted().pairs)) == ({}, {})


@st.composite
def evenings(draw):
    """Some games that can be scored, of people who come and go, counted in one or two measures."""
    found = []
    for number in range(draw(st.integers(0, 12))):
        game = parse_game(draw(plausible_games()))
        score = next(
            filter(None, (assess(game, preset(name)).score for name in ("bsv_10_50", "deutscher_striche"))), None
        )
        one = None if score is None else facts_of(game, score)
        if one is not None:
            people = tuple(draw(st.permutations(range(1, 8))))[: game.players]
            found.append(Played(one, people, draw(st.sampled_from((CENT, Measure.STRICH))), number))
    return found


@given(evenings())
def test_everything_adds_up(played):
    """Four play a game; each of somebody's games stands under one part; sums are those of his seats."""
    tallies = flat(played).tallies
    assert {key for _, _, key in tallies} <= KEYS
    by_part = Counter()
    for (person, measure, key), stat in tallies.items():
        if "." in key:
            by_part[person, measure] += stat.times
    games = {(person, measure): stat for (person, measure, key), stat in tallies.items() if key == Fact.PLAYED}
    assert by_part == {key: stat.times for key, stat in games.items()}
    assert sum(by_part.values()) == 4 * len(played)
    amounts = sum(seat.amount for one in played for seat in one.facts.seats if seat)
    assert sum(stat.amount for stat in games.values()) == amounts
    assert all(stat.won <= stat.times for stat in tallies.values())
    for side in ("schneider", "schwarz"):
        assert all(
            stat.won == (stat.times if key.endswith("given") else 0)
            for (_, _, key), stat in tallies.items()
            if key.startswith(side)
        )


@given(evenings())
def test_pairs_are_mutual(played):
    """As often as somebody met another, the other met him; one of two opponents wins at most."""
    pairs = flat(played).pairs
    for (person, other, measure), pair in pairs.items():
        back = pairs[other, person, measure]
        assert (pair.together.times, pair.together.won) == (back.together.times, back.together.won)
        assert pair.against.times == back.against.times
        assert pair.against.won + back.against.won <= pair.against.times


@given(evenings())
def test_peaks_are_of_games_that_were(played):
    """What was most is nobody's but of a game that he played, and none was more."""
    best = defaultdict(int)
    for one in played:
        for person, seat in zip(one.people, one.facts.seats, strict=True):
            if seat:
                best[person, one.measure] = max(best[person, one.measure], seat.amount)
    tallies = flat(played).tallies
    assert {key: most for key, most in best.items() if most} == {
        (person, measure): stat.amount for (person, measure, key), stat in tallies.items() if key == Fact.BEST
    }
    by_number = {one.game: one for one in played}
    for (person, measure, key), stat in tallies.items():
        assert (key in PEAKS) is (stat.game is not None)
        if stat.game is not None:
            one = by_number[stat.game]
            seat = one.facts.seats[one.people.index(person)]
            assert one.measure is measure
            assert seat is not None
            assert key != Fact.LAUFENDE or seat.laufende == stat.times
            assert key != Fact.RUN or stat.times <= tallies[person, measure, Fact.PLAYED].won


@given(evenings(), st.randoms(use_true_random=False))
def test_sums_do_not_depend_on_the_order(played, random):
    """Only runs, and which of equal games is named, ask for the order of the games."""
    other = list(played)
    random.shuffle(other)
    one, two = flat(played), flat(other)
    assert one.pairs == two.pairs
    sums = [{key: stat for key, stat in stats.tallies.items() if key[2] not in PEAKS} for stats in (one, two)]
    assert sums[0] == sums[1]


def test_every_part_of_every_contract_has_a_key():
    """Keys are short enough for their column, and no two are the same."""
    assert max(map(len, KEYS)) <= 30
    assert len({part_key(part, contract) for part in Part for contract in Contract}) == len(Part) * len(Contract)
