"""Answers packed with gzip: texts of some size, and nothing that is packed already.

Whoever can send a logged-in browser to addresses of his choice, put words into the page that comes, and see how long
it is on the wire, can guess a secret of that page letter by letter (BREACH). Here the secret would be the token of the
forms. So a browser that has a cookie gets no answer packed that shows a secret (`no-store`), and none that another site
made it ask for: every browser that the pages are made for tells that by `Sec-Fetch-Site`, and over https one that does
not tell gets pages unpacked. Over plain http who listens reads the page itself. Without a cookie nobody is in.
"""

import gzip

from flask import Flask, Response, request

TYPES = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)
LEAST = 500
"""Bytes from which on it is worth the work."""
OF_OUR_OWN = ("same-origin", "none")
"""Who sent the browser here: a page of ours, or the person himself."""


def init_app(app: Flask) -> None:
    """Pack every answer for which that is right, after all others have done their part to it."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Pack an answer if its kind and the browser allow it. For HEAD too: its headers are those of GET."""
    if response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code in (204, 206, 304) or "Content-Encoding" in response.headers or not accepted():
        return response
    if request.cookies and (response.cache_control.no_store or may_be_measured()):
        return response
    response.direct_passthrough = False  # such files lie in memory
    body = response.get_data()
    if len(body) >= LEAST:
        response.set_data(packed(body))
        mark(response)
    return response


def mark(response: Response) -> None:
    """Say that an answer is packed. Its ETag is a weak one then: the same page, and not the same bytes."""
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag and not weak:
        response.set_etag(tag, weak=True)


def packed(body: bytes, level: int = 6) -> bytes:
    """Pack a text; the same one always alike."""
    return gzip.compress(body, level, mtime=0)


def accepted() -> bool:
    """Tell whether the browser takes gzip."""
    return request.accept_encodings["gzip"] > 0


def may_be_measured() -> bool:
    """Tell whether another site may have made the browser ask for this."""
    site = request.headers.get("Sec-Fetch-Site", "unknown" if request.is_secure else "none")
    return site not in OF_OUR_OWN
