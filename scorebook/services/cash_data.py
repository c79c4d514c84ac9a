"""All that a club has of its box, as data: the cash book, the accounts, the countings, the years that are closed."""

from typing import Any

from sqlalchemy import Connection

from scorebook.store import cash, cash_accounts, cash_till


def cash_data(connection: Connection, club_id: int) -> dict[str, Any]:
    """Give the box of a club; people and evenings stand in it by their ids."""
    return {
        "entries": [
            {
                "number": one.number,
                "date": one.date.isoformat(),
                "kind": one.kind.value,
                "text": one.text,
                "amount": one.amount,
                "person": one.person_id,
                "evening": one.evening_id,
                "payment": one.payment_id,
                "takes_back": one.takes_back,
                "at": one.at.isoformat(),
                "by": one.by,
            }
            for one in cash.all_entries(connection, club_id)
        ],
        "account_moves": [
            {
                "id": one.id,
                "person": one.person_id,
                "date": one.date.isoformat(),
                "kind": one.kind.value,
                "text": one.text,
                "amount": one.amount,
                "cash": one.cash,
                "evening": one.evening_id,
                "takes_back": one.of_id,
                "at": one.at.isoformat(),
                "by": one.by,
            }
            for one in cash_accounts.all_moves(connection, club_id)
        ],
        "till_counts": [
            {
                "date": one.date.isoformat(),
                "after": one.after,
                "expected": one.expected,
                "counted": one.counted,
                "pieces": {str(cents): number for cents, number in one.pieces.items()},
                "note": one.note,
                "difference": one.number,
                "at": one.at.isoformat(),
                "by": one.by,
            }
            for one in cash_till.counts(connection, club_id)
        ],
        "closings": [
            {"year": one.year, "balance": one.balance, "at": one.at.isoformat(), "by": one.by}
            for one in cash.closings(connection, club_id)
        ],
    }
