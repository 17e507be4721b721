"""The cards on a table: each one read, checked and guarded before it takes a wager."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Annotated

from rackcard.card import Card, CardError, OptionError, card_ids
from rackcard.card.catalogue import load, loads
from rackcard.house.doubles import doubles_of
from rackcard.machine import Bet, Result
from rackcard.machine.check import check
from rackcard.money import Rounding, to_chips
from rackcard.odds import guard
from rackcard.odds.course import course_of
from rackcard.odds.from_state import here
from rackcard.odds.optimal_play import best, riding_from
from rackcard.odds.take_down import comes_down, first_states
from rackcard.table.behind import possible_results
from rackcard.table.command import Schema, TextField
from rackcard.table.commission import put_down, taken_from_win
from rackcard.table.reckoned import Reckoned
from rackcard.table.state import EDITION, Offering, Refusal

CARD_FIELDS = ("card", "text", "options", "tables", "accept")
CARDS_MAX = 32


@dataclass(frozen=True)
class CardEntry:
    """A card that somebody wants on a table: a shipped one by its id or any by its text, and how it is set."""

    card: str = ""
    text: str | None = None
    options: Mapping[str, str] | None = None
    tables: Mapping[str, str] | None = None
    accept: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardEntries:
    """The cards of a command."""

    def read(self, name: str, value: object) -> tuple[CardEntry, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= CARDS_MAX:
            raise Refusal("bad-cards", most=CARDS_MAX)
        return tuple(map(read_entry, value))

    def schema(self) -> Schema:
        words: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
        properties: Schema = {
            "card": {"type": "string", "description": "the id of a shipped card"},
            "text": {"type": "string", "description": "the text of any other card"},
            "options": words | {"description": "a value for each option that is not left at its default"},
            "tables": words | {"description": "a pay table for each wager that does not use its first"},
            "accept": {
                "type": "array",
                "items": {"type": "string"},
                "description": "wagers to offer despite the player edge",
            },
        }
        entry: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {"type": "array", "minItems": 1, "maxItems": CARDS_MAX, "items": entry}


CARDS = Annotated[tuple[CardEntry, ...], CardEntries(), "the cards on the table"]


def read_entry(given: object) -> CardEntry:
    """One card of a command."""
    if not isinstance(given, Mapping):
        raise Refusal("bad-cards.entry")
    unknown = [str(name)[:40] for name in given if name not in CARD_FIELDS]
    if unknown:
        raise Refusal("unknown-field.card", field=unknown[0], fields=CARD_FIELDS)
    accept = given.get("accept", [])
    if not isinstance(accept, list | tuple) or not all(isinstance(name, str) for name in accept):
        raise Refusal("bad-cards.accept")
    text = str(given["text"]) if "text" in given else None
    if text is None and "card" not in given:
        raise Refusal("missing-field", command="open", field="card")
    return CardEntry(
        card="" if text is not None else TextField(80).read("card", given["card"]),
        text=text,
        options=_strings(given, "options"),
        tables=_strings(given, "tables"),
        accept=tuple(accept),
    )


def _strings(given: Mapping[str, object], name: str) -> dict[str, str]:
    value = given.get(name, {})
    if not isinstance(value, Mapping) or not all(isinstance(v, str) for pair in value.items() for v in pair):
        raise Refusal("bad-cards.words", field=name)
    return dict(value)


@Reckoned
def offerings(entries: tuple[CardEntry, ...], game: str) -> tuple[Offering, ...]:
    """The cards to offer, each one read, checked and guarded."""
    offered = tuple(_offering(entry, game) for entry in entries)
    ids = [offering.card.id for offering in offered]
    for card in ids:
        if ids.count(card) > 1:
            raise Refusal("card-twice", card=card)
    verify_same_chance(offered)
    return without_doubles(offered)


def without_doubles(offered: tuple[Offering, ...]) -> tuple[Offering, ...]:
    """The cards, each without the wagers that a card before it offers in the same way."""
    kept: list[Offering] = []
    for offering in offered:
        doubles = tuple(doubles_of(offering.bets, [one.bets for one in kept]))
        kept.append(replace(offering, doubles=doubles) if doubles else offering)
    return tuple(kept)


def verify_same_chance(offered: Iterable[Offering]) -> None:
    """One wheel or shoe for all cards, those of wagers that are still up included."""
    offered = tuple(offered)
    if len({offering.game for offering in offered}) > 1:
        raise Refusal("other-variant")
    if len({offering.card.chance(offering.options) for offering in offered}) > 1:
        raise Refusal("other-chance")


def _written(text: str) -> Card:
    """A card from its text, refused where anything in it is wrong under any options."""
    card = loads(text)
    check(card)
    return card


def _offering(entry: CardEntry, game: str) -> Offering:
    try:
        (entry.text or "").encode()
        card = _written(entry.text) if entry.text is not None else _shipped(entry.card)
        options = card.settled(entry.options)
    except (CardError, OptionError) as error:
        raise Refusal("bad-card", reason=str(error.args[0])) from None
    except UnicodeEncodeError:
        raise Refusal("bad-card.unicode") from None
    if card.game.id != game:
        raise Refusal("other-game", card=card.title, game=card.game.id, table_game=game)
    tables = dict(entry.tables or {})
    _verify_tables(card, options, tables)
    verify_together(card, options, tables)
    wagers = {terms.wager for terms in card.terms(options)}
    strange = [name[:40] for name in entry.accept if name not in wagers]
    if strange:
        raise Refusal("bad-cards.accept-wager", card=card.title, wager=strange[0])
    offering = Offering(card.origin.text, card.sha256, options, tables, entry.accept)
    try:
        _guard(offering)
    except CardError as error:  # a wager that no method solves
        raise Refusal("bad-card", reason=str(error)) from None
    return offering


def _verify_tables(card: Card, options: Mapping[str, str], tables: Mapping[str, str]) -> None:
    """Every pay table that was asked for exists."""
    groups: dict[str, list[str]] = {}
    for terms in card.terms(options):
        groups.setdefault(terms.group, []).append(terms.table)
    for wager, table in tables.items():
        if table not in groups.get(wager, []):
            raise Refusal("no-such-table.pay", card=card.title, pay_table=table, wager=wager)


def verify_together(card: Card, options: Mapping[str, str], tables: Mapping[str, str]) -> None:
    """Wagers that a card puts together use the same pay table."""
    first: dict[str, str] = {}
    names: dict[str, str] = {}
    for terms in card.terms(options):
        first.setdefault(terms.group, terms.table)
        names.setdefault(terms.group, terms.title)
    for group in card.together:
        at = {wager: tables.get(wager, first[wager]) for wager in group if wager in first}
        other = next((wager for wager, table in at.items() if table != next(iter(at.values()))), None)
        if other is not None:
            wager = next(iter(at))
            raise Refusal(
                "mixed-tables", card=card.title, wager=names[wager], pay_table=at[wager],
                other=names[other], other_table=at[other],
            )  # fmt: skip


def _shipped(name: str) -> Card:
    """A card by its id; a table never reads a file that a command names."""
    if name not in card_ids():
        raise Refusal("no-such-card", card=name, cards=card_ids())
    return load(name)


def beaten(offering: Offering) -> dict[str, guard.Advantage]:
    """The wagers of a card that the player beats at best play, each with the player's advantage."""
    chance = offering.card.chance(offering.options)
    found = {name: guard.advantage(bet, chance) for name, bet in offering.bets.items() if bet.terms.is_bet}
    return {name: one for name, one in found.items() if one is not None}


