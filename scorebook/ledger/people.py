"""Names of people: told apart where two have the same, read where somebody typed one, and which may be one person's."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain

SHORTEST = 3
"""Letters that have to agree, at least, for a name to be the beginning of another."""
MISTYPED = 5
"""From so many letters on, names that differ in one of them may be the same."""

_NUMBERED = re.compile(r"(?P<name>.*\S)\s*\((?P<number>[0-9]{1,9})\)\s*", re.DOTALL)


def numbered(name: str, number: int) -> str:
    """Give a name with the number of its person, as it is shown and typed where several have that name.

    >>> numbered("Sepp Huber", 12)
    'Sepp Huber (12)'
    """
    return f"{name} ({number})"


def split_number(text: str) -> tuple[str, int | None]:
    """Take a name apart that was typed with a number behind it.

    >>> split_number("Sepp Huber (12)"), split_number("Sepp (jun.)")
    (('Sepp Huber', 12), ('Sepp (jun.)', None))
    """
    found = _NUMBERED.fullmatch(text)
    return (text, None) if found is None else (found["name"], int(found["number"]))


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Give the names of different people, by their ids; those who share one get their number behind it.

    Small and capital letters tell nobody apart, and neither do accents that are written in two ways.

    >>> told_apart({4: "Sepp", 7: "Vroni", 9: "sepp"})
    {4: 'Sepp (4)', 7: 'Vroni', 9: 'sepp (9)'}
    """
    keys = {person: unicodedata.normalize("NFC", name).lower() for person, name in names.items()}
    times = Counter(keys.values())
    return {person: numbered(name, person) if times[keys[person]] > 1 else name for person, name in names.items()}


def alike(names: Mapping[int, str], most: int) -> list[tuple[int, int]]:
    """Give pairs of people whose names may be one person's, the lower id first: at most so many.

    They are written otherwise (umlauts, hyphens, order of the words, doubled letters), one letter is another, is
    missing or too many, or one name is how the other begins. That the names are the same is the clearest of all.

    >>> alike({1: "Jörg Weiß", 2: "Joerg Weiss", 3: "Sepp", 4: "Sepp Huber", 5: "Huber Sepp", 6: "Vroni"}, 9)
    [(1, 2), (4, 5), (3, 4)]
    >>> alike({1: "Sebastian", 2: "Sebastain", 3: "Xaver M.", 4: "Xaver Maier", 5: "Anna", 6: "Anni"}, 9)
    [(3, 4), (1, 2)]
    """
    words = {person: _words(name) for person, name in names.items()}
    found: dict[tuple[int, int], None] = {}
    for pair in chain(_same(words), _beginnings(words), _mistyped(words)):
        if len(found) >= most:
            break
        found[pair] = None
    return list(found)


def _words(name: str) -> tuple[str, ...]:
    """Give the words of a name as they sound: ä, ae and a are one, and so are ß and ss; a letter is never doubled."""
    text = unicodedata.normalize("NFKD", name.casefold())
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    text = re.sub(r"([aou])e", r"\1", text)
    return tuple(re.sub(r"(.)\1+", r"\1", word) for word in re.findall(r"[^\W_]+", text))


def _same(words: Mapping[int, tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for person, parts in words.items():
        groups[tuple(sorted(parts))].append(person)
    for parts, people in groups.items():
        if parts:
            yield from _pairs(people)


def _beginnings(words: Mapping[int, tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    """Give who is called like the beginning of another: in sorted order the longer names come right behind it."""
    ordered = sorted((" ".join(parts), person) for person, parts in words.items())
    for index, (start, person) in enumerate(ordered):
        if len(start) < SHORTEST:
            continue
        for longer, other in ordered[index + 1 :]:
            if not longer.startswith(start):
                break
            if longer != start:
                yield min(person, other), max(person, other)


def _mistyped(words: Mapping[int, tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    """Give whose names are the same but for a letter, or for two swapped: without one of theirs they share a key."""
    groups: dict[str, list[int]] = defaultdict(list)
    for person, parts in words.items():
        text = " ".join(parts)
        if len(text) >= MISTYPED:
            for key in {text, *(text[:at] + text[at + 1 :] for at in range(len(text)))}:
                groups[key].append(person)
    for people in groups.values():
        yield from _pairs(people)


def _pairs(people: list[int]) -> Iterator[tuple[int, int]]:
    ordered = sorted(people)
    return ((one, other) for index, one in enumerate(ordered) for other in ordered[index + 1 :])
