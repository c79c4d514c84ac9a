"""The page of the referee: by itself, from a sheet, from a game; and what cannot have been."""

from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorebook.rules import Contract
from scorebook.rules.cards import CARDS
from tests.actions import SAUSPIEL, Page, Table
from tests.asking import TRICKS, ask, query, with_cards
from tests.book import Book


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


# --- Asking ----------------------------------------------------------------------------------------------------------


def test_a_fresh_page_asks_and_says_nothing(client: FlaskClient) -> None:
    """Without a question there is no ruling and no error; the page is found from the list of evenings."""
    page = Page(client.get("/schiedsrichter"))
    assert (page.status, page.text("verdict"), page.text("summary")) == (200, "", "")
    assert page.offered["contract"][:3] == ["sauspiel", "wenz", "solo"]
    assert len(page.inputs["tricks"]) == 8
    Table(client)
    assert "/schiedsrichter" in Page(client.get("/")).links


def test_the_ruling_is_read_out(client: FlaskClient) -> None:
    """What was led, what that asks for, what was held and played, the rule, its source and what follows from it."""
    page = ask(client, TRICKS)
    assert page.status == 200
    assert page.text("verdict").startswith("Platz 3 hat in Stich 1 Gras-Sau nicht zugegeben, die Karte war gesucht.")
    case = page.text("case")
    for said in (
        "Stich 1: Platz 1 kommt mit Gras-Acht heraus.",
        "damit ist Gras-Sau gesucht",
        "Platz 3 hatte noch Gras-Sau, gespielt erst in Stich 3.",
        "Platz 3 spielt Gras-Sieben.",
        "Erlaubt war nur Gras-Sau.",
        "Die gerufene Karte muss fallen",
        "Grundregel des Schafkopfs, sie gilt in jedem Regelsatz, auch in „Bayerisch 10/20/50“.",
        "Die Seite von Platz 3 verliert das Spiel.",
    ):
        assert said in case, said
    assert page.text("trick").count("sticht") == 3
    assert "Gras-SiebenPlatz 3falsch" in page.text("trick").replace("7", "")
    assert page.inputs["tricks"][:4] == [*TRICKS, ""]
    assert page.value("contract") == "sauspiel"


@pytest.mark.parametrize(
    "line",
    ["g8 gk g7 g9", "G8,GK,G7,G9", "G8GKG7G9", "Gras-Acht Gras König Gras 7 Gras-9", "P8 PK P7 P9", "♠8 ♠K ♠7 ♠9"],
)
def test_cards_are_typed_in_many_ways(client: FlaskClient, line: str) -> None:
    """Codes, words, French letters and signs, with commas or without; the line stays as it was typed."""
    page = ask(client, [line, *TRICKS[1:]])
    assert "Gras-Sau nicht zugegeben" in page.text("verdict")
    assert page.inputs["tricks"][0] == line


def test_who_leads_may_stand_before_a_trick(table: Table) -> None:
    """A name or a seat's number with a colon is checked against who took the trick before."""
    right = ask(table.client, ["Sepp: G8 GK G7 G9", "2: EO EU"], at="/listen/1", lead="3")
    assert (right.status, right.errors("tricks-0")) == (200, "")
    wrong = ask(table.client, ["G8 GK G7 G9", "Xaver: EO EU"], at="/listen/1")
    assert wrong.errors("tricks-1") == "Stich 2: herausgekommen ist Xaver, den Stich davor hat aber Vroni."
    nobody = ask(table.client, ["G8 GK G7 G9", "Kathi: EO EU"], at="/listen/1")
    assert nobody.errors("tricks-1") == "„Kathi“ sitzt nicht am Tisch."
    assert nobody.text("verdict") == ""


def test_names_that_are_typed_are_said(client: FlaskClient) -> None:
    """By itself the page has no people, but may be told their names; markup in them is only text."""
    asked = query(TRICKS)
    asked.setlist("names", ["", "", "<b>Xaver", ""])
    answer = client.get("/schiedsrichter", query_string=asked)
    assert Page(answer).text("verdict").startswith("<b>Xaver hat in Stich 1")
    assert "<b>Xaver" not in answer.text


def test_what_stays_open_is_said_and_not_guessed(client: FlaskClient) -> None:
    """A discard without a known hand is no breach; the page says what would settle it."""
    page = ask(client, ["GS G7 H9 G8"], contract="wenz", lead="1")
    assert page.text("verdict").startswith("Kein Regelverstoß bewiesen; es bleibt etwas offen.")
    assert "Ob Platz 4 in Stich 1 bedienen konnte, zeigt erst die Hand." in page.text("left-open")
    clear = ask(client, ["GS G7 H9 G8"], ["", "", "", "H9 HS HZ E7 E8 E9 S7 S8"], contract="wenz", lead="1")
    assert clear.text("verdict").startswith("Kein Regelverstoß: jede Karte war erlaubt.")


