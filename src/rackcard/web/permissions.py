"""Permissions: what each role may do and see at a live table, and the checks that hold people to it.

Practice tables need no account: anybody may do anything there, with play money.
"""

import hmac
from typing import Literal

from rackcard.table.command import Role
from rackcard.table.commands.betting import MakeBet
from rackcard.table.commands.oversight import TwoPersonCommand
from rackcard.table.registry import COMMANDS, REQUESTS, allowed
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import Person
from rackcard.web.program_tokens import is_program
from rackcard.wording.commands import action

View = Literal["seat", "dealer", "supervisor", "display"]

ALLOWED = allowed()
"""The commands each role may give at a live table; a seat only for itself."""
ANY_COMMAND = frozenset(REQUESTS)
"""At a practice table anybody may give any command."""
VIEWERS: dict[View, tuple[Role, ...]] = {
    "seat": ("seat", "supervisor"),
    "dealer": ("dealer", "supervisor"),
    "supervisor": ("supervisor",),
    "display": ("display", "dealer", "supervisor", "seat"),
}
"""The roles that may open each view of a live table."""


def allowed_commands(person: Person | None, table: Table) -> frozenset[str]:
    """The commands that a page offers to a person at a table."""
    if not table.is_live or person is None:
        return ANY_COMMAND
    allowed = ALLOWED[person.role]
    return allowed - {MakeBet.do} if person.role == "seat" and dealer_books(table) else allowed


def dealer_books(table: Table) -> bool:
    """Whether the house rules let only the dealer book bets."""
    return table.house is not None and table.house.books == "dealer"


def verify_csrf(person: Person, given: str | None) -> None:
    """A request that changes something carries the token of its session."""
    if not hmac.compare_digest(person.csrf.encode(), (given or "").encode("utf-8", "replace")):
        raise Refusal("forged")


def verify_unlocked(person: Person) -> None:
    """A session that was idle is unlocked by its password first."""
    if person.is_locked:
        raise Refusal("locked")


def verify_supervisor(person: Person | None, csrf: str | None) -> Person:
    """What only a supervisor may change."""
    if person is None:
        raise Refusal("log-in")
    verify_csrf(person, csrf)
    if person.role != "supervisor":
        raise Refusal("not-supervisor")
    verify_unlocked(person)
    return person


def verify_books(person: Person | None, table: Table) -> None:
    """The books of a live table are for a supervisor."""
    if not table.is_live:
        return
    if person is None or person.role != "supervisor":
        raise Refusal("not-supervisor.books")
    verify_unlocked(person)


def verify_reads(person: Person | None, table_id: str, table: Table) -> None:
    """A live table is seen by those who have to do with it; a practice table by anybody."""
    if not table.is_live:
        return
    if person is None:
        raise Refusal("log-in.live")
    if person.role == "seat":
        _verify_seat(person, table_id, table, person.seat)
    _verify_table(person, table_id)


def verify_view(person: Person | None, table_id: str, table: Table, view: View) -> None:
    """A view of a live table is opened by the roles it is for."""
    verify_reads(person, table_id, table)
    if table.is_live and person is not None and person.role not in VIEWERS[view]:
        raise Refusal("not-your-role.view", role=person.role, view=view)


def verify_may(person: Person | None, table_id: str, table: Table, command: object) -> None:
    """A live table follows only those whose role it is, and a seat only for itself."""
    if person is None:
        raise Refusal("log-in.live")
    verify_unlocked(person)
    word = command.get("do") if isinstance(command, dict) else None
    if isinstance(word, str) and word not in REQUESTS:
        raise Refusal("unknown-command", command=word[:40], commands=tuple(sorted(ALLOWED[person.role])))
    if word not in ALLOWED[person.role]:
        raise Refusal("not-your-role", role=person.role, action=action(word))
    _verify_table(person, table_id)
    if is_program(person):
        _verify_in_person(word, table)
    if person.role == "seat":
        assert isinstance(command, dict)
        if word == MakeBet.do and dealer_books(table):
            raise Refusal("dealer-books")
        _verify_seat(person, table_id, table, command.get("seat"))


def _verify_in_person(word: object, table: Table) -> None:
    """A program is nobody's second: whoever issued its token would meet themselves."""
    kind = COMMANDS.get(str(word))
    if kind is not None and issubclass(kind, TwoPersonCommand) and kind.takes_two(table):
        raise Refusal("not-your-role.two")


def _verify_table(person: Person, table_id: str) -> None:
    """A dealer or a display may be there for one table alone."""
    if person.role in ("dealer", "display") and person.table_id not in (None, table_id):
        raise Refusal("not-your-table", table=person.table_id)


def _verify_seat(person: Person, table_id: str, table: Table, seat: object) -> None:
    if person.table_id != table_id or seat != person.seat:
        raise Refusal("not-your-seat")
    there = table.seats.get(person.seat) if person.seat is not None else None
    if there is None or there.visit != person.visit:
        raise Refusal("not-your-seat.over")
