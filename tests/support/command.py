"""The command line: run in this process, or in a process of its own as people run it."""

import io
import subprocess
import sys
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from rackcard.cli import main

RACKCARD = Path(sys.executable).parent / "rackcard"


def printed_bytes(*words: str | Path, folder: Path | str = ".") -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, which has read and priced the shipped cards before; never raises SystemExit."""
    out, err = io.BytesIO(), io.BytesIO()
    shown, told = io.TextIOWrapper(out, "utf-8", write_through=True), io.TextIOWrapper(err, "utf-8", write_through=True)
    given = [str(word) for word in words]
    code: object = None
    with (
        warnings.catch_warnings(),
        patch.object(sys, "argv", ["rackcard", *given]),
        chdir(folder),
        redirect_stdout(shown),
        redirect_stderr(told),
    ):
        warnings.filterwarnings("ignore", "Cyclopts application invoked without tokens")
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(given, code, out.getvalue(), err.getvalue())


def command(*words: str | Path, folder: Path | str = ".") -> subprocess.CompletedProcess[str]:
    """The same, with what it prints as text."""
    done = printed_bytes(*words, folder=folder)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def own_process(*words: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run([RACKCARD, *words], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
