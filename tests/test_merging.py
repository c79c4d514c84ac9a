"""Two people who are one: put together and parted; sums, names, refusals, and what goes on meanwhile."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import select, text

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.league.results import Measure
from scorebook.rules import Finding
from scorebook.services import (
    RefusedError,
    cash_accounts,
    merging,
    naming,
    open_evenings,
    people,
    privacy,
    stand,
    stats,
)
from scorebook.services.access import Actor, Role
from scorebook.services.cash_accounts import NewCharge
from scorebook.services.exporting import export_evening
from scorebook.services.importing import import_evening
from scorebook.services.people import Known
from scorebook.services.privacy import Farewell
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store import review
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.store.log import Wanted, newest_rows
from scorebook.store.review import Span
from scorebook.store.stats_reading import Behind
from scorebook.wording import message
from scorebook.wording.proof import proof
from tests.book import LOST_SOLO, SAUSPIEL, Book, codes

NOW = datetime.now(UTC)


def everything(but: tuple[str, ...] = ("log",)) -> list[str]:
    """Give all rows of the database, without those of some tables."""
    db.session.rollback()
    tables = (table for table in metadata.sorted_tables if table.name not in but)
    return sorted(f"{table.name} {row}" for table in tables for row in reading(db.session).execute(select(table)))


def two(book: Book) -> tuple[int, int]:
    """Let one person play under two names, at evenings of his own each; give both ids. Both evenings have ended."""
    for names in (("Sepp", "Vroni", "Xaver", "Zenzi"), ("Seppl", "Vroni", "Hias", "Resi")):
        begun = book.start(names, now=NOW - timedelta(days=9))
        book.record(begun.sheet_id, LOST_SOLO)
        book.record(begun.sheet_id, SAUSPIEL)
        book.end(begun.evening_id)
    return (*book.ids(1, "Sepp"), *book.ids(2, "Seppl"))


def merged(book: Book, gone: int, kept: int) -> None:
    """Put two together."""
    merging.merge(db.session, book.actor, gone, kept)


def refused(book: Book, gone: int, kept: int) -> Finding:
    """Give why two cannot be put together; nothing is written."""
    before = everything(())
    with pytest.raises(RefusedError) as error:
        merging.merge(db.session, book.actor, gone, kept)
    assert everything(()) == before
    return error.value.findings[0]


def test_one_name_stands_wherever_two_stood(book: Book) -> None:
    """Evenings, lists, suggestions and the list of people know one; the other's name finds him."""
    sepp, seppl = two(book)
    merged(book, seppl, sepp)
    assert book.evening(2).name_of(seppl) == "Sepp"
    assert [one.name for one in people.list_people(db.session, book.actor).people if "epp" in one.name] == ["Sepp"]
    (row,) = people.list_people(db.session, book.actor, "seppl").people
    assert (row.name, row.evenings, row.others) == ("Sepp", 2, ("Seppl",))
    assert "Seppl" not in {one.text for one in naming.suggestions(db.session, book.actor)}
    again = book.start((" SEPPL ", "Vroni", "Xaver", "Zenzi"))
    assert book.ids(again.sheet_id, "Sepp") == (sepp,)
    verify_book(db.session)
    assert verify_log(db.session)


def test_sums_come_together_and_part_again(book: Book) -> None:
    """The club's account and what is open over evenings are those of both; undone, everything is as it was."""
    sepp, seppl = two(book)
    for person, kind in ((sepp, "credit"), (seppl, "fine")):
        charge = NewCharge(person, kind, "5,00" if person == sepp else "2,00", "Runde")
        cash_accounts.charge(db.session, book.actor, uuid4(), charge)
    before = everything()
    accounts = {one.person_id: one.open for one in open_evenings.open_people(db.session, book.actor)}
    preview = merging.preview(db.session, book.actor, seppl, sepp)
    assert (preview.evenings, preview.balance, preview.obstacles) == (2, 300, ())
    assert preview.sums == {Measure.CENT: sum(side.sums[Measure.CENT] for side in preview.sides)}
    assert preview.open == accounts[sepp] + accounts[seppl]
    merged(book, seppl, sepp)
    items = cash_accounts.open_items(db.session, book.actor)
    assert [(one.person_id, one.balance) for one in items.credit] == [(sepp, 300)]
    for key in (sepp, seppl):
        statement = cash_accounts.statement(db.session, book.actor, key)
        assert (statement.person_id, statement.name, statement.balance, len(statement.moves)) == (sepp, "Sepp", 300, 2)
    together = {one.person_id: one.open for one in open_evenings.open_people(db.session, book.actor)}
    assert together[sepp] == accounts[sepp] + accounts[seppl]
    assert seppl not in together
    verify_book(db.session)
    assert merging.unmerge(db.session, book.actor, seppl) == sepp
    assert everything() == before
    assert {one.person_id: one.open for one in open_evenings.open_people(db.session, book.actor)} == accounts


