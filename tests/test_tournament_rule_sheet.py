"""The rule sheet of a tournament: made from its settings, none of which is silent; on one page."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.settings import Award, Drawing, Prize, Scoring, Settings, Teams
from scorebook.reports.paper import pdf
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.rule_sheet import rule_sheet, rule_sheet_html
from scorebook.rules import preset
from scorebook.wording import LANGUAGES
from scorebook.wording.tournament_rules import place_name, worth_text
from tests.papers import bare, pages

ABOUT = About("Löwen", "Preisschafkopf", date(2026, 11, 28), "Saal")
SETTINGS = Settings(rule_set=1)
CHANGES: list[dict[str, Any]] = [
    {"scoring": Scoring.WINNERS_ONLY},
    {"rounds": 1},
    {"rounds": 4},
    {"games": 16},
    {"fee": 1000},
    {"late_until": 2},
    {"drawing": Drawing.AHEAD},
    {"drawing": Drawing.WANDER},
    {"checkable": True},
    {"confirmed": True},
    {"tie_breaks": ()},
    {"tie_breaks": (TieBreak.SOLOS_WON,)},
    {"tie_breaks": (TieBreak.DIRECT, TieBreak.LOT)},
    {"prizes": (Prize(cents=30000),)},
    {"prizes": (Prize(permille=125),)},
    {"prizes": (Prize(Award.WOMEN, 2, goods="ein Schinken"),)},
    {"goods": ("Spanferkel",)},
    {"teams": Teams(4, 3)},
    {"teams": Teams(4, 4)},
]
EVERYTHING: dict[str, Any] = {
    "fee": 1000,
    "checkable": True,
    "confirmed": True,
    "drawing": Drawing.WANDER,
    "teams": Teams(4, 3),
    "goods": tuple(f"Geräucherter Schinken {number}" for number in range(12)),
    "prizes": tuple(Prize(award, place, cents=12345) for award in Award for place in (1, 2, 3)),
}


def test_no_setting_is_silent() -> None:
    """Each change of what scores or of how is drawn is told, and each otherwise, in every language."""
    for say in LANGUAGES.values():
        told = [rule_sheet_html(ABOUT, SETTINGS, preset("turnier_plusminus"), say)]
        told += [rule_sheet_html(ABOUT, replace(SETTINGS, **one), preset("turnier_plusminus"), say) for one in CHANGES]
        assert len(set(told)) == len(told)


def test_the_rules_of_the_game_are_on_it() -> None:
    """Another rule set is another sheet."""
    sheets = {rule_sheet_html(ABOUT, SETTINGS, preset(name)) for name in ("turnier_plusminus", "turnier_donauries")}
    assert len(sheets) == 2


@pytest.mark.parametrize("name", ["turnier_plusminus", "turnier_gutpunkte", "turnier_donauries"])
def test_on_one_page(name: str) -> None:
    """However much there is to win, all of it has room on one page, and a trial says so."""
    about = replace(ABOUT, practice=True)
    (text,) = pages(pdf(rule_sheet(about, replace(SETTINGS, **EVERYTHING), preset(name))))
    for wanted in ("Probe", "Geräucherter Schinken 11", "Vorletzter", "2 Runden zu 32 Spielen."):
        assert bare(wanted) in text


def test_names_of_places_and_prizes() -> None:
    """Places from the end have names of their own, and a prize of several kinds tells all of them."""
    assert [place_name(Award.FROM_END, place) for place in (1, 2, 3)] == ["Letzter", "Vorletzter", "3. von hinten"]
    told = worth_text(Prize(cents=5000, permille=50, goods="ein Schinken"))
    assert bare(told) == bare("50,00 € und 5 % der Startgelder und ein Schinken")
