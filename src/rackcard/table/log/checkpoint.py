"""Checkpoints: how far each log had come and the hash at its end, signed with a key that the database does not hold.

Whoever can write to the database can cut a log, put an older backup in its place, or rewrite and hash it again; a
checkpoint that is kept elsewhere shows it.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rackcard.table.log.codec import canonical
from rackcard.table.log.schema import events, journal, tables
from rackcard.table.log.store import Store, StoreError
from rackcard.table.log.stretches import Stretches, StretchRow

FORMAT = "rackcard checkpoint 1"
JOURNAL = "journal"
ENDING = ".checkpoint.json"
BYTES_MAX = 10_000_000
"""A checkpoint of a hundred thousand tables is smaller."""


@dataclass(frozen=True)
class LogHead:
    """The end of a log: how many entries it has, and the hash of the last."""

    entries: int
    hash: str
    stretch: int = 0
    """How many stretches of it were kept: an audit can go on from the last one."""
    state: str = ""
    """The digest of the last one, with the table at its end."""

    def facts(self) -> dict[str, Any]:
        """What is signed; of a log without stretches, only where it ends."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class LogCheckpoint:
    """The heads of all logs at one moment; ``previous`` is the digest of the checkpoint before it."""

    number: int
    at: str
    tables: Mapping[str, LogHead]
    journal: LogHead | None = None
    previous: str = ""

    def facts(self) -> dict[str, Any]:
        """What is signed."""
        return {
            "format": FORMAT,
            "number": self.number,
            "at": self.at,
            "tables": {table_id: head.facts() for table_id, head in self.tables.items()},
            "journal": None if self.journal is None else self.journal.facts(),
            "previous": self.previous,
        }

    @property
    def digest(self) -> str:
        """What the next checkpoint cites."""
        return hashlib.sha256(canonical(self.facts()).encode()).hexdigest()

    def signed(self, key: Ed25519PrivateKey) -> str:
        """The text of its file."""
        signature = key.sign(canonical(self.facts()).encode()).hex()
        return json.dumps(self.facts() | {"signature": signature}, indent=1, sort_keys=True) + "\n"


@dataclass(frozen=True)
class CheckpointFault:
    """What a checkpoint shows of a log: a code, and the facts of its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


# ---- keys


def create_key(path: Path) -> Path:
    """Make a pair of keys: the private one, which only its owner reads, and beside it the public one."""
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )  # fmt: skip
    beside = path.with_name(f"{path.name}.pub")
    for place, text, mode in ((path, private, 0o600), (beside, public, 0o644)):
        try:
            with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                file.write(text)
        except FileExistsError:
            raise StoreError("file-exists", path=place) from None
        except OSError as error:
            raise StoreError("unwritable", path=place, error=_reason(error)) from None
    return beside


def read_key(path: Path) -> Ed25519PrivateKey:
    """The private key of a file; one that others can read is refused."""
    text = _bytes(path)
    if b"PUBLIC KEY" in text:
        raise StoreError("public-key", path=path)
    if path.stat().st_mode & 0o077:
        raise StoreError("key-open", path=path)
    try:
        key = serialization.load_pem_private_key(text, None)
    except (ValueError, TypeError):
        raise StoreError("not-a-key", path=path) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise StoreError("not-a-key", path=path)
    return key


def read_public_key(path: Path) -> Ed25519PublicKey:
    """The public key of a file."""
    try:
        key = serialization.load_pem_public_key(_bytes(path))
    except ValueError:
        raise StoreError("not-a-key.public", path=path) from None
    if not isinstance(key, Ed25519PublicKey):
        raise StoreError("not-a-key.public", path=path)
    return key


# ---- writing


def take(store: Store, at: str, after: LogCheckpoint | None = None) -> LogCheckpoint:
    """The checkpoint of a database at this moment."""
    own = events.alias()
    last = sa.select(sa.func.max(own.c.seq)).where(own.c.table_id == tables.c.table_id).scalar_subquery()
    is_last = (events.c.table_id == tables.c.table_id) & (events.c.seq == last)
    heads = sa.select(events.c.table_id, events.c.seq, events.c.hash).select_from(tables).join(events, is_last)
    newest = sa.select(journal.c.seq, journal.c.hash).order_by(journal.c.seq.desc()).limit(1)
    with store.engine.connect() as connection:
        ends = {row.table_id: _head(store, row) for row in connection.execute(heads)}
        has_journal = sa.inspect(connection).has_table(journal.name)
        row = connection.execute(newest).first() if has_journal else None
    number, previous = (1, "") if after is None else (after.number + 1, after.digest)
    return LogCheckpoint(number, at, ends, None if row is None else LogHead(row.seq, row.hash), previous)


def write(checkpoint: LogCheckpoint, key: Ed25519PrivateKey, path: Path) -> None:
    """Write a checkpoint durably into a new file."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w", encoding="utf-8") as file:
            file.write(checkpoint.signed(key))
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise StoreError("file-exists", path=path) from None
    except OSError as error:
        path.unlink(missing_ok=True)
        raise StoreError("unwritable", path=path, error=_reason(error)) from None


