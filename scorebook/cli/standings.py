"""`scorebook standings`: where everybody stands in a season, by its own scheme or any other."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click
from flask.cli import with_appcontext

from scorebook import wording
from scorebook.cli.options import club_option
from scorebook.exchange.schemes import MOST_EVENINGS, MOST_GAMES
from scorebook.exchange.standings import standings_json
from scorebook.league.results import Measure
from scorebook.league.scheme import Kind, Scheme
from scorebook.services.clubs import owner
from scorebook.services.standings import Placed, Season, Wish, season_of, whole
from scorebook.settings import LANGUAGES, Settings
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import Language
from scorebook.wording import league as words

GAP = "  "


@click.command()
@click.option(
    "--season", "season_id", type=int, required=True, metavar="NUMMER", help="Die Saison, wie in /saisons/NUMMER."
)
@click.option("--best", type=click.IntRange(1, MOST_EVENINGS), help="So viele Abende zählen, die besten.")
@click.option("--min", "min_evenings", type=click.IntRange(0, MOST_EVENINGS), help="So viele Abende braucht ein Platz.")
@click.option("--min-games", type=click.IntRange(0, MOST_GAMES), help="So viele Spiele braucht ein Platz.")
@click.option("--kind", type=click.Choice([str(kind) for kind in Kind]), help="Summe, Schnitt je Spiel oder Plätze.")
@click.option("--measure", type=click.Choice([str(measure) for measure in Measure]), help="Was gezählt wird.")
@click.option("--json", "as_json", is_flag=True, help="Als JSON.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Die Sprache statt der eingestellten.")
@club_option
@with_appcontext
def standings(  # noqa: PLR0913 - the options of a command
    season_id: int,
    *,
    best: int | None,
    min_evenings: int | None,
    min_games: int | None,
    kind: str | None,
    measure: str | None,
    as_json: bool,
    language: str | None,
    club_id: int | None,
) -> None:
    """Zeigt den Stand einer Saison nach ihrer ersten Wertung; was angegeben ist, gilt statt dem, was dort steht."""
    check_schema(db.engine)
    changes = {"best": best, "min_evenings": min_evenings, "min_games": min_games, "kind": kind and Kind(kind)}
    actor, wish = owner(db.session, club_id), Wish(measure=measure)
    scheme = _changed(season_of(db.session, actor, season_id, wish).scheme, changes)
    season, placed = whole(db.session, actor, season_id, wish, scheme)
    if as_json:
        click.echo(json.dumps(_json(season, placed), ensure_ascii=False))
        return
    for line in told(season, placed, wording.LANGUAGES[language or Settings.read().language]):
        click.echo(line)


def _changed(scheme: Scheme, changes: dict[str, Any]) -> Scheme | None:
    """Give the scheme with changes; None where there are none."""
    said = {name: value for name, value in changes.items() if value is not None}
    return replace(scheme, **said) if said else None


def _json(season: Season, placed: Sequence[Placed]) -> dict[str, Any]:
    named = season.season.id, season.season.name
    measure = season.board.measure if season.board else None
    return standings_json(named, measure, season.scheme, ((one.row, one.name, one.club) for one in placed))


def told(season: Season, placed: Sequence[Placed], say: Language) -> Iterator[str]:
    """Write the standings as lines for a terminal."""
    yield f"{season.season.name} · {season.season.club}"
    if season.board is None or not placed:
        yield say("Noch kein Abend dieser Saison ist zu Ende.")
        return
    yield words.scheme_text(season.scheme, say) + "."
    heads = (
        "",
        say("Name"),
        words.score_name(season.scheme, season.board.measure, say),
        say("Abende"),
        say("Spiele"),
        "",
    )
    rows = [heads, *(_cells(one, season, say) for one in placed)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        first, name, *figures, last = (
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield GAP.join((first, name, *figures, last.strip())).rstrip()
    if chain := words.chain_text(season.scheme, say):
        yield chain


def _cells(one: Placed, season: Season, say: Language) -> tuple[str, ...]:
    """Write what stands in the columns of one row."""
    standing, measure = one.row.standing, season.board.measure if season.board else Measure.POINT
    decided = "" if one.row.decided is None else words.decided_text(one.row.decided, measure, say)
    dropped = say.plural("%(num)d gestrichen", "%(num)d gestrichen", len(standing.dropped)) if standing.dropped else ""
    why = "" if standing.unranked is None else words.unranked_text(standing.unranked, say)
    return (
        "–" if one.row.rank is None else f"{one.row.rank}.",
        one.name if len(season.season.clubs) == 1 else f"{one.name} ({one.club})",
        words.score_figure(standing.score, season.scheme.kind, measure, say),
        str(standing.evenings),
        str(standing.tally.games),
        ", ".join(filter(None, (why, decided, dropped))),
    )
