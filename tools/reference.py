"""Writes docs/cli.md and docs/card.schema.json from the program: ``python -m tools.reference``."""

import json
import os
import subprocess
import sys
from pathlib import Path

from rackcard.card.schema import card_schema

DOCS = Path(__file__).parent.parent / "docs"
COMMANDS = (
    "cards",
    "show",
    "check",
    "odds",
    "strategy",
    "review",
    "simulate",
    "print",
    "export",
    "serve",
    "audit",
    "replay",
    "meters",
    "backup",
    "restore",
    "schema",
)


def command_reference() -> str:
    """The help of every command, as one page."""
    rackcard = Path(sys.executable).parent / "rackcard"
    parts = ["# Commands\n\nMade by `make docs` from the program's own help.\n"]
    environment = os.environ | {"COLUMNS": "110", "TERM": "dumb", "NO_COLOR": "1"}
    for command in COMMANDS:
        done = subprocess.run(
            [rackcard, command, "--help"], capture_output=True, text=True, check=True, env=environment, timeout=60
        )
        text = "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())
        parts.append(f"## rackcard {command}\n\n```\n{text}\n```\n")
    return "\n".join(parts)


def main() -> None:
    (DOCS / "cli.md").write_text(command_reference(), encoding="utf-8")
    schema = json.dumps(card_schema(), indent=2, ensure_ascii=False)
    (DOCS / "card.schema.json").write_text(schema + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
