"""A process that runs commands against a store and kills itself at a crash point.

It reads one job a line and forks for each, so that a hundred kills load the package once. The fork answers
every reply with a line as soon as it has it, and is then killed with SIGKILL or ends; the last line says how.
"""

import json
import os
import signal
import sys
from typing import Any

from rackcard.table import store as stores
from rackcard.table.core import decide
from rackcard.table.model import Refusal
from rackcard.table.service import Service
from rackcard.table.store import Store


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


def work(job: dict[str, Any]) -> None:
    """Run a job's commands, each under its key, and tell what came of each."""
    store = Store(job["url"])
    service = Service(store)
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


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        if job["commands"][0][1]["do"] == "open":
            decide(None, job["commands"][0][1])  # reads and prices the cards once, for every fork
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
