"""A stateful property test: recording, correcting, inserting, taking back, coming, leaving, changing seats, another
tariff, Stock, Bock, ending and opening again in any order, on SQLite and on PostgreSQL.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorebook.errors import ConflictError
from scorebook.exchange import load_json, parse_evening
from scorebook.league.results import Measure, Tally
from scorebook.ledger.evening import RecordedGame, Sheet
from scorebook.ledger.stock_closing import CHOICES, MoveKind
from scorebook.rules import RuleSet, assess
from scorebook.services import RefusedError, schemes
from scorebook.services.exporting import export_evening
from scorebook.services.importing import import_evening
from scorebook.services.refusals import ENDED
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import NO_ONE, choose
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.games import sheet_state
from scorebook.store.results import tallies_of_evening
from scorebook.wording import amount
from tests.actions import Page
from tests.book import KEEP_DEALERS, MOVE_DEALERS, PASSED, WITH_STOCK, Book, in_any_order

HOUSE = {
    **WITH_STOCK,
    "contracts": ["solo", "wenz", "sauspiel"],
    "bock": {"triggers": ["lost_solo"], "games": 2, "stack": True},
}
SEAT = st.integers(0, 3)
WAY = st.sampled_from([MOVE_DEALERS, KEEP_DEALERS])
ACCEPT = ("all_pass.play_on", "dealer.active")
"""What the rules ask where another tariff would have played on, and where one of five deals and plays."""
SIZE = {"sqlite": (20, 20), "postgresql": (6, 12)}
"""How many evenings are drawn, and how many steps each has at most."""


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a game that a table with a Stock may enter, of the first to the fourth who play; some say who deals."""
    declarer, result = draw(SEAT), draw(st.sampled_from(["won", "lost"]))
    partner = draw(SEAT.filter(lambda seat: seat != declarer))
    doubled = {"klopfer": draw(st.integers(0, 2))} | draw(st.sampled_from([{}, {}, {"dealer": draw(SEAT)}]))
    return draw(
        st.sampled_from(
            [
                PASSED,
                {"contract": "sauspiel", "declarer": declarer, "partner": partner, "result": result, **doubled},
                {"contract": "wenz", "declarer": declarer, "result": result, **doubled},
            ]
        )
    )


def fit(game: dict[str, Any], players: int, out: Sequence[int]) -> dict[str, Any]:
    """Give a game as it is entered at a table where some sit out."""
    active = [seat for seat in range(players) if seat not in out]
    seats = {key: active[game[key]] for key in ("declarer", "partner") if key in game}
    return {**game, **seats} | ({"players": players, "sitting_out": list(out)} if out else {})


def bare(game: RecordedGame) -> RecordedGame:
    """Give what never changes about a version: where it stands may, and that it is taken back."""
    return replace(game, number=0, cancelled=None)


