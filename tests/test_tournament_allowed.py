"""What may happen at a tournament and what not: each refusal at its field, in words of a player."""

from dataclasses import replace

import pytest

from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.allowed import beginning, objections
from scorebook.league.tournament.entries import (
    Admitted,
    CashKind,
    CashMoved,
    CheckedIn,
    Claimed,
    Committed,
    Confirmed,
    Ended,
    Entry,
    GoodsChosen,
    Left,
    Listed,
    LotsDrawn,
    Penalised,
    Published,
    Registered,
    Reopened,
    Returned,
    Ruled,
    SetUp,
    Substituted,
    Wished,
    WishKind,
)
from scorebook.league.tournament.settings import Award, Drawing, Prize, Scoring
from scorebook.wording import message
from tests.tournament_folds import EIGHT, FIRST, SPARE
from tests.tournament_refusals import (
    AHEAD,
    CHECKABLE,
    CONFIRMING,
    DRAWN,
    GONE,
    HASH,
    HERE,
    LISTS,
    MORE,
    NEXT,
    OVER,
    PLAYED,
    SECOND,
    SETTINGS,
    folded,
    found,
)

# --- What may be -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry"),
    [
        ((), Registered(10)),
        ((), Registered(10, substitute=True)),
        ((), CheckedIn(1, EIGHT)),
        ((), DRAWN),
        ((), AHEAD),
        ((), Ended()),
        ((DRAWN,), replace(DRAWN, reason="Nachmeldung")),
        ((DRAWN,), Registered(10)),
        ((DRAWN,), LISTS[0]),
        ((DRAWN,), Claimed(1, 1, 7)),
        ((DRAWN,), Substituted(1, 1, 0, SPARE)),
        ((DRAWN,), replace(LISTS[0], games=31, reason="Feueralarm")),
        ((DRAWN, Left(3, 2)), LISTS[0]),
        (
            (AHEAD, *LISTS, Left(3, 2)),
            replace(NEXT, rounds=(((1, 6, 9, 8), (5, 2, 7, 4)),), players=(1, 2, *range(4, 10)), reason="x"),
        ),
        (PLAYED, NEXT),
        (PLAYED, Published(1)),
        (PLAYED, Confirmed(12)),
        (PLAYED, replace(LISTS[0], points=(0, 0, 0, 0), replaces=12, reason="falsch abgeschrieben")),
        ((*PLAYED, Published(1)), replace(LISTS[0], points=(0, 0, 0, 0), replaces=12, reason="verrechnet")),
        ((*PLAYED, Published(1)), Penalised(1, 1, 10, "zu spät")),
        (PLAYED, Ruled(1, "Spiel 7 wird wiederholt.")),
        (PLAYED, Left(3, 2)),
        ((*PLAYED, Left(3, 2)), Returned(3, 2)),
        ((), CashMoved(CashKind.FEE, 1000, 1)),
        ((CashMoved(CashKind.FEE, 1000, 1),), CashMoved(CashKind.FEE, -1000, 1)),
        ((), CashMoved(CashKind.OTHER, -5000, text="Saalmiete")),
        ((), CashMoved(CashKind.PRIZE, -5000, 1)),
        (OVER, GoodsChosen(1, 0)),
        ((*OVER, Ended()), Reopened("eine Liste fehlt")),
    ],
)
def test_what_may_be(before: tuple[Entry, ...], entry: Entry) -> None:
    """What usually happens has nothing against it."""
    assert found(folded(*before), entry) == []


