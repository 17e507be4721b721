"""What every command shares: the application, errors of usage, notes, numbers and tables."""

import json
import sys
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter, Token

from rackcard import __version__
from rackcard.wording import cli as wording

if TYPE_CHECKING:
    from rackcard.tabular import Grid


def _shown_default(value: Any) -> str | None:
    """A default as help shows it; a flag that is off and what is left out need no word."""
    return None if value is False or value is None or value == "" else str(value)


app = App(
    name="rackcard",
    help="Write a casino side bet down once, as a rack card; get the game. With --quiet a command leaves out its "
    "notes; a card named - is read from standard input.",
    version=__version__,
    version_flags=("--version", "-V"),
    help_format="plaintext",
    default_parameter=Parameter(show_default=_shown_default),
)

AsJson = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON instead of a table.")]


class UsageError(ValueError):
    """A command line that cannot be followed."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(wording.usage(code, facts))  # cyclopts shows the first argument of a converter's error


QUIET = "--quiet"
"""The option that leaves out notes."""
_QUIET: list[bool] = []
"""Whether --quiet was given to the command that runs."""


def set_quiet(quiet: bool) -> None:
    """Leave out notes and progress from now on, or say them again."""
    _QUIET[:] = [True] if quiet else []


def is_quiet() -> bool:
    """Whether notes and progress are left out."""
    return bool(_QUIET)


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
    if grid.title:
        console.print(Text(grid.title, style="bold"))
    for block in grid.blocks(console.width):
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for name in block.columns:
            is_figure = name in block.figures
            table.add_column(name, justify="right" if is_figure else "left", overflow="fold", no_wrap=is_figure)
        for row in block.rows:
            table.add_row(*(Text(cell, style="bold red" if cell.startswith("−") else "") for cell in row))
        console.print(table)
    if grid.note:
        console.print(Text(grid.note, style="dim"))


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_line(text: str) -> None:
    """A line on stderr."""
    print(text, file=sys.stderr)


def note(code: str, **facts: Any) -> None:
    """A note or warning on stderr; --quiet leaves out what is neither a warning nor an error."""
    if not (is_quiet() and code in wording.LEFT_OUT_QUIETLY):
        write_line(wording.note(code, facts))


# ---- numbers on the command line


NUMBER_MAX = 2**64 - 1
"""The largest number that any option takes: a seed."""
NUMBER_MIN = Decimal("1e-60")


def number(_type: Any, tokens: Sequence[Token], least: int = 0, most: int = NUMBER_MAX) -> Decimal:
    """A number, perhaps with an exponent or underscores: 1000, 1_000, 1e9.

    One too long to compute with is refused here, with the range that is expected; the rest is up to the command.
    """
    given = {"option": tokens[0].keyword or "", "text": tokens[0].value}
    try:
        if not given["text"].isascii():
            raise InvalidOperation
        found = Decimal(given["text"].replace("_", ""))
    except InvalidOperation:
        raise UsageError("not-a-number", **given) from None
    if not found.is_finite():
        raise UsageError("not-a-number", **given)
    if found.adjusted() > 30 or abs(found) > NUMBER_MAX:  # abs() of a huge exponent overflows
        raise UsageError("out-of-range", **given, least=least, most=most)
    if found and found.adjusted() < NUMBER_MIN.adjusted():
        raise UsageError("too-small", **given, least=NUMBER_MIN)
    return found


def whole_number(type_: Any, tokens: Sequence[Token], least: int = 0, most: int = NUMBER_MAX) -> int:
    """A whole number in the same notation."""
    found = number(type_, tokens, least, most)
    if found != found.to_integral_value():
        raise UsageError("not-whole", option=tokens[0].keyword or "", text=tokens[0].value)
    return int(found)


def decimal_number(type_: Any, tokens: Sequence[Token]) -> float:
    """A number with a fraction in the same notation."""
    return float(number(type_, tokens))


# ---- errors


def explained(error: Exception) -> tuple[str, int]:
    """The message and exit code of a known error; any other is a defect and is raised with its traceback."""
    from rackcard.card import CardError, CardNotFoundError, OptionError
    from rackcard.games.device import ChanceError
    from rackcard.machine import TooLargeError
    from rackcard.odds import UnsolvedError
    from rackcard.report.documents.content import PrintError
    from rackcard.simulate.errors import SimulationError
    from rackcard.strategy import PositionError
    from rackcard.wording import simulation

    if isinstance(error, CardError):
        return str(error), 3
    if isinstance(error, OSError):
        return wording.file_error(error.filename, error.strerror or str(error)), 2
    known = (
        UsageError, OptionError, PositionError, ChanceError, CardNotFoundError, UnsolvedError, TooLargeError,
        PrintError,
    )  # fmt: skip
    if isinstance(error, SimulationError):
        return wording.note("error", {"error": simulation.refusal(error.code, error.facts, simulation.OPTIONS)}), 2
    if isinstance(error, known):
        return wording.note("error", {"error": str(error)}), 2
    raise error
