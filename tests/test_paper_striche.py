"""The Abrechnung of an evening of Striche: heads for each side, what they are worth, on as few pages as possible."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pypdf.generic import DictionaryObject

from scorebook.ledger.evening import Person, Seat
from scorebook.ledger.price import Price, PricePer
from scorebook.reports import abrechnung, view
from scorebook.reports.paying import paying
from tests.evenings import evening
from tests.papers import bare, pages, read
from tests.test_paper import LONG
from tests.test_striche import CHEAP, ELSEWHERE, LOST, SIMPLE, SOLO, played, written

HEAD = Price(100, PricePer.HEAD)


def test_heads_of_each_side_stand_above_the_games() -> None:
    """The sides are drawn at the top, with whole heads and the rest; the list keeps everybody's numbers."""
    book = played(*[LOST] * 11)
    made = view.abrechnung(book)
    assert [(side.name, side.text, side.total) for side in made.sheets[0].sides] == [
        ("Sepp + Xaver", "0\xa0Striche", ""),
        ("Vroni + Zenzi", "2\xa0Köpfe + 4", "22\xa0Striche"),
    ]
    html = abrechnung.html(book)
    assert html.count('<svg class="heads"') == 2
    assert html.index("2\xa0Köpfe + 4") < html.index('class="games')
    (page,) = pages(abrechnung.pdf(book))
    assert bare("11 X Partnerspiel Herz Sepp + Xaver 50 2 0 22 0 22") in page


def told(element: Any) -> Iterator[str]:
    """The words of all pictures in the structure of a PDF."""
    if isinstance(element, DictionaryObject):
        if element.get("/S") == "/Figure":
            yield str(element["/Alt"])
        children = element.get("/K", ())
        for child in children if isinstance(children, list) else [children]:
            yield from told(child.get_object())


def test_a_drawing_is_told_to_who_hears_the_paper() -> None:
    """Each drawing in the tagged PDF carries its words, as the chart does."""
    document = read(abrechnung.pdf(played(*[LOST] * 11)))
    words = list(told(document.root_object["/StructTreeRoot"]))
    assert words == ["0\xa0Striche", "2\xa0Schafköpfe und 4\xa0Striche (22)", "Verlauf des Abends"]


def test_without_a_price_nobody_pays_on_paper() -> None:
    """The paper has no payments until there is a price; then it has the price and a reason for everybody."""
    book = played(SIMPLE, LOST)
    assert "Wer zahlt wem" not in abrechnung.html(book)
    text = "".join(pages(abrechnung.pdf(replace(book, price=CHEAP))))
    assert bare("Wer zahlt wem Sepp an Vroni 0,10 € Xaver an Zenzi 0,10 €") in text
    assert bare("Ein Strich kostet 0,10 €. Sepp: 1 Strich, Gegner im Schnitt 2: −1 × 0,10 € = −0,10 €") in text


def test_several_sheets_have_their_own_heads() -> None:
    """Each sheet has its sides below its heading; a reason names the part of each sheet and what they are together."""
    first, second = written((13, 1, 13, 1), opposite=True), written((0, 4, 0, 9), opposite=True)
    book = replace(first, sheets=(*first.sheets, *second.sheets), price=CHEAP)
    made = paying(book)
    assert made is not None
    assert made.reasons[0][1].replace("\xa0", " ") == (
        "Tisch 1: 13 Striche, Gegner im Schnitt 1: 12 × 0,10 € = 1,20 €; "
        "Tisch 2: 0 Striche, Gegner im Schnitt 6,5: −6,5 × 0,10 € = −0,65 €; zusammen 0,55 €"
    )
    html = abrechnung.html(book)
    first_part, second_part = html.partition("<h2>Tisch 2</h2>")[::2]
    assert first_part.count('<svg class="heads"') == 2
    assert second_part.count('<svg class="heads"') == 3
    assert bare("13 Striche 5 Striche 13 Striche 10 Striche") in "".join(pages(abrechnung.pdf(book)))


@pytest.mark.parametrize(("games", "count"), [(1, 1), (19, 1), (21, 1), (30, 2)])
def test_pages_of_striche(games: int, count: int) -> None:
    """An evening of usual length with heads, price and reasons fits on one page."""
    book = replace(played(*[SIMPLE, LOST, SOLO] * (games // 3), *[SIMPLE] * (games % 3)), price=HEAD)
    assert len(book.sheets[0].games) == games
    assert len(pages(abrechnung.pdf(book))) == count


def test_many_heads_and_long_names_stand_on_one_page() -> None:
    """Dozens of heads and the longest names of seven people have room beside one another, and nothing is cut."""
    names = (*LONG, "Huber", "Meier", "Zenzi")
    few = written((113, 22, 40, 0, 9, 17, 66), opposite=False)
    people = tuple(replace(person, name=name) for person, name in zip(few.people, names, strict=True))
    first, _payments = pages(abrechnung.pdf(replace(few, people=people, price=CHEAP)))
    whole = first.replace("-", "").replace("\N{HYPHEN}", "")
    assert all(bare(name).replace("-", "") in whole for name in names)
    assert all(
        count in first for count in map(bare, ("12 Köpfe + 5", "4 Köpfe + 4", "0 Striche", "1 Kopf + 8", "66 Striche"))
    )


def test_more_sides_than_fit_beside_one_another() -> None:
    """Eight people who came and went are drawn in two rows, all of them in full."""
    book = played(*[SIMPLE] * 9)
    sheet = book.sheets[0]
    gone = tuple(replace(seat, to_number=5) for seat in sheet.seats)
    came = tuple(Seat(seat.seat, seat.person + 10, from_number=6) for seat in sheet.seats)
    guests = tuple(Person(person.id + 10, f"Gast {person.name}") for person in book.people)
    many = replace(book, people=(*book.people, *guests), sheets=(replace(sheet, seats=(*gone, *came)),), price=CHEAP)
    html = abrechnung.html(many)
    assert [side.name for side in view.abrechnung(many).sheets[0].sides][1] == "Gast S. + Gast X."
    assert html.count('<table class="totals') == 1
    apart = replace(many, rule_sets=(replace(many.rule_sets[0], rules=ELSEWHERE),))
    html = abrechnung.html(apart)
    assert [html.count(part) for part in ('<table class="totals', '<svg class="heads"')] == [2, 8]
    assert all(bare(name) in pages(abrechnung.pdf(apart))[0] for name in apart.names.values())


def test_other_papers_are_as_they_were() -> None:
    """Money has neither heads nor a price."""
    html = abrechnung.html(evening(3))
    assert "heads" not in html
    assert "reckoning" not in html
