"""`scorebook score`: what games are worth (FORMAT.md 3)."""

import json
from functools import cache
from typing import BinaryIO

import click

from scorebook.cli.lines import answer_lines, rules_option, source_argument
from scorebook.exchange import Scorer


@click.command()
@rules_option
@source_argument
def score(source: BinaryIO, rules_name: str | None) -> None:
    """Rechnet Spiele aus: eine JSON-Zeile je Spiel hinein, eine je Spiel heraus."""
    answer_lines(source, rules_name, scorer_for)


@cache
def scorer_for(default: str | None) -> Scorer:
    """Keep one scorer a process, with the rule sets that it has read."""
    return Scorer(None if default is None else json.loads(default))
