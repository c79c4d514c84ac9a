"""The end of a tournament: goods chosen by rank, money handed out once, the till to the cent, and that it is over."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError
from scorebook.league.tournament.entries import CashKind, CashMoved, GoodsChosen, Listed
from scorebook.league.tournament.settings import Award, Prize, Teams
from scorebook.reports.paper import pdf
from scorebook.reports.tournament.prize_list import cash_page, cash_view, prize_list, prizes_page
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import papers, prizing
from scorebook.services.tournament.prizing import IN, OUT, Booking, Prizing, TeamShare
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.db import db
from tests.papers import bare, pages
from tests.tournaments import Hall

PRIZES = "/turniere/1/preise"
CASH = "/turniere/1/kasse"
GOODS = ("Spanferkel", "Fass Bier", "Geräuchertes")
MONEY = (Prize(cents=30000), Prize(place=2, cents=20000), Prize(place=3, cents=10001))


def over(players: int = 8, *, people: list[Newcomer] | None = None, lists: Any = None, **settings: Any) -> Hall:
    """Give a tournament of one round whose lists are all there."""
    hall = Hall(0 if people else players, **{"rounds": 1, "fee": 1000, **settings})
    if people:
        hall.register(*people)
    hall.draw()
    hall.lists(1, lists)
    return hall


def read(hall: Hall) -> Prizing:
    """Read who gets what."""
    return prizing.prizing(db.session, hall.actor, hall.id)


def pay(hall: Hall, player: int, cents: int, uuid: UUID | None = None) -> None:
    """Hand somebody his money."""
    prizing.hand_out(db.session, hall.actor, hall.id, uuid or uuid4(), player, cents)


def choose(hall: Hall, player: int | None, goods: int) -> None:
    """Let somebody choose."""
    prizing.choose(db.session, hall.actor, hall.id, uuid4(), player, goods)


def codes(refused: pytest.ExceptionInfo[RefusedError]) -> list[tuple[str, str]]:
    """Give the codes of what was refused, with their fields."""
    return [(finding.code, finding.field) for finding in refused.value.findings]


DIFFERENT = {1: (40, 10, -20, -30), 2: (30, 5, -5, -30)}


def test_handed_out_once(app: Flask) -> None:
    """Whoever has won gets exactly that, once: a double tap is one payment, another attempt is told."""
    with app.app_context():
        hall = over(prizes=MONEY, lists=DIFFERENT)
        (first, cents), *_others = read(hall).report.due.items()
        uuid = uuid4()
        pay(hall, first, cents, uuid)
        pay(hall, first, cents, uuid)
        assert first not in read(hall).report.due
        assert read(hall).report.given == cents
        for wrong in (cents, 0, -5):
            with pytest.raises(ConflictError):
                pay(hall, first, wrong)


def test_a_correction_after_paying(app: Flask) -> None:
    """Where a list is corrected after money was handed out, it says who got too much, and who is due how much."""
    with app.app_context():
        hall = over(prizes=(Prize(cents=30000),), lists=DIFFERENT)
        pay(hall, 1, 30000)
        table = hall.state.table(1, 1)
        assert table is not None
        number = table.lists[-1].number
        hall.act(Listed(1, 1, (-40, 90, -20, -30), 32, replaces=number, reason="vertauscht"))
        second = table.seated[1]
        assert read(hall).report.due == {1: -30000, second: 30000}
        with pytest.raises(ConflictError):
            pay(hall, 1, -30000)


def test_what_does_not_divide_is_told(app: Flask) -> None:
    """Where all are tied all share all prizes; the cents that do not divide stay in the till, and it is said."""
    tied = (0, 0, 0, 0)
    with app.app_context():
        hall = over(prizes=MONEY, tie_breaks=(), lists={1: tied, 2: tied})
        found = read(hall)
        shown = prize_list(found.prizes, (), {}, dict.fromkeys(range(1, 9), "Gast"), hall.state.settings)
        assert found.prizes.cents + sum(rest.cents for rest in found.prizes.rests) == 60001
        assert [what for what, _why in shown.groups[0].rests] == ["0,01\N{NO-BREAK SPACE}€"]
        assert len(shown.groups[0].given) == 8


def test_goods_in_the_order_of_ranks(app: Flask) -> None:
    """The best chooses first, then the next; nobody twice, nothing twice, and what is given back is there again."""
    with app.app_context():
        hall = over(goods=GOODS, lists=DIFFERENT)
        for at in range(3):
            (turn,) = read(hall).choosers
            assert read(hall).lines[at].player == turn
            choose(hall, turn, at)
        assert read(hall).choosers == ()
        entry = next(one.number for one in hall.state.chosen)
        prizing.return_goods(db.session, hall.actor, hall.id, uuid4(), entry)
        assert read(hall).left == (0,)
        with pytest.raises(RefusedError) as refused:
            prizing.return_goods(db.session, hall.actor, hall.id, uuid4(), entry)
        assert codes(refused) == [("taken_back.not_there", "entry")]


@pytest.mark.parametrize(
    ("player", "goods", "field"), [(None, 0, "player"), (2, 7, "goods"), (2, -1, "goods"), (99, 0, "player")]
)
def test_goods_that_cannot_be(app: Flask, player: int | None, goods: int, field: str) -> None:
    """Nobody, somebody who is not there, and goods that are not there are refused at the field."""
    with app.app_context():
        hall = over(goods=GOODS)
        with pytest.raises(RefusedError) as refused:
            choose(hall, player, goods)
        assert [at for _code, at in codes(refused)] == [field]
        assert hall.state.chosen == ()


def team_of(hall: Hall) -> tuple[str, int]:
    """Give the team to which money is due, and how much."""
    ((team, cents),) = read(hall).report.teams.items()
    return team, cents


def test_the_money_of_a_team(app: Flask) -> None:
    """One of the team takes its money; not somebody of another team, nor nobody, and only once."""
    people = [Newcomer(f"Gast {at}", team="Hirsch" if at < 2 else "Löwen" if at < 4 else "") for at in range(8)]
    prizes = (Prize(Award.TEAM, cents=8001),)
    with app.app_context():
        hall = over(people=people, prizes=prizes, teams=Teams(2, 2), lists=DIFFERENT)
        team, cents = team_of(hall)
        mine, other = (1, 3) if team == "Hirsch" else (3, 1)
        for player in (None, other):
            with pytest.raises(RefusedError) as refused:
                prizing.hand_out_to_team(db.session, hall.actor, hall.id, uuid4(), TeamShare(team, player, cents))
            assert codes(refused) == [("prize.not_in_team", "player")]
        prizing.hand_out_to_team(db.session, hall.actor, hall.id, uuid4(), TeamShare(team, mine, cents))
        assert read(hall).report.teams == {}
        assert read(hall).report.due == {}
        with pytest.raises(ConflictError):
            prizing.hand_out_to_team(db.session, hall.actor, hall.id, uuid4(), TeamShare(team, mine, cents))


def book(hall: Hall, what: CashKind, way: int, amount: str, text: str = "") -> None:
    """Book other money."""
    prizing.book(db.session, hall.actor, hall.id, uuid4(), Booking(what, way, amount, text))


def test_in_and_out_come_to_the_same(app: Flask) -> None:
    """What came in less what went out is what is in the till, whatever was booked and taken back."""
    with app.app_context():
        hall = over(prizes=MONEY, lists=DIFFERENT)
        hall.act(*(CashMoved(CashKind.FEE, 1000, number) for number in range(1, 8)))
        book(hall, CashKind.GOODS, OUT, "12,50", "Spanferkel")
        book(hall, CashKind.OTHER, IN, " 5 ", "Spende")
        book(hall, CashKind.PENALTY, IN, "2")
        report = read(hall).report
        assert (report.taken, report.given, report.left) == (7700, 1250, 6450)
        assert report.owing == {8: 1000}
        number = hall.state.cash[-1].number
        prizing.take_money_back(db.session, hall.actor, hall.id, uuid4(), (number, "doch nicht"))
        assert read(hall).report.taken == 7500


@pytest.mark.parametrize(
    ("amount", "text", "fields"),
    [
        ("", "Spende", ["amount"]),
        ("x", "", ["amount", "text"]),
        ("-5", "Spende", ["amount"]),
        ("0", "Spende", ["amount"]),
        ("9" * 14, "Spende", ["amount"]),
        ("5", "x" * 201, ["text"]),
        ("5", "a\u202eb", ["text"]),
    ],
)
def test_money_that_cannot_be(app: Flask, amount: str, text: str, fields: list[str]) -> None:
    """What is no amount above zero, and money for nothing, is refused at its field; nothing is booked."""
    with app.app_context():
        hall = over()
        with pytest.raises(RefusedError) as refused:
            book(hall, CashKind.OTHER, IN, amount, text)
        assert [at for _code, at in codes(refused)] == fields
        assert hall.state.cash == ()


def test_what_was_typed_stays(app: Flask, client: FlaskClient) -> None:
    """A booking that is refused comes back with what was typed, and the errors at the fields."""
    with app.app_context():
        over()
    answer = client.post(CASH, data={"art": "ein", "amount": "fünf", "text": "Spende vom Wirt"})
    assert answer.status_code == 422
    assert 'value="fünf"' in answer.text
    assert 'value="Spende vom Wirt"' in answer.text
    assert "Das ist kein Betrag" in answer.text
    assert client.post(CASH, data={"amount": "5"}).status_code == 422
    assert client.post(f"{CASH}/zurueck", data={"entry": "1", "reason": "x"}).status_code == 422
    assert client.post(f"{CASH}/zurueck", data={"entry": "1"}).status_code == 422


def test_by_the_pages(app: Flask, client: FlaskClient) -> None:
    """Choosing, paying, giving back and ending work by the page's own buttons; each says what it did."""
    with app.app_context():
        over(prizes=MONEY, goods=GOODS, lists=DIFFERENT)
    chosen = re.search(r'<option value="([0-9]+)" selected', client.get(PRIZES).text)
    assert chosen
    sent = {"uuid": str(uuid4()), "player": chosen[1], "goods": "1"}
    for _twice in range(2):
        assert client.post(f"{PRIZES}/aussuchen", data=sent).status_code == 303
    assert client.get(PRIZES).text.count("Fass Bier") >= 2
    hidden = r'name="player" value="([0-9]+)"><input type="hidden" name="cents" value="([0-9]+)"'
    due = re.search(hidden, client.get(PRIZES).text)
    assert due
    assert client.post(f"{PRIZES}/auszahlen", data={"player": due[1], "cents": due[2]}).status_code == 303
    assert client.post(f"{PRIZES}/auszahlen", data={"player": due[1], "cents": due[2]}).status_code == 409
    entry = re.search(r'name="entry" value="([0-9]+)"', client.get(PRIZES).text)
    assert entry
    assert client.post(f"{PRIZES}/zurueck", data={"entry": entry[1]}).status_code == 303
    assert client.post("/turniere/1/beenden").status_code == 303
    assert client.post(f"{PRIZES}/aussuchen", data={"player": "1", "goods": "0"}).status_code == 422
    assert client.post("/turniere/1/oeffnen", data={"reason": ""}).status_code == 422
    assert client.post("/turniere/1/oeffnen", data={"reason": "Preis vergessen"}).status_code == 303
    assert client.post(f"{PRIZES}/aussuchen", data={"player": "1", "goods": "0"}).status_code == 303


