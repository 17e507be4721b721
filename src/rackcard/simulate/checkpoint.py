"""The file of an interrupted run: its progress, job by job, from which ``--resume`` goes on."""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rackcard.card import Card
from rackcard.simulate.circuit.blocks import ROUNDS_MAX
from rackcard.simulate.errors import SimulationError, note
from rackcard.simulate.jobs import Job
from rackcard.simulate.kernels import fingerprint
from rackcard.simulate.runner import Limit, RunPart, RunProgress

VERSION = 1
BYTES_MAX = 64_000_000


class Checkpoint:
    """The progress of every job of a run, and the file it is saved in, if any."""

    def __init__(
        self, path: Path | None, card: Card, seed: int, jobs: Sequence[Job], part: RunPart | None = None,
        starts: Sequence[RunProgress] = (),
    ) -> None:  # fmt: skip
        self.path, self.jobs = path, jobs
        self.head = {
            "rackcard": "simulation",
            "version": VERSION,
            "card": card.id,
            "sha256": card.sha256,
            "seed": seed,
            "programs": [fingerprint(job.program) for job in jobs],
            "part": None if part is None else [part.number, part.of],
        }
        self.is_saved, self.has_warned = True, False
        self.progress = list(starts) or [RunProgress() for _ in jobs]
        if path is not None:
            self.path = path.resolve()  # a link is followed, not replaced
            if path.exists():
                read = self._read(path)
                if [one.first for one in read] != [one.first for one in self.progress]:
                    raise SimulationError("other-checkpoint.part", path=str(path), found=self.head["part"])
                self.progress = read
            verify_writable(path)
        self.resumed = [(one.rounds, one.counts[0] if one.counts else 0) for one in self.progress]
        """The rounds and outcomes of each job that were in the file."""

    def verify(self, limits: Sequence[Limit]) -> None:
        """Refuse a run that is longer than what is requested."""
        for one, limit in zip(self.progress, limits, strict=True):
            if limit.rounds is not None and one.rounds > limit.rounds:
                raise SimulationError("long-checkpoint", path=str(self.path), rounds=one.rounds, requested=limit.rounds)

    def _read(self, path: Path) -> list[RunProgress]:
        """The progress in a file, if it is a run of this card with these settings."""
        if not path.is_file() or path.stat().st_size > BYTES_MAX:
            raise SimulationError("not-a-checkpoint", path=str(path))
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            head, done = document["head"], document["done"]
        except (ValueError, KeyError, TypeError, UnicodeError, RecursionError):
            raise SimulationError("not-a-checkpoint", path=str(path)) from None
        if not isinstance(head, dict):
            raise SimulationError("not-a-checkpoint", path=str(path))
        for name, ours in self.head.items():
            if head.get(name) != ours:
                raise SimulationError(f"other-checkpoint.{name}", path=str(path), found=head.get(name))
        try:
            progress = [RunProgress(**one, played={"kept": one["rounds"]} if one["rounds"] else {}) for one in done]
            for one, job in zip(progress, self.jobs, strict=True):
                _verify_progress(one, job)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise SimulationError("damaged-checkpoint", path=str(path)) from None
        return progress

    def save(self) -> None:
        """Save the whole blocks; a file that cannot be written gives one warning, and the run goes on."""
        try:
            self._save()
            self.is_saved = True
        except OSError as error:
            self.is_saved = False
            if not self.has_warned:
                self.has_warned = True
                note("not-saved", path=str(self.path), reason=(error.strerror or str(error)).lower())

    def _save(self) -> None:
        if self.path is None:
            return
        whole = [progress.whole(job.program) for progress, job in zip(self.progress, self.jobs, strict=True)]
        head = {name: value for name, value in self.head.items() if value is not None}
        write_file(self.path, {"head": head, "done": [_saved(progress) for progress in whole]})


def write_file(path: Path, document: Any) -> None:
    """Write a JSON file, whole or not at all."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rackcard-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(document, file)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _saved(progress: RunProgress) -> dict[str, Any]:
    """The fields of a file: everything but the back ends that played."""
    document = asdict(progress)
    del document["played"]
    if not progress.first:
        del document["first"]
    return document


def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def verify_writable(path: Path) -> None:
    """Refuse a file that could not be written at the end of a run."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise SimulationError("not-writable.folder", path=str(path), folder=str(folder))
    try:
        if path.exists() and (not path.is_file() or not os.access(path, os.W_OK)):
            raise SimulationError("not-writable", path=str(path))
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SimulationError("not-writable.reason", path=str(path), reason=reason) from None


def _verify_progress(progress: RunProgress, job: Job) -> None:
    """Raise ValueError for numbers that no run of this job can have."""
    tallies = job.program.tallies
    size = tallies if isinstance(tallies, int) else len(tallies)
    numbers = [progress.first, progress.blocks, progress.rounds, *progress.counts, *progress.full]
    numbers += [n for rounds, counts in progress.checkpoints for n in (rounds, *counts)]
    if not all(type(n) is int and n >= 0 for n in numbers):
        raise ValueError
    rounds = job.program.rounds_before(progress.blocks) - job.program.rounds_before(progress.first)
    if progress.rounds > ROUNDS_MAX or progress.rounds != rounds:
        raise ValueError
    if progress.full != progress.counts or (rounds and len(progress.counts) != size):
        raise ValueError
    rows = [*progress.checkpoints, *([(progress.rounds, progress.counts)] if rounds else [])]
    for rounds, counts in rows:
        if len(counts) != size or not 0 < rounds <= progress.rounds or counts[0] < rounds:
            raise ValueError
        for slots in job.program.slots:
            if sum(counts[slot] for slot in slots if slot is not None) > rounds:
                raise ValueError
