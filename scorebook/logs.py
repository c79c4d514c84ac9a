"""What the server writes down: one line for a request or a failure, and nothing that anybody typed or is called.

A line has the event, the number of the request, the pattern of its address and the places in the program where it
failed. What a message of another library was filled with stays out of it, but for numbers: it could be anything.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

NAME = "scorebook"
"""The logger of the program; its events are constants, their `facts` are said beside them."""
JSON, TEXT = "json", "text"
FRAMES = 20
"""Places told of a failure, the innermost ones."""
CAUSES = 5

Facts = dict[str, Any]
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The number of the request that is being answered."""


def note(event: str, level: int = logging.INFO, error: BaseException | None = None, **facts: object) -> None:
    """Write down that something happened. The facts are ours: patterns, numbers, names of things in the program."""
    logging.getLogger(NAME).log(level, event, exc_info=error, extra={"facts": facts})


def form_for(chosen: str | None, stream: TextIO) -> str:
    """Give the form of the log: the chosen one, else text where a person reads along."""
    return chosen or (TEXT if stream.isatty() else JSON)


def configuration(form: str) -> Facts:
    """Give what `logging.config` needs, so that all loggers of the process write in that form to standard error."""
    formatter = JsonLines if form == JSON else ShortLines
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"own": {"()": f"{__name__}.{formatter.__name__}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "own", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            NAME: {"level": "INFO"},
            "gunicorn.error": {"level": "INFO" if form == JSON else "WARNING", "handlers": [], "propagate": True},
        },
    }


def facts_of(record: logging.LogRecord) -> Facts:
    """Give what a line says, in its order; what is not known is not said."""
    found: Facts = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "event": _event(record),
        "logger": None if record.name == NAME else record.name,
        "request": request_id.get(),
        **getattr(record, "facts", {}),
        "pid": record.process,
    }
    if record.exc_info and record.exc_info[1] is not None:
        found |= failure(record.exc_info[1])
    return {name: value for name, value in found.items() if value is not None}


def failure(error: BaseException) -> Facts:
    """Tell a failure without a word of its message: what kind, from what it came, and where."""
    chain, at = [error], error
    while len(chain) < CAUSES and (before := at.__cause__ or at.__context__) and before not in chain:
        chain.append(before)
        at = before
    codes = (_code(one) for one in chain)
    return {
        "error": _kind(error),
        "causes": [_kind(one) for one in chain[1:]] or None,
        "code": next((code for code in codes if code), None),
        "frames": _frames(error.__traceback__),
    }


def _kind(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _code(error: BaseException) -> str | None:
    """Give the code by which a database says what is wrong: a constant of SQLite or PostgreSQL."""
    return getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)


def _frames(traceback: TracebackType | None) -> list[str]:
    found = []
    while traceback is not None:
        found.append(f"{_place(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    return found[-FRAMES:]


def _place(file: str) -> str:
    """Name a file of the program from where it is imported: its folder is nobody's business."""
    path = Path(file)
    homes = [Path(home) for home in sys.path if home and path.is_relative_to(home)]
    if not homes:
        return "/".join(path.parts[-2:])
    return str(path.relative_to(max(homes, key=lambda home: len(home.parts))))


def _event(record: logging.LogRecord) -> str:
    """Give what happened. Of what others say only what stands in their program: not what they filled in."""
    if not isinstance(record.msg, str):
        return "failure"
    if record.name == NAME:
        return record.msg
    if not record.args:
        return record.msg.partition(":")[0].partition("=")[0].partition("\n")[0]
    filled = record.args if isinstance(record.args, tuple) else ()
    kept = tuple(one if isinstance(one, int | float) else "…" for one in filled)
    try:
        return record.msg.partition("\n")[0] % kept
    except (TypeError, ValueError):
        return record.msg


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        return json.dumps(facts_of(record), ensure_ascii=False, default=str)


class ShortLines(logging.Formatter):
    """A short line with the time of this machine, for people; a failure has its places below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        said = facts_of(record)
        frames = said.pop("frames", [])
        for name in ("time", "level", "pid"):
            said.pop(name, None)
        milliseconds = said.pop("ms", None)
        line = " ".join(str(value) for value in said.values())
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        mark = "! " if record.levelno >= logging.WARNING else ""
        time = "" if milliseconds is None else f" {milliseconds} ms"
        return "\n".join([f"{clock} {mark}{line}{time}", *(f"    {frame}" for frame in frames)])
