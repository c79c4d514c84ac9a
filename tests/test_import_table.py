"""Tables of other programs: what their columns mean, what each row becomes, and that nothing in them is believed."""

from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorebook.exchange import ShapeError
from scorebook.exchange.delimited import MOST_ROWS, read_table, table_text
from scorebook.ledger.evening import Evening
from scorebook.services.exporting import evening_csv
from scorebook.web import import_table
from scorebook.wording import ENGLISH, GERMAN
from tests import evenings
from tests.actions import Page
from tests.book import Book, codes

HEADS = "Datum;Wer;Was;Mit;Augen;Sepp;Vroni;Xaver;Zenzi"
WON = "1.11.2026;Sepp;Sauspiel;Xaver;74;0,20;-0,20;0,20;-0,20"
WENZ = ";Vroni;Wenz;;;-0,50;1,50;-0,50;-0,50"
TABLE = f"{HEADS}\n{WON}\n{WENZ}"


def sent(client: FlaskClient, text: str, tun: str = "pruefen", **other: Any) -> Page:
    """Paste a table."""
    return Page(client.post("/abende/einlesen/tabelle", data={"text": text, "tun": tun, **other}))


def read_in(client: FlaskClient, text: str, **other: Any) -> int:
    """Paste a table whose rows all go, say yes on the page that follows, and give the number of the evening."""
    answer = client.post("/abende/einlesen/tabelle", data={"text": text, "tun": "weiter", **other})
    assert answer.status_code == 303, Page(answer).text("wrong") + Page(answer).text("summary")
    done = client.post(answer.location, data=Page(client.get(answer.location)).inputs)
    assert done.status_code == 303
    return int(done.location.rsplit("/", 1)[-1])


def wrong(client: FlaskClient, row: str, heads: str = HEADS, **other: Any) -> str:
    """Paste a table with one row that must not go; give what is said about it. Nothing is in the book."""
    page = sent(client, f"{heads}\n{row}", "weiter", **other)
    assert page.status == 422
    with client.application.app_context():
        assert [Book(client.application).count(table) for table in ("games", "people", "uploads")] == [0] * 3
    return page.text("problem") or page.text("summary") or page.errors("text")


# --- Reading ---


@pytest.mark.parametrize("mark", ["\t", ";", ","])
def test_any_usual_mark_parts_cells(mark: str) -> None:
    """Tabs as copied, semicolons as a German spreadsheet writes them, commas as an English one does."""
    table = read_table(f'Wer{mark}Was\r\nSepp{mark}"Solo{mark} ""Herz"""\r\n\r\n')
    assert table.rows == (("Sepp", f'Solo{mark} "Herz"'),)
    assert table.lines == (2,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_umlauts_come_however_they_were_written(encoding: str) -> None:
    """UTF-8 with or without its mark, UTF-16, and what older programs write."""
    assert table_text("Jörg;Weiß".encode(encoding)) == "Jörg;Weiß"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "table.none"),
        ("Sepp", "table.none"),
        ("Sepp;Vroni", "table.none"),
        ("\0;x\n1;2", "table.no_text"),
        ("a;b\n1;2;3", "table.ragged"),
        ("a;b\n1;" + "x" * 5000, "table.broken"),
        ("a;b\n" + "1;2\n" * (MOST_ROWS + 1), "table.too_long"),
        (";".join(map(str, range(90))) + "\n1", "table.too_wide"),
        ("a;b\n1;" + "x" * 140_000, "table.broken"),
    ],
)
def test_what_is_no_table_is_refused(text: str, code: str) -> None:
    """Each kind has its words, and says in which line where there is one."""
    with pytest.raises(ShapeError) as caught:
        read_table(text)
    assert codes(caught) == [(code, "")]


# --- Rows ---


