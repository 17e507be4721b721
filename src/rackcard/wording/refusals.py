"""Refusals in English: what was refused, the rule or limit behind it, and what to do instead.

A code is public and stable; ``code.variant`` is another sentence of the same public code.
"""

from functools import cache

from rackcard.games import GAMES
from rackcard.wording.sentence import Facts, fill

REFUSALS: dict[str, str] = {
    # ---- reading a command
    "bad-command": 'a command is a JSON object with a field "do"',
    "unknown-command": 'there is no command "{command}"; expected one of: {commands:list}',
    "unknown-field": '{command} has no field "{field}"; its fields are: {fields:list}',
    "unknown-field.none": '{command} has no field "{field}"; it takes no fields',
    "unknown-field.card": 'a card has no field "{field}"; its fields are: {fields:list}',
    "missing-field": '{command} needs the field "{field}"',
    "bad-number": "{field} must be a whole number from {least} to {most:,}",
    "bad-text": "{field} must be printable text of 1 to {most} characters",
    "bad-text.unicode": "the request contains text that is not valid Unicode",
    "bad-live": "live must be true or false",
    "bad-advice": "allow must be true or false",
    "bad-generated": "generated must be true or false",
    "bad-rounding": 'rounding must be "player" or "house"',
    "bad-toke": "toke must be true or false",
    "bad-call.amount": '"{word}" is not an amount of money',
    "bad-call.point": "seat {seat} has no bet on the {point} that {wager} can go behind",
    "bad-call.seat": 'seat "{seat}" has no player; seats with a player: {seats:list}',
    "bad-call.several": '"{words}" may mean {wagers:or}',
    "bad-call.short": "say the seat, the amount and the wager, as in: {example}",
    "bad-call.up": "seat {seat} has no bet up on {wager}",
    "bad-call.wager": 'no wager at this table is called "{words}"',
    "bad-track": "track must be true or false",
    "bad-bundle": "bundle must be true or false",
    "bad-settling": 'by must be "cash" (paid in cash) or "house" (written off by the house)',
    # ---- the database
    "behind": (
        "the database has lost entry {entry} of {table}, which was acknowledged; restore the newest backup, "
        "or restart the server to continue from what is left"
    ),
    "behind.moved": "the database file was moved, replaced or removed; put it back if need be, and restart the server",
    "behind.journal": (
        "the database has lost entry {entry} of the journal, which was written; restore the newest backup, "
        "or restart the server to continue from what is left"
    ),
    "no-such-shift": "table {table} has no shift {shift}",
    "changed-files": "{file} does not match the manifest; no table can be opened",
    "changed-files.several": "{file} and {more:n other file} do not match the manifest; no table can be opened",
    "awaiting-approval": "a supervisor must approve the payout of {bets:n bet} before play continues",
    "nothing-waits": "no approval is pending here",
    "same-person": "you have already requested this; another supervisor must request it too",
    "disputed": "round {round} is held for a dispute; end the dispute first",
    "not-disputed": "round {round} is not held for a dispute",
    "no-database": "the database is not responding and nothing was changed; try again in a moment",
    "no-database.full": "the disk is full and nothing was changed; free some space and try again",
    "no-database.read-only": "the disk is read-only and nothing was changed; make it writable and try again",
    "no-database.files": "the server has too many files open and nothing was changed; try again in a moment",
    "no-database.connections": "the database has no free connections and nothing was changed; try again in a moment",
    "no-database.committed": "your command was committed, but the database is not responding; reload the table",
    "no-database.not-durable": (
        "the database runs with {setting} off and may lose what it acknowledges, so nothing was changed; "
        "turn {setting} on and try again"
    ),
    "no-database.moved": "the database file was moved, replaced or removed and nothing was changed; restart the server",
    "no-database.write-ahead-log": (
        "another program has switched the database to WAL mode and nothing was changed; close it and try again"
    ),
    "no-database.version": "the database is a different version; restart the server",
    "stopping": "the server is stopping; try again in a moment",
    # ---- opening a table and laying cards
    "no-table": "the table has not been opened",
    "table-exists": "{table} is already open",
    "table-exists.id": "a table with the id {table} already exists",
    "no-such-game": 'there is no game "{game}"; expected one of: {games:list}',
    "bad-limits": "the limits are: {limits:list}",
    "bad-limits.below-minimum": "{limit} is {amount:$}, below the minimum bet of {minimum:$}",
    "bad-cards": "cards must be a list of 1 to {most} cards",
    "bad-cards.entry": "a card is an object with its id or its text, its options and its pay tables",
    "bad-cards.words": "{field} must map names to text",
    "bad-cards.accept": "accept must be a list of wager ids",
    "bad-cards.accept-wager": 'accept: {card} has no wager "{wager}"',
    "bad-card": "{reason}",
    "bad-card.unicode": "the card's text is not valid Unicode",
    "card-twice": "{card} is listed twice; list it once, with its options and pay tables",
    "other-chance": "these cards need different equipment; give them the same options",
    "other-variant": "these cards play different variants of the game; give them the same options, crapless or not",
    "other-variant.table": "a table keeps its variant of the game; open another table for these cards",
    "other-game": "{card} is a {game} card, but this is a {table_game} table",
    "no-such-table": "there is no table {table}",
    "no-such-table.pay": "{card} has no pay table {pay_table} for {wager}",
    "mixed-tables": (
        "on {card}, {wager} and {other} use the same pay table; "
        "{wager} is at table {pay_table} and {other} at table {other_table}"
    ),
    "no-such-card": 'there is no card "{card}"; expected one of: {cards:list}',
    "no-such-card.suggestion": 'there is no card "{card}". {suggestion}',
    "player-edge": "the player has an edge of {edge:%} on {wager}; accept the wager by its id to offer it anyway",
    "player-edge.reading": (
        "the player has an edge of {edge:%} on {wager}; accept the wager by its id to offer it anyway, "
        "or set {option} to {value}, where the house edge is {house_edge:%}"
    ),
    "player-edge.late": (
        "the player has an edge of {edge:%} on {wager} when it is bet after {after:list}; accept the wager "
        'by its id to offer it anyway, or let its card say "opens: before any {unit}, while the wager has no marks"'
    ),
    "player-edge.late-round": (
        "the player has an edge of {edge:%} on {wager} when it is bet after {after:list}; accept the wager "
        'by its id to offer it anyway, or let its card say "opens: before the first {unit} of a round"'
    ),
    "player-edge.unknown": (
        "{wager} may be bet with marks already placed, in more positions than can be priced; accept the wager "
        "by its id to offer it anyway, or let its card open it only while the wager has no marks"
    ),
    "player-edge.take-down": (
        "the player has an edge of {edge:%} on {wager} by taking it down at the right time; accept the wager by its id "
        "to offer it anyway, or let it come down only before its first {unit}"
    ),
    "player-edge.take-down-unknown": (
        "{wager} may be taken down at any time, in more positions than can be priced; accept the wager by its id "
        "to offer it anyway, or let it come down only before its first {unit}"
    ),
    "bad-payout": 'payout must be "outcome" or "wager"',
    "bad-house": "{reason}",
    "bad-house.text": "house must be the text of house rules, at most {most} KiB",
    "bad-house.cards": "texts must map the ids of cards to their texts",
    "bad-house.unicode": "the text of the house rules is not valid Unicode",
    "house-says-it": "house rules set everything except name and live; remove the other fields, or the house rules",
    "house-rules-bind": "this table runs on house rules; change those instead of its cards",
    "no-house-rules": "this table was opened without house rules; change its cards, or open a table from house rules",
    "house-fixed": "{field} cannot change while a table is open; close it and open another",
    "no-such-version": "this table has no house rules of version {version}",
    "same-house-rules": "these house rules are already in force",
    "dealer-books": "bets are booked by the dealer at this table; hand the chips to the dealer",
    # ---- seats and money
    "no-such-seat": "seat {seat} is empty",
    "no-such-seat.house": "there is no seat {seat}; the table has seats 1 to {seats}",
    "seat-taken": "seat {seat} is taken",
    "bad-amount": "a seat can hold at most {most:$}",
    "bad-amount.zero": "{field} must be greater than zero",
    "bad-amount.pay": "a pay must be greater than zero and at most {most:,}",
    "bad-amount.over-stake": "only {stake:$} is up on {wager}",
    "not-in-chips": "{amount:$} is not a whole number of {chip:$} chips",
    "not-enough": "seat {seat} has {balance:$}, which does not cover {amount:$}",
    "wagers-up": "seat {seat} still has bets up",
    "wagers-up.table": "bets are still up ({wagers}); settle or void them first",
    "seats-taken": "these seats have not colored up: {seats:list}",
    "owed": "settle the balances left by corrections first (visit {visits:list})",
    "nothing-owed": "visit {visit} has no outstanding balance",
    # ---- betting
    "frozen": "the table is frozen ({reason}); a supervisor must resume it",
    "frozen.command": "the table was frozen: {reason}",
    "paused": "the table is paused ({reason}); the dealer must confirm that round {round} was the last",
    "closed": "the table is closed",
    "no-tokes": "the dealers have no tokes to be paid",
    "no-tokes.amount": "the dealers have tokes of {tokes:$}; pay out at most that",
    "no-more-bets": "betting is closed until this {unit} is settled",
    "not-posted": "{wager} cannot be bet: no pay is posted for it",
    "not-posted.rule": "{wager} cannot be bet: the document gives no rule for it",
    "not-offered": "card {card} does not take bets at this table",
    "not-offered.double": "{wager} is offered once at this table; bet it on {card}",
    "not-offered.claim": "{offer} is not available on {wager} now",
    "no-such-wager": 'there is no wager "{wager}" on {card}',
    "no-such-wager.number": "seat {seat} has no bet number {number} up",
    "window.never": "{wager} cannot be bet by itself",
    "window.round": "{wager} can only be bet before the first {unit} of a round, and this round has begun",
    "marked": "{wager} is closed until the round ends ({marks:list})",
    "card-up": "{wager} is closed while an earlier bet on its card is up",
    "decided": "{wager} is already decided in this round",
    "already-up": "{wager} is up from an earlier {unit} and stays up until it is decided",
    "line-bet-required": "{wager} needs a bet on {wagers:or} ({card})",
    "not-behind": "{wager} does not go behind another bet",
    "behind-bet.none": "{wager} goes behind a bet on {parent}, and seat {seat} has none up",
    "behind-bet.no-point": "{wager} goes behind a bet on {parent} that has a point, and it has none yet",
    "behind-bet.other": "{wager} goes behind a bet on {parent}, and bet {number} of seat {seat} is not one",
    "behind-bet.several": "seat {seat} has several bets on {parent}; choose one for {wager}: bet {numbers:or}",
    "behind-up": "take down {wager} first: it is behind this bet",
    "no-odds": "{wager} cannot be bet with a point of {point}",
    "odds-limit": (
        "behind {stake:$} on {parent}, the maximum bet on {wager} with a point of {point} is {maximum:$}; "
        "this would bring it to {total:$}"
    ),
    "odds-limit.to-win": (
        "behind {stake:$} on {parent}, {wager} with a point of {point} may win at most {maximum:$}; "
        "{total:$} would win {won:$}"
    ),
    "not-for-dealers": "{wager} cannot be bet for the dealers: it is a bundle or goes behind another bet",
    "bundle-units": "{wager} has {units:n unit}; bet {unit:$} or a multiple of it",
    "bundle-whole": "{wager} is part of a bundle; take down all of its bets, or this one alone",
    "required": "the bet must stay up: {wager} needs a bet on {wagers:or} ({card})",
    "below-minimum.rest": (
        "{rest:$} on {wager} would stay up, below the minimum bet of {minimum:$}; take all of it, or less"
    ),
    "below-minimum": "the minimum bet on {wager} is {minimum:$}",
    "over-wager-limit": "the maximum bet on {wager} is {maximum:$}; this would bring it to {total:$}",
    "over-seat-limit": "the seat maximum is {maximum:$}; this bet would bring it to {total:$}",
    "over-table-limit": "the table maximum is {maximum:$}; this bet would bring it to {total:$}",
    "stake-edge": (
        "{stake:$} on {wager}, paid in {chip:$} chips, gives the player an edge of {edge:%}; "
        "bet {even:$} or a multiple of it"
    ),
    "too-many-wagers": "the table already has {most:,} bets up; settle some first",
    "stands": "{wager} stays up until it is decided",
    "not-in-part": "{wager} cannot be cashed out in part at this table",
    # ---- dealing
    "no-shooter": "{game} has no shooter",
    "not-tracked": "this table does not keep track of what is dealt",
    "nothing-burned": "name the cards that were burned, or say how many were burned face down",
    "is-shooter": "seat {seat} already has the dice",
    # ---- outcomes and corrections
    "betting-open": "close betting before you enter the outcome",
    "betting-open.no-roll": "betting is open; a {unit} can be declared void only after betting is closed",
    "bad-outcome": "{reason}",
    "nothing-to-correct": "there is no outcome to correct: none was entered since the shift began",
    "nothing-to-correct.dispute": "there is no round to dispute in this shift",
    "nothing-to-correct.round": "round {round} cannot be changed; choose a round from {first} to {last}",
    "correction-stopped": "round {round} is impossible after this correction: {reason}",
    "correction-stopped.burned": "cards burned since then are impossible after this correction: {reason}",
    "void-one": "void the bets of one card or of one round, not both",
    "nothing-up": "no bets are up on card {card}",
    # ---- status
    "not-open": "the table is {status}",
    "not-frozen": "the table is {status}, not frozen",
    "not-paused": "the table is {status}, not paused",
    "confirm-outcome": "confirm the last outcome: this table is after round {round}",
    # ---- the service and the store
    "stale": "the table has changed since you last looked; reload it and try again",
    "busy": "too many others are writing to this table; try again",
    "busy.fenced": "this server was unresponsive for too long and nothing was changed; try again",
    "busy.unchanged": "the database is busy and nothing was changed; try again",
    "busy.database": "the database is busy; check the table, then try again",
    "key-reused": "this Idempotency-Key was already used for a different request",
    "bad-key": "an Idempotency-Key must have 1 to 200 printable ASCII characters without spaces",
    "bad-table": "a table id must have 1 to 64 printable ASCII characters without spaces",
    "bad-name.sender": "the sender of a command must have a printable name of at most 80 characters",
    # ---- meters
    "bad-period": "since is {since} and until is {until}: a period must end after it begins",
    "bad-time": (
        "{field} is {value}, but a time is written as 2026-11-15, 2026-11-15T20:00 (UTC) or 2026-11-15T20:00+02:00"
    ),
    "bad-time.plus": (
        "{field} is {value}, but a time is written as 2026-11-15, 2026-11-15T20:00 (UTC) or "
        "2026-11-15T20:00+02:00; in a web address, write + as %2B"
    ),
    # ---- accounts and sessions
    "bad-name": "a name must have 1 to {most} printable characters",
    "bad-name.letters": (
        "a name may not have {letter} here; write it in the letters of one alphabet, with plain digits and punctuation"
    ),
    "bad-role": 'there is no role "{role}"; expected one of: {roles:list}',
    "bad-seat": "a seat account needs a table and a seat",
    "bad-table.supervisor": "a supervisor account covers every table; leave out the table",
    "bad-password": "a password must have {least} to {most} characters",
    "name-taken": "there is already an account named {name}",
    "name-taken.alike": "{name} looks like the account {other}; choose a name that cannot be mistaken for it",
    "name-reserved": "{name} is reserved for Rackcard itself; choose another name",
    "wrong-set-up-code": "the set-up code is incorrect; it is shown where the server was started",
    "bad-host": "the Host header is not a host name or an address",
    "wrong-host": "this server does not answer to {host}; allow it with rackcard serve --allow-host {host}",
    "set-up": "setup is already complete; please log in",
    "no-such-account": "there is no account with that name",
    "no-such-account.password": "there is no account with that name and a password",
    "last-supervisor": "{name} is the only supervisor; add another one first",
    "wrong-login": "the name or password is incorrect",
    "wrong-login.password": "the password is incorrect",
    "wrong-code": "that code is invalid or has expired; ask the dealer for a new one",
    "wrong-code.used": "that code was just used; ask the dealer for a new one",
    "log-in": "please log in first",
    "log-in.live": "this is a live table; please log in first",
    "log-in.over": "your session has ended; please log in again",
    "locked": "this session was locked after being idle; enter your password or log in again",
    "locked.office": "the office is locked; enter your password to continue",
    "forged": "your session token is missing or out of date; reload the page",
    # ---- permissions
    "not-supervisor": "only a supervisor may do this",
    "not-supervisor.books": "only a supervisor may read the books of a live table",
    "not-supervisor.program": "only a supervisor who is logged in may change accounts and tokens; a program may not",
    "no-such-token": "there is no token {name}",
    "not-supervisor.office": "only a supervisor may enter the office",
    "not-your-table": "this account is for table {table} only",
    "not-your-seat": "you may play only your own seat",
    "not-your-seat.over": "your visit at this seat has ended; ask the dealer for a new code",
    "not-your-role.two": "this takes two supervisors in person; a program may neither request nor approve it",
    "not-your-role": "a {role} may not {action} at a live table",
    "not-your-role.view": "a {role} may not open the {view} view of a live table",
    # ---- requests
    "bad-json": "the request body is not valid JSON: {reason}",
    "bad-json.unreadable": "the request body is not valid JSON",
    "bad-field": "{reason}",
    "bad-option.play": 'there is no play "{play}"; expected one of: {plays:list}',
    "bad-form": 'send a form with the fields "text" and "before"',
    "bad-method": "{method} is not allowed on {path}",
    "no-such-page": "there is no page at {path}",
    "no-such-page.simulation": "this simulation is no longer available; start another",
    "busy.readers": "too many people are asking for pages and figures; try again in a moment",
    "busy.too-long": "this takes longer than one request allows; ask for less at once",
    "busy.memory": "this needs more memory than one request allows; ask for less at once",
    "too-fast.reader": "{most:n request} from your address are waiting already; try again in a moment",
    "busy.no-simulation": 'this server cannot simulate; install rackcard with the extra "simulate"',
    "bad-form.number": '"{value}" is not a number; write for example 8 or 7.5',
    "bad-form.weight": "{part} is not a weight; write for example 7=12, 2=1/2",
    "bad-form.slow": "this card takes too long to price here; wait until the lab shows its odds",
    "no-such-round": "table {table} has no round {round}",
    "no-model": "no rule is given for {wager}, so there is no process to model",
    "too-fast": "too many attempts (at most {most} in {seconds:n second}); try again shortly",
    "too-fast.account": (
        "too many wrong passwords for this account (at most {most} in {seconds:n second}); try again later"
    ),
    "too-fast.simulation": "a simulation is already running in this browser; stop it, or wait until it is over",
    "too-fast.simulations": "the server already runs {most:n simulation}; try again in a minute",
    "too-large": "the request body must be at most {most} KiB, with a Content-Length header",
    "too-many-watchers.address": "your address already has {most:n watcher} here; close some, or log in",
    "too-many-watchers": "this server already has {most:n watcher}; try again later",
    "other-origin": "requests from other sites are not allowed",
}
"""Every refusal's template, by its code or its code and variant."""

