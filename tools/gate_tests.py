"""Tests of the gate, run by the campaign with higher counts."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

SAMPLED = tuple(
    str(path.relative_to(ROOT))
    for path in sorted((ROOT / "tests" / "unit").rglob("test_*.py"))
    if "\nfrom tests.support.sample import" in path.read_text(encoding="utf-8")
)
"""Modules where the gate takes a sample of cards, places or sequences."""


def tests_of(promise: str) -> list[str]:
    """The tests that name a promise: in their own name, or in their description or that of their module."""
    found: list[str] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        about = ast.get_docstring(module) or ""
        for test in module.body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                said = f"{about} {ast.get_docstring(test) or ''} {test.name.upper()}"
                if re.search(rf"(?<![A-Z0-9]){promise}(?![0-9])", said.replace("_", " ")):
                    found.append(f"{path.relative_to(ROOT)}::{test.name}")
    return found


def passed(jobs: int, *tests: str, **environment: str) -> int:
    """Run tests of the gate with some variables of the environment set; how many passed, all of them."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"-n{jobs}", *tests]
    done = subprocess.run(
        words, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )  # fmt: skip
    found = re.findall(r"^E .*|^FAILED .*", done.stdout, re.MULTILINE)
    assert done.returncode == 0, f"{environment}: " + "; ".join(found[:3] or [done.stdout[-300:]])
    count = re.search(r"(\d+) passed", done.stdout)
    assert count, done.stdout[-300:]
    return int(count[1])
