"""Addresses that people can open."""

from scorebook.settings import Settings

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing is bound here
"""What a server listens on, and what a browser on the same machine opens then."""


def address(settings: Settings) -> str:
    """Give the address of the server, without a slash at its end: the base URL that was set, else HOST and PORT."""
    return settings.base_url or f"http://{bracketed(settings.host)}:{settings.port}"


def invitation(settings: Settings, secret: str) -> str:
    """Give the address of an invitation; without a base URL one that opens on this machine."""
    here = f"http://{bracketed(EVERYWHERE.get(settings.host, settings.host))}:{settings.port}"
    return f"{settings.base_url or here}/einladung/{secret}"


def bracketed(host: str) -> str:
    """Give a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host
