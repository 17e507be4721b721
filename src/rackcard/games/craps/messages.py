"""What is wrong with an outcome, a phrase or weights of craps, by code."""

REFUSALS = {
    "not-a-face": "{text} is not a face of a die; write 1 to 6",
    "not-a-roll": "a roll is two dice from 1 to 6, as in [4, 3]",
}
"""Why an outcome is refused, by code."""

WINDOWS = {
    "come-out": ("{wager} can only be bet before the come-out roll, and a point is on", "a point is on"),
    "point": ("{wager} can only be bet after the come-out roll, and no point is on", "no point is on"),
}
"""Why a wager is closed, by the window in which it may be bet: a sentence, and a short form for the felt."""

CARD_ERRORS = {
    "line-never-paid.first": (
        '"{line}" can never be paid on a wager that is bet on the come-out',
        'Write "opens: after the come-out" if it is bet with a point on, or let it stand for more rolls.',
    ),
    "dice-total": ("two dice never total {number}", "Expected: {allowed}."),
    "not-a-point": ("{number} is never a point", "Expected: {allowed}."),
    "no-easy-way": ("{number} has no easy way", "Expected: {allowed}."),
    "roll-out-of-range": ("roll {number} is out of range", "Expected: {allowed}."),
    "rolls-out-of-order": ("the rolls are out of order", 'Name two or more in rising order, as in "rolls 1 2".'),
    "no-hard-way": ("{number} has no hard way", "Expected: {allowed}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {
    "unknown-pair": "two dice never show {first}-{second}; faces are 1 to 6",
    "unknown-total": "two dice never total {total}; totals are 2 to 12",
    "mixed-weights": "weights {given}: name totals from 2 to 12 (7=7) or pairs of faces (6-6=2), not both",
}
"""Why dice cannot be so, by code."""