def test_merges_of_merged_people_are_undone_in_any_order(book: Book) -> None:
    """Whoever was merged with one that is merged stands with him; each merge goes by itself."""
    sepp, seppl = two(book)
    third = people.add(db.session, book.actor, Known("Josef"))
    before = everything()
    merged(book, seppl, sepp)
    middle = everything()
    merged(book, sepp, third)
    assert [book.evening(key).called[one] for key, one in ((1, sepp), (2, seppl))] == ["Josef", "Josef"]
    merging.unmerge(db.session, book.actor, sepp)
    assert everything() == middle
    merged(book, sepp, third)
    merging.unmerge(db.session, book.actor, seppl)
    assert book.evening(2).name_of(seppl) == "Seppl"
    assert book.evening(1).name_of(sepp) == "Josef"
    merging.unmerge(db.session, book.actor, sepp)
    assert everything() == before
    verify_book(db.session)


def test_two_at_one_evening_are_two(book: Book) -> None:
    """Who sat at an evening with the other cannot be he; who came by mistake and left at once did not sit there."""
    sheet = book.start(now=NOW - timedelta(days=2)).sheet_id
    sepp, vroni = book.ids(sheet, "Sepp", "Vroni")
    found = refused(book, vroni, sepp)
    assert (found.code, found.field) == ("merge.together", "other")
    assert "kann dort nicht zwei sein" in message(found)
    book.come(sheet, "Hiasl", "Sepp")
    (hiasl,) = book.ids(sheet, "Hiasl")
    book.leave(sheet, "Hiasl")
    other = people.add(db.session, book.actor, Known("Hias"))
    book.record(sheet, SAUSPIEL)
    merged(book, hiasl, sepp)
    verify_book(db.session)
    assert refused(book, other, other).code == "merge.self"


def test_who_is_merged_is_merged_once(book: Book) -> None:
    """Neither side can be somebody who stands for nobody, and what is not merged cannot be parted."""
    sepp, seppl = two(book)
    third = people.add(db.session, book.actor, Known("Josef"))
    merged(book, seppl, sepp)
    for pair in ((seppl, third), (third, seppl)):
        found = refused(book, *pair)
        assert found.code == "merge.merged"
        assert message(found) == "Seppl ist schon mit Sepp zusammengelegt."
    with pytest.raises(RefusedError) as error:
        merging.unmerge(db.session, book.actor, sepp)
    assert codes(error) == [("unmerge.not_merged", "other")]


def test_a_namesake_at_the_evening_stands_against_it(book: Book) -> None:
    """A name that stands for somebody else at one of the evenings would stand there for two."""
    _sepp, seppl = two(book)
    other = people.add(db.session, book.actor, Known("Vroni", namesake=True))
    assert refused(book, seppl, other).code == "merge.namesake"


def test_the_evening_goes_on_while_he_is_merged(book: Book) -> None:
    """Who sits there records on, is not seated a second time under his other name, and after the undo has it all."""
    sepp, _seppl = two(book)
    sheet = book.start(("Seppl", "Vroni", "Xaver", "Zenzi")).sheet_id
    (playing,) = book.ids(sheet, "Seppl")
    book.record(sheet, SAUSPIEL)
    seen, version = book.sheet(sheet).sitting, stand.sheet_stand(db.session, book.actor, sheet).version
    merged(book, playing, sepp)
    assert stand.sheet_stand(db.session, book.actor, sheet).version != version, "open tablets look again"
    book.record(sheet, SAUSPIEL, seated=seen, after_number=1)
    for name in ("Sepp", "Seppl"):
        with pytest.raises(RefusedError) as error:
            book.come(sheet, name, "Vroni")
        assert codes(error) == [("name.twice", "name")]
    with pytest.raises(RefusedError) as error:
        book.open_table(3, "Seppl", "Anna", "Bene", "Jule")
    assert codes(error) == [("name.elsewhere", "names.0")]
    total = book.evening(3).totals()[playing]
    verify_book(db.session)
    merging.unmerge(db.session, book.actor, playing)
    book.record(sheet, SAUSPIEL, seated=seen)
    assert book.evening(3).name_of(playing) == "Seppl"
    assert book.evening(3).totals()[playing] == total * 3 // 2
    assert book.balances(sheet)[playing] == total * 3 // 2
    verify_book(db.session)