# --- What may not be: people -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), Registered(1), ("player.taken", "player")),
        ((), Registered(0), ("player.number", "player")),
        (OVER, Registered(10), ("player.late", "player")),
        ((), Admitted(1), ("player.not_waiting", "player")),
        ((Registered(10, waits=True), Left(10, 1)), Admitted(10), ("player.gone", "player")),
        ((), Admitted(77), ("player.unknown", "player")),
        ((), Left(77, 1), ("player.unknown", "player")),
        ((), Left(1, 3), ("round.unknown", "from_round")),
        ((GONE,), Left(3, 2), ("player.gone", "player")),
        (PLAYED, Left(3, 1), ("player.has_list", "from_round")),
        ((GONE, Returned(3, 2)), Left(3, 1), ("player.back_since", "from_round")),
        ((), Returned(3, 1), ("player.not_gone", "player")),
        ((Left(3, 2),), Returned(3, 1), ("player.away_since", "from_round")),
        ((GONE, AHEAD, *MORE), Returned(3, 2), ("round.played", "from_round")),
        ((), CheckedIn(3, (1,)), ("round.unknown", "round")),
        ((*PLAYED, Published(1)), CheckedIn(1, (1,)), ("round.published", "round")),
        ((), CheckedIn(1, ()), ("player.missing", "players")),
        ((), CheckedIn(1, (1, 1)), ("player.twice", "players.1")),
        ((), CheckedIn(1, (1, 77)), ("player.unknown", "players.1")),
        ((GONE,), CheckedIn(1, (3,)), ("player.gone", "players.0")),
        ((Registered(10, waits=True),), CheckedIn(1, (10,)), ("player.waits", "players.0")),
    ],
)
def test_people(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Coming, leaving, returning and being there: what cannot be, and where that is said."""
    assert found(folded(*before), entry) == [expected]


def test_late_where_all_rounds_are_drawn_at_once() -> None:
    """Who comes late can join until the last round for that has begun, though all rounds have their seats."""
    ahead = replace(SETTINGS, drawing=Drawing.AHEAD)
    assert found(folded(AHEAD, *LISTS, settings=ahead), Registered(10)) == []
    assert found(folded(AHEAD, *LISTS, MORE[0], settings=ahead), Registered(10)) == [("player.late", "player")]
    first = replace(ahead, late_until=1)
    assert found(folded(AHEAD, settings=first), Registered(10)) == []
    assert found(folded(AHEAD, LISTS[0], settings=first), Registered(10)) == [("player.late", "player")]


def test_full() -> None:
    """Where all places are taken who comes waits, and who returns finds his place gone."""
    state = folded(settings=replace(SETTINGS, capacity=8))
    assert found(state, Registered(10)) == [("player.full", "player")]
    assert found(state, Registered(10, waits=True)) == []
    state = folded(Registered(10, waits=True), Left(3, 1), Admitted(10), settings=replace(SETTINGS, capacity=8))
    assert found(state, Returned(3, 1)) == [("player.full", "player")]


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), Wished(WishKind.APART, (1,)), ("wish.too_few", "players")),
        ((), Wished(WishKind.APART, (1, 77)), ("player.unknown", "players.1")),
        ((), Wished(WishKind.APART, (1, 1)), ("player.twice", "players.1")),
        ((), Wished(WishKind.APART, (1, 2), 3), ("wish.no_table", "table")),
        ((), Wished(WishKind.FIXED, (1,)), ("table.missing", "table")),
        ((), Wished(WishKind.TOGETHER, (1, 2, 3, 4, 5, 6)), ("wish.too_many", "players")),
        ((Wished(WishKind.APART, (1, 2)),), Wished(WishKind.APART, (2, 1)), ("wish.twice", "players")),
        ((Wished(WishKind.FIXED, (1,), 1),), Wished(WishKind.FIXED, (1,), 2), ("wish.two_tables", "table")),
        ((Wished(WishKind.APART, (1, 2, 3)),), Wished(WishKind.TOGETHER, (1, 3)), ("wish.contradicts", "players")),
        (
            (Wished(WishKind.TOGETHER, (1, 2)), Wished(WishKind.TOGETHER, (2, 3))),
            Wished(WishKind.APART, (3, 1)),
            ("wish.contradicts", "players"),
        ),
        (
            (Wished(WishKind.FIXED, (1, 2), 1),),
            Wished(WishKind.APART, (1, 2)),
            ("wish.contradicts", "players"),
        ),
        (
            (Wished(WishKind.FIXED, (1,), 1), Wished(WishKind.FIXED, (2,), 2)),
            Wished(WishKind.TOGETHER, (1, 2)),
            ("wish.no_room", "players"),
        ),
        (
            (Wished(WishKind.TOGETHER, (1, 2, 3)), Wished(WishKind.TOGETHER, (4, 5, 6))),
            Wished(WishKind.TOGETHER, (3, 4)),
            ("wish.no_room", "players"),
        ),
    ],
)
def test_wishes(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Wishes that are none, or that contradict each other, also by what hangs together."""
    assert found(folded(*before), entry) == [expected]


# --- The draw --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((DRAWN,), DRAWN, ("draw.again", "reason")),
        ((DRAWN,), replace(DRAWN, reason=" "), ("draw.again", "reason")),
        (PLAYED, replace(DRAWN, reason="Nachmeldung"), ("draw.has_lists", "first")),
        (OVER, replace(NEXT, reason="Nachmeldung"), ("draw.has_lists", "first")),
        ((DRAWN, LISTS[1]), NEXT, ("round.no_lists", "first")),
        ((), NEXT, ("draw.next", "first")),
        ((), replace(DRAWN, rounds=()), ("draw.next", "first")),
        ((), replace(DRAWN, rounds=(FIRST, SECOND, FIRST)), ("round.unknown", "first")),
        ((GONE,), DRAWN, ("draw.not_there", "rounds.0")),
        ((Registered(10),), DRAWN, ("draw.left_out", "rounds.0")),
        ((), replace(DRAWN, players=(1, 2)), ("draw.list", "players")),
    ],
)
def test_draws(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """The draw pressed twice, over lists that are there, before lists that are missing, and without somebody."""
    assert found(folded(*before), entry) == [expected]


def test_lists_are_named_where_it_is_drawn_again() -> None:
    """A draw that would lose lists names their tables."""
    (finding,) = objections(HERE, replace(DRAWN, reason="Nachmeldung"))
    assert message(finding) == "Runde 1 kann man nicht neu auslosen, es gibt schon Listen: Tisch 1, 2."


def test_the_gate_names_what_is_missing() -> None:
    """Before the next draw, and before a round is published, the tables that lack something are named."""
    state = folded(DRAWN, LISTS[0], settings=CONFIRMING)
    said = {message(finding) for finding in objections(state, Published(1))}
    assert said == {"Aus Runde 1 fehlt noch: Tisch 2.", "In Runde 1 ist noch nicht bestätigt: Tisch 1."}
    assert {message(finding) for finding in objections(state, NEXT)} == said


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        (((1, 2, 3), (4, 5, 6, 7, 8)), "draw.table"),
        (((1, 2, 3, 4), (5, 6, 7, 1)), "draw.twice"),
        (((1, 2, 3, 4), (5, 6, 7, 77)), "draw.not_there"),
    ],
)
def test_tables_that_are_none(tables: tuple[tuple[int, ...], ...], code: str) -> None:
    """Three at a table, somebody at two of them, somebody who is not there."""
    players = tuple(number for table in tables for number in table)
    assert code in {one for one, _field in found(folded(), replace(DRAWN, rounds=(tables,), players=players))}


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), DRAWN, [("draw.not_committed", "secret")]),
        ((Committed(HASH, EIGHT),), DRAWN, [("draw.no_secret", "secret"), ("draw.not_called", "called")]),
        (
            (Committed(HASH, EIGHT), Registered(10), Left(8, 1)),
            replace(DRAWN, rounds=(((1, 2, 3, 4), (5, 6, 7, 10)),), players=(*range(1, 8), 10), secret="s", called=0),
            [("draw.other_list", "players")],
        ),
        ((Committed(HASH, EIGHT),), replace(DRAWN, secret="s", called=0), []),
        ((), Committed("x", EIGHT), [("draw.commitment", "commitment")]),
        ((), Committed(HASH, ()), [("draw.nobody", "players")]),
    ],
)
def test_checkable_draws(before: tuple[Entry, ...], entry: Entry, expected: list[tuple[str, str]]) -> None:
    """A draw that can be checked needs what was put up before, of the same list, and the number that was called."""
    assert found(folded(*before, settings=CHECKABLE), entry) == expected


