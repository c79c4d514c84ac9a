"""A ruling on the upper half of a sheet of paper: the tricks as small cards, what was wrong, the rule, who decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from scorebook import wording
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.signs import drawing
from scorebook.rules import Card, Game
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.referee import RuledPly, Ruling, Verdict
from scorebook.wording.rulings import Speaker

MOST_OTHERS = 2
"""So many further breaches, or cards that stay open, are told on paper; there is no room for more."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table: whose, what is certain about it, whether it took the trick."""

    name: str
    card: Card
    ruled: RuledPly
    won: bool


@dataclass(frozen=True, slots=True)
class Fallen:
    """A trick as it lay on the table; `winner` is "" while it is not complete."""

    number: int
    cards: tuple[Played, ...]
    winner: str


def fallen(ruling: Ruling, speaker: Speaker) -> tuple[Fallen, ...]:
    """Lay the tricks out, each card with whose it was and who took it."""
    return tuple(_fallen(ruling, speaker, first) for first in range(0, len(ruling.plies), ACTIVE_PLAYERS))


def _fallen(ruling: Ruling, speaker: Speaker, first: int) -> Fallen:
    number, winners = first // ACTIVE_PLAYERS, ruling.end.winners
    winner = winners[number] if number < len(winners) else None
    cards = (
        Played(speaker.names[one.seat], one.card, one, one.seat == winner)
        for one in ruling.plies[first : first + ACTIVE_PLAYERS]
        if one.card is not None
    )
    return Fallen(number + 1, tuple(cards), "" if winner is None else speaker.names[winner])


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be on the paper besides the ruling itself.

    `one` is the card that it is about, None where none broke a rule. `where` says which round and table; `judge` and
    `day` may be empty, to be filled in by hand.
    """

    game: Game
    one: RuledPly | None
    where: str = ""
    judge: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything on the paper as texts. `others` are further breaches, or what stays open where there is none."""

    where: str
    day: str
    game: str
    tricks: tuple[Fallen, ...]
    summary: str
    sentences: tuple[str, ...]
    rule: str
    source: str
    consequence: str
    others: tuple[str, ...]
    judge: str
    names: tuple[str, ...]


def paper(ruling: Ruling, decision: Decision, speaker: Speaker) -> Paper:
    """Put a ruling into the words that stand on its paper."""
    one, say = decision.one, speaker.say
    rule = None if one is None else one.rule
    return Paper(
        where=decision.where,
        day="" if decision.day is None else say.day(decision.day, "long"),
        game=_game(decision.game, speaker),
        tricks=fallen(ruling, speaker),
        summary=speaker.summary(ruling) if one is None else speaker.wrong(one, ruling),
        sentences=() if one is None else speaker.sentences(one, ruling),
        rule="" if rule is None else speaker.rule(rule),
        source="" if rule is None else speaker.source(rule),
        consequence="" if one is None else speaker.consequence(one.seat, decision.game.contract),
        others=tuple(_others(ruling, one, speaker)),
        judge=decision.judge,
        names=tuple(speaker.names[seat] for seat in decision.game.active),
    )


def _game(game: Game, speaker: Speaker) -> str:
    """What was played, and by whom."""
    names = wording.who(game, speaker.names)
    return f"{wording.game_name(game, speaker.say)}, {names}" if names else wording.game_name(game, speaker.say)


def _others(ruling: Ruling, one: RuledPly | None, speaker: Speaker) -> Iterator[str]:
    """Further breaches; where there is none at all, what stays open."""
    others = ruling.open if one is None else [other for other in ruling.broken if other.ply != one.ply]
    yield from (speaker.wrong(other, ruling) for other in others[:MOST_OTHERS])
    left = len(others) - MOST_OTHERS
    if left > 0:
        yield speaker.say("Und %(count)d mehr.", count=left)


def page(ruling: Ruling, decision: Decision, speaker: Speaker) -> Page:
    """Give the ruling to be printed."""
    return Page(html(ruling, decision, speaker), "half")


def html(ruling: Ruling, decision: Decision, speaker: Speaker) -> str:
    """Write the ruling as one complete page."""
    names = speaker.rules.words.cards
    say = speaker.say

    def sign(card: Card) -> Markup:
        return drawing(card.suit, names, wording.suit_name(card.suit, say.playing(names)))

    def letter(card: Card) -> str:
        return wording.rank_letter(card.rank, say, names)

    return (
        environment()
        .get_template("ruling.html")
        .render(
            view=paper(ruling, decision, speaker),
            sign=sign,
            letter=letter,
            card=speaker.card,
            broken=Verdict.BROKEN,
            _=say,
        )
    )
