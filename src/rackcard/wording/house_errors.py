"""Why house rules cannot be used: a cause and a remedy for each code of their reader."""

EXPECTED = "Expected one of: {known:list}."

HOUSE_ERRORS: dict[str, tuple[str, str]] = {
    "house-amount": (
        '"{amount}" is not an amount of money',
        "Write dollars, as in $5, $2.50 or $50,000; for no limit, remove the line.",
    ),
    "house-amount.chips": ("{amount} is not a whole number of {chip:$} chips", "Write a multiple of {chip:$}."),
    "house-chip": ("the chip is out of range", "Write an amount from $0.01 to {most:$}."),
    "house-choice": ('{field} cannot be "{value}"', EXPECTED),
    "house-payout": (
        "this is not a payout limit",
        'Write "$50,000 for each outcome, shared by all winners" or "$50,000 for each wager".',
    ),
    "house-seats": ("the number of seats is out of range", "Write a number from 1 to {most}."),
    "house-limits": (
        "the maximum, {most:$}, is below the minimum, {least:$}",
        "Raise the maximum or lower the minimum.",
    ),
    "house-limits.seat": (
        "the seat maximum is {most:$}, but the minimum bet on {wager} is {least:$}",
        "Raise the maximum or lower the minimum bet.",
    ),
    "house-limits.table": (
        "the table maximum is {most:$}, but the minimum bet on {wager} is {least:$}",
        "Raise the maximum or lower the minimum bet.",
    ),
    "house-payout.low": (
        "the payout limit, {most:$}, is below the minimum bet on {wager}, {least:$}",
        "Raise the limit: it must at least pay even money on the minimum bet.",
    ),
    "house-name": ("the name has {length} characters", "Write at most {most}."),
    "house-name.id": ("the id has {length} characters", "Write at most {most}."),
    "house-twice": ('"{name}" is in this list twice', "Remove one of the two."),
    "house-left-out": (
        "this line is for wager {wager} of card {card}, which is not offered",
        "Remove the line, or offer the wager.",
    ),
    "house-double": (
        "{wager} is the same wager on {first} and {card}, but the limits differ: {before} and {after}",
        "A table offers it once: give it the same limits on both cards, or leave it out of one.",
    ),
    "house-no-cards": ("house rules need cards", 'Add a mapping "cards:" with an entry for each card.'),
    "house-too-many-cards": ("there are more than {limit} cards", "Split them into several tables."),
    "house-card-not-a-mapping": (
        "card {card} must be a mapping",
        'Give it fields such as "options:" and "wagers:", or write "{card}: {{}}" to offer it as it is.',
    ),
    "house-approval": (
        '"approval" must be a mapping',
        'Write, for example, "approval: {{payout multiple: 300, voids: two supervisors}}".',
    ),
    "house-multiple": ("the payout multiple is not a whole number", "Write a number from 1 to 999999, such as 300."),
    "house-accepts": (
        '"accepts" must be a mapping',
        'Give each card a list of wagers, as in "accepts: {{a-card: [a-wager]}}".',
    ),
    "house-card-absent": ("card {card} is not offered here", EXPECTED),
    "house-not-a-list": ("this must be a list of names", 'Write, for example, "[name, name]".'),
    "house-other-game": ("{card} is a card for {game}, but this table deals {table_game}", "Remove the card."),
    "house-file": (
        "card {card} is in a file, but files cannot be read here",
        "Send the card's text with the house rules, or offer a shipped card.",
    ),
    "house-file-missing": ("there is no file {file}", "Write the path from the folder of this file."),
    "house-unknown-card": ("there is no shipped card {card}", f'{EXPECTED} For a card of your own add "file: …".'),
    "house-card-id": ("the id of this card is {id}, not {card}", 'Write "{id}:" here.'),
    "house-options": ("options must be a mapping", "Give each option a value."),
    "house-option": ("{problem}", "Choose one of the values on the card, or remove the line."),
    "house-unknown-wager": ("card {card} has no wager {wager}", EXPECTED),
    "house-only-and-leaves-out": ("a card cannot have both only and leaves out", "Remove one of the two."),
    "house-no-wagers": ("no wager of card {card} is offered", "Offer at least one, or remove the card."),
    "house-needed": (
        "wager {wager} cannot be offered without {needed:and}",
        "Leave {wager} out too, or offer {needed:and}.",
    ),
    "house-posts": (
        "posts must be a mapping",
        'Write, for example, "posts: {{a-wager: {{pays: 500 for 1, envy: 5 to 1}}}}".',
    ),
    "house-already-posted": (
        "the document already gives {field} for wager {wager}",
        "Remove the line; house rules post only what the document leaves open.",
    ),
    "house-wagers": ("wagers must be a mapping", 'Write, for example, "wagers: {{a-wager: {{pays: 2, max: $100}}}}".'),
    "house-unknown-table": ("wager {wager} has no pay table {table}", EXPECTED),
    "house-player-edge": (
        "the player has an edge of {edge:%} on {wager}",
        'Choose other pays or another reading, or accept it by name: "accepts: {{{card}: [{wager}]}}".',
    ),
    "house-late-entry": (
        "the player has the edge on {wager} when it is bet with marks already placed or {units} already counted",
        "Let its card open it only before the first {unit} of a round, or accept it by name: "
        '"accepts: {{{card}: [{wager}]}}".',
    ),
    "house-take-down": (
        "the player has the edge on {wager} by taking it down at the right time",
        'Let its card say "take down: before the first {unit}", or accept it by name: '
        '"accepts: {{{card}: [{wager}]}}".',
    ),
    "house-together": (
        "{wagers:and} use the same pay table on card {card}, not {tables:and}",
        'Choose one pay table for all of them, or add "mixed tables: yes".',
    ),
    "house-bundle": (
        "{wager} is part of {bundle} on card {card}, which pays by its first pay table, not by {table}",
        "Leave {bundle} out, or choose the first pay table for {wager}.",
    ),
    "house-other-chance": (
        "{card} is played with {chance}, and {first} with {other}",
        "Set the same option on both cards; a table has one wheel or shoe.",
    ),
}
