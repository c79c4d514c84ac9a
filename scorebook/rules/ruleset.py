"""A rule set (FORMAT.md 2) as a value: what a table has agreed on. Complete and immutable.

`scorebook.rules.presets` makes them from data.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorebook.rules.cards import Deck
from scorebook.rules.contracts import Contract
from scorebook.rules.switches import (
    AllPass,
    BockTrigger,
    CardNames,
    Deal,
    Durchmarsch,
    Jungfrau,
    KlopferMode,
    KreuzspielTie,
    LaufendeMode,
    Model,
    Partners,
    RamschTie,
    RevokeMode,
    SchwarzBy,
    SchwarzMode,
    StockLoss,
    StockMode,
    StossDeadline,
    StricheTie,
    Trumpf,
    Unit,
    WenzOber,
)

ANNOUNCEMENTS = ("tout", "sie")
"""Names in `RuleSet.contracts` that allow an announcement rather than a contract."""


@dataclass(frozen=True, slots=True)
class SchneiderRule:
    """Price, limits in Augen of the losing side, and in which contracts Schneider and Schwarz count (None: all)."""

    value: int
    declarer_max: int
    opponent_max: int
    announce: bool
    contracts: tuple[Contract, ...] | None


@dataclass(frozen=True, slots=True)
class SchwarzRule:
    """Price and meaning of Schwarz."""

    value: int
    mode: SchwarzMode
    by: SchwarzBy


@dataclass(frozen=True, slots=True)
class LaufendeRule:
    """What Laufende count; `table` is sorted pairs (number, amount) or None."""

    value: int
    min: int
    min_wenz: int
    max: int | None
    mode: LaufendeMode
    table: tuple[tuple[int, int], ...] | None


@dataclass(frozen=True, slots=True)
class ToutRule:
    """The price of a Tout."""

    factor: int
    value: int | None
    add: int
    schneider: bool


@dataclass(frozen=True, slots=True)
class SieRule:
    """The price of a Sie."""

    factor: int
    value: int | None
    laufende: bool


@dataclass(frozen=True, slots=True)
class KlopferRule:
    """How Klopfer multiply and how many there may be."""

    mode: KlopferMode
    max: int


@dataclass(frozen=True, slots=True)
class StossRule:
    """How many Stöße there may be and what they do."""

    max: int
    factor: int
    takes_over: bool
    deadline: StossDeadline


@dataclass(frozen=True, slots=True)
class RamschRule:
    """The switches of the Ramsch."""

    jungfrau: Jungfrau
    durchmarsch: Durchmarsch
    durchmarsch_value: int | None
    tie: RamschTie
    losers: int
    stoss: bool


@dataclass(frozen=True, slots=True)
class StockRule:
    """The switches of the Stock."""

    mode: StockMode
    stake: int | None
    on_loss: StockLoss
    cap: int | None


@dataclass(frozen=True, slots=True)
class BockRule:
    """What starts Bock games, how many (None: one a player), and whether they stack."""

    triggers: tuple[BockTrigger, ...]
    games: int | None
    stack: bool


@dataclass(frozen=True, slots=True)
class MussRule:
    """Factors of a Muss, and up to how many trumps of the caller 60 Augen are enough (None: never)."""

    win_factor: int
    loss_factor: int
    sixty_max_trumps: int | None


@dataclass(frozen=True, slots=True)
class KreuzspielRule:
    """Factor and tie of a Kreuzspiel."""

    factor: int
    tie: KreuzspielTie


@dataclass(frozen=True, slots=True)
class RunawayRule:
    """Cards of the called suit in hand, the Sau included, from which its owner may run away."""

    long: int
    short: int


@dataclass(frozen=True, slots=True)
class BettelRule:
    """Trumps and card order of a Bettel (highest first)."""

    trumps: bool
    order: str


@dataclass(frozen=True, slots=True)
class RevokeRule:
    """What a broken rule of play costs."""

    mode: RevokeMode


@dataclass(frozen=True, slots=True)
class MultiplicativeRule:
    """The multiples of the model `multiplicative` (seed 000)."""

    grundwert: int
    schneider: int
    schneider_announced: int
    schwarz: int
    schwarz_announced: int
    tout: int
    laufende_inside: bool


@dataclass(frozen=True, slots=True)
class StricheRule:
    """The tiers (simple, Schneider, Schwarz) and variants of Deutscher Schafkopf (seed 001)."""

    declarer: tuple[int, ...]
    opponents: tuple[int, ...]
    zwang_opponents: tuple[int, ...]
    schneider_min: int
    tie: StricheTie
    wenzel: int
    trumpf: Trumpf
    partners: Partners


@dataclass(frozen=True, slots=True)
class Words:
    """What this table calls things; shown only."""

    stoss: tuple[str, ...]
    klopfer: str
    cards: CardNames


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything a table has agreed on. Keys and meaning: FORMAT.md 2. Amounts are whole `unit`s."""

    unit: Unit
    deck: Deck
    model: Model
    winners_only: bool
    base: Mapping[str, int]
    contracts: tuple[str, ...]
    schneider: SchneiderRule
    schwarz: SchwarzRule
    laufende: LaufendeRule
    tout: ToutRule
    sie: SieRule
    klopfer: KlopferRule
    stoss: StossRule
    ramsch: RamschRule
    stock: StockRule
    all_pass: AllPass
    bock: BockRule
    muss: MussRule
    kreuzspiel: KreuzspielRule
    called_ten: bool
    caller_needs_honour: bool
    runaway: RunawayRule
    wenz_ober: WenzOber
    bettel: BettelRule
    sitting_out_pays: bool
    revoke: RevokeRule
    multiplicative: MultiplicativeRule
    striche: StricheRule
    deal: Deal
    words: Words
    offered: tuple[Contract, ...] = field(init=False, compare=False)
    """The contracts that a form offers, in bidding order; last what follows when everybody passes."""
    prices: Mapping[str, int | None] = field(init=False, compare=False, repr=False)
    """`base` by `Game.price_key`: a Herz-Solo costs what a Solo does unless it has its own price."""

    def __post_init__(self) -> None:
        """Work out what is offered, and for how much."""
        listed = [Contract(name) for name in self.contracts if name not in ANNOUNCEMENTS]
        if self.all_pass.value in set(Contract) and Contract(self.all_pass.value) not in listed:
            listed.append(Contract(self.all_pass.value))
        object.__setattr__(self, "offered", tuple(listed))
        object.__setattr__(self, "prices", {"herz_solo": self.base.get("solo"), **self.base})

    @property
    def stock_mode(self) -> StockMode:
        """The mode in force: the rule `all_pass: stock` turns the Stock on as `partners` (FORMAT.md 2, Stock)."""
        if self.stock.mode is StockMode.OFF and self.all_pass is AllPass.STOCK:
            return StockMode.PARTNERS
        return self.stock.mode

    @property
    def schwarz_by(self) -> SchwarzBy:
        """What makes Schwarz; only the additive model reads the rule."""
        return self.schwarz.by if self.model is Model.ADDITIVE else SchwarzBy.TRICKS

    def price(self, key: str) -> int | None:
        """The base price under `key` (a contract's name or `herz_solo`); None where it has none."""
        return self.base.get(key)
