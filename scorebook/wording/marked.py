"""How texts are marked that are translated where they are said, not where they stand."""

from typing import Annotated, TypeVar

Texts = TypeVar("Texts")
Marked = Annotated[Texts, "msgids"]
"""The type of such texts (of a dict its values)."""