def test_while_others_record_people_are_merged(book: Book) -> None:
    """Recording, beginning and merging at the same moment wait in no ring, and nothing is lost."""
    sepp, seppl = two(book)
    sheet = book.start(("Seppl", "Vroni", "Xaver", "Zenzi")).sheet_id
    done = book.at_once(
        lambda: merged(book, seppl, sepp),
        lambda: book.record(sheet, SAUSPIEL),
        lambda: book.start(("Sepp", "Anna", "Bene", "Jule")),
        lambda: book.end(3),
        lambda: merged(book, seppl, sepp),
    )
    failed = [one for one in done if isinstance(one, Exception)]
    assert all(isinstance(one, RefusedError) or "beendet" in str(one) for one in failed), failed
    assert book.evening(3).name_of(seppl) == "Sepp"
    verify_book(db.session)


def test_nobody_reaches_people_of_other_clubs(book: Book) -> None:
    """Of another club nobody is there; and who may not see the people cannot merge them."""
    sepp, seppl = two(book)
    stranger = book.stranger()
    for pair in ((sepp, seppl), (99, sepp), (sepp, 2**40), (0, -1)):
        for reach in (merging.merge, merging.preview):
            with pytest.raises(NotFoundError):
                reach(db.session, stranger, *pair)
    with pytest.raises(NotFoundError):
        merging.unmerge(db.session, stranger, sepp)
    for role in (Role.DIRECTOR, Role.SCORER, Role.PLAYER, Role.VIEWER):
        with pytest.raises(ForbiddenError):
            merging.merge(db.session, Actor("x", 1, frozenset({role}), account_id=1), sepp, seppl)


def test_the_log_has_both(book: Book) -> None:
    """Who was merged with whom stands there by ids, and that it was undone."""
    sepp, seppl = two(book)
    merged(book, seppl, sepp)
    merging.unmerge(db.session, book.actor, seppl)
    parted, put_together = newest_rows(reading(db.session), 1, 2, Wanted())
    assert (put_together.action, put_together.subject, put_together.new) == (
        "people.merged",
        f"person:{seppl}",
        f'{{"person":{sepp}}}',
    )
    assert (parted.action, parted.subject, parted.old) == ("people.parted", f"person:{seppl}", f'{{"person":{sepp}}}')


def test_likely_ones_are_named_but_never_merged(book: Book) -> None:
    """Other spellings are proposed; who sat at one table with the other is not."""
    book.start(("Jörg", "Sepp", "Vroni", "Vronni"))
    book.start(("Joerg", "Seppl", "Anna", "Bene"))
    names = {one.id: one.name for one in people.list_people(db.session, book.actor).people}
    found = {frozenset({names[one], names[other]}) for one, other in merging.likely(db.session, book.actor)}
    assert found == {frozenset({"Jörg", "Joerg"}), frozenset({"Sepp", "Seppl"})}
    (seppl,) = book.ids(2, "Seppl")
    assert len(merging.likely(db.session, book.actor, seppl)) == 1
    assert book.count("people WHERE merged_into IS NOT NULL") == 0


def test_a_file_of_before_is_the_evening_of_now(book: Book) -> None:
    """An evening that was exported before a merge is still the same, and the names of others are found in new files."""
    sepp, seppl = two(book)
    file = export_evening(db.session, book.actor, 2)
    merged(book, seppl, sepp)
    assert import_evening(db.session, book.actor, file).repeated
    assert import_evening(db.session, book.actor, export_evening(db.session, book.actor, 2)).repeated


def test_his_data_are_those_of_both(book: Book) -> None:
    """Handed out, evenings, games and bookings of both names are there; let go, both names are gone from everywhere."""
    sepp, seppl = two(book)
    merged(book, seppl, sepp)
    people.change(db.session, book.actor, sepp, Known("Sepp", nickname="Bomber"))
    data = privacy.export_person(db.session, book.actor, sepp)
    assert (len(data["evenings"]), len(data["games"]), data["other_names"]) == (2, 4, ["Seppl"])
    assert {one["evening"] for one in data["results"]} == {one["id"] for one in data["evenings"]}
    privacy.anonymise(db.session, book.actor, sepp, Farewell("Sepp"))
    left = "\n".join(everything(())).lower()
    assert "sepp" not in left
    assert "bomber" not in left
    merging.unmerge(db.session, book.actor, seppl)
    assert book.evening(2).name_of(seppl) == f"Ehemals {seppl}"
    verify_book(db.session)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("UPDATE people SET merged_into = 3 WHERE id = 5", "steht jemand anders"),
        ("UPDATE people SET merged_into = 1, merged_with = 1 WHERE id = 2", "sitzt sie zweimal"),
        ("UPDATE people SET merged_into = 5, merged_with = 5 WHERE id = 6", "niemand"),
    ],
)
def test_what_is_wrong_is_found(book: Book, wrong: str, said: str) -> None:
    """`verify book` says where somebody does not stand where the merges say, or is two at an evening."""
    sepp, seppl = two(book)
    merged(book, seppl, sepp)
    assert (sepp, seppl) == (1, 5)
    with transaction(db.session) as connection:
        connection.execute(text(wrong))
    with pytest.raises(DifferenceError, match=said):
        verify_book(db.session)


