"""What is said about tournaments."""

from scorebook.wording.marked import Marked

TOURNAMENTS: Marked[dict[str, str]] = {
    "tournament.ended": "Das Turnier ist vorbei. Wer noch etwas ändern will, öffnet es erst wieder.",
}
