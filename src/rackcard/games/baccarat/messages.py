"""What is wrong with an outcome, a phrase or weights of baccarat, by code."""

REFUSALS = {
    "not-a-hand": 'a hand must be {{"player": [cards], "banker": [cards]}}',
    "not-lists": 'a hand must be {{"player": [cards], "banker": [cards]}}',
    "number-of-cards": "the {side} must have two or three cards, not {cards}",
    "unknown-card": "{card} is not a card; expected one of: {ranks}",
    "player-draws": "the player has {player} against {banker} and must draw",
    "player-stands": "the player has {player} against {banker} and must stand",
    "banker-draws": "the banker has {banker} and must draw",
    "some-suits": "{card} has no suit, and other cards have one; enter all suits or none",
    "suits-missing": "{card} needs a suit, as in {card}h: a wager at this table depends on suits",
    "card-gone": "all {count} cards of {card} have left the shoe; check the cards, or shuffle",
    "shoe-empty": "the shoe has only {left:n card} left; shuffle first",
    "not-cards": "cards must be a list of playing cards",
    "cut-card": "at most {most:n card} can be behind the cut card",
    "banker-stands": "the banker has {banker} and must stand",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "hand-total": ("no hand totals {number}", "Expected: {allowed}."),
    "hand-cards": ("no hand has {number} cards", "Expected: {allowed}."),
    "hand-margin": ("no hand wins by {number}", "Expected: {allowed}."),
    "never-beats": ("{winner} never beats {loser}", 'Name the higher total first, as in "9 beats 7".'),
    "both-hands-win": (
        "the two hands cannot both win",
        'Write "a hand wins" for any hand that is not a tie, or "player wins" or "banker wins".',
    ),
    "hands-do-not": (
        '"{said}" can be read in two ways',
        'For neither hand write "player does not {does} and banker does not {does}"; for at least one that does not '
        'write "player does not {does} or banker does not {does}".',
    ),
    "hands-do-not.one": (
        '"{said}" can be read in two ways',
        'For exactly one hand write "one hand {has}"; for at least one that does not write "player does not {does} or '
        'banker does not {does}".',
    ),
    "same-pair-of-one": ('"the same pair" needs both hands', 'Write "both hands start with the same pair".'),
    "every-card-of-whom": (
        '"every {who} card" is not understood',
        'Write "every card", "every player card" or "every banker card".',
    ),
    "item-alone": (
        "this item does not belong to any phrase",
        'Write the whole event, as in "banker wins with 8 or 9" or "8 or 9 beats 6 or 7".',
    ),
    "and-between-totals": (
        "a hand has only one total",
        'Write "or" between totals, as in "8 or 9". The first two cards are "starts with K and Q", a number of '
        'cards is "7 in 3 cards", and both hands are "both hands have 8".',
    ),
    "whose-item": (
        'it is not clear which phrase "{item}" belongs to',
        "Put the phrase that begins with a number first, or give it a name under events.",
    ),
    "whose-cards": (
        'it is not clear how much of the list "{item}" speaks of',
        'Write an event for each part, as in "banker wins but not banker has 7 in 3 cards" or "player has 7 or player '
        'has 3 cards".',
    ),
    "whose-suit": (
        'it is not clear whether "suited" holds for the ranks before it too',
        'Write it after each pair of ranks that is suited, the others last, as in "K and Q suited or J and Q".',
    ),
    "and-between-ranks": ("a hand draws only one card", 'Write "or" between ranks, as in "draws 8 or K".'),
    "nothing-left": ("{items} but not {without} leaves out everything", 'Leave out the part after "but not".'),
    "not-a-holding": (
        "{item} is not a total of a hand",
        'Expected: a total, as in "7", "8 or 9", "6 in 3 cards", "a natural" or "2 cards".',
    ),
    "not-a-holding.pair": (
        "{item} is not a total of a hand",
        'Write an event for each part, as in "player has a pair or player has a natural".',
    ),
    "not-a-number": ("{item} is not a number", 'Expected: a number, as in "4", "4 to 9" or "4 or 6".'),
    "not-a-rank": ("{item} is not a rank", "Expected: {ranks}."),
    "unknown-rank": ("no card has the rank {rank}", "Expected: {ranks}."),
    "one-rank": (
        "{item} does not name two cards, and a hand starts with two",
        'Write both, as in "starts with K and Q", or a total, as in "starts with 3".',
    ),
    "not-a-start": (
        "{item} does not describe two cards",
        'Expected: "a pair", "a suited pair", "two suited cards", two ranks as in "K and Q", or a total as in "3".',
    ),
    "first-cards": (
        "the first {number} cards are not counted",
        "Expected: the first {allowed} cards, two of each hand.",
    ),
    "counted-out-of-range": ("a deal cannot have {number} of them", "Expected: {allowed}."),
    "natural-cards": ("no natural has {number} cards", 'Write "a natural in 2 cards", or "8 or 9 in 3 cards".'),
    "cards-dealt": ("no deal has {number} cards", "Expected: {allowed}."),
    "totals-sum": ("two totals never make {number}", "Expected: {allowed}."),
    "decks-out-of-range": ("{number} decks is out of range", "Expected: {allowed}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {
    "bad-suits": "the suits of each rank must add up to its count",
    "bad-counts": "a shoe needs 13 counts, ace to king, none of them negative",
    "too-few-cards": "a shoe needs at least six cards: a hand may use that many",
    "unknown-rank": "no card has the rank {rank}; ranks are {ranks}",
    "not-whole-cards": "the weights of a shoe are whole cards, as in K=31",
}
"""Why a shoe cannot be so, by code."""
