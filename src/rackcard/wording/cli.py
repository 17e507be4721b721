"""What the command line says beside its data: errors of usage, notes and warnings."""

from collections.abc import Mapping

from rackcard.number import plural
from rackcard.wording.sentence import Facts, fill

NEEDED = {
    "card": "a card",
    "name": "a name",
    "shell": "the name of a shell",
    "log": "a log file",
    "database": "a database",
    "backup": "a backup file",
    "to": "the name of a new file",
    "key": "the name of a key file",
    "house": "a file of house rules",
    "first": "two cards or two files of house rules",
    "second": "a second card or file of house rules",
    "archive": "a submission",
}
"""What each argument of a command is."""

USAGE = {
    "unknown-command": "there is no command {command}; expected one of: {commands:list}",
    "unknown-command.near": "there is no command {command}; did you mean {near}?",
    "unexpected-argument": "unexpected argument {arguments:list}",
    "unknown-option": "there is no option {option}",
    "unknown-option.near": "there is no option {option}; did you mean {near}?",
    "repeated-option": "{option} is given twice; give it once",
    "option-without-value": "{option} needs a value",
    "missing-option": "{command} needs {option}",
    "missing-argument": "{command} needs {needed}",
    "not-a-choice": "{option} {text} is not available; expected one of: {choices:list}",
    "not-a-choice.argument": "there is no {command} for {text}; expected one of: {choices:list}",
    "not-understood": "{option} {text} is not a valid value",
    "set-without-name": "--set needs NAME=VALUE",
    "set-without-value": "--set {setting} needs a value, as in --set {setting}=value",
    "set-twice": "--set {setting} is given twice, as {first} and {second}; give it once",
    "bad-weight": "--weights {part} is not a weight; expected for example 7=7, 6-6=1/2 or K=31",
    "file-exists": "{path} already exists; choose another name, or use - for standard output",
    "unknown-game": "there is no game {game}; expected one of: {known:list}",
    "no-card-id": "{path} does not name a card; use letters, digits and hyphens, as in my-card.yaml",
    "no-files": "check needs at least one card file",
    "bad-stake": "--stake {stake} is not a whole number of chips, such as 25",
    "bad-rolls": "--rolls {rolls} is not a whole number from 1 to 1000",
    "phase-without-marks": "--phase needs a position; give --marked too",
    "one-wager": "choose one wager with --wager (expected one of: {wagers:list}) and --table (expected one of: "
    "{tables:list})",
    "bad-goal": "--goal {goal} is not a number; expected for example 2 or 1.5",
    "bad-goal.zero": "--goal {goal} is out of range; expected a number greater than 0",
    "bad-floor": "--floor {floor} is not a return; expected a number from 0 to 1, such as 0.75",
    "no-model": "the selected wagers have no rule to model",
    "several-models": "a PRISM file holds one model, and {models} are selected; choose one with --wager "
    "({wagers:list}) and --table ({tables:list}), or write all of them with --out FOLDER",
    "unknown-kind": "--out {out}: expected a name that ends in {endings:or}, or give --to",
    "other-kind": "--out {out} and --to {to} name different kinds of file; leave one of them out",
    "several-pages": "{pages} pages cannot be written to standard output; name a file, or print to pdf or html",
    "folder": "--out {out} is a folder; name a file in it, as in --out {example}",
    "json-and-csv": "give only one of --json and --csv",
    "same-file": "{first} and {second} are the same file, {path}; use two files",
    "not-a-number": "{option} {text} is not a number; expected for example 1000 or 1e9",
    "out-of-range": "{option} {text} is out of range; expected {least:,} to {most:,}",
    "too-small": "{option} {text} is out of range; expected at least {least}",
    "not-whole": "{option} {text} is not a whole number",
    "no-database": "database {path} does not exist",
    "choose-table": "choose a table with --table; expected one of: {tables:list}",
    "no-table": "there is no table {table}; expected one of: {tables:list}",
    "bad-time": "{option} {text} is not a time; write 2026-11-15, 2026-11-15T20:00 (UTC) or 2026-11-15T20:00+02:00",
    "choose-table.none": "this database has no tables",
    "no-round": "round {round} does not exist",
    "refused": "{reason}",
    "not-in-house": "card {card} is not in the house rules {house}; expected one of: {known:list}",
    "which-card": "the house rules {house} have several cards; name one of {known:list} and give the file as --house",
    "card-not-house": "{path} is a card; {command} needs a file of house rules",
    "no-house-file": "there is no file of house rules {path}",
    "diff-kinds": "a card can only be compared with a card, and house rules with house rules",
    "house-sets-it": "the house rules {house} set options, pay tables, wagers and limits; leave out those arguments",
    "house-sets-options": "the house rules {house} set the options; leave out --set, or --house",
    "no-house-rules": "there are no house rules in {path}; check the path, or give just the name of the house",
    "several-cards": "house rules with several cards cannot be printed to standard output; name one card, "
    "with the file as --house",
    "first-account": "the first account must be a supervisor's: only a supervisor can add others",
    "no-such-table": "this database has no table {table}; expected one of: {tables:list}",
    "no-such-table.none": "this database has no tables yet; leave out --table",
    "card-and-all": "--all prints every shipped card; leave out {card}, or leave out --all",
    "no-password": "account add needs a password; give --password-file, or set RACKCARD_PASSWORD",
    "two-passwords": "--password-file and RACKCARD_PASSWORD both give a password; leave one of them out",
    "no-input": "standard input is empty; pipe a card in, or name a file",
    "two-inputs": "standard input can be read only once; name a file for the other",
    "input-not-utf-8": "standard input is not UTF-8 at byte {byte}",
    "input-too-large": "standard input is larger than {limit} KiB; a card is a small text",
    "bad-part": "--part {text} is not a part of a whole; expected for example 3/100",
    "no-parts": "merge needs the files of all parts, as in p*.json",
    "house-or-cards": "--house sets cards, options and chip; leave those out, or leave out --house",
    "settle-by-what": "settle needs --house HOUSE, or the cards that were played",
    "bad-chip": "--chip {chip} is not an amount; expected dollars, as in 1 or 0.25",
    "log-not-utf-8": "{log} is not UTF-8 at byte {byte}; save it as UTF-8",
    "bad-port": "--port {port} is out of range; expected a number from 0 to 65535",
    "checkpoint-alone": "--checkpoint needs --public-key: the file that ends in .pub",
    "since-alone": "--since-checkpoint needs --checkpoint and --public-key",
    "checkpoint-pair": "give --checkpoint-key and --checkpoints together",
    "no-address": "cannot listen on {host}:{port}: {reason}; use another --host or --port",
}
"""Command lines that cannot be followed, by code."""

