"""The Abrechnung: an evening on A4, A5 or the roll of a till, as HTML and as PDF, and one for the archive."""

from base64 import b64encode
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorebook.exchange import evening_text
from scorebook.ledger.evening import Evening
from scorebook.reports import view
from scorebook.reports.charts import course_chart
from scorebook.reports.density import density
from scorebook.reports.page import Attached, Page
from scorebook.reports.view import BERLIN
from scorebook.settings import folder
from scorebook.wording import GERMAN, Language

A4, A5, BON, PDFA = "a4", "a5", "bon", "pdfa"
STYLES = (A4, A5, BON, PDFA)
"""A sheet, half of one, the roll of a till, and a sheet for the archive with the evening inside it as data."""
WIDEST = {A4: 5, A5: 4}
"""Columns of running amounts for which an upright page has room."""
FILE = "evening.json"


def page(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN, *, style: str = A4) -> Page:
    """Give the Abrechnung of an evening to be printed in one of `STYLES`."""
    if style == BON:
        return Page(bon(evening, say, zone), BON, endless=True)
    if style == PDFA:
        return Page(html(evening, say, zone), A4, attached(evening, say))
    return Page(html(evening, say, zone, style=style), style)


def attached(evening: Evening, say: Language = GERMAN) -> Attached:
    """Give the evening in the exchange format, as a file to put into its paper."""
    return Attached(FILE, say("Der Abend als Daten"), evening_text(evening).encode(), newest(evening))


def newest(evening: Evening) -> datetime:
    """Give the moment of the last thing that was written into an evening."""
    games = [game for sheet in evening.sheets for game in sheet.games]
    taken_back = [game.cancelled.at for game in games if game.cancelled is not None]
    moments = [evening.begun, evening.ended or evening.begun, *(game.recorded_at for game in games), *taken_back]
    return max(moments)


def html(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN, *, style: str = A4) -> str:
    """Write the Abrechnung of an evening as one complete page, the chart inside it. Names are escaped."""
    chart = b64encode(course_chart(evening, "print", say)).decode()
    shown = view.abrechnung(evening, say, zone)
    wide = max(sheet.across for sheet in shown.sheets) > WIDEST[style]
    close = density(shown, wide=wide).name if style == A4 else ""
    template = environment().get_template("abrechnung.html")
    return template.render(view=shown, chart=chart, wide=wide, density=close, _=say)


def bon(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> str:
    """Write the Abrechnung for a roll of 80 mm: what everybody has and pays, and each game in two lines."""
    return environment().get_template("bon.html").render(view=view.abrechnung(evening, say, zone), _=say)


def pdf(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN, *, style: str = A4) -> bytes:
    """Make the Abrechnung here and now, in this process: for the command line. A server asks `reports.jobs`."""
    from scorebook.reports import paper

    return paper.pdf(page(evening, say, zone, style=style))


@cache
def environment() -> Environment:
    """Templates of papers; they know nothing of a request."""
    loader = FileSystemLoader(folder("templates") / "paper")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
