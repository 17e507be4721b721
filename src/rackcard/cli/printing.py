"""The command that prints: what lies on the table, what a mathematician signs, what a player carries."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from rackcard.cli.cards import CardName, Settings, TableName, load_card, settings
from rackcard.cli.common import app, note


@app.command(name="print")
def print_card(
    card: CardName,
    *,
    what: Annotated[
        Literal["rack-card", "par-sheet", "strategy-card", "review"], Parameter(help="The document.")
    ] = "rack-card",
    to: Annotated[
        Literal["pdf", "png", "svg", "html", "xlsx"],
        Parameter(help="The kind of file; xlsx is the PAR sheet with formulas."),
    ] = "pdf",
    paper: Annotated[
        Literal["rack", "a5", "letter", "a4"] | None,
        Parameter(name="--format", help="rack (3.5 by 8.5 inches) or a5 for cards, letter or a4 for sheets."),
    ] = None,
    setting: Settings = None,
    table: TableName = None,
    wager: Annotated[
        list[str] | None, Parameter(name="--wager", negative=(), help="Only this wager; may be repeated.")
    ] = None,
    house: Annotated[str, Parameter(help="The name of the house.")] = "",
    limits: Annotated[str | None, Parameter(help="The least and the most staked on a wager, as in 5-500.")] = None,
    payout: Annotated[
        str | None, Parameter(help="The most one wager wins, its stake not counted, as in 50000.")
    ] = None,
    date: Annotated[str | None, Parameter(help="The date to print, as in 2026-11-15; undated without it.")] = None,
    out: Annotated[
        Path | None, Parameter(help="Write here; pages of a PNG or SVG are numbered. CARD-WHAT.TO if left out.")
    ] = None,
) -> int:
    """Print a card: a rack card for the table, a PAR sheet, a strategy card or a review report."""
    from rackcard.report.printing import printed_pages

    loaded = load_card(card)
    pages = printed_pages(
        loaded, what, to, options=settings(setting), table=table, wagers=tuple(wager or ()), paper=paper,
        house=house, limits=limits, payout=payout, date=date,
    )  # fmt: skip
    first = out or Path(f"{Path(card).stem}-{what}.{to}")
    for number, content in enumerate(pages, start=1):
        path = first if len(pages) == 1 else first.with_stem(f"{first.stem}-{number}")
        path.write_bytes(content)
        note(f"wrote {path}")
    if what == "rack-card":
        beaten = [e for e in loaded.odds(settings(setting), table=table).wagers if e.house_edge and e.house_edge < 0]
        if beaten:
            names = ", ".join(dict.fromkeys(entry.terms.name for entry in beaten))
            note(f"beware: the player has the edge on {names}; rackcard review {card} says why")
    return 0
