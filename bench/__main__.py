"""Run every measurement and write docs/bench.md."""

import argparse
import os
import platform
import sys
from datetime import date
from pathlib import Path

from bench import odds, simulate, strategy, table, web

ROOMS = {"odds": odds, "strategy": strategy, "table": table, "simulate": simulate, "web": web}
REPORT = Path(__file__).parent.parent / "docs" / "bench.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--only", choices=ROOMS, help="measure one room, and leave the others' figures as they are")
    parser.add_argument("--date", default=date.today().isoformat(), help="the date to write into the report")
    chosen = parser.parse_args()
    head = (
        "# Bench\n\n"
        f"Written by `make bench` on {chosen.date}: Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores. The machines are shared and noisy; ratios compare two things measured in this "
        "one run, seconds are for orientation. Goals stand beside the figures.\n"
    )
    measured: dict[str, str] = {}
    for name, room in ROOMS.items():
        if chosen.only in (None, name):
            for section in room.sections():
                print(section, flush=True)
                measured[section.splitlines()[0]] = section
    if chosen.only:
        head, *kept = REPORT.read_text(encoding="utf-8").split("\n## ")
        measured = {f"## {text.splitlines()[0]}": f"## {text}" for text in kept} | measured
    REPORT.write_text("\n".join(part.rstrip("\n") + "\n" for part in [head, *measured.values()]), encoding="utf-8")
    print(f"wrote {REPORT.relative_to(Path.cwd())}", file=sys.stderr)


if __name__ == "__main__":
    main()
