"""Playing cards as pictures, drawn for this program: an Ober has its sign above, an Unter below, as their names say."""

from markupsafe import Markup

from scorebook import wording
from scorebook.reports.signs import BLACK, INKS, SIGNS, sign_name
from scorebook.rules import Card, Rank
from scorebook.rules.switches import CardNames
from scorebook.wording import GERMAN, Language

WIDTH, HEIGHT = 60, 96


def card_drawing(card: Card, say: Language = GERMAN, names: CardNames = CardNames.GERMAN) -> Markup:
    """Draw a card with the letter of its rank; its name is there for those who do not see it.

    >>> from scorebook.rules import Suit
    >>> "<title>Eichel-Ober</title>" in card_drawing(Card(Suit.EICHEL, Rank.OBER))
    True
    """
    sign = sign_name(card.suit, names)
    return Markup(
        '<svg class="pc" viewBox="0 0 {width} {height}" role="img"><title>{told}</title>'
        '<rect x="1" y="1" width="{inner}" height="{tall}" rx="5" fill="#fffdf8" stroke="#8a857c" stroke-width="1"/>'
        '<g fill="{ink}" fill-rule="evenodd"><path transform="translate(14 {top}) scale(1.333)" d="{path}"/></g>'
        '<g fill="{ink}" font-family="Source Serif Pro, serif" font-weight="600">'
        '<text x="30" y="{letter}" font-size="34" text-anchor="middle">{rank}</text></g></svg>'
    ).format(
        width=WIDTH,
        height=HEIGHT,
        inner=WIDTH - 2,
        tall=HEIGHT - 2,
        told=wording.card_name(card, say, names),
        ink=INKS.get(sign, BLACK),
        path=SIGNS[sign],
        rank=wording.rank_letter(card.rank, say, names),
        **_places(card.rank),
    )


def _places(rank: Rank) -> dict[str, int]:
    """Where the sign begins, and on which line the letter stands."""
    return {"top": 54, "letter": 40} if rank is Rank.UNTER else {"top": 10, "letter": 80}