def _head(store: Store, row: Any) -> LogHead:
    """The end of a table's log, with the last stretch that is kept of it."""
    kept = Stretches(store, row.table_id).newest(until=row.seq)
    if kept is None:
        return LogHead(row.seq, row.hash)
    return LogHead(row.seq, row.hash, kept.number + 1, stretch_digest(kept))


def stretch_digest(kept: StretchRow) -> str:
    """A digest of a stretch and of the table at its end; what its rounds settled may still be corrected."""
    facts = {name: value for name, value in vars(kept).items() if name != "rounds"}
    return hashlib.sha256(canonical(facts).encode()).hexdigest()


class CheckpointFolder:
    """Checkpoints of one database in a folder, one after another."""

    def __init__(self, folder: Path, key: Ed25519PrivateKey) -> None:
        self.folder, self.key = folder, key
        if not folder.is_dir():
            raise StoreError("no-folder", path=folder)
        files = sorted(folder.glob(f"*{ENDING}"))
        self.last = read(files[-1], key.public_key()) if files else None

    def add(self, store: Store, at: str) -> LogCheckpoint:
        """Write the next checkpoint."""
        found = take(store, at, self.last)
        write(found, self.key, self.folder / f"{found.number:08}{ENDING}")
        self.last = found
        return found


# ---- reading


def read(path: Path, key: Ed25519PublicKey) -> LogCheckpoint:
    """A checkpoint whose signature is that of the key."""
    try:
        given = json.loads(_bytes(path))
        signature = bytes.fromhex(given.pop("signature"))
        if given["format"] != FORMAT:
            raise ValueError
        key.verify(signature, canonical(given).encode())
        ends = {str(table_id): LogHead(**head) for table_id, head in given["tables"].items()}
        last = given["journal"]
        return LogCheckpoint(given["number"], given["at"], ends, last and LogHead(**last), given["previous"])
    except InvalidSignature:
        raise StoreError("not-signed", path=path) from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise StoreError("not-a-checkpoint", path=path) from None


def read_all(places: Iterable[Path], key: Ed25519PublicKey) -> list[LogCheckpoint]:
    """The checkpoints of files and folders, the oldest first."""
    files: list[Path] = []
    for place in places:
        found = sorted(place.glob(f"*{ENDING}")) if place.is_dir() else [place]
        if not found:
            raise StoreError("no-checkpoints", path=place)
        files += found
    return sorted((read(file, key) for file in files), key=lambda one: one.number)


def compare(store: Store, checkpoints: Iterable[LogCheckpoint]) -> Iterator[CheckpointFault]:
    """What checkpoints show that the logs themselves do not: the first fault of each log, and gaps between them."""
    known: dict[str, int] = {}
    faulty: set[str] = set()
    before: LogCheckpoint | None = None
    for one in checkpoints:
        if before is not None and one.number == before.number + 1 and one.previous != before.digest:
            yield CheckpointFault("checkpoint-chain", {"number": one.number})
        before = one
        heads = dict(one.tables) if one.journal is None else {**one.tables, "": one.journal}
        for name, head in heads.items():
            if name in faulty:
                continue
            fault = _fault(store, name, head, known.get(name, 0), one)
            if fault is None:
                known[name] = head.entries
            else:
                faulty.add(name)
                yield fault


def _fault(store: Store, table_id: str, head: LogHead, good: int, of: LogCheckpoint) -> CheckpointFault | None:
    """What is wrong with a log at the place of a checkpoint; the journal has no name."""
    place = journal.c.seq == head.entries if not table_id else events.c.seq == head.entries
    query = sa.select(journal.c.hash).where(place)
    if table_id:
        query = sa.select(events.c.hash).where(events.c.table_id == table_id, place)
    with store.engine.connect() as connection:
        found = connection.execute(query).scalar()
    if found == head.hash:
        return None
    log = table_id or JOURNAL
    facts = {"log": log, "entry": head.entries, "at": of.at, "number": of.number, "good": good}
    if found is not None:
        return CheckpointFault("rewritten", facts)
    return CheckpointFault("cut", facts | {"found": _newest(store, table_id)})


def _newest(store: Store, table_id: str) -> int:
    if table_id:
        return store.newest(table_id)
    with store.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.max(journal.c.seq))).scalar() or 0


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(BYTES_MAX)
    except OSError as error:
        raise StoreError("unreadable", path=path, error=_reason(error)) from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
