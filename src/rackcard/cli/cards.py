"""Commands on cards: list, start, show, check, price, play, review and export them."""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from rackcard.cli.arguments import (
    CardName,
    House,
    OneCardName,
    Settings,
    TableName,
    WagerName,
    Weights,
    chance_of,
    chosen_cards,
    load_card,
    one_card,
    own_settings,
    rules_in,
)
from rackcard.cli.common import AsJson, UsageError, app, draw, explained, is_quiet, note, print_json, write_line
from rackcard.cli.progress import tracked
from rackcard.wording import cli as wording
from rackcard.wording import house as house_wording

if TYPE_CHECKING:
    from rackcard.api import RackCard
    from rackcard.house import HouseRules
    from rackcard.house.difference import Difference
    from rackcard.report.review import Finding


@app.command
def cards(
    *,
    ids: Annotated[bool, Parameter(negative=(), help="Only the ids of the cards, one to a line.")] = False,
    as_json: AsJson = False,
) -> int:
    """List every card with its wagers, pays and exact house edges."""
    from rackcard.card import card_ids
    from rackcard.odds.tables import catalogue_grid

    if ids:
        print_json(list(card_ids())) if as_json else print(*card_ids(), sep="\n")
        return 0
    if as_json:
        print_json([load_card(card).to_dict() for card in card_ids()])
        return 0
    for card in card_ids():
        draw(catalogue_grid(load_card(card)))
        print()
    if not is_quiet():
        write_line(wording.try_next(_hints()))
    return 0


def _hints() -> dict[str, str]:
    """Commands to try next, with cards that show what they do."""
    from rackcard.card import card_ids

    loaded = [load_card(card) for card in card_ids()]
    sides = [card for card in loaded if not card.is_base]
    offering = next(card for card in sides if any(terms.offers for terms in card.terms()))
    unclear = next(card for card in sides if card.readings)
    reading = unclear.readings[0]
    other = next(value for value in reading.values if value != reading.default)
    return {
        f"show {offering.id}": wording.TRY["show"],
        f"odds {sides[-1].id}": wording.TRY["odds"],
        f"strategy {offering.id}": wording.TRY["strategy"],
        f"odds {unclear.id} --set {reading.name}={other}": wording.TRY["reading"],
        f"odds {unclear.id} --readings --json": wording.TRY["readings"],
        "review": wording.TRY["review"],
        "new my-card.yaml": wording.TRY["new"],
        "check my-card.yaml": wording.TRY["check"],
    }


