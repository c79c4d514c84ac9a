"""The inputs of the forms. Each keeps what was typed; those of a game show what a game says (`take`).

What is offered is for the page alone: whether an answer can be is judged where games are read, not here.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from wtforms import BooleanField, Field, HiddenField, RadioField, SelectField, SelectMultipleField, StringField

from scorebook.web.answers import WHOLE_NUMBER


def shown(value: object) -> str:
    """Give what an input holds for a value of a game; "" for none."""
    return "" if value is None else str(value)


class FreshUuid(HiddenField):
    """The mark of one rendered form, so that a double tap is told from a second game. Made anew where none is sent."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read it. Whoever changed it by hand gets a new one."""
        try:
            self.data = UUID(valuelist[0] if valuelist else "")
        except ValueError:
            self.data = uuid4()


class KnownNumber(HiddenField):
    """A number that the page knew when it was made; None where it is not said."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read it."""
        text = valuelist[0] if valuelist else ""
        self.data = int(text) if WHOLE_NUMBER.fullmatch(text) else None


class NumberField(StringField):
    """A whole number typed as text, so that it is still there when it was wrong."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = shown(game.get(self.short_name))


class TextsField(Field):
    """Several texts under one name, in order."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep all of them, as typed."""
        self.data = valuelist

    def text(self, index: int) -> str:
        """Give what stands at a place; "" where there is nothing."""
        return str(self.data[index]) if self.data and index < len(self.data) else ""


class CardsField(StringField):
    """The cards of a game as JSON, which the form carries along; "" without them."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Keep the cards of a game."""
        self.data = json.dumps(game["protocol"], separators=(",", ":")) if "protocol" in game else ""


class LinesField(TextsField):
    """Several lines under one name; `line_errors` says what is wrong with which."""

    errors: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.line_errors: dict[int, list[str]] = {}

    def lines(self) -> list[str]:
        """Give what was typed, line by line."""
        return [str(line) for line in self.data or ()]

    def refuse(self, line: int, text: str) -> None:
        """Say what is wrong with a line."""
        self.line_errors.setdefault(line, []).append(text)
        self.errors = [*self.errors, text]


class NumbersField(TextsField):
    """One whole number a seat; an empty one counts 0 as soon as another is there."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = [str(value) for value in game.get(self.short_name, ())]


class FlagField(BooleanField):
    """A box that says yes; left alone it says nothing. `meaning` is what it stands for."""

    def __init__(self, label: Any, *, meaning: object = True, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.meaning = meaning

    def take(self, game: Mapping[str, Any]) -> None:
        """Tick the box where a game says so."""
        self.data = game.get(self.short_name) == self.meaning


class ChoiceField(RadioField):
    """One word out of several, or none."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = shown(game.get(self.short_name))


class LevelField(ChoiceField):
    """How often something was said."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show how often; where a game says who did, that is as often as there are seats."""
        said = game.get(self.short_name)
        self.data = shown(len(said) if isinstance(said, list) else said)


class ListField(SelectField):
    """One of several numbers out of a list that folds out."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = shown(game.get(self.short_name))


class RunField(ListField):
    """Laufende: how many, and who held them, as one choice ("mit-3")."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the number and the side of a game."""
        self.data = f"{game['laufende_side']}-{game['laufende']}" if game.get("laufende_side") else ""


class SeatsField(SelectMultipleField):
    """Any number of seats."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says; where it says how many and not who, nobody."""
        said = game.get(self.short_name, ())
        self.data = [] if isinstance(said, int) else [str(value) for value in said]


class ContractField(ChoiceField):
    """What was played: a contract, with its trump suit where it has one ("solo-herz")."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the contract and the suit of a game that has a declarer."""
        parts = (game["contract"], game.get("suit")) if "declarer" in game else ()
        self.data = "-".join(part for part in parts if part)


class WhoField(ChoiceField):
    """Who played: a seat, or the contract in which nobody announced anything."""

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the declarer of a game, or the contract that has none."""
        self.data = shown(game.get("declarer", game["contract"]))