def test_nothing_is_won_before_the_end(app: Flask, client: FlaskClient) -> None:
    """As long as lists are missing the page says so, hands out nothing, and the tournament cannot end."""
    with app.app_context():
        hall = Hall(8, rounds=1, prizes=MONEY, goods=GOODS)
        hall.draw()
        hall.list(1, 1)
    text = client.get(PRIZES).text
    assert "Noch ist nichts entschieden." in text
    assert "preise/auszahlen" not in text
    assert client.post("/turniere/1/beenden").status_code == 422
    assert client.post(f"{PRIZES}/aussuchen", data={"player": "1", "goods": "0"}).status_code == 422


def test_on_paper(app: Flask) -> None:
    """The prize list names everybody who gets something, the cash report all sums; a trial is marked on both."""
    with app.app_context():
        hall = over(prizes=MONEY, goods=GOODS, lists=DIFFERENT, practice=True)
        choose(hall, read(hall).choosers[0], 2)
        book(hall, CashKind.OTHER, IN, "25", "Spende vom Wirt")
        found, about = read(hall), papers.about(db.session, hall.seen)
        names = {number: hall.seen.name(number) for number in hall.state.players}
        ranks = {line.player: line.rank for line in found.lines}
        listed = prize_list(found.prizes, found.chosen, ranks, names, hall.state.settings)
        text = "".join(pages(pdf(prizes_page(about, listed))))
        for wanted in (
            "Probe",
            "Geräuchertes",
            "300,00 €",
            *(names[one.player] for one in found.prizes.won if one.player),
        ):
            assert bare(wanted) in text
        assert [one.entry.player for one in found.chosen if isinstance(one.entry, GoodsChosen)] == [
            found.lines[0].player
        ]
        text = "".join(pages(pdf(cash_page(about, cash_view(found.report, names)))))
        for wanted in ("Probe", "Anderes: Spende vom Wirt", "25,00 €", "−575,01 €"):
            assert bare(wanted) in text