def test_nothing_to_check() -> None:
    """Where draws are not checkable nothing is put up."""
    assert found(folded(), Committed(HASH, EIGHT)) == [("draw.not_checkable", "commitment")]


# --- The whole -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), Published(1), ("list.no_round", "round")),
        ((DRAWN, LISTS[0]), Published(1), ("round.no_lists", "round")),
        ((*PLAYED, Published(1)), Published(1), ("round.published", "round")),
        (OVER, Published(2), ("round.publish_first", "round")),
        ((DRAWN,), Ended(), ("round.no_lists", "")),
        ((), Reopened("x"), ("tournament.not_ended", "")),
        ((Ended(),), Reopened(""), ("reason.missing", "reason")),
        ((Ended(),), Registered(10), ("tournament.ended", "")),
    ],
)
def test_publishing_and_the_end(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Rounds are published in order and whole, and after the end nothing happens until it is opened again."""
    assert found(folded(*before), entry) == [expected]


def test_it_begins_with_settings() -> None:
    """The first entry of all sets a tournament up, with settings that can be."""
    assert [finding.code for finding in beginning(Registered(1))] == ["tournament.not_set_up"]
    assert [finding.field for finding in beginning(SetUp(replace(SETTINGS, rounds=0)))] == ["rounds", "late_until"]
    assert list(beginning(SetUp(SETTINGS))) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rounds": 3}, [("settings.drawn", "rounds")]),
        ({"games": 16}, [("settings.drawn", "games")]),
        ({"scoring": Scoring.WINNERS_ONLY}, [("settings.drawn", "scoring")]),
        ({"tie_breaks": (TieBreak.LOT,)}, [("settings.drawn", "tie_breaks")]),
        ({"fee": 500, "late_until": 1, "prizes": (Prize(Award.WOMEN, 1, 500),), "capacity": 12}, []),
        ({"capacity": 7}, [("settings.capacity", "capacity")]),
    ],
)
def test_settings_after_the_draw(changes: dict[str, object], expected: list[tuple[str, str]]) -> None:
    """After the first draw only that changes on which nothing depends that was played."""
    new = SetUp(replace(SETTINGS, **changes))  # type: ignore[arg-type]
    assert found(HERE, new) == expected


def test_goods_that_are_chosen_stay() -> None:
    """Goods may change and come, those that somebody has chosen stay what they are."""
    state = folded(*OVER, GoodsChosen(1, 1))
    assert found(state, SetUp(replace(SETTINGS, goods=("Fahrrad", "Schinken", "Korb")))) == []
    assert found(state, SetUp(replace(SETTINGS, goods=("Schinken",)))) == [("settings.goods", "goods")]


# --- Prizes ----------------------------------------------------------------------------------------------------------

ZERO = tuple(Listed(number, table, (0, 0, 0, 0), 32) for number in (1, 2) for table in (1, 2))


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((AHEAD, *ZERO), LotsDrawn(EIGHT, "x"), []),
        ((AHEAD, *ZERO), LotsDrawn(EIGHT, ""), [("lots.no_seed", "seed")]),
        ((AHEAD, *ZERO), LotsDrawn((), "x"), [("lots.nobody", "players")]),
        ((AHEAD, *ZERO[:3]), LotsDrawn(EIGHT, "x"), [("round.no_lists", "")]),
        ((DRAWN, *ZERO[:2]), LotsDrawn(EIGHT, "x"), [("round.to_play", "")]),
        ((AHEAD, *ZERO, LotsDrawn(EIGHT, "x")), LotsDrawn((1,), "x"), [("lots.decided", "players.0")]),
        (PLAYED, GoodsChosen(1, 0), [("round.to_play", "")]),
        (OVER, GoodsChosen(1, 2), [("goods.unknown", "goods")]),
        (OVER, GoodsChosen(SPARE, 0), [("goods.no_rank", "player")]),
        (OVER, GoodsChosen(77, 0), [("player.unknown", "player")]),
        ((*OVER, GoodsChosen(1, 0)), GoodsChosen(2, 0), [("goods.gone", "goods")]),
        ((*OVER, GoodsChosen(1, 0)), GoodsChosen(1, 1), [("goods.has_some", "player")]),
        ((), CashMoved(CashKind.FEE, 0, 1), [("cash.nothing", "cents")]),
        ((), CashMoved(CashKind.FEE, 10**15, 1), [("amount.too_large", "cents")]),
        ((), CashMoved(CashKind.FEE, 1000), [("player.missing", "player")]),
        ((), CashMoved(CashKind.FEE, 1000, 77), [("player.unknown", "player")]),
        ((), CashMoved(CashKind.FEE, -1, 1), [("cash.fee_back", "cents")]),
        ((CashMoved(CashKind.FEE, 1000, 1),), CashMoved(CashKind.FEE, 1000, 1), [("cash.fee_paid", "player")]),
        ((), CashMoved(CashKind.PRIZE, 1000, 1), [("cash.goes_out", "cents")]),
        ((), CashMoved(CashKind.PENALTY, -1000, 1), [("cash.comes_in", "cents")]),
        ((), CashMoved(CashKind.OTHER, -1000), [("cash.what_for", "text")]),
    ],
)
def test_lots_goods_and_money(before: tuple[Entry, ...], entry: Entry, expected: list[tuple[str, str]]) -> None:
    """Lots are for equals once all is in, goods are there once, and money goes the way it says."""
    assert found(folded(*before), entry) == expected


def test_without_lots() -> None:
    """Where the lot decides nothing none is drawn."""
    state = folded(AHEAD, *ZERO, settings=replace(SETTINGS, tie_breaks=()))
    assert found(state, LotsDrawn(EIGHT, "x")) == [("lots.none", "players")]
