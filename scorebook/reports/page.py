"""A page that waits to be printed: plain data, which a worker takes without knowing anything else."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from scorebook import __version__
from scorebook.reports.styles import fingerprint


@dataclass(frozen=True, slots=True)
class Attached:
    """A file inside the paper, of which the paper is a view; `at` (UTC) is when it was as it is."""

    name: str
    told: str
    content: bytes
    at: datetime


@dataclass(frozen=True, slots=True)
class Page:
    """A complete page (title, language, pictures as `data:` addresses) and the style in which it is set.

    With `attached` it becomes a PDF/A-3, for the archive. `endless`: one page, as long as what stands on it.
    """

    html: str
    style: str
    attached: Attached | None = None
    endless: bool = False

    @property
    def key(self) -> str:
        """Give what tells this paper from every other: a hash of all that is printed, of its style and the program.

        >>> Page("<p>1</p>", "a4").key == Page("<p>1</p>", "a4").key != Page("<p>1</p>", "a5").key
        True
        """
        told = (__version__, fingerprint(), self.style, self.html, self.attached, self.endless)
        return hashlib.sha256(repr(told).encode()).hexdigest()
