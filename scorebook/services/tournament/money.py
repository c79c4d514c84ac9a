"""Money at the door of a tournament, as people type it."""

from scorebook.money import LARGEST, read_euros
from scorebook.rules import Finding
from scorebook.services.refusals import RefusedError


def fee_of(text: str, field: str) -> int:
    """Read what somebody paid, in cents; nothing typed is nothing paid. Raises `RefusedError` at the field.

    >>> fee_of("10", "paid"), fee_of("10,00", "paid"), fee_of(" ", "paid")
    (1000, 1000, 0)
    """
    if not text.strip():
        return 0
    try:
        cents = read_euros(text)
    except ValueError as error:
        raise RefusedError([Finding("fee.no_amount", field, {})]) from error
    if cents < 0:
        raise RefusedError([Finding("fee.below_zero", field, {})])
    if cents > LARGEST // 1000:
        raise RefusedError([Finding("amount.too_large", field, {})])
    return cents