def test_a_table_becomes_an_evening(client: FlaskClient, app: Flask) -> None:
    """Rows are worked out by the rules; who won, and with whom, their amounts say where no column does."""
    evening_id = read_in(client, TABLE)
    with app.app_context():
        there = Book(app).evening(evening_id)
    assert (str(there.date), there.check_code()) == ("2026-11-01", there.check_code())
    games = there.sheets[0].standing
    assert [str(game.game.contract) for game in games] == ["sauspiel", "wenz"]
    assert [game.game.dealer for game in games] == [0, 1]
    assert {there.name_of(person): units for person, units in there.totals().items()} == {
        "Sepp": -30, "Vroni": 130, "Xaver": -30, "Zenzi": -70,
    }  # fmt: skip


def test_the_partner_is_who_won_too(client: FlaskClient, app: Flask) -> None:
    """Without a column for partner and result, the amounts tell both: two won, two lost."""
    rows = "Tag\tWer\tWas\tSepp\tVroni\tXaver\tZenzi\n2026-11-01\tVroni\tSauspiel\t20\t-20\t20\t-20"
    evening_id = read_in(client, rows)
    with app.app_context():
        (game,) = Book(app).evening(evening_id).sheets[0].standing
    assert (game.game.declarer, game.game.partner, str(game.game.result)) == (1, 3, "lost")


def test_totals_are_differences(client: FlaskClient, app: Flask) -> None:
    """Where the amounts say how it stood, each game brought the difference."""
    running = f"{HEADS}\n{WON}\n;Vroni;Wenz;;;-0,30;1,30;-0,30;-0,70"
    evening_id = read_in(client, running, stand="stand")
    with app.app_context():
        assert sorted(Book(app).evening(evening_id).totals().values()) == [-70, -30, -30, 130]
    assert "Tabelle" not in sent(client, running, stand="stand").text("problem")
    assert "gerechnet" in sent(client, running, stand="spiel").text("problem")


def test_each_day_is_an_evening(client: FlaskClient, app: Flask) -> None:
    """Rows of two days are two evenings; who has no amount on a day did not play; whole euros are euros."""
    heads = "Datum;Wer;Was;Mit;Sepp;Vroni;Xaver;Zenzi;Ödön"
    rows = ["1.11.26;Sepp;Solo Herz;;3;-1;-1;-1;", "8.11.26;Ödön;Wenz;;;-0,5;-0,5;-0,5;1,5"]
    first = "\n".join((heads, *rows))
    assert "gerechnet sind es 1,50" in sent(client, first).text("problem")
    text = first.replace("3;-1;-1;-1", "1,5;-0,5;-0,5;-0,5")
    answer = client.post("/abende/einlesen/tabelle", data={"text": text, "tun": "weiter"})
    page = Page(client.get(answer.location))
    assert page.inputs["name"] == ["Sepp", "Vroni", "Xaver", "Zenzi", "Ödön"]
    assert client.post(answer.location, data=page.inputs).location == "/"
    with app.app_context():
        assert [len(Book(app).evening(one).people) for one in (1, 2)] == [4, 4]


def test_a_fifth_sits_out(client: FlaskClient, app: Flask) -> None:
    """At a table of five an empty cell says who sat out."""
    heads = "Wer;Was;Mit;Sepp;Vroni;Xaver;Zenzi;Ödön"
    evening_id = read_in(
        client, f"{heads}\nSepp;Sauspiel;Ödön;20;-20;;-20;20\nZenzi;Wenz;;50;50;50;-150;", date="2026-11-01"
    )
    with app.app_context():
        games = Book(app).evening(evening_id).sheets[0].standing
    assert [game.game.sitting_out for game in games] == [(2,), (4,)]


def test_names_can_be_typed(client: FlaskClient, app: Flask) -> None:
    """A table without amounts needs the names at the table; then it is read by its words alone."""
    rows = "Wer;Was;Mit;Augen;Dazu\nSepp;Sauspiel;Zenzi;95;"
    assert "Hier sind es 0" in sent(client, rows).text("summary")
    evening_id = read_in(client, rows, names="Sepp, Vroni, Xaver, Zenzi", date="2026-11-01")
    with app.app_context():
        assert sorted(Book(app).evening(evening_id).totals().values()) == [-30, -30, 30, 30]


