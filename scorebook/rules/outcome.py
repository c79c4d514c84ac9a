"""Who won, and how: reads Augen, tricks, result and flags of a game with a declarer, and finds where they contradict.

What is known narrows the set of Augen that the declarer's side can have had (a bit mask); the first statement that
leaves nothing possible is the one that is wrong. Numbers in comments are the checks of RULES.md 5.4.
"""

from dataclasses import dataclass

from scorebook.rules.cards import ALL_AUGEN
from scorebook.rules.contracts import Contract
from scorebook.rules.findings import Report
from scorebook.rules.game import Game, LaufendeSide, Result
from scorebook.rules.order import laufende_floor
from scorebook.rules.reach import at_least, at_most, possible, reachable
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import KreuzspielTie, Model, SchwarzBy, StricheTie

TO_WIN = 61
TIE = 60
_ALL = 1 << ALL_AUGEN
_NONE = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the cards say. `won` is the declarer's side; None where the game is void or nothing is known (revoke).

    `schneider` and `schwarz` are about the losing side; `missed` says that an announced Schneider or Schwarz failed.
    """

    won: bool | None
    schneider: bool = False
    schwarz: bool = False
    missed: bool = False
    void: bool = False


def threshold(game: Game, rules: RuleSet) -> int:
    """Augen that the declarer's side needs: 61, or as Steigern, Muss and `stoss.takes_over` say (FORMAT.md 2).

    >>> from scorebook.rules.presets import preset
    >>> [threshold(Game(contract=Contract.SOLO, target=target), preset()) for target in (None, 71)]
    [61, 71]
    """
    needed = TO_WIN
    if game.target is not None:
        needed = game.target
    elif game.contract is Contract.MUSS and _short_of_trumps(game, rules):
        needed = TIE
    return needed - (rules.stoss.takes_over and game.stoss_level % 2 == 1)


def _short_of_trumps(game: Game, rules: RuleSet) -> bool:
    most = rules.muss.sixty_max_trumps
    return most is not None and game.caller_trumps is not None and game.caller_trumps <= most


def governs_schneider(game: Game, rules: RuleSet) -> bool:
    """Whether Schneider and Schwarz count in this contract (rule set: `schneider.contracts`).

    >>> from scorebook.rules.presets import preset
    >>> governs_schneider(Game(contract=Contract.SOLO), preset("turnier_gutpunkte"))
    False
    """
    return rules.schneider.contracts is None or game.contract in rules.schneider.contracts


def read_outcome(game: Game, rules: RuleSet, report: Report) -> Outcome:
    """Read a game with a declarer. Contradictions are added to `report`; the outcome then means nothing.

    Not checked: who sits where, keys that the contract has no use for, and limits of Laufende (`check_entry` does).

    >>> from scorebook.rules.presets import preset
    >>> read_outcome(Game(contract=Contract.WENZ, declarer=0, augen=91), preset(), Report())
    Outcome(won=True, schneider=True, schwarz=False, missed=False, void=False)
    """
    reading = _Reading(game, rules, report)
    reading.take_augen()
    reading.take_tricks()
    reading.take_laufende()
    if reading.is_void():
        if game.result is not None:
            report.error("result.void", "result")
        return Outcome(None, void=True)
    won = reading.take_result()
    if won is None or game.contract is Contract.BETTEL:
        return Outcome(won)
    return reading.take_flags(won=won)


class _Reading:
    """One pass over a game; `possible` is the mask of Augen that are left for the declarer's side."""

    def __init__(self, game: Game, rules: RuleSet, report: Report) -> None:
        self.game = game
        self.rules = rules
        self.report = report
        self.all_tricks = rules.deck.tricks
        self.tricks: int | None = None
        self.augen: int | None = None
        self.possible = possible(rules.deck)
        self.broken = False
        self.threshold = threshold(game, rules)
        self.announced = game.schneider_announced or game.schwarz_announced

    def narrow(self, mask: int, code: str, field: str, **params: object) -> None:
        """Keep the Augen in `mask`; if none is left, that is an error, and who won may stay open."""
        if self.possible & mask:
            self.possible &= mask
        else:
            self.report.error(code, field, **params)
            self.broken = True

    def take_augen(self) -> None:
        """Augen of either side; both are enough to contradict each other (32 to 34)."""
        own, other = self.game.augen, self.game.opponent_augen
        if own is not None and other is not None and own + other != ALL_AUGEN:
            self.report.error("augen.sum", "opponent_augen", augen=own, opponent_augen=other)
        self.augen = own if own is not None else None if other is None else ALL_AUGEN - other
        if self.augen is not None:
            field = "augen" if own is not None else "opponent_augen"
            self.narrow(1 << self.augen, "augen.impossible", field, augen=own if own is not None else other)

    def take_tricks(self) -> None:
        """Tricks, and whether they fit the Augen (35, 36, 41, 42)."""
        tricks = self.game.tricks
        if tricks is None:
            return
        if tricks > self.all_tricks:
            self.report.error("tricks.range", "tricks", tricks=tricks, most=self.all_tricks)
            return
        self.tricks = tricks
        field = "augen" if self.game.augen is not None else "opponent_augen" if self.augen is not None else "tricks"
        self.narrow(reachable(self.rules.deck, tricks), "augen.unreachable", field, tricks=tricks, augen=self.augen)

    def take_laufende(self) -> None:
        """What the owner of the top trumps has at least (66, and with it 47 and 54)."""
        game = self.game
        if game.laufende_side is None or not game.laufende:
            return
        floors = laufende_floor(game.contract, self.rules)
        if game.laufende >= len(floors):
            return
        floor, mit = floors[game.laufende], game.laufende_side is LaufendeSide.MIT
        mask = at_least(floor) if mit else at_most(ALL_AUGEN - floor)
        self.narrow(mask, "laufende.floor", "laufende", laufende=game.laufende, side=game.laufende_side, floor=floor)
        holders = (1 if game.alone else 2) if mit else (3 if game.alone else 2)
        least = -(-game.laufende // holders)
        if self.tricks is not None:
            made = self.tricks if mit else self.all_tricks - self.tricks
            if made < least:
                self.report.error(
                    "laufende.tricks", "tricks", laufende=game.laufende, side=game.laufende_side, least=least
                )

    def is_void(self) -> bool:
        """60:60 where the rule set says that the game does not count."""
        game, rules = self.game, self.rules
        if self.augen != TIE or game.revoke is not None or self.announced:
            return False
        if rules.model is Model.STRICHE:
            return rules.striche.tie is StricheTie.VOID
        kreuz = game.contract is Contract.KREUZSPIEL and rules.kreuzspiel.tie is KreuzspielTie.VOID
        return kreuz and self.threshold == TO_WIN

    def take_result(self) -> bool | None:
        """Who won: from the cards, else from `result` (37, 39, 52, 53, 55, 58, 59)."""
        game = self.game
        said = None if game.result is None else game.result is Result.WON
        self._take_sie()
        self._ask_for_trumps()
        won = self._cards_won()
        if won is None:
            won = said
            if won is None and game.revoke is None and not self.broken:
                self.report.error("result.missing", "result")
            if won is not None:
                self.narrow(self._result_mask(won=won), "result.impossible", "result", result=game.result)
        elif said is not None and said is not won:
            self.report.error("result.contradicts", "result", result=game.result, augen=self.augen, tricks=self.tricks)
        if won and (game.tout or game.sie or (game.schwarz_announced and self.rules.schwarz_by is SchwarzBy.TRICKS)):
            self.tricks = self.all_tricks
        return won

    def _take_sie(self) -> None:
        """A Sie need not be played: it is all tricks and all Augen (55, 57)."""
        if not self.game.sie:
            return
        self.narrow(_ALL, "sie.augen", "augen")
        if self.tricks not in (None, self.all_tricks):
            self.report.error("sie.tricks", "tricks", most=self.all_tricks)

    def _ask_for_trumps(self) -> None:
        """60 Augen are enough for a Muss with few trumps: then their number has to be known (38)."""
        game, most = self.game, self.rules.muss.sixty_max_trumps
        needs = game.contract is Contract.MUSS and most is not None and game.target is None
        if needs and game.caller_trumps is None and self.augen == self.threshold - 1 and game.result is not Result.LOST:
            self.report.error("caller_trumps.missing", "caller_trumps", most=most, augen=self.augen)

    def _cards_won(self) -> bool | None:
        """Who won by Augen and tricks alone; None where these leave it open."""
        game = self.game
        if game.sie:
            return True
        if game.contract is Contract.BETTEL:
            return self.tricks == 0 if self.tricks is not None else None if self.possible & _NONE else False
        if game.tout or game.schwarz_announced:
            return self._all_tricks_won()
        mask = self._won_mask()
        if not self.possible & ~mask:
            return True
        return None if self.possible & mask else False

    def _won_mask(self) -> int:
        mask = at_least(self.threshold)
        if self.game.schneider_announced:
            mask &= at_least(ALL_AUGEN - self.rules.schneider.opponent_max)
        return mask

    def _all_tricks_won(self) -> bool | None:
        """A Tout or an announced Schwarz: only all tricks win."""
        game = self.game
        by_augen = game.schwarz_announced and self.rules.schwarz_by is SchwarzBy.AUGEN and self.augen == ALL_AUGEN
        if self.tricks is not None:
            return self.tricks == self.all_tricks or by_augen
        if not self.possible & _ALL:
            return False
        if by_augen or (game.schwarz and (self.augen is not None or game.result is not Result.LOST)):
            return True
        if game.tout or game.result is not None or self.augen is None:
            return None
        if game.schwarz is None:
            self.report.warning("schwarz.unsure", "schwarz", augen=self.augen)
        return False

    def _result_mask(self, *, won: bool) -> int:
        """The Augen that a stated result leaves possible."""
        game = self.game
        if game.contract is Contract.BETTEL:
            return _NONE if won else at_least(0)
        if game.tout or game.schwarz_announced:
            return _ALL if won else at_least(0)
        return self._won_mask() if won else ~self._won_mask()

    def take_flags(self, *, won: bool) -> Outcome:
        """Schneider and Schwarz of the losing side, or after a missed announcement of the side with fewer Augen."""
        missed = self.announced and not won
        if missed or (self.game.tout and not won):
            if self.augen is None:
                return Outcome(won, missed=missed)
            about_declarer = self.augen < TIE
        else:
            about_declarer = not won
        schwarz = self._schwarz(about_declarer=about_declarer)
        schneider = self._schneider(about_declarer=about_declarer)
        return Outcome(won, schneider, schwarz, missed)

    def _schwarz(self, *, about_declarer: bool) -> bool:
        """Whether that side made no trick (43 to 45, 51, 51a)."""
        flag, nothing = self.game.schwarz, _NONE if about_declarer else _ALL
        known: bool | None = None
        if self.rules.schwarz_by is SchwarzBy.AUGEN:
            known = True if self.possible == nothing else None
        elif self.tricks is not None:
            known = self.tricks == (0 if about_declarer else self.all_tricks)
        if known is None and not self.possible & nothing:
            known = False
        if known is None:
            if flag:
                self.possible = nothing
            elif flag is None and self.possible == nothing:
                self._warn_unsure()
            return bool(flag)
        if flag is not None and flag is not known:
            field = "tricks" if self.possible & nothing else "augen"
            self.report.error(f"schwarz.{field}", "schwarz", schwarz=flag, augen=self.augen, tricks=self.tricks)
        return known

    def _warn_unsure(self) -> None:
        if not self.game.tout and governs_schneider(self.game, self.rules):
            self.report.warning("schwarz.unsure", "schwarz", augen=self.augen)

    def _schneider(self, *, about_declarer: bool) -> bool:
        """Whether that side is Schneider; Augen decide, without them the flag does (40, 48)."""
        flag, mask = self.game.schneider, self._schneider_mask(about_declarer=about_declarer)
        if self.possible & mask and self.possible & ~mask:
            if flag is not None:
                self.possible &= mask if flag else ~mask
            return bool(flag)
        known = not self.possible & ~mask
        if flag is not None and flag is not known and self.game.revoke is None and not self._lost_tout_says(flag=flag):
            self.report.error("schneider.contradicts", "schneider", schneider=flag, augen=self.augen)
        return known

    def _lost_tout_says(self, *, flag: bool) -> bool:
        """A lost Tout counts no Schneider: a flag that is right about the declarer's own side is accepted too."""
        return self.game.tout and flag is (not self.possible & ~self._schneider_mask(about_declarer=True))

    def _schneider_mask(self, *, about_declarer: bool) -> int:
        """The Augen of the declarer's side with which that side is Schneider."""
        schneider = self.rules.schneider
        if self.rules.model is Model.STRICHE:
            most = ALL_AUGEN - self.rules.striche.schneider_min
        else:
            most = schneider.declarer_max if about_declarer else schneider.opponent_max
        return at_most(most) if about_declarer else at_least(ALL_AUGEN - most)
