"""Commands on live tables: serve them, and audit, replay, measure, back up and restore their database."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from rackcard.cli.arguments import load_rules
from rackcard.cli.common import AsJson, UsageError, app, draw, note, print_json
from rackcard.cli.progress import progress_bar
from rackcard.wording import cli as wording
from rackcard.wording.columns import heads

if TYPE_CHECKING:
    from fastapi import FastAPI

    from rackcard.house import HouseRules
    from rackcard.table.log.checkpoint import LogCheckpoint, LogHead
    from rackcard.table.log.store import Store
    from rackcard.table.service import Service
    from rackcard.web.housekeeping import Housekeeper

ServedDatabase = Annotated[
    str,
    Parameter(
        name="--db",
        env_var="RACKCARD_DATABASE",
        help="A SQLite file, created if it does not exist, or a URL; a password is safer in the environment.",
    ),
]
CheckpointKey = Annotated[
    Path | None, Parameter(help="The private key that signs checkpoints; keep it away from the database.")
]
CheckpointPlace = Annotated[Path | None, Parameter(help="A folder for a checkpoint every hour and after every shift.")]
ManifestFile = Annotated[
    Path | None, Parameter(help="Check the program against this file, made by rackcard manifest, daily.")
]
LogFormat = Annotated[Literal["text", "json"], Parameter(help="Warnings as text, or every request as a line of JSON.")]
Database = Annotated[str, Parameter(help="A SQLite file, or a URL such as postgresql+psycopg://host/name.")]


def _store(url: str) -> "Store":
    """A database to read; it is not changed."""
    from rackcard.table.log.store import Store, StoreError

    if "://" not in url and not (Path(url).is_file() or Path(url).is_dir()):
        raise UsageError("no-database", path=url)
    try:
        return Store(url, is_read_only=True)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None


def _table_id(store: "Store", given: str | None) -> str:
    known = store.table_ids()
    if given is None and len(known) == 1:
        return known[0]
    if given is None or not known:
        raise UsageError("choose-table" if known else "choose-table.none", tables=known)
    if given not in known:
        raise UsageError("no-table", table=given, tables=known)
    return given


@dataclass(frozen=True)
class _Audited:
    """What an audit says of a table."""

    table: str
    entries: int
    compared: int | None
    """How many entries were compared by their hashes only; None where a whole audit was asked for."""
    error: str | None

    @property
    def line(self) -> str:
        if self.compared is None:
            return wording.audit_line(self.table, self.entries, self.error)
        return wording.audit_since_line(self.table, self.entries, self.compared, self.error)

    def to_dict(self) -> dict[str, object]:
        known = {} if self.compared is None else {"compared_by_hash": self.compared}
        return {"table": self.table, "entries": self.entries, **known, "error": self.error}


@app.command
def audit(
    database: Database,
    *,
    checkpoint: Annotated[
        list[Path] | None,
        Parameter(
            name="--checkpoint",
            negative=(),
            help="A checkpoint, or a folder of them, that the logs must agree with; may be repeated.",
        ),
    ] = None,
    public_key: Annotated[Path | None, Parameter(help="The key that verifies the checkpoints.")] = None,
    since_checkpoint: Annotated[
        bool,
        Parameter(
            negative=(),
            help="Settle again only what came after the last checkpoint; compare earlier entries by their hashes.",
        ),
    ] = False,
    workers: Annotated[
        int | None, Parameter(validator=Number(gte=1), help="Processes for a long log; by default one for each core.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Audit a database: hash chain, postings, and every settlement recomputed; exit 1 if there is an error."""
    from rackcard.table.account_audit import audit_accounts
    from rackcard.table.log.journal import Journal
    from rackcard.wording.audit import account_fault

    if since_checkpoint and not checkpoint:
        raise UsageError("since-alone")
    given = _checkpoints(checkpoint, public_key)
    store = _store(database)
    cut, agreed = _compared(store, given)
    faults, documents = len(cut), []
    for line in () if as_json else (*cut, *agreed):
        print(line)
    last = given[-1].tables if since_checkpoint else None
    for one in _audited_since(store, last) if last is not None else _audited(store, database, workers):
        faults += one.error is not None
        documents.append(one.to_dict())
        if not as_json:
            print(one.line)
    entries, broken = Journal(store).verified()
    accounts = [] if broken else [account_fault(one.code, one.facts) for one in audit_accounts(store)]
    if as_json:
        found = {"tables": documents, "journal": {"entries": entries, "error": broken}, "accounts": accounts}
        print_json(found | ({"checkpoints": cut} if checkpoint else {}))
    elif entries or broken:
        print(wording.journal_line(entries, broken))
    for line in () if as_json else accounts:
        print(line)
    return 1 if faults or broken or accounts else 0


