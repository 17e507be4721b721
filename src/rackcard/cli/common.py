"""What every command shares: the application, errors of usage, and drawing."""

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from rackcard import __version__

if TYPE_CHECKING:
    from rackcard.tabular import Grid

app = App(
    name="rackcard",
    help="Write a casino side bet down once, as a rack card; get the game.",
    version=__version__,
    help_format="plaintext",
)

AsJson = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON instead of a table.")]


class UsageError(ValueError):
    """A command line that cannot be followed."""


def draw(grid: "Grid") -> None:
    """A framed table on a terminal, plain text in a pipe."""
    if not sys.stdout.isatty():
        print(grid.plain())
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    grid = grid.fitting(console.width)
    table = Table(title=Text(grid.title, style="bold"), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for name in grid.columns:
        table.add_column(name, justify="right" if name in grid.figures else "left", overflow="fold")
    for row in grid.rows:
        cells = [Text(cell, style="bold red" if cell.startswith("−") else "") for cell in row]
        table.add_row(*cells)
    console.print(table)
    if grid.note:
        console.print(Text(grid.note, style="dim"))


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def note(text: str) -> None:
    print(text, file=sys.stderr)


def explained(error: Exception) -> tuple[str, int]:
    """The message and exit code of an error we know; anything else is a defect and shows its trace."""
    from rackcard.card import CardError, CardNotFoundError, OptionError
    from rackcard.games.device import ChanceError
    from rackcard.machine import TooLargeError
    from rackcard.odds import UnsolvedError
    from rackcard.report.documents.content import PrintError
    from rackcard.simulate.errors import SimulationError
    from rackcard.strategy import PositionError

    if isinstance(error, CardError):
        return str(error), 3
    if isinstance(error, OSError):
        name = "a file" if error.filename is None else error.filename
        return f"rackcard: cannot read or write {name}: {(error.strerror or str(error)).lower()}", 2
    known = (
        UsageError, OptionError, PositionError, ChanceError, CardNotFoundError, UnsolvedError, TooLargeError,
        SimulationError, PrintError,
    )  # fmt: skip
    if isinstance(error, known):
        return f"rackcard: {error.args[0]}", 2
    raise error
