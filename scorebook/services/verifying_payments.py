"""What is wrong with the payments of an evening, or with what is due there besides its games, if anything is."""

from collections.abc import Mapping, Sequence

from scorebook.ledger.levy import Levy
from scorebook.store.audit_payments import AuditedPayments
from scorebook.store.levies import LevyRow
from scorebook.store.paying import PaymentRow


def levies_fault(rows: Sequence[LevyRow], people: Mapping[int, frozenset[int]]) -> tuple[int, str] | None:
    """Give at which evening a levy is wrong first, and say what is wrong with it; `people` are those of evenings."""
    known: dict[int, LevyRow] = {}
    for row in rows:
        parties = {*row.levy.people, *([] if row.levy.person is None else [row.levy.person])}
        if not parties <= people.get(row.evening_id, frozenset()):
            return row.evening_id, "da soll jemand etwas zahlen, der an dem Abend nicht da war"
        of = None if row.of_id is None else known.pop(row.of_id, None)
        if row.of_id is not None and (of is None or of.of_id is not None or not _same_levy(of.levy, row.levy)):
            return row.evening_id, "zurückgenommen ist etwas anderes, als fällig war"
        known[row.id] = row
    return None


def _same_levy(one: Levy, other: Levy) -> bool:
    return (one.kind, one.amount, one.person, one.people) == (other.kind, other.amount, other.person, other.people)


def payments_fault(found: AuditedPayments) -> tuple[int, str] | None:
    """Give which payment is wrong first, counted from 1, and say what is wrong with it."""
    known: dict[int, PaymentRow] = {}
    for number, row in enumerate(found.rows, start=1):
        fault = _fault(found, row, known)
        if fault is not None:
            return number, fault
        known[row.id] = row
    return None


def _fault(found: AuditedPayments, row: PaymentRow, known: dict[int, PaymentRow]) -> str | None:
    if row.club_id != found.club_id:
        return "sie gehört einem anderen Verein als der Abend"
    if any(party > 0 and party not in found.people for party in (row.payment.payer, row.payment.payee)):
        return "da zahlt oder bekommt jemand, der an dem Abend nicht da war"
    if row.of_id is None:
        return None
    of = known.pop(row.of_id, None)
    if of is None or of.of_id is not None:
        return "zurückgenommen ist eine Zahlung, die es davor nicht gab"
    return None if _same(of, row) else "zurückgenommen ist etwas anderes, als bezahlt war"


def _same(of: PaymentRow, back: PaymentRow) -> bool:
    one, other = of.payment, back.payment
    return (one.payer, one.payee, one.amount, one.way) == (other.payer, other.payee, other.amount, other.way)
