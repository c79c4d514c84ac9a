"""The Abrechnung: an evening on A4, as HTML and as PDF."""

from base64 import b64encode
from functools import cache
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorebook.ledger.evening import Evening
from scorebook.reports import view
from scorebook.reports.charts import course_chart
from scorebook.reports.view import BERLIN
from scorebook.settings import folder
from scorebook.wording import GERMAN, Language


def html(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> str:
    """Write the Abrechnung of an evening as one complete page, the chart inside it. Names are escaped."""
    chart = b64encode(course_chart(evening, "print", say)).decode()
    page = environment().get_template("abrechnung.html")
    return page.render(view=view.abrechnung(evening, say, zone), chart=chart, _=say)


def pdf(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> bytes:
    """Make the Abrechnung here and now, in this process: for the command line. A server asks `reports.jobs`."""
    from scorebook.reports import paper

    return paper.pdf(html(evening, say, zone))


@cache
def environment() -> Environment:
    """Templates of papers; they know nothing of a request."""
    loader = FileSystemLoader(folder("templates") / "paper")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
