"""Words for sentences: what a command does, and a reason as part of a sentence."""

COMMAND_WORDS = {
    "open": "open a table",
    "seat": "seat a player",
    "buy-in": "take a buy-in",
    "bet": "make a bet",
    "take-down": "take a wager down",
    "close-betting": "say no more bets",
    "outcome": "enter an outcome",
    "generate": "let the machine make an outcome",
    "no-roll": "call an outcome off",
    "surrender": "surrender a wager",
    "cash-out": "cash a wager out",
    "take-back": "take a stake back",
    "correct": "correct an outcome",
    "void": "void a round",
    "change-cards": "change the cards",
    "advice": "allow or stop advice",
    "leave": "colour a player up",
    "settle-owed": "settle what is owed",
    "freeze": "freeze play",
    "resume": "resume play",
    "pause": "pause play",
    "confirm": "confirm the last outcome",
    "close": "end play",
}
"""What each command does, as it follows "may" or "may not"."""


def command_words(word: object) -> str:
    """What a command does, in words; one that nobody knows is named.

    >>> f"a supervisor may not {command_words('outcome')} at a live table"
    'a supervisor may not enter an outcome at a live table'
    """
    return COMMAND_WORDS.get(str(word)) or f"give the command {str(word)[:40]}"


def clause(reason: str) -> str:
    """A reason as part of a sentence that goes on: without a stop of its own.

    >>> f"the table is frozen: {clause('water on felt.')}; a supervisor must resume it"
    'the table is frozen: water on felt; a supervisor must resume it'
    """
    return reason.rstrip(" .,;:!?…") or reason
