"""Cards held against a game that is recorded, attached to it by a correction, and shown on its page."""

from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from scorebook.exchange import parse_game
from scorebook.services import access, correcting
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL, Page, Table
from tests.book import WITH_STOCK, Book
from tests.cards import CARDS, lines, protocol, stopped
from tests.test_book_cards import violating
from tests.test_web_cards import HANDS, KARTEN, changed, read, with_cards


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def attached(table: Table, game: object, status: int = 200, **answers: Any) -> Page:
    """Send cards for a recorded game, and give the page that comes back."""
    sent = {"trick": lines(CARDS), "lead": str(CARDS["lead"]), "called": "gras", "tun": "lesen", **answers}
    answer = table.client.post(f"/spiele/{game}/karten", data=sent, content_type="multipart/form-data")
    assert answer.status_code == status, Page(answer).text("summary")
    return Page(answer)


def held(table: Table, game: object, **answers: Any) -> str:
    """Let the cards hold, and give the address that follows."""
    sent = {"trick": lines(CARDS), "lead": str(CARDS["lead"]), "called": "gras", "tun": "anhaengen", **answers}
    answer = table.client.post(f"/spiele/{game}/karten", data=sent)
    assert answer.status_code == 303, Page(answer).text("summary")
    return answer.location


def test_cards_that_fit_are_attached(client: FlaskClient) -> None:
    """Nothing contradicts and nothing costs more: the cards are attached without a word, and the price stays."""
    table = Table(client)
    game = table.recorded(**SAUSPIEL | {"partner": "1", "result": None, "augen": "91", "laufende": "mit-3"})
    page = attached(table, game)
    assert "Stiche–6 nicht eingetragen" in page.text("scroll")
    assert "Karten anhängen" in page.text("actions")
    assert "reason" not in page.inputs
    after = Page(client.get(held(table, game)))
    assert "Spiel 1 korrigiert" in after.text("message")
    with client.application.app_context():
        old, new = Book(client.application).sheet(1).games
        assert (old.score, old.cancelled.reason) == (new.score, "Karten dazu")
        assert new.game.protocol is not None


def test_who_sat_out_is_not_asked(client: FlaskClient) -> None:
    """At a table of six nobody who sat out led, or held cards; the hands of the others stay with them."""
    table = Table(client, (*FOUR, "Korbinian", "Leni"))
    assert table.page.inputs["sitting_out"] == ["0", "3"]
    game = table.recorded(who="1", contract="wenz", partner=None, result="lost")
    page = Page(client.get(f"/spiele/{game}/karten"))
    assert page.offered["lead"] == ["1", "2", "4", "5"]
    assert "Hände Nur nötig" in page.text("more")
    assert [name in page.text("lines") for name in (*FOUR, "Korbinian", "Leni")] == [
        False,
        True,
        True,
        False,
        True,
        True,
    ]
    hands = ["", HANDS[0], HANDS[1], "", HANDS[2][:2], HANDS[3]]
    again = attached(table, game, 422, lead="1", hand=hands, trick=lines(CARDS)[:1], called=None)
    assert "Hand von Korbinian: 1 statt 8 Karten" in again.errors("hand-4")
    assert again.inputs["hand"] == hands


def test_cards_that_contradict_are_shown_side_by_side_and_hold(table: Table) -> None:
    """What was entered stands beside what the cards say; with a reason the cards hold, and the price is theirs."""
    game = table.recorded(**SAUSPIEL | {"augen": "70", "result": None, "klopfer": ["3"]})
    page = attached(table, game)
    rows = page.text("scroll")
    assert "MitspielerXaverVroni widerspricht" in rows
    assert "Augen7091 widerspricht" in rows
    assert "ErgebnisGewonnenGewonnen stimmt" in rows
    assert "Wert: 0,40 € → 1,20 €" in page.text("card")
    refused = attached(table, game, 422, tun="anhaengen")
    assert "Warum? Ein Wort genügt." in refused.errors("reason")
    assert refused.inputs["trick"] == lines(CARDS)
    after = Page(table.client.get(held(table, game, reason="nachgezählt")))
    told = Page(table.client.get(next(link for link in after.links if link.startswith("/spiele/")))).text("list")
    assert "Spieler: Sepp + Xaver → Sepp + Vroni; Augen: 70 → 91; Dazu: 1 Klopfer → mit 3, Schneider, 1 Klopfer" in told
    assert "Grund: nachgezählt" in told
    assert table.totals() == ["+1,20", "+1,20", "−1,20", "−1,20"]