def edge_as_paid(
    offering: Offering,
    bet: Bet,
    stake: int,
    chip: int,
    rounding: Rounding,
    state: int | None = None,
    *,
    edition: int = EDITION,
) -> Fraction:
    """The player's edge on a stake that is paid in chips, at the play that is best for what is paid.

    With ``state``, from where the wager starts now. Where parts may be claimed, a player can choose them so that
    rounding gives almost a whole chip on all that the wager is paid: that much is counted. Where a bet may come down
    after an outcome, the player takes it down when that is best. Before the first edition that was left out, and play
    from a state was the best for what is due.
    """
    put = stake + put_down(bet, stake, chip, rounding)
    down = Fraction(put, stake) if edition and comes_down(bet) and not bet.turns else None
    if (bet.machine.claims and (state is None or edition)) or down is not None:
        given = _given_to_parts(bet, chip, rounding, edition)
        back = _best_paid(offering, bet, stake, chip, rounding, state, down, given)
    else:
        back = _mean_paid(offering, bet, stake, chip, rounding, state)
    return back / put - 1


def _given_to_parts(bet: Bet, chip: int, rounding: Rounding, edition: int) -> Fraction:
    """The most that a player can gain by claiming parts: of what is paid, and of commission on what is left.

    Either is rounded once for all parts, by less than a chip.
    """
    if not bet.terms.partial:
        return Fraction(0)
    even = even_stake(bet, chip, is_commission_whole=edition > 0)
    gains = rounding == "player", edition > 0 and bet.terms.commission is not None and bet.terms.commission.is_rounded
    return sum(gains) * (chip - Fraction(chip * chip, even))


