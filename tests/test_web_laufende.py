"""The page that counts Laufende: what it says, and how it goes back to the form with all that was typed."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.actions import SAUSPIEL, Page, Table
from tests.book import Book

LAUFENDE = "/listen/1/laufende"
TOP = ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def send(client: FlaskClient, tun: str = "zaehlen", address: str = LAUFENDE, **typed: Any) -> Page:
    """Press a button of the page, or of a form on the way to it."""
    answer = client.post(address, data={"tun": tun, **typed})
    assert answer.status_code == 200
    return Page(answer)


def typed(table: Table, **answers: Any) -> dict[str, Any]:
    """Give what a browser would send of the form on the sheet, with some answers."""
    return {**table.page.inputs, **answers}


def test_the_page_stands_by_itself(table: Table) -> None:
    """Opened by its address it explains, offers the contracts that know Laufende, and the trumps of the Sauspiel."""
    page = Page(table.client.get(LAUFENDE))
    assert "höchsten Trümpfe einer Seite" in page.text()
    assert page.offered["held"] == [*TOP, *(f"H{rank}" for rank in "SZK987")]
    assert "Ramsch" not in page.text("choices")
    assert "Zurück ohne Änderung" not in page.text()


@pytest.mark.parametrize(
    ("show", "held", "by", "words"),
    [
        ("sauspiel", TOP[:3], "mit", "Mit 3: Eichel-, Gras-, Herz-Ober. Zählt ab 3, macht 0,30 €."),
        ("sauspiel", TOP[:2], "ohne", "Ohne 2: Eichel-, Gras-Ober. Zählt nicht, erst ab 3."),
        ("wenz", ["EU", "GU"], "mit", "Mit 2: Eichel-, Gras-Unter. Zählt ab 2, macht 0,20 €."),
        ("solo-gras", [*TOP, "GS"], "mit", "höchstens Mit 8."),
        ("sauspiel", [], "mit", "Tipp die höchsten Trümpfe an, die eine Seite hatte."),
    ],
)
def test_it_says_how_many_these_are(table: Table, show: str, held: list[str], by: str, words: str) -> None:
    """The number, whose they are, which cards, from how many on they count and what they make."""
    page = send(table.client, show=show, held=held, by=by)
    assert words in page.text("book").replace("\N{NO-BREAK SPACE}", " ")
    assert page.inputs["held"] == held


def test_another_contract_has_other_trumps(table: Table) -> None:
    """Who picks another game sees its trumps in its order; what is trump there too stays tapped."""
    page = send(table.client, "", show="farbwenz-x", held=TOP[:5], by="mit")
    assert page.value("contract") == ""
    page = send(table.client, "", show="wenz", held=TOP[:5], by="mit")
    assert (page.offered["held"], page.inputs["held"]) == (["EU", "GU", "HU", "SU"], ["EU"])


def test_nothing_typed_is_lost_on_the_way(table: Table) -> None:
    """All that was typed in the form goes along and comes back, with the number and the contract that was counted."""
    answers = {
        "who": "0", "contract": "sauspiel", "partner": "2", "augen": "acht", "klopfer": ["1", "3"], "stoss": "1",
        "dealer": "2", "called": "gras", "tricks": "5",
    }  # fmt: skip
    there = send(table.client, "", **typed(table, **answers))
    assert there.value("laufende") == ""
    assert "Sepp + Xaver" in there.text("choices")
    back = send(table.client, "nehmen", **{**there.inputs, "held": TOP[:4]})
    assert back.value("laufende") == "mit-4"
    for name, value in answers.items():
        assert back.inputs[name] == (value if isinstance(value, list) else [value])
    sent = {**back.inputs, "augen": "91", "tricks": None}
    done = table.client.post("/listen/1/spiele", data={name: value for name, value in sent.items() if value})
    assert done.status_code == 303
    assert "mit 4" in Page(table.client.get(done.location)).text("games").replace("\N{NO-BREAK SPACE}", " ")


def test_what_the_form_has_is_tapped_already(table: Table) -> None:
    """Who comes with "ohne 3" finds the three highest with the others."""
    page = send(table.client, "", **typed(table, **SAUSPIEL, laufende="ohne-3"))
    assert (page.inputs["held"], page.value("by")) == (TOP[:3], "ohne")
    back = send(table.client, "zurueck", **{**page.inputs, "held": TOP[:5]})
    assert (back.value("laufende"), back.value("who")) == ("ohne-3", "0")


def test_too_few_are_none(table: Table) -> None:
    """A run that does not count goes into the form as none, also where another stood there."""
    page = send(table.client, "zaehlen", **typed(table, **SAUSPIEL, laufende="mit-4"), held=TOP[:2], by="mit")
    back = send(table.client, "nehmen", **page.inputs)
    assert (back.value("laufende"), back.value("partner")) == ("", "2")


@pytest.mark.parametrize(
    ("first", "then", "said", "taken"),
    [
        ({"held": TOP[:2]}, {"held": TOP[:4]}, "Mit 4", "mit-4"),
        ({"held": TOP[:4]}, {"held": TOP[:2]}, "Zählt nicht", ""),
        ({"held": TOP[:3]}, {"by": "ohne"}, "Ohne 3", "ohne-3"),
        ({"held": TOP[:3]}, {"held": []}, "Tipp die höchsten Trümpfe an", None),
        ({"held": TOP[:3]}, {"held": TOP[1:4]}, "", ""),
        ({"held": TOP[:3]}, {"contract": "wenz", "held": TOP[4:7]}, "Mit 3", "mit-3"),
    ],
)
def test_who_taps_on_takes_what_is_tapped_then(
    table: Table, first: dict[str, Any], then: dict[str, Any], said: str, taken: str | None
) -> None:
    """A number that was said before the last tap is not taken, nor another one that nobody has seen: it is said first.

    So it is after "zählt nicht" too, without a script, and where a browser came back to an older page.
    """
    there = send(table.client, "zaehlen", **typed(table, **SAUSPIEL, laufende="mit-5"), **{"by": "mit", **first})
    again = send(table.client, "nehmen", **{**there.inputs, **then})
    assert said in again.text("book").replace("\N{NO-BREAK SPACE}", " ")
    assert "So übernehmen" not in again.text("book") if taken is None else "Jetzt sind es" in again.text("book")
    assert (again.value("who"), again.offered["result"]) == ("0", ["won"]), "it is no form yet"
    if taken is not None:
        back = send(table.client, "nehmen", **again.inputs)
        assert (back.value("laufende"), back.value("partner")) == (taken, "2")


def test_by_itself_it_fills_a_fresh_form(table: Table) -> None:
    """Taken without a form, the number stands in a new one, with the dealer whose turn it is."""
    table.recorded(**SAUSPIEL)
    back = send(table.client, "nehmen", show="solo-gras", held=TOP[:3], by="mit")
    assert (back.value("laufende"), back.value("contract"), back.value("dealer")) == ("mit-3", "solo-gras", "1")


def test_the_way_back_to_a_correction_and_to_a_forgotten_game(table: Table) -> None:
    """From the form that corrects a game, or puts one in, the page goes back to that form and no other."""
    game = table.recorded(**SAUSPIEL)
    for way in ("davor", "korrigieren"):
        form = Page(table.client.get(f"/spiele/{game}/{way}"))
        address = f"{LAUFENDE}?{way}={game}"
        sent = {**form.inputs, "who": "1", "partner": "3", "reason": "falsch"}
        there = send(table.client, "", address, **sent)
        back = send(table.client, "nehmen", address, **{**there.inputs, "held": TOP[:3]})
        assert (back.value("laufende"), back.value("who"), back.value("uuid")) == ("mit-3", "1", form.value("uuid"))
        if way == "korrigieren":
            assert back.value("reason") == "falsch"
        sent = {**back.inputs, "result": "won"}
        # A forgotten game moves the dealer of the later one, which is asked about.
        assert table.client.post(f"/spiele/{game}/{way}", data=sent).status_code == (
            303 if way == "korrigieren" else 422
        )


def test_seats_that_changed_meanwhile_are_told(table: Table) -> None:
    """Somebody who sat down while one counted makes the answers about people go, and the page says so."""
    sent = typed(table, **SAUSPIEL)
    with table.client.application.app_context():
        Book(table.client.application).swap(1, "Sepp", "Vroni")
    answer = table.client.post(LAUFENDE, data={**sent, "tun": "nehmen", "held": TOP[:3], "by": "mit"})
    page = Page(answer)
    assert answer.status_code == 409
    assert "sitzen am Tisch andere" in page.text("summary")
    assert (page.value("who"), page.value("laufende")) == ("", "mit-3")


@pytest.mark.parametrize("rules", ["turnier_plusminus", "deutscher_striche"])
def test_rules_without_laufende_say_so(client: FlaskClient, rules: str) -> None:
    """Where Laufende never count the form does not lead to the page; by its address it says so, and takes none."""
    table = Table(client, preset=rules)
    assert "Wie viele sind das" not in table.page.text()
    page = send(client, show="sauspiel", held=TOP[:3], by="mit")
    assert "So übernehmen" not in page.text()
    if rules == "turnier_plusminus":
        assert "Laufende zählen bei euch nicht" in page.text("book")


def test_pages_that_are_not_there(table: Table) -> None:
    """An unknown list, a game of another list and a broken mark are not found."""
    game = table.recorded(**SAUSPIEL)
    Table(table.client)
    for address in ("/listen/99/laufende", f"/listen/2/laufende?davor={game}", f"{LAUFENDE}?korrigieren=x"):
        assert table.client.get(address).status_code == 404


def test_an_ended_evening_only_counts(table: Table) -> None:
    """After the end the page counts, and takes nothing into a form."""
    table.client.post("/abende/1/beenden")
    page = send(table.client, show="sauspiel", held=TOP[:3], by="mit")
    assert "Mit 3" in page.text("book")
    assert "So übernehmen" not in page.text()


def test_a_page_that_is_too_old_says_so(table: Table) -> None:
    """Without the token of the browser nothing is counted, and all that was typed stays."""
    sent = typed(table, **SAUSPIEL, held=TOP[:3], by="mit", tun="zaehlen", csrf_token="x")
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    answer = table.client.post(LAUFENDE, data=sent)
    page = Page(answer)
    assert (answer.status_code, page.inputs["held"], page.value("who")) == (400, TOP[:3], "0")
    assert "Diese Seite war zu alt" in page.text("summary")
    assert "Mit 3" in send(table.client, **page.inputs).text("book")


@pytest.mark.parametrize("nobody", ["9" * 5000, "¹", "٣", "1,2"])
def test_what_is_no_seat_is_nobody(table: Table, nobody: str) -> None:
    """A seat or a count that is no number, or longer than any, says nothing, and breaks nothing."""
    page = send(table.client, **typed(table, who=nobody, partner=nobody, contract="sauspiel", laufende=f"mit-{nobody}"))
    assert page.status == 200
