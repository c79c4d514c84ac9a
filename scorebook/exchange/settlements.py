"""What the HTTP API answers about the money of a whole evening: what everybody has, what was paid, who still pays whom.

FORMAT.md 5 settles a sheet as if nothing had been paid; here payments, levies and rounding count, as on the evening's
page. Transfers have the shape that those of a sheet have; payments and levies that of the export.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from scorebook.exchange.bookings import PAYERS, TransferModel, transfer_json
from scorebook.exchange.games import STRICT
from scorebook.exchange.levies import LevyModel, levies_json
from scorebook.exchange.payments import PaymentModel, RoundTo, paid_json
from scorebook.exchange.shapes import Number
from scorebook.ledger.dues import dues
from scorebook.ledger.evening import Evening
from scorebook.ledger.paying import Reckoning, parties, reckon
from scorebook.rules import Unit


class AccountModel(BaseModel):
    """What somebody has of an evening; `person` is null for the Stock and the club's box.

    `games` and `besides` (levies) are exact, `due` is both as it is paid, rounded to `round_to`. `open` is `due` with
    what he `paid` and without what he `got`: above zero he still gets it, below he owes it.
    """

    model_config = STRICT

    person: Number | None
    name: str
    games: int
    besides: int
    due: int
    paid: int
    got: int
    open: int


class EveningSettlementModel(BaseModel):
    """Who still pays whom at an evening, after what was paid and levied; `transfers` is null where nobody pays anybody.

    In cents wherever payments can be made.
    """

    model_config = STRICT

    evening: Number
    unit: Unit
    round_to: RoundTo
    accounts: list[AccountModel]
    levies: list[LevyModel]
    payments: list[PaymentModel]
    transfers: list[TransferModel] | None


def evening_settlement_json(evening_id: int, evening: Evening) -> dict[str, Any]:
    """Write who still pays whom at an evening."""
    due, reckoning = dues(evening), reckon(evening)
    if due is None or reckoning is None:
        return _settlement(evening_id, evening, evening.unit)
    accounts = list(_accounts(evening, parties(due), reckoning))
    transfers = [transfer_json(one, evening) for one in reckoning.transfers]
    settlement = _settlement(evening_id, evening, reckoning.unit) | {"accounts": accounts, "transfers": transfers}
    return settlement | (_money(evening) if reckoning.money else {})


def _settlement(evening_id: int, evening: Evening, unit: Unit) -> dict[str, Any]:
    """Write a settlement of nobody."""
    nothing: dict[str, Any] = {"accounts": [], "levies": [], "payments": [], "transfers": None}
    return {"evening": evening_id, "unit": unit, "round_to": 1, **nothing}


def _money(evening: Evening) -> dict[str, Any]:
    """Write what counts where money is paid."""
    payments = [paid_json(payment) for payment in evening.payments]
    return {"round_to": evening.round_to, "payments": payments, **levies_json(evening)}


def _accounts(evening: Evening, games: Mapping[int, int], reckoning: Reckoning) -> Iterator[dict[str, Any]]:
    """Write what each party has; the Stock and the box only where they have to do with it."""
    names = {**evening.names, **PAYERS}
    for party, account in reckoning.accounts.items():
        figures = (account.exact, account.due, account.paid, account.got)
        if party in PAYERS and not any(figures):
            continue
        of_games = games.get(party, 0)
        yield {
            "person": None if party in PAYERS else party,
            "name": names[party],
            "games": of_games,
            "besides": account.exact - of_games,
            "due": account.due,
            "paid": account.paid,
            "got": account.got,
            "open": account.open,
        }