def test_what_becomes_of_later_games_is_asked(client: FlaskClient) -> None:
    """Cards that make another winner change the Stock of later games; that is shown and asked as in a correction."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({**WITH_STOCK, "contracts": ["sauspiel"]}))
    table = Table(client, preset=rules)
    table.recorded(who="all_pass")
    game = table.recorded(**SAUSPIEL | {"partner": "1", "result": "lost"})
    table.recorded(**SAUSPIEL)
    page = attached(table, game, 422, tun="anhaengen", reason="doch gewonnen")
    assert "Das ändert auch spätere Spiele" in page.text("question")
    assert page.value("reason") == "doch gewonnen"
    held(table, game, reason="doch gewonnen", accept=page.offered["accept"][0])


def test_a_broken_rule_is_listed_and_asked_about(table: Table) -> None:
    """Broken rules stand in words beside the comparison; without a yes nothing is attached."""
    game = violating()
    cards, hands = game["protocol"], [" ".join(hand) for hand in game["protocol"]["hands"]]
    recorded = table.recorded(who="0", contract="wenz", result="won")
    sent = {"trick": lines(cards), "hand": hands, "lead": "0", "called": ""}
    page = attached(table, recorded, **sent)
    assert "Vroni spielt" in page.text("question")
    attached(table, recorded, 422, tun="anhaengen", **sent)
    location = held(table, recorded, accept=page.offered["accept"][0], reason="so war es", **sent)
    new = location.partition("spiel=")[2]
    assert "hätte bedienen müssen" in Page(table.client.get(f"/spiele/{new}")).text("wrong")


@pytest.mark.parametrize(
    ("answers", "field", "words"),
    [
        ({"called": ""}, "called", "Welche Sau ist gerufen?"),
        ({"trick": changed(2, "GS XX G8 GK")}, "trick-2", "Stich 3, 2. Karte, Xaver: eine Karte „XX“ gibt es nicht."),
        ({"trick": changed(4, "GU E7 E8 E9")}, "trick-4", "Gras-Unter gibt es nur einmal."),
        ({"hand": [HANDS[0], HANDS[1], HANDS[2][:2], HANDS[3]]}, "hand-2", "Hand von Xaver: 1 statt 8 Karten"),
        ({"json": "{"}, "json", "Das ist kein JSON-Objekt"),
    ],
)
@pytest.mark.parametrize("step", ["lesen", "anhaengen"])
def test_wrong_cards_of_a_recorded_game(
    table: Table, answers: dict[str, Any], field: str, words: str, step: str
) -> None:
    """The same mistakes are named at the same places, whichever button was pressed; nothing is compared or written."""
    game = table.recorded(**SAUSPIEL)
    page = attached(table, game, 422, tun=step, reason="nachgezählt", **answers)
    assert words in page.errors(field)
    assert page.value("reason") == "nachgezählt"
    assert page.inputs["trick"] == answers.get("trick", lines(CARDS))
    assert page.text("scroll") == ""


def test_all_that_is_missing_beside_a_game_is_said_at_once(table: Table) -> None:
    """The called Sau, who led and the cards are each asked for at their field."""
    game = table.recorded(**SAUSPIEL)
    page = attached(table, game, 422, trick=[""] * 8, lead="", called="")
    assert [page.errors(field) for field in ("called", "lead", "trick-0")] == [
        "Welche Sau ist gerufen?",
        "Wer kam zum ersten Stich heraus?",
        "Hier fehlen die Karten.",
    ]


def test_a_called_zehn_can_be_chosen(client: FlaskClient) -> None:
    """Where a Zehn may be called, the page asks for it, keeps the answer, and reads the cards by it."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"called_ten": True}))
    table = Table(client, preset=rules)
    called = {"contract": "sauspiel", "declarer": 0, "called": "gras", "called_rank": "zehn"}
    cards = protocol(called, 1, first="EO GO HO SO ES GS SS G9")
    owner = next(seat for seat, hand in enumerate(cards["hands"]) if "GZ" in hand)
    game = table.recorded(**SAUSPIEL | {"partner": str(owner)})
    fresh = Page(client.get(f"/spiele/{game}/karten"))
    assert (fresh.offered["called_rank"], fresh.value("called_rank")) == (["y"], "")
    sent = {"trick": lines(cards), "lead": "0", "called": "gras"}
    own = attached(table, game, 422, **sent)
    assert own.errors("called") == "Sepp hat die gerufene Karte selbst."
    page = attached(table, game, **sent, called_rank="y")
    assert page.value("called_rank") == "y"
    assert "stimmt" in page.text("scroll").partition("Ergebnis")[0]
    new = held(table, game, reason="so war es", **sent, called_rank="y").partition("spiel=")[2]
    assert Page(client.get(f"/spiele/{new}/karten")).value("called_rank") == "y"