@app.command
def new(
    card: Annotated[
        str,
        Parameter(
            help="The file to write, as in my-card.yaml; - writes to standard output.", allow_leading_hyphen=True
        ),
    ],
    *,
    game: Annotated[str | None, Parameter(help="The base game by its id; by default the first in the catalog.")] = None,
) -> int:
    """Write a small card to start from, with comments on what to change; an existing file is never overwritten."""
    from rackcard.card.skeleton import card_id, file_of, skeleton
    from rackcard.games import GAMES

    game = next(iter(GAMES)) if game is None else game
    if game not in GAMES:
        raise UsageError("unknown-game", game=game, known=tuple(GAMES))
    if card == "-":
        sys.stdout.write(skeleton(game))
        return 0
    path = file_of(card)
    name = card_id(path)
    if not name:
        raise UsageError("no-card-id", path=path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(skeleton(game, name, path))
    except FileExistsError:
        raise UsageError("file-exists", path=path) from None
    note("wrote", path=path)
    return 0


@app.command
def show(card: CardName, *, as_json: AsJson = False) -> int:
    """Show a card: its text, its options and what each value means; or house rules, with their hash."""
    if (rules := rules_in(card)) is not None:
        if as_json:
            print_json({"house": rules.id, "sha256": rules.sha256, "rules": rules.facts()})
            return 0
        print(rules.origin.text.rstrip())
        note("sha256", sha256=rules.sha256)
        return 0
    loaded = load_card(card)
    if as_json:
        print_json({**loaded.to_dict(), "document": json.loads(loaded.canonical)})
        return 0
    print(loaded.origin.text.rstrip())
    note("sha256", sha256=loaded.sha256)
    return 0


@app.command
def check(*files: Annotated[str, Parameter(help="Files of cards or house rules, or ids of shipped cards.")]) -> int:
    """Check cards and house rules: every phrase, option, pay line and ladder, under every combination of options."""
    from rackcard.card import CardError, CardNotFoundError
    from rackcard.house.problems import problems
    from rackcard.machine.check import summary
    from rackcard.machine.notes import notes
    from rackcard.odds.take_down import take_down_notes

    if not files:
        raise UsageError("no-files")
    broken = missing = 0
    for name in files:
        try:
            if (rules := rules_in(name)) is not None:
                wagers = sum(len(entry.groups) for entry in rules.cards)
                print(house_wording.check_passed(rules.id, len(rules.cards), wagers, rules.sha256))
                continue
            loaded = load_card(name)
            print(summary(loaded.check(), loaded))
            for found in (*notes(loaded), *take_down_notes(loaded)):
                print(wording.check_note(found.code, found.facts))
        except CardError as error:
            write_line("\n".join(map(str, problems(error))))
            broken += 1
        except (CardNotFoundError, OSError) as error:
            write_line(explained(error)[0])
            missing += 1
    return 3 if broken else 2 if missing else 0


@app.command
def odds(
    card: CardName,
    *,
    setting: Settings = None,
    table: TableName = None,
    wager: WagerName = None,
    house: House = None,
    readings: Annotated[bool, Parameter(negative=(), help="Price every reading of the document.")] = False,
    weights: Weights = None,
    rolls: Annotated[
        str | None, Parameter(help="Also show how long each wager lasts, up to this many rolls, spins or hands.")
    ] = None,
    stake: Annotated[
        str | None, Parameter(help="A stake in chips, as in 25: commission that is rounded to the chip depends on it.")
    ] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, Parameter(name="--csv", negative=(), help="Print CSV instead of a table.")] = False,
) -> int:
    """Price a card exactly: probability, edge, variance and duration of every wager and pay table."""
    from rackcard.number import exact
    from rackcard.odds.tables import odds_grid, rolls_grid

    if as_json and as_csv:
        raise UsageError("json-and-csv")
    most, chips = _figures_asked(rolls, stake)
    found, rules = chosen_cards(card, house)
    options, documents = own_settings(rules, setting), []
    asked: dict[str, set[str]] = {}
    for loaded in found:
        chance = chance_of(loaded, loaded.settled(options), weights)
        priced = loaded.odds(options, table=table, wager=wager, readings=readings, chance=chance, stake=chips)
        asked[loaded.id] = {entry.terms.wager for entry in priced.wagers}
        if as_json:
            document = priced.to_dict()
            if most:
                for entry, fields in zip(priced.wagers, document["wagers"], strict=True):
                    fields["rolls"] = [exact(p) for p in entry.rolls(most)] if entry.bet else None
            documents.append(document)
            continue
        if as_csv:
            text = priced.to_csv()
            sys.stdout.write(text if loaded is found[0] else text.partition("\n")[2])
            continue
        draw(odds_grid(priced))
        for entry in priced.wagers if most else ():
            if entry.bet:
                print()
                draw(rolls_grid(entry, most))
        if rules is not None:
            print()
    if as_json:
        print_json(documents[0] if rules is None else house_document(rules, documents))
    elif rules is not None and not as_csv:
        from rackcard.house.tables import house_grid

        draw(house_grid(rules, asked))
    return 0


def _figures_asked(rolls: str | None, stake: str | None) -> tuple[int, Fraction | None]:
    """Up to how many outcomes the duration is asked for, 0 for none; and the stake, in chips."""
    if rolls is not None and not re.fullmatch(r"[1-9][0-9]{0,2}|1000", rolls):
        raise UsageError("bad-rolls", rolls=rolls)
    if stake is not None and not re.fullmatch(r"[1-9][0-9]{0,8}", stake):
        raise UsageError("bad-stake", stake=stake)
    return 0 if rolls is None else int(rolls), None if stake is None else Fraction(stake)


def house_document(rules: "HouseRules", cards: list[dict[str, Any]]) -> dict[str, Any]:
    """What was asked of the cards of house rules, as JSON; and every wager of theirs on offer, with its limits."""
    from rackcard.house.tables import offered_facts

    offered = offered_facts(rules, [card["card"] for card in cards])
    return {
        "house": rules.id, "name": rules.name, "sha256": rules.sha256, "rules": rules.facts(), "cards": cards,
        "offered": offered,
    }  # fmt: skip


