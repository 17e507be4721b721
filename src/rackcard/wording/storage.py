"""What is wrong with a database or a backup, by code."""

from rackcard.wording.sentence import Facts, fill

STORAGE = {
    "in-memory": "a database in memory is lost when the server stops; give the name of a file",
    "not-a-database": "cannot open {url} as a database: {error}; give a file, or postgresql+psycopg://…",
    "folder": "{url} is a folder; name a database file in it",
    "interrupted-write": "{url} has an interrupted write; rackcard serve will roll it back",
    "unusable": "cannot use {url}: {error}",
    "not-durable": "{url} runs with {setting} off and may lose acknowledged commands; turn {setting} on",
    "served": "{path} is served by another process; stop it first, or use PostgreSQL for several servers",
    "two-names": "{path} has another name (a hard link), and is not safe to write to by two names; remove one of them",
    "not-ours": "{url} is not a Rackcard database",
    "not-initialized": "{url} has not been initialized; run rackcard serve once",
    "older": "{url} is from an earlier version (schema {version}) and was not changed; "
    "rackcard serve migrates it, rackcard restore migrates a copy",
    "newer": "{url} was written by a newer Rackcard (schema {version}); update this one",
    "shared": "{url} contains tables of another program; use a separate database",
    "too-old": "{url} is too old: its log is from before version 0.1, and only that version can read it",
    "other-backup": "back up PostgreSQL with its own tools: pg_dump",
    "file-exists": "{path} exists; give the name of a new file",
    "unwritable": "cannot write {path}: {error}",
    "unreadable": "cannot read {path}: {error}",
    "empty": "{path} is empty; it is not a Rackcard database",
    "write-ahead-log": "{path} is in WAL mode, which Rackcard does not use",
    "write-ahead-log.open": "the database is open in WAL mode; only a rollback journal is safe here",
    "target-exists": "{path} exists; a backup is restored into a new database",
    "journal-left": "{path} is from an interrupted write to an earlier database of that name; move it to where that is",
    "restore-running": "{path} exists; if no other restore is running, remove it and try again",
    "no-backup": "backup {path} does not exist",
    "no-folder": "folder {path} does not exist",
    "not-a-backup": "{path} is not a Rackcard backup",
    "not-restored": "the backup was not restored: {error}",
    "key-open": "the key {path} can be read by others; run chmod 600 {path}",
    "public-key": "{path} is the public key; signing needs the private key",
    "not-a-key": "{path} is not a private Ed25519 key; make one with rackcard checkpoint-key",
    "not-a-key.public": "{path} is not a public Ed25519 key; it is the file that ends in .pub",
    "not-a-manifest": "{path} is not a manifest; write one with rackcard manifest",
    "not-signed": "the checkpoint {path} was not signed with this key, or was changed since",
    "not-a-checkpoint": "{path} is not a checkpoint",
    "no-checkpoints": "there are no checkpoints in {path}",
    "not-empty": "the database already contains {table}; a backup is restored into a new database",
}
"""One sentence for each code; a code may have variants after a dot."""


def storage(code: str, facts: Facts) -> str:
    """The sentence for a code of a database or backup."""
    return fill(STORAGE[code], facts)
