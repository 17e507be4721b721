"""A card's phrases said in plain sentences: one way of saying each alternative of the grammar, for every card alike."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lark import Token, Transformer, v_args

from rackcard.card.phrases import phrase_tree

NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def listed(words: list[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["8", "18", "28"], "or"), listed(["8"])
    ('8, 18 or 28', '8')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def article(number: str) -> str:
    """A number as a thing.

    >>> article("8"), article("7"), article("11")
    ('an 8', 'a 7', 'an 11')
    """
    return f"an {number}" if number in ("8", "11", "18") else f"a {number}"


def _roll(numbers: list[str]) -> str:
    return listed([article(numbers[0]), *numbers[1:]], "or")


@v_args(inline=True)
class _Spoken(Transformer[Token, Any]):
    """What follows "if" or "when" for every event and condition; whole sentences for when to bet."""

    def or_numbers(self, *tokens: Token) -> list[str]:
        return [str(token) for token in tokens]

    numbers = or_names = names = or_numbers

    # ---- what one outcome does
    def rolled(self, numbers: list[str]) -> str:
        return f"{_roll(numbers)} is rolled"

    def hard(self, number: Token) -> str:
        return f"a hard {number} is rolled (both dice {int(number) // 2})"

    def on_come_out(self, numbers: list[str]) -> str:
        return f"{_roll(numbers)} is rolled on the come-out"

    def any_seven(self) -> str:
        return "a 7 is rolled"

    def seven_out(self) -> str:
        return "the shooter sevens out (a 7 with a point on)"

    def point_made(self, numbers: list[str]) -> str:
        return f"a point of {listed(numbers, 'or')} is made"

    def line_wins(self) -> str:
        return "the line wins (7 or 11 on the come-out, or the point made)"

    def line_loses(self) -> str:
        return "the line loses (2, 3 or 12 on the come-out, or a 7 with a point on)"

    def line_decided(self) -> str:
        return "the line is decided"

    def this_place(self) -> str:
        return "the ball lands on a number that it covers"

    def group(self, name: Token) -> str:
        return f"the number is {name}"

    def span(self, low: Token, high: Token) -> str:
        return f"the number is from {low} to {high}"

    def column(self, number: Token) -> str:
        return f"the number is in column {number}"

    def holding(self, total: Token, cards: Token | None = None) -> str:
        return article(str(total)) if cards is None else f"a {NUMERALS[int(cards)]}-card {total}"

    def side_wins(self, side: Token, holding: str | None = None) -> str:
        return f"the {side} wins" + (f" with {holding}" if holding else "")

    def tie(self) -> str:
        return "player and banker tie"

    def beats(self, winner: str, loser: str) -> str:
        return f"{winner} beats {loser}, whichever side holds it"

    def both_have(self, holding: str) -> str:
        return f"player and banker both have {holding}"

    def one_has(self, holding: str) -> str:
        return f"one of the two hands has {holding}"

    def side_pair(self, side: Token) -> str:
        return f"the first two cards of the {side} are a pair"

    def one_pair(self) -> str:
        return "the first two cards of one hand are a pair"

    def both_pair(self) -> str:
        return "the first two cards of both hands are pairs"

    def same_pair(self) -> str:
        return "the first two cards of both hands are pairs of the same rank"

    def won_by(self, points: Token) -> str:
        return f"one hand wins by exactly {points} {'point' if points == '1' else 'points'}"

    # ---- what must have happened
    def happened(self, clause: str, times: Token | None = None) -> str:
        if times is None or times == "1":
            return clause
        several = " in all" if " or " in clause else ""
        return f"{clause} {NUMERALS.get(int(times), times)} times{several}"

    def all_rolled(self, numbers: list[str]) -> str:
        return f"{listed(numbers)} have all been rolled" if len(numbers) > 1 else f"{_roll(numbers)} is rolled"

    def all_made(self, numbers: list[str]) -> str:
        return f"the points {listed(numbers)} have all been made" if len(numbers) > 1 else self.point_made(numbers)

    def any_wager(self, names: list[str]) -> str:
        return f"any one of these wins: {', '.join(f'<{name}>' for name in names)}"

    def no_rule(self) -> str:
        return ""

    def spins_these(self, spins: list[str], numbers: list[str]) -> str:
        return f"spins {listed(spins)} are {listed(numbers)}, in any order"

    def spins_among(self, spins: list[str], numbers: list[str]) -> str:
        return f"spins {listed(spins)} are each {listed(numbers, 'or')}"

    def spins_row(self, spins: list[str], order: str, ring: str) -> str:
        return f"spins {listed(spins)} are numbers in a row, {order}{ring}"

    def spins_apart(self, spins: list[str], gap: Token, ring: str) -> str:
        return f"spins {listed(spins)} lie {gap} apart{ring}"

    def any_order(self) -> str:
        return "in any order"

    def in_order(self) -> str:
        return "in order, rising or falling"

    def no_ring(self) -> str:
        return ""

    def with_ring(self) -> str:
        return " (36 lies beside 1)"

    # ---- what a ladder counts
    def different_numbers(self) -> str:
        return "how many different numbers are rolled, each counted once"

    def different_points(self) -> str:
        return "how many different points are made, each counted once"

    def points_made(self) -> str:
        return "how many points are made"

    def line_wins_counted(self) -> str:
        return "how many times the line wins (7 or 11 on the come-out, or the point made)"

    # ---- when it ends, when it counts, when it may be bet
    def ends_on(self, clause: str) -> str:
        return clause

    def ends_after(self, count: Token, unit: Token) -> str:
        one = unit.removesuffix("s")
        return f"one {one}" if count == "1" else f"{NUMERALS[int(count)]} {one}s"

    def works_always(self) -> str:
        return ""

    def works_with_point(self) -> str:
        return "It is off on come-out rolls: nothing counts for it and nothing loses."

    def opens_window(self, window: str, guard: str = "") -> str:
        return f"Bet {window}{guard}."

    def any_outcome(self, unit: Token) -> str:
        return f"before any {unit.removesuffix('s')}"

    def before_come_out(self) -> str:
        return "before a come-out roll"

    def after_come_out(self) -> str:
        return "after the come-out, with a point on"

    def first_of_round(self) -> str:
        return "before the first roll of a round"

    def while_unmarked(self) -> str:
        return ", as long as nothing is marked for that wager"

    def while_none_up(self) -> str:
        return ", as long as none of these wagers is still up from earlier"

    def requires_nothing(self) -> str:
        return ""

    def requires_wager(self, card: Token, wagers: list[str]) -> str:
        return f"You must also have a wager up on {listed([f'<{name}>' for name in wagers], 'or')} ({card})."

    def each_place(self, place: Token, wheel: Token) -> str:
        return f"It may stand on any {place} of the {wheel} layout."


_say: Callable[[Any], Any] = _Spoken().transform

KINDS = {"wins": "condition", "when": "condition"}
"""The grammar's name for the phrase of a field, where it is not the field's own."""


@cache
def spoken(field: str, phrase: str) -> str:
    """A phrase of a card in plain words, or nothing where there is nothing to say.

    >>> spoken("wins", "2 rolled 2 times"), spoken("ends", "any seven")
    ('a 2 is rolled two times', 'a 7 is rolled')
    >>> spoken("opens", "before any roll, while the wager has no marks")
    'Bet before any roll, as long as nothing is marked for that wager.'
    """
    return str(_say(phrase_tree(KINDS.get(field, field), phrase))) if phrase else ""


def with_names(clause: str, names: Mapping[str, str]) -> str:
    """A clause with the wagers it cites by the names they bear on the layout."""
    for wager, name in names.items():
        clause = clause.replace(f"<{wager}>", name)
    return clause


def sentence(clause: str) -> str:
    """A clause as a sentence of its own.

    >>> sentence("a 7 is rolled")
    'A 7 is rolled.'
    """
    return clause[:1].upper() + clause[1:] + ("" if clause.endswith(".") else ".")
