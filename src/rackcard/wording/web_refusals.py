"""Refusals of the web: sentences by code, for requests, accounts, sessions and pages.

A public code is the part of a key before the dot; what follows tells variants of one code apart.
"""

from rackcard.wording.sentence import Facts, fill

WEB: dict[str, str] = {
    # requests
    "bad-field": "{field}: {problem}",
    "bad-form": 'send a form with the fields "text" and "before"',
    "bad-json": "the request body is not valid JSON",
    "bad-json.at": "the request body is not valid JSON: {problem}",
    "bad-method": "{method} is not allowed on {path}",
    "bad-text": "the request contains text that is not valid Unicode",
    "busy": "the database is busy; check the table, then try again",
    "no-such-page": "there is no page at {path}",
    "other-origin": "requests from other sites are not allowed",
    "too-fast": "too many attempts (at most {most} in {seconds:n second}); try again shortly",
    "too-fast.lab": "the lab is busy with other cards; try again in a moment",
    "too-large": "the request body must be at most {kib} KiB, with a Content-Length header",
    "too-many-watchers": "this server already has {most:n watcher}; try again later",
    # accounts and sessions
    "bad-name": "a name must have 1 to {most} printable characters",
    "bad-password": "a password must have {least} to {most} characters",
    "bad-role": "there is no role {role}; expected one of: {roles:list}",
    "bad-seat": "a seat account needs a table and a seat",
    "bad-table": "a supervisor account covers every table; leave out the table",
    "forged": "your session token is missing or out of date; reload the page",
    "last-supervisor": "{name} is the only supervisor; add another one first",
    "locked": "this session was locked after being idle; enter your password or log in again",
    "locked.office": "the office is locked; enter your password to continue",
    "log-in": "please log in first",
    "log-in.live": "this is a live table; please log in first",
    "log-in.over": "your session has ended; please log in again",
    "name-taken": "there is already an account named {name}",
    "no-such-account": "there is no account with that name",
    "no-such-account.password": "there is no account with that name and a password",
    "set-up": "setup is already complete; please log in",
    "wrong-code": "that code is invalid or has expired; ask the dealer for a new one",
    "wrong-code.used": "that code was just used; ask the dealer for a new one",
    "wrong-login": "the name or password is incorrect",
    "wrong-login.password": "the password is incorrect",
    # who may do what
    "not-supervisor": "only a supervisor may do this",
    "not-supervisor.books": "only a supervisor may read the books of a live table",
    "not-supervisor.office": "only a supervisor may enter the office",
    "not-your-role": "a {role} may not {action} at a live table",
    "not-your-role.view": "a {role} may not open the {view} view of a live table",
    "not-your-seat": "you may play only your own seat",
    "not-your-seat.over": "your visit at this seat has ended; ask the dealer for a new code",
    "not-your-table": "this account is for table {table} only",
    # tables, cards and files
    "bad-card": "{problem}",
    "bad-option.play": "there is no play {play}; expected one of: {plays:list}",
    "no-model.one-hand": "a {game} wager is decided by one {unit}, so there is no process to model",
    "no-model.no-rule": "the document gives no rule for {wager}, so there is nothing to model",
    "no-such-card": "there is no card {card}; expected one of: {cards:list}",
    "no-such-card.near": "there is no card {card}. {hint}",
    "no-such-round": "{table} has no round {round}",
    "no-such-seat": "nobody is in seat {seat}",
    "table-exists": "there is already a table {table}",
}
"""Each sentence by its code, or by its code and variant."""


def web_refusal(key: str, facts: Facts) -> str:
    """The sentence of a web refusal.

    >>> web_refusal("bad-method", {"method": "DELETE", "path": "/x"})
    'DELETE is not allowed on /x'
    """
    return fill(WEB[key], facts)
