"""`scorebook serve`: migrate once, then hand over to gunicorn."""

import errno
import os
import socket
import sys
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from scorebook.cli.addresses import address, bracketed, invitation, listens_outside, reached
from scorebook.cli.db import upgrade_to
from scorebook.cli.lan import qr_lines
from scorebook.errors import SettingError
from scorebook.services.access import local_actor
from scorebook.services.accounts import first_invitation
from scorebook.settings import Settings
from scorebook.store.db import db

WORKERS, THREADS = 2, 8
CONNECTIONS = 500
"""How many connections a process keeps; a system gives it some more files than that, and the database wants its own."""


@click.command()
@with_appcontext
def serve() -> None:
    """Bring the database up to date and serve on HOST and PORT until Ctrl+C.

    The database is migrated here, once, before any worker lives. While nobody owns the book yet, a link is printed that
    makes its reader the first admin; every start prints another one. Where other devices reach the server, their
    address is printed as a QR code too. The process then becomes gunicorn.
    """
    settings = reached(current_app.config["SETTINGS"])
    upgrade_to("head")
    check_free(settings.host, settings.port)
    click.echo(f"scorebook: {address(settings)}/  (Strg+C beendet)", err=True)
    if settings.base_url is not None and listens_outside(settings.host):
        tell_tablets(settings.base_url)
    secret = first_invitation(db.session, local_actor(db.session).club_id)
    if secret is not None:
        click.echo("scorebook: Noch gehört das Buch niemandem. Wer diesen Link öffnet, dem gehört es:", err=True)
        click.echo(invitation(settings, secret), err=True)
    sys.stderr.flush()
    os.execv(sys.executable, arguments(settings))  # noqa: S606 - no shell wanted


def tell_tablets(base_url: str) -> None:
    """Say where other devices reach the book, and let its papers and QR codes name that address."""
    os.environ["SCOREBOOK_BASE_URL"] = base_url
    click.echo("scorebook: Tablets und Handys im selben Netz öffnen diese Adresse:", err=True)
    click.echo(qr_lines(f"{base_url}/", colours=sys.stderr.isatty()), err=True)


def arguments(settings: Settings) -> list[str]:
    """Give gunicorn's command line."""
    shared_memory = Path("/dev/shm")  # noqa: S108 - gunicorn's heartbeat, not a file of ours
    return [
        sys.executable,
        "-m",
        "gunicorn",
        f"--bind={bracketed(settings.host)}:{settings.port}",
        f"--workers={WORKERS}",
        f"--threads={THREADS}",
        f"--worker-connections={CONNECTIONS}",
        "--worker-class=scorebook.cli.worker.Worker",
        "--log-level=warning",
        "--name=scorebook",
        "--no-control-socket",
        "--forwarded-allow-ips=",  # which proxies are believed says SCOREBOOK_PROXIES alone
        *([f"--worker-tmp-dir={shared_memory}"] if shared_memory.is_dir() else []),
        "scorebook.app:create_app()",
    ]


def check_free(host: str, port: int) -> None:
    """Raise SettingError unless a server can listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise SettingError(f"HOST: {host} gibt es nicht.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SettingError(f"Port {port} ist schon belegt: PORT={port + 1} nimmt einen anderen.") from error
        raise SettingError(f"Auf {host}, Port {port} lässt sich nicht horchen: {error.strerror}.") from error
