"""A process that runs commands against a store and kills itself at a crash point.

It reads one job a line and forks for each, so that a hundred kills load the package once. The fork answers
every reply with a line as soon as it has it, and is then killed with SIGKILL or ends; the last line says how.
"""

import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.log import schema
from rackcard.table.log import store as stores
from rackcard.table.log.codec import canonical, event_from_json, event_to_json, link
from rackcard.table.log.store import START, Entry, Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal


def say(line: dict[str, Any]) -> None:
    """One line in one write: what was acknowledged before a kill has left this process."""
    os.write(1, (json.dumps(line) + "\n").encode())


def die_at(point: str, count: int) -> None:
    """Be killed when a crash point is passed for the ``count``-th time."""
    left = count

    def passed(name: str) -> None:
        nonlocal left
        left -= name == point
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    stores.arm_crash(passed)


def answer_first(service: Service) -> None:
    """Acknowledge a command as soon as it is decided, before it is committed."""
    append = service.store.append

    def early(
        table_id: str, after: Any, event: Any, at: str, by: str, key: str | None, asked: Any, within: Any = None
    ) -> Any:  # fmt: skip
        say({"key": key, "seq": after.seq + 1 if after else 1})
        stores.crash_point("decided")
        return append(table_id, after, event, at, by, key, asked)

    service.store.append = early  # type: ignore[method-assign]


def post_later(service: Service) -> None:
    """Commit an entry first and its postings in a transaction of their own."""
    begin = service.store.engine.begin

    def half(
        table_id: str, after: Any, event: Any, at: str, by: str, key: str | None, asked: Any, within: Any = None
    ) -> Any:  # fmt: skip
        seq, text = after.seq + 1 if after else 1, canonical(event_to_json(event))
        head = {"table": table_id, "seq": seq, "at": at, "by": by, "key": key}
        entry = Entry(table_id, seq, at, by, key, event, link(after.hash if after else START, head, text))
        row = {"table_id": table_id, "seq": seq, "at": at, "by": by, "key": key, "entry": text, "hash": entry.hash}
        with begin() as connection:
            if after is None:
                connection.execute(schema.tables.insert(), {"table_id": table_id, "opened_at": at})
            connection.execute(schema.events.insert(), row)
            connection.execute(schema.keys.insert(), {"table_id": table_id, "key": key, "seq": seq, "asked": asked})
        stores.crash_point("after-commit")
        with begin() as connection:
            for account, amount in event.postings:
                line = {"table_id": table_id, "seq": seq, "account": account, "amount": amount}
                connection.execute(schema.postings.insert(), line)
        return entry

    service.store.append = half  # type: ignore[method-assign]


def forget_keys(service: Service) -> None:
    """Neither look for a command's key nor keep it."""
    append: Callable[..., Entry] = service.store.append
    service._known = lambda *given: None  # type: ignore[method-assign]
    service.store.append = lambda *given, within=None: append(*given[:-2], None, None)  # type: ignore
    service.store.remember_refusal = lambda *given: True  # type: ignore[method-assign]


FAULTS = {"answer-first": answer_first, "post-later": post_later, "forget-keys": forget_keys}
"""Faults that the tests of the promises must catch."""


def work(job: dict[str, Any]) -> None:
    """Run a job's commands, each under its key, and tell what came of each."""
    store = Store(job["url"])
    service = Service(store)
    if job["fault"]:
        FAULTS[job["fault"]](service)
    if job["crash"]:
        die_at(*job["crash"])
    for key, command in job["commands"]:
        try:
            reply = service.execute(job["table"], command, key=key)
        except Refusal as refusal:
            say({"key": key, "code": refusal.code, "sentence": refusal.sentence})
        else:
            say({"key": key, "seq": reply.entry.seq, "hash": reply.entry.hash})
    store.close()


def warm(url: str, command: Any) -> None:
    """Load the database's driver, and read and price the cards as decided and as logged, once for every fork."""
    sa.create_engine(url if "://" in url else f"sqlite:///{url}").dispose()
    (event,) = decide(None, command)
    apply(None, event_from_json(json.loads(canonical(event_to_json(event)))))
    gc.freeze()  # a collection in a fork would copy every page


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        if job["commands"][0][1]["do"] == "open":
            warm(job["url"], job["commands"][0][1])
        child = os.fork()
        if child == 0:
            status = 1
            try:
                work(job)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        say({"ended": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main()
