"""Names where space is short: in columns, beside lines, and as initials of the dealer. Never two alike."""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import count

LONGEST = 14
"""Characters that a short name has at most, before the number of a second person of that name."""


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Short names by person id: the first name where that tells people apart, else with the start of what follows.

    People who still have the same name are numbered. Not made for looking anybody up, only for reading.

    >>> short_names({1: "Sepp Huber", 2: "Sepp Maier", 3: "Vroni Huber", 4: "Zenzi", 5: "Zenzi"})
    {1: 'Sepp H.', 2: 'Sepp M.', 3: 'Vroni', 4: 'Zenzi 1', 5: 'Zenzi 2'}
    """
    split = {person: (name.split(maxsplit=1) or [name]) for person, name in names.items()}
    short = {}
    for person, (first, *rest) in split.items():
        alike = [words for other, words in split.items() if other != person and words[0] == first]
        start = _start("".join(rest), {"".join(words[1:]) for words in alike}) if alike and rest else ""
        short[person] = _cut(f"{first} {start}." if start else first)
    return _numbered(short)


def initials(names: Mapping[int, str]) -> dict[int, str]:
    """One letter a person where that tells them apart, else two: the first and the first that differs.

    >>> initials({1: "Sepp H.", 2: "Sepp M.", 3: "Vroni"})
    {1: 'SH', 2: 'SM', 3: 'V'}
    """
    letters = {person: "".join(filter(str.isalnum, name)) or name for person, name in names.items()}
    made = {}
    for person, name in letters.items():
        alike = [other for p, other in letters.items() if p != person and other[:1] == name[:1]]
        differing = (c for i, c in enumerate(name) if i and all(other[i : i + 1] != c for other in alike))
        made[person] = name[:1] + (next(differing, "") if alike else "")
    return _numbered(made, gap="")


def _start(text: str, others: Collection[str]) -> str:
    """The shortest start of `text` that no other text shares; all of it where there is none."""
    starts = (text[:length] for length in range(1, len(text)))
    return next((s for s in starts if not any(other.startswith(s) for other in others)), text)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def _numbered(names: Mapping[int, str], gap: str = " ") -> dict[int, str]:
    """The same names, those that occur more than once numbered, with numbers that make no name which is there."""
    many = {name for name, times in Counter(names.values()).items() if times > 1}
    taken = set(names.values())
    numbered = {}
    for person, name in names.items():
        numbers = (f"{name}{gap}{number}" for number in count(1))
        numbered[person] = next(made for made in numbers if made not in taken) if name in many else name
        taken.add(numbered[person])
    return numbered
