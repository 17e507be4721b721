"""A bet as a player calls it to the dealer: the seat, the amount and the wager in a few words, "2 25 hard 8"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rackcard.machine import Bet
from rackcard.money import amount as read_amount
from rackcard.table.behind import line_phase, parents
from rackcard.table.state import Refusal, Table

WORDS = re.compile(r"[a-z]+|[0-9]+")
LIKELY = 6
"""How many wagers are named where a call may mean several."""
DEALERS = ("for the dealers", "for dealers", "dealers", "toke")
"""How a call says that the bet is for the dealers, at its end."""
DOWN = ("down", "off")
"""How a call says that a bet comes down, in place of an amount."""
NUMBER_LEFT = 10
"""What a number of a wager's name that a call leaves out weighs against a word that it leaves out."""


@dataclass(frozen=True)
class CallBet:
    """A bet that was called, or one that is to come down."""

    seat: int
    card: int
    wager: str
    name: str
    """The wager's name on the layout."""
    amount: int = 0
    """In cents; zero where the bet comes down."""
    behind: int | None = None
    """The number of the bet that it goes behind, where there are several."""
    up: int | None = None
    """The number of the bet that comes down."""
    is_toke: bool = False

    def command(self) -> dict[str, int | str | bool]:
        """The command that books it."""
        if self.up is not None:
            return {"do": "take-down", "seat": self.seat, "wager": self.up}
        found: dict[str, int | str | bool] = {
            "do": "bet", "seat": self.seat, "card": self.card, "wager": self.wager, "amount": self.amount,
        }  # fmt: skip
        found |= {} if self.behind is None else {"behind": self.behind}
        return found | ({"toke": True} if self.is_toke else {})


@dataclass(frozen=True)
class Named:
    """A wager that a call may mean; the smaller ``distance``, the closer is its name."""

    distance: int
    card: int
    bet: Bet

    @property
    def name(self) -> str:
        return self.bet.terms.name


def read_call(table: Table, text: str, selected: int | None = None) -> CallBet:
    """A call as it was typed; a Refusal says which part was not understood. Without a seat it is for the selected one.

    >>> words("2 25 hard8")
    ['2', '25', 'hard', '8']
    """
    given, is_toke = _for_dealers(" ".join(text.lower().split()))
    parts = given.split()
    seat, rest = _seat(table, parts, selected)
    if not rest:
        raise Refusal("bad-call.short", example=example(table))
    if rest[0] in DOWN:
        return _down(table, seat, " ".join(rest[1:]), is_toke=is_toke)
    cents = _amount(rest[0])
    if len(rest) < 2:
        raise Refusal("bad-call.short", example=example(table))
    said = " ".join(rest[1:])
    found, behind = _wager(table, seat, said)
    terms = found.bet.terms
    return CallBet(seat, found.card, terms.wager, terms.name, cents, behind, is_toke=is_toke)


def example(table: Table) -> str:
    """A call that this table would take."""
    bet = next(iter(table.offerings[table.current[-1]].bets.values()))
    return f"2 25 {bet.terms.name.lower()}"


def words(text: str) -> list[str]:
    """The words and numbers of a call or a name."""
    return WORDS.findall(text.lower().replace("'", "").replace("’", ""))


def _for_dealers(text: str) -> tuple[str, bool]:
    ending = next((one for one in DEALERS if text.endswith(f" {one}")), None)
    return (text, False) if ending is None else (text.removesuffix(ending).strip(), True)


def _seat(table: Table, parts: list[str], selected: int | None) -> tuple[int, list[str]]:
    """Whose bet it is, and what follows: a call of one number is for the seat that is selected."""
    has_seat = len(parts) > 1 and parts[0].isascii() and parts[0].isdigit() and _is_amount_or_down(parts[1])
    if has_seat and int(parts[0]) in table.seats:
        return int(parts[0]), parts[1:]
    if has_seat or selected is None or selected not in table.seats:
        raise Refusal("bad-call.seat", seat=parts[0][:20] if parts else "", seats=tuple(sorted(table.seats)))
    return selected, parts


def _is_amount_or_down(word: str) -> bool:
    return word in DOWN or word.lstrip("$")[:1].isdigit()


def _amount(word: str) -> int:
    try:
        return read_amount(word)
    except ValueError:
        raise Refusal("bad-call.amount", word=word[:20]) from None


def _wager(table: Table, seat: int, said: str) -> tuple[Named, int | None]:
    """The one wager that a call means, and the bet that it goes behind where the call says its point."""
    try:
        return _meant(table, said), None
    except Refusal as refusal:
        *rest, point = words(said) or [""]
        behind = _closest(table, " ".join(rest)) if point.isdigit() and rest else []
        if not behind or behind[0].bet.terms.behind is None:
            raise refusal from None
    found = behind[0]
    for number, wager in parents(table, seat, found.card, found.bet).items():
        game = table.bet_of(wager).terms.game
        if game.phase_numbers.get(game.phases[line_phase(table, wager)]) == int(point):
            return found, number
    raise Refusal("bad-call.point", wager=found.name, point=point, seat=seat)


def _meant(table: Table, said: str) -> Named:
    found = _closest(table, said)
    if not found:
        raise Refusal("bad-call.wager", words=said[:60])
    equal = [one for one in found if one.distance == found[0].distance]
    names = {one.name for one in equal}
    if len(names) > 1 and not said.isdigit():  # a number alone is bet on the number's own place, the first on the card
        raise Refusal("bad-call.several", words=said[:60], wagers=tuple(one.name for one in equal[:LIKELY]))
    return found[0]


def _closest(table: Table, said: str) -> list[Named]:
    """The wagers that a call may mean, the closest first; of two with one name, that of the base game."""
    asked = [part for word in words(said) for part in words(table.game.nicknames.get(word, word))]
    found = list(_named(table, asked)) if asked else []
    return sorted(found, key=lambda one: (one.distance, not table.offerings[one.card].card.is_base))


def _named(table: Table, asked: list[str]) -> Iterator[Named]:
    for number in table.current:
        offering = table.offerings[number]
        for bet in offering.bets.values():
            if not bet.terms.is_bet:
                continue
            forms = (bet.terms.name, bet.terms.wager, f"{offering.card.title} {bet.terms.name}")
            distances = [far for form in forms if (far := _distance(asked, words(form))) is not None]
            if distances:
                yield Named(min(distances), number, bet)


def _distance(asked: list[str], name: list[str]) -> int | None:
    """How much of a name a call leaves out; None where it is not a call of that name.

    >>> _distance(["hard", "8"], ["hard", "8"]), _distance(["17"], ["split", "14", "17"])
    (0, 11)
    """
    left = iter(name)
    used: list[str] = []
    for word in asked:
        match = next((one for one in left if (one == word if word.isdigit() else one.startswith(word))), None)
        if match is None:
            return None
        used.append(match)
    unsaid = list(name)
    for one in used:
        unsaid.remove(one)
    short = sum(1 for word, one in zip(asked, used, strict=True) if word != one)
    return short + sum(NUMBER_LEFT if one.isdigit() else 1 for one in unsaid)


def _down(table: Table, seat: int, said: str, *, is_toke: bool) -> CallBet:
    """The newest bet of a seat on the wager that comes down."""
    found = _meant(table, said)
    place = (found.card, found.bet.terms.wager, is_toke)
    own = [n for n, one in table.wagers_of(seat).items() if (one.offering, one.wager, one.toke) == place]
    if not own:
        raise Refusal("bad-call.up", seat=seat, wager=found.name)
    return CallBet(seat, found.card, found.bet.terms.wager, found.name, up=max(own), is_toke=is_toke)
