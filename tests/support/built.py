"""The release, built once for all tests and all processes that run them."""

import fcntl
from pathlib import Path
from typing import NamedTuple

from tools.release import build


class Release(NamedTuple):
    """What is published."""

    sdist: Path
    wheel: Path


def built(folder: Path) -> Release:
    """The release in a folder that the processes of a run share; the first to come builds it."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*.whl")):
            build(folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Release(sdist, wheel)
