"""The long run of the table's promises: ``make campaign`` runs every part at the count of the contract.

``python -m tools.campaign P4 P9 --minutes 5`` runs some of them for so long; each run writes its own rows of
docs/campaign.md and leaves the others as they are. A part that fails names the seed, and ``--seed`` starts there.
"""

import argparse
import os
import platform
import re
import sys
from datetime import date
from pathlib import Path
from time import perf_counter

from tools.campaign_parts import PARTS, Run, chosen, folder

REPORT = Path(__file__).parent.parent / "docs" / "campaign.md"
HEAD = (
    "# Campaign\n\nWritten by `make campaign`: the same checks as the gate, run longer. Every row says how much was "
    "asked for, how much was actually run, and when; a run of some parts only changes its own rows. A failure names "
    "the seed that brings it back: `python -m tools.campaign PART --seed N`. Certified by nobody.\n"
)
COLUMNS = ("part", "what", "asked for", "run", "seconds", "seed", "on", "result")


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def play(name: str, want: int, deadline: float, seed: int, jobs: int) -> tuple[list[str], list[str]]:
    """Run a part: its row of the report, and the lines of its section."""
    part, start, done, result = PARTS[name], perf_counter(), 0, "passed"
    with folder() as place:
        run = Run(seed, want, jobs, place)
        work = part.work(run)
        told = start
        try:
            for some in work:
                done += some
                if perf_counter() > told + 20:
                    told = perf_counter()
                    progress(f"  {name}: {done:,} of {want:,} {part.unit} in {told - start:,.0f} s")
                if done >= want or perf_counter() > deadline:
                    break
            work.close()
        except AssertionError as error:
            result = f"FAILED: {str(error).splitlines()[0][:300]}"
        seconds = perf_counter() - start
        notes = run.notes() if done else ""
    if result == "passed" and done < part.count:
        result = "passed as far as it went"
    cells = [name, part.title, f"{part.count:,} {part.unit}", f"{done:,}", f"{seconds:,.0f}", f"from {seed}"]
    where = f"{date.today().isoformat()}, Python {platform.python_version()}, {os.cpu_count()} cores"
    return [*cells, where, "; ".join(filter(None, (result, notes)))], run.section


def read() -> tuple[dict[str, str], dict[str, str]]:
    """The rows and sections of the report as it stands, by part."""
    text = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    top, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    rows = {line.split("|")[1].strip(): line for line in top.splitlines() if line.startswith("| ")}
    sections = {part.split(":")[0].split("\n")[0].strip(): f"## {part}".rstrip() for part in parts}
    return rows, sections


def write(rows: dict[str, str], sections: dict[str, str]) -> None:
    """The report, in the order of the parts."""
    lines = [HEAD, f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += [rows[name] for name in PARTS if name in rows]
    for name in PARTS:
        if name in sections:
            lines += ["", sections[name]]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"parts to run, all if none is named: {', '.join(PARTS)}")
    parser.add_argument("--steps", type=int, help="how much of each part, instead of the contract's count")
    parser.add_argument("--minutes", type=float, default=0.0, help="at most so long in all, shared by the parts")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes for parts that only reckon")
    given = parser.parse_args()
    names = chosen(given.parts)
    end = perf_counter() + 60 * given.minutes if given.minutes else float("inf")
    failed = 0
    for number, name in enumerate(names):
        left = len(names) - number
        deadline = perf_counter() + max(0.0, end - perf_counter()) / left
        progress(f"{name}: {PARTS[name].title}")
        row, section = play(name, given.steps or PARTS[name].count, deadline, given.seed, given.jobs)
        progress(f"  {row[3]} {PARTS[name].unit} in {row[4]} s: {row[-1]}")
        failed += "FAILED" in row[-1]
        rows, sections = read()  # as it stands now: another run may have written its own
        rows[name] = f"| {' | '.join(row)} |"
        if section:
            sections[name] = "\n".join([f"## {name}: {PARTS[name].title.split(': ', 1)[-1]}", "", *section])
        write(rows, sections)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
