"""What the journal of the house says, by the kind of its entries."""

from rackcard.wording.sentence import Facts, capitalized, fill

JOURNAL: dict[str, str] = {
    "server-started": "the server started, version {version}",
    "server-stopped": "the server stopped",
    "lease-lost": "this server was unresponsive for more than {seconds} s and took a new lease, number {fence}",
    "server-gone": "another server, lease {fence}, stopped responding",
    "changed-file": "{file} does not match the manifest; no table can be opened",
    "clock-step": "the clock was set by {milliseconds:,} ms",
    "checkpoint": "wrote checkpoint {number}, {tables:n table}",
    "checkpoint-failed": "could not write a checkpoint: {error}",
    "refused": "was refused ({code}): {method} {path}",
    "set-up": "completed setup, from {address}",
    "log-in": "logged in as {role}, from {address}",
    "log-in-refused": "was refused at log-in ({code}), from {address}",
    "set-up-refused": "was refused at setup ({code}), from {address}",
    "code-refused": "was refused a seat code ({code}), from {address}",
    "account-added": "added the account {name}, {role}",
    "account-removed": "removed the account {name}",
    "token-issued": "issued the token {name}, {role}, valid until {until}",
    "token-revoked": "revoked the token {name}",
    "password-set": "set the password of {name}",
    "corrected": "corrected an outcome at {table}, entry {entry}",
    "corrected-earlier": "corrected an earlier outcome at {table}, entry {entry}",
    "voided": "voided wagers at {table}, entry {entry}",
    "hand-voided": "voided a round at {table}, entry {entry}",
    "cards-changed": "changed the cards of {table}, entry {entry}",
    "house-changed": "changed the house rules of {table}, entry {entry}",
    "frozen": "froze {table}, entry {entry}",
    "approved": "approved payouts at {table}, entry {entry}",
    "proposed": "requested a second supervisor at {table}, entry {entry}",
    "declined": "declined a pending request at {table}, entry {entry}",
    "disputed": "held a round of {table} for a dispute, entry {entry}",
    "dispute-ended": "ended a dispute at {table}, entry {entry}",
    "shift-closed": "closed the shift of {table}, entry {entry}",
    "closed": "closed {table}, entry {entry}",
    "tokes-paid": "paid out the tokes of {table}, entry {entry}",
    "large-pay": "seat {seat} won {won:$} at {table}, entry {entry}",
}


def journal_sentence(kind: str, facts: Facts) -> str:
    """What an entry says after the name of who did it.

    >>> journal_sentence("password-set", {"name": "Ann"})
    'Set the password of Ann'
    """
    return capitalized(fill(JOURNAL[kind], facts))
