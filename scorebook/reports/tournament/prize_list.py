"""Who gets what, and what the till says: as it is read on pages, and as papers to be signed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorebook.league.tournament.cash import CashLine, CashReport
from scorebook.league.tournament.entries import GoodsChosen, Stamped
from scorebook.league.tournament.prizes import Prizes
from scorebook.league.tournament.settings import Award, Settings
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language, amount
from scorebook.wording.tournament import extra_text, stays_text
from scorebook.wording.tournament_prizes import cash_kind_name, won_text
from scorebook.wording.tournament_rules import award_name, place_name


@dataclass(frozen=True, slots=True)
class Given:
    """One who gets something: the place, the name, and what it is."""

    place: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Group:
    """An award: who gets what by place, and what nobody gets, with the reason."""

    name: str
    given: tuple[Given, ...]
    rests: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """All that is handed out; `extra` says where cents went that did not divide."""

    groups: tuple[Group, ...]
    extra: str


@dataclass(frozen=True, slots=True)
class CashView:
    """What the till says: each thing with how often and how much, and the sums; all as texts."""

    income: tuple[tuple[str, int, str], ...]
    outgo: tuple[tuple[str, int, str], ...]
    taken: str
    given: str
    left: str
    due: tuple[tuple[str, str], ...]
    owing: tuple[tuple[str, str], ...]
    in_the_end: str
    short: bool


def prize_list(
    prizes: Prizes,
    chosen: Sequence[Stamped],
    ranks: Mapping[int, int | None],
    names: Mapping[int, str],
    settings: Settings,
    say: Language = GERMAN,
) -> PrizeList:
    """Put into words who gets what, each award by its places; behind them who has chosen which goods."""
    groups = []
    for award in Award:
        given = tuple(
            Given(
                place_name(award, one.rank, say, shared=one.sharing > 1),
                one.team if one.player is None else names[one.player],
                won_text(one, say),
            )
            for one in prizes.won
            if one.award is award and (one.cents or one.goods)
        )
        rests = tuple(
            (" · ".join(filter(None, (_money(one.cents, say), *one.goods))), stays_text(one.why, say))
            for one in prizes.rests
            if one.award is award
        )
        if given or rests:
            groups.append(Group(award_name(award, say), given, rests))
    goods = tuple(
        Given(f"{ranks[one.entry.player]}.", names[one.entry.player], settings.goods[one.entry.goods])
        for one in chosen
        if isinstance(one.entry, GoodsChosen)
    )
    if goods:
        groups.append(Group(say("Sachpreise"), goods, ()))
    return PrizeList(tuple(groups), extra_text(prizes.extra, say))


def cash_view(report: CashReport, names: Mapping[int, str], say: Language = GERMAN) -> CashView:
    """Put into words what the till says."""
    due = [(names[player], _signed(cents, say)) for player, cents in report.due.items()]
    due += [(team, _signed(cents, say)) for team, cents in report.teams.items()]
    return CashView(
        income=tuple(_lines(report.income, say)),
        outgo=tuple(_lines(report.outgo, say)),
        taken=_signed(report.taken, say),
        given=_signed(report.given, say),
        left=_signed(report.left, say),
        due=tuple(due),
        owing=tuple((names[player], _signed(cents, say)) for player, cents in report.owing.items()),
        in_the_end=_signed(report.in_the_end, say),
        short=report.in_the_end < 0,
    )


def prizes_page(about: About, shown: PrizeList, say: Language = GERMAN) -> Page:
    """Give the prize list to be printed: to be read out, with room to sign for what was handed out."""
    return Page(_written("prizes.html", about, say, shown), "tournament")


def cash_page(about: About, shown: CashView, say: Language = GERMAN) -> Page:
    """Give the cash report to be printed, with lines for signatures."""
    return Page(_written("cash.html", about, say, shown), "tournament")


def _written(template: str, about: About, say: Language, shown: PrizeList | CashView) -> str:
    return environment().get_template(f"tournament/{template}").render(about=about, _=say, shown=shown)


def _lines(lines: Iterable[CashLine], say: Language) -> Iterable[tuple[str, int, str]]:
    for what, group in groupby(lines, key=lambda line: line.what):
        for line in group:
            told = cash_kind_name(what, say)
            yield f"{told}: {line.text}" if line.text else told, line.count, _signed(abs(line.cents), say)


def _money(cents: int, say: Language) -> str:
    return _signed(cents, say) if cents else ""


def _signed(cents: int, say: Language) -> str:
    return amount(cents, Unit.CENT, say)
