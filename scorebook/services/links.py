"""Links for tablets on tables and screens on walls: whoever has one may do that much, in one evening, for a while.

A link is an address with a long secret, for QR codes, and a short code that people can read out and type. Its first
characters are the handle that finds the link, the others are checked as a password is.

Whoever knows a handle (it stands on the table) may guess `MOST_A_THING` times in each `WINDOW` of `services.attempts`,
that is 440,000 times while a link for three months holds. Six characters are 480 million: one chance in 1,100 for
whoever does nothing else for three months, from many addresses, and one in 5,500 from one. With fewer, the code would
have to die of wrong guesses, and then anybody in the pub could shut the tablets out.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import GoneError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import OF_LINKS, Action, Actor, Resource, Role, require
from scorebook.services.attempts import counted
from scorebook.services.log import Event, note
from scorebook.services.logins import begin_login
from scorebook.services.refusals import RefusedError
from scorebook.services.secret import CODE_ALPHABET, digest, fits, hashed, new_code, new_secret
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import evenings
from scorebook.store import links as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.links import LinkRow
from scorebook.wording import Marked

HANDLE, REST = 4, 6
"""Characters of a short code that find its link, and of those that are checked."""
CODE = re.compile(f"[{CODE_ALPHABET}]{{{HANDLE + REST}}}")
NIGHT_ENDS = time(12)
"""When an evening is over for sure, on the day after."""
LONG_ENOUGH = timedelta(hours=6)
"""A link for tonight holds at least so long."""

UNKNOWN: Marked[str] = "Diesen Link gibt es nicht. Vielleicht fehlt ein Stück der Adresse: scann den Code noch einmal."
EXPIRED: Marked[str] = "Dieser Link ist abgelaufen. Wer den Abend schreibt, macht dir einen neuen."
REVOKED: Marked[str] = "Dieser Link wurde zurückgenommen. Wer den Abend schreibt, macht dir einen neuen."


class Lasts(StrEnum):
    """How long a link holds."""

    TONIGHT = "tonight"
    WEEK = "week"
    QUARTER = "quarter"

    def until(self, at: datetime) -> datetime:
        """Give the end of a link that is made at a local moment: tonight ends at noon, the evening may go on long.

        >>> Lasts.TONIGHT.until(datetime(2026, 11, 27, 20, tzinfo=BERLIN)).isoformat()
        '2026-11-28T12:00:00+01:00'
        """
        if self is Lasts.TONIGHT:
            noon = datetime.combine(at.date(), NIGHT_ENDS, at.tzinfo)
            return noon if noon - at >= LONG_ENOUGH else noon + timedelta(days=1)
        return at + timedelta(days=7 if self is Lasts.WEEK else 91)


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link as it was asked for: what is typed may be wrong. Without a sheet it is for all tables of the evening."""

    kind: str
    name: str
    lasts: str = Lasts.TONIGHT
    sheet_id: int | None = None


@dataclass(frozen=True, slots=True)
class MadeLink:
    """A link with what only its maker sees, this once."""

    link: LinkRow
    secret: str
    code: str


def make_link(
    session: AnySession,
    actor: Actor,
    evening_id: int,
    new: NewLink,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> MadeLink:
    """Make a link to an evening, or to one table of it.

    Raises `NotFoundError` for an evening that is not the club's, `RefusedError` with findings at `kind`, `name`,
    `lasts` and `sheet`.
    """
    at = now or datetime.now(UTC)
    secret, rest = new_secret(), new_code(REST)
    kept = hashed(rest)  # slow, so before anybody waits for it
    with transaction(session) as connection:
        _require(connection, actor, evening_id)
        findings = list(_wrong(connection, actor, evening_id, new))
        if findings:
            raise RefusedError(findings)
        handle = _free_handle(connection)
        row = {
            "club_id": actor.club_id,
            "kind": new.kind,
            "name": normalised(new.name),
            "evening_id": evening_id,
            "sheet_id": new.sheet_id,
            "secret": digest(secret),
            "handle": handle,
            "code": kept,
            "created_at": at,
            "created_by": actor.name,
            "expires_at": Lasts(new.lasts).until(at.astimezone(timezone)),
        }
        link = _kept(connection, actor, store.add_link(connection, row))
        note(connection, actor, Event.LINK_MADE, f"link:{link.id}", new=_said(link), at=at)
    return MadeLink(link, secret, written(handle, rest))


def _require(connection: Connection, actor: Actor, evening_id: int) -> None:
    if not evenings.evening_in(connection, actor.club_id, evening_id):
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, Action.SHARE, Resource(actor.club_id, evening_id))


def _wrong(connection: Connection, actor: Actor, evening_id: int, new: NewLink) -> Iterator[Finding]:
    if new.kind not in OF_LINKS:
        yield Finding("link.kind", "kind", {})
    yield from objections(new.name, "name", "name", NAME_LENGTH, required=True)
    if new.lasts not in list(Lasts):
        yield Finding("link.lasts", "lasts", {})
    if new.sheet_id is not None and evenings.evening_of_sheet(connection, actor.club_id, new.sheet_id) != evening_id:
        yield Finding("link.sheet", "sheet", {})


def _free_handle(connection: Connection) -> str:
    """Give a handle that no link has or had."""
    while store.link_by_handle(connection, handle := new_code(HANDLE)) is not None:
        continue
    return handle


