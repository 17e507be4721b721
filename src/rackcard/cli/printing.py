"""The command that prints the documents of a card."""

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from rackcard.cli.arguments import CardName, Settings, TableName, load_card, rules_in, settings
from rackcard.cli.common import UsageError, app, note, write_line
from rackcard.cli.progress import tracked
from rackcard.wording import cli as wording

if TYPE_CHECKING:
    from rackcard.house import HouseRules
    from rackcard.report.documents.content import Format
    from rackcard.report.printing import To, What
    from rackcard.report.request import Order

STANDARD_OUTPUT = Path("-")
KINDS: dict[str, "To"] = {
    ".pdf": "pdf", ".png": "png", ".svg": "svg", ".html": "html", ".htm": "html", ".xlsx": "xlsx"
}  # fmt: skip
"""The kind of file by the ending of its name."""

DocumentName = Annotated[
    Literal[
        "rack-card",
        "par-sheet",
        "strategy-card",
        "review",
        "math-report",
        "rules-of-play",
        "dealer-procedures",
        "dealer-card",
        "signage",
        "layout",
    ],
    Parameter(help="The document."),
]
"""A document by its name."""


@app.command(name="print")
def print_card(
    card: CardName | None = None,
    *,
    every: Annotated[
        bool, Parameter(name="--all", negative=(), help="Print the document of every shipped card.")
    ] = False,
    what: DocumentName = "rack-card",
    to: Annotated[
        Literal["pdf", "png", "svg", "html", "xlsx"] | None,
        Parameter(help="The kind of file: by default that of --out, or pdf; xlsx is the PAR sheet with formulas."),
    ] = None,
    paper: Annotated[
        Literal["rack", "a5", "letter", "a4", "landscape"] | None,
        Parameter(
            name="--format",
            help="rack (4 by 9 inches) or a5 for cards, letter or a4 for sheets, landscape for signs and layouts.",
        ),
    ] = None,
    setting: Settings = None,
    table: TableName = None,
    wager: Annotated[
        list[str] | None, Parameter(name="--wager", negative=(), help="Only this wager; may be repeated.")
    ] = None,
    house: Annotated[
        str, Parameter(help="The path of house rules, which then set everything else; or just the name of the house.")
    ] = "",
    limits: Annotated[str | None, Parameter(help="The minimum and maximum bet on a wager, as in 5-500.")] = None,
    payout: Annotated[
        str | None, Parameter(help="The maximum payout of one wager, without its stake, as in 50000.")
    ] = None,
    pays: Annotated[
        Literal["posted", "to"],
        Parameter(help="How pays are written: as posted, or all of them to 1."),
    ] = "posted",
    gray: Annotated[bool, Parameter(negative=(), help="Print in black and white.")] = False,
    date: Annotated[
        str | None, Parameter(help="The date to print, as in 2026-11-15; by default the document is undated.")
    ] = None,
    out: Annotated[
        Path | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Write to this file, or to standard output if it is -; pages of a PNG or SVG are numbered. "
            "By default CARD-WHAT.TO.",
        ),
    ] = None,
) -> int:
    """Print one of the ten documents of a card; --what names them."""
    from rackcard.report.request import Given, house_orders, order

    kind, cards = kind_of(out, to), _cards_asked(card, every=every)
    first = out if out is not None else Path(f"{what}.{kind}" if every else f"{Path(cards[0]).stem}-{what}.{kind}")
    if first != STANDARD_OUTPUT:
        verify_place(first)
    rules = rules_named(house) if house else rules_in(cards[0])
    if rules is None:
        given = Given(
            options=settings(setting), table=table, wagers=tuple(wager or ()), house=house, limits=limits,
            payout=payout, date=date, pays="to" if pays == "to" else "",
        )  # fmt: skip
        ordered = [order(load_card(name), **given) for name in cards]
    elif setting or table or wager or limits or payout or every:
        raise UsageError("house-sets-it", house=rules.id)
    else:
        ordered = house_orders(rules, cards=cards if house else (), date=date, pays="to" if pays == "to" else "")
    named = [_as_given(one, cards[place % len(cards)], house) for place, one in enumerate(ordered)]
    _print_all(ordered, what, kind, paper, first, named, gray=gray, leaves_out=every)
    return 0


def _as_given(ordered: "Order", name: str, house: str) -> str:
    """A card as another command takes it: as it was given, with the file of house rules that offer it."""
    return name if ordered.rules is None else f"{ordered.card.id} --house {house or name}"


def _cards_asked(card: str | None, *, every: bool) -> tuple[str, ...]:
    """The card to print, or every shipped one."""
    from rackcard.card import card_ids

    if every and card is not None:
        raise UsageError("card-and-all", card=card)
    if card is None and not every:
        raise UsageError("missing-argument", command="print", argument="card")
    return card_ids() if card is None else (card,)


def rules_named(house: str) -> "HouseRules | None":
    """The house rules in a file; None where the text is only the name of a house."""
    rules = rules_in(house)
    if rules is None and Path(house).suffix.lower() in (".yaml", ".yml"):
        raise UsageError("no-house-rules", path=house)
    return rules


def house_file(first: Path, card: str) -> Path:
    """The file of one of several cards."""
    if first == STANDARD_OUTPUT:
        raise UsageError("several-cards")
    return first.with_stem(f"{first.stem}-{card}")


