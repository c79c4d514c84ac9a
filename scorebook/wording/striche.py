"""Striche and heads in words, and how a sum of money comes from them."""

from fractions import Fraction

from scorebook.ledger.dues import Share
from scorebook.ledger.price import Price, PricePer
from scorebook.ledger.striche import heads
from scorebook.money import MINUS
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked

KINDS: Marked[dict[PricePer, tuple[str, str, str, str]]] = {
    PricePer.STRICH: ("Strich", "Striche", "Ein Strich kostet {amount}.", "je Strich"),
    PricePer.HEAD: ("Kopf", "Köpfe", "Ein ganzer Kopf kostet {amount}.", "je Kopf"),
    PricePer.POINT: ("Punkt", "Punkte", "Ein Punkt kostet {amount}.", "je Punkt"),
}
"""One, several, what it costs, and how one chooses it."""


def counted(count: int, per: PricePer, say: Language = GERMAN) -> str:
    """Say how many: "1 Kopf", "12 Striche".

    >>> counted(1, PricePer.HEAD).split(), counted(-12, PricePer.POINT).split()
    (['1', 'Kopf'], ['−12', 'Punkte'])
    """
    return f"{exactly(Fraction(count), say)}\N{NO-BREAK SPACE}{say(KINDS[per][abs(count) != 1])}"


def in_heads(striche: int, say: Language = GERMAN) -> str:
    """Say a number of Striche in heads, as it stands beside the drawing. Raises `ValueError` below zero.

    >>> [in_heads(striche).replace(chr(0xA0), " ") for striche in (22, 9, 4, 0)]
    ['2 Köpfe + 4', '1 Kopf', '4 Striche', '0 Striche']
    """
    whole, rest = heads(striche)
    if not whole:
        return counted(rest, PricePer.STRICH, say)
    words = counted(whole, PricePer.HEAD, say)
    return f"{words} + {rest}" if rest else words


def heads_told(striche: int, say: Language = GERMAN) -> str:
    """Tell the drawing to somebody who does not see it. Raises `ValueError` below zero.

    >>> [heads_told(striche).replace(chr(0xA0), " ") for striche in (22, 18, 1)]
    ['2 Schafköpfe und 4 Striche (22)', '2 Schafköpfe (18)', '1 Strich']
    """
    whole, rest = heads(striche)
    if not whole:
        return counted(rest, PricePer.STRICH, say)
    words = f"{whole}\N{NO-BREAK SPACE}{say('Schafkopf' if whole == 1 else 'Schafköpfe')}"
    if rest:
        words = f"{words} {say('und')} {counted(rest, PricePer.STRICH, say)}"
    return f"{words} ({striche})"


def price_told(price: Price, say: Language = GERMAN) -> str:
    """Say what was agreed on.

    >>> price_told(Price(10, PricePer.STRICH)).replace(chr(0xA0), " ")
    'Ein Strich kostet 0,10 €.'
    """
    return say(KINDS[price.per][2]).format(amount=amount(price.cents, Unit.CENT, say))


def per_word(per: PricePer, say: Language = GERMAN) -> str:
    """Say for what a price is.

    >>> per_word(PricePer.HEAD)
    'je Kopf'
    """
    return say(KINDS[per][3])


def share_told(share: Share, price: Price, say: Language = GERMAN) -> str:
    """Explain a person's part of a sheet of Striche in one line.

    >>> share_told(Share(11, 12, Fraction(5), 70), Price(10, PricePer.STRICH)).replace(chr(0xA0), " ")
    '12 Striche, Gegner im Schnitt 5: 7 × 0,10 € = 0,70 €'
    """
    cost, cents = (amount(cents, Unit.CENT, say) for cents in (price.cents, share.cents))
    return say("{count}, Gegner im Schnitt {mean}: {product} = {amount}").format(
        count=counted(share.count, price.per, say),
        mean=exactly(share.mean, say),
        product=f"{exactly(share.difference, say)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{cost}",
        amount=cents,
    )


def points_told(points: int, price: Price, say: Language = GERMAN) -> str:
    """Explain what somebody's points are at a price.

    >>> points_told(-3, Price(20, PricePer.POINT)).replace(chr(0xA0), " ")
    '−3 Punkte × 0,20 € = −0,60 €'
    """
    cost, total = (amount(cents, Unit.CENT, say) for cents in (price.cents, points * price.cents))
    return f"{counted(points, price.per, say)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{cost} = {total}"


def exactly(number: Fraction, say: Language = GERMAN) -> str:
    """Write a fraction without rounding: with a decimal mark where two places are enough, else mixed.

    >>> [exactly(Fraction(*parts)) for parts in ((5, 1), (-11, 2), (16, 3), (1, 4), (-2, 3))]
    ['5', '−5,5', '5 1/3', '0,25', '−2/3']
    """
    sign = MINUS if number < 0 else ""
    whole, rest = divmod(abs(number), 1)
    if not rest:
        return f"{sign}{whole}"
    hundredths = rest * 100
    if hundredths.denominator == 1:
        places = f"{hundredths.numerator:02d}".rstrip("0")
        return f"{sign}{whole}{say.decimal}{places}"
    mixed = f"{whole} {rest}" if whole else f"{rest}"
    return f"{sign}{mixed}"
