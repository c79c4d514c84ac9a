"""What is known of the hands when the table argues: the tricks as they fell, and the hands that somebody laid open.

`gather` says what is wrong with them, and works out which cards each seat certainly was dealt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorebook.rules.cards import CARDS, Suit
from scorebook.rules.cardset import DECK, PLACE, cards_in
from scorebook.rules.contracts import Contract
from scorebook.rules.findings import Report
from scorebook.rules.game import ACTIVE_PLAYERS, Game
from scorebook.rules.hands import CardReader
from scorebook.rules.order import trump_suit
from scorebook.rules.play import CALLING, Position
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import Model


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it was told: the codes of its cards in the order in which they fell, and who led it.

    `lead` None: whoever took the trick before.
    """

    cards: tuple[str, ...]
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known. All but `plies` are by seat, as sets of cards of the deal.

    `start` is the moment before the first card, with the cards in the hands that are `certain`; `plies` are seats and
    places in `CARDS`. `told` are the cards of hands that were laid open. `hidden` says how many cards of a hand are
    unknown, and `pool` which they can be.
    """

    start: Position
    plies: tuple[tuple[int, int], ...]
    told: tuple[int, ...]
    certain: tuple[int, ...]
    hidden: tuple[int, ...]
    pool: tuple[int, ...]

    def at(self, ply: int, seat: int | None = None, hand: int = 0) -> Position:
        """The moment before a ply; `seat` plays as if it had been dealt `hand`."""
        hands = [hand if one == seat else known for one, known in enumerate(self.certain)]
        position = self.start._replace(hands=tuple(hands))
        for _seat, place in self.plies[:ply]:
            position = position.after(place)
        return position


def gather(
    game: Game, rules: RuleSet, tricks: Sequence[Trick], hands: Mapping[int, Sequence[str]], report: Report
) -> Evidence | None:
    """Read tricks and hands; None where they cannot have been, and `report` says why.

    The first trick names who led it; the last may lack cards. A hand is whole, or what of it is left after the tricks.
    Errors stand at `tricks.<number from 0>`, at `hands.<seat>`, or at the key of the game that is wrong.
    Not checked: whether somebody broke a rule (`scorebook.rules.referee` does), and how the game ended.

    >>> from scorebook.rules import Contract, preset
    >>> wenz = Game(contract=Contract.WENZ, declarer=0)
    >>> known = gather(wenz, preset(), [Trick(("GS", "G7"), lead=1)], {}, Report())
    >>> known.hidden, known.pool[0].bit_count()
    ((8, 7, 7, 8), 30)
    >>> report = Report()
    >>> gather(wenz, preset(), [Trick(("GS", "GS"), lead=1)], {}, report), report.errors[0].code
    (None, 'card.twice')
    """
    _check_game(game, rules, report)
    if report.errors:
        return None
    reader = _Reader(game, rules, report)
    reader.read_tricks(tricks)
    reader.read_hands(hands)
    if report.errors:
        return None
    certain = _certain(game, reader, report)
    return None if report.errors else _evidence(game, reader, certain)


def _check_game(game: Game, rules: RuleSet, report: Report) -> None:
    """Whether cards can be played at all: who sits out, what is trump, what is called."""
    if game.contract is Contract.ALL_PASS:
        report.error("key.not_here", "contract", key="protocol", contract=game.contract)
    elif game.traits.deutscher is not (rules.model is Model.STRICHE):
        report.error("contract.not_in_model", "contract", contract=game.contract)
    if game.traits.needs_suit and trump_suit(game.contract, game.suit, rules) is None:
        report.error("suit.missing", "suit")
    if game.contract in CALLING and game.called in (None, Suit.HERZ):
        report.error("called.herz" if game.called else "called.missing", "called")
    wanted = game.players - ACTIVE_PLAYERS
    if len(game.sitting_out) != wanted or len(game.active) != ACTIVE_PLAYERS:
        report.error("sitting_out.count", "sitting_out", players=game.players, wanted=wanted)
    for key, seat in (("declarer", game.declarer), ("partner", game.partner)):
        if seat is not None and seat not in game.active:
            report.error("seat.sits_out", key, seat=seat)


class _Reader:
    """Reads tricks, then hands, and says what is wrong with them."""

    def __init__(self, game: Game, rules: RuleSet, report: Report) -> None:
        self.game, self.rules, self.deck, self.report = game, rules, rules.deck, report
        self.fallen, self.in_hands = CardReader(self.deck, report), CardReader(self.deck, report)
        self.start: Position | None = None
        self.plies: list[tuple[int, int]] = []
        self.told = [0] * game.players

    @property
    def played(self) -> list[int]:
        """What each seat has played."""
        sets = [0] * self.game.players
        for seat, place in self.plies:
            sets[seat] |= 1 << place
        return sets

    def read_tricks(self, tricks: Sequence[Trick]) -> None:
        """Read trick by trick; behind a wrong one nobody knows any more whose turn it was."""
        if not tricks or tricks[0].lead is None:
            self.report.error("lead.missing", "lead")
            return
        lead = tricks[0].lead
        if lead not in self.game.active:
            self.report.error("lead.seat", "lead", seat=lead)
            return
        position = self.start = Position.start(self.game, self.rules, [0] * self.game.players, lead)
        for number, trick in enumerate(tricks):
            if not self._fits(number, trick, position, len(tricks)):
                return
            before = len(self.report.errors)
            self._read_trick(number, trick, position)
            if len(self.report.errors) > before:
                return
            for code in trick.cards:
                position = position.after(PLACE[code])

    def _fits(self, number: int, trick: Trick, position: Position, of: int) -> bool:
        """Whether the trick can be there: its number, who led it, how many cards it has."""
        field, given = f"tricks.{number}", len(trick.cards)
        if position.turn is None:
            self.report.error("trick.too_many", field, most=self.deck.tricks)
        elif trick.lead not in (None, position.turn):
            self.report.error("trick.lead", field, trick=number + 1, seat=trick.lead, turn=position.turn)
        elif not given and of > 1:
            self.report.error("trick.missing", field, trick=number + 1)
        elif given > ACTIVE_PLAYERS or (given < ACTIVE_PLAYERS and number < of - 1):
            self.report.error("trick.size", field, trick=number + 1, given=given)
        else:
            return True
        return False

    def _read_trick(self, number: int, trick: Trick, position: Position) -> None:
        seat = position.lead
        for code in trick.cards:
            self.fallen.take(code, f"tricks.{number}", seat, len(self.plies))
            self.plies.append((seat, PLACE.get(code, 0)))
            seat = position.table.following[seat]

    def read_hands(self, hands: Mapping[int, Sequence[str]]) -> None:
        """Read the hands that were told; those without a card are unknown. Sound tricks can contradict a sound one."""
        sound = not self.report.errors
        for seat, codes in sorted(hands.items()):
            if not codes:
                continue
            field = f"hands.{seat}"
            if seat not in self.game.active:
                self.report.error("seat.sits_out", field, seat=seat)
                continue
            for code in codes:
                self.told[seat] |= self.in_hands.take(code, field, seat)
            if sound and self.told[seat].bit_count() == len(codes):
                self._check_hand(seat, len(codes))

    def _check_hand(self, seat: int, given: int) -> None:
        """Whether a hand goes with the play: as many cards as there were or are, none of them another's."""
        field, played, wanted = f"hands.{seat}", self.played, self.deck.tricks
        rest = wanted - played[seat].bit_count()
        if given not in (wanted, rest):
            code = "hand.size" if rest == wanted else "hand.rest"
            self.report.error(code, field, seat=seat, given=given, wanted=wanted, rest=rest)
        for ply, (turn, place) in enumerate(self.plies):
            bit = 1 << place
            if turn != seat and self.told[seat] & bit:
                self.report.error("hand.elsewhere", field, seat=seat, card=CARDS[place], turn=turn, ply=ply)
            elif turn == seat and given == wanted and not self.told[seat] & bit:
                self.report.error("card.not_in_hand", field, seat=seat, card=CARDS[place], ply=ply)
            elif turn == seat and given == rest and given != wanted and self.told[seat] & bit:
                self.report.error("card.played", field, seat=seat, card=CARDS[place], ply=ply)


