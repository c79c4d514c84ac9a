"""What becomes of a ruling: it goes into the book with who decided, and onto paper."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.actions import SAUSPIEL, Page, Table
from tests.asking import TRICKS, ask, query, with_cards
from tests.book import WITH_STOCK, Book
from tests.papers import bare, pages


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def follow(client: FlaskClient, answer: TestResponse) -> Page:
    """Go where an answer leads."""
    assert answer.status_code == 303, Page(answer).text()
    return Page(client.get(answer.location))


# --- Into the book ---------------------------------------------------------------------------------------------------


def enter(table: Table, at: str, **more: Any) -> TestResponse:
    """Ask about the tricks, and enter the ruling."""
    return table.client.get(f"{at}/schiedsrichter/eintragen", query_string=query(TRICKS, **more))


def test_a_ruling_becomes_a_correction(table: Table) -> None:
    """Who decided and why stand in the history and on paper; the offender's side loses."""
    game = table.recorded(**SAUSPIEL, called="gras")
    at = f"/spiele/{game}"
    form = follow(table.client, enter(table, at, judge="Huber", seat="2", reason="not_followed"))
    assert (form.value("revoke"), form.value("revoke_reason")) == ("2", "not_followed")
    assert form.value("reason") == "Schiedsrichter Huber: nicht bedient"
    assert (form.value("who"), form.value("partner"), form.value("result")) == ("0", "2", "won")
    done = table.client.post(f"{at}/korrigieren", data=form.inputs)
    assert done.status_code == 303, Page(done).text("summary")
    new = done.location.rpartition("=")[2]
    assert "Grund: Schiedsrichter Huber: nicht bedient" in Page(table.client.get(f"/spiele/{new}")).text("list")
    assert "Regelverstoß Xaver (nicht bedient)" in table.page.text("games")
    assert table.totals()[0] == "−0,20"
    (paper, *_) = pages(table.client.get("/abende/1/abrechnung.pdf").data)
    assert bare("Schiedsrichter Huber: nicht bedient") in paper


def test_a_game_with_cards_keeps_them(table: Table) -> None:
    """The correction by a ruling asks about the broken rule as the recording did, and the cards stay with the game."""
    game = with_cards(table)
    shown = Page(table.client.get(f"/spiele/{game}/schiedsrichter"))
    lines = {"tricks": 8, "hands": 4}
    sent = {name: texts[-lines.get(name, 1) :] for name, texts in shown.inputs.items()} | {"judge": ["Huber"]}
    form = follow(table.client, table.client.get(f"/spiele/{game}/schiedsrichter/eintragen", query_string=sent))
    asked = Page(table.client.post(f"/spiele/{game}/korrigieren", data=form.inputs))
    assert "Zenzi spielt Schellen-Sieben und hätte bedienen müssen." in asked.text("question")
    assert (asked.value("revoke"), asked.value("revoke_reason")) == ("3", "not_followed")
    done = table.client.post(f"/spiele/{game}/korrigieren", data={**asked.inputs, "accept": asked.offered["accept"]})
    assert done.status_code == 303, Page(done).text("summary")
    (_old, new) = table.client.get("/abende/1.json").json["sheets"][0]["games"]
    assert (new["game"]["revoke"], len(new["game"]["protocol"]["played"])) == (3, 8)


def test_what_is_proved_is_entered_unless_something_else_is_decided(table: Table) -> None:
    """Offender and reason are those of the breach that was chosen; who decides may name others instead."""
    game = table.recorded(**SAUSPIEL, called="gras")
    at = f"/spiele/{game}"
    proved = follow(table.client, enter(table, at, judge="Huber"))
    assert (proved.value("revoke"), proved.value("revoke_reason")) == ("2", "gesuchte Sau nicht zugegeben")
    other = follow(table.client, enter(table, at, judge="Huber", seat="1", reason="betrayed_partner"))
    assert (other.value("revoke"), other.value("revoke_reason")) == ("1", "betrayed_partner")
    assert other.value("reason") == "Schiedsrichter Huber: den Partner verraten"


def test_of_several_breaches_the_chosen_one_is_entered_and_printed(table: Table) -> None:
    """Two did not follow: the decision is about the one that was chosen, in the book and on paper alike."""
    asked = query(["GS G7 H9 H8", "GK GZ G9 G8"], contract="wenz", lead="1", judge="Huber")
    for ply, name, seat in (("", "Zenzi", "3"), ("2", "Zenzi", "3"), ("3", "Sepp", "0"), ("99", "Zenzi", "3")):
        asked["ply"] = ply
        form = follow(table.client, table.client.get("/listen/1/schiedsrichter/eintragen", query_string=asked))
        assert form.value("revoke") == seat
        (paper,) = pages(table.client.get("/listen/1/schiedsrichter.pdf", query_string=asked).data)
        assert bare(f"Folge Die Seite von {name} verliert") in paper


