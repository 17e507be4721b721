"""Short descriptions for the generated reference, where the name of a field does not say enough."""

ENTRY_FIELDS = {
    "allow": "Whether seats see odds and advice.",
    "amount": "Cents.",
    "by": "How it was settled: in cash, or by the house.",
    "card": "The number of the card at this table.",
    "cards": "The cards with their text, options and pay tables.",
    "cause": "Why.",
    "chip": "The smallest chip, in cents.",
    "entry": "The entry that it refers to.",
    "game": "The id of the base game.",
    "house": "The house rules: text, hash and version.",
    "limits": "The limits of the table, in cents.",
    "live": "Whether it is a live table.",
    "name": "The name shown.",
    "number": "The number of the bet at this table.",
    "offer": "Which offer was taken.",
    "outcome": "The outcome, as the game stores it.",
    "parts": "The bets that it was booked as.",
    "payout": "What the payout limit is for: each outcome or each wager.",
    "reason": "The reason that was given.",
    "refunds": "Stakes returned, by bet.",
    "reversed": "The settlements that are taken back.",
    "round": "The number of the round.",
    "rounding": "Whom rounding favors.",
    "seat": "The number of the seat.",
    "settlement": "What was paid, with its bet and its reason.",
    "settlements": "What was decided: bet, stake, payout and the line of the card.",
    "source": "Entered by the dealer, or drawn by the server.",
    "undone": "What can no longer have happened, and is taken back.",
    "unseen": "How many playing cards were burned face down.",
    "visit": "The number of the player's visit.",
    "wager": "The id of the wager.",
}
"""Fields of entries of the log."""

ATTRIBUTES = {
    "best": "The decisions of best play, and what they return.",
    "bet": "The wager as a machine.",
    "card": "The card.",
    "chance": "The dice, wheel or shoe.",
    "code": "The stable code of the finding.",
    "complete": "False if the run was stopped early.",
    "counts": "How often each result came.",
    "dealing": "How a shoe was dealt.",
    "engine": "The engine that was asked for.",
    "entry": "The wager with its exact law.",
    "envy": "The envy bonus on one unit.",
    "exact": "The exact mean that it is compared with.",
    "facts": "What the sentence is made of.",
    "goal": "The play that makes a target most likely, where one was asked for.",
    "grade": "`fault`, `warning` or `note`.",
    "history": "The counts as they grew, for the chart.",
    "how": "The play assumed.",
    "label": "The result in words.",
    "mean": "The mean of what was observed.",
    "mean_rolls": "The mean number of outcomes until it is decided.",
    "methods": "The methods that agree: two, or one where no other applies.",
    "net": "The net gain on one unit; None where no pay is posted.",
    "odds": "The exact odds under best play.",
    "options": "The options in force, by name.",
    "outcomes": "The results that can come, or the number of outcomes played.",
    "prices": "The house edge under each reading that it is about.",
    "probability": "Its exact probability.",
    "reference": "The exact law that it is compared with.",
    "resumed_outcomes": "Outcomes that a resumed run started with.",
    "rounds": "Rounds played.",
    "rounds_total": "Rounds to play; None where the run ends by the clock.",
    "seconds": "How long it took.",
    "seed": "The seed.",
    "subject": "The wager and pay table that it is about.",
    "svg": "The picture.",
    "terms": "The wager's rules at this pay table.",
    "title": "What it shows.",
    "wager": "The id of the wager.",
    "wagers": "One entry for each wager and pay table.",
    "weights": "The weight of each outcome.",
    "worst_z": "The largest distance from an exact mean so far, in standard errors.",
}
"""Attributes of the Python interface."""