def _audited(store: "Store", database: str, workers: int | None) -> "Iterator[_Audited]":
    """Every table audited, long ones by several processes, with a bar that follows."""
    from rackcard.simulate.pools import process_pool
    from rackcard.table.audit_parallel import audit_all

    count = (os.cpu_count() or 1) if workers is None else workers
    pool = process_pool(count) if count > 1 else None
    total = sum(store.newest(table_id) for table_id in store.table_ids())
    with progress_bar(wording.PROGRESS["audit"], total) as show:
        for table_id, seen, fault in audit_all(store, database, pool, show):
            yield _Audited(table_id, seen, None, None if fault is None else str(fault))


def _audited_since(store: "Store", heads: "Mapping[str, LogHead]") -> "Iterator[_Audited]":
    """Every table audited from where a checkpoint has it, with a bar that follows."""
    from rackcard.table.audit_since import audit_since

    with progress_bar(wording.PROGRESS["audit"]) as show:
        for table_id in store.table_ids():
            found = audit_since(store, table_id, heads.get(table_id), show)
            yield _Audited(table_id, found.entries, found.compared, None if found.fault is None else str(found.fault))


def _checkpoints(places: list[Path] | None, public_key: Path | None) -> "list[LogCheckpoint]":
    """The checkpoints that were given, the oldest first."""
    if not places:
        return []
    if public_key is None:
        raise UsageError("checkpoint-alone")
    from rackcard.table.log.checkpoint import read_all, read_public_key
    from rackcard.table.log.store import StoreError

    try:
        return read_all(places, read_public_key(public_key))
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None


def _compared(store: "Store", given: "list[LogCheckpoint]") -> tuple[list[str], list[str]]:
    """What the checkpoints show to be wrong, or else the last of them, in words."""
    if not given:
        return [], []
    from rackcard.table.log.checkpoint import compare
    from rackcard.wording.audit import checkpoint_fault

    cut = [checkpoint_fault(fault.code, fault.facts) for fault in compare(store, given)]
    last = given[-1]
    return cut, [] if cut else [wording.checkpoint_line(last.number, last.at, len(last.tables))]


@app.command(name="checkpoint-key")
def checkpoint_key(key: Annotated[Path, Parameter(help="The file to create; the public key is beside it.")]) -> int:
    """Make the pair of keys that signs and verifies checkpoints."""
    from rackcard.table.log.checkpoint import create_key
    from rackcard.table.log.store import StoreError

    try:
        public = create_key(key)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    note("key-created", path=key, public=public)
    return 0


@app.command
def checkpoint(
    database: Database,
    *,
    key: Annotated[Path, Parameter(help="The private key, made by rackcard checkpoint-key.")],
    out: Annotated[Path, Parameter(help="The file to create, as in night.json; or a folder of checkpoints.")],
) -> int:
    """Sign how far every log of a database has come; audit --checkpoint then detects one that was cut or changed."""
    from rackcard.table.log.checkpoint import CheckpointFolder, read_key, take, write
    from rackcard.table.log.store import StoreError

    try:
        signs, store, now = read_key(key), _store(database), datetime.now(UTC).isoformat(timespec="milliseconds")
        if not out.suffix:
            out.mkdir(parents=True, exist_ok=True)
        if out.is_dir():
            found = CheckpointFolder(out, signs).add(store, now)
        else:
            found = take(store, now)
            write(found, signs, out)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    print(wording.checkpoint_line(found.number, found.at, len(found.tables)))
    return 0


