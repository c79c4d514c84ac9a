"""What is said about prizes, and about the money of a tournament."""

from scorebook.league.tournament.entries import CashKind
from scorebook.league.tournament.prizes import Won
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked

CASH_KINDS: Marked[dict[CashKind, str]] = {
    CashKind.FEE: "Startgeld",
    CashKind.PRIZE: "Preisgeld",
    CashKind.GOODS: "Sachpreise",
    CashKind.PENALTY: "Strafen",
    CashKind.OTHER: "Anderes",
}
"""What money was for."""


def cash_kind_name(what: CashKind, say: Language = GERMAN) -> str:
    """Say what money was for.

    >>> cash_kind_name(CashKind.FEE)
    'Startgeld'
    """
    return say(CASH_KINDS[what])


def won_text(won: Won, say: Language = GERMAN) -> str:
    r"""Say what somebody gets; of goods that several have together, that it is so.

    >>> from scorebook.league.tournament.settings import Award
    >>> won_text(Won(Award.OVERALL, 1, 7, "", 25000, ("ein Schinken",), 2))
    '250,00\xa0€ und zusammen ein Schinken'
    """
    parts = [amount(won.cents, Unit.CENT, say)] if won.cents else []
    if won.goods:
        goods = say(" und ").join(won.goods)
        parts.append(say("zusammen %(goods)s", goods=goods) if won.sharing > 1 else goods)
    return say(" und ").join(parts)
