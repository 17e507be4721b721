"""The command line: run in this process, in a fork with limits, or in a process of its own as people run it."""

import io
import os
import resource
import subprocess
import sys
import tempfile
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from multiprocessing import get_context
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


def limited(
    *words: str | Path, folder: Path | None = None, seconds: int, size: int
) -> subprocess.CompletedProcess[str]:
    """Run a command in a new process within limits of processor time and of memory.

    The process is forked from one that has loaded the program and has run nothing.
    """
    forks = get_context("forkserver")
    forks.set_forkserver_preload(["tests.support.loaded_program"])
    given = [str(word) for word in words]
    with tempfile.TemporaryDirectory() as place:
        process = forks.Process(target=run_within, args=(given, str(folder or place), place, seconds, size))
        process.start()
        process.join()
        assert process.exitcode is not None
        out, err = ((Path(place) / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return subprocess.CompletedProcess(given, process.exitcode, out, err)


def run_within(words: list[str], folder: str, place: str, seconds: int, size: int) -> None:
    """The new process: its output goes to files, and a traceback with it."""
    for name, stream in (("out", sys.stdout), ("err", sys.stderr)):
        stream.flush()
        with open(Path(place) / name, "wb") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    sys.argv = ["rackcard", *words]
    main()
