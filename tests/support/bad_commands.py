"""Betting commands in the middle of a game, and commands with a bad literal in every field."""

from typing import Any, NamedTuple

from tests.support.table_driver import Play, open_command


def in_mid_game() -> Play:
    """A craps table where every betting command is open: bet, raise, take-down, surrender, cash-out, take-back."""
    play = Play("craps", "craps", "repeater-bets-plus", "cash-out-craps")
    for card, wager, seat in ((2, "repeating-2", 1), (3, "cash-out", 2), (3, "cash-out", 3)):
        play.bet(card, wager, seat=seat)
    play.outcome(2)
    play.bet(1, "hard-8", seat=1)
    return play


BETTING: list[dict[str, Any]] = [
    {"do": "bet", "seat": 1, "card": 1, "wager": "field", "amount": 500},
    {"do": "bet", "seat": 1, "card": 1, "wager": "hard-8", "amount": 500},
    {"do": "take-down", "seat": 1, "wager": 4},
    {"do": "surrender", "seat": 1, "wager": 1},
    {"do": "take-back", "seat": 2, "wager": 2},
]

LITERALS = [0, -1, True, 1.0, "5", "１２", None, 2**63, float("nan"), [], {}, 0.1, "1e3"]
FIELDS: list[tuple[str, dict[str, Any], str]] = [
    ("", {"do": "seat", "seat": 9, "name": "A"}, "seat"), ("", {"do": "buy-in", "seat": 1, "amount": 500}, "seat"),
    ("", {"do": "buy-in", "seat": 1, "amount": 500}, "amount"), ("", BETTING[0], "seat"), ("", BETTING[0], "card"),
    ("", BETTING[0], "amount"), ("", BETTING[2], "seat"), ("", BETTING[2], "wager"), ("", BETTING[3], "seat"),
    ("", BETTING[3], "wager"), ("", BETTING[3] | {"amount": 500}, "amount"), ("", BETTING[4], "seat"),
    ("", BETTING[4], "wager"), ("", BETTING[4] | {"amount": 500}, "amount"),
    ("later", {"do": "cash-out", "seat": 2, "wager": 2}, "seat"),
    ("later", {"do": "cash-out", "seat": 2, "wager": 2}, "wager"),
    ("later", {"do": "cash-out", "seat": 2, "wager": 2, "amount": 500}, "amount"),
    ("", {"do": "leave", "seat": 1}, "seat"), ("", {"do": "correct", "outcome": [1, 1], "reason": "x"}, "outcome"),
    ("closed", {"do": "outcome", "outcome": [1, 1]}, "outcome"),
    ("closed", {"do": "outcome", "outcome": [1, 1]}, "die"),
    ("none", open_command("craps"), "chip"), ("none", open_command("craps"), "limits"),
    ("none", open_command("craps"), "wager_max"), ("none", open_command("craps"), "payout_max"),
    ("frozen", {"do": "resume", "round": 1}, "round"),
]  # fmt: skip


def at_stage(stage: str) -> Play | None:
    """The play that a bad command comes into; none if the command opens a table."""
    if stage == "none":
        return None
    play = in_mid_game()
    if stage == "later":
        play.outcome(4, 5, 6)
    elif stage == "closed":
        play.do({"do": "close-betting"})
    elif stage == "frozen":
        play.do({"do": "freeze", "reason": "a test"})
    return play


def worsened(command: dict[str, Any], name: str, literal: Any) -> dict[str, Any]:
    """A command with a literal in one of its fields."""
    if name == "die":
        return command | {"outcome": [literal, 3]}
    if name in ("wager_max", "payout_max"):
        return command | {"limits": {name: literal}}
    return command | {name: literal}


def is_legal(name: str, literal: Any) -> bool:
    """A limit of 0 means unlimited, and so does a missing one."""
    return (name in ("wager_max", "payout_max") and literal is LITERALS[0]) or (name == "limits" and literal == {})


class BadCommand(NamedTuple):
    """A command with a literal that does not belong in one of its fields, and the stage of the play it comes in."""

    stage: str
    command: dict[str, Any]
    name: str
    literal: Any

    def __str__(self) -> str:
        return f"{self.command['do']}-{self.name}-{self.literal!r}"


BAD: list[BadCommand] = [
    BadCommand(stage, command, name, literal)
    for stage, command, name in FIELDS
    for literal in LITERALS
    if not is_legal(name, literal)
]
