"""At which address of this machine other devices in its network reach it, and that address as a QR code of text."""

import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from ipaddress import ip_address

import segno

SOMEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): it is never asked for anything, only which way it would be."""
ASKS_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""The number by which the system is asked for the address of an interface (SIOCGIFADDR)."""
INNER = ("docker", "br-", "veth", "virbr", "vmnet")
"""How interfaces begin behind which there are no other devices."""
BLACK_ON_WHITE = "\x1b[97;40m", "\x1b[0m"
"""Colours of a terminal, and the end of them: read by any phone, whatever colours the terminal has."""


def lan_addresses() -> tuple[str, ...]:
    """Give the IPv4 addresses of this machine in its networks; first that by which it would reach the internet."""
    return reachable([*_way_out(), *_of_interfaces()])


def reachable(found: Iterable[str]) -> tuple[str, ...]:
    """Keep those addresses, each once, that other devices can reach.

    >>> reachable(["192.168.178.20", "127.0.0.1", "169.254.7.7", "192.168.178.20", "10.0.0.3", "0.0.0.0"])
    ('192.168.178.20', '10.0.0.3')
    """
    known = ((text, ip_address(text)) for text in found)
    outside = (text for text, it in known if not (it.is_loopback or it.is_link_local or it.is_unspecified))
    return tuple(dict.fromkeys(outside))


def _way_out() -> Iterator[str]:
    """Give the address that this machine would send from. Nothing is sent; where there is no way out, there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Give the addresses of the interfaces: a hall's own network has no way out."""
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            if not name.startswith(INNER):
                with suppress(OSError):  # one that is down has none
                    told = ioctl(probe.fileno(), ASKS_ADDRESS, struct.pack("256s", name[:15].encode()))
                    yield socket.inet_ntoa(told[20:24])


def qr_lines(address: str, *, colours: bool) -> str:
    """Draw an address as a QR code for a terminal: two rows of it in a line, with the quiet zone that readers need."""
    drawn = StringIO()
    segno.make_qr(address, error="m", boost_error=False).terminal(drawn, border=2, compact=True)
    begin, end = BLACK_ON_WHITE if colours else ("", "")
    return "\n".join(f"{begin}{line}{end}" for line in drawn.getvalue().splitlines())
