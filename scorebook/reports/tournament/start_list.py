"""The start list to hang up before a draw: who takes part, what is wished, and what the draw was committed to."""

from collections.abc import Sequence

from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.wording import GERMAN, Language


def page(
    about: About,
    people: Sequence[tuple[int, str]],
    wishes: Sequence[str] = (),
    commitment: str = "",
    say: Language = GERMAN,
) -> Page:
    """Give the start list to be printed; `people` are start numbers with names, in the order of the draw."""
    return Page(html(about, people, wishes, commitment, say), "hall")


def html(
    about: About,
    people: Sequence[tuple[int, str]],
    wishes: Sequence[str] = (),
    commitment: str = "",
    say: Language = GERMAN,
) -> str:
    """Write the start list as complete pages.

    >>> from datetime import date
    >>> "Vroni" in html(About("Löwen", "Preisschafkopf", date(2026, 11, 28)), [(17, "Vroni")])
    True
    """
    template = environment().get_template("tournament/start_list.html")
    return template.render(about=about, people=people, wishes=wishes, commitment=commitment, _=say)
