"""Whether the cash book of a club is what was entered: numbers, what takes back, countings, closed years."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from scorebook.ledger.cash import CashKind
from scorebook.ledger.payment import BOX, Way
from scorebook.store import cash, cash_accounts, cash_till, paying
from scorebook.store.cash import CashEntry, Closing
from scorebook.store.cash_accounts import Move
from scorebook.store.paying import PaymentRow


def cash_fault(connection: Connection, club_id: int) -> str | None:
    """Say what is wrong first in the cash book of a club, if anything is."""
    entries = cash.all_entries(connection, club_id)
    closings = cash.closings(connection, club_id)
    faults = (
        _entries_fault(entries),
        _moves_fault(entries, cash_accounts.all_moves(connection, club_id)),
        _closings_fault(entries, closings),
        _payments_fault(
            entries, cash_accounts.all_moves(connection, club_id), paying.rows_of_club(connection, club_id)
        ),
        _counts_fault(connection, club_id, entries, closings),
    )
    return next(filter(None, faults), None)


def _entries_fault(entries: Sequence[CashEntry]) -> str | None:
    known: dict[int, CashEntry] = {}
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            return f"Buchung {number} fehlt"
        if entry.takes_back is not None and not _takes_back(entry, known.get(entry.takes_back)):
            return f"Buchung {number} nimmt etwas anderes zurück, als in Buchung {entry.takes_back} steht"
        known[number] = entry
    return None


def _takes_back(entry: CashEntry, of: CashEntry | None) -> bool:
    if of is None or of.takes_back is not None:
        return False
    same = (of.kind, of.date, of.person_id, of.evening_id) == (
        entry.kind,
        entry.date,
        entry.person_id,
        entry.evening_id,
    )
    return same and of.amount == -entry.amount


def _moves_fault(entries: Sequence[CashEntry], moves: Sequence[Move]) -> str | None:
    """Compare what is cash on the accounts with the cash book, and what takes back with what it does."""
    known = {move.id: move for move in moves}
    of_cash = {move.cash: move for move in moves if move.cash is not None}
    for entry in entries:
        move = of_cash.get(entry.number)
        if (entry.kind in (CashKind.PAID_IN, CashKind.PAID_OUT)) != (move is not None):
            return f"Buchung {entry.number} passt nicht zu den Konten"
        if move is not None and (move.kind.value, move.amount, move.person_id, move.date) != (
            entry.kind.value,
            entry.amount,
            entry.person_id,
            entry.date,
        ):
            return f"auf dem Konto steht etwas anderes als in Buchung {entry.number}"
    for move in moves:
        of = None if move.of_id is None else known.get(move.of_id)
        if move.of_id is not None and (
            of is None or (of.person_id, of.kind, -of.amount) != (move.person_id, move.kind, move.amount)
        ):
            return f"Bewegung {move.id} nimmt etwas anderes zurück, als auf dem Konto steht"
    return None


def _payments_fault(entries: Sequence[CashEntry], moves: Sequence[Move], payments: Sequence[PaymentRow]) -> str | None:
    """Compare what comes from evenings with what was paid there.

    A payment that was read from a file may be in no cash book: whoever read it said that its money is booked already.
    """
    known = {row.id: row for row in payments}
    backs = {row.of_id: row.id for row in payments if row.of_id is not None}
    booked = {entry.payment_id: (Way.CASH, entry.amount, entry.person_id) for entry in entries if entry.payment_id}
    booked |= {move.payment_id: (Way.CARRIED, -move.amount, move.person_id) for move in moves if move.payment_id}
    for payment_id, found in booked.items():
        row = known.get(payment_id or 0)
        if row is None or _for_the_box(row) != found:
            return f"Zahlung {payment_id} ist eine andere als in der Kasse"
        if row.id in backs and backs[row.id] not in booked:
            return f"Zahlung {payment_id} ist zurückgenommen, aber nicht in der Kasse"
    return None


def _for_the_box(row: PaymentRow) -> tuple[Way, int, int | None]:
    """Say what a payment is for the box: how, what comes in, with whom."""
    payment = row.payment
    to_box = payment.payee == BOX
    other = payment.payer if to_box else payment.payee
    back = row.of_id is not None
    amount = payment.amount if to_box is not back else -payment.amount
    return payment.way, amount if BOX in (payment.payer, payment.payee) else 0, other if other > 0 else None


def _closings_fault(entries: Sequence[CashEntry], closings: Sequence[Closing]) -> str | None:
    carried = {entry.id: entry for entry in entries}
    for before, closing in zip((None, *closings), closings, strict=False):
        entry = carried.get(closing.carried_id)
        first = min(one.date.year for one in entries) if before is None else before.year + 1
        balance = sum(one.amount for one in entries if one.date.year == closing.year)
        if closing.year != first or closing.balance != balance:
            return f"der Abschluss {closing.year} ist nicht, was im Kassenbuch steht"
        if entry is None or (entry.kind, entry.amount, entry.date.year) != (
            CashKind.CARRIED,
            balance,
            closing.year + 1,
        ):
            return f"der Vortrag aus {closing.year} ist nicht, was am Ende des Jahres da war"
        if any(one.date.year <= closing.year for one in entries[entry.number :]):
            return f"in das Jahr {closing.year} kam noch etwas, als es abgeschlossen war"
    if sum(one.kind is CashKind.CARRIED for one in entries) != len(closings):
        return "ein Vortrag gehört zu keinem Abschluss"
    return None


def _counts_fault(
    connection: Connection, club_id: int, entries: Sequence[CashEntry], closings: Sequence[Closing]
) -> str | None:
    known = {entry.number: entry for entry in entries}
    for one in cash_till.counts(connection, club_id):
        booked = 0 if one.number is None else known[one.number].amount
        if one.expected != sum(_lying(entries, closings, one.after)) or booked != one.difference:
            return f"der Kassensturz vom {one.date:%d.%m.%Y} passt nicht zu dem, was im Kassenbuch steht"
        if one.pieces and sum(cents * number for cents, number in one.pieces.items()) != one.counted:
            return f"beim Kassensturz vom {one.date:%d.%m.%Y} ergeben die Münzen und Scheine etwas anderes"
    return None


def _lying(entries: Sequence[CashEntry], closings: Sequence[Closing], after: int) -> Iterator[int]:
    """Give the amounts of what lay in the till when so many entries had been made."""
    made = {entry.id for entry in entries[:after]}
    closed = max((closing.year for closing in closings if closing.carried_id in made), default=0)
    return (entry.amount for entry in entries[:after] if entry.date.year > closed)
