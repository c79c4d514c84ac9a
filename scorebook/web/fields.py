"""The inputs of the forms. Each keeps what was typed; those of a game tell their part of its object (FORMAT.md 1).

What is offered is for the page alone: whether an answer can be is judged where games are read, not here.
"""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from flask_babel import lazy_gettext as _
from wtforms import BooleanField, Field, HiddenField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.validators import ValidationError

WHOLE_NUMBER = re.compile(r"[0-9]{1,4}")


def check_number(text: str) -> None:
    """Refuse a text that is no whole number; nothing typed is no error. The rules judge how large it may be."""
    if text and not WHOLE_NUMBER.fullmatch(text):
        raise ValidationError(_("Bitte eine ganze Zahl, zum Beispiel 70."))


def number(text: str) -> object:
    """Give the number that a text says, or the text for the parser to refuse."""
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def stripped(text: str | None) -> str:
    """Take spaces off both ends, as people and keyboards leave them."""
    return (text or "").strip()


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

    def pre_validate(self, form: Any) -> None:
        """Refuse what is no number."""
        check_number(stripped(self.data))

    def part(self) -> dict[str, object]:
        """Give the number under the field's own name."""
        text = stripped(self.data)
        return {self.short_name: int(text)} if text else {}

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


class NumbersField(TextsField):
    """One whole number a seat; an empty one counts 0 as soon as another is there."""

    def pre_validate(self, form: Any) -> None:
        """Refuse what is no number."""
        for text in self.data or []:
            check_number(stripped(text))

    def part(self) -> dict[str, object]:
        """Give the list of numbers by seat."""
        texts = [stripped(text) for text in self.data or []]
        return {self.short_name: [int(text or 0) for text in texts]} if any(texts) else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = [str(value) for value in game.get(self.short_name, ())]


class FlagField(BooleanField):
    """A box that says yes; left alone it says nothing. `meaning` is what it stands for."""

    def __init__(self, label: Any, *, meaning: object = True, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.meaning = meaning

    def part(self) -> dict[str, object]:
        """Give what the ticked box means."""
        return {self.short_name: self.meaning} if self.data else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Tick the box where a game says so."""
        self.data = game.get(self.short_name) == self.meaning


class ChoiceField(RadioField):
    """One word out of several, or none."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def part(self) -> dict[str, object]:
        """Give the word that was chosen."""
        return {self.short_name: self.data} if self.data else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = shown(game.get(self.short_name))


class CountField(ChoiceField):
    """One of several numbers, or none: a seat, a level."""

    def part(self) -> dict[str, object]:
        """Give the number that was chosen."""
        return {self.short_name: number(self.data)} if self.data else {}


class ListField(SelectField):
    """One of several numbers out of a list that folds out."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def part(self) -> dict[str, object]:
        """Give the number that was chosen."""
        return {self.short_name: number(self.data)} if self.data else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = shown(game.get(self.short_name))


class RunField(ListField):
    """Laufende: how many, and who held them, as one choice ("mit-3")."""

    def part(self) -> dict[str, object]:
        """Give the number and the side."""
        side, _dash, count = (self.data or "").partition("-")
        return {"laufende": number(count), "laufende_side": side} if side else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the number and the side of a game."""
        self.data = f"{game['laufende_side']}-{game['laufende']}" if game.get("laufende_side") else ""


class SeatsField(SelectMultipleField):
    """Any number of seats."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label, validate_choice=False, **kwargs)

    def part(self) -> dict[str, object]:
        """Give the seats that were ticked."""
        return {self.short_name: [number(seat) for seat in self.data]} if self.data else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show what a game says."""
        self.data = [str(value) for value in game.get(self.short_name, ())]


class ContractField(ChoiceField):
    """What was played: a contract, with its trump suit where it has one ("solo-herz")."""

    def part(self) -> dict[str, object]:
        """Give the contract and the suit."""
        contract, _dash, suit = (self.data or "").partition("-")
        return {"contract": contract, **({"suit": suit} if suit else {})} if contract else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the contract and the suit of a game that has a declarer."""
        parts = (game["contract"], game.get("suit")) if "declarer" in game else ()
        self.data = "-".join(part for part in parts if part)


class WhoField(ChoiceField):
    """Who played: a seat, or the contract in which nobody announced anything."""

    @property
    def contract(self) -> str:
        """The contract without a declarer that was chosen; "" otherwise."""
        return self.data if self.data and not self.data[0].isdigit() else ""

    def part(self) -> dict[str, object]:
        """Give the declarer, or the contract."""
        if self.contract:
            return {"contract": self.contract}
        return {"declarer": number(self.data)} if self.data else {}

    def take(self, game: Mapping[str, Any]) -> None:
        """Show the declarer of a game, or the contract that has none."""
        self.data = shown(game.get("declarer", game["contract"]))
