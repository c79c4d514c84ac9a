"""The sheet for somebody who was dealt a Sie: what pubs hang on the wall, with the cards and how seldom it is."""

from dataclasses import dataclass

from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.playing_cards import card_drawing
from scorebook.rules import RuleSet
from scorebook.rules.cards import Deck
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.odds import sie_cards, sie_odds
from scorebook.wording import GERMAN, Language, Marked

HANDS: Marked[dict[Deck, str]] = {
    Deck.LONG: "Alle vier Ober und alle vier Unter",
    Deck.SHORT: "Alle vier Ober und die zwei höchsten Unter",
}
"""What a Sie is, by the deck."""


@dataclass(frozen=True, slots=True)
class SieView:
    """What stands on the sheet; `witnesses` are all others at the table."""

    name: str
    club: str
    where: str
    hand: str
    odds: tuple[str, str]
    witnesses: tuple[str, ...]
    check_code: str


def page(evening: Evening, sheet: Sheet, game: RecordedGame, say: Language = GERMAN) -> Page:
    """Give the sheet for a game to be printed. Raises `ValueError` for one that was no Sie."""
    return Page(html(evening, sheet, game, say), "sie")


def html(evening: Evening, sheet: Sheet, game: RecordedGame, say: Language = GERMAN) -> str:
    """Write the sheet as one complete page. Raises `ValueError` for a game that was no Sie."""
    rules = evening.rule_sets[game.rule_set].rules
    said = say.playing(rules.words.cards)
    cards = [card_drawing(card, said, rules.words.cards) for card in sie_cards(rules.deck)]
    shown = sie_view(evening, sheet, game, said)
    return environment().get_template("sie.html").render(view=shown, cards=cards, _=said)


def sie_view(evening: Evening, sheet: Sheet, game: RecordedGame, say: Language = GERMAN) -> SieView:
    """Put into words who was dealt what, where and when, and how seldom that is."""
    declarer = game.game.declarer
    if not game.game.sie or declarer is None:
        raise ValueError(f"no Sie: game {game.number}")
    people = sheet.people_at(game.number)
    rules = evening.rule_sets[game.rule_set].rules
    table = say("Tisch %(number)d", number=evening.sheets.index(sheet) + 1) if len(evening.sheets) > 1 else ""
    played = say("Spiel %(number)d", number=game.number)
    day = say.day(evening.date, "full")
    return SieView(
        name=evening.name_of(people[declarer]),
        club=evening.club,
        where=" · ".join(filter(None, (day, evening.place, table, played))),
        hand=say(HANDS[rules.deck]),
        odds=odds_told(rules, say),
        witnesses=tuple(evening.name_of(person) for seat, person in enumerate(people) if seat != declarer),
        check_code=evening.check_code(),
    )


def odds_told(rules: RuleSet, say: Language = GERMAN) -> tuple[str, str]:
    """Say how seldom a Sie is: for one player, and at the table.

    >>> from scorebook.rules import preset
    >>> odds_told(preset())[0]
    'Das bekommt ein Spieler in 10.518.300 Spielen einmal.'
    """
    one, table = (sie_odds(rules.deck, hands) for hands in (1, ACTIVE_PLAYERS))
    return (
        say("Das bekommt ein Spieler in {count} Spielen einmal.").format(count=say.figure(round(1 / one), "point")),
        say("An einem Tisch sieht man es in {count} Spielen einmal.").format(
            count=say.figure(round(1 / table), "point")
        ),
    )