def test_what_may_be_played_now(client: FlaskClient) -> None:
    """With the hand of whose turn it is the page shows the cards that may follow."""
    page = ask(client, ["GS"], ["", "", "G7 G9 E7 E8 E9 S7 S8 S9", ""], contract="wenz", lead="1")
    assert "Jetzt ist Platz 3 dran. Erlaubt: Gras-Neun und Gras-Sieben." in page.text("urteil")


def test_before_the_first_card(client: FlaskClient) -> None:
    """With a hand and no trick yet it says what may be led; without both, that nothing was played."""
    page = ask(client, [], ["", "", "GS GO G9 G8 E7 E8 S7 S8", ""], lead="2")
    assert page.text("verdict").startswith("Noch ist keine Karte gefallen.")
    assert "Jetzt ist Platz 3 dran. Erlaubt: Eichel-Acht, Eichel-Sieben, Gras-Sau, Gras-Ober" in page.text("urteil")
    assert ask(client, []).text("verdict").startswith("Noch ist keine Karte gefallen.")


def test_several_breaches_are_each_told(client: FlaskClient) -> None:
    """Each has its own words, and the decision asks which one it is about."""
    page = ask(client, ["GS G7 H9 H8", "GK GZ G9 G8"], contract="wenz", lead="1")
    assert "Platz 4 hat in Stich 1 nicht bedient." in page.text("case")
    assert "Platz 1 hat in Stich 1 nicht bedient." in page.text("case")
    assert page.offered["ply"] == ["2", "3"]
    assert page.value("ply") == "2"


def test_other_rules(client: FlaskClient) -> None:
    """The rule set decides: the short deck lets its owner run away from three; an unknown one is not found."""
    hand = ["", "", "GS GK G9 H9 S9 SK", ""]
    short = ask(client, ["GK"], hand, lead="2", rules="kurz_10_20_50")
    assert short.text("verdict").startswith("Kein Regelverstoß")
    assert len(short.inputs["tricks"]) == 8 + 6  # those that go along, and the lines of the form
    assert Page(client.get("/schiedsrichter?rules=nichts")).status == 404
    deutsch = ask(client, ["GK"], rules="deutscher_striche")
    assert deutsch.offered["contract"] == ["zwangsspiel", "partnerspiel", "ds_solo"]
    assert deutsch.errors("contract") == "Sauspiel gibt es in diesem Regelsatz nicht."


def test_the_source_of_running_away_is_the_rule_set(client: FlaskClient) -> None:
    """How many cards it takes is agreed on, and the ruling names where."""
    page = ask(client, ["GK"], ["", "", "GS GK G9 H9 S9 SK E7 E8", ""], lead="2")
    assert "durfte in Stich 1 nicht davonlaufen" in page.text("verdict")
    assert "Vereinbart in „Bayerisch 10/20/50“: davonlaufen ab 4 Karten." in page.text("case")


