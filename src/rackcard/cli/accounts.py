"""Commands on accounts, for set-up by script."""

import os
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from rackcard.cli.common import UsageError, app, note
from rackcard.cli.tables import ServedDatabase

PASSWORD = "RACKCARD_PASSWORD"
"""The environment variable that may hold the password of a new account."""

account = App(name="account", help="Add accounts from a script.")
app.command(account)


@account.command
def add(
    name: Annotated[str, Parameter(help="The name to log in with.")],
    *,
    role: Annotated[Literal["supervisor", "dealer", "display", "seat"], Parameter(help="What it may do.")],
    database: ServedDatabase = "rackcard.db",
    password_file: Annotated[
        Path | None, Parameter(help=f"A file with the password in its first line; or set {PASSWORD}.")
    ] = None,
    table: Annotated[str | None, Parameter(name="--table", help="Only for this table, by its id.")] = None,
    seat: Annotated[int | None, Parameter(help="With --role seat: the seat.")] = None,
) -> int:
    """Add an account, and write that to the journal; the password is never an argument, where others could see it."""
    from rackcard.table.log.journal import JournalNote
    from rackcard.table.log.store import Store, StoreError
    from rackcard.table.service import Service
    from rackcard.table.state import Refusal
    from rackcard.web.accounts import Accounts, new_person, verify_length, visit_at
    from rackcard.web.names import verify_letters

    password = _password(password_file)
    try:
        new_person(name, role, table, seat)
        verify_length(password)
        if _is_new(database):  # nothing is created for an account that is refused
            verify_letters(name)
            _verify_here(role, table, (), is_first=True)
        store = Store(database)
        accounts, tables = Accounts(store), tuple(store.table_ids())
        _verify_here(role, table, tables, is_first=accounts.is_empty())
        visit = None
        if role == "seat" and table is not None and seat is not None:
            visit = visit_at(Service(store).table(table), seat)
        facts = {"name": name.strip(), "role": role, "table": table, "seat": seat}
        added = JournalNote("account-added", "system", facts)
        person = accounts.create(name, role, password, table, seat, visit=visit, note=added)
        store.close()
    except (StoreError, Refusal) as error:
        raise UsageError("refused", reason=str(error)) from None
    note("account-added", name=person.name, role=person.role)
    return 0


def _is_new(database: str) -> bool:
    """Whether a database would be created."""
    place = database.removeprefix("sqlite:///")
    return "://" not in place and not Path(place).exists()


def _verify_here(role: str, table: str | None, tables: tuple[str, ...], *, is_first: bool) -> None:
    """Refuse an account that this database cannot have."""
    if is_first and role != "supervisor":
        raise UsageError("first-account")
    if table is not None and table not in tables:
        raise UsageError("no-such-table" if tables else "no-such-table.none", table=table, tables=tables)


def _password(path: Path | None) -> str:
    """The password, from a file or from the environment."""
    held = os.environ.get(PASSWORD)
    if path is not None and held is not None:
        raise UsageError("two-passwords")
    if path is None and held is None:
        raise UsageError("no-password")
    if path is None:
        return str(held)
    return path.read_text(encoding="utf-8").partition("\n")[0].removesuffix("\r")
