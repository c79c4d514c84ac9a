"""An evening that was exported can be read again, into any book: the whole of it, once, or nothing."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorebook.errors import ConflictError
from scorebook.exchange import evening_json
from scorebook.ledger.evening import Cancellation, Evening
from scorebook.services import RefusedError, closing, exporting, members, privacy
from scorebook.services.importing import Imported, import_evening
from scorebook.services.transactions import transaction
from scorebook.store import forgetting
from scorebook.store.db import db
from scorebook.wording import message
from tests import evenings
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

Change = Callable[[dict[str, Any]], Any]


def read(book: Book, data: object) -> int:
    """Read an evening from data and give its id."""
    text = data if isinstance(data, (str, bytes)) else json.dumps(data)
    return import_evening(db.session, book.actor, text).evening_id


def exported(book: Book, evening_id: int) -> dict[str, Any]:
    """Export an evening."""
    return json.loads(exporting.export_evening(db.session, book.actor, evening_id))


def without_ids(data: dict[str, Any]) -> dict[str, Any]:
    """The same with names in place of the ids of people."""
    data = copy.deepcopy(data)
    names = {person["id"]: person["name"] for person in data["people"]}
    data["people"] = list(names.values())
    for sheet in data["sheets"]:
        for seat in sheet["seats"]:
            seat["person"] = names[seat["person"]]
    for payment in data["payments"]:
        payment |= {key: names.get(payment[key], payment[key]) for key in ("from", "to")}
    return data


def corrected() -> Evening:
    """An evening of five with a game that was replaced twice, one that was taken back, and an end."""
    evening = evenings.evening(9, names=("Sepp", "Vroni", "Xaver", "Zenzi", "Ödön"))
    sheet = evening.sheets[0]
    games = list(sheet.games)
    wrong = games[3]
    at = wrong.recorded_at + timedelta(minutes=1)
    second = replace(
        wrong, uuid=uuid4(), recorded_at=at, replaces=wrong.uuid, cancelled=Cancellation(at, "Vroni", "doch nicht")
    )
    games[3:4] = [
        replace(wrong, cancelled=Cancellation(at, "Vroni", "verschrieben")),
        second,
        replace(second, uuid=uuid4(), replaces=second.uuid, cancelled=None),
    ]
    games[6] = replace(games[6], cancelled=Cancellation(at, "Vroni", "nie gespielt"))
    return replace(evening, sheets=(replace(sheet, games=tuple(games)),))


def test_what_was_recorded_comes_back_the_same(book: Book) -> None:
    """Export, import into a book that does not know the evening, export: the same but for ids, and the same code."""
    begun = book.start_with(WITH_STOCK)
    book.record(begun.sheet_id, PASSED)
    book.cancel(book.record(begun.sheet_id, LOST_SOLO).game.uuid)
    book.record(begun.sheet_id, SAUSPIEL)
    data, code = exported(book, begun.evening_id), book.evening(begun.evening_id).check_code()
    data["id"] = str(uuid4())
    for game in data["sheets"][0]["games"]:
        game["uuid"] = str(uuid4())
    again = read(book, data)
    assert without_ids(exported(book, again)) == without_ids(data)
    assert book.evening(again).totals() == book.evening(begun.evening_id).totals()
    assert book.evening(again).check_code() != code  # other games, as their UUIDs say


def test_an_evening_with_corrections_keeps_everything(book: Book) -> None:
    """Replaced versions, cancellations with time and reason, authors and the check code survive, five at table."""
    evening = corrected()
    there = book.evening(read(book, evening_json(evening)))
    assert there.check_code() == evening.check_code()
    assert without_ids(evening_json(there)) == without_ids(evening_json(evening))
    sheet = there.sheets[0]
    fold = {person: amount for person, amount in sheet.totals().items() if amount}
    assert {key: amount for key, amount in book.balances(sheet.id).items() if amount and key} == fold


def test_two_tables_and_two_rule_sets_survive(book: Book) -> None:
    """Each sheet and each rule set finds its place again, also two that are the same but for their name."""
    evening = evenings.evening(6)
    other = evenings.evening(5).sheets[0]
    games = tuple(replace(game, uuid=UUID(int=1000 + game.number), rule_set=1) for game in other.games)
    evening = replace(evening, rule_sets=evening.rule_sets * 2, sheets=(*evening.sheets, replace(other, games=games)))
    there = book.evening(read(book, evening_json(evening)))
    assert without_ids(evening_json(there)) == without_ids(evening_json(evening))
    assert there.check_code() == evening.check_code()


def test_the_evening_goes_on(book: Book) -> None:
    """Opened again, an evening that was imported takes a game with the next number and the next dealer."""
    evening = corrected()
    evening_id = read(book, evening_json(evening))
    closing.reopen_evening(db.session, book.actor, evening_id, "einer geht noch")
    sheet = book.evening(evening_id).sheets[0]
    passed = {"contract": "all_pass", "sitting_out": [evening.sheets[0].next_dealer]}
    done = book.record(sheet.id, passed, accept=["all_pass.play_on"])
    assert (done.game.number, done.game.game.dealer) == (10, evening.sheets[0].next_dealer)


def test_the_same_evening_is_not_written_twice(book: Book) -> None:
    """The second time says where the evening is, and writes nothing."""
    data = evening_json(corrected())
    first = read(book, data)
    before = [book.count(table) for table in ("games", "entries", "reversals", "people", "rule_sets")]
    again = import_evening(db.session, book.actor, json.dumps(data))
    assert (again.evening_id, again.repeated) == (first, True)
    assert [book.count(table) for table in ("games", "entries", "reversals", "people", "rule_sets")] == before


def test_two_at_once_write_it_once(book: Book) -> None:
    """Two imports of one evening at the same moment leave it in the book once."""
    text = json.dumps(evening_json(corrected()))
    done = book.at_once(*[lambda: import_evening(db.session, book.actor, text)] * 2)
    assert sorted(one.repeated for one in done) == [False, True]
    assert book.count("evenings") == 1


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data.update(place="Daheim"), "der Ort"),
        (lambda data: data["sheets"][0]["games"][1].update(by="Anderer"), "Liste 1, Spiel 2"),
        (lambda data: data["sheets"][0]["games"].pop(), "Liste 1, 11 Spiele im Buch und 10 in der Datei"),
        (lambda data: data["people"][0].update(name="Wastl"), "die Leute"),
    ],
)
def test_another_version_of_the_evening_is_refused(book: Book, change: Change, where: str) -> None:
    """An evening that is there but differs is refused with the first difference, and stays as it is."""
    data = evening_json(corrected())
    before = exported(book, read(book, data))
    changed = copy.deepcopy(data)
    change(changed)
    with pytest.raises(RefusedError) as caught:
        read(book, changed)
    assert f"anders: {where}." in message(caught.value.findings[0])
    assert [exported(book, i) for i in range(1, book.count("evenings") + 1)] == [before]


def test_a_club_may_have_another_name_since(book: Book) -> None:
    """What was exported before its club was renamed is the same evening; so is one whose file says another title."""
    begun = book.start_with(WITH_STOCK)
    book.record(begun.sheet_id, PASSED)
    before = exported(book, begun.evening_id)
    members.name_club(db.session, book.actor, "Zum Löwen")
    after = exported(book, begun.evening_id)
    assert (before["club"], after["club"]) == ("Stammtisch", "Zum Löwen")
    for data in (before, after, before | {"club": "Irgendwer"}):
        assert import_evening(db.session, book.actor, json.dumps(data)).repeated


def test_names_may_have_gone_since(book: Book) -> None:
    """An evening from before somebody's name was deleted is the same, and the name does not come back by it.

    That holds for who played and for who wrote, and for reasons; whatever else differs is still told.
    """
    evening = corrected()
    reason = Cancellation(evening.begun, "Sepp", "Sepp hat sich verzählt")
    first = replace(evening.sheets[0].games[6], cancelled=reason, by="Sepp")
    games = (*evening.sheets[0].games[:6], first, *evening.sheets[0].games[7:])
    data = evening_json(replace(evening, place="Beim Sepp", sheets=(replace(evening.sheets[0], games=games),)))
    evening_id = read(book, data)
    person = next(one.id for one in book.evening(evening_id).people if one.name == "Sepp")
    new = privacy.anonymise(db.session, book.actor, person, privacy.Farewell("Sepp"))
    with transaction(db.session) as connection:
        forgetting.rename_author(connection, book.actor.club_id, "Sepp", new)
    kept = exported(book, evening_id)
    assert "Sepp" not in json.dumps(kept)
    assert import_evening(db.session, book.actor, json.dumps(data)) == Imported(evening_id, repeated=True)
    assert exported(book, evening_id) == kept
    for change, where in (
        (lambda data: data.update(place="Daheim beim Sepp"), "der Ort"),
        (lambda data: data["people"][1].update(name="Wastl"), "die Leute"),
        (lambda data: data["sheets"][0]["games"][6].update(reason="Vroni hat sich verzählt!"), "Liste 1, Spiel "),
    ):
        changed = copy.deepcopy(data)
        change(changed)
        with pytest.raises(RefusedError) as caught:
            read(book, changed)
        assert where in message(caught.value.findings[0])


def test_people_are_those_of_exactly_the_same_name(book: Book) -> None:
    """A name that the club knows is that person; another spelling is another one."""
    begun = book.start(("Sepp", "vroni", "Xaver", "Wastl"))
    known = {person.name: person.id for person in book.evening(begun.evening_id).people}
    there = {person.name: person.id for person in book.evening(read(book, evening_json(evenings.evening(3)))).people}
    assert (there["Sepp"], there["Xaver"]) == (known["Sepp"], known["Xaver"])
    assert not {there["Vroni"], there["Zenzi"]} & set(known.values())


def game(place: int, /, **change: Any) -> Change:
    """Change a game of the file."""
    return lambda data: data["sheets"][0]["games"][place - 1].update(change)


def place(place: int, /, **change: Any) -> Change:
    """Change a seat of the file."""
    return lambda data: data["sheets"][0]["seats"][place].update(change)


def paid(**change: Any) -> Change:
    """Put a payment into the file."""
    return lambda data: data["payments"].append({"from": 11, "to": 12, "amount": 5, "paid_at": data["begun"], **change})


BROKEN: list[tuple[Change, str]] = [
    (lambda data: data.update(format="scorebook/2"), "format.newer"),
    (lambda data: data.update(format="elsewhere"), "format.unknown"),
    (lambda data: data.pop("format"), "format.unknown"),
    (lambda data: data.update(mood="gut"), "key.unknown"),
    (lambda data: data.update(begun="2026-11-27T18:40:00"), "value.type"),
    (lambda data: data.update(begun="9999-12-31T23:59:59-05:00"), "value.choice"),
    (lambda data: data.update(club="L" * 121), "title.too_long"),
    (lambda data: data["people"].append(dict(data["people"][0])), "person.twice"),
    (lambda data: data["people"][1].update(name="Sepp"), "people.same_name"),
    (lambda data: data["people"][1].update(name="Vroni "), "name.control"),
    (lambda data: data["people"].append({"id": 99, "name": "Gast"}), "person.nowhere"),
    (lambda data: data["rule_sets"].append({"preset": "turnier_plusminus"}), "units.mixed"),
    (paid(amount=0), "value.range"),
    (paid(amount=10**9 + 1), "value.range"),
    (paid(amount=5.0), "value.type"),
    (paid(to=98), "person.unknown"),
    (paid(to=None), "value.type"),
    (paid(to="bank"), "value.type"),
    (paid(to=11), "payment.parties"),
    (paid(paid_at="gestern"), "value.type"),
    (paid(way="magic"), "value.choice"),
    (paid(by="L" * 61), "name.too_long"),
    (lambda data: data.update(round_to=2), "value.choice"),
    (lambda data: data.update(price={"amount": 10, "per": "point"}), "price.per"),
    (place(0, person=98), "person.unknown"),
    (place(0, person=12), "seats.clash"),
    (place(0, seat=1), "seats.clash"),
    (place(0, to=3), "players.differ"),
    (place(0, to=10**12), "value.range"),
    (game(2, payouts=[99, 0, 0, -99]), "payouts.differ"),
    (game(2, number=7), "games.order"),
    (game(2, uuid=str(UUID(int=1))), "game.twice"),
    (game(2, rule_set=4), "rules.unknown"),
    (game(5, replaces=str(UUID(int=1))), "games.replaces"),
    (game(2, by=""), "name.missing"),
    (game(2, game={"contract": "solo"}), "declarer.missing"),
    (lambda data: data["sheets"][0]["games"].pop(2), "games.order"),
]


@ON_SQLITE
@pytest.mark.parametrize(("change", "code"), BROKEN)
def test_a_file_that_cannot_be_is_refused_whole(book: Book, change: Change, code: str) -> None:
    """Each kind of fault has its words, and nothing of the file is in the book: no person, no rule set, no game."""
    data = evening_json(evenings.evening(8))
    change(data)
    with pytest.raises(RefusedError) as caught:
        read(book, data)
    assert code in [found for found, _ in codes(caught)]
    assert [book.count(table) for table in ("evenings", "games", "people", "rule_sets", "sheets")] == [0] * 5


@ON_SQLITE
def test_a_truncated_file_is_refused(book: Book) -> None:
    """Wherever the file breaks off, it is refused, and nothing is read."""
    text = json.dumps(evening_json(evenings.evening(3)))
    for length in range(0, len(text), 97):
        with pytest.raises(RefusedError):
            read(book, text[:length])
    assert book.count("people") == 0


def test_a_stock_that_nobody_left_is_refused(book: Book) -> None:
    """Where a game finds another amount in the Stock than those before it left, the file is refused at that game."""
    begun = book.start_with(WITH_STOCK)
    book.record(begun.sheet_id, PASSED)
    book.record(begun.sheet_id, SAUSPIEL)
    data = exported(book, begun.evening_id) | {"id": str(uuid4())}
    for one in data["sheets"][0]["games"]:
        one["uuid"] = str(uuid4())
    data["sheets"][0]["games"][0].update(cancelled=data["begun"], reason="doch nicht")
    with pytest.raises(RefusedError) as caught:
        read(book, data)
    assert codes(caught) == [("stock.differs", "sheets.0.games.1")]


def test_a_game_of_another_evening_is_refused(book: Book) -> None:
    """A UUID stands for one game in the whole book, whichever evening says otherwise."""
    read(book, evening_json(evenings.evening(3)))
    with pytest.raises(RefusedError) as caught:
        read(book, evening_json(evenings.evening(3)) | {"id": str(uuid4())})
    assert {code for code, _ in codes(caught)} == {"games.elsewhere"}
    assert book.count("evenings") == 1


def test_an_evening_of_another_club_stays_there(book: Book) -> None:
    """An evening that another club has is refused, without a word about it."""
    data = json.dumps(evening_json(evenings.just_begun()))
    import_evening(db.session, book.stranger(), data)
    with pytest.raises(ConflictError, match="Kennung"):
        import_evening(db.session, book.actor, data)