def test_a_zehn_is_not_offered_where_none_is_called(table: Table) -> None:
    """By rules without it the page does not ask."""
    game = table.recorded(**SAUSPIEL)
    assert "called_rank" not in Page(table.client.get(f"/spiele/{game}/karten")).offered


def test_who_lost_a_ramsch_is_asked_where_its_cards_stop(client: FlaskClient) -> None:
    """Where two paid, nobody said who lost: the error stands at that question, the answer is kept and then attached."""
    table = Table(client, preset="bsv_10_50")
    cards = protocol({"contract": "ramsch"}, 3)
    sent = {
        "trick": lines(stopped(cards, 9)), "hand": [" ".join(hand) for hand in cards["hands"]], "lead": "0",
        "called": None,
    }  # fmt: skip
    game = table.recorded(who="ramsch", contract=None, augen_by_seat=["45", "45", "20", "10"])
    page = attached(table, game, 422, **sent)
    assert "Vor Stich 3, 2. Karte ist Schluss" in page.errors("loser")
    assert page.offered["loser"] == ["0", "1", "2", "3"]
    wrong = attached(table, game, 422, **sent, loser="2")
    assert (wrong.errors("loser"), wrong.value("loser")) == ("Xaver hat nicht die meisten Augen.", "2")
    page = attached(table, game, **sent, loser="1")
    assert page.value("loser") == "1"
    held(table, game, **sent, loser="1", reason="Vroni")


@pytest.mark.parametrize("known", [{"loser": "0"}, {"augen_by_seat": ["60", "40", "15", "5"]}])
def test_a_ramsch_that_knows_its_loser_takes_cards_that_stop(client: FlaskClient, known: dict[str, Any]) -> None:
    """Said or booked, the loser need not be said again, and the cards can be attached."""
    table = Table(client, preset="bsv_10_50")
    cards = protocol({"contract": "ramsch"}, 3)
    game = table.recorded(who="ramsch", contract=None, **known)
    fresh = Page(client.get(f"/spiele/{game}/karten"))
    assert fresh.value("loser") == ("" if "loser" in known else "0")
    sent = {
        "trick": lines(stopped(cards, 4)), "hand": [" ".join(hand) for hand in cards["hands"]], "lead": "0",
        "called": None, "loser": fresh.value("loser") or None,
    }  # fmt: skip
    page = attached(table, game, **sent)
    assert "VerliererSepp– sagen sie nicht" in page.text("scroll")
    assert "Karten anhängen" in page.text("actions")
    held(table, game, **sent)


def test_another_loser_than_the_cards_say(client: FlaskClient) -> None:
    """Cards of a whole Ramsch say who lost; who was entered stands beside it, and a reason is asked for."""
    table = Table(client, preset="bsv_10_50")
    cards = protocol({"contract": "ramsch"}, 3)
    sent = {"trick": lines(cards), "lead": "0", "called": None}
    told = attached(table, table.recorded(who="ramsch", contract=None, loser="0"), **sent).text("scroll")
    names = [name for name in FOUR if f"VerliererSepp{name} widerspricht" in told]
    assert len(names) == 1, told
    right = table.recorded(who="ramsch", contract=None, loser=str(FOUR.index(names[0])))
    assert f"Verlierer{names[0]}{names[0]} stimmt" in attached(table, right, **sent).text("scroll")


