"""What thousands of tests would each do anew is done once: `tests.conftest` puts this in place before anything else."""

import gc
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine, event
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from scorebook.services import secret
from scorebook.web import assets

ROOM = 5000
"""How many statements are kept compiled; the tests have about half as many."""


def be_quick() -> None:
    """Spare the tests what none of them is about."""
    keep_bytecode()
    hash_quickly()
    Rule.compile = _compiled_once  # type: ignore[method-assign]
    assets._asset = _packed_once
    Flask.jinja_options = Flask.jinja_options | {"bytecode_cache": Templates()}
    event.listen(Engine, "connect", _never_wait)


def keep_bytecode() -> None:
    """Keep what Python compiles, whatever the environment says: else each worker and program would do so again."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def hash_quickly() -> None:
    """Hash passwords and codes as quickly as it goes; `test_secret` holds against what runs in earnest."""
    secret._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@contextmanager
def all_of_it_stays() -> Iterator[None]:
    """Look for no garbage while tests are imported and collected, later but seldom, and never among these."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


# --- The disk: what survives a loss of power is no matter of tests that last as long as one does ---


def _never_wait(connection: Any, _record: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous=OFF").close()


@contextmanager
def waiting_for_the_disk() -> Iterator[None]:
    """Open databases as in earnest."""
    event.remove(Engine, "connect", _never_wait)
    try:
        yield
    finally:
        event.listen(Engine, "connect", _never_wait)


# --- Kept from app to app ---


class Statements(LRUCache[Any, Any]):
    """Compiled statements, for all databases of one kind: each engine, and so each app, would compile its own."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Find one by the name of its dialect in place of the dialect of an engine."""
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__((key[0].name, *key[1:]), value)


STATEMENTS = Statements(ROOM)


class Templates(BytecodeCache):
    """Compiled templates, in memory."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in what is known."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember what was compiled."""
        self._codes[bucket.key, bucket.checksum] = bucket.code


_pack = cache(lambda path, _changed: _packs(path))
_packs = assets._asset


def _packed_once(path: Path) -> assets.Asset:
    """Read a static file, unless it is as it was."""
    found: assets.Asset = _pack(path, path.stat().st_mtime_ns)
    return found


_compile = Rule.compile
_rules: dict[tuple[object, ...], dict[str, Any]] = {}
PARTS = ("_parts", "_trace", "_converters", "arguments")


def _compiled_once(self: Rule) -> None:
    """Compile the rule of an address, and the functions that build it."""
    known = (self.rule, self.host, self.subdomain, repr(self.defaults), self.merge_slashes, self.map.host_matching)
    if known not in _rules:
        _compile(self)
        _rules[known] = {name: getattr(self, name) for name in PARTS}
        _rules[known] |= {name: getattr(self, name).__func__ for name in ("_build", "_build_unknown")}
        return
    for name, value in _rules[known].items():
        setattr(self, name, value.__get__(self) if name.startswith("_build") else value)