SHORT: dict[str, str] = {
    "no-such-wager": "not offered",
    "not-offered": "not offered",
    "not-posted": "no pay posted",
    "not-posted.rule": "no rule given",
    "window.never": "not bet by itself",
    "window.round": "this round has begun",
    "marked": "until the round ends",
    "card-up": "until earlier bets on this card are decided",
    "decided": "already decided this round",
    "already-up": "up until decided",
    "line-bet-required": "needs a bet on {wagers:or}",
    "behind-bet.none": "goes behind {parent}",
    "behind-bet.no-point": "{parent} has no point yet",
    "behind-bet.several": "choose the bet that it goes behind",
    "no-odds": "not with a point of {point}",
    "below-minimum": "minimum bet {minimum:$}",
    "stake-edge": "the minimum bet rounds in the player's favor",
    "too-many-wagers": "the table is full",
}
"""Why a wager is closed, in as few words as a tile of the felt has room for."""


@cache
def refusals() -> dict[str, str]:
    """Every refusal's template, those of the base games' windows included."""
    return {**REFUSALS, **_windows(0)}


@cache
def short_refusals() -> dict[str, str]:
    """Every short form, those of the base games' windows included."""
    return {**SHORT, **_windows(1)}


def _windows(form: int) -> dict[str, str]:
    return {
        f"window.{window}": templates[form]
        for game in GAMES.values()
        for window, templates in game.window_refusals.items()
    }


