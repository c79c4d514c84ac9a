"""What is wrong with the moves of a sheet's Stock, if anything is."""

from collections import Counter
from collections.abc import Iterable

from scorebook.ledger.entries import Entry
from scorebook.ledger.stock_closing import MoveKind, StockClosing, closing_entries, taking_entries
from scorebook.store.audit import Booked
from scorebook.store.audit_stock import AuditedMove, AuditedStock
from scorebook.store.stock import StockMove


def stock_fault(stock: AuditedStock) -> str | None:
    """Say what is wrong first: an amount, shares, entries, or something that was taken twice or not at all."""
    closed: StockMove | None = None
    begun = stock.own
    for audited in stock.moves:
        move = audited.move
        if move.kind is MoveKind.TAKEN:
            fault = _taking_fault(stock, audited, begun)
            begun += move.amount
        elif move.kind is MoveKind.RETURNED:
            fault = _return_fault(stock, audited, closed)
            closed = None
        else:
            fault = _closing_fault(stock, audited, closed)
            closed = move
        if fault is not None:
            return fault
    if closed is not None and not stock.ended:
        return "der Abend geht weiter, aber was im Stock lag, ist schon heraus"
    return None


def _closing_fault(stock: AuditedStock, audited: AuditedMove, closed: StockMove | None) -> str | None:
    move = audited.move
    people: tuple[int, ...] = ()
    if move.kind is MoveKind.DIVIDED:
        last = move is stock.moves[-1].move
        people = stock.sitting if last else _sharers(stock, audited)
    wanted = closing_entries(StockClosing(move.kind, move.amount, move.at, move.by, people))
    if not _same(stock, audited.booked, wanted):
        return "die Buchungen sind andere als das, was aus ihm wurde"
    if closed is not None or move.amount != audited.before:
        return "heraus kam nicht, was darin lag"
    return None


def _sharers(stock: AuditedStock, audited: AuditedMove) -> tuple[int, ...]:
    """Give those who got something of a Stock that went back later, the larger shares first.

    The table may have changed since: everybody who ever sat there may be among them.
    """
    got = {one.person: one.amount for one in audited.booked}
    people = [person for person in stock.place.sheet.people if person in got]
    return tuple(sorted(people, key=lambda person: -got[person])) or stock.sitting


def _return_fault(stock: AuditedStock, audited: AuditedMove, closed: StockMove | None) -> str | None:
    of = audited.of
    if of is None or of != closed or of.amount != audited.move.amount:
        return "zurück kam etwas, das nicht heraus war"
    undone = Counter(Booked(one.kind, one.person, -one.amount, one.unit, one.back) for one in audited.of_booked)
    return None if Counter(audited.booked) == undone else "die Gegenbuchungen passen nicht zu dem, was aus ihm wurde"


def _taking_fault(stock: AuditedStock, audited: AuditedMove, begun: int) -> str | None:
    of = audited.of
    if (
        of is None
        or of.kind is not MoveKind.KEPT
        or of.amount != audited.move.amount
        or of.sheet_id == stock.place.sheet.id
    ):
        return "mitgenommen wurde etwas, das nicht liegen geblieben war"
    if stock.own or audited.before != begun:
        return "am Anfang lag nicht darin, was mitgenommen wurde"
    same = _same(stock, audited.booked, taking_entries(audited.move.amount))
    if not same or {one.unit for one in audited.of_booked} != {_unit(stock)}:
        return "die Buchungen sind andere als das, was mitgenommen wurde"
    return None


def _same(stock: AuditedStock, booked: Iterable[Booked], wanted: Iterable[Entry]) -> bool:
    unit = _unit(stock)
    return Counter(booked) == Counter(
        Booked(one.kind.value, one.person, one.amount, unit, back=False) for one in wanted
    )


def _unit(stock: AuditedStock) -> str:
    return stock.place.rule_sets[0].rules.unit.value
