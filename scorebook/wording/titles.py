"""What one can be most of in a season or a year, as it is called."""

from scorebook.league.titles import Title
from scorebook.wording.marked import Marked

TITLES: Marked[dict[Title, str]] = {
    Title.SOLI: "Meiste Soli",
    Title.DECLARER: "Spielt am öftesten",
    Title.CALLED: "Am öftesten gerufen",
    Title.TOUT: "Meiste Tout und Sie",
    Title.SCHNEIDER_GIVEN: "Meiste Schneider gegeben",
    Title.SCHNEIDER_SUFFERED: "Meiste Schneider kassiert",
}
