"""What is due at an evening besides its games, in the export format. FORMAT.md 6 has no place for it.

`levies` are written only where there are some, so that every other file is exactly what the format says.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Number, Time, time_text
from scorebook.ledger.evening import Evening
from scorebook.ledger.levy import OF_ONE, Levy, LevyKind
from scorebook.rules import Finding

Reason = Annotated[str, Field(max_length=500)]


class LevyModel(BaseModel):
    """So much a head, a share of what is won, a fine, or what somebody laid out; cents, of a share percent."""

    model_config = STRICT

    kind: Literal["start", "share", "fine", "advance"]
    amount: Annotated[int, Field(ge=1, le=10**9)]
    person: Number | None = None
    people: list[Number] = []
    text: Reason = ""
    at: Time
    by: Annotated[str, Field(max_length=200)] = ""


def levies_json(evening: Evening) -> dict[str, Any]:
    """Write the levies of an evening; nothing where there are none."""
    return {"levies": [_levy_json(levy) for levy in evening.levies]} if evening.levies else {}


def _levy_json(levy: Levy) -> dict[str, Any]:
    person = {} if levy.person is None else {"person": levy.person}
    people = {"people": list(levy.people)} if levy.people else {}
    shared = {"kind": levy.kind.value, "amount": levy.amount, **person, **people}
    return {**shared, "text": levy.text, "at": time_text(levy.at), "by": levy.by}


def read_levies(models: Iterable[LevyModel]) -> tuple[Levy, ...]:
    """Make the values; who does not say by whom says "", for the reader to fill in."""
    return tuple(
        Levy(LevyKind(one.kind), one.amount, one.person, tuple(one.people), one.text, one.at, one.by) for one in models
    )


def wrong_levies(models: Sequence[LevyModel], people: Sequence[int]) -> Iterator[Finding]:
    """Find levies of strangers, fines of nobody, and shares of more than all."""
    for i, one in enumerate(models):
        for party in filter(None, (one.person, *one.people)):
            if party not in people:
                yield Finding("person.unknown", f"levies.{i}", {"id": party})
        if (one.kind in map(str, OF_ONE)) != (one.person is not None):
            yield Finding("levy.person", f"levies.{i}.person", {})
        if one.kind == "share" and one.amount > 100:
            yield Finding("levy.percent", f"levies.{i}.amount", {})
