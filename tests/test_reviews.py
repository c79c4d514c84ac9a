"""Looks back on paper and in words: who was most of what, with ties, and books of many evenings."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorebook.errors import ConflictError
from scorebook.exchange import evening_json
from scorebook.league.results import Measure
from scorebook.league.stats import Fact
from scorebook.reports import evening_report, looking_back, paper
from scorebook.reports.charts import line_chart
from scorebook.reports.evening_report import report
from scorebook.reports.review_view import review_view
from scorebook.reports.season_charts import season_lines
from scorebook.services import review as services
from scorebook.services.review import year_review as review_of_year
from scorebook.store.db import db
from scorebook.wording import GERMAN
from tests.book import SAUSPIEL, Book
from tests.evenings import FOUR, evening
from tests.papers import bare, pages
from tests.reviewing import finals, review, section
from tests.test_printing import command


def honours(**changes):
    """Give what is said of a section with ten people, by title."""
    found = review_view(review(replace(section(3, 10), **changes))).sections[0].honours
    return {one.title: one for one in found}


def test_who_is_first_and_last():
    """The champion has most, the red lantern least; several of each are named, at most three."""
    found = honours()
    assert found["Ganz vorn"].people == ((0, "Sepp Huber"),)
    assert found["Rote Laterne"].people == ((9, "<b>Hias</b>"),)
    alike = [replace(one, amount=100) for one in section(3, 10).standings]
    tied = honours(standings=alike)
    assert (len(tied["Ganz vorn"].people), tied["Ganz vorn"].more) == (3, 7)
    assert "Rote Laterne" not in tied


def test_ties_share_a_place():
    """Competition rank: 1, 2, 2, 4."""
    standings = [replace(one, amount=amount) for one, amount in zip(section(1, 4).standings, (9, 5, 5, 1), strict=True)]
    view = review_view(review(replace(section(1, 4), standings=standings)))
    assert [row.place for row in view.sections[0].standings] == ["1.", "2.", "2.", "4."]


def test_what_nobody_was_is_left_out():
    """Without records, titles and pairs there are but the first and the last."""
    bare_one = honours(
        records={}, titles={}, couples=[], nights=[], best=[], worst=[], standings=section(3, 1).standings
    )
    assert set(bare_one) <= {"Ganz vorn", "Meiste Abendsiege"}


def test_a_peak_names_its_game():
    """The biggest game with its contract and its day; a run with its day alone."""
    found = honours()
    assert found["Größtes Spiel"].note == "Solo Gras Tout, 09.01.2026"
    assert found["Längste Siegesserie"].note == "09.01.2026"
    assert found["Längste Laufende"].figure == "6"


def test_chart_and_table_agree():
    """The totals that are drawn are those of the table, and the last are those of the standings."""
    found = section(5, 4)
    lines = season_lines(found.course, "x")
    view = review_view(review(found)).sections[0]
    for place, night in enumerate(view.nights, start=1):
        drawn = [GERMAN.figure(totals[place], "cent", sign=True) for totals in lines.totals.values()]
        assert drawn == [total.text for total in night.totals]
    assert [totals[-1] for totals in lines.totals.values()] == [one.amount for one in found.standings]
    assert line_chart(lines, "print") == line_chart(lines, "print")


def test_a_book_of_forty_evenings_is_thin():
    """Everything about a season of forty evenings, each with its winner: at most ten pages."""
    pdf = paper.pdf(looking_back.book_page(review(section(40, 7))))
    found = pages(pdf)
    assert 4 <= len(found) <= 10
    text = "".join(found)
    assert text.count(bare("Vorn: Sepp Huber")) == 40
    assert bare("Größtes Spiel: Solo Gras Tout, Sepp Huber") in text
    assert bare("Freitag, 9. Januar 2026 · Gasthaus Lamm") in text


def test_the_final_standings_of_a_season():
    """By each of its schemes: ranks with their ties, and why somebody has none; only beside their own measure."""
    pdf = paper.pdf(looking_back.review_page(review(section(3, 4), section(3, 4, Measure.STRICH)), finals()))
    text = "".join(pages(pdf))
    assert text.count(bare("Die besten zehn")) == 1
    assert bare("1. Sepp Huber 90") in text
    assert bare("2. Vroni 50") in text
    assert bare("zu wenige Abende") in text


def test_too_many_evenings_are_no_book(app: Flask, monkeypatch: pytest.MonkeyPatch):
    """A federation's season is looked back on, but not bound."""
    with app.app_context():
        book = Book(app)
        started = book.start()
        book.record(started.sheet_id, SAUSPIEL)
        book.end(started.evening_id)
        year = book.evening(started.evening_id).date.year
        assert review_of_year(db.session, book.actor, year, book=True).sections[0].every
        monkeypatch.setattr(services, "MOST_NIGHTS", 0)
        assert not review_of_year(db.session, book.actor, year).sections[0].every
        with pytest.raises(ConflictError, match="zu viele Abende"):
            review_of_year(db.session, book.actor, year, book=True)


