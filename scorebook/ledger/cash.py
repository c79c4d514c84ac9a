"""The club's box: what can be booked in its cash book and on the accounts of people, and what that comes to. Cents."""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum

COINS = (1, 2, 5, 10, 20, 50, 100, 200)
NOTES = (500, 1000, 2000, 5000, 10000, 20000)
PIECES = COINS + NOTES
"""What lies in a till, in cents."""
MOST = 100_000_000
"""Cents that one entry comes to at most."""


class CashKind(StrEnum):
    """What an entry of the cash book is."""

    OPENING = "opening"
    CARRIED = "carried"
    FEE = "fee"
    FINE = "fine"
    DONATION = "donation"
    OTHER_IN = "other_in"
    PAID_IN = "paid_in"
    DRINKS = "drinks"
    PRIZES = "prizes"
    MATERIAL = "material"
    OTHER_OUT = "other_out"
    PAID_OUT = "paid_out"
    DIFFERENCE = "difference"
    EVENING = "evening"


class MoveKind(StrEnum):
    """What a movement on somebody's account is; one that is paid in or out is cash too."""

    PAID_IN = "paid_in"
    PAID_OUT = "paid_out"
    FINE = "fine"
    SHARE = "share"
    CREDIT = "credit"
    CARRIED = "carried"


class CashPaper(StrEnum):
    """A paper of the box that carries a check code."""

    BOOK = "book"
    YEAR = "year"
    ACCOUNT = "account"
    OPEN = "open"
    TILL = "till"


INCOME = (CashKind.FEE, CashKind.FINE, CashKind.DONATION, CashKind.OTHER_IN)
EXPENSES = (CashKind.DRINKS, CashKind.PRIZES, CashKind.MATERIAL, CashKind.OTHER_OUT)
TYPED = (CashKind.OPENING, *INCOME, CashKind.PAID_IN, *EXPENSES, CashKind.PAID_OUT)
"""What people enter by hand; the rest comes with evenings, counting the till, closing a year."""
OUTGOING = (*EXPENSES, CashKind.PAID_OUT)
ON_ACCOUNT = (CashKind.PAID_IN, CashKind.PAID_OUT)
"""Cash that is somebody's, and stands on his account too."""
STANDS_BEFORE = (CashKind.OPENING, CashKind.CARRIED)
"""What was there before anything came in or went out."""
CHARGES = (MoveKind.FINE, MoveKind.SHARE, MoveKind.CREDIT)
"""What is put on an account without cash."""


def signed(kind: CashKind | MoveKind, amount: int) -> int:
    """Give an amount as it is booked: what goes out, or is owed, stands below zero.

    >>> signed(CashKind.DRINKS, 500), signed(CashKind.FEE, 500), signed(MoveKind.FINE, 200)
    (-500, 500, -200)
    """
    owed = kind in (MoveKind.FINE, MoveKind.SHARE) if isinstance(kind, MoveKind) else kind in OUTGOING
    return -amount if owed else amount


def by_kind(booked: Iterable[tuple[CashKind, int]]) -> dict[CashKind, int]:
    """Add up amounts by their kinds, in the order of the kinds; what comes to nothing because it was taken back too.

    >>> by_kind([(CashKind.DRINKS, -500), (CashKind.FEE, 200), (CashKind.DRINKS, 500)])
    {<CashKind.FEE: 'fee'>: 200, <CashKind.DRINKS: 'drinks'>: 0}
    """
    sums: dict[CashKind, int] = {}
    for kind, amount in booked:
        sums[kind] = sums.get(kind, 0) + amount
    return {kind: sums[kind] for kind in CashKind if kind in sums}


def first_day(year: int) -> date:
    """Give the day with which a year begins.

    >>> first_day(2026).isoformat()
    '2026-01-01'
    """
    return date(year, 1, 1)


def last_day(year: int) -> date:
    """Give the day with which a year ends.

    >>> last_day(2026).isoformat()
    '2026-12-31'
    """
    return date(year, 12, 31)


def counted(pieces: Mapping[int, int]) -> int:
    """Add up what lies in the till: how many of each coin and note, by its cents.

    >>> counted({5: 3, 200: 2, 1000: 1})
    1415
    """
    return sum(cents * number for cents, number in pieces.items())