def test_a_double_tap_attaches_once(table: Table) -> None:
    """The same form twice writes one correction; the same mark with other cards says so."""
    game = table.recorded(**SAUSPIEL)
    mark = Page(table.client.get(f"/spiele/{game}/karten")).value("cards_uuid")
    once = [held(table, game, cards_uuid=mark, reason="x") for _ in range(2)]
    assert once[0] == once[1]
    early = {"trick": lines(stopped(CARDS, 9)), "hand": HANDS}
    page = attached(table, game, 409, tun="anhaengen", cards_uuid=mark, reason="x", **early)
    assert "Diese Korrektur steht schon in der Liste." in page.text("summary")


def test_a_game_that_changed_meanwhile_is_told(table: Table) -> None:
    """Who attaches cards to a game that was corrected, or after the evening ended, is told and loses nothing."""
    game = table.recorded(**SAUSPIEL)
    with table.client.application.app_context():
        actor = access.local_actor(db.session)
        better = parse_game({"contract": "wenz", "declarer": 0, "result": "won"})
        uuid = uuid4()
        correcting.correct_game(db.session, actor, game, uuid, better, "war ein Wenz")
    page = attached(table, game, 409, tun="anhaengen", reason="x")
    assert "inzwischen korrigiert" in page.text("summary")
    assert page.inputs["trick"] == lines(CARDS)
    table.client.post("/abende/1/beenden")
    assert table.client.get(f"/spiele/{uuid}/karten").status_code == 409


def test_a_stale_page_and_a_full_disk_write_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the token of the browser, or where the book cannot be written, the page comes again with all cards."""
    game = table.recorded(**SAUSPIEL)

    def full(*_args: object, **_more: object) -> None:
        raise OperationalError("", None, Exception("database or disk is full"))

    monkeypatch.setattr(correcting, "correct_game", full)
    page = attached(table, game, 503, tun="anhaengen", reason="x")
    assert page.inputs["trick"] == lines(CARDS)
    monkeypatch.undo()
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    page = attached(table, game, 400, tun="anhaengen", reason="x")
    assert "zu alt" in page.text("summary")
    assert (page.value("reason"), page.inputs["trick"]) == ("x", lines(CARDS))


def test_the_page_of_a_game_shows_its_tricks(table: Table) -> None:
    """Tricks with winner and Augen, hands sorted, folded; a game without cards has the way to attach some."""
    plain = table.recorded(**SAUSPIEL)
    page = Page(table.client.get(f"/spiele/{plain}"))
    assert f"/spiele/{plain}/karten" in page.links
    assert "Stich 1" not in page.text()
    game = with_cards(table)
    page = Page(table.client.get(f"/spiele/{game}"))
    assert "Stich 1: Sepp, 25 Augen" in page.text("tricks")
    assert page.text("takes").count("sticht") == 8
    assert "Karten prüfen oder ändern" in page.text("actions")
    again = Page(table.client.get(f"/spiele/{game}/karten"))
    assert (again.inputs["trick"], again.value("lead")) == (lines(CARDS), str(CARDS["lead"]))
    passed = table.recorded(who="all_pass", contract=None)
    assert f"/spiele/{passed}/karten" not in Page(table.client.get(f"/spiele/{passed}")).links


def test_an_unfinished_trick_is_shown_as_it_lies(table: Table) -> None:
    """Where the play stopped, the last cards lie there without a winner."""
    page = read(table, trick=lines(stopped(CARDS, 9)), hand=HANDS, result="won")
    done = table.client.post("/listen/1/spiele", data=page.inputs)
    shown = Page(table.client.get(f"/spiele/{done.location.partition('spiel=')[2]}"))
    assert shown.text("tricks").count("Augen") == 2
    assert "Stich 3" in shown.text("tricks")


def test_pages_of_cards_that_are_not_there(table: Table) -> None:
    """Unknown lists and games are not found; an ended evening offers no form."""
    assert table.client.get("/listen/99/karten").status_code == 404
    assert table.client.get("/spiele/00000000-0000-4000-8000-000000000000/karten").status_code == 404
    table.client.post("/abende/1/beenden")
    page = Page(table.client.get(KARTEN))
    assert (page.status, "trick" in page.offered, "/abende/1#weiterspielen" in page.links) == (200, False, True)
