"""Pages: a document set in type, with fonts that we carry and nothing else of the machine."""

import json
import re
from math import ceil
from pathlib import Path
from typing import Any, Literal

from rackcard.report.documents.content import Document, Format, PrintError, What
from rackcard.wording.printing import typographic

PAPERS: dict[Format, dict[str, float]] = {
    "rack": {"width": 252, "height": 612, "margin": 14},
    "a5": {"width": 419.53, "height": 595.28, "margin": 20},
    "letter": {"width": 612, "height": 792, "margin": 57.6},
    "a4": {"width": 595.28, "height": 841.89, "margin": 54},
}
"""Sizes in points, of which there are 72 to the inch: a rack card is 3.5 by 8.5 inches."""

FORMATS: dict[What, tuple[Format, ...]] = {
    "rack-card": ("rack", "a5"),
    "strategy-card": ("rack", "a5"),
    "par-sheet": ("letter", "a4"),
    "review": ("letter", "a4"),
    "math-report": ("letter", "a4"),
    "index": ("letter", "a4"),
}
"""What each document may be printed on, the usual first."""

SIZES: dict[Format, tuple[float, ...]] = {
    "rack": (12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.6, 6.2),
    "a5": (14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.6, 6.2),
}
"""Type sizes to try on a card, the largest first; below the last nobody reads it across a table."""

PIXELS_PER_INCH = 200

FOOT_LETTER, FOOT_LINE = 2.9, 5.8
"""The width of a letter and the height of a line at the foot of a page, in points."""


def chosen_format(what: What, given: Format | None) -> Format:
    """The format asked for, or the usual one; a document that cannot stand on it says which it can."""
    allowed = FORMATS[what]
    if given is None:
        return allowed[0]
    if given not in allowed:
        raise PrintError("no-format", what=what, format=given, known=allowed)
    return given


PRESS = Path(__file__).parent.parent / "press"
"""The typesetter's templates and the fonts that they are set in."""

TEMPLATES: dict[What, str] = {"rack-card": "card.typ", "strategy-card": "card.typ"}
"""How a document looks; every other is a sheet."""


_UNSET = re.compile(
    "[^\u0020-\u007e\u00a0-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u22ff\u25a0-\u25ff\u2660-\u2667\n]"
)
"""Letters that the fonts we carry do not have, and marks that turn the direction of what follows."""


def verify_letters(document: Document) -> None:
    """Refuse what would come out as an empty box, or turn a line round."""
    found = _UNSET.search(json.dumps(document.to_dict(), ensure_ascii=False))
    if found:
        raise PrintError("missing-letter", letter=ascii(found[0]))


class TooLongError(PrintError):
    """A card that does not fit its sides at the smallest type."""

    def __init__(self, side: int, percent: int) -> None:
        self.side, self.percent = side, percent
        super().__init__("too-long", side=f"side {side + 1}", percent=percent)


def foot_room(document: Document, paper: Format) -> float:
    """Points that the foot of a card takes: options in force may need several lines."""
    letters = int((PAPERS[paper]["width"] - 2 * PAPERS[paper]["margin"]) / FOOT_LETTER)
    lines = sum(ceil(len(line) / letters) for line in document.foot.splitlines())
    return max(0, lines - 2) * FOOT_LINE + 12


def _tied(value: Any) -> Any:
    """The document with its text as it is printed: figures closed up, quotes curled; pictures stay as they are."""
    if isinstance(value, str):
        return typographic(value)
    if isinstance(value, dict):
        if "svg" in value:
            return value
        return value if value.get("kind") == "charts" else {name: _tied(part) for name, part in value.items()}
    return [_tied(part) for part in value] if isinstance(value, list | tuple) else value


def typeset(document: Document, paper: Format, to: Literal["pdf", "png", "svg"]) -> list[bytes]:
    """The pages of a document: one file for a PDF, one for each page otherwise; the same bytes every time."""
    try:
        import typst
    except ImportError:
        raise PrintError("no-typst", to=to) from None

    verify_letters(document)
    data: dict[str, Any] = {**_tied(document.to_dict()), "paper": PAPERS[paper], "sizes": SIZES.get(paper, ()),
                            "foot-room": foot_room(document, paper)}  # fmt: skip
    try:
        made = typst.compile(
            PRESS / TEMPLATES.get(document.what, "sheet.typ"),
            root=PRESS,
            font_paths=[PRESS / "fonts"],
            format=to,
            ppi=PIXELS_PER_INCH,
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
    except typst.TypstError as error:
        found = re.search(r"TOO LONG ([0-9]+) ([0-9]+)", str(error))
        if found is None:
            raise
        raise TooLongError(int(found[1]), int(found[2])) from None
    assert made is not None
    return made if isinstance(made, list) else [made]
