"""How a usual tournament is set up, read from a TOML file that is shipped."""

import json
import tomllib

from pydantic import TypeAdapter

from scorebook.league.tournament.settings import Settings

_ADAPTER = TypeAdapter(Settings)


def parse_usual(text: str) -> tuple[str, Settings]:
    """Read which preset a usual tournament is played by, and its settings; the rule set is still open (0).

    Raises `pydantic.ValidationError` or `KeyError` for a text that is none: a shipped file is never so.

    >>> rules, settings = parse_usual('rules = "turnier_plusminus"' + chr(10) + 'rounds = 3')
    >>> rules, settings.rounds, settings.games
    ('turnier_plusminus', 3, 32)
    """
    data = tomllib.loads(text)
    rules = data.pop("rules")
    return rules, _ADAPTER.validate_json(json.dumps({"rule_set": 0, **data}), strict=True, extra="forbid")
