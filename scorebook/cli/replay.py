"""`scorebook replay`: games with their cards, played again (FORMAT.md 3 and 4)."""

import json
from functools import cache, partial
from typing import BinaryIO

import click

from scorebook.cli.lines import answer_lines, rules_option, source_argument
from scorebook.exchange.replays import Replayer


@click.command()
@click.option("--legal", is_flag=True, help="Schreibt zu jeder Karte, welche erlaubt gewesen wären.")
@rules_option
@source_argument
def replay(source: BinaryIO, rules_name: str | None, *, legal: bool) -> None:
    """Spielt Spiele mit Karten nach: eine JSON-Zeile je Spiel hinein, eine je Spiel heraus."""
    answer_lines(source, rules_name, partial(replayer_for, legal=legal))


@cache
def replayer_for(default: str | None, *, legal: bool) -> Replayer:
    """Keep one a process, with the rule sets that it has read."""
    return Replayer(None if default is None else json.loads(default), legal=legal)
