"""The tricks of a game as its page shows them: who played what, who took it, and what lay in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorebook import wording
from scorebook.rules import Card, Game, Protocol, RuleSet, assess
from scorebook.rules.cards import CARD
from scorebook.rules.cardset import BIT
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.replay import Replay
from scorebook.web.texts import gettext as _


@dataclass(frozen=True, slots=True)
class Ply:
    """A card, who played it, and whether it took the trick."""

    name: str
    card: Card
    takes: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick. `winner` is "" where it was not played to its end; `augen` are those that lie in it."""

    plies: tuple[Ply, ...]
    winner: str
    augen: int


@dataclass(frozen=True, slots=True)
class Played:
    """The cards of a game: its tricks, the hands by name, and in words what was wrong with the play."""

    tricks: tuple[Trick, ...]
    hands: tuple[tuple[str, tuple[Card, ...]], ...]
    wrong: tuple[str, ...]


def played(game: Game, rules: RuleSet, names: Sequence[str]) -> Played | None:
    """Put the cards of a game on the table; None for a game without. Cards that cannot be are told, not shown."""
    if game.protocol is None:
        return None
    found = assess(game, rules)
    told = found.errors if found.replay is None else [one for one in found.warnings if one.code == "play.violation"]
    wrong = tuple(wording.message(one, _, names) for one in told)
    if found.replay is None:
        return Played((), (), wrong)
    return Played(tuple(_tricks(game.protocol, found.replay, names)), tuple(_hands(found.replay, names)), wrong)


def _tricks(protocol: Protocol, replay: Replay, names: Sequence[str]) -> Iterator[Trick]:
    """The tricks in order."""
    plies = [(seat, CARD[code]) for seat, code in protocol.played]
    for number, start in enumerate(range(0, len(plies), ACTIVE_PLAYERS)):
        trick, winners = plies[start : start + ACTIVE_PLAYERS], replay.facts.winners
        winner = winners[number] if number < len(winners) else None
        shown = tuple(Ply(names[seat], card, seat == winner) for seat, card in trick)
        augen = sum(card.augen for _seat, card in trick)
        yield Trick(shown, "" if winner is None else names[winner], augen)


def _hands(replay: Replay, names: Sequence[str]) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """What everybody held, trumps first and each suit from the top, as one sorts a hand."""
    sorted_cards = [*replay.order.trumps, *(card for suit in replay.order.plain for card in suit)]
    for name, mask in zip(names, replay.hands, strict=True):
        if mask:
            yield name, tuple(card for card in sorted_cards if mask & BIT[card])
