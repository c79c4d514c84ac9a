"""People who are one in seasons: standings add up, closed ones stay, guests have no rank, namesakes are told apart."""

from datetime import UTC, datetime, timedelta

import pytest

from scorebook.league.counting import Unranked
from scorebook.league.scheme import Kind, Scheme
from scorebook.services import RefusedError, merging, people, schemes, season_evenings, seasons, standings
from scorebook.services.people import Known
from scorebook.services.seasons import NewSeason
from scorebook.services.standings import Wish
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.book import LOST_SOLO, SAUSPIEL, Book, codes

NOW = datetime.now(UTC)
Row = tuple[int | None, int, int]


def season(book: Book) -> int:
    """Make a season of two evenings that ended, with one person under two names: Sepp (1) and Seppl (5)."""
    made = seasons.make(db.session, book.actor, NewSeason("2026"))
    evenings = []
    for names in (("Sepp", "Vroni", "Xaver", "Zenzi"), ("Seppl", "Vroni", "Hias", "Resi")):
        begun = book.start(names, now=NOW - timedelta(days=9))
        book.record(begun.sheet_id, LOST_SOLO)
        book.record(begun.sheet_id, SAUSPIEL)
        book.end(begun.evening_id)
        evenings.append(begun.evening_id)
    season_evenings.put_in(db.session, book.actor, made, evenings)
    return made


def rolled_up(book: Book, season_id: int) -> dict[str, Row]:
    """Give rank, score and evenings by name, as the pages of the season have them."""
    page = standings.standings_page(db.session, book.actor, season_id, Wish())
    return {one.name: row_of(one) for one in page.placed}


def counted(book: Book, season_id: int, scheme: Scheme) -> dict[str, Row]:
    """Give the same, worked out from all results by a scheme of one's own."""
    _season, placed = standings.whole(db.session, book.actor, season_id, Wish(), scheme)
    return {one.name: row_of(one) for one in placed}


def row_of(one: standings.Placed) -> Row:
    """Give rank, score and evenings of one."""
    return one.row.rank, one.row.standing.score, one.row.standing.evenings


def test_standings_are_those_of_one(book: Book) -> None:
    """Merged, results of both count for one, by the roll-up as by any scheme; parted, all is as it was."""
    made = season(book)
    before = rolled_up(book, made)
    assert {name: row[1:] for name, row in before.items() if "Sepp" in name} == {"Sepp": (70, 1), "Seppl": (70, 1)}
    merging.merge(db.session, book.actor, 5, 1)
    together = rolled_up(book, made)
    assert together["Sepp"] == (1, 140, 2)
    assert "Seppl" not in together
    assert counted(book, made, Scheme()) == together
    assert counted(book, made, Scheme(best=1))["Sepp"][1] == 70
    assert counted(book, made, Scheme(Kind.PER_GAME))["Sepp"][1:] == (35_000, 2)
    page = standings.standings_page(db.session, book.actor, made, Wish())
    (sepp,) = [one for one in page.placed if one.name == "Sepp"]
    assert [result.person for result in sepp.results] == [1, 1]
    book.reopen(2)
    book.record(2, SAUSPIEL)
    book.end(2)
    assert rolled_up(book, made)["Sepp"] == (1, 160, 2), "what comes in later counts for him"
    verify_book(db.session)
    merging.unmerge(db.session, book.actor, 5)
    parted = rolled_up(book, made)
    assert (parted["Sepp"][1:], parted["Seppl"][1:]) == ((70, 1), (90, 1))


def test_a_closed_season_stays(book: Book) -> None:
    """Two who both have results in it are neither merged nor parted; where one has, only his name is another."""
    made = season(book)
    other = people.add(db.session, book.actor, Known("Josef"))
    seasons.close(db.session, book.actor, made)
    with pytest.raises(RefusedError) as error:
        merging.merge(db.session, book.actor, 5, 1)
    assert codes(error) == [("merge.closed", "other")]
    before = rolled_up(book, made)
    merging.merge(db.session, book.actor, 1, other)
    assert rolled_up(book, made)["Josef"] == before["Sepp"]
    merging.unmerge(db.session, book.actor, 1)
    assert rolled_up(book, made) == before
    seasons.reopen(db.session, book.actor, made, "doch noch")
    merging.merge(db.session, book.actor, 5, 1)
    seasons.close(db.session, book.actor, made)
    with pytest.raises(RefusedError) as error:
        merging.unmerge(db.session, book.actor, 5)
    assert codes(error) == [("unmerge.closed", "other")]


def test_a_guest_has_no_rank_until_he_is_none(book: Book) -> None:
    """Said later too: open seasons follow at once, by the roll-up as by any scheme."""
    made = season(book)
    before = rolled_up(book, made)
    people.change(db.session, book.actor, 1, Known("Sepp", guest=True))
    for found in (rolled_up(book, made), counted(book, made, Scheme())):
        assert found["Sepp"][0] is None
    page = standings.standings_page(db.session, book.actor, made, Wish())
    (sepp,) = [one for one in page.placed if one.name == "Sepp"]
    assert sepp.row.standing.unranked is Unranked.GUEST
    people.change(db.session, book.actor, 1, Known("Sepp"))
    assert rolled_up(book, made) == before


def test_a_substitute_stays_one_when_he_is_merged(book: Book) -> None:
    """Who plays without a rank under one of his names does so under the one that is left, and can be taken in again."""
    made = season(book)
    schemes.set_substitute(db.session, book.actor, made, 5, is_one=True)
    merging.merge(db.session, book.actor, 5, 1)
    assert rolled_up(book, made)["Sepp"][0] is None
    assert counted(book, made, Scheme())["Sepp"][0] is None
    assert schemes.substitutes(db.session, book.actor, made).all == {1: "Sepp"}
    schemes.set_substitute(db.session, book.actor, made, 1, is_one=False)
    assert rolled_up(book, made)["Sepp"][0] == 1


def test_namesakes_stand_there_with_their_numbers(book: Book) -> None:
    """Two of one name are told apart in every table of the season."""
    made = season(book)
    people.change(db.session, book.actor, 5, Known("SEPP", namesake=True))
    for found in (rolled_up(book, made), counted(book, made, Scheme())):
        assert {"Sepp (1)", "SEPP (5)"} <= set(found)


def test_a_closed_season_keeps_its_guests(book: Book) -> None:
    """Who becomes a guest, or ceases to be one, after it was closed stands in it as he did; also when he is merged."""
    made = season(book)
    people.change(db.session, book.actor, 2, Known("Vroni", guest=True))
    before = rolled_up(book, made)
    seasons.close(db.session, book.actor, made)
    people.change(db.session, book.actor, 2, Known("Vroni"))
    people.change(db.session, book.actor, 1, Known("Sepp", guest=True))
    other = people.add(db.session, book.actor, Known("Josef", guest=True))
    for gone, kept, name in ((1, other, "Sepp"), (2, other, "Vroni")):
        assert rolled_up(book, made) == before
        assert {key: row[0] is None for key, row in counted(book, made, Scheme()).items()} == {
            key: row[0] is None for key, row in before.items()
        }
        verify_book(db.session)
        merging.merge(db.session, book.actor, gone, kept)
        assert rolled_up(book, made)["Josef"] == before[name]
        verify_book(db.session)
        merging.unmerge(db.session, book.actor, gone)