def test_days_of_a_namesake_tell_who_is_meant(book: Book) -> None:
    """Two of one name are never taken for each other: who types it is asked for the number, which then is enough."""
    book.start(("Sepp", "Vroni", "Xaver", "Zenzi"), date=date(2026, 3, 12), now=NOW - timedelta(days=9))
    other = people.add(db.session, book.actor, Known("sepp", namesake=True))
    with pytest.raises(RefusedError) as error:
        book.start(("SEPP", "Anna", "Bene", "Jule"))
    (found,) = error.value.findings
    assert (found.code, found.field) == ("name.several", "names.0")
    assert message(found).endswith(f"Sepp (1), zuletzt am 12.03.2026; sepp ({other}), noch nie da.")
    sheet = book.start((f"Sepp ({other})", "Anna", "Bene", "Jule")).sheet_id
    assert book.ids(sheet, "sepp") == (other,)
    told = {one.text: one.last for one in naming.suggestions(db.session, book.actor) if one.namesake}
    assert told["Sepp (1)"] == date(2026, 3, 12)


def test_a_paper_from_before_a_merge_still_holds(book: Book) -> None:
    """Its code is found under the names of then, and who is meant is said; a later game makes it old, not wrong."""
    sepp, seppl = two(book)
    third = people.add(db.session, book.actor, Known("Josef"))
    codes_then = [book.evening(2).check_code()]
    for gone, kept in ((seppl, sepp), (sepp, third)):
        merged(book, gone, kept)
        codes_then.append(book.evening(2).check_code())
    assert len(set(codes_then)) == 3
    for code, name in zip(codes_then, ("Seppl", "Sepp", "Josef"), strict=True):
        found = proof(book.evening(2), code)
        assert found is not None
        assert found.holds
        assert found.renamed == (() if name == "Josef" else ((name, "Josef"),))
    book.reopen(2)
    book.record(2, SAUSPIEL)
    found = proof(book.evening(2), codes_then[0])
    assert found is not None
    assert (found.holds, found.past and found.past.added, found.renamed) == (False, 1, (("Seppl", "Josef"),))
    wrong = proof(book.evening(2), "0000 0000")
    assert wrong is not None
    assert (wrong.holds, wrong.past, wrong.renamed) == (False, None, ())


def test_statistics_are_those_of_both(book: Book) -> None:
    """A player's page, what stands behind its figures, his company and the look back on a year know one person."""
    sepp, seppl = two(book)
    alone = [stats.player(db.session, book.actor, key) for key in (sepp, seppl)]
    scope = alone[0].scope
    assert scope is not None
    before = [stats.player_stats(db.session, book.actor, key, scope) for key in (sepp, seppl)]
    merged(book, seppl, sepp)
    for key in (sepp, seppl):
        assert stats.player(db.session, book.actor, key).person.name == "Sepp"
        found = stats.player_stats(db.session, book.actor, key, scope)
        assert found.sums.evenings == 2
        assert found.sums.amount == sum(one.sums.amount for one in before)
        assert {one.name for one in found.company} == {"Vroni", "Xaver", "Zenzi", "Hias", "Resi"}
        page = stats.games_behind(db.session, book.actor, key, scope, Behind())
        assert sum(one.amount for one in page.games) == found.sums.amount
    (vroni,) = book.ids(1, "Vroni")
    head = stats.head_to_head(db.session, book.actor, vroni, sepp, scope)
    assert len(head.evenings) == 2
    company = stats.player_stats(db.session, book.actor, vroni, scope).company
    assert [one.name for one in company if "epp" in one.name] == ["Sepp"]
    behind = Behind(other_id=seppl, against=True)
    assert len(stats.games_behind(db.session, book.actor, vroni, scope, behind).games) == head.one.against.times
    span = Span(1)
    (row,) = [one for one in review.standings_of(reading(db.session), span, scope.measure) if one.name == "Sepp"]
    assert row.evenings == 2
    assert review.numbers_of(reading(db.session), span)[0].people == 6
    nights = review.nights_of(reading(db.session), span, scope.measure)
    assert all(sepp in night.amounts and seppl not in night.amounts for night in nights)
    couples = review.couples_of(reading(db.session), span)[scope.measure]
    assert all(seppl not in one.ids for one in couples)
