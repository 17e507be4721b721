"""What commands on cards take: cards, house rules, options and weights as they are named on a command line."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rackcard.cli.common import UsageError
from rackcard.cli.standard_input import STANDARD_INPUT, standard_input

if TYPE_CHECKING:
    from rackcard.api import RackCard
    from rackcard.games.device import Chance
    from rackcard.house import HouseRules

CardName = Annotated[
    str, Parameter(help="A shipped card's id, or the path of a card file or of house rules; - reads standard input.")
]
OneCardName = Annotated[str, Parameter(help="A shipped card's id, or the path of a card file; - reads standard input.")]
House = Annotated[Path | None, Parameter(name="--house", help="The path of house rules: the card as they offer it.")]
Settings = Annotated[
    list[str] | None,
    Parameter(name="--set", negative=(), help="Set an option, as in --set ends=any-seven; may be repeated."),
]
TableName = Annotated[str | None, Parameter(name="--table", help="Only this pay table.")]
WagerName = Annotated[str | None, Parameter(name="--wager", help="Only this wager.")]
Weights = Annotated[
    str | None,
    Parameter(
        help="Other weights: 7=7,2=1/2 or 6-6=2 for two dice, 11=30 or 6-6-6=2 for three, 17=2 for a wheel, "
        "K=31,9=30 for a shoe."
    ),
]


def settings(given: list[str] | None) -> dict[str, str]:
    """The options that are set on the command line, by name."""
    chosen: dict[str, str] = {}
    for setting in given or ():
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not name:
            raise UsageError("set-without-name")
        if not equals:
            raise UsageError("set-without-value", setting=name)
        if name in chosen:
            raise UsageError("set-twice", setting=name, first=chosen[name], second=value)
        chosen[name] = value
    return chosen


def load_card(card: str) -> "RackCard":
    """A card by its id or path, or from standard input."""
    from rackcard.api import load, loads

    return loads(standard_input(), STANDARD_INPUT) if card == STANDARD_INPUT else load(card)


def load_rules(path: Path, command: str = "") -> "HouseRules":
    """House rules by the path of their file; a card in their place is named for what it is."""
    from rackcard.card import card_ids
    from rackcard.card.yaml import read_text
    from rackcard.house import load_house
    from rackcard.house.reader import is_card

    if (str(path) in card_ids() and not path.exists()) or (path.is_file() and is_card(read_text(path))):
        raise UsageError("card-not-house", path=path, command=command or "--house")
    if not path.exists():
        raise UsageError("no-house-file", path=path)
    return load_house(path)


def rules_in(name: str) -> "HouseRules | None":
    """The house rules in a file, or None where it is a card."""
    from rackcard.card.yaml import Origin, read_text
    from rackcard.house.reader import is_house, read_house

    if name == STANDARD_INPUT:
        origin = Origin(STANDARD_INPUT, standard_input())
        return read_house(origin, Path()) if is_house(origin) else None
    path = Path(name)
    return load_rules(path) if path.is_file() and is_house(read_text(path)) else None


def chosen_cards(card: str, house: Path | None = None) -> "tuple[list[RackCard], HouseRules | None]":
    """One card, as house rules offer it where they are given; or every card of the house rules that are named."""
    from rackcard.api import RackCard

    rules = rules_in(card) if house is None else load_rules(house)
    if rules is None:
        return [load_card(card)], None
    if house is None:
        return [RackCard.of(entry.card) for entry in rules.cards], rules
    entry = rules.entry(card)
    if entry is None:
        raise UsageError("not-in-house", card=card, house=rules.id, known=rules.card_ids)
    return [RackCard.of(entry.card)], rules


def one_card(card: str, house: Path | None, setting: list[str] | None) -> "tuple[RackCard, dict[str, str]]":
    """One card, as house rules offer it where they are given, and the options that are set for it."""
    found, rules = chosen_cards(card, house)
    if house is None and rules is not None:
        raise UsageError("which-card", house=rules.id, known=rules.card_ids)
    return found[0], own_settings(rules, setting)


def own_settings(rules: "HouseRules | None", setting: list[str] | None) -> dict[str, str]:
    """The options set on the command line; house rules have set theirs, and their hash is for those."""
    if rules is not None and setting:
        raise UsageError("house-sets-options", house=rules.id)
    return settings(setting)


def chance_of(card: "RackCard", options: dict[str, str], weights: str | None) -> "Chance | None":
    """The card's dice, wheel or shoe with the weights given on the command line."""
    if weights is None:
        return None
    from rackcard.number import parse_number

    pairs: dict[str, Fraction] = {}
    for part in weights.split(","):
        name, _, value = part.partition("=")
        try:
            pairs[name.strip()] = parse_number(value.strip())
        except ValueError:
            raise UsageError("bad-weight", part=part) from None
    return card.chance(options).weighted(pairs)
