"""What spares the tests time is in place, and hides nothing from them."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from scorebook.exchange import attached
from scorebook.store.db import db
from scorebook.web import assets
from tests.quick import STATEMENTS, waiting_for_the_disk


def test_a_second_app_compiles_nothing_anew(make_app: Callable[..., Flask]) -> None:
    """Statements and addresses of one app are those of the next, which still answers from its own database."""
    first, second = make_app(), make_app()
    assert first.test_client().get("/leute").status_code == 200
    known = len(STATEMENTS)
    assert known > 0
    assert second.test_client().get("/leute").status_code == 200
    assert len(STATEMENTS) == known
    built = [app.url_map.bind("x").build("shell.static", {"version": "1", "filename": "a"}) for app in (first, second)]
    assert built[0] == built[1]


def test_what_python_compiled_is_kept() -> None:
    """Neither the tests nor the programs that they start compile all modules at each start."""
    assert not sys.dont_write_bytecode
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_what_stays_is_not_looked_through() -> None:
    """Garbage is looked for, but not among what was imported."""
    assert gc.isenabled()
    assert gc.get_freeze_count() > 100_000


def test_a_static_file_that_changed_is_read_anew(tmp_path: Path) -> None:
    """The same path with other content is another file."""
    file = tmp_path / "a.css"
    file.write_text("a {}")
    before = assets.Assets.read(tmp_path)
    file.write_text("b {}")
    os.utime(file, (1, 1))
    assert assets.Assets.read(tmp_path).version != before.version


def test_nobody_waits_for_the_disk_unless_asked(make_app: Callable[..., Flask]) -> None:
    """A commit returns at once; in a test that says so it waits, as in earnest."""

    def waits(app: Flask) -> int:
        with app.app_context(), db.engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

    with waiting_for_the_disk():
        assert waits(make_app()) == 2
    assert waits(make_app()) == 0


def test_the_reader_of_pdf_loads_nothing_of_the_program() -> None:
    """It is started for each PDF: what it imports comes from the standard library and pypdf."""
    assert "scorebook" not in attached.READER.read_text().partition('"""\n')[2]
