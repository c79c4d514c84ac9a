"""The book as values: entries, sheets and what is folded from them."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_game, parse_rules
from scorebook.ledger.bock import Bock
from scorebook.ledger.entries import AccountKind, Entry, UnbalancedError, entries_of, reversed_entries
from scorebook.ledger.evening import Cancellation, NamedRuleSet, RecordedGame, Seat, Sheet, sitters
from scorebook.rules import Score, assess
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK

NOW = datetime(2026, 11, 27, 19, 40, tzinfo=UTC)
HOUSE = NamedRuleSet("Hausregeln", "bayern_10_20_50", parse_rules(WITH_STOCK))
TAKEN_BACK = Cancellation(NOW, "Tisch", "vertippt")
SEATS = tuple(Seat(seat, 10 + seat) for seat in range(4))


def played(number: int, game: dict[str, object], stock: int = 0) -> RecordedGame:
    """Give a game as recorded, with `stock` in the Stock before it; seat 0 deals the first, and so on."""
    read = parse_game({**game, "stock": stock, "dealer": (number - 1) % 4})
    score = assess(read, HOUSE.rules).score
    assert score is not None
    return RecordedGame(uuid4(), number, 0, NOW, "Tisch", read, score)


def sheet_of(*games: dict[str, object]) -> Sheet:
    """Give a sheet of games, the Stock handed on from each to the next."""
    sheet = Sheet(1, 0, SEATS)
    for number, game in enumerate(games, start=1):
        sheet = replace(sheet, games=(*sheet.games, played(number, game, sheet.stock_now)))
    return sheet


def without(sheet: Sheet, uuid: UUID) -> Sheet:
    """Give the sheet with one game taken back."""
    games = (replace(game, cancelled=TAKEN_BACK) if game.uuid == uuid else game for game in sheet.games)
    return replace(sheet, games=tuple(games))


def test_entries_are_one_a_player_and_one_for_the_stock() -> None:
    """Who gets nothing has no entry; the Stock has one where it changed; together they are zero."""
    game = played(1, SAUSPIEL, stock=80)
    entries = entries_of(game.game, game.score, (10, 11, 12, 13), winners_only=False)
    assert entries == (
        Entry(AccountKind.PLAYER, 10, 60),
        Entry(AccountKind.PLAYER, 11, -20),
        Entry(AccountKind.PLAYER, 12, 60),
        Entry(AccountKind.PLAYER, 13, -20),
        Entry(AccountKind.STOCK, None, -80),
    )
    assert sum(entry.amount for entry in (*entries, *reversed_entries(entries))) == 0


def test_entries_that_do_not_sum_to_zero_are_refused() -> None:
    """A loser who pays each winner the whole price cannot get into the book, unless only winners are written."""
    score = Score(value=20, payouts=(20, 20, -40, -40), stock=0, steps=())
    game = parse_game(SAUSPIEL)
    with pytest.raises(UnbalancedError):
        entries_of(game, score, (1, 2, 3, 4), winners_only=False)
    assert len(entries_of(game, score, (1, 2, 3, 4), winners_only=True)) == 4


def test_the_dealer_follows_the_last_game_that_counts() -> None:
    """Taking back the last game gives the deal back; taking back an earlier one moves nobody."""
    sheet = sheet_of(SAUSPIEL, PASSED, LOST_SOLO)
    assert sheet.next_dealer == 3
    assert without(sheet, sheet.games[2].uuid).next_dealer == 2
    assert without(sheet, sheet.games[0].uuid).next_dealer == 3
    assert Sheet(1, 2, SEATS).next_dealer == 2


def test_correcting_an_old_game_leaves_the_deal_alone() -> None:
    """A game that replaces another has its number: neither the dealer nor the running totals move to the end."""
    sheet = sheet_of(SAUSPIEL, LOST_SOLO, LOST_SOLO)
    first, *others = without(sheet, sheet.games[0].uuid).games
    corrected = replace(played(1, LOST_SOLO), replaces=first.uuid)
    sheet = replace(sheet, games=(first, corrected, *others))
    assert (sheet.next_dealer, sheet.next_number) == (3, 4)
    assert [game.number for game, _ in sheet.running()] == [1, 2, 3]


def test_numbers_are_never_used_again() -> None:
    """After the last game is taken back the next one gets a new number."""
    sheet = sheet_of(SAUSPIEL, SAUSPIEL)
    assert without(sheet, sheet.games[1].uuid).next_number == 3


@given(st.integers(4, 7), st.integers(0, 6))
def test_as_many_sit_out_as_are_too_many(players: int, seat: int) -> None:
    """At every table four play; by five and more the dealer is one of those who do not."""
    out = sitters(players, seat % players)
    assert players - len(set(out)) == 4
    assert all(0 <= one < players for one in out)
    assert players == 4 or seat % players in out


# --- The Bock ---

SAUSPIEL_LOST = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 40}
DOUBLED = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 74, "stoss": 1}
WENZ_LOST = {"contract": "wenz", "declarer": 0, "augen": 40}


@pytest.mark.parametrize(
    ("bock", "played", "rounds"),
    [
        ({"triggers": ["all_pass"], "games": 1}, [PASSED], (1,)),
        ({"triggers": ["all_pass"], "games": 1}, [PASSED, PASSED], (1, 1)),
        ({"triggers": ["all_pass"], "games": 1}, [PASSED, SAUSPIEL], ()),
        ({"triggers": ["all_pass"], "games": 2, "stack": False}, [PASSED, PASSED], (4,)),
        ({"triggers": ["all_pass"]}, [PASSED, SAUSPIEL], (3,)),
        ({"triggers": ["lost_solo"]}, [WENZ_LOST, SAUSPIEL_LOST], (3,)),
        ({"triggers": ["lost_herz_solo"]}, [WENZ_LOST], ()),
        ({"triggers": ["lost_herz_solo"]}, [LOST_SOLO], (4,)),
        ({"triggers": ["kontra_lost"]}, [DOUBLED], (4,)),
        ({"triggers": ["kontra_lost"]}, [DOUBLED | {"augen": 40}, SAUSPIEL], ()),
    ],
)
def test_rounds_of_bock(bock: dict[str, object], played: list[dict[str, object]], rounds: tuple[int, ...]) -> None:
    """Each trigger opens as many games as the rules say, beside the open ones or behind; played games use them up."""
    rules, open_rounds = parse_rules({"bock": bock}), Bock()
    for wish in played:
        game = parse_game(wish)
        score = assess(game, rules).score
        assert score is not None
        open_rounds = open_rounds.after(game, score, rules)
    assert open_rounds.rounds == rounds


def test_more_than_fourfold_is_not_counted() -> None:
    """Two rounds at once make it fourfold; a third that is open makes it no more."""
    assert [Bock((1,) * rounds).factor for rounds in range(4)] == [1, 2, 4, 4]
