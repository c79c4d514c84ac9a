"""An evening as CSV and XLSX: figures that a spreadsheet adds, texts that it does not calculate, right umlauts."""

import csv
import json
import re
import zipfile
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from scorebook.app import main
from scorebook.exchange import evening_json
from scorebook.ledger.evening import Evening, Person
from scorebook.reports.grids import Grid, Money
from scorebook.reports.spreadsheet import csv_file
from scorebook.rules import Unit, preset
from scorebook.services.exporting import evening_csv, evening_xlsx
from scorebook.wording import ENGLISH, GERMAN
from tests import evenings
from tests.actions import SAUSPIEL, Table

EVIL = ("=1+1", "+49 89", "-5", "@SUM(A1)")
"""Names that a spreadsheet would calculate."""
SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
Sheets = dict[str, dict[str, Any]]


def rows_of(content: bytes, mark: str = ";") -> list[dict[str, str]]:
    """Read CSV as a spreadsheet does."""
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=mark))


def opened(content: bytes) -> Sheets:
    """Read an XLSX file without the library that wrote it: what each cell holds, by sheet and place; no formulas."""
    with zipfile.ZipFile(BytesIO(content)) as file:
        texts = [
            "".join(part.text or "" for part in item.iter(f"{SPACE}t"))
            for item in ET.fromstring(file.read("xl/sharedStrings.xml"))
        ]
        book = ET.fromstring(file.read("xl/workbook.xml"))
        names = [sheet.get("name") or "" for sheet in book.iter(f"{SPACE}sheet")]
        read: Sheets = {}
        for number, name in enumerate(names, start=1):
            xml = file.read(f"xl/worksheets/sheet{number}.xml")
            assert b"<f>" not in xml
            cells = ET.fromstring(xml).iter(f"{SPACE}c")
            read[name] = {cell.get("r") or "": _value(cell, texts) for cell in cells}
            read[name]["frozen"] = b'state="frozen"' in xml
        return read


def _value(cell: ET.Element, texts: list[str]) -> Any:
    value = cell.find(f"{SPACE}v")
    if value is None or value.text is None:
        return None
    return texts[int(value.text)] if cell.get("t") == "s" else float(value.text)


def called(*names: str) -> Evening:
    """An evening of people with these names."""
    return evenings.evening(8, names=names)


def test_csv_opens_right_in_a_german_spreadsheet() -> None:
    """It says that it is UTF-8, parts cells by semicolons and cents by commas; a minus is one, days are days."""
    content = evening_csv(called("Jörg Weiß", "Vroni", "Xaver", "Zenzi"))
    assert content.startswith(b"\xef\xbb\xbfDatum;")
    first = rows_of(content)[0]
    assert (first["Datum"], first["Jörg Weiß"], first["Vroni"]) == ("27.11.2026", "0,40", "-0,40")
    assert (first["Was"], first["Wer"], first["Augen"]) == ("Sauspiel Gras", "Vroni", "58")


def test_csv_in_english_has_points_and_commas() -> None:
    """There commas part the cells, points the pence, and days are written so that no one takes the month for it."""
    content = evening_csv(called("Sepp", "Vroni", "Xaver", "Zenzi"), ENGLISH)
    first = rows_of(content, ",")[0]
    assert (first["Date"], first["Vroni"]) == ("2026-11-27", "-0.40")


def test_no_text_becomes_a_formula() -> None:
    """Names that begin as formulas do stand behind an apostrophe in CSV, and are texts in XLSX; amounts are figures."""
    evening = called(*EVIL)
    content = evening_csv(evening)
    for cell in (cell for row in csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";") for cell in row):
        assert not cell.startswith(("=", "+", "@", "\t", "\r"))
        assert not cell.startswith("-") or re.fullmatch(r"-\d+,\d\d", cell)
    heads = opened(evening_xlsx(evening))["Spiele"]
    assert [heads[f"{column}1"] for column in "KLMN"] == list(EVIL)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=30))
def test_any_text_comes_back(text: str) -> None:
    """Whatever somebody is called, a spreadsheet shows just that, behind an apostrophe at most."""
    grid = Grid("x", ("Name",), ((text,),))
    body = csv_file(grid).decode("utf-8-sig").partition("\r\n")[2]
    cell = next(csv.reader(StringIO(body, newline=""), delimiter=";"), [""])
    assert (cell or [""])[0] in (text, f"'{text}")
    assert not (cell or [""])[0].startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "\n=1", "＝1"])
def test_what_hides_a_formula_is_shielded(text: str) -> None:
    """Tabs, line breaks and wide signs at the start count too."""
    assert (
        csv_file(Grid("x", ("Name",), ((text,),))).decode("utf-8-sig").split("\r\n", 1)[1].lstrip('"').startswith("'")
    )


