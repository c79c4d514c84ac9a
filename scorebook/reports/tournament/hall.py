"""Lists to hang up in the hall: who sits where, by name and by table, in letters to be read at arm's length."""

from collections.abc import Sequence
from itertools import groupby

from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import HallTable, Place, initial
from scorebook.wording import GERMAN, Language


def names_page(about: About, places: Sequence[Place], rounds: Sequence[int], say: Language = GERMAN) -> Page:
    """Give the list by name to be printed: each with his seats in these rounds."""
    return Page(names_html(about, places, rounds, say), "hall")


def names_html(about: About, places: Sequence[Place], rounds: Sequence[int], say: Language = GERMAN) -> str:
    """Write the list by name; whoever has no seat in any of the rounds is not on it.

    >>> from datetime import date
    >>> from scorebook.reports.tournament.seats import Seat
    >>> sits = Place(17, "Vroni Huber", (Seat(1, 12, "B"),))
    >>> "Vroni Huber" in names_html(About("Löwen", "Preisschafkopf", date(2026, 11, 28)), [sits], [1])
    True
    """
    seated = [one for one in places if one.anywhere]
    groups = [(letter, tuple(some)) for letter, some in groupby(seated, key=lambda one: initial(one.name))]
    template = environment().get_template("tournament/hall_names.html")
    return template.render(about=about, groups=groups, rounds=rounds, _=say)


def tables_page(about: About, tables: Sequence[HallTable], round_number: int, say: Language = GERMAN) -> Page:
    """Give the list by table to be printed."""
    return Page(tables_html(about, tables, round_number, say), "hall")


def tables_html(about: About, tables: Sequence[HallTable], round_number: int, say: Language = GERMAN) -> str:
    """Write the list by table."""
    template = environment().get_template("tournament/hall_tables.html")
    return template.render(about=about, tables=tables, round=round_number, _=say)
