"""A server that is only rehearsed with: a process with a book of its own, which can be killed at any time."""

import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorebook.errors import ScorebookError
from scorebook.services.tournament.rehearsal_books import Order, Refusal

if TYPE_CHECKING:
    from flask import Flask

CreateApp = Callable[..., "Flask"]
"""What makes an app from a configuration; other processes have to find it by its name."""


def configuration(folder: Path) -> dict[str, Any]:
    """Give the settings of a book in this folder, whatever the environment's are."""
    return {"SCOREBOOK_INSTANCE": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'scorebook.sqlite'}"}


def prepare(create_app: CreateApp, folder: Path) -> None:
    """Make a new book in a folder."""
    from scorebook.cli.db import upgrade_to

    with create_app(configuration(folder)).app_context():
        upgrade_to("head")


class Server:
    """The process. It answers one order after the other; `kill` ends it in the middle of whatever it does."""

    def __init__(self, create_app: CreateApp, folder: Path) -> None:
        self._create_app, self._folder = create_app, folder
        self._here: Connection
        self._process: BaseProcess
        self._start()

    def __enter__(self) -> "Server":
        """Give the server, which runs."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End the process."""
        self._here.close()
        self._process.join()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._here, there = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(there, self._create_app, self._folder), daemon=True)
        self._process.start()
        there.close()
        self._here.recv()

    def call(self, order: Order) -> Any:
        """Have something done, and give what came of it, or the `Refusal`. Raises `EOFError` where the server broke."""
        self._here.send(order)
        return self._here.recv()

    def killed_at(self, order: Order, seconds: float) -> bool:
        """Have something begun, kill the process after so many seconds, and start another one.

        Tells whether it was killed before it could answer; what it did until then is unknown.
        """
        self._here.send(order)
        answered = self._here.poll(seconds)
        self._process.kill()
        self._process.join()
        self._here.close()
        self._start()
        return not answered


def serve(there: Connection, create_app: CreateApp, folder: Path) -> None:
    """Do what is ordered until nobody is left to order anything."""
    from scorebook.services.access import local_actor
    from scorebook.store.db import db

    with create_app(configuration(folder)).app_context():
        there.send(None)
        while (order := _order(there)) is not None:
            actor = replace(local_actor(db.session), name=order.by)
            try:
                answer = order.service(db.session, actor, *order.arguments, **order.keywords)
            except ScorebookError as error:
                answer = Refusal(type(error).__name__, error.message, tuple(getattr(error, "findings", ())))
            db.session.rollback()
            there.send(answer)


def _order(there: Connection) -> Order | None:
    try:
        order: Order = there.recv()
    except EOFError:
        return None
    return order
