"""Where the server stands: behind how many proxies, under which path, and at which address others reach it.

What a request says of itself is believed as far as the settings say so: the host that it names, never.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from scorebook.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Mounted:
    """An app under a path of its own; the proxy before it may take that path off, or leave it on."""

    def __init__(self, app: "WSGIApplication", path: str) -> None:
        self.app, self.path = app, path

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, which knows from here on under which path it stands."""
        asked = environ.get("PATH_INFO", "")
        rest = asked.removeprefix(self.path) if asked == self.path or asked.startswith(f"{self.path}/") else asked
        return self.app({**environ, "SCRIPT_NAME": self.path, "PATH_INFO": rest or "/"}, start_response)


def init_app(app: Flask) -> None:
    """Believe as many proxies as the settings name, in who asks and by which scheme; stand under the set path."""
    settings: Settings = app.config["SETTINGS"]
    served: Any = app.wsgi_app
    if path := path_of(settings.base_url):
        served = Mounted(served, path)
    if settings.proxies:
        served = ProxyFix(served, x_for=settings.proxies, x_proto=settings.proxies, x_host=0, x_port=0, x_prefix=0)
    app.wsgi_app = served  # type: ignore[method-assign]
    app.url_map.merge_slashes = False  # it would answer with an address made of the host that the request names


def path_of(base_url: str | None) -> str:
    """Give the path of the address at which the server is reached, "" for none.

    >>> path_of("https://verein.example/buch"), path_of("https://verein.example"), path_of(None)
    ('/buch', '', '')
    """
    _host, slash, path = (base_url or "").partition("://")[2].partition("/")
    return slash + path


def public_address(path: str) -> str | None:
    """Give the whole address of one of our paths, for QR codes and papers; None where the settings name none."""
    settings: Settings = current_app.config["SETTINGS"]
    if settings.base_url is None:
        return None
    return settings.base_url + path.removeprefix(request.script_root)
