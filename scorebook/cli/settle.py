"""`scorebook settle`: balances in, transfers out (FORMAT.md 3)."""

import json
import sys
from typing import Any, BinaryIO

import click

from scorebook.exchange import ShapeError, load_json
from scorebook.ledger.settlement import NotZeroError, settle
from scorebook.wording import message

REFUSED = 1
"""Exit status: there is no plan for what was read."""


@click.command("settle")
@click.argument("source", type=click.File("rb"), default="-", metavar="[DATEI|-]")
def settle_command(source: BinaryIO) -> None:
    """Rechnet aus, wer wem zahlt: ein JSON-Objekt {"Name": Betrag, …} hinein, die wenigsten Zahlungen heraus."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        answer = plan(load_json(source.read()))
    except ShapeError as error:
        first = error.findings[0]
        answer = _error(first.code, message(first))
    click.echo(json.dumps(answer, ensure_ascii=False))
    sys.exit(REFUSED if "error" in answer else 0)


def plan(data: object) -> dict[str, Any]:
    """Give the plan for what was read from JSON, or what is wrong with it."""
    if not isinstance(data, dict):
        return _error("balances.not_object", 'Erwartet wird ein Objekt: {"Name": Betrag, …}.')
    for name, amount in data.items():
        if type(amount) is not int:
            return _error("balance.not_integer", f"{name}: der Betrag ist keine ganze Zahl.", name=name)
    try:
        settlement = settle(data)
    except NotZeroError as error:
        return _error("sum.not_zero", error.message, difference=error.difference)
    transfers = [{"from": t.payer, "to": t.payee, "amount": t.amount} for t in settlement.transfers]
    return {"transfers": transfers, "minimal": settlement.minimal}


def _error(code: str, text: str, **params: Any) -> dict[str, Any]:
    return {"error": {"code": code, **params, "message": text}}
