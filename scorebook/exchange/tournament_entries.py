"""Entries of a tournament as JSON objects, one shape for each kind: how they are kept, and how they are sent about."""

from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from scorebook.errors import ScorebookError
from scorebook.league.tournament.entries import Entry

_ADAPTER: TypeAdapter[Entry] = TypeAdapter(
    Annotated[Entry, Field(discriminator="kind")], config=ConfigDict(strict=True, extra="forbid")
)


class EntryError(ScorebookError):
    """A text that is no entry of a tournament."""


def entry_json(entry: Entry) -> str:
    """Write an entry; `parse_entry` reads the same again.

    >>> from scorebook.league.tournament.entries import Left
    >>> entry_json(Left(7, 2))
    '{"player":7,"from_round":2,"reason":"","kind":"left"}'
    """
    return _ADAPTER.dump_json(entry).decode()


def parse_entry(text: str) -> Entry:
    """Read an entry. Raises `EntryError` for a text that is none.

    >>> parse_entry('{"kind": "admitted", "player": 7}')
    Admitted(player=7, kind='admitted')
    """
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise EntryError("Ein Eintrag des Turniers ist beschädigt.") from error