@app.command
def strategy(
    card: OneCardName,
    *,
    setting: Settings = None,
    table: TableName = None,
    wager: WagerName = None,
    house: House = None,
    marked: Annotated[
        str | None, Parameter(help="One position: the marks, as in 4,5,6,8,9 or 6,6,6; none for no marks.")
    ] = None,
    phase: Annotated[str | None, Parameter(help="With --marked: the phase, where the wager depends on it.")] = None,
    goal: Annotated[
        str | None, Parameter(help="Also find the play that most often reaches this many times the stake, as in 2.")
    ] = None,
    weights: Weights = None,
    svg: Annotated[Path | None, Parameter(help="Write the strategy chart of one wager to this file.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show the best play of wagers with offers, rules that are easy to remember, and the cost of each mistake."""
    from rackcard.strategy import position
    from rackcard.strategy.chart import chart

    if phase is not None and marked is None:
        raise UsageError("phase-without-marks")
    loaded, options = one_card(card, house, setting)
    chance = chance_of(loaded, loaded.settled(options), weights)
    found = loaded.strategy(options, table=table, wager=wager, goal=_goal(goal), chance=chance)
    if marked is not None or svg is not None:
        if len(found.wagers) > 1:
            wagers = dict.fromkeys(one.bet.terms.wager for one in found.wagers)
            tables = dict.fromkeys(one.bet.terms.table for one in found.wagers)
            raise UsageError("one-wager", wagers=tuple(wagers), tables=tuple(tables))
        (only,) = found.wagers
        if svg is not None:
            svg.write_text(chart(only), encoding="utf-8")
            note("wrote", path=svg)
            return 0
        marks = [] if marked in ("", "none") else [mark.strip() for mark in (marked or "").split(",")]
        here = position(only.bet, only.chance, marks, phase)
        if as_json:
            print_json(here.to_dict())
        else:
            print(here.sentence)
        return 0
    if as_json:
        print_json(found.to_dict())
        return 0
    for grid in list(found.grids()):
        draw(grid)
        print()
    return 0


def _goal(text: str | None) -> Fraction | None:
    if text is None:
        return None
    from rackcard.number import parse_number

    try:
        goal = parse_number(text)
    except ValueError:
        raise UsageError("bad-goal", goal=text) from None
    if goal <= 0:
        raise UsageError("bad-goal.zero", goal=text)
    return goal


@app.command
def review(
    card: Annotated[str | None, Parameter(help="A card or house rules; by default every shipped card.")] = None,
    *,
    house: House = None,
    floor: Annotated[str, Parameter(help="Report returns below this, as in 0.75.")] = "0.75",
    as_json: AsJson = False,
) -> int:
    """List the errors and ambiguities of a card, each reading priced; exit 1 if there is a fault or a warning."""
    from rackcard.card import card_ids
    from rackcard.number import parse_number
    from rackcard.report.review import review as find

    try:
        lowest = parse_number(floor)
    except ValueError:
        lowest = Fraction(-1)
    if not 0 <= lowest <= 1:
        raise UsageError("bad-floor", floor=floor)
    grave = 0
    documents = []
    loaded_cards = chosen_cards(card, house)[0] if card else [load_card(name) for name in card_ids()]
    for loaded in tracked(loaded_cards, wording.PROGRESS["review"]):
        findings = find(loaded, lowest)
        grave += sum(finding.grade != "note" for finding in findings)
        if as_json:
            documents.append({"card": loaded.id, "sha256": loaded.sha256, "findings": [f.to_dict() for f in findings]})
        else:
            _print_findings(loaded, findings)
    if as_json:
        print_json(documents[0] if card and len(documents) == 1 else documents)
    return 1 if grave else 0


def _print_findings(card: "RackCard", findings: "list[Finding]") -> None:
    """Findings with their grade in front; the prices of a reading below it."""
    from rackcard.number import percent
    from rackcard.report.review import gathered, together
    from rackcard.wording.findings import GRADES, summary

    rows: list[tuple[str, str]] = []
    groups = gathered(findings)
    for group in groups:
        rows.append((group[0].grade, together(group)))
        if len(group) > 1:
            rows += [("", f"  {one.sentence}") for one in group]
        elif group[0].code == "reading":
            priced = zip(group[0].labels, group[0].prices, strict=True)
            rows += [("", f"{'–' if one.edge is None else percent(one.edge):>12}  {label}") for label, one in priced]
    counted = summary((grade, sum(group[0].grade == grade for group in groups)) for grade in GRADES)
    rows = [*rows, ("", f"{counted}.")] if rows else [("", wording.NO_FINDINGS)]
    if not sys.stdout.isatty():
        print(f"{card.title} ({card.id})", *(f"  {grade:<8}{text}" for grade, text in rows), "", sep="\n")
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    styles = {"fault": "bold red", "warning": "yellow", "note": "cyan", "": ""}
    console = Console(highlight=False)
    console.print(Text(f"{card.title} ({card.id})", style="bold"))
    table = Table.grid(padding=(0, 1, 0, 1))
    table.add_column(width=8)
    table.add_column(overflow="fold")
    for grade, text in rows:
        table.add_row(Text(grade, style=styles[grade]), Text(text))
    console.print(table)
    console.print()


@app.command
def export(
    card: OneCardName,
    *,
    to: Annotated[Literal["prism", "json", "csv"], Parameter(help="The format.")],
    setting: Settings = None,
    table: TableName = None,
    wager: WagerName = None,
    house: House = None,
    readings: Annotated[bool, Parameter(negative=(), help="Export every reading of the document.")] = False,
    out: Annotated[Path | None, Parameter(help="Write to this file, or for PRISM to this folder of models.")] = None,
) -> int:
    """Write a card for other programs: a PRISM model for each wager, or its odds as JSON or CSV."""
    from rackcard.report.export import to_json

    loaded, options = one_card(card, house, setting)
    if to == "prism":
        return _export_prism(loaded, options, table, wager, out)
    priced = loaded.odds(options, table=table, wager=wager, readings=readings)
    text = to_json(loaded, priced) + "\n" if to == "json" else priced.to_csv()
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")
        note("wrote", path=out)
    return 0


def _export_prism(
    card: "RackCard", options: dict[str, str], table: str | None, wager: str | None, out: Path | None
) -> int:
    from rackcard.machine import bets
    from rackcard.report.prism import model_of

    chance = card.chance(options)
    entries = card.odds(options, table=table, wager=wager).wagers
    wanted = {(entry.terms.wager, entry.terms.table) for entry in entries}
    chosen = [bet for bet in bets(card, options) if (bet.terms.wager, bet.terms.table) in wanted]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for bet in chosen:
            path = out / f"{card.id}.{bet.terms.wager}.{bet.terms.table}.prism"
            path.write_text(model_of(bet, chance), encoding="utf-8")
        note("wrote-models", models=len(chosen), folder=out)
        return 0
    if not chosen:
        raise UsageError("no-model")
    if len(chosen) > 1:
        wagers = tuple(dict.fromkeys(bet.terms.wager for bet in chosen))
        tables = tuple(dict.fromkeys(bet.terms.table for bet in chosen))
        raise UsageError("several-models", models=len(chosen), wagers=wagers, tables=tables)
    sys.stdout.write(model_of(chosen[0], chance))
    return 0


@app.command
def diff(
    first: Annotated[str, Parameter(help="A card or house rules.")],
    second: Annotated[str, Parameter(help="Another card or other house rules.")],
    *,
    as_json: AsJson = False,
) -> int:
    """Compare two cards or two house rules: what changed, and what it does to every figure; exit 1 if they differ."""
    from rackcard.house.difference import card_difference, house_difference

    rules, others = rules_in(first), rules_in(second)
    if (rules is None) != (others is None):
        load_card(second if others is None else first)  # says what is wrong with it where it is no card
        raise UsageError("diff-kinds")
    if rules is not None and others is not None:
        found = house_difference(rules, others)
    else:
        found = card_difference(load_card(first), load_card(second))
    if as_json:
        print_json(_difference_document(found))
    else:
        _print_difference(found)
    return 1 if found.changes or found.effects else 0


def _difference_document(found: "Difference") -> dict[str, Any]:
    from rackcard.number import exact

    def figure(value: Fraction | None) -> Any:
        return None if value is None else exact(value)

    return {
        "changes": [{"path": list(one.path), "before": one.before, "after": one.after} for one in found.changes],
        "figures": [
            {"card": one.card, "wager": one.wager, "table": list(one.table), "before": figure(one.before),
             "after": figure(one.after), "at_maximum": [figure(edge) for edge in one.at_maximum]}
            for one in found.effects
        ],
    }  # fmt: skip


def _print_difference(found: "Difference") -> None:
    from rackcard.house.tables import effects_grid

    for one in found.changes:
        print(house_wording.change_line(one.path, one.before, one.after))
    if not found.changes:
        print(house_wording.NO_CHANGES)
    if not found.effects:
        print(house_wording.NO_EFFECTS)
        return
    print()
    draw(effects_grid(found))


@app.command
def schema(
    *,
    house: Annotated[
        bool, Parameter(name="--house", negative=(), help="Print the schema of house rules instead.")
    ] = False,
) -> int:
    """Print the JSON Schema of cards, or of house rules, for editors."""
    from rackcard.card.schema import card_schema
    from rackcard.house.schema import house_schema

    print_json(house_schema() if house else card_schema())
    return 0