def _print_all(
    ordered: "list[Order]", what: "What", kind: "To", paper: "Format | None", first: Path, named: list[str], *,
    gray: bool, leaves_out: bool = False,
) -> None:  # fmt: skip
    """One document of each card: all of them are made before any is written.

    Where every card is asked for, one that has no such document is left out with a warning.
    """
    from rackcard.report.documents.content import PrintError
    from rackcard.report.printing import pages_of

    made: dict[Path, list[bytes]] = {}
    printed = []
    for one, name in tracked(list(zip(ordered, named, strict=True)), wording.PROGRESS["print"]):
        place = first if len(ordered) == 1 else house_file(first, one.card.id)
        try:
            made[place] = pages_of(one, what, kind, paper, gray=gray)
            printed.append((one, name))
        except PrintError as error:
            if not leaves_out:
                raise
            note("not-printed", reason=str(error))
    if first == STANDARD_OUTPUT:
        write_out(made[first])
    else:
        write_pages(made, kind)
    for one, name in printed if what in ("rack-card", "strategy-card") else ():
        for line in warnings(one, name, edges=what == "rack-card"):
            write_line(line)


def kind_of(out: Path | None, to: "To | None") -> "To":
    """The kind of file: the one asked for, or that of the name of the file; a PDF where neither says."""
    ending = "" if out is None else out.suffix.lower()
    named = KINDS.get(ending)
    if to is None:
        if ending and named is None:
            raise UsageError(
                "unknown-kind", out=out, endings=tuple(f".{kind}" for kind in dict.fromkeys(KINDS.values()))
            )
        return named or "pdf"
    if named not in (None, to):
        raise UsageError("other-kind", out=out, to=to)
    return to


def write_out(pages: list[bytes]) -> None:
    """One file to standard output."""
    if len(pages) > 1:
        raise UsageError("several-pages", pages=len(pages))
    sys.stdout.buffer.write(pages[0])
    sys.stdout.buffer.flush()


def write_pages(prints: Mapping[Path, list[bytes]], kind: "To") -> None:
    """The files of some prints, each reported, with a warning for those left over from an earlier one."""
    paths = {
        first: [first] if len(pages) == 1 else [numbered(first, number) for number in range(1, len(pages) + 1)]
        for first, pages in prints.items()
    }
    write_all({path: page for first in prints for path, page in zip(paths[first], prints[first], strict=True)})
    written = [path for every in paths.values() for path in every]
    for path in written:
        note("wrote", path=path)
    for first in prints if kind in ("png", "svg") else ():
        for path in stale(first, written):
            note("leftover", path=path)


def warnings(ordered: "Order", card: str, *, edges: bool) -> Iterator[str]:
    """Warnings on wagers without the pay table asked for, and on those where the player has the edge."""
    from rackcard.odds import Selection, price
    from rackcard.odds.guard import advantage, player_has_edge
    from rackcard.report.offered import elsewhere, offered_wagers, priced_table

    offered = offered_wagers(ordered)
    for terms in elsewhere(ordered, offered):
        facts = {"wager": terms.title, "table": ordered.table, "printed": terms.table}
        yield wording.note("other-table", facts)
    if not edges:
        return
    standing = {(terms.group, terms.table) for terms in offered}
    priced = price(ordered.card, Selection(ordered.options, priced_table(ordered, offered))).wagers
    beaten = [
        entry.terms.name
        for entry in priced
        if (entry.terms.group, entry.terms.table) in standing
        and (player_has_edge(entry) or (entry.bet is not None and advantage(entry.bet, entry.chance) is not None))
    ]
    if beaten:
        yield wording.note("player-edge", {"wagers": tuple(dict.fromkeys(beaten)), "card": card})


# ---- files


def verify_place(path: Path) -> None:
    """Refuse a path that cannot be written before anything is printed for it."""
    if not path.name or path.is_dir():
        raise UsageError("folder", out=path, example=path / "card.pdf")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def numbered(path: Path, number: int) -> Path:
    """The file of one page."""
    return path.with_stem(f"{path.stem}-{number}")


def stale(first: Path, written: list[Path]) -> list[Path]:
    """Files with the names of pages of the same print that were not written by it."""
    page = re.compile(re.escape(first.stem) + r"-([1-9][0-9]*)" + re.escape(first.suffix))
    found = sorted((int(match[1]), path) for path in first.parent.iterdir() if (match := page.fullmatch(path.name)))
    others = [first, *(path for _, path in found)]
    return [path for path in others if path not in written and path.is_file()]


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write every file under a temporary name, then rename all: a full disk leaves the old files as they were."""
    staged: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in files.items():
            if path.exists() and not path.is_file():
                path.write_bytes(content)  # a device or a pipe is written to, never replaced
                continue
            place = path.resolve()
            if place.exists() and not os.access(place, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            staged[path] = place.with_name(f".rackcard-{os.getpid()}-{len(staged)}")
            staged[path].write_bytes(content)
            if place.exists():
                shutil.copymode(place, staged[path])
        for path, beside in staged.items():
            beside.replace(path.resolve())
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        for beside in staged.values():
            beside.unlink(missing_ok=True)
