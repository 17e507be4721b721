"""Group commit: commands that are ready at the same time are followed together, in a thread of their own.

While one group is being committed the next one gathers: a busy server commits many commands at once, an idle one
each by itself. A command that may take long, or whose table is in use, is followed outside the group.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Condition
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool

from rackcard.table.command import Command
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import Generate
from rackcard.table.registry import REQUESTS
from rackcard.table.service import Answer, Reply, Service, TableOrder, generate
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import Accounts, Person, digest
from rackcard.web.errors import DATABASE_ERRORS
from rackcard.web.permissions import View, verify_csrf, verify_may, verify_view
from rackcard.web.program_tokens import is_program

TOGETHER_MAX = 64
"""How many commands are committed at once."""
PATIENCE = 0.25
"""How long a group waits to become as large as the one before it, as a share of the time that one took."""
PATIENCE_MAX = 0.02
"""How many seconds that is at most: one group that took long, such as on a slow disk, does not delay the next."""
PRACTICE = "practice"
"""Who gives a command at a practice table without an account."""


@dataclass(frozen=True)
class AskedCommand:
    """A command as a request gives it."""

    table_id: str
    given: dict[str, Any]
    token: str | None = None
    is_cookie: bool = False
    """Whether the token came as a cookie: that of a session does, and that of a program does not."""
    csrf: str | None = None
    key: str | None = None
    expected: int | None = None
    view: View | None = None


@dataclass(frozen=True)
class Followed:
    """What a command led to, and who gave it."""

    person: Person | None
    answer: Answer


def sender(person: Person | None) -> str:
    """The name that the log keeps for a command."""
    return person.name if person else PRACTICE


def verify_asked(asked: AskedCommand, person: Person | None, table: Table) -> None:
    """Whoever gives a command may give it at this table as it is now."""
    if asked.view is not None:
        verify_view(person, asked.table_id, table, asked.view)
    if table.is_live:
        verify_may(person, asked.table_id, table, asked.given)
        assert person is not None
        verify_csrf(person, asked.csrf)


Waiting = tuple[AskedCommand, asyncio.AbstractEventLoop, "asyncio.Future[Followed]"]
"""A command in line, and who waits for its answer."""


class GroupCommit:
    """Follows the commands of requests."""

    def __init__(self, service: Service, accounts: Accounts) -> None:
        self.service, self.accounts = service, accounts
        self._live: deque[Waiting] = deque()
        self._practice: deque[Waiting] = deque()
        self._is_running, self._wanted = False, 0
        self._arrived = Condition()
        self._thread = ThreadPoolExecutor(1, "commit")

    @property
    def waiting(self) -> int:
        """How many commands wait for the group before theirs."""
        return len(self._live) + len(self._practice)

    async def follow(self, asked: AskedCommand) -> Followed:
        """Follow a command: together with others, or by itself where that is not possible."""
        request = REQUESTS.get(asked.given["do"])
        if request is None or not request.is_slow:
            followed = await self._in_turn(asked)
            if followed.answer is not None:
                return followed
        return await run_in_threadpool(self.follow_alone, asked)

    def follow_alone(self, asked: AskedCommand) -> Followed:
        """Follow a command by itself, however long it takes."""
        person = self._person(asked, self.accounts.person(asked.token))
        try:
            _, table = self.service.look(asked.table_id)
            verify_asked(asked, person, table)
            if table.is_live:
                self.accounts.used(asked.token)
            if asked.given["do"] == Open.do:
                raise Refusal("table-exists.id", table=asked.table_id)
            command = None
            if asked.given["do"] == Generate.do:
                command = Generate.parse(asked.given).entered(table, generate)
            return Followed(person, self.service.follow(self._order(asked, person, command)))
        except Exception as error:
            return Followed(person, error)

    def _person(self, asked: AskedCommand, person: Person | None) -> Person | None:
        """A program's token is no cookie, and a session's is sent as nothing else."""
        return None if person is not None and is_program(person) == asked.is_cookie else person

    def _order(self, asked: AskedCommand, person: Person | None, command: Command | None = None) -> TableOrder:
        session = None if asked.token is None else digest(asked.token)
        return TableOrder(
            asked.table_id, command or asked.given, asked.key, sender(person), asked.expected, asked.given,
            partial(verify_asked, asked, person), session,
        )  # fmt: skip

    async def _in_turn(self, asked: AskedCommand) -> Followed:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Followed] = loop.create_future()
        line = self._live if self.service.is_live(asked.table_id) else self._practice
        with self._arrived:
            line.append((asked, loop, future))
            is_first, self._is_running = not self._is_running, True
            if self.waiting == self._wanted:
                self._arrived.notify()
        if is_first:
            self._thread.submit(self._run)
        return await future

    def _run(self) -> None:
        """Follow what waits, group after group, until nothing does.

        Those who were answered together mostly ask again together: without waiting for them a little, half of them
        would be committed while the other half waits, and each half with a transaction of its own.
        """
        seconds = 0.0
        while True:
            with self._arrived:
                patience = min(PATIENCE * seconds, PATIENCE_MAX)
                self._arrived.wait_for(lambda: self.waiting >= self._wanted, patience)
                count = min(TOGETHER_MAX, self.waiting)
                group = [(self._live or self._practice).popleft() for _ in range(count)]  # practice comes last
                self._is_running, self._wanted = bool(group), len(group)
            if not group:
                return
            begun = monotonic()
            try:
                found = self.follow_together([asked for asked, _, _ in group])
            except Exception as error:
                found = [Followed(None, error)] * len(group)
            for loop in {loop for _, loop, _ in group}:
                told = [(future, one) for (_, its, future), one in zip(group, found, strict=True) if its is loop]
                with suppress(RuntimeError):  # the server has stopped
                    loop.call_soon_threadsafe(_tell, told)
            seconds = monotonic() - begun

    def follow_together(self, group: Sequence[AskedCommand]) -> list[Followed]:
        """Follow commands in one transaction; those without an answer must be followed each by itself."""
        tokens = {asked.token for asked in group if asked.token}
        known = self.accounts.people(tokens) if tokens else {}
        people = [self._person(asked, known.get(asked.token or "")) for asked in group]
        orders = [self._order(asked, person) for asked, person in zip(group, people, strict=True)]
        answers = self.service.follow_together(orders)
        with suppress(*DATABASE_ERRORS):  # they are committed: nothing that fails from here on may say otherwise
            for asked, person, answer in zip(group, people, answers, strict=True):
                if isinstance(answer, Reply) and person is not None and person.is_idle and _is_live(answer):
                    self.accounts.used(asked.token)
        return [Followed(person, answer) for person, answer in zip(people, answers, strict=True)]


def _is_live(reply: Reply) -> bool:
    return reply.table is not None and reply.table.is_live


def _tell(told: Sequence[tuple["asyncio.Future[Followed]", Followed]]) -> None:
    for future, followed in told:
        if not future.done():  # whoever asked may be gone
            future.set_result(followed)