NOTES = {
    "wrote": "wrote {path}",
    "wrote-models": "wrote {models:n model} to {folder}",
    "sha256": "\nsha256 {sha256}",
    "leftover": "warning: {path} is left over from an earlier print",
    "other-table": "warning: {wager} has no pay table {table}; it is printed with pay table {printed}",
    "player-edge": "warning: the player has the edge on {wagers:and}; see rackcard review {card}",
    "house-opened": "opened {table} from its house rules, sha256 {sha256}",
    "house-same": "{table} is open under these house rules",
    "house-other": "warning: {table} is open under other house rules; a supervisor changes them at the table",
    "not-restored": "rackcard: not restored: {reason}",
    "paused": "{table} is paused until its dealer confirms the last outcome",
    "serving": "Rackcard is running at {address} with database {database}; press Ctrl-C to stop",
    "set-up-code": "No account yet: to set up live tables, open {address} and enter the code {secret}",
    "missing-extra": "rackcard: this command needs {package}, which is not installed; "
    "install it with: pip install 'rackcard[{extra}]'",
    "key-created": "wrote {path}, the signing key, and {public}, which verifies; keep the signing key away from the "
    "database",
    "not-printed": "warning: {reason}",
    "account-added": "added the account {name}, {role}",
    "stopped": "stopped",
    "part-stopped": "part {part} was stopped and is not written; run it again",
    "part-stopped.saved": "part {part} was stopped and is not written; run it again to continue from where it was "
    "saved",
    "try-help": "rackcard: {error}\nTry: {command} --help",
    "error": "rackcard: {error}",
}
"""Lines on stderr, by code."""

LEFT_OUT_QUIETLY = frozenset(
    {"wrote", "wrote-models", "sha256", "house-opened", "house-same", "paused", "serving", "stopped", "account-added"}
)
"""Lines that --quiet leaves out: neither a warning, nor an error, nor something that only this line says."""

PROGRESS = {
    "review": "Reviewing",
    "audit": "Auditing",
    "restore": "Restoring",
    "print": "Printing",
}
"""What a bar of progress is about."""

