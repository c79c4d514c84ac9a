"""What the rules have to say about a game that a person entered."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection: a stable `code`, the `field` of the game it is about ("" for the whole game), and parameters.

    Words for people are made from `code` and `params` at the edge (`scorebook.wording`).
    """

    code: str
    field: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


class Report:
    """Collects findings while a game is looked at: errors refuse it, warnings only ask."""

    __slots__ = ("errors", "warnings")

    def __init__(self) -> None:
        self.errors: list[Finding] = []
        self.warnings: list[Finding] = []

    def error(self, code: str, field: str, **params: object) -> None:
        """Add an error."""
        self.errors.append(Finding(code, field, params))

    def warning(self, code: str, field: str, **params: object) -> None:
        """Add a warning."""
        self.warnings.append(Finding(code, field, params))
