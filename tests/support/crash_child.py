"""A process that runs commands against a store and kills itself at a crash point.

It reads one job a line and forks for each, so that a hundred kills load the package once. The fork answers
every reply with a line as soon as it has it, and is then killed with SIGKILL or ends; the last line says how.
"""

import gc
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from rackcard.table import service as services
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.log import schema
from rackcard.table.log import store as stores
from rackcard.table.log.append import NewEntry, append, new_entry
from rackcard.table.log.codec import canonical, event_from_json, event_to_json
from rackcard.table.log.store import Store
from rackcard.table.service import Reply, Service, TableOrder
from rackcard.table.state import Refusal
from tests.support.crash_points import arm_crash


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

    arm_crash(passed)


def answer_first(service: Service) -> None:
    """Acknowledge a command as soon as it is decided, before it is committed."""

    def early(store: Store, entries: Sequence[NewEntry], refused: Any = ()) -> Any:
        for one in entries:
            say({"table": one.entry.table_id, "key": one.entry.key, "seq": one.entry.seq})
        stores.crash_point("decided")
        return append(store, entries, refused)

    setattr(services, "append", early)  # noqa: B010


def post_later(service: Service) -> None:
    """Commit an entry first and its postings in a transaction of their own."""

    def half(store: Store, entries: Sequence[NewEntry], refused: Any = ()) -> Any:
        bare = [replace(one, entry=replace(one.entry, event=replace(one.entry.event, postings=()))) for one in entries]
        answers = append(store, bare, refused)
        with store.engine.begin() as connection:
            for one in entries:
                for account, amount in one.entry.event.postings:
                    line = {"table_id": one.entry.table_id, "seq": one.entry.seq, "account": account}
                    connection.execute(schema.postings.insert(), line | {"amount": amount})
        return answers

    setattr(services, "append", half)  # noqa: B010


def forget_keys(service: Service) -> None:
    """Neither look for a command's key nor keep it."""

    def keyless(store: Store, entries: Sequence[NewEntry], refused: Any = ()) -> Any:
        gone = [new_entry(one.entry.table_id, one.after, one.entry.event, one.entry.at) for one in entries]
        return append(store, gone)

    setattr(services, "append", keyless)  # noqa: B010
    service.store.used_keys = lambda pairs: set()  # type: ignore[method-assign]


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
    if job.get("groups"):
        follow_groups(service, job["groups"])
    for key, command in job["commands"]:
        try:
            reply = service.execute(job["table"], command, key=key)
        except Refusal as refusal:
            say({"key": key, "code": refusal.code, "sentence": refusal.sentence})
        else:
            say({"key": key, "seq": reply.entry.seq, "hash": reply.entry.hash})
    store.close()


def follow_groups(service: Service, groups: list[list[tuple[str, str, Any]]]) -> None:
    """Follow groups of commands, each in one transaction, and tell what came of each command."""
    for table_id in {table_id for group in groups for table_id, _, _ in group}:
        service.table(table_id)
    for group in groups:
        answers = service.follow_together([TableOrder(table_id, command, key) for table_id, key, command in group])
        for (table_id, key, _), answer in zip(group, answers, strict=True):
            assert isinstance(answer, Reply), answer
            say({"table": table_id, "key": key, "seq": answer.entry.seq})


def warm(url: str, command: Any) -> None:
    """Load the database's driver, and read and price the cards as decided and as logged, once for every fork."""
    sa.create_engine(url if "://" in url else f"sqlite:///{url}").dispose()
    (event,) = decide(None, command)
    apply(None, event_from_json(json.loads(canonical(event_to_json(event)))))
    gc.freeze()  # a collection in a fork would copy every page


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        if job["commands"] and job["commands"][0][1]["do"] == "open":
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
