"""Run every measurement and write docs/bench.md."""

import argparse
import os
import platform
import sys
from datetime import date
from itertools import chain
from pathlib import Path

from bench import odds, strategy, table

REPORT = Path(__file__).parent.parent / "docs" / "bench.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--date", default=date.today().isoformat(), help="the date to write into the report")
    chosen = parser.parse_args()
    head = (
        "# Bench\n\n"
        f"Written by `make bench` on {chosen.date}: Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores. The machines are shared and noisy; ratios compare two things measured in this "
        "one run, seconds are for orientation. Goals stand beside the figures.\n"
    )
    sections = []
    for section in chain(odds.sections(), strategy.sections(), table.sections()):
        print(section, flush=True)
        sections.append(section)
    REPORT.write_text("\n".join([head, *sections]), encoding="utf-8")
    print(f"wrote {REPORT.relative_to(Path.cwd())}", file=sys.stderr)


if __name__ == "__main__":
    main()
