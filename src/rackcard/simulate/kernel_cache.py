"""Where compiled kernels are kept: code under the hash of its source, written whole."""

import os
import stat
import tempfile
from pathlib import Path

from rackcard.simulate.errors import EngineError


def cache_folder() -> Path:
    """Where compiled kernels are kept: the user's cache, or a folder named by RACKCARD_CACHE."""
    named = os.environ.get("RACKCARD_CACHE")
    base = Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rackcard"
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError:
        base = Path(tempfile.gettempdir()) / f"rackcard-{os.getuid()}"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = base.lstat()  # anybody can create a folder of this name, and code in it is run
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
            raise EngineError("unsafe-cache", folder=str(base)) from None
    return base


def keep(path: Path, contents: bytes) -> None:
    """Write a file as a whole, even while another process writes it."""
    if path.exists() and path.read_bytes() == contents:
        return
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(contents)
    os.replace(name, path)
