"""Whether each tournament is what was entered: whole, allowed when it came, drawn as it says, as the log knows it."""

from collections.abc import Iterator

from sqlalchemy import Connection

from scorebook.exchange.tournament_entries import EntryError, entry_digest, parse_entry
from scorebook.league.draw import verify
from scorebook.league.tournament.allowed import beginning, objections
from scorebook.league.tournament.entries import Claimed, Drawn, Entry, Listed, Stamped
from scorebook.league.tournament.state import Folding
from scorebook.services.log import Event
from scorebook.services.tournament.drawing import opened
from scorebook.store.audit_tournaments import AuditedTournament, audited_tournaments
from scorebook.wording import message
from scorebook.wording.draws import fault_text


def tournaments_fault(connection: Connection) -> str | None:
    """Say what is wrong first at the tournaments of all clubs, if anything is.

    What is folded from entries cannot differ from them; so it is the entries that are looked at, one after the other.
    """
    for tournament in audited_tournaments(connection, Event.TOURNAMENT_ENTRY.value):
        fault = next(_faults(tournament), None)
        if fault is not None:
            return f"Turnier {tournament.id} ({tournament.date:%d.%m.%Y}), {fault}."
    return None


def _faults(tournament: AuditedTournament) -> Iterator[str]:
    folding = Folding()
    for number, row in enumerate(tournament.rows, start=1):
        where = f"Eintrag {number}"
        if row.number != number:
            yield f"{where}: er fehlt"
            return
        if row.club_id != tournament.club_id:
            yield f"{where}: er gehört einem anderen Verein als das Turnier"
        try:
            entry = parse_entry(row.entry)
        except EntryError:
            yield f"{where}: was da steht, ist keiner"
            return
        if tournament.noted.get(number) != (entry.kind, entry_digest(row.entry)):
            yield f"{where}: im Protokoll steht er anders, oder gar nicht"
        wrong = _not_allowed(folding, entry)
        if wrong is not None:
            yield f"{where}: so kann es nicht sein. {wrong.removesuffix('.')}"
            return
        yield from _sheet(tournament, entry, where)
        if isinstance(entry, Drawn):
            yield from _draw(folding, entry, where)
        folding.take(Stamped(number, row.uuid, row.at, row.by, entry))
    yield from _whole(tournament, folding)


def _not_allowed(folding: Folding, entry: Entry) -> str | None:
    findings = objections(folding.result(), entry) if folding.version else beginning(entry)
    first = next(findings, None)
    return None if first is None else message(first)


def _draw(folding: Folding, entry: Drawn, where: str) -> Iterator[str]:
    """Find a draw that is not what its list, its secret and the number that was called come to."""
    found = opened(folding.result(), entry)
    if found is not None:
        wish = found.wish
        for problem in verify(wish.players, found.secret, found.number, wish, found.drawn, found.commitment):
            yield f"{where}: die Auslosung stimmt nicht. {fault_text(problem).removesuffix('.')}"


def _sheet(tournament: AuditedTournament, entry: Entry, where: str) -> Iterator[str]:
    """Find a sheet that is not of one of the tournament's tables."""
    if isinstance(entry, Claimed | Listed) and entry.sheet is not None and entry.sheet not in tournament.sheets:
        yield f"{where}: die Liste {entry.sheet} liegt nicht an einem Tisch des Turniers"


def _whole(tournament: AuditedTournament, folding: Folding) -> Iterator[str]:
    """Find entries that are gone from the end, and people who are not who the start numbers are."""
    if not folding.version:
        yield "es ist nicht angelegt"
    more = sorted(set(tournament.noted) - set(range(1, folding.version + 1)))
    if more:
        yield f"Eintrag {more[0]}: er fehlt"
    numbers = [number for number, _person in tournament.players]
    if numbers != sorted(folding.players):
        wrong = min(set(numbers) ^ set(folding.players))
        yield f"Startnummer {wrong}: wer das ist und ob er angemeldet ist, passt nicht zusammen"
    seen: set[int] = set()
    for number, person in tournament.players:
        if person in seen:
            yield f"Startnummer {number}: Person {person} hat schon eine andere"
        seen.add(person)