def _certain(game: Game, reader: _Reader, report: Report) -> list[int]:
    """The cards that each seat certainly was dealt: played, told, or left for nobody else."""
    certain = [told | played for told, played in zip(reader.told, reader.played, strict=True)]
    _fill_the_last(game, reader, certain)
    called = reader.start.table.called if reader.start else 0
    if not called:
        return certain
    holder = next((seat for seat, cards in enumerate(certain) if cards & called), None)
    if holder is None:
        others = [seat for seat in game.active if seat != game.declarer]
        may = [seat for seat in others if certain[seat].bit_count() < reader.deck.tricks]
        if game.partner is not None:
            may = [seat for seat in may if seat == game.partner]
        if not may:
            report.error("called.nobody", "partner", seat=game.partner, card=cards_in(called)[0])
        if len(may) == 1:
            certain[may[0]] |= called
            _fill_the_last(game, reader, certain)
    elif holder == game.declarer:
        report.error("called.own", "called", seat=holder)
    elif game.partner not in (None, holder):
        report.error("protocol.contradicts", "partner", entered=game.partner, by_cards=holder)
    return certain


def _fill_the_last(game: Game, reader: _Reader, certain: list[int]) -> None:
    """Where three hands are whole, the fourth is what is left."""
    open_ = [seat for seat in game.active if certain[seat].bit_count() < reader.deck.tricks]
    if len(open_) == 1:
        certain[open_[0]] = DECK[reader.deck] & ~_union([certain[seat] for seat in game.active if seat != open_[0]])


def _evidence(game: Game, reader: _Reader, certain: Sequence[int]) -> Evidence | None:
    start = reader.start
    if start is None:
        return None
    left = DECK[reader.deck] & ~_union(certain)
    size = reader.deck.tricks
    return Evidence(
        start=start._replace(hands=tuple(certain)),
        plies=tuple(reader.plies),
        told=tuple(reader.told),
        certain=tuple(certain),
        hidden=tuple(size - certain[seat].bit_count() if seat in game.active else 0 for seat in range(game.players)),
        pool=tuple(left & ~start.table.called if seat == game.declarer else left for seat in range(game.players)),
    )


def _union(sets: Sequence[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union