@app.command
def tables(database: Database, *, as_json: AsJson = False) -> int:
    """List the tables of a database: their ids and how many entries each has."""
    from rackcard.tabular import Grid

    store = _store(database)
    found = {table_id: store.newest(table_id) for table_id in store.table_ids()}
    if as_json:
        print_json([{"table": table_id, "entries": entries} for table_id, entries in found.items()])
        return 0
    rows = tuple((table_id, f"{entries:,}") for table_id, entries in found.items())
    ids = ("table", "entries")
    draw(Grid("", heads(ids), frozenset(heads(ids[1:])), rows, ids=ids))
    return 0


@app.command
def replay(
    database: Database,
    *,
    table: Annotated[str | None, Parameter(help="The table's id.")] = None,
    round_: Annotated[int | None, Parameter(name="--round", help="Only this round.")] = None,
) -> int:
    """Print a table's rounds as a transcript."""
    from rackcard.table.history import History, LogPlace
    from rackcard.table.replay import replay as transcript

    store = _store(database)
    history = History(store, _table_id(store, table))
    lines = 0
    for line in transcript(history.steps(LogPlace()) if round_ is None else history.round_steps(round_), round_):
        print(line)
        lines += 1
    if not lines:
        raise UsageError("no-round", round=round_)
    return 0


