"""HTML to PDF: the one place that knows WeasyPrint. Fonts and styles are read once a process; no network is asked."""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from weasyprint import CSS, HTML, Attachment
from weasyprint.css import ColorProfile
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scorebook.reports.archive import finish
from scorebook.reports.page import Attached, Page
from scorebook.reports.styles import sheet

FONTS = "fonts:"
"""How the style names a file of the font packages: `fonts:package/file.ttf`."""
ACCESSIBLE, ARCHIVED = "pdf/ua-1", "pdf/a-3a"
END = "end"
"""The anchor at the end of an endless page."""


class _Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives fonts of the installed packages and pictures that lie inside the page; refuses everything else."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols={"data"}, allow_redirects=False)

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
        """Give the response, or raise ValueError for an address that is none of ours."""
        if not url.startswith(FONTS):
            return super().fetch(url, headers)
        package, _, name = url.removeprefix(FONTS).partition("/")
        if package not in ("font_source_sans_pro", "font_source_serif_pro") or "/" in name:
            raise ValueError(f"no font of ours: {url}")
        return URLFetcherResponse(url, files(package).joinpath("files", name).read_bytes())


def pdf(page: Page) -> bytes:
    """Set a page with its style. The same page gives the same bytes.

    All addresses in it but `data:` ones stay unread. Every paper is a PDF/UA-1; one with something attached is a
    PDF/A-3 as well.
    """
    fonts, style, fetcher = _kept(page.style)
    source = HTML(string=page.html, url_fetcher=fetcher, base_url=None)
    colours = {} if page.attached is None else {"srgb": _colours()}
    document = source.render(fonts, color_profiles=colours, stylesheets=[style])
    if page.endless:
        _cut(document)
    if page.attached is None:
        made: bytes = document.write_pdf(pdf_variant=ACCESSIBLE)
        return made
    attachment = _attachment(page.attached)
    options = {"pdf_variant": ARCHIVED, "output_intent": "", "attachments": [attachment]}
    archived: bytes = document.write_pdf(finisher=finish, **options)
    return archived


def _cut(document: Any) -> None:
    """Cut the last page off below the anchor that stands at the end of what is printed."""
    last = document.pages[-1]
    last.height = last.anchors[END][1]


def _attachment(attached: Attached) -> Any:
    """Give a file as WeasyPrint takes it; with its own time, so that the same paper has the same bytes."""
    return Attachment(
        string=attached.content,
        name=attached.name,
        description=attached.told,
        created=attached.at,
        modified=attached.at,
        relationship="Source",
    )


def _colours() -> ColorProfile:
    """Give the profile of the colours; WeasyPrint would take the same one, and leave its file open."""
    profile = files("weasyprint.pdf").joinpath("sRGB2014.icc")
    return ColorProfile(BytesIO(profile.read_bytes()), profile.name, "relative-colorimetric", (["r"], ["g"], ["b"]))


@cache
def _kept(style: str) -> tuple[FontConfiguration, CSS, _Fetcher]:
    """Fonts, parsed style and fetcher, kept for the life of the process."""
    fonts, fetcher = FontConfiguration(), _Fetcher()
    return fonts, CSS(string=sheet(style), font_config=fonts, url_fetcher=fetcher), fetcher