def test_the_same_table_is_read_once(client: FlaskClient, app: Flask) -> None:
    """Pasted again, it is the evening that stands there already."""
    assert read_in(client, TABLE) == 1
    answer = client.post("/abende/einlesen/tabelle", data={"text": TABLE, "tun": "weiter"})
    assert "Es gibt nichts einzulesen" in Page(client.get(answer.location)).text()
    with app.app_context():
        assert Book(app).count("games") == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1.11.2026;;;;;20;-20;20;-20", "Aus Beträgen allein wird kein Spiel"),
        ("1.11.2026;Sepp;;Xaver;74;20;-20;20;-20", "Was: Was wurde gespielt?"),
        ("1.11.2026;;Sauspiel;Xaver;74;20;-20;20;-20", "Wer: Wer hat gespielt?"),
        ("1.11.2026;Wastl;Sauspiel;Xaver;74;20;-20;20;-20", "Wer: „Wastl“ sitzt hier nicht."),
        ("1.11.2026;Sepp;Schafkopf;Xaver;74;20;-20;20;-20", "Was: „Schafkopf“ wird hier nicht gespielt."),
        ("1.11.2026;Sepp;Sauspiel;Xaver;119;20;-20;20;-20", "119 Augen gibt es nicht"),
        ("1.11.2026;Sepp;Sauspiel;Xaver;74;50;-50;50;-50", "Bei Sepp steht 0,50, gerechnet sind es 0,20"),
        ("1.11.2026;Sepp;Sauspiel;Xaver;74;30;-20;20;-20", "ergeben zusammen 0,10 statt 0"),
        ("1.11.2026;Sepp;Sauspiel;Xaver;74;2O;-20;20;-20", "Sepp: „2O“ ist kein Betrag"),
        ("31.2.2026;Sepp;Sauspiel;Xaver;74;20;-20;20;-20", "Datum: „31.2.2026“ ist kein Tag"),
        ("1.11.1999;Sepp;Sauspiel;Xaver;74;20;-20;20;-20", "Dieses Datum kann nicht sein"),
        ("1.11.2026;Sepp;Sauspiel;Xaver;74;20;-20;20;", "0,20"),
        ("1.11.2026;Sepp;Sauspiel;Xaver;74;99999999999;-20;20;-20", "kein Betrag"),
        ("1.11.2026;Sepp;Sauspiel;Sepp;74;20;-20;20;-20", "Sepp"),
    ],
)
def test_a_row_that_cannot_be_says_why_and_where(client: FlaskClient, row: str, said: str) -> None:
    """Each fault names its column; what was pasted is still there, and nothing is written."""
    roles = {"role": ["date", "who", "what", "mate", "end", *["amount"] * 4]}
    page = sent(client, f"{HEADS}\n{row}")
    told = wrong(client, row, **roles, source=page.value("source"))
    if row.endswith("20;"):
        assert "Hier sind es 3" in told
    else:
        assert said in told
    assert row in page.text()


def test_roles_can_be_changed(client: FlaskClient) -> None:
    """What was guessed is shown, and another choice stays as long as the table has the same heads."""
    text = TABLE.replace("Was", "Gattung").replace("Wer", "Häuptling")
    page = sent(client, text)
    assert page.inputs["role"] == ["date", "", "", "mate", "end", *["amount"] * 4]
    assert "Aus Beträgen allein" in page.text("problem")
    chosen = ["date", "who", "what", "mate", "end", *["amount"] * 4]
    page = sent(client, text, role=chosen, source=page.value("source"))
    assert (page.inputs["role"], page.text("problem")) == (chosen, "")
    twice = ["date", "who", "who", "mate", "end", *["amount"] * 4]
    assert "steht über zwei Spalten" in sent(client, text, role=twice, source=page.value("source")).text("summary")
    assert sent(client, TABLE, role=twice, source=page.value("source")).inputs["role"] == chosen


