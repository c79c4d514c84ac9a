"""Addresses that people can open."""

from dataclasses import replace

from scorebook.cli.lan import lan_addresses
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


def reached(settings: Settings) -> Settings:
    """Give the settings with the address at which other devices reach the server, where it can be found out.

    One that listens everywhere is reached at the machine's own address, one that listens for itself alone at none.
    """
    if settings.base_url is not None:
        return settings
    here = lan_addresses()
    host = here[0] if settings.host in EVERYWHERE and here else settings.host
    return replace(settings, base_url=f"http://{host}:{settings.port}") if host in here else settings


def listens_outside(host: str) -> bool:
    """Tell whether a server that listens there is reached by other devices, and not only through a proxy."""
    return host in EVERYWHERE or host in lan_addresses()
