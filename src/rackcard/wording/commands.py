"""What each table command does, and reasons that people give, as parts of a sentence."""

COMMANDS: dict[str, str] = {
    "open": "open a table",
    "seat": "seat a player",
    "buy-in": "take a buy-in",
    "bet": "make a bet",
    "take-down": "take down a bet",
    "close-betting": "close betting",
    "outcome": "enter an outcome",
    "generate": "generate an outcome",
    "no-roll": "declare an outcome void",
    "surrender": "surrender a bet",
    "cash-out": "cash out a bet",
    "take-back": "take back a bet",
    "correct": "correct an outcome",
    "void": "void bets",
    "change-cards": "change the cards",
    "change-house": "change the house rules",
    "advice": "turn advice on or off",
    "leave": "color up a player",
    "settle-owed": "settle an outstanding balance",
    "freeze": "freeze play",
    "resume": "resume play",
    "pause": "pause play",
    "confirm": "confirm the last outcome",
    "close": "close the table",
    "close-shift": "close the shift",
    "burn": "burn cards",
    "shuffle": "shuffle",
    "shooter": "name the shooter",
    "pay-tokes": "pay out the tokes",
    "approve": "approve payouts",
    "decline": "decline a pending request",
    "dispute": "hold a round for a dispute",
    "end-dispute": "end a dispute",
}
"""What each command does, as it follows "may" or "may not"."""


def action(command: object) -> str:
    """What a command does, in words; an unknown one is named.

    >>> f"a supervisor may not {action('outcome')} at a live table"
    'a supervisor may not enter an outcome at a live table'
    """
    return COMMANDS.get(str(command)) or f"give the command {str(command)[:40]}"


def clause(reason: str) -> str:
    """A reason as part of a longer sentence: without its final punctuation.

    >>> f"the table is frozen ({clause('water on the felt.')})"
    'the table is frozen (water on the felt)'
    """
    return reason.rstrip(" .,;:!?…") or reason