@app.command
def meters(
    database: Database,
    *,
    table: Annotated[str | None, Parameter(help="The table's id.")] = None,
    since: Annotated[
        str | None, Parameter(help="Start of the period, as in 2026-11-15T20:00 (UTC) or 2026-11-15T20:00+02:00.")
    ] = None,
    until: Annotated[str | None, Parameter(help="End of the period, not included.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show handle, hold, theoretical win, envy and breakage by wager, seat and dealer."""
    from rackcard.table.meters import meters_of
    from rackcard.table.period import read_period
    from rackcard.table.state import Refusal

    try:
        period = read_period(since, until)
    except Refusal as refusal:
        if refusal.code == "bad-time":
            raise UsageError("bad-time", option=f"--{refusal.facts['field']}", text=refusal.facts["value"]) from None
        raise UsageError("refused", reason=refusal.sentence) from None
    store = _store(database)
    found = meters_of(store, _table_id(store, table), period)
    if as_json:
        print_json(found.to_dict())
        return 0
    for grid in found.grids():
        draw(grid)
        print()
    return 0


@app.command(name="shift-report")
def report_shift(
    database: Database,
    *,
    table: Annotated[str | None, Parameter(help="The table's id.")] = None,
    shift: Annotated[
        int | None, Parameter(help="The number of the shift; by default the last one that was closed.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Report a shift: drop, handle, hold, corrections, voids, envy bonuses, tokes and breakage."""
    from rackcard.table.shift_report import shift_report
    from rackcard.table.state import Refusal

    store = _store(database)
    try:
        found = shift_report(store, _table_id(store, table), shift)
    except Refusal as refusal:
        raise UsageError("refused", reason=refusal.sentence) from None
    if as_json:
        print_json(found.to_dict())
    else:
        draw(found.grid())
    return 0


@app.command
def evidence(
    database: Database,
    *,
    round_: Annotated[int, Parameter(name="--round", help="The round.")],
    table: Annotated[str | None, Parameter(help="The table's id.")] = None,
) -> int:
    """Print every entry of a round with its hashes as JSON, as evidence in a dispute."""
    from rackcard.table.evidence import evidence as gather
    from rackcard.table.state import Refusal

    store = _store(database)
    try:
        print_json(gather(store, _table_id(store, table), round_))
    except Refusal as refusal:
        raise UsageError("refused", reason=refusal.sentence) from None
    return 0


@app.command
def backup(database: Database, to: Annotated[Path, Parameter(help="The file to create.")]) -> int:
    """Copy a SQLite database while it is in use, and audit the copy."""
    from rackcard.table.log.store import StoreError

    try:
        _store(database).backup(to)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    return audit(str(to))


@app.command
def restore(
    backup: Annotated[Path, Parameter(help="A file written by rackcard backup.")],
    *,
    into: Annotated[str, Parameter(help="A new SQLite file, or the URL of an empty database.")],
) -> int:
    """Audit a backup and copy it into a new database; exit 1 if the backup has a bad entry."""
    from rackcard.table.log.store import StoreError
    from rackcard.table.restore import BrokenBackupError
    from rackcard.table.restore import restore as copy

    try:
        with progress_bar(wording.PROGRESS["restore"]) as show:
            found = copy(backup, into, show)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    except BrokenBackupError as broken:
        note("not-restored", reason=str(broken))
        return 1
    for table_id, seen in found.items():
        print(wording.restored_line(table_id, seen))
    return 0


def _verified_port(host: str, port: int) -> int:
    """The port to listen on, any free one for 0; an address that cannot be listened on is refused."""
    import socket

    if not 0 <= port <= 65535:
        raise UsageError("bad-port", port=port)
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((host, port))
            return int(one.getsockname()[1])
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError("no-address", host=host, port=port, reason=reason) from None


def _open_house(service: "Service", rules: "HouseRules") -> None:
    """Open a live table from house rules, under their id; one that is open keeps the rules it has."""
    from rackcard.table.state import Refusal

    texts = {entry.card.id: entry.card.origin.text for entry in rules.cards}
    command = {"do": "open", "house": rules.origin.text, "texts": texts, "live": True}
    try:
        service.execute(rules.id, command, by="server")
        note("house-opened", table=rules.id, sha256=rules.sha256)
    except Refusal as refusal:
        if refusal.code != "table-exists":
            raise UsageError("refused", reason=refusal.sentence) from None
        now = service.table(rules.id).house
        note("house-same" if now is not None and now.sha256 == rules.sha256 else "house-other", table=rules.id)


def _free_port(host: str) -> int:
    """The first port from 8000 on that is free."""
    for port in range(8000, 8020):
        try:
            return _verified_port(host, port)
        except UsageError:
            if port == 8019:
                raise
    raise AssertionError("not reached: the last port raised")


def _pause_tables(web: "FastAPI") -> None:
    """After a restart each live table waits for its dealer; of several servers on PostgreSQL another may be dealing."""
    from rackcard.table.service import pause_live

    if web.state.store.engine.dialect.name == "sqlite":
        for table_id in pause_live(web.state.service):
            note("paused", table=table_id)


def _announce(web: "FastAPI", address: str) -> None:
    """Say where the server is, and how its first account is made."""
    note("serving", address=address, database=web.state.store.url)
    if web.state.accounts.is_empty():
        note("set-up-code", address=f"{address}/login", secret=web.state.set_up_code)


def _prepared(
    database: str, hosts: set[str], key: Path | None, folder: Path | None, manifest: Path | None
) -> "tuple[FastAPI, Housekeeper]":  # fmt: skip
    """The application on its database, which it holds, and what it does by the clock until it stops."""
    from rackcard.table.log.lease import Lease
    from rackcard.table.log.server_lock import ServerLock
    from rackcard.table.log.store import StoreError
    from rackcard.web.app import create_app
    from rackcard.web.housekeeping import ClockWatch, Housekeeper
    from rackcard.web.workers import use

    if (key is None) != (folder is None):
        raise UsageError("checkpoint-pair")
    try:
        lock = ServerLock(database)
        web = create_app(database, hosts=hosts)
        lease = Lease(web.state.store, web.state.journal)
        lease.start()
        keeper = Housekeeper()
        keeper.tasks.append(ClockWatch(web.state.journal).look)
        _keep_stretches(web, keeper)
        _watch_files(web, keeper, manifest)
        if key is not None and folder is not None:
            _write_checkpoints(web, keeper, key, folder)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    keeper.last += [lambda: use(None), lease.stop, lock.release]
    return web, keeper


def _keep_stretches(web: "FastAPI", keeper: "Housekeeper") -> None:
    """Keep the stretches of the logs while the server runs."""
    from rackcard.web.housekeeping import StretchKeeper

    stretches = StretchKeeper(web.state.store)
    web.state.service.listeners.append(stretches.heard)
    keeper.tasks.append(stretches.look)


def _watch_files(web: "FastAPI", keeper: "Housekeeper", path: Path | None) -> None:
    """Check the files of the program against a manifest, where there is one."""
    from rackcard.web.self_check import SelfCheck, read_manifest, shipped_manifest

    expected = shipped_manifest() if path is None else read_manifest(path)
    if expected is not None:
        check = SelfCheck(web.state.journal, expected, web.state)
        web.state.service.before_opening.append(check.verify)
        keeper.tasks.append(check.look)


def _write_checkpoints(web: "FastAPI", keeper: "Housekeeper", key: Path, folder: Path) -> None:
    """Write checkpoints while the server runs, and the last one when it stops."""
    from rackcard.table.log.checkpoint import CheckpointFolder, read_key
    from rackcard.web.housekeeping import CheckpointWriter

    writer = CheckpointWriter(web.state.store, web.state.journal, CheckpointFolder(folder, read_key(key)))
    web.state.service.listeners.append(writer.heard)
    web.state.checkpoints = writer
    keeper.tasks.append(writer.look)
    keeper.last.append(writer.write)


@app.command
def manifest(
    *,
    house: Annotated[
        list[Path] | None,
        Parameter(name="--house", negative=(), help="A file of house rules to include; may be repeated."),
    ] = None,
) -> int:
    """Print the hashes of the program's files, cards and house rules, for rackcard serve --manifest."""
    from rackcard.web.self_check import manifest as hashes

    print_json(hashes(house or ()))
    return 0


@app.command
def serve(
    *,
    database: ServedDatabase = "rackcard.db",
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        Parameter(help="The port to listen on, 0 for any free one; by default the first free one from 8000 on."),
    ] = None,
    house: Annotated[
        list[Path] | None,
        Parameter(name="--house", negative=(), help="Open a live table from these house rules; may be repeated."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        Parameter(name="--allow-host", negative=(), help="A name that people reach this server by; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        Parameter(
            name="--proxy",
            negative=(),
            help="The address of a reverse proxy whose X-Forwarded headers are trusted; may be repeated.",
        ),
    ] = None,
    tls_cert: Annotated[Path | None, Parameter(help="A certificate file: serve over TLS.")] = None,
    tls_key: Annotated[Path | None, Parameter(help="The key of the certificate.")] = None,
    checkpoint_key: CheckpointKey = None,
    checkpoints: CheckpointPlace = None,
    manifest: ManifestFile = None,
    log_format: LogFormat = "text",
    show: Annotated[bool, Parameter(name="--open", help="Open the lobby in a browser.")] = False,
) -> int:
    """Serve the pages and tables: a lobby to play in, live tables, and an HTTP interface described at /docs."""
    import socket
    import threading
    import webbrowser

    from rackcard import __version__
    from rackcard.web.http_protocol import TimedProtocol
    from rackcard.web.logs import configure_logs
    from rackcard.web.precompute import precompute
    from rackcard.web.server import run_server

    chosen = _free_port(host) if port is None else _verified_port(host, port)
    hosts = {"localhost", socket.gethostname(), host, *(allow_host or ())}
    opened = [load_rules(path) for path in house or ()]  # before a database is created
    web, keeper = _prepared(database, hosts, checkpoint_key, checkpoints, manifest)
    web.state.journal.record("server-started", "server", version=__version__)
    keeper.look()
    _pause_tables(web)
    for rules in opened:
        _open_house(web.state.service, rules)
    address = f"{'http' if tls_cert is None else 'https'}://{host}:{chosen}"
    _announce(web, address)
    threading.Thread(target=precompute, daemon=True).start()
    if show:
        threading.Timer(1, webbrowser.open, [address]).start()
    keeper.start()
    run_server(
        web, http=TimedProtocol, host=host, port=chosen, **configure_logs(log_format),
        proxy_headers=bool(proxy), forwarded_allow_ips=proxy or None,
        ssl_certfile=tls_cert, ssl_keyfile=tls_key,
    )  # fmt: skip
    keeper.last.insert(0, lambda: web.state.journal.record("server-stopped", "server"))
    keeper.stop()
    return 0