def test_the_report_of_an_evening():
    """Who won, everybody's games and Soli, and the same totals as everywhere else."""
    book = evening(28)
    found = report(book)
    totals = book.totals()
    best = max(totals, key=lambda person: totals[person])
    assert found.winners == book.name_of(best)
    assert [row.name for row in found.rows] == sorted(FOUR, key=lambda name: -totals[11 + FOUR.index(name)])
    assert {row.games for row in found.rows} == {
        sum(1 for one in book.sheets[0].standing if one.game.contract.value != "all_pass" and not one.score.void)
    }
    by_name = dict(zip(found.columns, found.steps[-1].totals, strict=True))
    assert {name: total.text for name, total in by_name.items()} == {row.name: row.total.text for row in found.rows}
    assert len(pages(paper.pdf(evening_report.page(book)))) == 1
    assert {one.title for one in found.honours} >= {"Größtes Spiel", "Teuerstes Spiel", "Längste Siegesserie"}


@pytest.mark.parametrize(("names", "most"), [(FOUR, 1), ((*FOUR, "Sepp Maier", "Anni", "Toni"), 2)])
def test_a_long_evening_is_short_on_paper(names: tuple[str, ...], most: int):
    """Sixty games of four people stand on one page; those of seven on two, the course on the second."""
    book = evening(60, names)
    assert len(pages(paper.pdf(evening_report.page(book)))) == most
    assert len(report(book).steps) <= evening_report.STEPS


def test_who_came_later_has_nothing_before():
    """Before somebody's first evening the table is empty, not 0; on evenings without him he has what he had."""
    found = section(3, 4)
    first, second, third = found.nights
    late = [replace(first, amounts={0: 100, 1: -100}), replace(second, amounts={2: 50, 0: -50}), third]
    view = review_view(review(replace(found, nights=late))).sections[0]
    assert [[total.text for total in night.totals] for night in view.nights][:2] == [
        ["+1,00", "−1,00", "", ""],
        ["+0,50", "−1,00", "+0,50", ""],
    ]


def test_the_report_of_an_evening_without_games():
    """Nobody played: nobody won, and nothing is drawn."""
    found = report(evening(0))
    assert (found.winners, found.rows, found.honours, found.steps) == ("", (), (), ())


# --- scorebook pdf ---------------------------------------------------------------------------------------------------


def test_a_report_by_the_command(tmp_path: Path):
    """`--report` prints an exported evening's report; no database is needed."""
    file, output = tmp_path / "abend.json", tmp_path / "x.pdf"
    file.write_text(json.dumps(evening_json(evening(9))), "utf-8")
    assert command("pdf", file, "--report", "-o", output) == 0
    assert "Höhepunkte" in pages(output.read_bytes())[0]


def test_a_year_by_the_command(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`--year` prints a look back, `--book` with every evening."""
    with app.app_context():
        book = Book(app)
        started = book.start(place="Lamm")
        book.record(started.sheet_id, SAUSPIEL)
        book.end(started.evening_id)
        year = book.evening(started.evening_id).date.year
    monkeypatch.setenv("SCOREBOOK_INSTANCE", str(app.config["SETTINGS"].instance))
    for options, evenings in (((), 0), (("--book",), 1)):
        assert command("pdf", "--year", year, *options, "-o", tmp_path / "x.pdf") == 0
        text = "".join(pages((tmp_path / "x.pdf").read_bytes()))
        assert bare(f"Jahresrückblick {year}") in text
        assert text.count(bare("Vorn:")) == evenings


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--season"),
        (("a.json", "--year", "2026"), "nur eines davon"),
        (("--season", "1", "--year", "2026"), "nur eines davon"),
        (("--year", "2026", "--report"), "--report"),
        (("--season", "1", "--style", "a5"), "In A5"),
        (("a.json", "--report", "--style", "bon"), "In BON"),
        (("a.json", "--book"), "--book"),
        (("a.json", "--club", "2"), "--club"),
    ],
)
def test_what_does_not_fit_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
):
    """Each contradiction is told in one sentence; nothing is written."""
    assert command("pdf", *arguments, "-o", tmp_path / "x.pdf") == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_measures_are_named():
    """Each measure of a look back has its own heading, with its own unit."""
    found = review_view(review(section(2, 4), section(2, 4, Measure.STRICH)))
    assert [one.heading for one in found.sections] == ["Geld", "Striche"]
    assert "€" in found.sections[0].honours[0].figure
    assert "Striche" in found.sections[1].honours[0].figure
    assert Fact.BEST in section(1, 1).records
