"""Tokens for programs: issued, listed and revoked by a supervisor."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from rackcard.table.command import NAME_MAX, SEATS_MAX
from rackcard.table.log.journal import JournalNote
from rackcard.table.state import Refusal
from rackcard.web import program_tokens
from rackcard.web.accounts import new_person, visit_at
from rackcard.web.deps import AccountsDep, AdministratorDep, PersonDep, ServiceDep, TokenDep
from rackcard.web.limits import TABLE_ID_MAX
from rackcard.web.permissions import verify_unlocked
from rackcard.web.program_tokens import DAYS_MAX, ProgramToken

router = APIRouter()


class NewToken(BaseModel):
    """What a program may do, where, and until when."""

    name: str = Field(max_length=NAME_MAX)
    role: str = Field(max_length=20)
    table: str | None = Field(default=None, max_length=TABLE_ID_MAX)
    seat: int | None = Field(default=None, ge=1, le=SEATS_MAX)
    days: int = Field(default=30, ge=1, le=DAYS_MAX)


class Token(BaseModel):
    """A token without its secret."""

    name: str
    role: str
    table: str | None
    seat: int | None
    until: str


class IssuedToken(Token):
    """A token with its secret, which is shown this once."""

    token: str


@router.post("/api/tokens", status_code=201)
def issue_token(
    new: NewToken, accounts: AccountsDep, service: ServiceDep, supervisor: AdministratorDep, session: TokenDep
) -> IssuedToken:  # fmt: skip
    """Issue a token to a program, by a supervisor: it is sent as `Authorization: Bearer …` and shown this once.

    A seat's token is for the player who is at the seat now, and ends with the visit."""
    who = new_person(new.name, new.role, new.table, new.seat)
    if who.table_id is not None:
        table = service.table(who.table_id)
        if who.role == "seat" and who.seat is not None:
            who = replace(who, visit=visit_at(table, who.seat))
    secret, token = program_tokens.issue(accounts, who, new.days, session, supervisor.name)
    return IssuedToken(**_shown(token), token=secret)


@router.get("/api/tokens")
def list_tokens(accounts: AccountsDep, person: PersonDep) -> list[Token]:
    """The tokens of programs that are still good, for a supervisor; their secrets are not stored."""
    if person is None:
        raise Refusal("log-in")
    if person.role != "supervisor":
        raise Refusal("not-supervisor")
    verify_unlocked(person)
    return [Token(**_shown(one)) for one in program_tokens.listed(accounts)]


@router.delete("/api/tokens/{name:path}")
def revoke_token(name: str, accounts: AccountsDep, supervisor: AdministratorDep, session: TokenDep) -> dict[str, str]:
    """Revoke a program's token, by a supervisor: it is refused from then on."""
    program_tokens.revoke(accounts, name, session, JournalNote("token-revoked", supervisor.name, {"name": name}))
    return {"status": "revoked"}


def _shown(one: ProgramToken) -> dict[str, Any]:
    return {"name": one.name, "role": one.role, "table": one.table_id, "seat": one.seat, "until": one.ends}
