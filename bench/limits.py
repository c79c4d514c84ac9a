"""The same rows by what prints fastest: reportlab, which is told where each cell stands, and typst, a compiled setter.

They are the limit, not a goal: neither takes the pages' HTML, and what they make here is neither tagged nor styled.
"""

from collections.abc import Sequence
from io import BytesIO

import typst
from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Table

Rows = Sequence[Sequence[str]]


def by_reportlab(rows: Rows) -> bytes:
    """Set a table with reportlab."""
    made = BytesIO()
    SimpleDocTemplate(made, pagesize=A4).build([Table([list(row) for row in rows], repeatRows=1)])
    return made.getvalue()


def by_typst(rows: Rows) -> bytes:
    """Set a table with typst."""
    cells = ", ".join(f'"{text}"' for row in rows for text in row)
    made = typst.compile(f"#set text(size: 8pt)\n#table(columns: {len(rows[0])}, {cells})".encode(), format="pdf")
    if not isinstance(made, bytes):
        raise TypeError("typst made no PDF")
    return made
