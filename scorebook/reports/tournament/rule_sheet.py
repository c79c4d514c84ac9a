"""What holds at a tournament, on a sheet for the wall: its settings, what can be won, and the rules of the game."""

from scorebook import wording
from scorebook.league.tournament.settings import Settings
from scorebook.reports import regelblatt
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.rules import RuleSet
from scorebook.wording import GERMAN, Language
from scorebook.wording.tournament_rules import prizes_chapter, tournament_chapter


def rule_sheet(about: About, settings: Settings, rules: RuleSet, say: Language = GERMAN) -> Page:
    """Give the rules of a tournament to be printed."""
    return Page(rule_sheet_html(about, settings, rules, say), "leaf")


def rule_sheet_html(about: About, settings: Settings, rules: RuleSet, say: Language = GERMAN) -> str:
    """Write the rules as one complete page, generated from what scores.

    >>> from datetime import date
    >>> from scorebook.rules import preset
    >>> about = About("Löwen", "Preisschafkopf", date(2026, 11, 28))
    >>> "2 Runden zu 32 Spielen" in rule_sheet_html(about, Settings(rule_set=1), preset("turnier_plusminus"))
    True
    """
    chapters = [tournament_chapter(settings, say), prizes_chapter(settings, say)]
    lines = [about.line(say), *([say("Probe: zählt nicht")] if about.practice else [])]
    told = ONE_BY_ONE.join((*lines, wording.rules_in_words(rules, say.playing(rules.words.cards))))
    return regelblatt.html(about.name, rules, say, [one for one in chapters if one.lines], told)


ONE_BY_ONE = " · "
