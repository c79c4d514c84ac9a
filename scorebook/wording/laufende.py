"""Laufende in words: how many, which cards, and what they make."""

from collections.abc import Sequence
from itertools import groupby

from scorebook.rules import Card, LaufendeSide, RuleSet
from scorebook.rules.laufende import Run
from scorebook.rules.switches import CardNames, LaufendeMode
from scorebook.wording.cards import card_name
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked
from scorebook.wording.messages import message

HOW_MANY: Marked[dict[LaufendeSide, str]] = {
    LaufendeSide.MIT: "Mit {count}: {cards}.",
    LaufendeSide.OHNE: "Ohne {count}: {cards}.",
}


def laufende_in_words(run: Run, rules: RuleSet, say: Language = GERMAN) -> tuple[str, str]:
    r"""Say how many Laufende these are, and whether they count and what they make.

    >>> from scorebook.rules import Contract, preset
    >>> from scorebook.rules.cards import CARD
    >>> from scorebook.rules.laufende import run_of
    >>> held = [CARD["EO"], CARD["GO"], CARD["HO"]]
    >>> laufende_in_words(run_of(Contract.SAUSPIEL, None, preset(), held, LaufendeSide.MIT), preset())
    ('Mit 3: Eichel-, Gras-, Herz-Ober.', 'Zählt ab 3, macht 0,30\xa0€.')
    """
    cards = cards_in_words(run.cards, say, rules.words.cards)
    return say(HOW_MANY[run.side]).format(count=run.count, cards=cards), " ".join(_worth(run, rules, say))


def cards_in_words(cards: Sequence[Card], say: Language = GERMAN, names: CardNames = CardNames.GERMAN) -> str:
    """Name cards one after the other; neighbours of one rank share its name.

    >>> from scorebook.rules.cards import CARD
    >>> cards_in_words([CARD["EU"], CARD["GU"], CARD["HS"]])
    'Eichel-, Gras-Unter, Herz-Sau'
    """
    parts = []
    for _rank, group in groupby(cards, lambda card: card.rank):
        *others, last = (card_name(card, say, names) for card in group)
        parts += [other.partition("-")[0] + "-" for other in others] + [last]
    return ", ".join(parts)


def _worth(run: Run, rules: RuleSet, say: Language) -> list[str]:
    """What they make, and why not more."""
    if run.wrong:
        return [message(finding, say) for finding in run.wrong]
    if not run.counts:
        return [_nothing(run, rules, say)]
    value = amount(run.won or run.lost, rules.unit, say)
    if run.won == run.lost:
        said = say("Zählt ab {fewest}, macht {amount}.")
    elif run.won:
        said = say("Zählt ab {fewest}, wenn die Spieler gewinnen: macht dann {amount}.")
    else:
        said = say("Zählt ab {fewest}, wenn die Spieler verlieren: macht dann {amount}.")
    most = rules.laufende.max
    cut = [say("Mehr als {most} zählen nicht.").format(most=most)] if most is not None and run.count > most else []
    return [said.format(fewest=run.fewest, amount=value), *cut]


def _nothing(run: Run, rules: RuleSet, say: Language) -> str:
    """Why they make nothing."""
    if run.count < run.fewest and rules.laufende.mode is not LaufendeMode.NEVER:
        return say("Zählt nicht, erst ab {fewest}.").format(fewest=run.fewest)
    if rules.laufende.mode is LaufendeMode.WITH_ONLY and run.side is LaufendeSide.OHNE:
        return say("Zählt nicht: bei euch zählen Laufende nur mit, nicht ohne.")
    return say("Laufende zählen bei euch nicht.")
