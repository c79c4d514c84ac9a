"""`scorebook schema`: the JSON Schema of the exchange format."""

import json

import click

from scorebook.exchange.schema import json_schema


@click.command()
def schema() -> None:
    """Schreibt das JSON-Schema aller Objekte."""
    click.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))
