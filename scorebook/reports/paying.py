"""Who pays whom in words, what is paid already, and how the amounts came about."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.ledger.dues import Dues, dues, shares
from scorebook.ledger.evening import Evening
from scorebook.ledger.paying import Reckoning, parties, reckon
from scorebook.ledger.payment import BOX, STOCK, Payment, Way
from scorebook.ledger.price import Price
from scorebook.ledger.settlement import Transfer
from scorebook.rules import Unit
from scorebook.settings import BERLIN
from scorebook.wording import GERMAN, Language, Marked
from scorebook.wording.levies import levy_told
from scorebook.wording.settling import rounding_told, why
from scorebook.wording.striche import points_told, price_told, share_told


@dataclass(frozen=True, slots=True)
class Open:
    """A payment that is still to be made, by the ids and the names of both, and why."""

    transfer: Transfer[int]
    payer: str
    payee: str
    amount: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A payment that was made, in words; `note` says who said so and when, and how if not in cash."""

    uuid: UUID | None
    payer: str
    payee: str
    amount: str
    note: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What somebody has open at an evening, whomever he pays or is paid by; `cents` without sign."""

    person: int
    name: str
    amount: str
    cents: int
    owes: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """What one has of the games, what comes on top of it, and all of that as it is paid; `owes`: that is below zero."""

    name: str
    games: str
    besides: str
    total: str
    owes: bool

    def told(self, say: Language = GERMAN) -> str:
        """Say it in a line.

        >>> Sum("Sepp", "−1,55 €", "−2,00 €", "−3,55 €", True).told()
        'Sepp: Spiele −1,55 €, dazu −2,00 €, zusammen −3,55 €'
        """
        text = say("{name}: Spiele {games}, dazu {besides}, zusammen {total}")
        return text.format(name=self.name, games=self.games, besides=self.besides, total=self.total)


@dataclass(frozen=True, slots=True)
class Paying:
    """What is open and what was paid; at what price, rounded to what, and by name how it was worked out where it was.

    `off` says by name what rounding changes for whom. `money`: payments can be noted, `rests` be carried over.
    `levies` are due besides the games, with who said so and when; `sums` are then what that comes to for everybody.
    `undone` was said to be paid, and taken back.
    """

    open: tuple[Open, ...]
    done: tuple[Done, ...] = ()
    price: str = ""
    reasons: tuple[tuple[str, str], ...] = ()
    rounding: str = ""
    off: tuple[tuple[str, str], ...] = ()
    money: bool = False
    rests: tuple[Rest, ...] = ()
    levies: tuple[tuple[UUID | None, str, str], ...] = ()
    sums: tuple[Sum, ...] = ()
    undone: tuple[Done, ...] = ()

    @property
    def transfers(self) -> tuple[tuple[str, str, str], ...]:
        """Who has still to pay whom how much."""
        return tuple((one.payer, one.payee, one.amount) for one in self.open)


WAYS: Marked[dict[Way, str]] = {Way.TRANSFER: "überwiesen", Way.CARRIED: "aufs Vereinskonto"}
"""How something was paid, where it was not in cash."""


def paying(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Paying | None:
    """Put into words what is to be paid, and what was; None where nobody pays anybody."""
    due, reckoning = dues(evening), reckon(evening)
    if due is None or reckoning is None:
        return None
    money, price = reckoning.money, evening.price
    return Paying(
        open=tuple(_open(evening, reckoning, say)),
        done=tuple(_done(evening, one, say, zone) for one in evening.payments) if money else (),
        undone=tuple(_undone(evening, *pair, say, zone) for pair in evening.undone) if money else (),
        price="" if price is None else price_told(price, say),
        reasons=() if price is None else tuple(_reasons(evening, price, due, say)),
        rounding=rounding_told(evening.round_to, say) if money else "",
        off=tuple(_off(evening, reckoning, say)),
        money=money,
        rests=tuple(_rests(evening, reckoning, say)) if money else (),
        levies=tuple(_levies(evening, say, zone)) if money else (),
        sums=tuple(_sums(evening, due, reckoning, say)) if money and evening.levies else (),
    )


def _levies(evening: Evening, say: Language, zone: ZoneInfo) -> Iterator[tuple[UUID | None, str, str]]:
    for levy in evening.levies:
        yield levy.uuid, levy_told(levy, evening.names, say), f"{levy.by}, {moment(levy.at, evening, say, zone)}"


def _sums(evening: Evening, due: Dues, reckoning: Reckoning, say: Language) -> Iterator[Sum]:
    """Say of everybody, and of the Stock and the box if they get or give something, what it comes to."""
    names, of_games = payers(evening, say), parties(due)
    for party, account in reckoning.accounts.items():
        games = of_games.get(party, 0)
        if party > 0 or account.exact or account.due:
            besides, total = _signed(account.exact - games, say), _signed(account.due, say)
            yield Sum(names[party], _signed(games, say), besides, total, account.due < 0)


def _signed(cents: int, say: Language) -> str:
    return wording.amount(cents, Unit.CENT, say, sign=True)


def _rests(evening: Evening, reckoning: Reckoning, say: Language) -> Iterator[Rest]:
    for person, account in reckoning.accounts.items():
        if person > 0 and account.open:
            cents = abs(account.open)
            amount = wording.amount(cents, reckoning.unit, say)
            yield Rest(person, evening.name_of(person), amount, cents, account.open < 0)


def payers(evening: Evening, say: Language = GERMAN) -> Mapping[int, str]:
    """Give what all are called who may pay."""
    return {**evening.names, STOCK: say("Stock"), BOX: say("Vereinskasse")}


def payees(evening: Evening, say: Language = GERMAN) -> Mapping[int, str]:
    """Give what all are called who may be paid.

    The Stock is paid what came in this evening and was not divided, and pays what it has from another evening.
    """
    return {**evening.names, STOCK: say("den Stock"), BOX: say("die Vereinskasse")}


def _open(evening: Evening, reckoning: Reckoning, say: Language) -> Iterator[Open]:
    names, to = payers(evening, say), payees(evening, say)
    besides = (say("Mit dem, was außer den Spielen fällig ist."),) if evening.levies else ()
    for reason in reckoning.reasons():
        one, told = reason.transfer, (*why(reason, names, reckoning.unit, say), *besides)
        amount = wording.amount(one.amount, reckoning.unit, say)
        yield Open(one, names[one.payer], to[one.payee], amount, told)


def _done(evening: Evening, payment: Payment, say: Language, zone: ZoneInfo) -> Done:
    way = say(WAYS[payment.way]) if payment.way in WAYS else ""
    note = ", ".join(filter(None, (payment.by, moment(payment.paid_at, evening, say, zone), way)))
    amount = wording.amount(payment.amount, Unit.CENT, say)
    return Done(payment.uuid, payers(evening, say)[payment.payer], payees(evening, say)[payment.payee], amount, note)


def _undone(evening: Evening, payment: Payment, back: Payment, say: Language, zone: ZoneInfo) -> Done:
    """Say who paid whom, who said so, and who took it back when."""
    done = _done(evening, payment, say, zone)
    when = moment(back.paid_at, evening, say, zone)
    return replace(done, note=f"{done.note} · {say('zurückgenommen: %(name)s, %(when)s', name=back.by, when=when)}")


def moment(at: datetime, evening: Evening, say: Language, zone: ZoneInfo) -> str:
    """Say when something was; the day where it is another than that of the evening."""
    local = at.astimezone(zone)
    clock = f"{local:%H:%M}"
    return clock if local.date() == evening.date else f"{say.day(local.date(), 'short')}, {clock}"


def _off(evening: Evening, reckoning: Reckoning, say: Language) -> Iterator[tuple[str, str]]:
    """Say for whom rounding changes how much."""
    names = payers(evening, say)
    for party, account in reckoning.accounts.items():
        if account.due != account.exact:
            yield names[party], wording.amount(account.due - account.exact, reckoning.unit, say, sign=True)


def own_payments(evening: Evening, person: int, say: Language = GERMAN) -> tuple[tuple[str, str], ...] | None:
    """Say to one person whom he pays and who pays him, and what was paid, with amounts; None where nobody pays."""
    reckoning = reckon(evening)
    if reckoning is None:
        return None
    done = evening.payments if reckoning.money else ()
    besides = _besides(evening, person, reckoning, say) if reckoning.money and evening.levies else ()
    lines = [
        *_own(person, reckoning.transfers, say("Du zahlst an {name}"), say("{name} zahlt dir")),
        *_own(person, done, say("Du hast an {name} gezahlt"), say("{name} hat dir gezahlt")),
    ]
    names, to = payers(evening, say), payees(evening, say)
    paid = (
        (
            text.format(name=(to if other == one.payee else names)[other]),
            wording.amount(one.amount, reckoning.unit, say),
        )
        for text, other, one in lines
    )
    return (*besides, *paid)


def _besides(evening: Evening, person: int, reckoning: Reckoning, say: Language) -> Iterator[tuple[str, str]]:
    """Say to one person what comes on top of his games, and what that comes to."""
    due = dues(evening)
    if due is not None:
        account = reckoning.accounts[person]
        yield say("Was außer den Spielen dazukommt"), _signed(account.exact - parties(due)[person], say)
        yield say("Zusammen"), _signed(account.due, say)


def _own(
    person: int, all_of_them: Iterable[Transfer[int] | Payment], pays: str, gets: str
) -> Iterator[tuple[str, int, Transfer[int] | Payment]]:
    """Find what one pays and gets, each with its words and who the other is."""
    for one in all_of_them:
        if one.payer == person:
            yield pays, one.payee, one
        elif one.payee == person:
            yield gets, one.payer, one


def _reasons(evening: Evening, price: Price, due: Dues, say: Language) -> Iterator[tuple[str, str]]:
    """A line for everybody who played; over several sheets with the part of each, and all together."""
    if evening.unit is not Unit.STRICH:
        for person, points in evening.totals().items():
            yield evening.name_of(person), points_told(points, price, say)
        return
    tables = [
        {share.person: share_told(share, price, say) for share in shares(evening, sheet, price)}
        for sheet in evening.sheets
    ]
    for person in dict.fromkeys(person for lines in tables for person in lines):
        parts = [(number, lines[person]) for number, lines in enumerate(tables, start=1) if person in lines]
        if len(tables) == 1:
            yield evening.name_of(person), parts[0][1]
            continue
        told = [f"{say('Tisch')} {number}: {line}" for number, line in parts]
        told.append(say("zusammen {amount}").format(amount=wording.amount(due.people[person], due.unit, say)))
        yield evening.name_of(person), "; ".join(told)
