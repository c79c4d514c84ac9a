"""`scorebook serve`: migrate once, then hand over to gunicorn."""

import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from scorebook import logs
from scorebook.cli import daily
from scorebook.cli.addresses import address, invitation, listens_outside, reached
from scorebook.cli.db import upgrade_to
from scorebook.cli.lan import qr_lines
from scorebook.errors import SettingError
from scorebook.services.access import local_actor
from scorebook.services.accounts import first_invitation
from scorebook.services.keeping import keep
from scorebook.settings import SOCKET, Settings
from scorebook.store.db import db
from scorebook.store.health import is_behind


@click.command()
@with_appcontext
def serve() -> None:
    """Bring the database up to date and serve on HOST and PORT until Ctrl+C.

    The database is migrated here, once, before any worker lives, and a book in a file is saved before that. Beside the
    server a process makes a backup each day. While nobody owns the book yet, a link is printed that
    makes its reader the first admin; every start prints another one. Where other devices reach the server, their
    address is printed as a QR code too. The process then becomes gunicorn.
    """
    settings = reached(current_app.config["SETTINGS"])
    migrate(settings)
    check_free(settings.host, settings.port)
    say = partial(click.echo, err=logs.form_for(settings.log, sys.stderr) == logs.TEXT)  # else there is only the log
    say(f"scorebook: {address(settings)}/  (Strg+C beendet)")
    if settings.base_url is not None and listens_outside(settings.host):
        tell_tablets(settings.base_url, say)
    secret = first_invitation(db.session, local_actor(db.session).club_id)
    if secret is not None:
        say("scorebook: Noch gehört das Buch niemandem. Wer diesen Link öffnet, dem gehört es:")
        say(invitation(settings, secret))
    sys.stdout.flush()
    sys.stderr.flush()
    if settings.backups is not None:
        daily.start()
    os.execv(sys.executable, arguments())  # noqa: S606 - no shell wanted


def migrate(settings: Settings) -> None:
    """Bring the database up to date; a book in a file is saved before that, and stays as it is where that fails."""
    if settings.backups is not None and db.engine.dialect.name == "sqlite" and is_behind(db.engine):
        kept = keep(db.session, settings.backups, before_update=True, wait=True)
        click.echo(f"scorebook: Vor dem Update gesichert: {kept.file}", err=True)
    upgrade_to("head")


def tell_tablets(base_url: str, say: Callable[[str], None]) -> None:
    """Say where other devices reach the book, and let its papers and QR codes name that address."""
    os.environ["SCOREBOOK_BASE_URL"] = base_url
    say("scorebook: Tablets und Handys im selben Netz öffnen diese Adresse:")
    say(qr_lines(f"{base_url}/", colours=sys.stderr.isatty()))


def arguments() -> list[str]:
    """Give gunicorn's command line; the settings it reads itself (`scorebook.cli.workers`)."""
    return [sys.executable, "-m", "gunicorn", "--config=python:scorebook.cli.workers", "scorebook.app:create_app()"]


def check_free(host: str, port: int) -> None:
    """Raise SettingError unless a server can listen there."""
    if host.startswith(SOCKET):
        check_socket(host.removeprefix(SOCKET))
        return
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise SettingError(f"HOST: {host} gibt es nicht.") from error
    except PermissionError as error:
        raise SettingError(
            f"PORT: {port} darf nur root, oder wem das System es erlaubt. Ab 1024 darf es jeder."
        ) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SettingError(f"Port {port} ist schon belegt: PORT={port + 1} nimmt einen anderen.") from error
        raise SettingError(f"Auf {host}, Port {port} lässt sich nicht horchen: {error.strerror}.") from error


def check_socket(path: str) -> None:
    """Raise SettingError where another server listens at a socket, or none can be made. One left over may go."""
    if not os.access(Path(path).parent, os.W_OK):
        raise SettingError(f"HOST: in den Ordner von {path} lässt sich nicht schreiben.")
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.connect(path)
        raise SettingError(f"HOST: an {path} horcht schon ein anderer.")
