"""HTML to PDF: the one place that knows WeasyPrint. Fonts and style are read once a process; no network is asked."""

from functools import cache
from importlib.resources import files
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scorebook.settings import folder

FONTS = "fonts:"
"""How the style names a file of the font packages: `fonts:package/file.ttf`."""


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


def pdf(html: str) -> bytes:
    """Set a page with the style of our papers. The same text gives the same bytes.

    The page must be complete (title, language) and hold its pictures as `data:` addresses; all other addresses stay
    unread.
    """
    fonts, style, fetcher = _kept()
    page = HTML(string=html, url_fetcher=fetcher, base_url=None)
    made: bytes = page.write_pdf(stylesheets=[style], font_config=fonts, pdf_variant="pdf/ua-1")
    return made


@cache
def _kept() -> tuple[FontConfiguration, CSS, _Fetcher]:
    """Fonts, style and fetcher, kept for the life of the process."""
    fonts, fetcher = FontConfiguration(), _Fetcher()
    text = (folder("templates") / "paper" / "paper.css").read_text("utf-8")
    return fonts, CSS(string=text, font_config=fonts, url_fetcher=fetcher), fetcher
