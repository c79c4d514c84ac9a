"""What a rule set means, told to those who play by it: made from what scores and from what judges the cards.

Every sentence comes from a value of the rule set, or from asking the engine; the name of a rule set says nothing.
"""

from scorebook.rules import RuleSet, Suit
from scorebook.rules.prices import price_list
from scorebook.wording.games import suit_name
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.rulebook.order import order_chapter
from scorebook.wording.rulebook.parts import CardRow, Chapter, Line, RuleBook, Run, Topic
from scorebook.wording.rulebook.passing import besides_chapter, passing_chapter, ramsch_chapter
from scorebook.wording.rulebook.paying import doubling_chapter, prices_chapter
from scorebook.wording.rulebook.playing import bidding_chapter, calling_chapter, cards_chapter, parties_chapter
from scorebook.wording.rulebook.winning import laufende_chapter, winning_chapter

__all__ = ["CardRow", "Chapter", "Line", "RuleBook", "Run", "rule_book"]

CHAPTERS = (
    order_chapter,
    bidding_chapter,
    calling_chapter,
    parties_chapter,
    winning_chapter,
    laufende_chapter,
    doubling_chapter,
    prices_chapter,
    ramsch_chapter,
    passing_chapter,
    cards_chapter,
    besides_chapter,
)


def rule_book(rules: RuleSet, say: Language = GERMAN) -> RuleBook:
    """Tell what a rule set means; suits and ranks have the names of its cards.

    >>> from scorebook.rules import preset
    >>> rows = rule_book(preset()).chapters[0].rows
    >>> [row.title for row in rows], rows[2].parts[0][1][2].after
    (['Solo', 'Wenz', 'Sauspiel', 'Sie'], 'Sau 10 König 9 8 7')
    """
    said = say.playing(rules.words.cards)
    topic = Topic(rules, price_list(rules), said)
    chapters = [make(topic) for make in CHAPTERS]
    return RuleBook(
        tuple((suit, suit_name(suit, said)) for suit in Suit),
        tuple(chapter for chapter in chapters if chapter.lines or chapter.rows),
    )
