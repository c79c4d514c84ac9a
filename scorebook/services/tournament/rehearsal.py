"""A tournament that is only rehearsed: people come late and leave, lists are wrong, helpers press twice, power fails.

`Hall` is all that happens in front of the server: it keeps its own books, as people with paper would, and
`rehearsal_checks` compares these with what the server has in the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any
from uuid import UUID

from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.entries import CashKind, CountsFor, Drawn, Listed, Stamped, Wished, WishKind
from scorebook.league.tournament.settings import Award, Prize, Settings
from scorebook.rules import Contract, Game, Result
from scorebook.services.recording import record_game
from scorebook.services.sampling_people import name_of
from scorebook.services.tournament import (
    attending,
    desk,
    drawing,
    listing,
    making,
    prizing,
    registering,
    results,
    ruling,
    sheets,
)
from scorebook.services.tournament.drawing import Asked
from scorebook.services.tournament.listing import NewList
from scorebook.services.tournament.making import NewTournament
from scorebook.services.tournament.registering import Newcomer
from scorebook.services.tournament.rehearsal_books import (
    DIRECTOR,
    FEE,
    HELPERS,
    HIRE,
    TOGETHER,
    Books,
    Order,
    Plan,
    Refusal,
    RehearsalError,
    Server,
)
from scorebook.services.tournament.ruling import NewPenalty, NewSubstitute

DAY = date(2026, 11, 28)
LEAST, MOST = 16, 800
"""So many players can be rehearsed with: with fewer some of what is rehearsed does not come about."""
AT_THE_DOOR = 10
"""So many are typed one by one, the others pasted as one list."""
GOODS = ("Fass Bier", "Schinken")
"""What is chosen in the order of ranks."""
TABLETS = 2
"""So many tables of each round are written game by game."""
TWICE, WRONG, KILLED = 0.15, 0.2, 0.04
"""How often something is sent twice, a list has a wrong sum, the server dies in the middle of something."""
LONGEST = 0.03
"""Seconds after which it is dead at the latest."""
SAUSPIEL = Game(contract=Contract.SAUSPIEL, declarer=0, partner=2, result=Result.WON)
WENZ = Game(contract=Contract.WENZ, declarer=1, result=Result.LOST)
PLAYED = (SAUSPIEL, SAUSPIEL, SAUSPIEL, WENZ)
"""What is played at the tables with tablets, again and again."""
WORTH = ((1, -1, 1, -1), (1, -1, 1, -1), (1, -1, 1, -1), (2, -6, 2, 2))
"""What each of these is worth by `turnier_plusminus`, by seat: known here from the rules alone."""


class Hall:
    """The people in front of the server. `told` hears in a line what they are at."""

    def __init__(self, server: Server, plan: Plan, told: Callable[[str], object]) -> None:
        self._server, self.plan, self._told = server, plan, told
        self._random = Random(plan.seed)  # noqa: S311 - nothing secret
        self.books = Books()

    # --- How something is ordered ---

    def order(self, service: Callable[..., Any], *arguments: Any, by: str = DIRECTOR, **keywords: Any) -> Any:
        """Order something until it is answered; with faults the server dies meanwhile, or it is ordered twice."""
        order = Order(service, arguments, keywords, by)
        if self._happens(KILLED):
            self.books.happened["killed"] += 1
            self.books.happened["in the middle"] += self._server.killed_at(order, self._random.random() * LONGEST)
        answer = self._server.call(order)
        if self._happens(TWICE):
            self.books.happened["twice"] += 1
            self._server.call(order)
        return answer

    def done(self, service: Callable[..., Any], *arguments: Any, by: str = DIRECTOR, **keywords: Any) -> Any:
        """Order something that has to be done. Raises `RehearsalError` where it is refused."""
        answer = self.order(service, *arguments, by=by, **keywords)
        if isinstance(answer, Refusal):
            raise RehearsalError(f"{service.__name__}: {answer.kind}: {answer.text} {answer.findings}")
        return answer

    def refused(self, code: str, service: Callable[..., Any], *arguments: Any, by: str = DIRECTOR, **more: Any) -> None:
        """Order something that must not be done. `code` is that of a finding, or the kind of error."""
        answer = self.order(service, *arguments, by=by, **more)
        if not isinstance(answer, Refusal) or code not in {answer.kind, *(one.code for one in answer.findings)}:
            raise RehearsalError(f"{service.__name__} is not refused ({code}) but gives {answer}")
        self.books.happened[code] += 1

    def uuid(self) -> UUID:
        """Make a UUID, as the page does that somebody sends."""
        return UUID(int=self._random.getrandbits(128), version=4)

    def _happens(self, share: float) -> bool:
        return self.plan.faults and self._random.random() < share

    @property
    def _late(self) -> int:
        """So many come in before each round but the first."""
        return self.plan.players // 10 // max(1, self.plan.rounds - 1)

    # --- The evening ---

    def play(self) -> None:
        """Play the whole evening."""
        self._make()
        self._open_the_door()
        for number in range(1, self.plan.rounds + 1):
            self._told(f"Runde {number}")
            self._draw(number)
            self._play_round(number)
            self.done(results.publish, self.books.tournament, self.uuid(), number)
            self._correct(number)
            if number < self.plan.rounds:
                self._between(number + 1)
        self._end()

    def _make(self) -> None:
        prizes = (
            Prize(place=1, permille=400),
            Prize(place=2, permille=200),
            Prize(place=3, cents=5000),
            Prize(Award.FROM_END, 2, goods="Brotzeitbrettl"),
        )
        settings = Settings(
            rule_set=0,
            rounds=self.plan.rounds,
            games=self.plan.games,
            fee=FEE,
            late_until=self.plan.rounds,
            confirmed=True,
            checkable=True,
            tie_breaks=(TieBreak.SOLOS_WON, TieBreak.LOT),
            prizes=prizes,
            goods=GOODS,
        )
        new = NewTournament("Generalprobe", DAY, "turnier_plusminus", settings, practice=True, uuid=self.uuid())
        self.books.tournament = self.done(making.make, new)

    def _open_the_door(self) -> None:
        """Let people in: some one by one, the others as a list; and see what they wish."""
        people = [
            name_of(number)
            for number in range(self.plan.players - self._late * (self.plan.rounds - 1) - (self.plan.rounds > 1))
        ]
        for name in people[:AT_THE_DOOR]:
            self._register([name], by=HELPERS[0])
        self._register(people[AT_THE_DOOR:])
        again = [Newcomer(people[0], paid="10")]
        self.refused("door.on_list", registering.register, self.books.tournament, self.uuid(), again)
        for wish, players, table in (
            (WishKind.APART, (1, 2), None),
            (WishKind.TOGETHER, TOGETHER, None),
            (WishKind.FIXED, (5,), 1),
        ):
            self.done(attending.wish, self.books.tournament, self.uuid(), Wished(wish, players, table))
        leaves = self._random.randrange(6, len(people))
        self.done(attending.leave, self.books.tournament, self.uuid(), leaves, from_round=1)
        self.books.happened["left"] += 1

    def _register(self, names: Sequence[str], by: str = DIRECTOR) -> None:
        people = [Newcomer(name, paid=f"{FEE // 100},00") for name in names]
        found = self.done(registering.register, self.books.tournament, self.uuid(), people, by=by)
        for name, one in zip(names, found, strict=True):
            self.books.names[one.number] = name
            self.books.till["fees"] += FEE

    def _between(self, coming: int) -> None:
        """Let people come and go between two rounds: some late, one leaves and comes back, one leaves for good."""
        first = len(self.books.names)
        self._register([name_of(number) for number in range(first, first + self._late)], by=HELPERS[1])
        self.books.happened["late"] += self._late
        there = sorted({player for seats in self.books.seats.values() for player in seats})
        back, gone = self._random.sample(there, 2)
        where = self.books.tournament
        self.done(attending.leave, where, self.uuid(), back, from_round=coming, reason="muss heim")
        self.done(attending.come_back, where, self.uuid(), back, coming)
        self.done(attending.leave, where, self.uuid(), gone, from_round=coming, reason="Bus")
        self.books.happened["left"] += 1
        self.books.happened["came back"] += 1

    def _draw(self, number: int) -> None:
        """Draw a round checkably: commit, call a number, draw; pressing the button again changes nothing.

        For the first of several somebody comes in at the last moment, and it is drawn once more.
        """
        called = self._drawn(Asked(number))
        self.refused("draw.not_committed", drawing.draw_seats, self.books.tournament, self.uuid(), called)
        if number == 1 < self.plan.rounds:
            self._register([name_of(len(self.books.names))], by=HELPERS[1])
            self._drawn(Asked(number, reason="Nachmeldung"))
            self.books.happened["drawn again"] += 1

    def _drawn(self, asked: Asked) -> Asked:
        """Draw, and look where everybody sits; give the draw with the number that was called."""
        where, called = self.books.tournament, replace(asked, called=self._random.randrange(1000))
        self.done(drawing.commit, where, self.uuid(), asked)
        added: tuple[Stamped, ...] = self.done(drawing.draw_seats, where, self.uuid(), called)
        drawn = next(one.entry for one in added if isinstance(one.entry, Drawn))
        self.books.draws.append(drawn)
        for place in [place for place in self.books.seats if place[0] == asked.first]:
            del self.books.seats[place], self.books.counts[place]
        for table, seats in enumerate(drawn.rounds[0], start=1):
            self.books.seats[asked.first, table] = seats
            self.books.counts[asked.first, table] = list(seats)
        return called

    # --- A round ---

    def _play_round(self, number: int) -> None:
        tables = [place for place in self.books.seats if place[0] == number]
        fours = [place for place in tables if len(self.books.seats[place]) == 4]
        self._substitute(tables[-1])
        tablets = fours[:TABLETS]
        for place in tablets:
            self._by_tablet(place)
        on_paper = [place for place in tables if place not in tablets]
        self._random.shuffle(on_paper)
        for place in on_paper:
            self._by_paper(place)
        for place in tables:
            self._confirm(place)
        self._penalise(number, tables[0])

    def _by_tablet(self, place: tuple[int, int]) -> None:
        """Write a table game by game, and hand that in."""
        _evening, sheet = self.done(sheets.claim, self.books.tournament, self.uuid(), place)
        for game in range(self.plan.games):
            self.done(record_game, sheet, self.uuid(), PLAYED[game % len(PLAYED)], by=f"Tisch {place[1]}")
        self.done(sheets.hand_in_sheet, self.books.tournament, self.uuid(), place, by=HELPERS[0])
        worth = [WORTH[game % len(WORTH)] for game in range(self.plan.games)]
        self._holds(place, tuple(map(sum, zip(*worth, strict=True))))

    def _by_paper(self, place: tuple[int, int]) -> None:
        """Type a list from paper: now and then with a wrong sum at first, and somebody else is at the same one."""
        listed = self._list(place)
        if self._happens(WRONG):
            wrong = replace(listed, points=(listed.points[0] + 5, *listed.points[1:]))
            self.refused("list.sum", listing.hand_in, self.books.tournament, self.uuid(), NewList(wrong))
        if self._happens(WRONG):
            short = replace(listed, games=listed.games - 1)
            self.refused("list.games", listing.hand_in, self.books.tournament, self.uuid(), NewList(short))
        if self._happens(WRONG):
            strangers = NewList(listed, seated=(*self.books.counts[place][1:], self.books.counts[place][0]))
            self.refused("SeatsChangedError", listing.hand_in, self.books.tournament, self.uuid(), strangers)
        self.done(listing.hand_in, self.books.tournament, self.uuid(), NewList(listed), by=HELPERS[0])
        self._holds(place, listed.points)
        if self._happens(WRONG):
            other = NewList(replace(listed, points=(*listed.points[:-2], *listed.points[:-3:-1])))
            if other.listed != listed:
                self.refused("OtherListError", listing.hand_in, self.books.tournament, self.uuid(), other)

    def _list(self, place: tuple[int, int]) -> Listed:
        """Play at a table: whatever the points are, they sum to zero."""
        seats = len(self.books.seats[place])
        points = [self._random.randint(-30, 30) for _ in range(seats - 1)]
        soli = [self._random.choice(((0, 0), (1, 0), (0, 1))) for _ in range(seats)]
        games = self.plan.games if seats == 4 else self.plan.games * 5 // 4
        won, lost = (tuple(one[part] for one in soli) for part in (0, 1))
        return Listed(*place, (*points, -sum(points)), games, won, lost, touts_won=(0,) * seats)

    def _holds(self, place: tuple[int, int], points: tuple[int, ...]) -> None:
        self.books.lists[place] = points
        self.books.handed["listed"] += 1

    def _confirm(self, place: tuple[int, int]) -> None:
        entry = self._standing(place).number
        self.done(listing.confirm, self.books.tournament, self.uuid(), place, entry, by=HELPERS[1])

    def _standing(self, place: tuple[int, int]) -> Stamped:
        seen: desk.Seen = self._server.call(Order(desk.see, (self.books.tournament,), {}, DIRECTOR))
        table = seen.state.table(*place)
        if table is None or not table.lists:
            raise RehearsalError(f"a list is lost: round {place[0]}, table {place[1]}")
        return table.lists[-1]

    def _substitute(self, place: tuple[int, int]) -> None:
        """Let a helper sit in for somebody, for whom the list still counts."""
        name = f"Springer {place[0]}"
        helper = [Newcomer(name, substitute=True)]
        (found,) = self.done(registering.register, self.books.tournament, self.uuid(), helper)
        self.books.names[found.number] = name
        new = NewSubstitute(*place, 3, found.number, CountsFor.LEFT.value)
        self.done(ruling.substitute, self.books.tournament, self.uuid(), new)
        self.books.happened["substituted"] += 1

    def _penalise(self, number: int, place: tuple[int, int]) -> None:
        player = self.books.counts[place][1]
        new = NewPenalty(player, number, 10, "falsch bedient")
        self.done(ruling.penalise, self.books.tournament, self.uuid(), new)
        self.books.lost[player] += new.points or 0

    def _correct(self, number: int) -> None:
        """Find that a list was wrong whose standings are out; without a reason nothing is changed."""
        place = self._random.choice([place for place in self.books.lists if place[0] == number])
        standing = self._standing(place)
        if not isinstance(standing.entry, Listed):
            raise RehearsalError(f"no list: {standing}")
        first, second, *others = standing.entry.points
        listed = replace(standing.entry, points=(first + 3, second - 3, *others), reason="")
        new = NewList(listed, seen=standing.number)
        self.refused("reason.missing", listing.hand_in, self.books.tournament, self.uuid(), new)
        new = replace(new, listed=replace(listed, reason="verschrieben"))
        self.done(listing.hand_in, self.books.tournament, self.uuid(), new)
        self._holds(place, listed.points)
        self._confirm(place)
        self.books.happened["corrected"] += 1

    # --- The end ---

    def _end(self) -> None:
        """Draw lots, let goods be chosen, pay for the hall, hand out what was won, and end it: then nothing goes on."""
        where = self.books.tournament
        self.order(results.draw_lots, where, self.uuid())  # where nobody is left to draw for it is refused
        for goods in range(len(GOODS)):
            self.done(prizing.choose, where, self.uuid(), self._prizing().choosers[0], goods)
        hire = prizing.Booking(CashKind.OTHER, prizing.OUT, "50,00", "Saalmiete")
        self.done(prizing.book, where, self.uuid(), hire, by=HELPERS[0])
        self.books.till["hire"] += HIRE
        for player, cents in self._prizing().report.due.items():
            self.done(prizing.hand_out, where, self.uuid(), player, cents)
            self.refused("ConflictError", prizing.hand_out, where, self.uuid(), player, cents)
            self.books.till["prizes"] += cents
        self.done(prizing.end, where, self.uuid())
        self.refused("tournament.ended", registering.register, where, self.uuid(), [Newcomer("Zu Spät")])

    def _prizing(self) -> prizing.Prizing:
        found: prizing.Prizing = self.done(prizing.prizing, self.books.tournament)
        return found