def test_the_book_may_be_right(client: FlaskClient, app: Flask) -> None:
    """Where table and rules differ, it takes a yes; then the rules hold, and the sums of the book stay zero."""
    text = f"{HEADS}\n1.11.2026;Sepp;Sauspiel;Xaver;95;0,20;-0,20;0,20;-0,20"
    assert "gerechnet sind es 0,30" in sent(client, text, "weiter").text("problem")
    evening_id = read_in(client, text, accept="y")
    with app.app_context():
        assert sorted(Book(app).evening(evening_id).totals().values()) == [-30, -30, 30, 30]


def test_other_rules_price_otherwise(client: FlaskClient) -> None:
    """By the rule set that is chosen; one that is not there is the usual one."""
    text = f"{HEADS}\n1.11.2026;Sepp;Sauspiel;Xaver;74;0,10;-0,10;0,10;-0,10"
    assert "gerechnet sind es 0,20" in sent(client, text, rules="nirgends").text("problem")
    assert sent(client, text, rules="schafkopf3d_10_20").text("problem") == ""


def test_too_large_a_table_is_refused(client: FlaskClient) -> None:
    """What is beyond all tables is refused in words."""
    page = sent(client, "x" * (3 * 1024 * 1024))
    assert (page.status, "zu groß" in page.text("summary")) == (413, True)


def test_names_that_calculate_are_names(client: FlaskClient, app: Flask) -> None:
    """Somebody called like a formula goes out behind an apostrophe, and comes back as himself."""
    made = evenings.evening(4, names=("=1+1", "@Vroni", "-Xaver", "Zenzi"))
    evening_id = read_in(client, evening_csv(made).decode("utf-8-sig"))
    with app.app_context():
        assert [person.name for person in Book(app).evening(evening_id).people] == ["=1+1", "@Vroni", "-Xaver", "Zenzi"]


def test_a_file_goes_the_same_way(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CSV file shows the same page, with its rows worked out."""
    file = {"file": (BytesIO(TABLE.encode("cp1252")), "liste.csv")}
    page = Page(client.post("/abende/einlesen", data=file))
    assert (page.status, "2 Spiele gehen auf." in page.text()) == (200, True)
    file = {"file": (BytesIO(b"nichts"), "liste.csv")}
    assert "keine Tabelle" in Page(client.post("/abende/einlesen", data=file)).errors("file")
    monkeypatch.setattr(import_table, "LARGEST", 300)
    huge = {"file": (BytesIO(TABLE.encode() + b"\n" + b";" * 200), "liste.csv")}
    assert "zu groß" in Page(client.post("/abende/einlesen", data=huge)).errors("file")


def own(evening: Evening) -> Evening:
    """The same evening with ids of its own."""
    games = tuple(replace(game, uuid=uuid4()) for game in evening.sheets[0].games)
    return replace(evening, id=uuid4(), sheets=(replace(evening.sheets[0], games=games),))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 20), st.integers(4, 7), st.sampled_from([GERMAN, ENGLISH]), st.permutations(evenings.ROUND))
def test_our_own_csv_comes_back(client: FlaskClient, count: int, players: int, say: Any, plays: Any) -> None:
    """Written as CSV and read again, in either language, an evening has the same check code and the same sums."""
    names = [f"Ä{seat} {uuid4().hex[:6]}" for seat in range(players)]
    made = own(evenings.evening(count, names=names, plays=plays))
    evening_id = read_in(client, evening_csv(made, say).decode("utf-8-sig"))
    with client.application.app_context():
        there = Book(client.application).evening(evening_id)
    assert there.check_code() == made.check_code()
    assert sorted(there.totals().values()) == sorted(made.totals().values())
