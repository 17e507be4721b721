"""What an audit found wrong with a log, in English."""

from rackcard.wording.sentence import Facts, fill

FAULTS: dict[str, str] = {
    # ---- the chain
    "missing": "entry {entry} is missing",
    "changed": "the hash does not match: the entry, or one before it, was changed",
    "unreadable": "the entry cannot be read",
    "not-canonical": "the entry is not in its canonical form",
    "postings": "the postings do not match the entry",
    "key": "its key {key} does not lead to it",
    "snapshot": "the snapshot after it does not match",
    "snapshot-stray": "there is a snapshot after an entry that does not exist",
    "postings-stray": "there are postings without an entry",
    "log-gone": "its log is gone",
    "unlisted": "the table was removed from the list of tables",
    # ---- what follows from the entries before
    "not-applicable": "{kind} cannot be applied ({error})",
    "refused": "{kind} could not have happened: {refusal}",
    "house-rules": "what is offered is not what the house rules {house} say",
    "card-hash": "card {card} does not have the hash that was recorded for it",
    "freeze-moves-money": "a freeze moves money",
    "posting": "{account} was posted {posted}, but {expected} follows from the entries before it",
    "fact": "the {field} of {kind} does not follow from the entries before it",
    # ---- the second settler
    "not-offered": "{offer} was not offered on bet {wager}",
    "settled-wrongly": "bets {wagers:list} were settled, or left up, against the outcomes",
    "wrong-stake": "bet {wager} does not belong to seat {seat} with a stake of {stake}",
    "wrong-payment": "bet {wager}: {field} is {value}, but the outcomes say {expected}",
    "settled-twice": "bet {wager} was settled twice",
}
"""Every fault's template, by its code."""


def fault(code: str, facts: Facts) -> str:
    """What is wrong with an entry.

    >>> fault("missing", {"entry": 7})
    'entry 7 is missing'
    """
    return fill(FAULTS[code], facts)