def _kept(connection: Connection, actor: Actor, link_id: int) -> LinkRow:
    found = store.link_by_id(connection, actor.club_id, link_id)
    if found is None:
        raise NotFoundError("Diesen Link gibt es nicht.")
    return found


def _said(link: LinkRow) -> dict[str, str | int | None]:
    """What the log keeps of a link: no name, it may be that of a person."""
    until = link.expires_at.astimezone(UTC).isoformat(timespec="minutes")
    return {"kind": link.kind, "evening": link.evening_id, "sheet": link.sheet_id, "until": until}


def list_links(
    session: AnySession, actor: Actor, evening_id: int, *, now: datetime | None = None
) -> tuple[LinkRow, ...]:
    """List the links of an evening that hold. Raises `NotFoundError` for an evening that is not the club's."""
    connection = reading(session)
    _require(connection, actor, evening_id)
    return store.links_of(connection, evening_id, now or datetime.now(UTC))


def revoke_link(session: AnySession, actor: Actor, link_id: int, *, now: datetime | None = None) -> LinkRow:
    """Take a link back; whoever is in by it is out at once. One that was taken back stays so.

    Raises `NotFoundError` for a link that is not the club's.
    """
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        link = _kept(connection, actor, link_id)
        require(actor, Action.SHARE, Resource(link.club_id, link.evening_id))
        if store.revoke_links(connection, link.club_id, [link_id], at):
            note(connection, actor, Event.LINK_REVOKED, f"link:{link_id}", old=_said(link), at=at)
    return link


def shown_again(session: AnySession, actor: Actor, link_id: int, secret: str, code: str) -> MadeLink:
    """Give a link with its secret and code, to whoever just made it and still has both: for its paper.

    Raises `NotFoundError` for a link that is not the club's, and for a secret or a code that is not the link's.
    """
    link = _kept(reading(session), actor, link_id)
    require(actor, Action.SHARE, Resource(link.club_id, link.evening_id))
    typed = read_code(code)
    right = typed is not None and typed[0] == link.handle and fits(typed[1], link.code)
    if digest(secret) != link.secret or typed is None or not right:
        raise NotFoundError("Diesen Link gibt es nicht.")
    return MadeLink(link, secret, written(*typed))


def find_link(session: AnySession, secret: str, *, now: datetime | None = None) -> LinkRow:
    """Give the link of an address.

    Raises `NotFoundError` for one that is not there, `GoneError` for one that was taken back or is over.
    """
    return _open(store.link_by_secret(reading(session), digest(secret)), now or datetime.now(UTC))


def _open(found: LinkRow | None, now: datetime) -> LinkRow:
    if found is None:
        raise NotFoundError(UNKNOWN)
    if found.ended or found.expires_at <= now:
        raise GoneError(REVOKED if found.ended else EXPIRED)
    return found


def redeem(session: AnySession, secret: str, device: str = "", *, now: datetime | None = None) -> str:
    """Let a browser in by the address of a link, and give the secret for its cookie. Raises as `find_link` does."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        return _let_in(connection, _open(store.link_by_secret(connection, digest(secret)), at), device, at)


def redeem_code(session: AnySession, typed: str, *, address: str, device: str = "", now: datetime | None = None) -> str:
    """Let a browser in by a short code that somebody typed, and give the secret for its cookie.

    Whether there is such a link at all shows neither in the refusal nor in its time. Raises `RefusedError` at `code`,
    `GoneError` for a right code whose link holds no longer, and `TooManyError` after too many attempts.
    """
    at = now or datetime.now(UTC)
    code = read_code(typed)
    if code is None:
        raise RefusedError([Finding("code.shape" if typed.strip() else "code.missing", "code", {})])
    handle, rest = code
    with counted(session, f"code:{handle}", address, at):
        link = store.link_by_handle(reading(session), handle)
        if not fits(rest, None if link is None else link.code):
            raise RefusedError([Finding("code.wrong", "code", {})])
    with transaction(session) as connection:
        return _let_in(connection, _open(store.link_by_handle(connection, handle), at), device, at)


def _let_in(connection: Connection, link: LinkRow, device: str, at: datetime) -> str:
    actor = Actor(
        link.name,
        link.club_id,
        frozenset({Role(link.kind)}),
        link_id=link.id,
        evening_id=link.evening_id,
        sheet_id=link.sheet_id,
    )
    return begin_login(connection, actor, device, link.expires_at, at)


def read_code(typed: str) -> tuple[str, str] | None:
    """Read the two parts of a short code, however it was written; None where it cannot be one.

    >>> read_code(" k7p4 – xmq2ac"), read_code("K7P4XMQ2A0")
    (('K7P4', 'XMQ2AC'), None)
    """
    if len(typed) > NAME_LENGTH:
        return None
    said = unicodedata.normalize("NFKC", typed).upper()
    code = "".join(letter for letter in said if unicodedata.category(letter)[0] not in "PZC")
    return (code[:HANDLE], code[HANDLE:]) if CODE.fullmatch(code) else None


def written(handle: str, rest: str) -> str:
    """Write a short code in groups, as people read out the number of a telephone.

    >>> written("K7P4", "XMQ2AC")
    'K7P4-XMQ-2AC'
    """
    return f"{handle}-{rest[: REST // 2]}-{rest[REST // 2 :]}"
