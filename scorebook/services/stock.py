"""What becomes of the Stocks when an evening ends, their way back when it goes on, and into the next evening."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.ledger.evening import Evening, Sheet
from scorebook.ledger.stock import sharers
from scorebook.ledger.stock_closing import CHOICES, MoveKind, StockClosing
from scorebook.money import LARGEST
from scorebook.rules import Finding, RuleSet
from scorebook.rules.switches import StockMode
from scorebook.services.access import Action, Actor, require
from scorebook.services.refusals import RefusedError
from scorebook.store import stock as store
from scorebook.store.db import AnySession, reading
from scorebook.store.stock import KeptStock


def close_stocks(
    connection: Connection, actor: Actor, evening: Evening, choices: Mapping[int, str], at: datetime
) -> list[dict[str, Any]]:
    """Book what becomes of each Stock of an evening in which something lies; the caller holds its sheets.

    Gives what the log keeps of that. `choices` say so by sheet id. Raises `RefusedError` at `stock.<sheet id>` where
    none was made.
    """
    left = [sheet for sheet in evening.sheets if sheet.stock_now]
    findings = [
        Finding("stock.open", f"stock.{sheet.id}") for sheet in left if choices.get(sheet.id, "") not in set(CHOICES)
    ]
    if findings:
        raise RefusedError(findings)
    for sheet in left:
        closing = closed(sheet, MoveKind(choices[sheet.id]), at, actor.name)
        store.add_closing(connection, actor.club_id, sheet.id, closing, evening.unit)
    return [
        {"sheet": sheet.id, "what": choices[sheet.id], "amount": sheet.stock_now, "unit": evening.unit.value}
        for sheet in left
    ]


def closed(sheet: Sheet, kind: MoveKind, at: datetime, by: str) -> StockClosing:
    """Give what becomes of a sheet's Stock: it is divided among those who sit at the table now."""
    return StockClosing(kind, sheet.stock_now, at, by, sharers(sheet, kind))


def give_back(connection: Connection, actor: Actor, evening_id: int, at: datetime) -> list[dict[str, Any]]:
    """Put the Stocks of an evening that goes on back into their games; the caller holds its sheets.

    Gives what the log keeps of that. Raises `ConflictError` if another evening has taken one of them up.
    """
    moves = store.moves_of_evening(connection, actor.club_id, evening_id)
    back: list[dict[str, Any]] = []
    for sheet_id in dict.fromkeys(move.sheet_id for move in moves):
        closing = store.open_closing(move for move in moves if move.sheet_id == sheet_id)
        if closing is None:
            continue
        taken = store.taken_up_on(connection, closing.id)
        if taken is not None:
            raise ConflictError(
                "Den Stock hat schon der Abend vom %(date)s mitgenommen. Dieser Abend bleibt beendet.",
                date=taken,
            )
        store.add_return(connection, actor.club_id, closing, at, actor.name)
        back.append({"sheet": sheet_id, "what": MoveKind.RETURNED.value, "amount": closing.amount})
    return back


def kept_stocks(session: AnySession, actor: Actor) -> tuple[KeptStock, ...]:
    """List the Stocks that were kept for next time and that nobody has taken up, the latest first."""
    require(actor, Action.READ, actor.club)
    return store.kept_stocks(reading(session), actor.club_id)


def free_stocks(connection: Connection, actor: Actor, ids: Sequence[int]) -> list[KeptStock]:
    """Give those of the kept Stocks that can be taken up; nobody else can do so until the transaction ends."""
    return store.lock_kept(connection, actor.club_id, ids) if ids else []


def objections(wanted: Sequence[int], free: Sequence[KeptStock], rules: RuleSet | None) -> Iterator[Finding]:
    """Find why a new evening by these rules cannot begin with the Stocks that are wanted, at the field `stock`."""
    if len(free) < len(set(wanted)):
        yield Finding("stock.gone", "stock")
    elif wanted and rules is not None:
        if rules.stock_mode is StockMode.OFF:
            yield Finding("stock.no_rules", "stock")
        elif any(kept.unit is not rules.unit for kept in free):
            yield Finding("stock.other_unit", "stock")
        elif sum(kept.amount for kept in free) > LARGEST:
            yield Finding("amount.too_large", "stock", {"most": LARGEST})


def take_up(connection: Connection, actor: Actor, sheet_id: int, free: Sequence[KeptStock], at: datetime) -> None:
    """Let a new sheet begin with kept Stocks."""
    for kept in free:
        store.take_up(connection, actor.club_id, sheet_id, kept, at, actor.name)
