"""What a change in the middle of a sheet does to the games after it: to their Stock, their Bock and their dealers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scorebook.ledger.bock import Bock, asked_for
from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Sheet, next_dealer
from scorebook.rules import Finding, Game, Score, assess_recorded
from scorebook.rules.game import ACTIVE_PLAYERS


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a sheet at game `number`: `old` goes, `new` comes; one of both may be missing.

    Without `old` the new game is put in before the one that has its number now.
    """

    number: int
    old: RecordedGame | None = None
    new: RecordedGame | None = None


@dataclass(frozen=True, slots=True)
class Consequence:
    """A later game as it stands, and as it comes out after the change. `number` is the one it will have."""

    before: RecordedGame
    number: int
    game: Game
    score: Score

    @property
    def moves_dealer(self) -> bool:
        """Whether another one deals."""
        return self.game.dealer != self.before.game.dealer

    @property
    def after(self) -> RecordedGame:
        """The game as it comes out, but for who changed it and when."""
        return replace(self.before, number=self.number, game=self.game, score=self.score)

    @property
    def only_dealer(self) -> bool:
        """Whether nothing but the dealer becomes another."""
        return self.after.only_dealt_otherwise(self.before)


class ImpossibleError(ValueError):
    """A later game cannot be any more after a change; `findings` say why."""

    def __init__(self, game: RecordedGame, findings: Sequence[Finding]) -> None:
        super().__init__(f"game {game.number} cannot be any more")
        self.game, self.findings = game, tuple(findings)


@dataclass(slots=True)
class State:
    """What a sheet knows between two games: the Stock in units, the Bock, who dealt last and who sat there then."""

    stock: int
    first_dealer: int
    then: tuple[int, ...]
    bock: Bock = field(default_factory=Bock)
    last: int | None = None

    def dealer(self, people: Sequence[int]) -> int:
        """Give the seat that deals next, when `people` sit there."""
        return next_dealer(self.last, self.first_dealer, self.then, people)

    def follow(self, game: Game, score: Score, people: tuple[int, ...], named: NamedRuleSet) -> None:
        """Go past a game that counts."""
        self.stock = score.stock
        self.bock = self.bock.after(game, score, named.rules)
        if game.dealer is not None:
            self.last, self.then = game.dealer, people


def state_before(sheet: Sheet, rule_sets: Sequence[NamedRuleSet], number: int) -> State:
    """Give what the sheet knew before game `number`, from the games that count before it.

    >>> from scorebook.ledger.evening import Seat
    >>> state_before(Sheet(1, 2, tuple(Seat(seat, 5 + seat) for seat in range(4))), (), 1).dealer((5, 6, 7, 8))
    2
    """
    state = State(sheet.stock, sheet.first_dealer, sheet.people_at(1))
    for game in sheet.standing:
        if game.number < number:
            state.follow(game.game, game.score, sheet.people_at(game.number), rule_sets[game.rule_set])
    return state


def consequences(
    sheet: Sheet, rule_sets: Sequence[NamedRuleSet], edit: Edit, *, move_dealers: bool = True
) -> tuple[Consequence, ...]:
    """Give all later games that count and become others by a change, in order, each worked out by its own rule set.

    The Stock is always what the games before leave in it. Bock and dealer follow where they were as the book had
    them; who set another one by hand is left alone. At a table of more than four the dealer stays: who sat out tells
    who dealt. With `move_dealers` false all dealers stay. Raises `ImpossibleError` for a later game that cannot be any
    more.
    """
    was, now = (state_before(sheet, rule_sets, edit.number) for _ in range(2))
    for state, game in ((was, edit.old), (now, edit.new)):
        if game is not None:
            # A game that is put in is played by those who sat there in the game before.
            seated = sheet.people_at(max(1, edit.number - (edit.old is None)))
            state.follow(game.game, game.score, seated, rule_sets[game.rule_set])
    found = []
    for game in sheet.standing:
        if game.number < edit.number or (edit.old is not None and game.uuid == edit.old.uuid):
            continue
        named, people = rule_sets[game.rule_set], sheet.people_at(game.number)
        moved = _moved(game.game, was, now, people, named, move_dealers=move_dealers)
        score = game.score
        if moved != game.game:
            assessment = assess_recorded(moved, named.rules)
            if assessment.score is None:
                raise ImpossibleError(game, assessment.errors)
            score = assessment.score
            number = game.number + (edit.old is None)
            found.append(Consequence(game, number, moved, score))
        was.follow(game.game, game.score, people, named)
        now.follow(moved, score, people, named)
    return tuple(found)


def _moved(
    game: Game, was: State, now: State, people: tuple[int, ...], named: NamedRuleSet, *, move_dealers: bool
) -> Game:
    """Give a game with the Stock, the Bock and the dealer that it has after the change."""
    moved = with_stock(game, now.stock)
    if asked_for(was.bock, game, named.rules) == game.bock:
        moved = with_bock(moved, now.bock.factor)
    goes_round = move_dealers and len(people) == ACTIVE_PLAYERS
    if goes_round and game.dealer is not None and game.dealer == was.dealer(people):
        moved = replace(moved, dealer=now.dealer(people))
    return moved


def with_stock(game: Game, stock: int) -> Game:
    """Give a game with an amount in the Stock before it, in units; nothing in it is not said.

    >>> from scorebook.rules import Contract
    >>> with_stock(Game(contract=Contract.ALL_PASS, stock=80), 0).given
    frozenset({'contract'})
    """
    if game.stock == stock:
        return game
    return replace(game, stock=stock, given=_given(game, "stock", said=stock != 0))


def with_bock(game: Game, factor: int) -> Game:
    """Give a game with a factor of Bock (1, 2, 4); 1 is not said.

    >>> from scorebook.rules import Contract
    >>> sorted(with_bock(Game(contract=Contract.WENZ), 2).given)
    ['bock', 'contract']
    """
    if game.bock == factor:
        return game
    return replace(game, bock=factor, given=_given(game, "bock", said=factor != 1))


def _given(game: Game, key: str, *, said: bool) -> frozenset[str]:
    return game.given | {key} if said else game.given - {key}
