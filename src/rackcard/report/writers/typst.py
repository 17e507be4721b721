"""Pages: a document set in type, with fonts that we carry and nothing else of the machine."""

import json
import re
from pathlib import Path
from typing import Any, Literal

from rackcard.report.documents.content import Document, Format, PrintError, What
from rackcard.wording.printing import tied, typographic

PAPERS: dict[Format, dict[str, float]] = {
    "rack": {"width": 288, "height": 648, "margin": 18.7},
    "a5": {"width": 419.53, "height": 595.28, "margin": 20},
    "letter": {"width": 612, "height": 792, "margin": 57.6},
    "landscape": {"width": 792, "height": 612, "margin": 36},
    "a4": {"width": 595.28, "height": 841.89, "margin": 54},
}
"""Sizes in points, of which there are 72 to the inch: a rack card is 4 by 9 inches."""

FORMATS: dict[What, tuple[Format, ...]] = {
    "rack-card": ("rack", "a5"),
    "strategy-card": ("rack", "a5"),
    "par-sheet": ("letter", "a4"),
    "review": ("letter", "a4"),
    "dealer-card": ("rack", "a5"),
    "signage": ("landscape",),
    "layout": ("landscape",),
    "rules-of-play": ("letter", "a4"),
    "dealer-procedures": ("letter", "a4"),
    "math-report": ("letter", "a4"),
    "index": ("letter", "a4"),
}
"""What each document may be printed on, the usual first."""

SCALES = (1.9, 1.7, 1.5, 1.4, 1.3, 1.22, 1.14, 1.07, 1, 0.96, 0.92, 0.88, 0.84)
"""Sizes of the type of a rack card to try, the largest first: below the last its parts run over to another side."""

PIXELS_PER_INCH = 200


def chosen_format(what: What, given: Format | None) -> Format:
    """The format asked for, or the usual one; a document that does not fit it says which it fits."""
    allowed = FORMATS[what]
    if given is None:
        return allowed[0]
    if given not in allowed:
        raise PrintError("no-format", what=what, format=given, known=allowed)
    return given


TEMPLATE_FOLDER = Path(__file__).parent.parent / "templates"
"""The typesetter's templates and the fonts that they are set in."""

TEMPLATES: dict[What, str] = {
    "rack-card": "rack.typ",
    "strategy-card": "rack.typ",
    "dealer-card": "rack.typ",
    "signage": "sign.typ",
    "layout": "layout.typ",
}
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


_HEX = re.compile(r"#([0-9a-fA-F]{6})\b")


def _in_gray(svg: str) -> str:
    """A drawing in grays that are as light as its colors."""

    def shade(found: re.Match[str]) -> str:
        red, green, blue = (int(found[1][at : at + 2], 16) for at in (0, 2, 4))
        return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02x}" * 3

    return _HEX.sub(shade, svg)


def _set(value: Any, gray: bool) -> Any:
    """The document with every text as it is set; drawings keep theirs."""
    if isinstance(value, str):
        return tied(typographic(value))
    if isinstance(value, dict):
        if "svg" in value:
            return {**value, "svg": _in_gray(value["svg"])} if gray else value
        if value.get("kind") == "charts":
            drawn = [[_in_gray(svg) if gray else svg, *rest] for svg, *rest in value["pictures"]]
            return {**value, "pictures": drawn}
        return {name: part if name in KEPT else _set(part, gray) for name, part in value.items()}
    return [_set(part, gray) for part in value] if isinstance(value, list | tuple) else value


KEPT = ("kind", "date", "what", "color", "tone")
"""What is not text."""


def typeset(document: Document, paper: Format, to: Literal["pdf", "png", "svg"], *, gray: bool = False) -> list[bytes]:
    """The pages of a document: one file for a PDF, one for each page otherwise; the same bytes every time."""
    try:
        import typst
    except ImportError:
        raise PrintError("no-typst", to=to) from None

    verify_letters(document)
    data: dict[str, Any] = {**_set(document.to_dict(), gray), "paper": PAPERS[paper], "scales": SCALES}
    try:
        made = typst.compile(
            TEMPLATE_FOLDER / TEMPLATES.get(document.what, "sheet.typ"),
            root=TEMPLATE_FOLDER,
            font_paths=[TEMPLATE_FOLDER / "fonts"],
            format=to,
            ppi=PIXELS_PER_INCH,
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False), "gray": "yes" if gray else ""},
        )
    except typst.TypstError as error:
        found = re.search(r"TOO LONG ([0-9]+) ([0-9]+)", str(error))
        if found is None:
            raise
        raise TooLongError(int(found[1]), int(found[2])) from None
    assert made is not None
    return made if isinstance(made, list) else [made]
