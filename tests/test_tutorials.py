"""The tutorials in the shell: every command that a page shows runs, and prints what the page shows."""

import re
import shlex
from pathlib import Path

import pytest

from tests.support.command import command

PAGES = Path(__file__).parent.parent / "docs" / "tutorials"
BLOCK = re.compile(r'```(?:yaml title="(?P<file>[^"]+)"|(?P<shell>console))\n(?P<text>.*?)```', re.DOTALL)
EXIT = {"fault   ": 1, "FAIL:": 1, 'does not say "to" or "for"': 3}
"""What a command ends with where it shows one of these; else 0."""


def cells(line: str) -> set[str]:
    return set(re.split(r"\s{2,}", line.strip()))


def walk(page: str, folder: Path) -> int:
    """Write the page's files and run its commands, in order; the number of commands."""
    ran = 0
    for block in BLOCK.finditer((PAGES / page).read_text(encoding="utf-8")):
        if block["file"]:
            (folder / block["file"]).write_text(block["text"], encoding="utf-8")
            continue
        for part in re.split(r"^\$ rackcard ", block["text"], flags=re.MULTILINE)[1:]:
            line, *shown = part.splitlines()
            words = shlex.split(line)
            alone = ("--engine", "numpy", "--workers", "1")  # the same counts, without a compiler and other processes
            quick = alone if words[0] == "simulate" else ()
            done = command(*words, *quick, folder=folder)
            printed = done.stdout + done.stderr
            expected = next((code for sign, code in EXIT.items() if any(sign in text for text in shown)), 0)
            assert done.returncode == expected, (line, printed)
            rows = [cells(row) for row in printed.splitlines()]
            missing = [text for text in shown if text != "…" and not any(cells(text) == row for row in rows)]
            wrapped = " ".join(" ".join(missing).split())  # a sentence may be broken elsewhere
            assert wrapped in " ".join(printed.split()), (line, wrapped, printed)
            ran += 1
    return ran


@pytest.mark.parametrize(("page", "commands"), [("idea-to-table.md", 9), ("audit-a-filing.md", 7)])
def test_the_walk_of_a_page_runs_and_shows_what_it_says(page: str, commands: int, tmp_path: Path) -> None:
    assert walk(page, tmp_path) == commands
