"""What is said about seasons and how they are ranked."""

from scorebook.wording.marked import Marked

SCHEMES: Marked[dict[str, str]] = {
    "scheme.not_object": "Das ist keine Wertung.",
    "scheme.rising": "Der {place}. Platz ist mehr wert als der davor.",
    "scheme.twice": "Das steht schon weiter vorn.",
}