JSON_FIELDS = {
    "about": "What it is about, in a sentence",
    "against": "The card compared with, where it is not the card itself",
    "alpha": "The significance level of the verdict",
    "card": "The id of the card",
    "carry": "The rule to remember",
    "chance": "The weights, where they are not the card's own",
    "chance.ID": "The weight of an outcome",
    "code": "A stable code",
    "complete": "False if the run was stopped early",
    "correction": "How several tests are taken together",
    "count": "How often the result came",
    "dealing": "How a shoe was dealt, where that was asked for",
    "default": "The default value",
    "degrees": "Degrees of freedom",
    "edge_per_roll": "House edge divided by the mean number of outcomes",
    "engine": "The engine that was asked for",
    "exact": "The exact mean that is compared with",
    "failed": "The wagers that do not agree",
    "filed": "The name on paper",
    "for": "The reading or pay table that the price is for",
    "game": "The id of the base game",
    "gives_up": "What the rule loses against best play",
    "grade": "`fault`, `warning` or `note`",
    "hit": "The probability of a result above a push",
    "house_edge": "What the house keeps of a bet, on average",
    "house_edge_decided": "The same of bets that do not push",
    "house_edge_with_envy": "The same after the envy bonus",
    "jurisdiction": "Where it is filed",
    "marked.ID": "How often a number is marked",
    "mean": "The mean of what was observed",
    "mean_rolls": "The mean number of outcomes until it is decided",
    "mean_untested": "How many wagers pay too rarely for their mean to be tested",
    "measure": "`net`, or `hits` where no pay is posted",
    "methods": "The methods that agree",
    "name": "The name on the felt",
    "net": "The net gain on one unit",
    "offer": "The offer: surrender, cash out or take back",
    "options.ID": "The value of an option",
    "outcome": "The result in words",
    "p": "The probability of a statistic at least as large",
    "pay_table": "The pay table",
    "pays": "The pay",
    "play": "The play assumed: `best`, `never`, `first`, or `none` without decisions",
    "played_by.ID": "The rounds that a back end played",
    "posted": "Whether the document posts a pay",
    "prices": "The house edges that the finding is about",
    "probability": "The probability of the result",
    "reading": "Whether the option asks what the document means",
    "result": "`pass`, `fail`, `too few rounds`, or `none`",
    "return": "What a bet returns on average, stake included",
    "rolls": "Rolls, spins or hands that were played",
    "rolls_kept": "Those that a resumed run started with",
    "rolls_per_second": "The speed",
    "rounds": "Rounds played",
    "rule": "The rule: where it is filed, or how to play",
    "says": "What the fault is",
    "seconds": "How long it took",
    "seed": "The seed",
    "sentence": "The finding in words; not an interface",
    "sha256": "The hash of the card",
    "source": "The document and clause",
    "standard_error": "The standard error of the mean",
    "statistic": "The chi-square statistic",
    "statute": "The statute",
    "take": "Whether best play takes the offer",
    "tests": "How many tests the verdict takes together",
    "tie": "Whether taking and riding are worth the same",
    "title": "The title of the card",
    "together": "Groups of wagers that use the same pay table",
    "value_of_riding": "What letting it ride is worth, with best play from there",
    "value_of_taking": "What taking the offer is worth",
    "values": "The values to choose from",
    "variance": "The variance on one unit",
    "wager": "The id of the wager",
    "wagers": "The ids of the wagers",
    "where": "Where in the document",
    "z": "The distance from the exact mean, in standard errors",
}
"""Fields of JSON outputs, by the last part of their path."""

PYTHON = """Import the package, load a card, and ask it. Everything a card answers is a value: exact fractions,
short at a prompt, a table in a notebook, and rows for other tools (`rows()`, `to_csv()`,
`to_dict()`, and `to_pandas()` or `to_arrow()` where pandas or pyarrow is installed). All of it is
typed.

```python
import rackcard

card = rackcard.load("craps")
card.odds()["pass"].house_edge   # Fraction(7, 495)
```

Other names of the package may change from one version to the next."""

HTTP = """The pages use this interface themselves. A running server describes it at `/docs`, and as OpenAPI at
`/openapi.json`, from which a client can be generated. Answers are JSON unless noted otherwise. A
refusal is `{"code": …, "message": …}`: codes are stable, messages are for people
([statuses](web.md#refusals-over-http)).

Give every command an `Idempotency-Key` of your own: if an answer is lost, send the same command
with the same key, and it takes effect once. A session's `csrf` token goes into `X-CSRF-Token`.
Amounts are whole cents."""

COMMANDS = """The body of `POST /api/tables/{table_id}/commands` is one of these objects; `do` says which. A field
that a command does not have is refused. At a practice table anybody may give any command; at a live
table, the roles named here."""

ENTRIES = """Each accepted command appends one entry to the log of its table. An entry has its number, the time,
who gave the command, its kind, the facts below, its postings and the hash that chains it to the one
before. Entries are streamed at `/api/tables/ID/events`, exported as CSV with their postings, and
never changed. A later version may add fields; no field changes its meaning. Amounts are whole
cents."""

JSON = """Fields are stable: a later version may add some, and no field goes away or changes its meaning. A
*figure* is an object with `exact`, the fraction as text, and `decimal`. `[]` is a list, `ID` a name
that the card gives. Money at a table is in whole cents."""
