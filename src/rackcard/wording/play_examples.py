"""Worked examples in words: what they show, what happens, and what is paid."""

from rackcard.money import short_dollars
from rackcard.number import Pay
from rackcard.wording.conditions import ordinal
from rackcard.wording.rules_of_play import tied

RECEIVES = "Wager receives"


def of_stake(stake: int, paid: int) -> str:
    return f"{short_dollars(stake)}: {short_dollars(paid)}"


def example_title(kind: str, name: str, line: str = "") -> str:
    """What an example shows: of a wager by its name, or a pay line by its own."""
    if line:
        return f"{line}."
    titles = {
        "cash out": "A win by cashing out.",
        "surrender": "A wager surrendered.",
        "win": "A win.",
        "win alone": "A win without a request.",
        "push": "A wager returned.",
        "take back": "A wager asked back.",
        "loss": "A loss.",
        "first": "A 7 on the come-out roll.",
    }
    return titles[kind] if not name else f"{name}: {titles[kind][0].lower()}{titles[kind][1:]}"


COUNT, MARKED = "Count", "Marked"


def is_worth(stake: int) -> str:
    return f"{short_dollars(stake)} is worth"


def receives_row(stake: int) -> str:
    return f"{short_dollars(stake)} receives"


def wager_made(name: str, stake: int) -> str:
    return f"The player wagers {short_dollars(stake)} on {name}."


def made_after(name: str, stake: int, outcomes: int, unit: str) -> str:
    """A wager that is made after outcomes that come before it."""
    return f"The player wagers {short_dollars(stake)} on {name} after the {ordinal(outcomes)} {unit}."


def repeat_note(short: str) -> str:
    return f"The second {short} changes nothing: it is already Marked."


def idle_note(number: int, unit: str) -> str:
    return f"The {ordinal(number)} {unit} has no effect on the wager."


def paid_note(pay: Pay, stake: int, won: int) -> str:
    """What is paid for a win."""
    if pay.unit == "for":
        return f"The wager is paid {tied(pay)}: {short_dollars(stake + won)} in all."
    return f"The wager is paid {tied(pay)}: {short_dollars(won)}, and the {short_dollars(stake)} is returned."


def counted_note(count: int) -> str:
    return f"The Count is {count}."


def took(kind: str, pay: Pay, stake: int, won: int) -> str:
    """An offer that the player took."""
    does = "cashes out" if kind == "cash out" else "surrenders"
    if pay.unit == "for":
        return f"The player {does} at {tied(pay)} and receives {short_dollars(stake + won)} in all."
    return (
        f"The player {does} at {tied(pay)}: the dealer pays {short_dollars(won)} and returns the "
        f"{short_dollars(stake)}."
    )


def took_back(stake: int) -> str:
    return f"The player asks for the wager back. The dealer returns {short_dollars(stake)}; nothing is won or lost."


def pushed(stake: int) -> str:
    return f"The wager is a push: the {short_dollars(stake)} is returned."


def part_lost(stake: int, paid: int) -> str:
    return f"{short_dollars(paid)} of the {short_dollars(stake)} is returned."


def lost(stake: int, passed: str) -> str:
    """A loss, perhaps after an offer that was not taken."""
    did = {"cash out": "did not cash out", "surrender": "did not surrender"}.get(passed, "")
    first = f"The player {did}. " if did else ""
    return f"{first}The wager loses, and the dealer takes the {short_dollars(stake)}."


def stays() -> str:
    return "The wager is not decided and remains in play."


def envy_note(amount: int) -> str:
    return f"The house pays the dealer {short_dollars(amount)} in envy."


def commission_note(amount: int) -> str:
    return f"A commission of {short_dollars(amount)} has been taken from the winnings."


def beside_note(amount: int) -> str:
    return f"The player also pays a commission of {short_dollars(amount)} when the wager is made."


def cut_note(most: int) -> str:
    return f"The payout limit reduces the winnings to {short_dollars(most)}."


SEVERAL_OUTCOMES = "The following table shows wagers that may stay up for more than one {unit}."
ONE_OUTCOME = "The following table shows results that one {unit} decides."
RESULT, WAGER = "Result", "Wager"


def paid_in_row(pay: Pay | None) -> str:
    """What a result does, in a table."""
    if pay is None or pay.net == 0:
        return RETURNED
    if -1 < pay.net < 0:
        return str(pay).capitalize()
    return "Loses" if pay.net <= -1 else f"Pays {pay}"


LOSES, RETURNED = "Loses", "Returned"