def test_with_french_cards_it_says_french_names(client: FlaskClient) -> None:
    """A table that plays with French cards hears of Pik-Ass, and its signs are French."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"words": {"cards": "french"}}))
    answer = client.get("/schiedsrichter", query_string=query(TRICKS, rules=rules))
    assert "Pik-Ass nicht zugegeben" in Page(answer).text("verdict")
    assert 'href="#pik"' in answer.text


def test_in_english(client: FlaskClient) -> None:
    """The page, the ruling and what is wrong speak English too."""
    client.set_cookie("sprache", "en")
    page = ask(client, TRICKS)
    assert page.text("verdict").startswith("Seat 3 did not play the searched Leaves-Sau in trick 1.")
    assert "there is no card" in ask(client, ["XX"]).errors("tricks-0")


# --- What cannot have been -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "hands", "more", "place", "said"),
    [
        (["G8 XX"], None, {}, "tricks-0", "Stich 1, 2. Karte, Platz 2: eine Karte „XX“ gibt es nicht."),
        ([TRICKS[0], "EO G7"], None, {}, "tricks-1", "Stich 2, 2. Karte, Platz 3: Gras-Sieben gibt es nur einmal."),
        (["G8 GK G7", "EO"], None, {}, "tricks-0", "Stich 1: 3 statt vier Karten."),
        (["", "EO"], None, {}, "tricks-0", "Stich 1 fehlt."),
        (["G8"], ["", "E7 E8", "", ""], {}, "hands-1", "Hand von Platz 2: 2 statt 8 Karten."),
        (["G8 GK"], ["", "E7 E8", "", ""], {}, "hands-1", "2 statt 8 Karten für die ganze Hand. Übrig sind noch 7."),
        (
            ["G8 GK"],
            ["", "E7 E8 E9 EZ EK ES EO S7", "", ""],
            {},
            "hands-1",
            "Stich 1, 2. Karte, Platz 2: Gras-König hat er nicht auf der Hand.",
        ),
        (
            ["G8 GK"],
            ["", "", "G8 E8 E9 EZ EK ES EO S7", ""],
            {},
            "hands-2",
            "Platz 3 kann Gras-Acht nicht haben: Stich 1, 1. Karte, die hat Platz 1 gespielt.",
        ),
        (["G8"], None, {"lead": ""}, "lead", "Wer kommt im ersten Stich heraus?"),
        (["G8"], None, {"suit": ""}, "suit", "Welche Sau ist gerufen?"),
        (["G8"], None, {"contract": ""}, "contract", "Was wurde gespielt?"),
        (["G8"], None, {"contract": "watten"}, "contract", "das steht nicht zur Wahl"),
        (["G8"], None, {"contract": "all_pass"}, "contract", "Karten passt nicht zu Alle weiter."),
        (["G8"], None, {"suit": "herz"}, "suit", "Die Herz-Sau kann man nicht rufen: Herz ist Trumpf."),
        (["G8"], None, {"lead": "7"}, "lead", "kann nicht herauskommen"),
        (["G8"], None, {"contract": "solo", "suit": ""}, "suit", "Welche Farbe ist Trumpf?"),
        (["GS"], None, {}, "suit", "Platz 1 hat die gerufene Karte selbst."),
        (["G8 GK GS"], None, {"partner": "1"}, "partner", "Eingetragen ist Platz 2, die Karten sagen Platz 3."),
        (["G8"], None, {"declarer": "9"}, "declarer", ""),
    ],
)
def test_what_cannot_have_been_is_said_at_its_line(
    client: FlaskClient, tricks: list[str], hands: list[str] | None, more: dict[str, str], place: str, said: str
) -> None:
    """The error stands at the line or field that caused it; everything typed is still there, and nothing is ruled."""
    page = ask(client, tricks, hands, **more)
    assert page.status == 422
    assert said in page.errors(place)
    assert page.errors(place)
    assert page.text("summary")
    assert page.inputs["tricks"] == [*tricks, *[""] * (8 - len(tricks))]
    assert page.inputs["hands"] == (hands or [""] * 4)
    assert page.text("verdict") == ""


def test_more_than_anybody_types(client: FlaskClient) -> None:
    """Endless lines, many lines, strange signs: an error in words, never a fault."""
    for tricks in (["EO " * 2000], ["EO"] * 40, ["\x00\u202e💥:"], [":"], ["G8 " * 5]):
        assert ask(client, tricks).status == 422


def test_whatever_is_sent_is_answered(table: Table) -> None:
    """Any mixture of answers, cards and nonsense gets a ruling or an error in words, at every address."""
    random = Random(1)
    game = with_cards(table)
    odd = ["", "0", "3", "9", "-1", "٣", "²", "x", "\x00", "solo", "herz", "gras", "sie", "6", "2.5", "💥"]
    cards = [*map(str, CARDS), "XX", "", "Vroni:", "9:", ":", "Gras", "10"]
    statuses = set()
    for _ in range(250):
        asked = MultiDict({name: random.choice(odd) for name in ("suit", "declarer", "partner", "lead", "seat", "ply")})
        asked["contract"] = random.choice([*map(str, Contract), *odd])
        asked["called_rank"], asked["judge"], asked["reason"] = "y", random.choice(odd), random.choice(odd)
        asked.setlist("sitting_out", random.sample(odd, random.randrange(3)))
        for name, most in (("tricks", 9), ("hands", 6), ("names", 5)):
            asked.setlist(
                name, [" ".join(random.sample(cards, random.randrange(6))) for _ in range(random.randrange(most))]
            )
        at = random.choice(["", "/listen/1", f"/spiele/{game}"])
        view = random.choice(["", "", "/eintragen"]) if at else ""
        statuses.add(table.client.get(f"{at}/schiedsrichter{view}", query_string=asked).status_code)
    assert statuses <= {200, 303, 422}
    assert {200, 422} <= statuses


# --- The table and the game ------------------------------------------------------------------------------------------


def test_a_sheet_lends_names_rules_and_who_sits_out(client: FlaskClient) -> None:
    """From the sheet the people and its rules are there, who sits out by turn, and who leads."""
    table = Table(client, ("Sepp", "Vroni", "Xaver", "Zenzi", "Toni"))
    assert "/listen/1/schiedsrichter" in table.page.links
    page = Page(client.get("/listen/1/schiedsrichter"))
    assert (page.inputs["sitting_out"], page.value("lead")) == (["0"], "1")
    assert page.offered["contract"] == ["sauspiel", "wenz", "solo"]
    assert "Es gelten die Regeln „Bayerisch 10/20/50“." in page.text()
    asked = query(["GS G7 H9 G8", "G9"], [""] * 5, contract="wenz", lead="1", sitting_out="0", declarer="2")
    ruled = Page(client.get("/listen/1/schiedsrichter", query_string=asked))
    assert "Jetzt ist Xaver dran" in ruled.text("urteil")
    asked["sitting_out"] = "1"
    assert Page(client.get("/listen/1/schiedsrichter", query_string=asked)).errors("lead") == (
        "Vroni kann nicht herauskommen."
    )


@pytest.mark.parametrize(
    ("preset", "offered", "calls"),
    [
        ("kurz_10_20_50", ["sauspiel", "wenz", "solo"], True),
        ("bsv_10_50", ["sauspiel", "ramsch", "bettel", "wenz", "solo"], True),
        ("turnier_plusminus", ["sauspiel", "kreuzspiel", "wenz", "solo"], True),
        ("deutscher_striche", ["zwangsspiel", "partnerspiel", "ds_solo"], False),
    ],
)
def test_only_what_the_rules_play_is_offered(client: FlaskClient, preset: str, offered: list[str], calls: bool) -> None:
    """Of a table and by itself the contracts are those of the rules; a called Sau is asked for where one is called."""
    address = Table(client, preset=preset).address
    for page in (client.get(f"{address}/schiedsrichter"), client.get(f"/schiedsrichter?rules={preset}")):
        shown = Page(page).offered
        assert (shown["contract"], "partner" in shown) == (offered, calls)


def test_a_game_that_is_not_on_offer_can_be_ruled_on(table: Table) -> None:
    """Who asks about a contract that the rules do not offer finds it chosen, and gets a ruling."""
    page = ask(table.client, ["GS G7 H9 G8"], contract="geier", lead="1", at="/listen/1")
    assert (page.status, page.value("contract"), page.offered["contract"][-1]) == (200, "geier", "geier")


def test_who_sat_out_did_not_play_wrong(client: FlaskClient) -> None:
    """With five at the table the decision is about one of the four who played that game."""
    Table(client, ("Sepp", "Vroni", "Xaver", "Zenzi", "Toni"))
    for out in "01":
        asked = query(["GS G7 H9 H8"], [""] * 5, contract="wenz", lead="2", sitting_out=out, declarer="3")
        page = Page(client.get("/listen/1/schiedsrichter", query_string=asked))
        assert [seat for seat in page.offered["seat"] if seat] == [seat for seat in "01234" if seat != out]


def test_a_game_with_cards_opens_filled(table: Table) -> None:
    """Contract, tricks and hands stand there, and the ruling is made at once."""
    game = with_cards(table)
    assert f"/spiele/{game}/schiedsrichter" in Page(table.client.get(f"/spiele/{game}")).links
    page = Page(table.client.get(f"/spiele/{game}/schiedsrichter"))
    assert page.inputs["tricks"][-8:-5] == ["G9 G8 S7 GS", "GZ GO G7 GK", ""]
    assert page.inputs["hands"][-1] == "E7 GK GU HU H7 SZ SU S7"
    assert page.text("verdict").startswith("Zenzi hat in Stich 1 nicht bedient.")
    assert "Zenzi hatte noch Gras-König auf der Hand." in page.text("case")


def test_a_game_without_cards_opens_with_what_is_known(table: Table) -> None:
    """Contract, declarer, called suit, its owner and who leads are there; the tricks are asked for."""
    game = table.recorded(**SAUSPIEL, called="gras")
    page = Page(table.client.get(f"/spiele/{game}/schiedsrichter"))
    shown = [page.value(name) for name in ("contract", "suit", "declarer", "partner", "lead")]
    assert shown == ["sauspiel", "gras", "0", "2", "1"]
    assert page.text("verdict") == ""
    passed = table.recorded(who="all_pass", contract=None)
    assert f"/spiele/{passed}/schiedsrichter" not in Page(table.client.get(f"/spiele/{passed}")).links


@pytest.mark.parametrize("lead", ["9" * 5000, "²", "٣", "1,2"])
def test_a_lead_that_is_no_seat_breaks_nothing(client: FlaskClient, lead: str) -> None:
    """Who leads is a seat or nobody; what is no number, or longer than any, is answered."""
    for line in ("G8 GK G7 G9", f"{lead}: G8 GK G7 G9"):
        assert client.get("/schiedsrichter", query_string={"tricks": line, "lead": lead}).status_code in (200, 422)
