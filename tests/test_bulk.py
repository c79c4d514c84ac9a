"""Very many rows at once: what they name is there, and the database knows afterwards how many it has."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from scorebook.services import sampling
from scorebook.store.bulk import references_known
from scorebook.store.columns import metadata
from scorebook.store.db import db
from scorebook.store.tables import FIRST_CLUB, evening_rule_sets
from tests.book import Book

NOWHERE = {"club_id": FIRST_CLUB, "evening_id": 10_000, "position": 0, "rule_set_id": 10_000}
"""A row that names an evening and a rule set that are not there."""
ORDERS = (
    "CREATE ROLE guest",
    "GRANT SELECT, INSERT ON evening_rule_sets TO guest",
    "GRANT USAGE ON SEQUENCE evening_rule_sets_id_seq TO guest",
    "SET LOCAL ROLE guest",
)
"""What makes the rest of a transaction that of somebody who is no superuser."""
LEAST = 10
"""So many tables samples fill at least."""


def orphans(table: Table) -> list[str]:
    """Give the columns of a table that name rows which are not there."""
    found = []
    for key in table.foreign_keys:
        other = key.column.table.alias("other")
        there = select(other.c.id).where(other.c.id == key.parent).exists()
        if db.session.execute(select(table.c.id).where(key.parent.is_not(None), ~there).limit(1)).first():
            found.append(f"{table.name}.{key.parent.name}")
    return found


def test_all_that_samples_name_is_there(book: Book) -> None:
    """Nothing in a filled book refers to what is not in it, whether or not the database asked for each reference."""
    sampling.fill(db.session, book.actor, 300, seed=1)
    assert [name for table in metadata.sorted_tables for name in orphans(table)] == []


@pytest.mark.parametrize("named", ["people", "rule_set_ids"])
def test_samples_of_nobody_are_refused(book: Book, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    """People and rule sets that are not there are found out, also by a superuser, and nothing is written."""
    given = sampling._house

    def wrong(*asked: Any) -> Any:
        house = given(*asked)
        return replace(house, **{named: tuple(key + 10_000 for key in getattr(house, named))})

    monkeypatch.setattr(sampling, "_house", wrong)
    with pytest.raises(IntegrityError):
        sampling.fill(db.session, book.actor, 100, seed=1)
    assert book.count("evenings") == book.count("games") == 0


def add_nowhere(connection: Connection) -> None:
    """Add the row that names what is not there."""
    connection.execute(insert(evening_rule_sets), NOWHERE)


def test_references_are_asked_for_behind_the_block(book: Book) -> None:
    """What is not there is refused after such a block, in the same transaction."""
    with db.engine.connect() as connection:
        with references_known(connection):
            pass
        with pytest.raises(IntegrityError):
            add_nowhere(connection)
        connection.rollback()


@pytest.mark.postgres
def test_a_superuser_is_not_asked_in_the_block(postgres_app: Flask) -> None:
    """In the block nothing is asked of a superuser: that is what makes it quick."""
    with postgres_app.app_context(), db.engine.connect() as connection, references_known(connection):
        add_nowhere(connection)
        connection.rollback()


@pytest.mark.postgres
def test_others_are_asked_in_the_block(postgres_app: Flask) -> None:
    """Who is no superuser may not leave it out: for him the block changes nothing, and it is no error."""
    with postgres_app.app_context(), db.engine.connect() as connection:
        for order in ORDERS:
            connection.execute(text(order))
        with pytest.raises(IntegrityError), references_known(connection):
            add_nowhere(connection)
        connection.rollback()


@pytest.mark.postgres
def test_the_database_knows_its_rows_after_samples(postgres_app: Flask) -> None:
    """Plans go by what is there from the first page on: no filled table is taken for an empty one."""
    with postgres_app.app_context():
        book = Book(postgres_app)
        sampling.fill(db.session, book.actor, 300, seed=1)
        query = text("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r'")
        known = {row.relname: int(row.reltuples) for row in db.session.execute(query)}
        there = {
            table.name: db.session.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
        filled = {name: count for name, count in there.items() if count}
        assert len(filled) > LEAST
        assert {name: known[name] for name in filled} == filled
