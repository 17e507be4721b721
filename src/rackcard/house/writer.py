"""Writing house rules: the text of a file that reads back as the same rules, with the same hash."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rackcard.card import card_ids
from rackcard.card.catalogue import load, loads
from rackcard.house.rules import Approval, BetLimits, HouseCard, HouseRules, PayoutLimit
from rackcard.wording.limits import PAYOUT_SCOPES

WIDTH = 100
"""A mapping or list that fits into this many columns is written on one line."""

_PLAIN = re.compile(r"[\w$(](?:[\w $.,/()'’%+–-]*[\w.)%])?")
"""A text that needs no quotes."""

Fields = dict[str, Any]
"""House rules as a file has them: text, lists and mappings."""
Pair = tuple[int, int]
"""A minimum and a maximum, in cents; a maximum of 0 is none."""


def written(fields: Mapping[str, Any]) -> str:
    """The fields of house rules as the text of a file; each card begins a line.

    >>> print(written({"house": "h", "min": "$1,000", "cards": {"craps": {"options": {"odds": "3-4-5x"}}}}), end="")
    house: h
    min: $1,000
    cards:
      craps: {options: {odds: 3-4-5x}}
    """
    lines: list[str] = []
    for name, value in fields.items():
        if name == "cards":
            lines.append("cards:")
            for card, entry in value.items():
                lines += _lines(card, entry, "  ")
        else:
            lines += _lines(name, value, "")
    return "\n".join(lines) + "\n"


def money(cents: int) -> str:
    """An amount as house rules write it.

    >>> money(5000000), money(250)
    ('$50,000', '$2.50')
    """
    whole, part = divmod(cents, 100)
    return f"${whole:,}" + (f".{part:02}" if part else "")


def payout_words(payout: PayoutLimit) -> str:
    """A payout limit as house rules write it."""
    return f"{money(payout.amount)} for each {PAYOUT_SCOPES[payout.scope]}"


# ---- the fields


def house_fields(rules: HouseRules) -> Fields:
    """The fields of house rules, limits that are the same for many wagers once."""
    around = _shared((pair for card in rules.cards for pair in _pairs(card)), (rules.chip, 0))
    fields: Fields = {
        "house": rules.id,
        "name": rules.name,
        "game": rules.game.id,
        "jurisdiction": rules.jurisdiction,
        "chip": money(rules.chip),
        "rounding": f"the {rules.rounding}",
        "pays said": rules.pays_said,
        "payout limit": "" if rules.payout is None else payout_words(rules.payout),
        "seats": str(rules.seats),
        "books": "the dealer" if rules.books == "dealer" else "the players",
        **_limits(around, (rules.chip, 0)),
        "seat max": money(rules.seat_max) if rules.seat_max else "",
        "table max": money(rules.table_max) if rules.table_max else "",
        "approval": _approval(rules.approval),
        "cards": {card.card.id: _card(card, around) for card in rules.cards},
        "accepts": {card.card.id: list(card.accepted) for card in rules.cards if card.accepted},
    }
    return {name: value for name, value in fields.items() if value}


def _approval(approval: Approval | None) -> Fields:
    """What waits for a supervisor."""
    if approval is None:
        return {}
    fields = {
        "payout multiple": str(approval.payout_multiple or ""),
        "payout amount": money(approval.payout_amount) if approval.payout_amount else "",
        "voids": "two supervisors" if approval.second_for_voids else "",
        "rules": "two supervisors" if approval.second_for_rules else "",
    }
    return {name: value for name, value in fields.items() if value}


def _card(entry: HouseCard, around: Pair) -> Fields:
    configuration = entry.card.configuration
    assert configuration is not None
    own = _shared(_pairs(entry), around)
    wagers = {wager: _wager(wager, configuration.tables, limits, own) for wager, limits in entry.limits.items()}
    fields: Fields = {
        "file": "" if is_shipped(entry) else f"{entry.card.id}.yaml",
        "options": _options(entry),
        **_offered(entry),
        "mixed tables": "yes" if entry.mixed else "",
        "posts": {wager: dict(post) for wager, post in configuration.posts.items()},
        "wagers": {wager: one for wager, one in wagers.items() if one},
        **_limits(own, around),
    }
    return {name: value for name, value in fields.items() if value}


def is_shipped(entry: HouseCard) -> bool:
    """Whether a card of the house is a shipped one, unchanged, so that the file need only name it."""
    return entry.card.id in card_ids() and load(entry.card.id).sha256 == entry.card.sha256


def _options(entry: HouseCard) -> Fields:
    """The options that are not at the default of the document; one that is a list as a list."""
    document = loads(entry.card.origin.text)
    return {
        name: list(option.names(entry.options[name])) if option.many else entry.options[name]
        for name, option in document.options.items()
        if entry.options[name] != option.default
    }


def _offered(entry: HouseCard) -> Fields:
    """The wagers on offer, by whichever list is the shorter."""
    configuration = entry.card.configuration
    assert configuration is not None
    if len(entry.limits) < len(configuration.left_out):
        return {"only": list(entry.limits)}
    return {"leaves out": list(configuration.left_out)}


def _wager(wager: str, tables: Mapping[str, str], limits: BetLimits, around: Pair) -> Fields:
    return ({"pays": tables[wager]} if wager in tables else {}) | _limits((limits.least, limits.most), around)


def _pairs(entry: HouseCard) -> list[Pair]:
    return [(one.least, one.most) for one in entry.limits.values()]


def _shared(pairs: Iterable[Pair], around: Pair) -> Pair:
    """The limits to write once for many wagers: the most common; no maximum where one of them has none."""
    counted = Counter(pairs)
    least, most = counted.most_common(1)[0][0]
    return (least, around[1]) if any(not pair[1] for pair in counted) else (least, most)


def _limits(own: Pair, around: Pair) -> Fields:
    """What limits must say where those around them are known."""
    least = {"min": money(own[0])} if own[0] != around[0] else {}
    return least | ({"max": money(own[1])} if own[1] != around[1] else {})


# ---- YAML


def _lines(name: str, value: Any, indent: str) -> list[str]:
    """A field: on one line where it fits."""
    key = f"{indent}{_scalar(name)}:"
    if not isinstance(value, Mapping | list):
        return [f"{key} {_scalar(str(value))}"]
    line = f"{key} {_flow(value)}"
    if len(line) <= WIDTH or not value:
        return [line]
    inner = f"{indent}  "
    if isinstance(value, Mapping):
        return [key, *(line for field, one in value.items() for line in _lines(str(field), one, inner))]
    return [key, *(f"{inner}- {_flow(one)}" for one in value)]


def _flow(value: Any) -> str:
    match value:
        case Mapping():
            return "{" + ", ".join(f"{_scalar(str(name), ',')}: {_flow(one)}" for name, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case _:
            return _scalar(str(value), ",")


def _scalar(text: str, meaning: str = "") -> str:
    """A text, in quotes where it would read as something else; ``meaning`` are signs that mean something here."""
    if _PLAIN.fullmatch(text) and not any(sign in text for sign in meaning):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