def test_xlsx_has_figures_days_and_sums() -> None:
    """Amounts are numbers and days dates; the sums are those of the book; the head stays; umlauts are umlauts."""
    evening = called("Jörg Weiß", "Vroni", "Xaver", "Zenzi")
    sheets = opened(evening_xlsx(evening))
    assert list(sheets) == ["Spiele", "Stand"]
    games = sheets["Spiele"]
    assert games["frozen"]
    assert (games["K1"], games["A2"], games["K2"], games["L2"]) == ("Jörg Weiß", 46353.0, 0.4, -0.4)
    totals = [evening.totals()[person.id] / 100 for person in evening.people]
    assert (games["A10"], [games[f"{column}10"] for column in "KLMN"]) == ("Summe", totals)
    assert [sheets["Stand"][f"B{row}"] for row in range(2, 6)] == totals
    assert evening.check_code() in sheets["Stand"].values()


def test_each_table_has_its_sheet() -> None:
    """Two tables are two sheets; points and Striche have no cents."""
    one = called("Sepp", "Vroni", "Xaver", "Zenzi")
    sheets = opened(evening_xlsx(replace(one, sheets=(one.sheets[0], one.sheets[0]))))
    assert list(sheets) == ["Tisch 1", "Tisch 2", "Stand"]
    points = evenings.evening(3, rules=preset("turnier_plusminus"), plays=evenings.ROUND[2:3])
    assert rows_of(evening_csv(points))[0]["Sepp"] == "1"
    assert opened(evening_xlsx(points))["Spiele"]["K2"] == 1.0
    assert csv_file(Grid("x", ("a",), ((Money(-5, Unit.CENT),),)), GERMAN).endswith(b"\r\n-0,05\r\n")


def test_the_pages_give_them(client: FlaskClient) -> None:
    """Both hang on the page of an evening, and come as files with a name; strangers get none."""
    Table(client).recorded(**SAUSPIEL)
    page = client.get("/abende/1").text
    for address, begins, kind in (("spiele.csv", b"\xef\xbb\xbf", "text/csv"), ("xlsx", b"PK", "spreadsheetml")):
        link = f"/abende/1/{address}" if address.endswith("csv") else "/abende/1.xlsx"
        assert f'href="{link}"' in page
        answer = client.get(link)
        assert answer.data.startswith(begins)
        assert kind in answer.content_type
        assert "attachment" in answer.headers["Content-Disposition"]
        answer.close()


def test_the_command_writes_them(app: Any, monkeypatch: Any, tmp_path: Path) -> None:
    """`scorebook export --format` writes CSV and XLSX; a club goes out as JSON too, and all of them in one ZIP."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", str(tmp_path))
    source = tmp_path / "a.json"
    source.write_text(json.dumps(evening_json(evenings.evening(3))))
    for arguments in (
        ["import", str(source)],
        ["export", "--evening", "1", "--format", "csv", "-o", str(tmp_path / "a.csv")],
        ["export", "--evening", "1", "--format", "csv", "--language", "en", "-o", str(tmp_path / "en.csv")],
        ["export", "--evening", "1", "--format", "xlsx", "-o", str(tmp_path / "a.xlsx")],
        ["export", "--whole", "-o", str(tmp_path / "club.json")],
        ["export", "--everything", "-o", str(tmp_path / "all.zip")],
        ["import", str(tmp_path / "club.json")],
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0, arguments
    assert len(rows_of((tmp_path / "a.csv").read_bytes())) == 3
    assert (tmp_path / "en.csv").read_bytes().startswith(b"\xef\xbb\xbfDate,")
    assert "Spiele" in opened((tmp_path / "a.xlsx").read_bytes())
    assert json.loads((tmp_path / "club.json").read_text())["format"] == "scorebook-club/1"
    with zipfile.ZipFile(tmp_path / "all.zip") as everything:
        assert everything.namelist() == ["1.zip"]
        assert "club.json" in zipfile.ZipFile(BytesIO(everything.read("1.zip"))).namelist()
    for wrong in (["export"], ["export", "--whole"], ["export", "--everything", "--evening", "1", "-o", "x"]):
        with pytest.raises(SystemExit) as ended:
            main(wrong)
        assert ended.value.code == 2


def test_people_of_one_name_have_a_column_each() -> None:
    """Two of a name in one evening are two columns."""
    evening = called("Sepp", "Vroni", "Xaver", "Zenzi")
    twins = replace(evening, people=(*evening.people[:3], Person(evening.people[3].id, "Sepp")))
    assert evening_csv(twins).decode("utf-8-sig").splitlines()[0].split(";").count("Sepp") == 2
