"""Commands on live tables: serve them, and audit, replay, measure, back up and restore their database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rackcard.cli.cards import load_rules
from rackcard.cli.common import AsJson, UsageError, app, draw, note, print_json
from rackcard.cli.progress import progress_bar
from rackcard.wording import cli as wording

if TYPE_CHECKING:
    from fastapi import FastAPI

    from rackcard.house import HouseRules
    from rackcard.table.audit import Fault
    from rackcard.table.log.store import Store
    from rackcard.table.service import Service

ServedDatabase = Annotated[
    str,
    Parameter(
        name="--db",
        env_var="RACKCARD_DATABASE",
        help="A SQLite file, created if it does not exist, or a URL; a password is safer in the environment.",
    ),
]
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
    if given not in known:
        raise UsageError("choose-table" if known else "choose-table.none", tables=known)
    return str(given)


def _followed(
    store: "Store", check_all: "Callable[..., Iterator[tuple[str, int, Fault | None]]]", what: str
) -> "Iterator[tuple[str, int, Fault | None]]":
    """An audit with a bar that follows its entries."""
    total = sum(store.newest(table_id) for table_id in store.table_ids())
    with progress_bar(wording.PROGRESS[what], total) as show:
        yield from check_all(store, show)


@app.command
def audit(database: Database, *, as_json: AsJson = False) -> int:
    """Audit a database: hash chain, postings, and every settlement recomputed; exit 1 if there is an error."""
    from rackcard.table.audit import audit as check_all
    from rackcard.table.log.journal import Journal

    faults, store = 0, _store(database)
    documents: list[dict[str, object]] = []
    for table_id, seen, fault in _followed(store, check_all, "audit"):
        if as_json:
            documents.append({"table": table_id, "entries": seen, "error": None if fault is None else str(fault)})
            faults += fault is not None
            continue
        print(wording.audit_line(table_id, seen, None if fault is None else str(fault)))
        faults += fault is not None
    journal = Journal(store)
    entries, broken = journal.verified()
    if as_json:
        print_json({"tables": documents, "journal": {"entries": entries, "error": broken}})
    elif entries or broken:
        print(wording.journal_line(entries, broken))
    return 1 if faults or broken else 0


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
    draw(Grid("", ("table", "entries"), frozenset({"entries"}), rows))
    return 0


@app.command
def replay(
    database: Database,
    *,
    table: Annotated[str | None, Parameter(help="The table's id.")] = None,
    round_: Annotated[int | None, Parameter(name="--round", help="Only this round.")] = None,
) -> int:
    """Print a table's rounds as a transcript."""
    from rackcard.table.replay import replay as transcript

    store = _store(database)
    lines = 0
    for line in transcript(store.entries(_table_id(store, table)), round_):
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
    from rackcard.table.meters import meters as fold
    from rackcard.table.meters import read_period
    from rackcard.table.state import Refusal

    try:
        period = read_period(since, until)
    except Refusal as refusal:
        raise UsageError("refused", reason=refusal.sentence) from None
    store = _store(database)
    found = fold(store.entries(_table_id(store, table)), period)
    if as_json:
        print_json(found.to_dict())
        return 0
    for grid in found.grids():
        draw(grid)
        print()
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


def _verify_address(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on before the database is opened."""
    import socket

    if not 1 <= port <= 65535:
        raise UsageError("bad-port", port=port)
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((host, port))
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
            _verify_address(host, port)
        except UsageError:
            if port == 8019:
                raise
        else:
            return port
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


@app.command
def serve(
    *,
    database: ServedDatabase = "rackcard.db",
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        Parameter(help="The port to listen on; by default the first free one from 8000 on."),
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
    show: Annotated[bool, Parameter(name="--open", help="Open the lobby in a browser.")] = False,
) -> int:
    """Serve the pages and tables: a lobby to play in, live tables, and an HTTP interface described at /docs."""
    import socket
    import threading
    import webbrowser

    import uvicorn

    from rackcard import __version__
    from rackcard.table.log.server_lock import ServerLock
    from rackcard.table.log.store import StoreError
    from rackcard.web.app import create_app
    from rackcard.web.http_protocol import TimedProtocol
    from rackcard.web.precompute import precompute

    chosen = _free_port(host) if port is None else port
    _verify_address(host, chosen)
    hosts = {"localhost", socket.gethostname(), host, *(allow_host or ())}
    try:
        web = create_app(database, hosts=hosts)
        lock = ServerLock(web.state.store)
    except StoreError as error:
        raise UsageError("refused", reason=str(error)) from None
    web.state.journal.record("server-started", "server", version=__version__)
    _pause_tables(web)
    for rules in map(load_rules, house or ()):
        _open_house(web.state.service, rules)
    address = f"{'http' if tls_cert is None else 'https'}://{host}:{chosen}"
    _announce(web, address)
    threading.Thread(target=precompute, args=(web.state.idle_gate,), daemon=True).start()
    if show:
        threading.Timer(1, webbrowser.open, [address]).start()
    # Streams of live events never end: they are closed when the server stops.
    uvicorn.run(
        web, http=TimedProtocol, host=host, port=chosen, log_level="warning", timeout_graceful_shutdown=2,
        proxy_headers=bool(proxy), forwarded_allow_ips=proxy or None,
        ssl_certfile=tls_cert, ssl_keyfile=tls_key,
    )  # fmt: skip
    web.state.journal.record("server-stopped", "server")
    lock.release()
    return 0
