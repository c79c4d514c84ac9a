"""Why one pays another, in sentences that a player understands."""

from collections.abc import Iterator, Mapping

from scorebook.ledger.paying import Account, Reason
from scorebook.ledger.payment import BOX, STOCK
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked

NAMED = 9
"""So many are named of those who settle among themselves."""
OF_PEOPLE: Marked[dict[int, str]] = {
    1: "{name} hat {amount} gewonnen.",
    0: "{name} steht bei null.",
    -1: "{name} hat {amount} verloren.",
}
OF_POTS: Marked[dict[int, str]] = {
    1: "{name}: da kommen {amount} hinein.",
    0: "{name}: da kommt nichts hinein.",
    -1: "{name}: da kommen {amount} heraus.",
}
"""What one has of the evening, by its sign; of the Stock and the club's box."""


def why(reason: Reason, names: Mapping[int, str], unit: Unit = Unit.CENT, say: Language = GERMAN) -> tuple[str, ...]:
    """Say what both have of the evening, what was paid of it, and who all settle among themselves.

    >>> from scorebook.ledger.settlement import Transfer
    >>> owes, gets = Account(-120, -120, 20, 0), Account(100, 100, 0, 0)
    >>> reason = Reason(Transfer(1, 2, 100), owes, gets, {1: -100, 2: 100}, 1)
    >>> for line in why(reason, {1: "Vroni", 2: "Sepp"}):
    ...     print(line.replace(chr(0xA0), " "))
    Vroni hat 1,20 € verloren. Davon schon gezahlt: 0,20 €.
    Sepp hat 1,00 € gewonnen.
    Beim einen fehlt genau, was der andere kriegt: das ist eine Zahlung.
    """
    transfer = reason.transfer
    parties = ((transfer.payer, reason.payer), (transfer.payee, reason.payee))
    told = [" ".join(_told(party, names[party], account, unit, say)) for party, account in parties]
    return (*told, _group(reason, names, say))


def _told(party: int, name: str, account: Account, unit: Unit, say: Language) -> Iterator[str]:
    """Say what one has of the evening, rounded if it is, and what he paid and got already."""
    units = {"name": name, "amount": amount(abs(account.exact), unit, say)}
    side = (account.exact > 0) - (account.exact < 0)
    yield say((OF_POTS if party in (STOCK, BOX) else OF_PEOPLE)[side]).format(**units)
    if account.due != account.exact:
        yield say("Gerundet sind das {amount}.").format(amount=amount(abs(account.due), unit, say))
    if account.paid:
        yield say("Davon schon gezahlt: {amount}.").format(amount=amount(account.paid, unit, say))
    if account.got:
        yield say("Schon bekommen: {amount}.").format(amount=amount(account.got, unit, say))


def _group(reason: Reason, names: Mapping[int, str], say: Language) -> str:
    if reason.transfers == 1:
        return say("Beim einen fehlt genau, was der andere kriegt: das ist eine Zahlung.")
    if len(reason.group) > NAMED:
        text = say("{people} Leute gleichen sich untereinander aus, mit nur {count} Zahlungen.")
        return text.format(people=len(reason.group), count=reason.transfers)
    *others, last = [names[party] for party in reason.group]
    people = f"{', '.join(others)} {say('und')} {last}"
    text = say("{people} gleichen sich untereinander aus, mit nur {count} Zahlungen.")
    return text.format(people=people, count=reason.transfers)


def rounding_told(step: int, say: Language = GERMAN) -> str:
    """Say to how many cents people pay; "" where amounts are exact.

    >>> rounding_told(50), rounding_told(1)
    ('Gerundet auf 50 Cent.', '')
    """
    return "" if step == 1 else say("Gerundet auf {step} Cent.").format(step=step)
