"""Games in, answers out, one JSON object a line (FORMAT.md 3): what `scorebook score` and `scorebook replay` share."""

import codecs
import gc
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import click

from scorebook.exchange import JsonError, Scorer, ShapeError, complete_rules, load_json, parse_rules, refusal
from scorebook.rules import preset_names

ENCODE = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
BATCH = 2000
GARBAGE = 50_000
"""So many new objects may come before the garbage is looked through: games leave hardly any circles behind."""
REFUSED, BROKEN = 1, 2
"""Exit statuses: some games were refused; some line was no JSON object."""

ScorerFor = Callable[[str | None], Scorer]
"""Gives the scorer of a process for complete rules as JSON; a function of a module, which a process pool can name."""

rules_option = click.option(
    "--rules", "rules_name", metavar="PRESET|DATEI.json", help="Der Regelsatz für Spiele, die keinen nennen."
)
source_argument = click.argument("source", type=click.File("rb"), default="-", metavar="[DATEI|-]")


def answer_lines(source: BinaryIO, rules_name: str | None, scorer_for: ScorerFor) -> NoReturn:
    """Write one answer for each line that is not blank, then leave with the highest exit status that one asks for."""
    rules = read_rules(rules_name)
    default = None if rules is None else json.dumps(rules)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    gc.freeze()  # what was imported stays, here and in the processes that are forked; nobody need look through it again
    gc.set_threshold(GARBAGE)
    status = 0
    for text, batch_status in answered(batches(source), default, scorer_for):
        sys.stdout.write(text)
        status = max(status, batch_status)
    sys.exit(status)


def batches(lines: BinaryIO) -> Iterator[list[bytes]]:
    """Cut the lines into lists of at most `BATCH`; a byte order mark at the start is passed over."""
    batch = list(islice(lines, BATCH))
    if batch:
        batch[0] = batch[0].removeprefix(codecs.BOM_UTF8)
    while batch:
        yield batch
        batch = list(islice(lines, BATCH))


def answered(work: Iterator[list[bytes]], default: str | None, scorer_for: ScorerFor) -> Iterator[tuple[str, int]]:
    """Answer batch after batch, in order; more than one is shared among the processors, a few at a time."""
    first = next(work, [])
    second = next(work, None)
    if second is None:
        yield answer_batch(first, default, scorer_for)
        return
    processors = os.cpu_count() or 1
    with ProcessPoolExecutor(processors) as pool:
        waiting = deque(pool.submit(answer_batch, batch, default, scorer_for) for batch in (first, second))
        while waiting:
            if len(waiting) < 2 * processors and (batch := next(work, None)) is not None:
                waiting.append(pool.submit(answer_batch, batch, default, scorer_for))
            else:
                yield waiting.popleft().result()


def answer_batch(lines: list[bytes], default: str | None, scorer_for: ScorerFor) -> tuple[str, int]:
    """Answer a list of lines: the text to write, and the highest exit status that a line asks for."""
    texts, status = [], 0
    for answer, asked in answers(lines, scorer_for(default)):
        texts.append(ENCODE(answer) + "\n")
        status = max(status, asked)
    return "".join(texts), status


def read_rules(name: str | None) -> dict[str, Any] | None:
    """Find complete rules by the name of a preset or of a file. Raises `click.UsageError` for what is neither."""
    if name is None:
        return None
    try:
        data = {"preset": name} if name in preset_names() else load_json(Path(name).read_bytes())
        parse_rules(data)
        return complete_rules(data)
    except OSError as error:
        known = ", ".join(preset_names())
        raise click.UsageError(f"Weder Regelsatz noch Datei: {name}. Bekannt sind: {known}.") from error
    except ShapeError as error:
        raise click.UsageError(f"{name}: {error.message}") from error


def answers(lines: Iterable[bytes], scorer: Scorer) -> Iterator[tuple[dict[str, Any], int]]:
    """Answer each line that is not blank, with the exit status it asks for."""
    for text in lines:
        if not text.strip():
            continue
        try:
            data = load_json(text)
        except JsonError as error:
            yield refusal(None, error.findings), BROKEN
        except ShapeError as error:
            yield refusal(_key_of(text), error.findings), REFUSED
        else:
            if isinstance(data, dict):
                answer = scorer.answer(data)
                yield answer, 0 if answer["ok"] else REFUSED
            else:
                yield refusal(None, JsonError().findings), BROKEN


def _key_of(text: bytes) -> object:
    """The id of a line that is refused as a whole."""
    data = json.loads(text)
    return data.get("id") if isinstance(data, dict) else None
