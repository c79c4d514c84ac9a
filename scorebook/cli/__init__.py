"""The commands, found by name: only the one that is called gets imported, so that a quick one starts quickly."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from scorebook import __version__

if TYPE_CHECKING:
    from flask import Flask

# name: (where it lives, its one-line help)
COMMANDS = {
    "serve": ("scorebook.cli.serve:serve", "Bringt die Datenbank auf Stand und startet den Server."),
    "admin-link": (
        "scorebook.cli.clubs:admin_link",
        "Schreibt einen Link, mit dem ein Admin wieder hereinkommt.",
    ),
    "club": ("scorebook.cli.clubs:club", "Zeigt die Vereine (club list) und macht einen neuen (club add)."),
    "score": ("scorebook.cli.score:score", "Rechnet Spiele aus: JSON hinein, JSON heraus, eins je Zeile."),
    "replay": (
        "scorebook.cli.replay:replay",
        "Spielt Karten nach: JSON hinein, JSON heraus, eins je Zeile.",
    ),
    "schema": ("scorebook.cli.schema:schema", "Schreibt das JSON-Schema aller Objekte."),
    "pdf": ("scorebook.cli.pdf:pdf", "Druckt die Abrechnung eines exportierten Abends als PDF."),
    "standings": (
        "scorebook.cli.standings:standings",
        "Zeigt den Stand einer Saison, auch nach jeder anderen Wertung.",
    ),
    "seat": ("scorebook.cli.seat:seat", "Lost die Plätze eines Turniers aus, ohne Wiederholungen."),
    "settle": ("scorebook.cli.settle:settle_command", "Rechnet aus, wer wem zahlt: JSON hinein, JSON heraus."),
    "export": ("scorebook.cli.export:export", "Schreibt einen Abend als JSON, oder den ganzen Verein als ZIP."),
    "import": ("scorebook.cli.import_:import_command", "Liest einen exportierten Abend ins Buch ein."),
    "verify": ("scorebook.cli.verify:verify", "Prüft Buch, Protokoll und Auslosungen (verify book, log, draw)."),
    "sample": ("scorebook.cli.sample:sample", "Füllt eine Datenbank mit erfundenen Abenden."),
    "rehearse": ("scorebook.cli.rehearse:rehearse", "Probt ein ganzes Turnier und prüft, ob am Ende alles stimmt."),
    "backup": ("scorebook.cli.backup:backup", "Sichert das ganze Buch, auch während jemand schreibt."),
    "restore": ("scorebook.cli.backup:restore", "Holt eine Sicherung in einen neuen Ordner zurück."),
    "demo": ("scorebook.cli.demo:demo", "Füllt eine Datenbank mit Abenden aus echten Spielen, samt PDFs."),
    "db": ("scorebook.cli.db:db", "Verwaltet den Stand der Datenbank (upgrade, current, ...)."),
    "routes": ("flask.cli:routes_command", "Listet die Adressen des Servers."),
}


class Commands(click.Group):
    """The command group: loads a command when it is asked for, and Flask only for those that need it."""

    def __init__(self, create_app: "Callable[[], Flask]") -> None:
        super().__init__("scorebook", help="Das Schreibbuch für den Schafkopf.", no_args_is_help=True)
        self.create_app = create_app
        click.version_option(__version__, prog_name="scorebook", message="%(prog)s %(version)s")(self)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name, or give None."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        if ctx.obj is None and "flask.cli" in sys.modules:  # it knows `with_appcontext`, which looks for this
            from flask.cli import ScriptInfo

            ctx.obj = ScriptInfo(create_app=self.create_app, set_debug_flag=False)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])