def refusal(key: str, facts: Facts) -> str:
    """The sentence of a refusal.

    >>> refusal("below-minimum", {"wager": "Little", "minimum": 500})
    'the minimum bet on Little is $5.00'
    """
    return fill(refusals()[key], facts)


def short_refusal(key: str, facts: Facts) -> str:
    """A refusal without what the felt shows anyway; the whole sentence where it has no short form.

    >>> short_refusal("window.come-out", {"wager": "Pass"})
    'a point is on'
    """
    return fill(short_refusals().get(key) or refusals()[key], facts)


BAD_FIELDS = {
    "missing_body": "the request needs a body",
    "missing": "the field {field} is required",
    "extra_forbidden": "there is no field {field}",
    "greater_than": "{field} must be more than {gt}",
    "greater_than_equal": "{field} must be at least {ge}",
    "less_than": "{field} must be less than {lt}",
    "less_than_equal": "{field} must be at most {le}",
    "int_type": "{field} must be a whole number",
    "int_parsing": "{field} must be a whole number",
    "int_from_float": "{field} must be a whole number",
    "bool_type": "{field} must be true or false",
    "bool_parsing": "{field} must be true or false",
    "string_type": "{field} must be text",
    "string_too_short": "{field} must have {min_length} or more characters",
    "string_too_long": "{field} must have at most {max_length} characters",
    "literal_error": "{field} must be {expected}",
    "list_type": "{field} must be a list",
    "dict_type": "{field} must be a JSON object",
    "model_attributes_type": "{field} must be a JSON object",
}
"""What is wrong with a field of a request, by what the library that checks it calls it."""


def bad_field(field: str, kind: str, said: str, facts: Facts) -> str:
    """What is wrong with a field; the library's own words where there are none of ours.

    >>> bad_field("days", "less_than_equal", "Input should be less than or equal to 366", {"le": 366})
    'days must be at most 366'
    """
    return fill(BAD_FIELDS.get(kind, "{field}: {said}"), {**facts, "field": field, "said": said})
