"""The paper of a ruling: what stands on it, and that it takes half a page."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.reports import jobs, paper
from scorebook.reports.ruling import Decision, fallen, page
from scorebook.reports.signs import INKS
from scorebook.rules import Game, RuleSet, Suit, preset
from scorebook.rules.findings import Report
from scorebook.rules.game import Protocol
from scorebook.rules.referee import Ruling, rule_on
from scorebook.wording import ENGLISH, GERMAN, Language
from scorebook.wording.rulings import Speaker
from tests.papers import bare, pages, read
from tests.refereeing import GRAS, WENZ, broken_games, ruled, told, with_cards

NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi", "Toni")
LONG = ("Maximiliane…", "Donaudampfsch…", "Huber Sepp-An…", "Wwwwwwwwwwwww…", "Mmmmmmmmmmmmm…")
SEARCHED = ("G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES")
HALF = 420.9
"""Half the height of A4, in points."""
ROOM = 22
"""Points between the ruling and the name of who decided: enough to sign by hand."""


def printed(
    ruling: Ruling,
    game: Game = GRAS,
    rules: RuleSet | None = None,
    names: tuple[str, ...] = NAMES,
    say: Language = GERMAN,
    **decided: Any,
) -> bytes:
    """Print a ruling on the first card that broke a rule."""
    one = ruling.broken[0] if ruling.broken else None
    return paper.pdf(page(ruling, Decision(game, one, **decided), Speaker(names, rules or preset(), "Lamm", say)))


def heights(pdf: bytes) -> list[tuple[float, str]]:
    """Give each piece of text with how far down it stands, in points from the top of its one page."""
    (page,) = read(pdf).pages
    found: list[tuple[float, str]] = []

    def visit(text: str, cm: list[float], tm: list[float], _font: object, _size: float) -> None:
        if text.strip():
            found.append((float(page.mediabox.height) - (tm[4] * cm[1] + tm[5] * cm[3] + cm[5]), text.strip()))

    page.extract_text(visitor_text=visit)
    assert found
    return found


def test_what_stands_on_it() -> None:
    """What was played where and when, the tricks, the ruling, its rule and what follows, who decided, room to sign."""
    where = {"where": "Stammtisch Lamm, Spiel 3", "judge": "Huber", "day": date(2026, 11, 27)}
    (text,) = pages(printed(ruled(GRAS, *SEARCHED), **where))
    for said in (
        "Entscheidung des Schiedsrichters",
        "Sauspiel Gras, Sepp · Stammtisch Lamm, Spiel 3 · 27. November 2026",
        "Stich 1 → Vroni",
        "Xaver hat in Stich 1 Gras-Sau nicht zugegeben, die Karte war gesucht.",
        "Xaver hatte noch Gras-Sau, gespielt erst in Stich 3.",
        "Regel Die gerufene Karte muss fallen",
        "auch in „Lamm“.",
        "Folge Die Seite von Xaver verliert das Spiel.",
        "Huber",
        "Entschieden hat",
        "Unterschrift",
        "Am Tisch: Sepp, Vroni, Xaver, Zenzi",
    ):
        assert bare(said) in text, said


def test_without_a_breach_it_says_what_is_open() -> None:
    """Nobody is named as an offender; the cards that stay open are told, the rest of them counted."""
    (text,) = pages(printed(ruled(WENZ, "GS G7 H9 G8"), WENZ))
    assert bare("Kein Regelverstoß bewiesen; es bleibt etwas offen.") in text
    assert bare("Außerdem Ob Xaver in Stich 1 bedienen konnte, zeigt erst die Hand.") in text
    assert "Folge" not in text
    many = ruled(WENZ, "GS H7 H9 H8", "GZ HS HK HZ")
    assert len(many.open) == 6
    assert bare("Und 4 mehr.") in pages(printed(many, WENZ))[0]


def test_further_breaches_are_named() -> None:
    """The paper is about one card; others that broke a rule stand below."""
    (text,) = pages(printed(ruled(WENZ, "GS G7 H9 H8", "GK GZ G9 G8"), WENZ))
    assert bare("Xaver hat in Stich 1 nicht bedient.") in text
    assert bare("Außerdem Zenzi hat in Stich 1 nicht bedient.") in text


def test_in_english_and_with_french_cards() -> None:
    """The words are those of the language, the cards those of the table."""
    rules = parse_rules({"words": {"cards": "french"}})
    (text,) = pages(printed(ruled(GRAS, *SEARCHED, rules=rules), rules=rules, say=ENGLISH))
    assert bare("Referee’s decision") in text
    assert bare("Xaver did not play the searched Spades-Ace in trick 1.") in text


def test_the_signs_have_the_colours_of_their_suits() -> None:
    """Each suit is drawn in its own colour, which a picture inside a paper does not take from the text around it."""
    (page,) = read(printed(ruled(GRAS, "G8 EO H7 SS"))).pages
    drawn = page.get_contents().get_data().decode("latin-1")
    for suit in Suit:
        ink = INKS[suit.value]
        parts = [int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        assert f"{' '.join(f'{part:.6f}'.rstrip('0') for part in parts)} rg" in drawn, suit


def test_tricks_are_laid_out_as_they_fell() -> None:
    """Each card with its owner, the winner marked, an open trick without one."""
    ruling = ruled(GRAS, "G8 GK G7 G9", "EO EU")
    first, second = fallen(ruling, Speaker(NAMES, preset()))
    assert [(one.name, str(one.card), one.won) for one in first.cards] == [
        ("Sepp", "G8", False),
        ("Vroni", "GK", True),
        ("Xaver", "G7", False),
        ("Zenzi", "G9", False),
    ]
    assert (first.winner, second.winner, len(second.cards)) == ("Vroni", "", 2)
    assert [one.name for one in second.cards] == ["Vroni", "Xaver"]


@settings(max_examples=12)
@given(broken_games(), st.integers(1, 32), st.sampled_from([GERMAN, ENGLISH]), st.sampled_from([NAMES, LONG]))
def test_it_always_fits_on_half_a_page(drawn: Any, stop: int, say: Language, names: tuple[str, ...]) -> None:
    """Whatever was played, however long the names: one page, the text in its upper half, and room to sign on it."""
    game, rules = drawn
    cut = Protocol(None, game.protocol.lead, game.protocol.played[:stop])
    ruling = rule_on(with_cards(game, cut), rules, told(cut), {}, Report())
    assert ruling is not None
    made = printed(ruling, game, rules, names, say, where="W" * 60, judge="J" * 40, day=date(2026, 11, 27))
    found = heights(made)
    assert max(height for height, _ in found) < HALF
    signing = next(at for at, (_, text) in enumerate(found) if text.startswith("JJJ"))
    room = found[signing][0] - max(height for height, _ in found[:signing])
    assert room > ROOM, [text for _, text in found]


def test_a_worker_makes_it() -> None:
    """The pool gives the same paper as this process does."""
    ruling = ruled(GRAS, *SEARCHED)
    decision, speaker = Decision(GRAS, ruling.broken[0]), Speaker(NAMES, preset(), "Lamm")
    assert jobs.made(page(ruling, decision, speaker)) == paper.pdf(page(ruling, decision, speaker))


@pytest.mark.parametrize("name", ["<script>", "{{ 7 * 7 }}", "&amp;"])
def test_names_are_only_text(name: str) -> None:
    """What looks like markup in a name stands there as it was typed."""
    (text,) = pages(printed(ruled(GRAS, *SEARCHED), names=(*NAMES[:2], name, *NAMES[3:]), judge=name))
    assert bare(f"{name} hat in Stich 1") in text
