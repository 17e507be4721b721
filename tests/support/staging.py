"""Commands and tables that the tests of the rules share, among them one table for each stage that a refusal needs."""

from dataclasses import replace
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.commands.betting import WAGERS_MAX
from rackcard.table.decide import decide
from rackcard.table.state import Refusal
from tests.support.house_rules import HousePlay, fern
from tests.support.table_driver import BEATEN, Play

OTHERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def hand(player: str, banker: str) -> dict[str, list[str]]:
    return {"player": player.split(), "banker": banker.split()}


def offered(card: str, **options: str) -> dict[str, Any]:
    return {"card": card, "accept": BEATEN.get(card, []), "options": options}


def opens(game: str, *offered_cards: dict[str, Any]) -> bool:
    """Whether a table opens with these cards."""
    try:
        decide(None, {"do": "open", "name": "T", "game": game, "cards": list(offered_cards)})
    except Refusal:
        return False
    return True


OPEN = {"do": "open", "name": "T", "game": "craps", "cards": [{"card": "craps"}]}
RUNNING = """
card: running
title: Running
about: Open at any time, with marks that run on.
game: craps
source: none
marks: from seven to seven
ends: any seven
opens: before any roll
wagers:
  two: {name: Two, wins: 2 rolled, pays: 2 to 1}
  aces: {name: Aces, wins: 2 rolled 2 times, pays: 20 to 1}
  line: {name: Line, ends: the line is decided, wins: the line wins, pays: 1 to 1}
  six-odds:
    name: Six odds
    behind: line
    stake: up to 2 times on 6 or 8
    pays: [{when: 6 or 8 made, pays: 1 to 1}]
  sixes: {name: Sixes, wins: 6 rolled 3 times, pays: 9 to 1, surrender: {1: 1 to 2}}
  sixes-extra: {name: Sixes extra, behind: sixes, wins: 6 rolled, pays: 1 to 2}
"""


def floor() -> Play:
    """A craps table after a 2 and a point of 4, with a few wagers up."""
    cards: list[str | dict[str, Any]] = [
        "craps",
        "repeater-bets-plus",
        {"card": "cash-out-craps", "options": {"line-bet-required": "yes", "window": "after-the-come-out"}},
        "high-roller",
        {"text": RUNNING, "accept": ["aces", "sixes"]},
        offered("parlay-craps-with-envy"),
        "super-shooter",
    ]
    limits = {"wager_min": 200, "wager_max": 60_000, "seat_max": 90_000, "table_max": 120_000}
    play = Play("craps", *cards, limits=limits)
    play.bet(1, "pass")
    play.bet(2, "repeating-12")
    play.bet(5, "aces")
    play.bet(7, "little")
    play.outcome(12, 2)
    play.bet(1, "pass", seat=2)
    play.outcome(4)
    return play


def bet(card: int, wager: str, amount: Any = 500, seat: Any = 1) -> dict[str, Any]:
    return {"do": "bet", "card": card, "wager": wager, "amount": amount, "seat": seat}


def change_house(text: str) -> dict[str, Any]:
    return {"do": "change-house", "house": text, "reason": "x"}


def cards(*entries: Any) -> dict[str, Any]:
    return {"do": "change-cards", "cards": list(entries)}


def lined() -> Any:
    """A seat with a line bet and a wager that needs it, before the come-out."""
    needing = {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}}
    table = None
    for given in (
        OPEN | {"game": "craps", "cards": [{"card": "craps"}, needing], "limits": {}, "chip": 100},
        {"do": "seat", "seat": 1, "name": "A"},
        {"do": "buy-in", "seat": 1, "amount": 10_000},
        bet(1, "pass", 500),
        bet(2, "cash-out", 500),
    ):
        (event,) = decide(table, given)
        table = apply(table, event)
    return table


VOID = {"do": "void", "round": 1, "reason": "a test"}
WATCHED = """\
house: watched
name: Watched
game: craps
approval: {payout multiple: 30, voids: two supervisors}
cards: {craps: {}}
"""


def watched(*more: dict[str, Any]) -> Any:
    """A table of a house that looks twice, after a payout of thirty for one."""
    table: Any = None
    for command in (
        {"do": "open", "house": WATCHED, "live": True},
        {"do": "seat", "seat": 1, "name": "Ann"},
        {"do": "buy-in", "seat": 1, "amount": 500_000},
        bet(1, "craps-12", 500),
        {"do": "close-betting"},
        {"do": "outcome", "outcome": [6, 6]},
        *more,
    ):
        table = apply(table, decide(table, command)[0])
    return table


def staged(stage: str) -> Any:
    """The table in the state that a refusal needs."""
    if stage == "none":
        return None
    if stage == "lined":
        return lined()
    if stage == "waiting":
        return watched()
    if stage == "proposed":
        return watched({"do": "approve", "round": 1}, VOID)
    if stage == "disputed":
        return watched({"do": "approve", "round": 1}, {"do": "dispute", "round": 1, "reason": "a test"})
    if stage == "house":
        return HousePlay(fern()).now
    if stage == "wheel":
        return Play("roulette", "roulette").now
    if stage == "aces":
        play = Play("baccarat", "baccarat", track=True)
        play.outcome(*[hand("A A 3", "A A A")] * 6, hand("9 K", "3 4"), hand("A 8", "A 7"))
        return play.now
    if stage == "shoe":
        return Play("baccarat", "baccarat", track=True).now
    if stage == "shooter":
        play = Play("craps", "craps")
        play.do({"do": "shooter", "seat": 1})
        return play.now
    play = floor()
    if stage == "big":
        play.bet(1, "field", 60_000)
    elif stage == "closed":
        play.do({"do": "close-betting"})
    elif stage == "paused":
        play.do({"do": "pause", "reason": "a test"})
    elif stage == "taken":
        return replace(play.now, last=None)
    elif stage == "line":
        play.bet(5, "line", seat=2)
    elif stage == "horn":
        play.do(bet(1, "horn", 1600))
    elif stage == "sixes":
        play.bet(5, "sixes")
        play.outcome(6)
        play.bet(5, "sixes-extra")
    elif stage == "live":
        return replace(play.now, is_live=True)
    elif stage == "owing":
        return replace(play.now, balances={**play.now.balances, "owed:1": -500}, wagers={}, seats={})
    elif stage == "frozen":
        play.do({"do": "freeze", "reason": "a test"})
    elif stage == "poor":
        return replace(play.now, balances={**play.now.balances, "seat:1": 100})
    elif stage == "many":
        number = play.bet(1, "field", 200, seat=2)
        many = dict.fromkeys(range(WAGERS_MAX), play.now.wagers[number])
        return replace(play.now, wagers=many, limits=replace(play.now.limits, table_max=0))
    elif stage in ("empty", "shut"):
        play.do({"do": "void", "reason": "the end"})
        if stage == "shut":
            for seat in (1, 2, 3):
                play.do({"do": "leave", "seat": seat})
            play.do({"do": "close"})
    return play.now