def _best_paid(
    offering: Offering,
    bet: Bet,
    stake: int,
    chip: int,
    rounding: Rounding,
    state: int | None,
    down: Fraction | None,
    given: Fraction,
) -> Fraction:
    """What comes back of a stake on average, in chips, at best play; ``down`` comes back of a unit taken down."""
    chance = offering.card.chance(offering.options)
    due = [_exact(bet, result, stake, chip) if result.pay is not None else Fraction(0) for result in bet.results]
    paid = [Fraction(to_chips(one, chip, rounding)[0]) for one in due]

    def value(each: list[Fraction]) -> Fraction:
        worth = tuple(one / stake for one in each)
        if state is None and down is None:
            return best(bet.machine, chance, worth).value
        begin = first_states(bet, chance) if state is None else (state,)  # every start, where this one is not known
        riding = riding_from(bet.machine, chance, worth, down, begin)
        return max(riding[start] for start in begin)

    whole = value(paid)
    return stake * max(whole, value(due) + given / stake if given else whole)


def _mean_paid(
    offering: Offering, bet: Bet, stake: int, chip: int, rounding: Rounding, state: int | None
) -> Fraction:  # fmt: skip
    """What comes back of a stake on average, in chips, where the player has nothing to decide."""
    chance = offering.card.chance(offering.options)
    if state is None:
        outcomes = guard.against_best_play(bet, chance).outcomes
        due = [(one.probability, one.result) for one in outcomes if one.net is not None]
    else:
        due = list(zip(here(bet, chance, state).probabilities, bet.results, strict=True))
    paid = ((probability, _exact(bet, result, stake, chip)) for probability, result in due if probability)
    return sum((probability * to_chips(exact, chip, rounding)[0] for probability, exact in paid), Fraction(0))


def _exact(bet: Bet, result: Result, stake: int, chip: int) -> Fraction:
    """What a result returns of a stake, its commission taken out, before it is paid in chips."""
    return stake * (1 + result.net + result.commission) - taken_from_win(bet, result, stake, chip)


def even_stake(bet: Bet, chip: int, state: int | None = None, *, is_commission_whole: bool = True) -> int:
    """The least stake that every result pays in whole chips, its commission too; so does any multiple of it.

    With ``state``, every result that the wager may come to from there. Tables of the first edition left commission
    out that is rounded down to the chip.
    """
    results: Iterable[Result] = course_of(bet).endings if bet.turns else bet.results
    if state is not None:
        results = [bet.results[result] for result in possible_results(bet, state)]
    rounded = bet.terms.commission is not None and bet.terms.commission.is_rounded
    posted = [one for one in results if one.pay is not None]
    taken = [bet.commission, *(one.commission for one in posted if rounded)]
    nets = (one.net + one.commission if rounded else one.net for one in posted)
    whole = taken if is_commission_whole or not rounded else ()
    return chip * lcm(*(share.denominator for share in (*whole, *nets)))


def _guard(offering: Offering) -> None:
    """No table opens a wager that the player beats unless the operator says so by name."""
    for name, found in beaten(offering).items():
        if name not in offering.accepted:
            raise _player_edge(offering, offering.bets[name], found)


def _player_edge(offering: Offering, bet: Bet, found: guard.Advantage) -> Refusal:
    card, wager = offering.card, bet.terms.name
    if found.by_taking_down:
        facts = {"wager": wager, "unit": card.game.unit}
        if found.edge is None:
            return Refusal("player-edge.take-down-unknown", **facts)
        return Refusal("player-edge.take-down", edge=found.edge, **facts)
    if found.edge is None:
        return Refusal("player-edge.unknown", wager=wager)
    if found.after:
        key = "player-edge.late-round" if bet.terms.opens.guard == "unmarked" else "player-edge.late"
        return Refusal(key, edge=found.edge, wager=wager, after=found.after, unit=card.game.unit)
    safe = guard.safe_reading(card, guard.against_best_play(bet, card.chance(offering.options)))
    if safe is None:
        return Refusal("player-edge", edge=found.edge, wager=wager)
    return Refusal(
        "player-edge.reading",
        edge=found.edge, wager=wager, option=safe.option, value=safe.value, house_edge=safe.house_edge,
    )  # fmt: skip
