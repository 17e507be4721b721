"""The parts of the campaign that are tests of the gate: some with higher counts, some whole, some the same."""

from collections.abc import Iterator

from tools.campaign_parts import Run, part
from tools.gate_tests import SAMPLED, passed, tests_of

CODE = ("src", "tests")


@part("P11", "P11: requests generated from the interface's own description, and commands of random content",
      "examples per operation", 1_000, CODE)  # fmt: skip
def fuzz(run: Run) -> Iterator[int]:
    commands = "tests/promises/test_promises.py::test_p11_whatever_is_sent_only_a_refusal_comes_back"
    passed(run.jobs, "tests/unit/web/test_openapi.py", commands, RACKCARD_EXAMPLES=str(run.want))
    yield run.want


SAME = {
    "P17": "P17: no advice for seats of a live table unless the house allows it",
    "P18": "P18: no roll, voids with refund, a broken invariant freezes that table, resuming after a crash",
    "P24": "P24: what happened to the system is on record, one test for each kind",
}
"""Promises whose tests in the gate are all that there is to run."""


def _same(promise: str) -> None:
    tests = tests_of(promise)

    @part(promise, SAME[promise], "tests", len(tests), CODE)
    def same(run: Run) -> Iterator[int]:
        cases = 0
        run.notes = lambda: f"{cases:,} cases"
        cases = passed(run.jobs, *tests)
        yield len(tests)


for _promise in SAME:
    _same(_promise)


@part("whole", "Oracle, model checker, text witness, pages and papers: every case where the gate takes a sample",
      "modules", len(SAMPLED), CODE)  # fmt: skip
def whole(run: Run) -> Iterator[int]:
    tests = 0
    run.notes = lambda: f"{tests:,} tests"
    for module in SAMPLED:
        tests += passed(run.jobs, module, RACKCARD_WHOLE="1")
        yield 1
