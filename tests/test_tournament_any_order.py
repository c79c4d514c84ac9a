"""Whatever happens at a tournament, in whatever order: what is allowed leaves a tournament that adds up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorebook.exchange.tournament_entries import entry_json, parse_entry
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.allowed import beginning, objections
from scorebook.league.tournament.allowed_taking_back import revocable
from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.cash import cash_report
from scorebook.league.tournament.entries import (
    Admitted,
    CashKind,
    CashMoved,
    CheckedIn,
    Confirmed,
    CountsFor,
    Drawn,
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
    Stamped,
    Substituted,
    TakenBack,
    Wished,
    WishKind,
)
from scorebook.league.tournament.prizes import prizes
from scorebook.league.tournament.settings import Award, Drawing, Prize, Settings
from scorebook.league.tournament.standings import standings, undecided
from scorebook.league.tournament.state import Folding, Tournament, fold
from scorebook.wording import message
from tests.tournament_folds import AT

ROUNDS, MOST = 3, 24
PEOPLE = {number: Profile(woman=number % 3 == 0, born=1940 + number % 5) for number in range(1, MOST + 1)}
PRIZES = (
    Prize(place=1, permille=333),
    Prize(place=2, permille=333),
    Prize(place=3, cents=777),
    Prize(Award.WOMEN, 1, 501),
    Prize(Award.FROM_END, 2, 7, 11),
)
numbers, rounds, tables, seats = st.integers(1, MOST), st.integers(0, ROUNDS + 1), st.integers(0, 6), st.integers(-1, 5)
points = st.lists(st.integers(-60, 60), min_size=3, max_size=6).map(tuple)
anything = st.one_of(
    st.builds(Registered, numbers, st.booleans(), st.booleans()),
    st.builds(Admitted, numbers),
    st.builds(Left, numbers, rounds),
    st.builds(Returned, numbers, rounds),
    st.builds(CheckedIn, rounds, st.lists(numbers, max_size=3).map(tuple), st.booleans()),
    st.builds(Wished, st.sampled_from(WishKind), st.lists(numbers, max_size=6).map(tuple), st.none() | tables),
    st.builds(Substituted, rounds, tables, seats, numbers, st.sampled_from(CountsFor)),
    st.builds(Listed, rounds, tables, points, st.integers(0, 40)),
    st.builds(Confirmed, st.integers(0, 60)),
    st.builds(Penalised, numbers, rounds, st.integers(-5, 50), st.sampled_from(["", "zu spät"])),
    st.builds(Ruled, rounds, st.sampled_from(["", "gilt"]), st.none() | tables),
    st.builds(Published, rounds),
    st.builds(LotsDrawn, st.lists(numbers, max_size=4).map(tuple), st.sampled_from(["", "x"])),
    st.builds(CashMoved, st.sampled_from(CashKind), st.integers(-2000, 2000), st.none() | numbers),
    st.builds(GoodsChosen, numbers, st.integers(-1, 3)),
    st.builds(TakenBack, st.integers(0, 60), st.sampled_from(["", "irrig"])),
    st.builds(Drawn, rounds, st.just((((1, 2, 3, 4),),)), st.just((1, 2, 3, 4)), st.just("x"), st.just(0), st.just(0)),
    st.just(Reopened("doch noch")),
)


def dealt(there: Sequence[int], chance: Random) -> tuple[tuple[int, ...], ...] | None:
    """Seat people at random, at tables of four and five; None where they are too few for that."""
    mixed = list(there)
    chance.shuffle(mixed)
    fives = len(mixed) % 4
    fours = len(mixed) // 4 - fives
    if fours < 0 or not mixed:
        return None
    sizes = [4] * fours + [5] * fives
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return tuple(tuple(mixed[start : start + size]) for start, size in zip(starts, sizes, strict=True))


class Evenings(RuleBasedStateMachine):
    """A tournament; a model knows who sits where, for whom that counts, and which list each table has."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Stamped] = []
        self.folding = Folding()
        self.counts: dict[tuple[int, int], list[int]] = {}
        self.lists: dict[tuple[int, int], tuple[int, ...]] = {}
        self.lost: dict[int, Penalised] = {}

    @property
    def state(self) -> Tournament:
        """Where it stands."""
        return self.folding.result()

    def put(self, entry: Entry) -> bool:
        """Append an entry if it may be; everything that speaks against it has its words."""
        found = list(objections(self.state, entry) if self.entries else beginning(entry))
        assert all("{" not in message(finding) for finding in found)
        if found:
            return False
        number = len(self.entries) + 1
        self.entries.append(Stamped(number, UUID(int=number), AT, "", parse_entry(entry_json(entry))))
        self.folding.take(self.entries[-1])
        self.follow(number, entry)
        return True

    def follow(self, number: int, entry: Entry) -> None:
        """Bring the model after what was appended; taken back seats are read off, all else is its own."""
        match entry:
            case Drawn():
                for known in (self.counts, self.lists):
                    for place in [place for place in known if place[0] >= entry.first]:
                        del known[place]
                for at, drawn in enumerate(entry.rounds):
                    self.counts |= {(entry.first + at, table): list(who) for table, who in enumerate(drawn, start=1)}
            case Substituted(counts_for=CountsFor.CAME):
                self.counts[entry.round, entry.table][entry.seat] = entry.came
            case Listed():
                self.lists[entry.round, entry.table] = entry.points
            case Penalised():
                self.lost[number] = entry
            case TakenBack():
                self.lost.pop(entry.entry, None)
                old = self.entries[entry.entry - 1].entry
                if isinstance(old, Substituted):
                    table = self.state.table(old.round, old.table)
                    assert table is not None
                    self.counts[old.round, old.table] = list(table.counts)

    @initialize(
        people=st.integers(8, 18),
        drawing=st.sampled_from(Drawing),
        confirmed=st.booleans(),
        ties=st.sampled_from([(), (TieBreak.SOLOS_WON, TieBreak.DIRECT, TieBreak.LOT)]),
    )
    def begin(self, people: int, drawing: Drawing, ties: tuple[TieBreak, ...], *, confirmed: bool) -> None:
        """Set it up, with people and a substitute."""
        asked = Settings(1, rounds=ROUNDS, games=16, fee=1000, capacity=16, late_until=2, drawing=drawing)
        asked = replace(asked, confirmed=confirmed, tie_breaks=ties, prizes=PRIZES, goods=("Schinken", "Korb"))
        assert self.put(SetUp(asked))
        for number in range(1, people + 1):
            self.put(Registered(number, waits=number > 16))
            self.put(CashMoved(CashKind.FEE, 1000, number))
        self.put(Registered(MOST, substitute=True))
        self.draw(Random(people), again=False, ahead=drawing is Drawing.AHEAD)

    @rule(entry=anything)
    def do_anything(self, entry: Entry) -> None:
        """Whatever somebody sends, it is taken or refused, and nothing breaks."""
        self.put(entry)

    @rule(chance=st.randoms(use_true_random=False))
    def go_or_come(self, chance: Random) -> None:
        """Somebody leaves, or comes back, at the round that is played or the next one; who waits comes in."""
        state = self.state
        player = chance.choice([*state.players.values()])
        at = max(state.playing, 1) + chance.randint(0, 1)
        if player.waits:
            self.put(Admitted(player.number))
        elif player.absent and player.absent[-1][1] is None:
            self.put(Returned(player.number, at))
        else:
            self.put(Left(player.number, at, "krank"))

    @precondition(lambda self: self.counts)
    @rule(chance=st.randoms(use_true_random=False), counts_for=st.sampled_from(CountsFor))
    def substitute(self, chance: Random, counts_for: CountsFor) -> None:
        """Somebody takes over a seat, first of all one that is empty."""
        seats_there = [
            (played.number, table.number, seat, player)
            for played in self.state.rounds
            for table in played.tables
            for seat, player in enumerate(table.seated)
        ]
        empty = [one for one in seats_there if not self.state.players[one[3]].plays(one[0])]
        number, table, seat, _player = chance.choice(empty or seats_there)
        self.put(Substituted(number, table, seat, chance.choice([MOST, *self.state.players]), counts_for))

    @precondition(lambda self: self.counts)
    @rule(chance=st.randoms(use_true_random=False))
    def punish_and_choose(self, chance: Random) -> None:
        """Somebody loses points, and somebody chooses goods."""
        number = chance.randint(1, len(self.state.rounds))
        self.put(Penalised(chance.choice([*self.state.players]), number, chance.randint(1, 20), "zu spät"))
        self.put(GoodsChosen(chance.choice([*self.state.players]), chance.randint(0, 1)))

    @rule(chance=st.randoms(use_true_random=False), again=st.booleans(), ahead=st.booleans())
    def draw(self, chance: Random, *, again: bool, ahead: bool) -> None:
        """Draw what comes next, or again what has no lists yet; allowed if nothing is missing."""
        first = len(self.state.rounds) + (0 if again and self.state.rounds else 1)
        last = ROUNDS if ahead else first
        drawn = []
        for number in range(first, last + 1):
            there = [one.number for one in self.state.players.values() if one.plays(number) and not one.substitute]
            found = dealt(there, chance)
            if found is None:
                return
            drawn.append(found)
        everybody = sorted({player for one in drawn for table in one for player in table})
        entry = Drawn(first, tuple(drawn), tuple(everybody), "x", 0, 0, reason="neu" if again else "")
        lists = any(place[0] >= first for place in self.lists)
        done = self.put(entry)
        if done:
            assert not lists

    @precondition(lambda self: self.counts and not self.state.ended)
    @rule(chance=st.randoms(use_true_random=False), most=st.integers(1, 16))
    def hand_in(self, chance: Random, most: int) -> None:
        """Hand in lists that are missing, or better ones; they are taken where everybody is there who sits."""
        for place in sorted(self.counts, key=lambda place: (place in self.lists, place))[:most]:
            table = self.state.table(*place)
            assert table is not None
            three = [chance.randint(-30, 30) for _ in table.seated[1:]]
            games = self.state.settings.games_at(len(table.seated))
            replaces = table.lists[-1].number if table.lists else None
            entry = Listed(*place, (*three, -sum(three)), games, replaces=replaces, reason="x" if replaces else "")
            there = all(self.state.players[player].plays(place[0]) for player in table.seated)
            assert self.put(entry) == there

    @precondition(lambda self: self.lists)
    @rule()
    def confirm_and_publish(self) -> None:
        """Confirm what is there and publish what is whole."""
        for played in self.state.rounds:
            for table in played.tables:
                if table.lists and table.confirmed is None:
                    self.put(Confirmed(table.lists[-1].number))
        self.put(Published(self.state.published + 1))

    @precondition(lambda self: bool(self.entries and revocable(self.state)))
    @rule(chance=st.randoms(use_true_random=False))
    def take_back(self, chance: Random) -> None:
        """Take something back that holds: what is gone cannot go again."""
        one = chance.choice(revocable(self.state))
        if self.put(TakenBack(one.number, "irrig")):
            assert list(objections(self.state, TakenBack(one.number, "irrig")))

    @rule()
    def lots(self) -> None:
        """Draw lots for all who are equal; nobody is then, where the lot decides."""
        if self.put(LotsDrawn(tuple(undecided(self.state)), "Hirsch")):
            assert undecided(self.state) == []

    @precondition(lambda self: self.counts and len(self.lists) == len(self.counts))
    @rule()
    def end(self) -> None:
        """End it, and open it again: in between nothing is taken."""
        if self.put(Ended()):
            assert not self.put(Registered(MOST - 1, waits=True))
            assert self.put(Reopened("weiter"))

    @invariant()
    def the_same_from_its_entries(self) -> None:
        """Folded anew from its entries it stands as it does, with the same standings."""
        if self.entries:
            assert fold(self.entries) == self.state

    @invariant()
    def everybody_sits_once(self) -> None:
        """In each round nobody sits at two tables, and no two lists count for one."""
        if not self.entries:
            return
        for played in self.state.rounds:
            for which in ("seated", "counts", "drawn"):
                there = [player for table in played.tables for player in getattr(table, which)]
                assert len(there) == len(set(there))
            for table in played.tables:
                assert list(table.counts) == self.counts[played.number, table.number]

    @invariant()
    def totals_are_those_of_the_model(self) -> None:
        """Each total is what his lists say less his penalties; all of them together are nothing but penalties."""
        if not self.entries:
            return
        wanted: Counter[int] = Counter()
        for place, handed in self.lists.items():
            for player, amount in zip(self.counts[place], handed, strict=True):
                wanted[player] += amount
        drawn = {player for who in self.counts.values() for player in who}
        for entry in self.lost.values():
            if entry.round <= len(self.state.rounds):
                wanted[entry.player] -= entry.points
        lines = standings(self.state)
        assert {line.player: line.total for line in lines} == {player: wanted[player] for player in drawn}
        with_rank = [line for line in lines if line.rank is not None]
        for at, line in enumerate(with_rank):
            assert line.rank is not None
            assert line.rank <= at + 1
            assert line.rank == at + 1 or with_rank[line.rank - 1].total == line.total

    @invariant()
    def published_is_whole(self) -> None:
        """A round whose standings are out has all its lists."""
        if self.entries:
            assert all(table.lists for played in self.state.rounds[: self.state.published] for table in played.tables)

    @invariant()
    def every_cent_is_somewhere(self) -> None:
        """What is won and what stays is what was announced; what came in is what went out and what is left."""
        if not self.entries:
            return
        won = prizes(self.state, standings(self.state), PEOPLE)
        shares = won.pot * sum(prize.permille for prize in PRIZES) // 1000
        assert won.cents + sum(rest.cents for rest in won.rests) == sum(prize.cents for prize in PRIZES) + shares
        report = cash_report(self.state, won, PEOPLE)
        assert report.left == sum(one.entry.cents for one in self.state.cash if isinstance(one.entry, CashMoved))
        assert report.in_the_end == report.left - sum(report.due.values())


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
