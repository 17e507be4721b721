"""The check of a server's own files: program, cards and house rules against a manifest.

What Python runs is the compiled code that it keeps in ``__pycache__``: that must be what the sources compile to.
"""

import base64
import hashlib
import importlib.util
import json
import marshal
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from time import monotonic
from typing import Any

import rackcard
from rackcard import __version__
from rackcard.table.log.journal import Journal
from rackcard.table.log.store import StoreError
from rackcard.table.state import Refusal

FORMAT = "rackcard manifest 1"
PACKAGE = Path(rackcard.__file__).parent
CHECK_SECONDS = 24 * 3600.0
NOTED_MAX = 20
"""At most so many changed files are noted one by one."""


def digest(path: Path) -> str:
    """The sha256 of a file, or nothing where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def package_files() -> dict[str, str]:
    """The hash of every file of the program, by its path in the package."""
    names = {path.relative_to(PACKAGE.parent): path for path in sorted(PACKAGE.rglob("*")) if path.is_file()}
    return {name.as_posix(): digest(path) for name, path in names.items() if "__pycache__" not in name.parts}


def forged_files() -> list[str]:
    """The compiled files that Python would run in place of a source and that are not what the source compiles to."""
    compiled = ((path, Path(importlib.util.cache_from_source(str(path)))) for path in sorted(PACKAGE.rglob("*.py")))
    return [str(cached) for source, cached in compiled if _is_forged(source, cached)]


def _is_forged(source: Path, cached: Path) -> bool:
    try:
        text, held = source.read_bytes(), cached.read_bytes()
    except OSError:
        return False  # what is not there is not run; a source that is missing is in the manifest
    if not _is_run(source, text, held[:16]):
        return False
    try:
        found = marshal.loads(held[16:])
        right = compile(text, found.co_filename, "exec", dont_inherit=True)
    except (ValueError, TypeError, EOFError, SyntaxError, AttributeError):
        return True
    # In version 2 the same code is always the same bytes; later ones depend on what else refers to a value.
    return marshal.dumps(found, 2) != marshal.dumps(right, 2)


def _is_run(source: Path, text: bytes, head: bytes) -> bool:
    """Whether Python takes a compiled file for current: by the time and size of its source, by its hash, or always."""
    if head[:4] != importlib.util.MAGIC_NUMBER:
        return False
    flags, stamp = int.from_bytes(head[4:8], "little"), head[8:16]
    if flags & 0b01:
        return not flags & 0b10 or stamp == importlib.util.source_hash(text)
    stat = source.stat()
    expected = (int(stat.st_mtime) & 0xFFFFFFFF, stat.st_size & 0xFFFFFFFF)
    return stamp == b"".join(one.to_bytes(4, "little") for one in expected)


def manifest(house: Iterable[Path] = ()) -> dict[str, Any]:
    """The manifest of this installation, with the files of house rules."""
    rules = {str(path.resolve()): digest(path) for path in house}
    return {"format": FORMAT, "version": __version__, "files": package_files(), "house": rules}


def read_manifest(path: Path) -> dict[str, Any]:
    """A manifest from its file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["format"] != FORMAT:
            raise ValueError
        return {**found, "files": dict(found["files"]), "house": dict(found["house"])}
    except OSError as error:
        raise StoreError("unreadable", path=path, error=(error.strerror or str(error)).lower()) from None
    except (ValueError, TypeError, KeyError):
        raise StoreError("not-a-manifest", path=path) from None


def shipped_manifest() -> dict[str, Any] | None:
    """The manifest that came with the wheel; None where the program runs from its sources."""
    try:
        files = distribution("rackcard").files or ()
    except PackageNotFoundError:
        return None
    hashes = {
        file.as_posix(): base64.urlsafe_b64decode(f"{file.hash.value}==").hex()
        for file in files
        if file.parts[0] == "rackcard" and file.hash is not None and file.hash.mode == "sha256"
    }
    return {"format": FORMAT, "version": __version__, "files": hashes, "house": {}} if hashes else None


def changed_files(expected: Mapping[str, Any]) -> tuple[str, ...]:
    """The files that are not what a manifest says: changed, missing or added; and compiled ones that are forged."""
    found = package_files()
    changed = {name for name in {*found, *expected["files"]} if found.get(name) != expected["files"].get(name)}
    rules = (path for path, known in expected["house"].items() if digest(Path(path)) != known)
    return (*sorted(changed), *forged_files(), *rules)


class SelfCheck:
    """Checks the files at the start and daily; while one is changed, no table is opened."""

    def __init__(self, journal: Journal, expected: Mapping[str, Any], state: Any) -> None:
        self.journal, self.expected, self.state = journal, expected, state
        self._checked = -CHECK_SECONDS

    def look(self) -> None:
        """Check the files if it is time."""
        if monotonic() - self._checked >= CHECK_SECONDS:
            self._checked = monotonic()
            self.check()

    def check(self) -> None:
        """Check the files now; each that has newly changed is noted."""
        found = changed_files(self.expected)
        for file in [name for name in found if name not in self.state.changed_files][:NOTED_MAX]:
            self.journal.record("changed-file", "server", file=file)
        self.state.changed_files = found

    def verify(self) -> None:
        """Refuse to open a table while a file is changed."""
        if changed := self.state.changed_files:
            code = "changed-files" if len(changed) == 1 else "changed-files.several"
            raise Refusal(code, file=changed[0], files=len(changed), more=len(changed) - 1)
