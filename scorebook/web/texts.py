"""Texts for people in the language of the request: `gettext` is that language."""

from flask import current_app, g, has_request_context, request
from werkzeug.local import LocalProxy

from scorebook.rules.switches import CardNames
from scorebook.settings import Settings
from scorebook.wording import GERMAN, LANGUAGES, Language

COOKIE = "sprache"
"""Where a browser keeps the language that somebody chose."""


def language() -> Language:
    """Give the language of the request: the chosen one, else the first known one of the browser, else the setting."""
    if not has_request_context():
        return GERMAN
    if "language" not in g:
        settings: Settings = current_app.config["SETTINGS"]
        asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
        wanted = (request.cookies.get(COOKIE, ""), *asked, settings.language)
        g.language = next(LANGUAGES[code] for code in wanted if code in LANGUAGES)
    found: Language = g.language
    return found


def speak_of(cards: CardNames) -> None:
    """Call suits and ranks by these names from here on, as the table does that the request is about."""
    if has_request_context():
        g.language = language().playing(cards)


gettext: Language = LocalProxy(language)  # type: ignore[assignment]
"""The language of the request, as Flask's `request` is the request."""


def lazy_gettext(text: str) -> str:
    """Give a text that is translated whenever it is shown: for labels, which are older than any request."""
    return LocalProxy(lambda: gettext(text))  # type: ignore[return-value]
