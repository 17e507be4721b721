"""Every sequence of outcomes on a card, settled by the machine and by the second settler: P3."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

from rackcard.games.baccarat.dealing import Hand, banker_draws, dealt, player_draws, value
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.table import second_settler as naive
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.outcome import enter
from rackcard.table.replay import settled_of
from rackcard.table.state import Table, TableEvent
from tests.support.table_driver import DICE, Play, cards_of, open_command


def deal(table: Table, outcomes: Iterable[Any]) -> Iterator[tuple[Any, TableEvent, Table]]:
    """Close betting and enter each of some outcomes, by decide and apply."""
    closed: Table | None = None
    for given in outcomes:
        closed = closed or apply(table, decide(table, {"do": "close-betting"})[0])
        (event,) = decide(closed, {"do": "outcome", "outcome": given})
        yield given, event, apply(closed, event)


def with_every_wager(game: str, card: str, **options: str) -> Table:
    """A table with one card, and every wager of it that can be bet up."""
    entry = next(entry for entry in open_command(game)["cards"] if entry["card"] == card)
    play = Play(game, entry | {"options": options}, chip=1, limits={"wager_min": 0})
    for name, bet in play.now.offerings[1].bets.items():
        if bet.terms.is_posted:  # some of them only with a point on, or behind another
            play.try_to({"do": "bet", "seat": 1, "card": 1, "wager": name, "amount": 60})
    return play.now


def follow_all(table: Table, branches: Callable[[tuple[Any, ...]], Iterator[Any]]) -> int:
    """Follow every sequence, machine against naive settler at each step; how many outcomes were compared."""
    compared = 0
    todo: list[tuple[Table, tuple[Any, ...], list[tuple[int, int]]]] = [(table, (), [])]
    while todo:
        at, before, known = todo.pop()
        for outcome, event, after in deal(at, branches(before)):
            seen = naive.history(table, [enter(table.game, outcome)], known)
            expected = naive.settle(at, {n: naive.Stage(one, one.wager, 0) for n, one in at.wagers.items()}, seen).due
            rows = settled_of(event)
            told = {one.wager: naive.Due(one.paid, one.envy, one.breakage, one.commission) for one in rows}
            assert told == expected, (before, outcome)
            compared += 1
            if after.wagers:
                todo.append((after, (*before, outcome), seen))
    return compared


def totals(depth: int) -> Callable[[tuple[Any, ...]], Iterator[Any]]:
    return lambda before: iter(DICE.values()) if len(before) < depth else iter(())


CRAPS_CARDS = [card for card in cards_of("craps") if card != "craps"]


POCKETS = ["0", "00", *map(str, range(1, 37))]


def every_spin(options: dict[str, str]) -> int:
    """Every two spins, and the third where it matters."""
    pockets = [pocket for pocket in POCKETS if pocket != "00" or options.get("wheel") != "single-zero"]
    return follow_all(with_every_wager("roulette", "straights-and-8s", **options), lambda before: iter(pockets))


SPIN_OPTIONS: list[dict[str, str]] = [{}, {"order": "in-order"}, {"wrap": "yes"}, {"wheel": "single-zero"}]


@cache
def hands() -> dict[Hand, dict[str, list[str]]]:
    """A deal for every class of hand that can be dealt."""
    found: dict[tuple[object, ...], dict[str, list[str]]] = {}
    some = [rank for rank in RANKS if rank not in ("J", "Q")]
    for cards in product(some, repeat=4):
        first, second = (sum(map(value, pair)) % 10 for pair in (cards[:2], cards[2:]))
        for third in RANKS[:10] if player_draws(first, second) else (None,):
            draws = banker_draws(first, second, value(third) if third else None)
            for fourth in RANKS[:10] if draws else (None,):
                player, banker = [*cards[:2], *filter(None, [third])], [*cards[2:], *filter(None, [fourth])]
                total = (first + (value(third) if third else 0)) % 10, (second + (value(fourth) if fourth else 0)) % 10
                held = cards[0] == cards[1], cards[2] == cards[3], cards[0] == cards[2]
                found.setdefault((*total, len(player), len(banker), held), {"player": player, "banker": banker})
    return {dealt(deal["player"], deal["banker"]): deal for deal in found.values()}


BACCARAT_CARDS = [card for card in cards_of("baccarat") if card != "baccarat-extras"]


def every_throw() -> int:
    """Every roll of three dice, in every order."""
    throws = [list(faces) for faces in product(range(1, 7), repeat=3)]
    return follow_all(with_every_wager("sic-bo", "sic-bo"), lambda before: iter(throws))


def every_pocket() -> int:
    """Every spin, for every place of the layout."""
    return follow_all(with_every_wager("roulette", "roulette"), lambda before: iter(POCKETS))


def every_pair(depth: int) -> int:
    """Every sequence of so many rolls of the base game, each pair of faces apart from the other ways to its total."""
    pairs = [list(faces) for faces in combinations_with_replacement(range(1, 7), 2)]
    return follow_all(with_every_wager("craps", "craps"), lambda before: iter(pairs if len(before) < depth else ()))


def every_hand(card: str) -> int:
    return follow_all(with_every_wager("baccarat", card), lambda before: iter(hands().values()))


def every_total(card: str, depth: int) -> int:
    """Every sequence of so many totals."""
    return follow_all(with_every_wager("craps", card), totals(depth))


CASES: tuple[Callable[[], int], ...] = (
    partial(every_pair, 3),
    *(partial(every_total, card, 5) for card in ("craps", *CRAPS_CARDS)),
    *(partial(every_spin, options) for options in SPIN_OPTIONS),
    *(partial(every_hand, card) for card in BACCARAT_CARDS),
    every_throw,
    every_pocket,
)
"""All that the campaign follows, the longest first."""
