"""What an audit found wrong with a log, in English."""

from rackcard.wording.sentence import Facts, fill

FAULTS: dict[str, str] = {
    # ---- the chain
    "missing": "entry {entry} is missing",
    "changed": "the hash does not match: the entry, or one before it, was changed",
    "unreadable": "the entry cannot be read",
    "not-canonical": "the entry is not in its canonical form",
    "postings": "the postings do not match the entry",
    "key": "its key {key} does not point to it",
    "snapshot": "the snapshot after it does not match",
    "snapshot-stray": "there is a snapshot after an entry that does not exist",
    "postings-stray": "there are postings without an entry",
    "author": "it was not entered by the person it names",
    "key-stray": "the key {key} points to an entry that does not have it",
    "stretch": "the stored stretch that ends with it does not match the entries",
    "stretch-stray": "there is a stored stretch that ends with an entry that does not exist",
    "kept-stray": "stored index or meter rows belong to no stored stretch",
    "fold": "the stored meters up to it do not match the entries",
    "landmark": "the stored index of entries does not match it",
    "not-signed": "it is not the entry that the checkpoint signed",
    "opened-at": "the list of tables has a different opening time",
    "log-gone": "its log is gone",
    "unlisted": "the table was removed from the list of tables",
    # ---- what follows from the entries before
    "not-applicable": "{kind} cannot be applied ({error})",
    "refused": "{kind} could not have happened: {refusal}",
    "house-rules": "what is offered does not match the house rules {house}",
    "card-hash": "card {card} does not have the hash that was recorded for it",
    "freeze-moves-money": "a freeze moves money",
    "posting": "{account} was posted {posted}, but {expected} follows from the entries before it",
    "fact": "the {field} of {kind} does not follow from the entries before it",
    # ---- the second settler
    "not-offered": "{offer} was not offered on bet {wager}",
    "settled-wrongly": "bets {wagers:list} were settled, or left up, contrary to the outcomes",
    "wrong-stake": "bet {wager} does not belong to seat {seat} with a stake of {stake}",
    "wrong-payment": "bet {wager}: {field} is {value}, but the outcomes say {expected}",
    "settled-twice": "bet {wager} was settled twice",
}
"""Every fault's template, by its code."""

CHECKPOINT_FAULTS: dict[str, str] = {
    "cut": "{log}: cut: checkpoint {number} of {at} has {entry:,} entries; only {found:,} are left",
    "rewritten": "{log}: rewritten: entry {entry:,} is not the one that checkpoint {number} of {at} has; "
    "the first changed entry is after entry {good:,}",
    "checkpoint-chain": "checkpoint {number} does not follow the one before it",
}
"""What checkpoints show, by code."""

ACCOUNT_FAULTS: dict[str, str] = {
    "account-changed": "account {name}: its {field} does not match the journal",
    "account-unknown": "account {name}: it is not in the journal",
    "account-gone": "account {name}: it was removed, and the journal does not say by whom",
}
"""What is wrong with an account, by code."""


def fault(code: str, facts: Facts) -> str:
    """What is wrong with an entry.

    >>> fault("missing", {"entry": 7})
    'entry 7 is missing'
    """
    return fill(FAULTS[code], facts)


def checkpoint_fault(code: str, facts: Facts) -> str:
    """What a checkpoint shows."""
    return fill(CHECKPOINT_FAULTS[code], facts)


def account_fault(code: str, facts: Facts) -> str:
    """What is wrong with an account.

    >>> account_fault("account-unknown", {"name": "Ann"})
    'account Ann: it is not in the journal'
    """
    return fill(ACCOUNT_FAULTS[code], facts)