class Evenings(RuleBasedStateMachine):
    """Does what a table does, and holds the book against a list of what was answered.

    `slots` are the places of the list, each with its versions.
    """

    book: Book

    def __init__(self) -> None:
        super().__init__()
        self.started = self.book.start_with(HOUSE)
        self.slots: list[list[RecordedGame]] = []
        self.ended = False
        self.closed: MoveKind | None = None
        self.away = ["Hias", "Kathi", "Bene"]
        self.events = 0
        season = self.book.season(f"Saison {self.started.evening_id}")
        self.places = [season, self.book.season(f"Andere {self.started.evening_id}"), NO_ONE]
        self.season = NO_ONE
        schemes.add(db.session, self.book.actor, season, NewScheme("Plätze", {"kind": "places", "best": 1}))

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is in the book."""
        return self.book.sheet(self.started.sheet_id)

    def _any(self, data: st.DataObject) -> tuple[int, RecordedGame]:
        place = data.draw(st.integers(0, len(self.slots) - 1))
        return place, data.draw(st.sampled_from(self.slots[place]))

    def _change(self, change: Callable[[], Any], game: RecordedGame) -> Any:
        """Try a change of a game; where it is refused, look at why, and give nothing."""
        try:
            return change()
        except (RefusedError, ConflictError) as error:
            refused = error
        if isinstance(refused, RefusedError):
            assert [finding.code for finding in refused.findings] == ["game.unchanged"]
        elif self.ended and game.stands:
            assert refused.message == ENDED
        elif game.uuid in {kept.replaces for versions in self.slots for kept in versions}:
            assert "inzwischen korrigiert" in refused.message
        else:
            assert "ist storniert" in refused.message
        return None

    def _look(self) -> None:
        """Take over what became of the list: versions were only added, and those that were not asked for say why."""
        for place, versions in enumerate(self.slots):
            there, known = list(self.sheet.versions(place + 1)), {game.uuid for game in versions}
            assert [bare(game) for game in there[: len(versions)]] == [bare(game) for game in versions]
            for before, after in pairwise(there):
                assert after.replaces == before.uuid
                assert before.cancelled is not None
                if after.uuid not in known:
                    assert before.cancelled.reason.startswith("Folge von Spiel")
            self.slots[place] = there

    @rule(game=games())
    def record(self, game: dict[str, Any]) -> None:
        """Record a game: it gets the next number, dealer and Stock, or the evening has ended."""
        sheet = self.sheet
        if self.ended:
            with pytest.raises(ConflictError, match="beendet"):
                self.book.record(sheet.id, game, accept=ACCEPT)
            return
        game = fit(game, sheet.players, sheet.next_sitters)
        done = self.book.record(sheet.id, game, accept=ACCEPT).game
        assert (done.number, done.game.stock) == (len(self.slots) + 1, sheet.stock_now)
        assert done.game.dealer == game.get("dealer", sheet.next_dealer)
        self.slots.append([done])

    @precondition(lambda self: self.slots)
    @rule(data=st.data(), game=games())
    def repeat(self, data: st.DataObject, game: dict[str, Any]) -> None:
        """Send a UUID again, whatever became of the evening: the first answer comes back."""
        _place, kept = self._any(data)
        again = self.book.record(self.started.sheet_id, game, kept.uuid)
        assert again.repeated
        assert again.game == kept

    @precondition(lambda self: self.slots)
    @rule(data=st.data(), game=games(), way=WAY)
    def correct(self, data: st.DataObject, game: dict[str, Any], way: int) -> None:
        """Correct a game: the better one has its place and rules; later ones follow; or it is said why not."""
        place, old = self._any(data)
        game = fit(game, old.game.players, old.game.sitting_out)
        done = self._change(lambda: self.book.correct(old.uuid, game, way=way, accept=ACCEPT), old)
        if done is None:
            return
        assert old.stands
        assert not self.ended
        assert (done.game.number, done.game.rule_set, done.game.replaces) == (place + 1, old.rule_set, old.uuid)
        assert done.game.game.dealer == game.get("dealer", old.game.dealer)
        self.slots[place].append(done.game)
        self._look()

    @precondition(lambda self: any(versions[-1].replaces for versions in self.slots))
    @rule(data=st.data())
    def correct_again(self, data: st.DataObject) -> None:
        """Send a correction a second time, whatever became of the evening: the first answer comes back."""
        corrected = [game for versions in self.slots for game in versions if game.replaces]
        new = data.draw(st.sampled_from(corrected))
        again = self.book.correct(new.replaces, PASSED, "", new.uuid)
        assert again.repeated
        assert again.game == new

    @precondition(lambda self: self.slots)
    @rule(data=st.data(), game=games(), way=WAY)
    def insert(self, data: st.DataObject, game: dict[str, Any], way: int) -> None:
        """Put a forgotten game in: it gets the number of the one before which it belongs, all others go on."""
        place, later = self._any(data)
        players = len(self.sheet.people_at(max(1, place)))
        game = fit(game, players, range(players - 4))
        if self.ended:
            with pytest.raises(ConflictError, match="beendet"):
                self.book.insert(later.uuid, game, way=way, accept=ACCEPT)
            return
        done = self.book.insert(later.uuid, game, way=way, accept=ACCEPT).game
        assert done.number == place + 1
        self.slots.insert(place, [done])
        self._look()

    @precondition(lambda self: self.slots)
    @rule(data=st.data(), way=WAY)
    def cancel(self, data: st.DataObject, way: int) -> None:
        """Take a game back, or be told why not; later ones follow."""
        _place, old = self._any(data)
        done = self._change(lambda: self.book.cancel(old.uuid, way=way), old)
        if done is not None:
            assert done.repeated != old.stands
            assert bare(done.game) == bare(old)
            self._look()

    @precondition(lambda self: self.away and not self.ended)
    @rule(place=st.integers(0, 6))
    def come(self, place: int) -> None:
        """Somebody sits down, perhaps for the second time: from the next game on there is one more."""
        names = self.book.seated(self.started.sheet_id)
        self.book.come(self.started.sheet_id, self.away.pop(0), names[place % len(names)])
        assert self.sheet.players == len(names) + 1

    @precondition(lambda self: not self.ended)
    @rule(place=st.integers(0, 6))
    def leave(self, place: int) -> None:
        """Somebody gets up, if enough are left."""
        names = self.book.seated(self.started.sheet_id)
        if len(names) > 4:
            self.away.append(names[place % len(names)])
            self.book.leave(self.started.sheet_id, self.away[-1])
            assert self.sheet.players == len(names) - 1

    @precondition(lambda self: not self.ended)
    @rule(place=st.integers(0, 6), step=st.integers(1, 3))
    def swap(self, place: int, step: int) -> None:
        """Two change seats."""
        names = self.book.seated(self.started.sheet_id)
        self.book.swap(self.started.sheet_id, names[place % len(names)], names[(place + step) % len(names)])

    @rule(key=st.sampled_from(["bayern_10_20_50", "bsv_10_50", "schafkopf3d_10_20", "own"]))
    def change_rules(self, key: str) -> None:
        """Go on by another tariff: no game that stands is priced anew; an ended evening keeps its rules."""
        if key == "own":
            key = str(self.book.rule_set(HOUSE))
        if self.ended:
            with pytest.raises(ConflictError, match="beendet"):
                self.book.change_rules(self.started.sheet_id, key)
            return
        self.book.change_rules(self.started.sheet_id, key)

    @rule(place=st.integers(0, 2))
    def move(self, place: int) -> None:
        """Put the evening into a season, into another one, or into none; whether it goes on or not."""
        self.season = self.places[place]
        choose(db.session, self.book.actor, self.started.evening_id, self.season)

    @rule(choice=st.sampled_from(CHOICES))
    def end(self, choice: MoveKind) -> None:
        """End the evening, with a word on what is left in its Stock; a second time changes nothing."""
        sheet = self.book.sheet(self.started.sheet_id)
        if sheet.stock_now:
            with pytest.raises(RefusedError):
                self.book.end(self.started.evening_id)
        assert self.book.end(self.started.evening_id, {sheet.id: choice}).repeated == self.ended
        if not self.ended:
            self.closed = choice if sheet.stock_now else None
        self.events += not self.ended
        self.ended = True

    @rule()
    def reopen(self) -> None:
        """Open the evening again, its Stock lies where it lay; one that goes on stays as it is."""
        assert self.book.reopen(self.started.evening_id).repeated != self.ended
        self.events += self.ended
        self.ended, self.closed = False, None

    @invariant()
    def nothing_is_lost(self) -> None:
        """Every version is there as it was answered, in the order of the list, and every event."""
        kept = [replace(game, number=place + 1) for place, versions in enumerate(self.slots) for game in versions]
        assert [bare(game) for game in self.sheet.games] == [bare(game) for game in kept]
        assert [game.number for game in self.sheet.games] == [game.number for game in kept]
        assert (self.book.evening(self.started.evening_id).ended is not None) == self.ended
        count = "evening_events WHERE kind IN ('ended', 'reopened') AND evening_id = " + str(self.started.evening_id)
        assert self.book.count(count) == self.events

    @invariant()
    def the_sums_are_zero(self) -> None:
        """The entries sum to the totals that are shown, the Stock's to the Stock, all of them to zero."""
        sheet = self.sheet
        balances = self.book.balances(self.started.sheet_id)
        assert {p: v for p, v in sheet.totals().items() if v} == {p: v for p, v in balances.items() if p and v}
        accounts = self.book.accounts(self.started.sheet_id)
        assert accounts.get("stock", 0) == sheet.stock_now
        assert (sheet.closed and sheet.closed.kind) == self.closed
        for kind, account in ((MoveKind.KEPT, "kept"), (MoveKind.BOXED, "box")):
            assert accounts.get(account, 0) == (sheet.stock_left if self.closed is kind else 0)
        assert sum(accounts.values()) == sum(balances.values()) == 0

    @invariant()
    def what_it_was_for_everybody_is_the_fold(self) -> None:
        """What is rolled up for standings is what the games that count and the Stock come to; who played is ranked
        when the evening has ended.
        """
        evening = self.book.evening(self.started.evening_id)
        own = {person.id: person.id for person in evening.people}
        wanted = tallies_of_evening(evening, own)
        for person, share in (self.sheet.closed.shares if self.sheet.closed else {}).items():
            wanted[Measure.CENT, person] += Tally(share)
        found = self.book.results(self.started.evening_id)
        folded = {(str(measure), evening.name_of(person)): tally for (measure, person), tally in wanted.items()}
        assert {key: tally for key, (tally, _) in found.items()} == {k: t for k, t in folded.items() if t != Tally()}
        amounts = sorted((tally.amount for tally, _ in found.values() if tally.games), reverse=True)
        for tally, place in found.values():
            assert place == (amounts.index(tally.amount) + 1 if self.ended and tally.games else None)
        ranked = {name: (tally.amount, 1, True) for (_, name), (tally, place) in found.items() if place}
        for season in self.places[:2]:
            assert self.book.standings(season) == (ranked if season == self.season else {})

    @invariant()
    def played_again_it_comes_out_the_same(self) -> None:
        """The games that count, one after the other from an empty Stock, pay what they paid, each by its own rules."""
        rule_sets = [named.rules for named in self.book.evening(self.started.evening_id).rule_sets]
        stock, rounds = 0, []
        for recorded in self.sheet.standing:
            rules = rule_sets[recorded.rule_set]
            factor = factor_of(rounds, recorded, rules)
            score = assess(replace(recorded.game, stock=stock, bock=factor), rules).score
            assert score is not None
            assert (score.payouts, score.stock) == (recorded.score.payouts, recorded.score.stock)
            stock = score.stock
            if str(recorded.game.contract) != "all_pass":
                rounds = [left - 1 for left in rounds if left > 1]
            if rules.bock.triggers and str(recorded.game.contract) == "wenz" and score.declarer_won is False:
                rounds.append(2)

    @invariant()
    def the_deal_goes_on_from_the_last_game(self) -> None:
        """After the last game that counts the next seat deals, whatever was corrected or taken back before; the dealer
        is one of those who sit out, and recording knows the same as the page.
        """
        sheet, state = self.sheet, sheet_state(reading(db.session), self.started.sheet_id)
        assert state is not None
        now = sheet.people_at(sheet.next_number)
        assert (state.people, state.next_dealer, state.stock) == (now, sheet.next_dealer, sheet.stock_now)
        assert len(sheet.next_sitters) == len(now) - 4
        assert len(now) == 4 or sheet.next_dealer in sheet.next_sitters
        last = next((game for game in reversed(sheet.standing)), None)
        if last is not None and sheet.people_at(last.number) == now:
            assert sheet.next_dealer == ((last.game.dealer or 0) + 1) % len(now)

    @invariant()
    def who_played_sat_there(self) -> None:
        """Every game has as many seats as people, and nobody sits in two of them."""
        sheet = self.sheet
        for game in sheet.games:
            people = sheet.people_at(game.number)
            assert len(people) == len(set(people)) == game.game.players == len(game.score.payouts)

    def teardown(self) -> None:
        """At the end: the book verifies, the pages show the fold, and what goes out comes back the same."""
        assert verify_book(db.session).evenings >= 1
        evening = self.book.evening(self.started.evening_id)
        exported = export_evening(db.session, self.book.actor, self.started.evening_id)
        assert import_evening(db.session, self.book.actor, exported).repeated
        read = parse_evening(load_json(exported))
        assert read.check_code() == evening.check_code()
        assert (read.totals(), read.ended) == (evening.totals(), evening.ended)
        assert [game.replaces for game in read.sheets[0].games] == [game.replaces for game in evening.sheets[0].games]
        balances, client = self.book.balances(self.started.sheet_id), self.book.app.test_client()
        for address in (f"/abende/{self.started.evening_id}", f"/listen/{self.started.sheet_id}"):
            shown = Page(client.get(address)).text("totals")
            for person in evening.people:
                told = amount(balances.get(person.id, 0), evening.unit, sign=True).replace("\N{NO-BREAK SPACE}", " ")
                assert re.search(rf"{person.name}\D*?{re.escape(told)}", shown), shown


def factor_of(rounds: Sequence[int], recorded: RecordedGame, rules: RuleSet) -> int:
    """Say what a game counts in the Bock, told apart from how the book counts it."""
    if not rules.bock.triggers:
        return recorded.game.bock
    return 1 if str(recorded.game.contract) == "all_pass" else min(4, 2 ** len(rounds))


def test_an_evening_in_any_order(book: Book) -> None:
    """Whatever is recorded, corrected, taken back, ended and opened again, the book adds up at every moment."""
    in_any_order(Evenings, book, SIZE)
