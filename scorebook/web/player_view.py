"""Somebody's statistics as plain texts in their places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook import wording
from scorebook.league.results import Measure
from scorebook.league.stats import Fact, Pair, Part, Stat, part_key
from scorebook.league.titles import CALLED_KEYS
from scorebook.reports.review_view import peak_figure, peak_note
from scorebook.reports.view import Figure
from scorebook.rules import Contract
from scorebook.services.stats import BehindPage, HeadToHead, PlayerStats
from scorebook.store.stats_reading import Behind, Company, EveningOf, Peak, Scope
from scorebook.wording import Language
from scorebook.wording.stats import FACTS, figure, key_name, money, share

FAVOURITES = 3
"""Best partners, and opponents to fear, that are named."""
COMPANY = 12
"""People with whom somebody plays most, in a table."""
MARKS = (
    Fact.SCHNEIDER_GIVEN,
    Fact.SCHNEIDER_SUFFERED,
    Fact.SCHWARZ_GIVEN,
    Fact.SCHWARZ_SUFFERED,
    Fact.TOUT,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Some games: how many, how many were won, what they brought; `key` leads to them."""

    count: int
    share: str
    total: Figure
    key: str = ""


@dataclass(frozen=True, slots=True)
class ContractRow:
    """A contract: selbst gespielt, mitgespielt, dagegen; None where there was none."""

    name: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something that was most: its figure, and where to see it."""

    title: str
    figure: Figure
    note: str
    game: UUID | None = None
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """Somebody with whom one plays: together, and against him."""

    id: int
    name: str
    together: Cell | None
    against: Cell | None


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening of somebody's."""

    id: int
    day: str
    place: str
    games: int
    total: Figure
    mark: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All of somebody's page."""

    numbers: tuple[tuple[str, str, str], ...]
    total: Figure
    highlights: tuple[Highlight, ...]
    contracts: tuple[ContractRow, ...]
    marks: tuple[tuple[str, Cell], ...]
    called: tuple[tuple[str, Cell], ...]
    partners: tuple[CompanyRow, ...]
    opponents: tuple[CompanyRow, ...]
    company: tuple[CompanyRow, ...]
    evenings: tuple[EveningRow, ...]


def player_view(found: PlayerStats, scope: Scope, say: Language) -> PlayerView:
    """Put somebody's statistics into words."""
    measure, sums = scope.measure, found.sums
    played = found.stats.get(Fact.PLAYED, Stat())
    company = tuple(_company(one, measure, say) for one in found.company)
    rows = {row.id: row for row in company}
    return PlayerView(
        numbers=(
            (say("Abende"), str(sums.evenings), ""),
            (say("Spiele"), str(sums.games), Fact.PLAYED),
            (say("gewonnen"), share(played) or "–", ""),
            (say("Abendsiege"), str(sums.first), ""),
            (say("Rote Laternen"), str(sums.last), ""),
        ),
        total=Figure(money(sums.amount, measure, say), sums.amount < 0),
        highlights=tuple(_highlights(found, measure, say)),
        contracts=tuple(_contracts(found, measure, say)),
        marks=tuple(_marks(found, measure, say)),
        called=tuple(_called(found, measure, say)),
        partners=tuple(rows[one.id] for one in found.partners[:FAVOURITES]),
        opponents=tuple(rows[one.id] for one in found.opponents[:FAVOURITES]),
        company=company[:COMPANY],
        evenings=tuple(_evening(one, measure, say) for one in found.evenings),
    )


def _cell(stat: Stat | None, measure: Measure, say: Language, key: str = "") -> Cell | None:
    if stat is None or not stat.times:
        return None
    return Cell(stat.times, share(stat), Figure(figure(stat.amount, measure, say), stat.amount < 0), key)


def _contracts(found: PlayerStats, measure: Measure, say: Language) -> Iterator[ContractRow]:
    """Give the contracts in which somebody took part, those he played most first."""
    rows = []
    for contract in Contract:
        keys = [part_key(part, contract) for part in (Part.DECLARER, Part.PARTNER, Part.AGAINST)]
        cells = tuple(_cell(found.stats.get(key), measure, say, key) for key in keys)
        if any(cells):
            rows.append(ContractRow(wording.contract_name(contract, say), cells))
    yield from sorted(rows, key=lambda row: -sum(cell.count for cell in row.cells if cell))


def _marks(found: PlayerStats, measure: Measure, say: Language) -> Iterator[tuple[str, Cell]]:
    """Give what else his games were: Schneider, Schwarz, Tout, Ramsch."""
    ramsch = part_key(Part.EACH, Contract.RAMSCH)
    for name, key in (*((FACTS[fact], fact.value) for fact in MARKS), ("Ramsch", ramsch)):
        cell = _cell(found.stats.get(key), measure, say, key)
        if cell is not None:
            yield say(name), cell


def _called(found: PlayerStats, measure: Measure, say: Language) -> Iterator[tuple[str, Cell]]:
    """Give how often his Sau was called, by contract."""
    for key in CALLED_KEYS:
        cell = _cell(found.stats.get(key), measure, say, key)
        if cell is not None:
            yield wording.contract_name(Contract(key.partition(".")[2]), say), cell


