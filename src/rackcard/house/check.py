"""Checking house rules as a whole: what must go together, and no wager that the player beats unless it is accepted."""

from collections.abc import Mapping
from functools import lru_cache

from rackcard.card import Card
from rackcard.card.yaml import Fields, Location, Origin, parse
from rackcard.house.doubles import Bets, doubles_of
from rackcard.house.rules import HouseCard, HouseRules
from rackcard.machine import Bet, bets
from rackcard.machine.check import check
from rackcard.odds import guard
from rackcard.odds.priceable import check_priceable
from rackcard.wording.limits import stakes


def check_house(rules: HouseRules, *, is_guarded: bool = True) -> None:
    """Refuse house rules if anything in them is wrong; where they are in force already, edges are past changing."""
    for entry in rules.cards:
        _check_together(rules, entry)
        _check_bundles(rules, entry)
        if entry.card.configuration is not None and entry.card.configuration.posts:
            check(entry.card)
            check_priceable(entry.card)
        if is_guarded:
            _check_edges(rules, entry)
    _check_same_chance(rules)
    _check_doubles(rules)
    _check_amounts(rules)


def _bets(card: Card, options: Mapping[str, str]) -> list[Bet]:
    return [bet for bet in bets(card, options) if bet.terms.is_bet]


def player_edges(entry: HouseCard) -> Mapping[str, guard.Advantage]:
    """The offered wagers that the player beats at best play, each with the advantage, by the card's own wager."""
    return _player_edges(entry.card, tuple(entry.options.items()))


@lru_cache(maxsize=128)
def _player_edges(card: Card, options: tuple[tuple[str, str], ...]) -> Mapping[str, guard.Advantage]:
    """The same, kept: while house rules are being written, most of their cards stay as they are."""
    chance = card.chance(dict(options))
    found: dict[str, guard.Advantage] = {}
    for bet in _bets(card, dict(options)):
        one = guard.advantage(bet, chance)
        if one is not None:
            found.setdefault(bet.terms.group, one)
    return found


def _check_edges(rules: HouseRules, entry: HouseCard) -> None:
    for wager, found in player_edges(entry).items():
        if wager not in entry.accepted:
            code = "house-late-entry" if found.is_late else "house-player-edge"
            if found.by_taking_down:
                code = "house-take-down"
            facts = {"card": entry.card.id, "wager": wager, "edge": found.edge}
            facts |= {"unit": rules.game.unit, "units": rules.game.units}
            rules.origin.refuse(place_of(rules.origin, entry.card.id), code, **facts)


def _check_together(rules: HouseRules, entry: HouseCard) -> None:
    """Wagers that go together use the same pay table, unless the house mixes them on purpose."""
    if entry.mixed:
        return
    tables = {terms.group: terms.table for terms in entry.card.terms(entry.options)}
    for group in entry.card.together:
        used = {wager: tables[wager] for wager in group if wager in tables}
        if len(set(used.values())) > 1:
            pairs = [f"{wager} {table}" for wager, table in used.items()]
            facts = {"card": entry.card.id, "wagers": tuple(used), "tables": pairs}
            rules.origin.refuse(place_of(rules.origin, entry.card.id), "house-together", **facts)


def _check_bundles(rules: HouseRules, entry: HouseCard) -> None:
    """The parts of a bundle use the pay tables that it is priced and printed at: the first of each."""
    configuration = entry.card.configuration
    assert configuration is not None
    every = entry.card.terms(entry.options)
    group_of = {terms.wager: terms.group for terms in every}
    for terms in every:
        for part in dict.fromkeys(group_of[share.bet] for share in terms.bundle):
            if part in configuration.tables:
                facts = {"card": entry.card.id, "wager": part, "bundle": terms.group}
                place = place_of(rules.origin, entry.card.id)
                rules.origin.refuse(place, "house-bundle", **facts, table=configuration.tables[part])


def _check_same_chance(rules: HouseRules) -> None:
    """One wheel or shoe for all cards."""
    chances = {entry.card.id: entry.card.chance(entry.options) for entry in rules.cards}
    first = next(iter(chances))
    for card, chance in chances.items():
        if chance != chances[first]:
            words = {entry.card.id: entry.card.chance_words(entry.options) for entry in rules.cards}
            facts = {"card": card, "chance": words[card], "first": first, "other": words[first]}
            rules.origin.refuse(place_of(rules.origin, card), "house-other-chance", **facts)


def _check_doubles(rules: HouseRules) -> None:
    """A wager of two cards has the same limits on both."""
    every: list[Bets] = [{bet.terms.wager: bet for bet in bets(entry.card, entry.options)} for entry in rules.cards]
    for place, entry in enumerate(rules.cards):
        for name, others in doubles_of(every[place], every[:place]).items():
            first, group = rules.cards[every.index(others)], every[place][name].terms.group
            before, after = first.limits[others[name].terms.group], entry.limits[group]
            if before != after:
                facts = {"wager": group, "first": first.card.id, "card": entry.card.id}
                words = {"before": stakes(before), "after": stakes(after)}
                rules.origin.refuse(place_of(rules.origin, entry.card.id), "house-double", **facts, **words)


def _check_amounts(rules: HouseRules) -> None:
    """The minimum bet on every wager can be made, and is paid at even money."""
    every = [(one.least, wager) for entry in rules.cards for wager, one in entry.limits.items()]
    least, wager = max(every)
    payout = 0 if rules.payout is None else rules.payout.amount
    for name, code, most in (
        ("seat max", "house-limits.seat", rules.seat_max),
        ("table max", "house-limits.table", rules.table_max),
        ("payout limit", "house-payout.low", payout),
    ):
        if 0 < most < least:
            node = next(value for key, value in parse(rules.origin).pairs() if key.value == name)
            rules.origin.refuse(node.location, code, most=most, least=least, wager=wager)


def place_of(origin: Origin, card: str) -> Location:
    """The place of a card in the file."""
    root = parse(origin)
    for key, value in root.pairs():
        if key.value == "cards" and isinstance(value, Fields):
            return next((one.location for one in value.keys if one.value == card), value.location)
    return root.location