@pytest.mark.parametrize(
    ("more", "field", "said"),
    [
        ({"judge": " ", "seat": "2"}, "judge", "Wer hat entschieden?"),
        ({"judge": "Huber", "seat": ""}, "seat", "Wer hat falsch gespielt?"),
        ({"judge": "Huber", "seat": "9"}, "seat", "Wer hat falsch gespielt?"),
        ({"judge": "Huber", "seat": "1", "reason": ""}, "reason", "Was war falsch?"),
    ],
)
def test_who_decides_and_what_was_wrong_must_be_said(table: Table, more: dict[str, str], field: str, said: str) -> None:
    """Where nothing is proved it has to be named; the page comes again, with the ruling and all that was typed."""
    game = table.recorded(**SAUSPIEL, called="gras")
    asked = query(["GS G7 H9 G8"], contract="wenz", lead="1", **{"reason": "exposed_card", **more})
    page = Page(table.client.get(f"/spiele/{game}/schiedsrichter/eintragen", query_string=asked))
    assert (page.status, page.errors(field)) == (422, said)
    assert page.text("verdict").startswith("Kein Regelverstoß bewiesen")
    assert page.inputs["tricks"][0] == "GS G7 H9 G8"
    assert page.value("judge") == more["judge"]
    assert page.value("seat") == (more["seat"] if more["seat"] != "9" else "")


def test_a_reason_in_own_words_survives_what_is_asked(client: FlaskClient) -> None:
    """Where the correction changes later games it is asked about first; reason and offender are still there."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set(WITH_STOCK))
    table = Table(client, preset=rules)
    table.recorded(who="all_pass", contract=None)
    game = table.recorded(**SAUSPIEL, called="gras")
    table.recorded(**SAUSPIEL)
    at = f"/spiele/{game}"
    why = "gesuchte Sau nicht zugegeben"
    form = follow(client, enter(table, at, judge="Huber", seat="2", reason=why))
    assert form.value("revoke_reason") == why
    asked = Page(client.post(f"{at}/korrigieren", data=form.inputs))
    assert asked.status == 422
    assert "Das ändert auch spätere Spiele" in asked.text("question")
    assert (asked.value("revoke"), asked.value("revoke_reason")) == ("2", why)
    assert asked.value("reason") == f"Schiedsrichter Huber: {why}"
    done = client.post(f"{at}/korrigieren", data={**asked.inputs, "accept": asked.offered["accept"][0]})
    assert done.status_code == 303
    assert f"Regelverstoß Xaver ({why})" in table.page.text("games")


def test_a_ruling_on_the_running_game_fills_its_form(table: Table) -> None:
    """Not yet in the list: the entry form has players, offender, reason and who decided; it only lacks the result."""
    form = follow(table.client, enter(table, "/listen/1", judge="Huber", seat="2", reason="not_followed"))
    shown = {name: form.value(name) for name in ("who", "contract", "partner", "called", "revoke", "revoke_reason")}
    assert shown == {
        "who": "0",
        "contract": "sauspiel",
        "partner": "2",
        "called": "gras",
        "revoke": "2",
        "revoke_reason": "nicht bedient, Schiedsrichter Huber",
    }
    assert table.page.text("games").count("Regelverstoß") == 0
    done = table.client.post("/listen/1/spiele", data=form.inputs)
    assert done.status_code == 303, Page(done).text("summary")
    assert "Regelverstoß Xaver (nicht bedient, Schiedsrichter Huber)" in table.page.text("games")
    assert table.totals()[2] == "−0,20"


def test_where_revokes_do_not_count_it_says_so(client: FlaskClient) -> None:
    """With `revoke.mode: off` there is a ruling and a paper, but nothing to enter."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"revoke": {"mode": "off"}}))
    table = Table(client, preset=rules)
    game = table.recorded(**SAUSPIEL, called="gras")
    for at in ("/listen/1", f"/spiele/{game}"):
        page = ask(client, TRICKS, at=at)
        assert "Regelverstöße wertet ihr nicht." in page.text("deciding")
        assert "Ins Spiel eintragen" not in page.text("deciding")
        refused = Page(enter(table, at, judge="Huber", seat="2"))
        assert (refused.status, "Regelverstöße wertet ihr nicht." in refused.text("summary")) == (422, True)


