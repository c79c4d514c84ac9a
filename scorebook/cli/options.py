"""What several commands ask for in the same words."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def club_option(command: Command) -> Command:
    """Let a command ask in which club it acts: its parameter `club_id`."""
    explained = "Welcher Verein, wie in „scorebook club list“; sonst der erste."
    return click.option("--club", "club_id", type=int, metavar="NUMMER", help=explained)(command)
