"""`scorebook seat`: who sits at which table of a tournament, round by round."""

import json
import secrets
from collections.abc import Iterator
from typing import BinaryIO

import click

from scorebook.exchange.draws import parse_apart, parse_plan, plan_json
from scorebook.exchange.strict import load_json
from scorebook.league.draw import Chance, Drawn, Wish, draw
from scorebook.league.draw.wish import sizes
from scorebook.wording.draws import broken_texts, repeats_text

SEATS = "ABCDE"


@click.command()
@click.option("--players", type=int, required=True, metavar="ZAHL", help="So viele Spieler, mit den Nummern ab 1.")
@click.option(
    "--rounds", type=int, required=True, metavar="ZAHL", help="So viele Runden; mit --played so viele noch kommen."
)
@click.option("--json", "as_json", is_flag=True, help="Als JSON.")
@click.option("--seed", metavar="TEXT", help="Dieselbe Angabe gibt noch einmal dieselbe Auslosung; sonst eine neue.")
@click.option(
    "--played",
    type=click.File("rb"),
    metavar="DATEI",
    help="Die gespielten Runden, wie --json sie schreibt; sie bleiben, wie sie sind, und --rounds zählt nur die neuen.",
)
@click.option(
    "--apart",
    type=click.File("rb"),
    metavar="DATEI",
    help="Wer nicht zusammen sitzen soll: je Gruppe eine Zeile mit Nummern, oder als JSON [[1, 2], [3, 4, 5]].",
)
def seat(
    players: int, rounds: int, *, as_json: bool, seed: str | None, played: BinaryIO | None, apart: BinaryIO | None
) -> None:
    """Lost die Plätze eines Turniers aus, mit so wenig Wiederholungen wie möglich.

    Gespielt wird zu viert, und zu fünft, wo es nicht aufgeht; dort setzt E als Erster aus.
    """
    sizes(players)
    wish = Wish(
        tuple(range(1, players + 1)),
        rounds,
        played=parse_plan(load_json(played.read())) if played else (),
        apart=parse_apart(apart.read(), players) if apart else (),
    )
    chosen = secrets.token_hex(8) if seed is None else seed
    drawn = draw(wish, Chance(chosen))
    if as_json:
        click.echo(json.dumps(plan_json(drawn)))
        return
    for line in told(drawn, len(wish.played)):
        click.echo(line)
    if seed is None:
        click.echo(f"Noch einmal dieselbe Auslosung: --seed {chosen}")


def told(drawn: Drawn, before: int) -> Iterator[str]:
    """Write rounds for a terminal, numbered after those `before` them."""
    width = max(len(str(player)) for one in drawn.rounds for table in one for player in table)
    heads = " ".join(seat.rjust(width) for seat in SEATS[: max(map(len, drawn.rounds[0]))])
    for number, one in enumerate(drawn.rounds, start=before + 1):
        numbers = len(str(len(one)))
        yield f"Runde {number}"
        yield f"  {'':{len('Tisch ') + numbers}}  {heads}"
        for at, table in enumerate(one, start=1):
            yield f"  Tisch {at:>{numbers}}  {' '.join(str(player).rjust(width) for player in table)}"
        yield ""
    yield from broken_texts(drawn)
    yield repeats_text(drawn)