def _highlights(found: PlayerStats, measure: Measure, say: Language) -> Iterator[Highlight]:
    for fact in (Fact.BEST, Fact.WORST, Fact.LAUFENDE, Fact.RUN):
        if fact in found.peaks:
            yield _peak(fact, found.peaks[fact], measure, say)
    if found.extremes is not None:
        best, worst = found.extremes
        if best.amount > 0:
            yield _night(say("Bester Abend"), best, measure, say)
        if worst.amount < 0:
            yield _night(say("Schlechtester Abend"), worst, measure, say)


def _peak(fact: Fact, peak: Peak, measure: Measure, say: Language) -> Highlight:
    text = peak_figure(fact, peak.stat, measure, say)
    amount = peak.stat.amount if fact in (Fact.BEST, Fact.WORST) else 0
    return Highlight(say(FACTS[fact]), Figure(text, amount < 0), peak_note(fact, peak, say), peak.uuid, peak.evening_id)


def _night(title: str, evening: EveningOf, measure: Measure, say: Language) -> Highlight:
    total = Figure(money(evening.amount, measure, say), evening.amount < 0)
    note = f"{say.day(evening.date)}, {say.plural('%(num)d Spiel', '%(num)d Spiele', evening.games)}"
    return Highlight(title, total, note, evening=evening.id)


def _company(one: Company, measure: Measure, say: Language) -> CompanyRow:
    pair: Pair = one.pair
    return CompanyRow(one.id, one.name, _cell(pair.together, measure, say), _cell(pair.against, measure, say))


def _evening(one: EveningOf, measure: Measure, say: Language) -> EveningRow:
    mark = say("Abendsieg") if one.place == 1 else say("Rote Laterne") if one.last else ""
    total = Figure(figure(one.amount, measure, say), one.amount < 0)
    return EveningRow(one.id, say.day(one.date), f"{one.place}.", one.games, total, mark)


# --- The games behind a figure ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BehindRow:
    """A game behind a figure. `day` stands at the first one of an evening."""

    day: str
    evening: int
    uuid: UUID
    number: int
    game: str
    extras: str
    who: str
    won: str
    total: Figure


def behind_title(behind: Behind, other: str | None, say: Language) -> str:
    """Say which games these are. Raises `KeyError` for a key that is none."""
    if other is not None:
        return say("Spiele gegen %(name)s", name=other) if behind.against else say("Spiele mit %(name)s", name=other)
    return key_name(behind.key, say)


def behind_rows(page: BehindPage, measure: Measure, say: Language) -> Sequence[BehindRow]:
    """Put the games behind a figure into words."""
    rows, last = [], 0
    for one in page.games:
        recorded, rules = one.game.recorded, one.game.rules
        names = [page.names[person] for person in one.game.people]
        said = say.playing(rules.words.cards)
        new, last = one.game.evening_id != last, one.game.evening_id
        rows.append(
            BehindRow(
                day=say.day(page.days[last], "full") if new else "",
                evening=last,
                uuid=recorded.uuid,
                number=recorded.number,
                game=wording.game_name(recorded.game, said),
                extras=wording.extras(recorded.game, recorded.score, rules, names, said),
                who=wording.who(recorded.game, names, recorded.score),
                won={True: say("gewonnen"), False: say("verloren"), None: ""}[one.won],
                total=Figure(figure(one.amount, measure, say), one.amount < 0),
            )
        )
    return rows


# --- Two people head to head -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeadView:
    """Two people: `together` and `against` have a cell for each of them; evenings with what each had."""

    ahead: tuple[int, int]
    together: tuple[Cell | None, Cell | None]
    against: tuple[Cell | None, Cell | None]
    sums: tuple[Figure, Figure]
    evenings: tuple[tuple[int, str, Figure, Figure], ...]
    told: str


def head_view(head: HeadToHead, names: tuple[str, str], measure: Measure, say: Language) -> HeadView:
    """Put two people against each other into words."""

    def plain(units: int) -> Figure:
        return Figure(figure(units, measure, say), units < 0)

    one, other = head.ahead
    sums = (sum(evening.own for evening in head.evenings), sum(evening.other for evening in head.evenings))
    return HeadView(
        ahead=head.ahead,
        together=(_cell(head.one.together, measure, say), _cell(head.other.together, measure, say)),
        against=(_cell(head.one.against, measure, say), _cell(head.other.against, measure, say)),
        sums=(plain(sums[0]), plain(sums[1])),
        evenings=tuple((e.id, say.day(e.date), plain(e.own), plain(e.other)) for e in head.evenings),
        told=_told(one, other, names, say),
    )


def _told(one: int, other: int, names: tuple[str, str], say: Language) -> str:
    """Say who had more, more often."""
    if one == other:
        return say("%(one)d : %(other)d, keiner liegt vorn.", one=one, other=other)
    name, more, less = (names[0], one, other) if one > other else (names[1], other, one)
    return say("%(name)s liegt %(more)d : %(less)d vorn.", name=name, more=more, less=less)
