"""Several evenings at once: a whole club as one JSON object, or as the ZIP file that the book writes of it.

What stands in such a file besides (who is what in the club, the log) is not read: roles are given by people, and the
log of one book proves nothing in another.
"""

import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from scorebook.exchange.evenings import evening_json, named_rules, parse_evening, rule_set_json
from scorebook.exchange.games import STRICT
from scorebook.exchange.people import KnownPerson, PersonModel, known_person, person_json, wrong_people
from scorebook.exchange.seasons import KeptSeason, parse_season, season_json
from scorebook.exchange.shapes import LOOSE, Number, Time
from scorebook.exchange.strict import ShapeError, findings_of, load_json
from scorebook.ledger.evening import Evening, NamedRuleSet
from scorebook.rules import Finding

T = TypeVar("T")

CLUB = "scorebook-club/1"
UNPACKED = 256 * 1024 * 1024
"""Bytes that lie in a ZIP file at most, where nobody says less: some ten thousand evenings."""
ENTRIES = 10_000
"""Files that lie in a ZIP file at most."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files in a ZIP file are packed: other ways take as much memory as the file asks for."""
MEMBER = re.compile(r"[0-9]{1,9}\.zip")
"""What the file of a club is called in one of several."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
"""What a ZIP file says that is damaged, locked, or packed in a way that nobody packs."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What a file has for the book: evenings; from a club also its rule sets, its seasons and its people."""

    evenings: tuple[Evening, ...]
    rule_sets: tuple[NamedRuleSet, ...] = ()
    seasons: tuple[KeptSeason, ...] = ()
    people: tuple[KnownPerson, ...] = ()


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A club in a file of several: what it is called there, and what it has."""

    name: str
    batch: Batch


class RuleSetModel(BaseModel):
    """A version of a rule set that a club keeps."""

    model_config = STRICT

    name: Annotated[str, Field(min_length=1, max_length=60)]
    version: Number = 1
    rules: dict[str, Any]


class ClubModel(BaseModel):
    """A club; `version` is that of the program which wrote it. Who is what there is not read."""

    model_config = STRICT

    format: Literal["scorebook-club/1"]
    version: str = ""
    club: Annotated[str, Field(max_length=200)] = ""
    made: Annotated[Time, LOOSE] | None = None
    members: list[Any] = []
    people: list[PersonModel] = []
    rule_sets: dict[str, RuleSetModel] = {}
    evenings: dict[str, Any] = {}
    seasons: list[Any] = []


def batch_json(batch: Batch, club: str = "") -> dict[str, Any]:
    """Write a batch as one object, as `parse_batch` reads it."""
    return {
        "format": CLUB,
        "club": club,
        "people": [person_json(one) for one in batch.people],
        "rule_sets": {str(i): kept_json(named, 1) for i, named in enumerate(batch.rule_sets, start=1)},
        "evenings": {f"{one.date}-{i}": evening_json(one) for i, one in enumerate(batch.evenings, start=1)},
        "seasons": [season_json(one) for one in batch.seasons],
    }


def kept_json(named: NamedRuleSet, version: int) -> dict[str, Any]:
    """Write a rule set with the name and the version under which a club keeps it."""
    return {"name": named.name, "version": version, "rules": rule_set_json(named)}


def parse_batch(data: object) -> Batch:
    """Read a club, or one evening. Raises `ShapeError` with all that is wrong; each field begins with where it lies."""
    if not isinstance(data, dict) or not str(data.get("format")).startswith("scorebook-club/"):
        return Batch((parse_evening(data),))
    if data["format"] != CLUB:
        raise ShapeError([Finding("format.newer", "format", {"format": str(data["format"])[:40], "known": CLUB})])
    try:
        model = ClubModel.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
    findings: list[Finding] = []
    rule_sets = [
        NamedRuleSet(kept.name, named.preset, named.rules)
        for key, kept in model.rule_sets.items()
        for named in _read(findings, f"rule_sets/{key}", named_rules, kept.rules)
    ]
    evenings = [
        evening
        for key, one in model.evenings.items()
        for evening in _read(findings, f"evenings/{key}", parse_evening, one)
    ]
    seasons = [
        season
        for number, one in enumerate(model.seasons, start=1)
        for season in _read(findings, f"seasons/{number}", parse_season, one)
    ]
    people = tuple(map(known_person, model.people))
    findings += [*_twice(evenings), *wrong_people(people)]
    if findings:
        raise ShapeError(findings)
    return Batch(tuple(evenings), tuple(rule_sets), tuple(seasons), people)


def _read(findings: list[Finding], place: str, read: Callable[[Any], T], data: object) -> Iterator[T]:
    """Give what `read` makes of data, or nothing, with what is wrong added to `findings`."""
    try:
        yield read(data)
    except ShapeError as error:
        findings += [Finding(f.code, f"{place}: {f.field}".removesuffix(": "), f.params) for f in error.findings]


def _twice(evenings: list[Evening]) -> Iterator[Finding]:
    """Find evenings that stand there twice, and games that stand in two of them."""
    ids = Counter(evening.id for evening in evenings)
    for evening in evenings:
        if ids[evening.id] > 1:
            yield Finding("evening.twice", "evenings", {"date": evening.date})
            return
    seen = set()
    for evening in evenings:
        for game in (game for sheet in evening.sheets for game in sheet.games):
            if game.uuid in seen:
                yield Finding("game.twice", f"evenings/{evening.date}", {"number": game.number})
                return
            seen.add(game.uuid)


def read_archive(content: bytes, most: int = UNPACKED) -> Batch:
    """Read the ZIP file of a club. Raises `ShapeError` with all that is wrong; fields begin with the name of the file.

    Nothing is unpacked beyond `most` bytes, whatever the file says of itself.
    """
    with _opened(content) as archive:
        return parse_batch(_assembled(archive, most))


def holds_clubs(content: bytes) -> bool:
    """Tell whether this is a ZIP file of several clubs, as `export --everything` writes it."""
    try:
        with _opened(content) as archive:
            names = archive.namelist()
    except ShapeError:
        return False
    return bool(names) and all(MEMBER.fullmatch(name) for name in names)


def read_clubs(content: bytes, most: int = UNPACKED) -> tuple[ClubFile, ...]:
    """Read a ZIP file of several clubs, in the order of their numbers. Raises `ShapeError` with all that is wrong.

    Fields begin with the name of the club's file. Nothing is unpacked beyond `most` bytes in all.
    """
    findings: list[Finding] = []
    clubs: list[ClubFile] = []
    with _opened(content) as archive:
        names = sorted(archive.namelist(), key=lambda name: (len(name), name))
        unpacker = _Unpacker(archive, most)
        for name in names:
            clubs += _read(findings, name, lambda content: _read_club(content, most), unpacker.read(name))
    findings += _twice([evening for club in clubs for evening in club.batch.evenings]) if not findings else ()
    if findings:
        raise ShapeError(findings)
    return tuple(clubs)


def _read_club(content: bytes, most: int) -> ClubFile:
    """Read the file of one club among several."""
    with _opened(content) as archive:
        data = _assembled(archive, most)
    return ClubFile(str(data.get("club") or ""), parse_batch(data))


@contextmanager
def _opened(content: bytes) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP file. Whatever is wrong with it, also found in the block, is one finding."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if any(one.compress_type not in PACKED for one in archive.infolist()):
                raise NotImplementedError
            yield archive
    except UNREADABLE as error:
        raise ShapeError([Finding("archive.broken", "")]) from error


class _Unpacker:
    """Unpacks files of an archive: at most so many bytes in all, whatever the archive says of itself."""

    def __init__(self, archive: zipfile.ZipFile, most: int) -> None:
        self._archive, self._left = archive, most
        self._too_large = ShapeError([Finding("archive.too_large", "", {"most": most // 1024 // 1024})])
        if len(archive.namelist()) > ENTRIES:
            raise self._too_large

    def read(self, name: str) -> bytes:
        """Give what lies in a file."""
        with self._archive.open(name) as file:
            content = file.read(self._left + 1)
        self._left -= len(content)
        if self._left < 0:
            raise self._too_large
        return content


def _assembled(archive: zipfile.ZipFile, most: int) -> dict[str, Any]:
    """Put the files of an archive together as one club."""
    names = archive.namelist()
    if "club.json" not in names:
        raise ShapeError([Finding("archive.unknown", "")])
    unpacker = _Unpacker(archive, most)
    findings: list[Finding] = []

    def load(name: str) -> Any:
        return next(_read(findings, name, load_json, unpacker.read(name)), None)

    club = load("club.json")
    parts = {
        folder: {
            name.removeprefix(f"{folder}/"): load(name)
            for name in sorted(set(names))
            if name.startswith(f"{folder}/") and name.endswith(".json")
        }
        for folder in ("rule_sets", "evenings")
    }
    seasons = load("seasons.json") if "seasons.json" in names else {}
    people = {"people": load("people.json")} if "people.json" in names else {}
    if findings:
        raise ShapeError(findings)
    own = seasons.get("own", []) if isinstance(seasons, dict) else seasons
    return {**(club if isinstance(club, dict) else {}), **people, **parts, "seasons": own}
