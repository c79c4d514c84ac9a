"""Files that were made to hurt: each is refused in words, in little time and memory, and nothing of it is written."""

import gc
import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorebook.exchange import ShapeError, evening_json, load_json
from scorebook.exchange import strict as exchange
from scorebook.exchange.clubs import Batch, batch_json, parse_batch, read_archive, read_clubs
from scorebook.rules import Contract, preset
from scorebook.rules.cards import Suit
from tests import evenings
from tests.actions import Page
from tests.bent import BOMBS, MADE_TO_HURT, twice_at_the_end
from tests.import_files import as_json, as_zip, send

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""The client leaves the file open that it keeps a large request in."""

PARTNERSPIEL = {"contract": Contract.PARTNERSPIEL, "suit": Suit.GRAS, "declarer": 0, "partner": 2, "augen": 90}


@pytest.fixture(autouse=True)
def cleaned() -> Iterator[None]:
    """Let no later test find such a file."""
    yield
    gc.collect()


@pytest.mark.parametrize("number", range(len(MADE_TO_HURT)))
def test_what_was_made_to_hurt_is_refused(client: FlaskClient, number: int) -> None:
    """Bombs, deep nesting, damaged packing, too much of everything: the form says so at the file."""
    page = Page(send(client, MADE_TO_HURT[number](), "datei"))
    assert page.status in (413, 422)
    assert page.errors("file")


@pytest.mark.parametrize("number", range(len(BOMBS)))
def test_a_pdf_that_was_made_to_hurt_is_refused(client: FlaskClient, number: int) -> None:
    """A process of its own gives up on it."""
    page = Page(send(client, BOMBS[number](), "datei.pdf"))
    assert page.status in (413, 422)
    assert page.errors("file")


class Key(str):
    """A key that counts how often it is compared with others."""

    compared = 0

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Key.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_the_key_that_stands_twice_is_found_in_one_go() -> None:
    """Among many keys it takes no comparison of each with all others."""
    pairs = [(Key(f"k{number}"), 1) for number in range(2000)]
    Key.compared = 0
    with pytest.raises(ShapeError) as caught:
        exchange._object([*pairs, (Key("k1999"), 2)])
    assert [(found.code, found.field) for found in caught.value.findings] == [("key.twice", "k1999")]
    assert Key.compared < 100
    with pytest.raises(ShapeError):
        load_json(twice_at_the_end(2000))


def test_the_first_thousand_faults_are_told() -> None:
    """A file that is wrong everywhere is told so, not all of it."""
    wrong = {"format": "scorebook/1", "people": [{"id": "x"}] * 1500}
    with pytest.raises(ShapeError) as caught:
        parse_batch(wrong)
    assert len(caught.value.findings) == exchange.MOST_FINDINGS


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_only_what_zip_files_are_packed_with_is_unpacked(method: int) -> None:
    """Other ways take the memory that the file asks for, and have faults of their own."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("club.json", json.dumps(batch_json(Batch((evenings.another(1),)))))
    with pytest.raises(ShapeError) as caught:
        read_archive(file.getvalue())
    assert [found.code for found in caught.value.findings] == ["archive.broken"]


def test_clubs_are_unpacked_up_to_a_limit_in_all() -> None:
    """Several clubs share what may be unpacked: many files of which each is small enough are too large together."""
    club = as_zip({"club.json": {**batch_json(Batch((evenings.another(1),)), "Lamm")}})
    together = as_zip({f"{number}.zip": club for number in range(1, 4)})
    with pytest.raises(ShapeError) as caught:
        read_clubs(together, 2 * len(club))
    assert [found.code for found in caught.value.findings] == ["archive.too_large"]


def in_points(evening: Any) -> dict[str, Any]:
    """Write an evening whose Striche are points, which no club can make."""
    data = evening_json(evening)
    data["rule_sets"][0]["unit"] = "point"
    return data


def test_striche_are_no_points(client: FlaskClient) -> None:
    """An evening by rules that no club could keep is refused, alone and among several: its sums would not be zero."""
    evening = evenings.evening(2, rules=preset("deutscher_striche"), plays=(PARTNERSPIEL,))
    assert send(client, as_json(evening)).status_code == 303
    for data in (in_points(evening), {**batch_json(Batch((evening,))), "evenings": {"1": in_points(evening)}}):
        page = Page(send(client, json.dumps(data).encode()))
        assert page.status == 422
        assert "Striche zählt man in Strichen" in page.errors("file")
