"""What an evening's Striche, heads or points cost: it changes no game, and so may change itself."""

from typing import Any

from sqlalchemy import Connection, update

from scorebook.ledger.price import Price, PricePer
from scorebook.store.tables import evenings


def keep_price(connection: Connection, club_id: int, evening_id: int, price: Price) -> None:
    """Keep a price with an evening of the club, instead of the one before."""
    here = (evenings.c.club_id == club_id) & (evenings.c.id == evening_id)
    connection.execute(update(evenings).where(here).values(price_columns(price)))


def price_columns(price: Price | None) -> dict[str, Any]:
    """Give the columns of an evening that hold its price."""
    return {"price": price and price.cents, "price_per": price and price.per.value}


def price_of(row: Any) -> Price | None:
    """Make the price of a row of evenings; None where nobody agreed on one."""
    return None if row.price is None else Price(row.price, PricePer(row.price_per))
