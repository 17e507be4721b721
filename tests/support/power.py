"""Power loss: every write, truncation and sync of SQLite is recorded, and the disk rebuilt as of any moment.

What was written since a file's last sync may or may not have reached the disk, each write for itself. The recorder
is a thin layer over SQLite's own file system layer, registered in this process only:
``python -m tests.support.power LOG.db JOB.json RECORD`` runs a job as the process that is killed does, and records it.
"""

import _sqlite3
import ctypes
import json
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.support.table_world import ROOT, Script

Op = tuple[str, str, int, bytes]
"""What was done (write, truncate, sync, delete, told), to which file, where, and the bytes."""

_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)


class _Methods(ctypes.Structure):
    """What SQLite calls on an open file, as far as we look at it; the rest is copied as it is."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("more", ctypes.c_void_p * 13),
    )


class _Vfs(ctypes.Structure):
    """SQLite's file system layer."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("path_max", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("more", ctypes.c_void_p * 16),
    )


class Recorder:
    """Sits between SQLite and the disk, and records every operation."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.kept: list[Any] = []  # callbacks live as long as SQLite may call them
        self.names: dict[int, str] = {}
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        plain = library.sqlite3_vfs_find(None)
        mine = _Vfs.from_buffer_copy(plain.contents)
        mine.name = b"recorder"
        open_plain, delete_plain = _OPEN(plain.contents.open), _DELETE(plain.contents.delete)

        def opened(vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
            code: int = open_plain(vfs, name, file, flags, out)  # the name stays a pointer: more data follows it
            if code == 0 and name is not None:
                self.names[file] = Path(ctypes.string_at(name).decode()).name
                self.watch(file)
            return code

        def deleted(vfs: int, name: bytes, sync: int) -> int:
            self.ops.append(("delete", Path(name.decode()).name, 0, b""))
            code: int = delete_plain(vfs, name, sync)
            return code

        calls = _OPEN(opened), _DELETE(deleted)
        mine.open, mine.delete = (ctypes.cast(call, ctypes.c_void_p).value for call in calls)
        self.kept += [mine, *calls, open_plain, delete_plain]
        assert library.sqlite3_vfs_register(ctypes.byref(mine), 1) == 0

    def watch(self, file: int) -> None:
        """Put our own write, truncate and sync in front of an open file's."""
        place = ctypes.cast(file, ctypes.POINTER(ctypes.POINTER(_Methods)))
        plain = place.contents.contents
        write_plain, truncate_plain = _WRITE(plain.write), _TRUNCATE(plain.truncate)
        sync_plain = _SYNC(plain.sync)

        def write(file: int, data: int, size: int, offset: int) -> int:
            self.ops.append(("write", self.names[file], offset, ctypes.string_at(data, size)))
            code: int = write_plain(file, data, size, offset)
            return code

        def truncate(file: int, size: int) -> int:
            self.ops.append(("truncate", self.names[file], size, b""))
            code: int = truncate_plain(file, size)
            return code

        def sync(file: int, flags: int) -> int:
            code: int = sync_plain(file, flags)
            self.ops.append(("sync", self.names[file], 0, b""))
            return code

        calls = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
        mine = _Methods.from_buffer_copy(plain)
        mine.write, mine.truncate, mine.sync = (ctypes.cast(call, ctypes.c_void_p).value for call in calls)
        self.kept += [mine, *calls, write_plain, truncate_plain, sync_plain]
        place[0] = ctypes.pointer(mine)


def disk(ops: list[Op], moment: int, random: Random, keep: float = 0.5) -> dict[str, bytes]:
    """The files as a power loss at a moment leaves them: all that was synced, and some of the rest."""
    synced = {name: number for number, (what, name, _, _) in enumerate(ops[:moment]) if what == "sync"}
    files: dict[str, bytearray] = {}
    for number, (what, name, place, data) in enumerate(ops[:moment]):
        if what in ("told", "sync"):
            continue
        if what == "delete":
            files.pop(name, None)
            continue
        content = files.setdefault(name, bytearray())
        if number > synced.get(name, -1) and random.random() >= keep:
            continue
        if what == "truncate":
            del content[place:]
        else:
            content.extend(bytes(max(0, place - len(content))))
            content[place : place + len(data)] = data
    return {name: bytes(content) for name, content in files.items()}


def moments(ops: list[Op], count: int, random: Random) -> list[int]:
    """Moments to pull the plug at: half of them right after something was acknowledged."""
    told = [number + 1 for number, op in enumerate(ops) if op[0] == "told"]
    return [random.choice(told) if n % 2 else random.randint(told[0], len(ops)) for n in range(count)]


def acknowledged(ops: list[Op], moment: int) -> int:
    return sum(op[0] == "told" for op in ops[:moment])


def recorded(folder: Path, script: Script, synchronous: str = "FULL") -> list[Op]:
    """What SQLite does to the disk while a script is run, and when each command was acknowledged."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job, record = folder / "job.json", folder / "record"
    job.write_text(json.dumps({"commands": script.accepted, "synchronous": synchronous}))
    words = [sys.executable, "-m", "tests.support.power", str(folder / "log.db"), str(job), str(record)]
    subprocess.run(words, cwd=ROOT, check=True, timeout=600)
    ops: list[Op] = pickle.loads(record.read_bytes())
    return ops


def images(ops: list[Op], count: int, seed: int, folder: Path) -> Iterator[tuple[int, Path]]:
    """Databases as power losses leave them, each with how many commands were acknowledged by then."""
    random = Random(seed)
    for number, moment in enumerate(moments(ops, count, random)):
        place = folder / f"image{number}"
        place.mkdir(parents=True)
        for name, content in disk(ops, moment, random, random.choice([0.0, 0.5, 1.0])).items():
            (place / name).write_bytes(content)
        yield acknowledged(ops, moment), place / "log.db"
        shutil.rmtree(place)


def main(words: Iterable[str]) -> None:
    database, job, record = words
    recorder = Recorder()
    import sqlalchemy as sa

    from rackcard.table.log.store import Store
    from rackcard.table.service import Service

    wanted = json.loads(Path(job).read_text())
    store = Store(database)
    if wanted["synchronous"] != "FULL":  # the control: what the store sets is set otherwise on each connection

        def careless(connection: Any, record: Any, proxy: Any) -> None:
            connection.execute(f"PRAGMA synchronous={wanted['synchronous']}")

        sa.event.listen(store.engine, "checkout", careless)
    service = Service(store)
    for number, command in enumerate(wanted["commands"]):
        service.execute("t", command, key=f"k{number}")
        recorder.ops.append(("told", "", number, b""))
    Path(record).write_bytes(pickle.dumps(recorder.ops))


if __name__ == "__main__":
    main(sys.argv[1:])