NO_FINDINGS = "No problems found"


def usage(code: str, facts: Facts) -> str:
    """The sentence of a command line that cannot be followed."""
    return fill(USAGE[code], {**facts, "needed": NEEDED.get(facts.get("argument", ""), facts.get("argument"))})


def note(code: str, facts: Facts) -> str:
    """A line on stderr."""
    return fill(NOTES[code], facts)


def file_error(name: str | None, reason: str) -> str:
    """A file that cannot be read or written."""
    return f"rackcard: cannot read or write {'a file' if name is None else name}: {reason.lower()}"


CHECK_NOTES: dict[str, str] = {
    "counts-as-tables": "{wager}: 1 to {tables} are read as pay tables; "
    'for a ladder write "counts:" instead of "wins:"',
    "rung-never-paid": "{wager}: {rung} {counted} can never be paid",
    "negated-alone": '{wager}: "{line}" is true on the first {unit} that is not "{event}"; '
    'for none at all write "no {event}"',
    "take-down": "{wager}: the player has an edge of {edge:%} by taking it down at the right time; "
    "let it come down only before its first {unit}",
    "take-down.unknown": "{wager}: it may be taken down at any time, in more positions than can be priced; "
    "let it come down only before its first {unit}",
    "lost-after-won": '{wager}: a bet that had won by "{won}" can still lose by "{lost}"; '
    'write "takes: the first to happen" to pay it at once',
}


def check_note(code: str, facts: Facts) -> str:
    """What check says beside its result about something that the writer may not have meant."""
    return f"  note: {fill(CHECK_NOTES[code], facts)}"


def check_passed(card: str, wagers: int, combinations: int) -> str:
    """One line for a card without errors.

    >>> check_passed("craps", 40, 1)
    'craps: 40 wagers, 1 combination of options. No problems found'
    """
    return f"{card}: {plural(wagers, 'wager')}, {plural(combinations, 'combination')} of options. {NO_FINDINGS}"


def audit_line(table: str, entries: int, fault: str | None) -> str:
    """One line for each table of an audit."""
    verified = f"{table}: {entries} {'entry' if entries == 1 else 'entries'} verified"
    return verified if fault is None else f"{verified}; then an error: {fault}"


def audit_since_line(table: str, entries: int, compared: int, fault: str | None) -> str:
    """One line for each table of an audit from a checkpoint on.

    >>> audit_since_line("t", 120, 100, None)
    't: 120 entries verified, of which the first 100 by their hashes only (their postings and stored meters unproven)'
    """
    known = ", all from the beginning"
    if compared:
        known = f", of which the first {compared} by their hashes only (their postings and stored meters unproven)"
    verified = f"{table}: {entries} {'entry' if entries == 1 else 'entries'} verified{known}"
    return verified if fault is None else f"{verified}; then an error: {fault}"


def journal_line(entries: int, broken: int | None) -> str:
    """The line of an audit for the journal of the house."""
    verified = f"journal: {entries} {'entry' if entries == 1 else 'entries'} verified"
    return verified if broken is None else f"{verified}; then an error: entry {broken} is not what was written"


def checkpoint_line(number: int, at: str, tables: int) -> str:
    """One line for a checkpoint that every log agrees with, or that was written.

    >>> checkpoint_line(3, "2026-01-01T00:00:00.000+00:00", 1)
    'checkpoint 3 of 2026-01-01T00:00:00.000+00:00: 1 table'
    """
    return f"checkpoint {number} of {at}: {plural(tables, 'table')}"


def restored_line(table: str, entries: int) -> str:
    """One line for each table of a restored backup."""
    return f"{table}: {entries} {'entry' if entries == 1 else 'entries'} restored"


def try_next(commands: Mapping[str, str]) -> str:
    """Commands to try next, each with its purpose."""
    width = max(map(len, commands))
    return "Try next:\n" + "\n".join(f"  rackcard {words:<{width}}  {what}" for words, what in commands.items())


TRY = {
    "show": "the card itself",
    "odds": "exact odds of every pay table",
    "strategy": "the best play, and a rule to remember",
    "reading": "another reading of the document",
    "readings": "every reading, as JSON",
    "review": "errors and ambiguities in the filings",
    "new": "a card of your own to change (rackcard serve teaches the language at /help)",
    "check": "find errors in it",
}
"""The purpose of each command to try next."""
