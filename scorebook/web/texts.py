"""Texts for people: the German ones are the msgids of the catalogues."""

import flask_babel


def gettext(text: str, **values: object) -> str:
    """Translate a text into the language of the request, and put values into their places (`%(name)s`)."""
    return str(flask_babel.gettext(text, **values))
