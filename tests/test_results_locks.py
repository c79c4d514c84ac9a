"""Results of one evening that are changed by several at once: nobody waits for another in a ring."""

from threading import Thread

import pytest
from flask import Flask
from sqlalchemy import Connection, text

from scorebook.league.results import Measure, Tally
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.store.results import add_tallies, lock_results
from tests.book import Book

FIVE = ("Sepp", "Vroni", "Xaver", "Zenzi", "Wastl")
BY_OTHERS = {"contract": "sauspiel", "declarer": 1, "partner": 3, "augen": 74, "dealer": 0, "sitting_out": [0]}


def is_waiting(connection: Connection) -> bool:
    """Tell whether a transaction waits for another one's lock."""
    return connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar_one() > 0


@pytest.mark.postgres
def test_a_correction_and_a_recording_never_wait_in_a_ring(postgres_app: Flask) -> None:
    """Who corrects takes the rows of all at the sheet in their order, also of one who has none yet, as who records.

    The first of the five sat out, the second played. Both then play at another table, and one corrects here meanwhile.
    """
    with postgres_app.app_context():
        book = Book(postgres_app)
        started = book.start(FIVE)
        book.record(started.sheet_id, BY_OTHERS)
        first, second = (seat.person for seat in book.evening(started.evening_id).sheets[0].seats[:2])
        key, engine = started.evening_id, db.engine

        def record() -> None:
            with engine.begin() as other:
                add_tallies(other, 1, key, Measure.CENT, [(second, Tally()), (first, Tally())])

        with engine.connect() as watching, engine.connect() as correcting:
            lock_results(correcting, started.sheet_id)
            thread = Thread(target=record)
            thread.start()
            while not is_waiting(watching):
                watching.rollback()
            add_tallies(correcting, 1, key, Measure.CENT, [(first, Tally())])
            correcting.commit()
            thread.join()
        assert verify_book(db.session).games == 1
