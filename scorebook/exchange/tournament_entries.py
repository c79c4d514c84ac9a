"""Entries of a tournament as JSON objects, one shape for each kind: how they are kept, and how they are sent about."""

import hashlib
import json
from collections.abc import Callable
from typing import Annotated, Any

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


TEXTS = ("reason", "text", "goods")
"""Where somebody may have written what he liked, names too; an entry holds the same without."""


def with_texts(text: str, change: Callable[[str], str]) -> str:
    """Change what somebody wrote himself in an entry that is kept; all else stays.

    >>> with_texts('{"kind":"left","player":7,"from_round":1,"reason":"Sepp holt ihn"}', str.upper)
    '{"kind":"left","player":7,"from_round":1,"reason":"SEPP HOLT IHN"}'
    """
    return json.dumps(_changed(json.loads(text), change), ensure_ascii=False, separators=(",", ":"))


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_changed(one, change) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _texts(one, change) if key in TEXTS and not isinstance(one, dict) else _changed(one, change)
        for key, one in value.items()
    }


def _texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_texts(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def entry_digest(text: str) -> str:
    """Give the SHA-256 of an entry that is kept, without what somebody wrote himself: names can be let go of there.

    >>> words = '{"kind":"left","player":7,"from_round":1,"reason":"%s"}'
    >>> entry_digest(words % "Sepp holt ihn") == entry_digest(words % "Ehemals 3 holt ihn")
    True
    """
    bare = json.loads(with_texts(text, lambda _text: ""))
    return hashlib.sha256(json.dumps(bare, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
