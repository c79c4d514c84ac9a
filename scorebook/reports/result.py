"""The result of an evening for whoever only wants that: who got what, who pays whom, and the same to send on."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.ledger.evening import Evening
from scorebook.reports.paying import Paying, paying
from scorebook.reports.view import BERLIN, Figure, totals
from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class Result:
    """What everybody has, what still lies in the Stock ("" for nothing), and who pays whom; None where nobody does.

    `state` says how far the evening was; it is empty where it has ended. `text` is all of it, without any form.
    """

    day: str
    state: str
    totals: tuple[tuple[str, Figure], ...]
    stock: str
    paying: Paying | None
    text: str


def result(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Result:
    """Put the result of an evening into words, in the order in which people sit."""
    left = sum(sheet.stock_now for sheet in evening.sheets)
    stock = wording.amount(left, evening.unit, say) if left else ""
    day, state, people, pay = (
        say.day(evening.date, "short"),
        _state(evening, say),
        totals(evening, say),
        paying(evening, say, zone),
    )
    held = [f"{name} {figure.text}" for name, figure in people] + ([f"{say('im Stock')} {stock}"] if stock else [])
    lines = [f"{', '.join(filter(None, (evening.club, day, state)))}: {' · '.join(held)}", *_paid(pay, say)]
    text = "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")
    return Result(day, state, people, stock, pay, text)


def _state(evening: Evening, say: Language) -> str:
    """Say how far an evening is that goes on."""
    if evening.ended is not None:
        return ""
    games = sum(len(sheet.standing) for sheet in evening.sheets)
    return (
        say("Zwischenstand nach 1 Spiel")
        if games == 1
        else say("Zwischenstand nach {count} Spielen").format(count=games)
    )


def _paid(pay: Paying | None, say: Language) -> list[str]:
    """Say who has still to pay whom in one line, what is paid in another, and how that comes; nothing without money."""
    if pay is None:
        return []
    told = [
        say("{payer} zahlt {payee} {amount}").format(payer=payer, payee=payee, amount=amount)
        for payer, payee, amount in pay.transfers
    ]
    done = " · ".join(f"{one.payer} {say('an')} {one.payee} {one.amount}" for one in pay.done)
    if not done:
        left = " · ".join(told) or say("Keiner schuldet etwas.")
    else:
        left = say("Noch offen: {told}").format(told=" · ".join(told)) if told else say("Alles ist bezahlt.")
    besides = say("Dazu: {told}").format(told=" · ".join(told for _uuid, told, _note in pay.levies)) if pay.sums else ""
    sums = (one.told(say) for one in pay.sums)
    lines = [pay.price, besides, *sums, pay.rounding, left, say("Bezahlt: {told}").format(told=done) if done else ""]
    return [line for line in lines if line]