def test_what_cannot_be_entered_any_more(table: Table) -> None:
    """A corrected or cancelled version, an ended evening, a Ramsch: the reason is said instead of a button."""
    first = table.recorded(**SAUSPIEL, called="gras")
    form = follow(table.client, enter(table, f"/spiele/{first}", judge="Huber", seat="2"))
    second = table.client.post(f"/spiele/{first}/korrigieren", data=form.inputs).location.rpartition("=")[2]
    assert "Diese Fassung wurde korrigiert." in ask(table.client, TRICKS, at=f"/spiele/{first}").text("deciding")
    table.cancel(UUID(second))
    assert "Dieses Spiel ist storniert." in ask(table.client, TRICKS, at=f"/spiele/{second}").text("deciding")
    ramsch = ask(table.client, TRICKS, at="/listen/1", contract="ramsch")
    assert "Bei Ramsch trägt das Buch keinen Regelverstoß ein." in ramsch.text("deciding")
    table.client.post("/abende/1/beenden")
    ended = "Der Abend ist beendet. Wer weiterspielen oder etwas ändern will, öffnet ihn in der Abrechnung wieder."
    assert ended in ask(table.client, TRICKS, at="/listen/1").text("deciding")
    late = Page(enter(table, "/listen/1", judge="Huber"))
    assert (late.status, late.text("summary")) == (422, f"Noch nicht eingetragen. {ended}")


def test_nothing_is_written_by_asking(table: Table) -> None:
    """Asking, printing and going on to a form leave the book as it is."""
    game = table.recorded(**SAUSPIEL, called="gras")
    before = table.client.get("/abende/1.json").data
    for at in ("", "/listen/1", f"/spiele/{game}"):
        ask(table.client, TRICKS, at=at)
        table.client.get(f"{at}/schiedsrichter.pdf", query_string=query(TRICKS))
    enter(table, f"/spiele/{game}", judge="Huber", seat="2")
    enter(table, "/listen/1", judge="Huber", seat="2")
    assert table.client.get("/abende/1.json").data == before


# --- The paper -------------------------------------------------------------------------------------------------------


def test_the_paper_of_a_ruling(table: Table) -> None:
    """From each of the three places the same question gives a PDF with names, sentence, rule and who decided."""
    game = table.recorded(**SAUSPIEL, called="gras")
    for at, name in (("", "Platz3"), ("/listen/1", "Xaver"), (f"/spiele/{game}", "Xaver")):
        answer = table.client.get(f"{at}/schiedsrichter.pdf", query_string=query(TRICKS, judge="Huber"))
        assert answer.mimetype == "application/pdf"
        (text,) = pages(answer.data)
        assert f"{name}hatinStich1Gras-Saunichtzugegeben,dieKartewargesucht." in text
        assert "Huber" in text
    assert "Stammtisch,Spiel1" in text


def test_no_paper_without_a_ruling(client: FlaskClient) -> None:
    """What is wrong is said on the page; where nothing was asked the page asks."""
    wrong = Page(client.get("/schiedsrichter.pdf", query_string=query(["XX"])))
    assert (wrong.status, "eine Karte „XX“ gibt es nicht" in wrong.errors("tricks-0")) == (422, True)
    fresh = Page(client.get("/schiedsrichter.pdf"))
    assert (fresh.status, fresh.text("summary"), len(fresh.inputs["tricks"])) == (200, "", 8)


def test_a_paper_before_the_first_card_and_of_other_games(client: FlaskClient) -> None:
    """A question without a trick, one about Deutscher Schafkopf and one with the short deck are printed as well."""
    deutsch = {"contract": "ds_solo", "suit": "herz", "rules": "deutscher_striche"}
    for tricks, more, said in (
        ([], {}, "Noch ist keine Karte gefallen."),
        (["E7 EK E8 HU", "G7 G8 EO G9"], deutsch, "Kein Regelverstoß bewiesen"),
        (["GK G9 EU", ""], {"rules": "kurz_10_20_50"}, "Sauspiel Gras"),
    ):
        answer = client.get("/schiedsrichter.pdf", query_string=query(tricks, **more))
        (text,) = pages(answer.data)
        assert bare(said) in text


def test_the_form_keeps_the_question_for_the_paper(client: FlaskClient) -> None:
    """The decision sends the same question along; its address says it all."""
    page = ask(client, TRICKS)
    assert page.inputs["contract"] == ["sauspiel", "sauspiel"]
    location = urlsplit(client.get("/schiedsrichter", query_string=query(TRICKS)).request.url)
    assert parse_qs(location.query)["tricks"] == TRICKS
