"""The command that settles a log of real play."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rackcard.cli.arguments import Settings, chosen_cards, load_rules, settings
from rackcard.cli.common import AsJson, UsageError, app, draw, print_json
from rackcard.money import amount as money

if TYPE_CHECKING:
    from rackcard.table.state import Table

CHIP = "1"


@app.command
def settle(
    log: Annotated[
        str, Parameter(help="A log as CSV or as JSON lines; - reads standard input.", allow_leading_hyphen=True)
    ],
    *cards: Annotated[str, Parameter(help="Cards by id or path, where there are no house rules.")],
    house: Annotated[Path | None, Parameter(name="--house", help="Settle by these house rules: their file.")] = None,
    setting: Settings = None,
    chip: Annotated[str | None, Parameter(help="Without house rules: the smallest chip, as in 0.25.")] = None,
    ignore: Annotated[list[str] | None, Parameter(negative=(), help="A column to ignore; may be repeated.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, Parameter(name="--csv", negative=(), help="Print every settled bet as CSV.")] = False,
) -> int:
    """Settle a log of real play: compare payments, and test the dice, wheel or shoe; exit 1 if something is wrong."""
    from rackcard.report.play_log.reader import LogError
    from rackcard.report.play_log.report import settle_log

    if as_json and as_csv:
        raise UsageError("json-and-csv")
    table = _table(cards, house, setting, chip)
    try:
        with _opened(log) as lines:
            found = settle_log(
                log, lines, table, ignored=[name.strip().lower() for name in ignore or ()], keeps_all=as_csv
            )
    except LogError as error:
        raise UsageError("refused", reason=str(error)) from None
    except UnicodeDecodeError as error:
        raise UsageError("log-not-utf-8", log=log, byte=error.start) from None
    if as_json:
        print_json(found.to_dict())
    elif as_csv:
        sys.stdout.write(found.to_csv())
    else:
        for grid in found.grids():
            draw(grid)
            print()
        print(found.sentence)
    return 0 if found.is_right else 1


def _table(cards: tuple[str, ...], house: Path | None, setting: list[str] | None, chip: str | None) -> "Table":
    """The table that a log was played at."""
    from rackcard.report.play_log.report import card_table, house_table
    from rackcard.table.state import Refusal

    if house is not None and (cards or setting or chip):
        raise UsageError("house-or-cards")
    if house is not None:
        return house_table(load_rules(house))
    if not cards:
        raise UsageError("settle-by-what")
    loaded, options = [], settings(setting)
    for name in cards:
        found, rules = chosen_cards(name)
        if rules is not None:
            if len(cards) > 1 or setting or chip:
                raise UsageError("house-or-cards")
            return house_table(rules)
        loaded.append((found[0], {one: value for one, value in options.items() if one in found[0].options}))
    for one in options:
        if not any(one in card.options for card, _ in loaded):
            loaded[0][0].settled({one: options[one]})  # says which options there are
    try:
        return card_table(loaded, _chip(chip or CHIP))
    except Refusal as refusal:
        raise UsageError("refused", reason=refusal.sentence) from None


def _chip(text: str) -> int:
    try:
        cents = money(text)
    except ValueError:
        cents = 0
    if cents <= 0:
        raise UsageError("bad-chip", chip=text)
    return cents


@contextmanager
def _opened(log: str) -> "Iterator[Iterator[str]]":
    """The lines of a log."""
    if log == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8-sig", newline="")
        yield iter(sys.stdin)
        return
    with Path(log).open(encoding="utf-8-sig", newline="") as file:
        yield iter(file)
