"""The self-check: a program file, card or file of house rules that was changed is noted, and opens no table."""

import json
import os
import py_compile
import shutil
import subprocess
import sys
from importlib.util import MAGIC_NUMBER, module_from_spec, spec_from_file_location
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.log.store import StoreError
from rackcard.web import self_check
from rackcard.web.self_check import SelfCheck, changed_files, manifest, package_files, read_manifest
from tests.support.command import command
from tests.support.web import do, new_table


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program to be changed."""
    folder = tmp_path / "rackcard"
    (folder / "cards").mkdir(parents=True)
    (folder / "number.py").write_text("ONE = 1\n")
    (folder / "cards" / "mine.yaml").write_text("card: mine\n")
    monkeypatch.setattr(self_check, "PACKAGE", folder)
    return folder


@pytest.mark.parametrize("change", ["number.py", "cards/mine.yaml", "new.py", "house.yaml"])
def test_p24_a_changed_file_is_noted_once_and_opens_no_table(
    app: Any, client: TestClient, package: Path, tmp_path: Path, change: str
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("house: h\n")
    check = SelfCheck(app.state.journal, manifest([house]), app.state)
    app.state.service.before_opening.append(check.verify)
    check.look()
    assert new_table(client).status_code == 201
    place = house if change == "house.yaml" else package / change
    place.write_text("TWO = 2\n")
    check.look()  # a day has not passed
    assert new_table(client, "t2").status_code == 201
    for _ in range(2):
        check.check()
    noted = [entry.facts["file"] for entry in app.state.journal.entries() if entry.kind == "changed-file"]
    assert len(noted) == 1
    assert noted[0].endswith(change)
    answer = new_table(client, "t3")
    assert (answer.status_code, answer.json()["code"]) == (503, "changed-files")
    assert do(client, "seat", seat=1, name="Ann").status_code == 200  # what is open goes on
    assert "rackcard_changed_files 1" in client.get("/metrics").text


def test_several_changed_files_are_counted_after_the_first(app: Any, client: TestClient, package: Path) -> None:
    check = SelfCheck(app.state.journal, manifest([]), app.state)
    app.state.service.before_opening.append(check.verify)
    ending = "match the manifest; no table can be opened"
    for name, said in [
        ("number.py", "rackcard/number.py does not"),
        ("new.py", "rackcard/new.py and 1 other file do not"),
        ("newer.py", "rackcard/new.py and 2 other files do not"),
    ]:
        (package / name).write_text("TWO = 2\n")
        check.check()
        assert new_table(client, "t4").json()["message"] == f"{said} {ending}"


def compiled(source: Path, text: str, mode: PycInvalidationMode) -> Path:
    """The compiled file of a source with the code of another text, as Python takes it for current."""
    before, stat = source.read_bytes(), source.stat()
    source.write_text(text)
    os.utime(source, (stat.st_atime, stat.st_mtime))
    place = Path(py_compile.compile(str(source), doraise=True, invalidation_mode=mode) or "")
    source.write_bytes(before)
    os.utime(source, (stat.st_atime, stat.st_mtime))
    return place


@pytest.mark.parametrize("mode", [PycInvalidationMode.TIMESTAMP, PycInvalidationMode.UNCHECKED_HASH])
def test_compiled_code_that_is_not_that_of_its_source_is_seen(package: Path, mode: PycInvalidationMode) -> None:
    """It has the time and the size of the source, or asks for neither: Python runs it, whatever the source says."""
    expected, source = manifest(), package / "number.py"
    assert compiled(source, "ONE = 1\n", mode).exists()
    assert changed_files(expected) == ()
    forged = compiled(source, "ONE = 7\n", mode)
    spec = spec_from_file_location("number", source)
    assert spec is not None
    assert spec.loader is not None
    run = module_from_spec(spec)
    spec.loader.exec_module(run)
    assert run.ONE == 7
    assert changed_files(expected) == (str(forged),)


def test_compiled_code_that_is_not_run_is_no_matter(package: Path) -> None:
    expected, source = manifest(), package / "number.py"
    mode = PycInvalidationMode.TIMESTAMP
    forged = compiled(source, "ONE = 7\n", mode)
    os.utime(source, (1, 1))  # of an older source
    assert changed_files(expected) == ()
    os.utime(source, (2, 2))
    compiled(source, "ONE = 7\n", mode)
    forged.write_bytes(b"other" + forged.read_bytes())  # of another Python
    assert changed_files(expected) == ()
    forged.write_bytes(MAGIC_NUMBER + b"\1\0\0\0" + bytes(8) + b"nothing")
    assert changed_files(expected) == (str(forged),)


@pytest.mark.parametrize("name", ["number.pyc", "number/__init__.pyc"])
def test_compiled_code_without_a_source_is_seen(package: Path, name: str) -> None:
    """A folder with compiled code comes before the source of that name."""
    expected = manifest()
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_bytes(b"")
    assert changed_files(expected) == (f"rackcard/{name}",)


def test_the_compiled_files_of_this_program_are_those_of_its_sources(tmp_path: Path) -> None:
    """All of it, compiled by another process: no order or reference in them depends on the process."""
    copy = tmp_path / "rackcard"
    ours = shutil.ignore_patterns("__pycache__", "static", "site", "*.yaml")
    shutil.copytree(self_check.PACKAGE, copy, ignore=ours)
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(copy)], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_check, "PACKAGE", copy)
        assert len(list(copy.rglob("*.pyc"))) > 400
        assert self_check.forged_files() == []


def test_the_manifest_of_this_program_is_what_it_is(tmp_path: Path) -> None:
    done = command("manifest")
    place = tmp_path / "manifest.json"
    place.write_text(done.stdout)
    found = read_manifest(place)
    assert found["files"] == package_files()
    assert {"rackcard/cards/craps.yaml", "rackcard/table/settle.py"} <= set(found["files"])
    assert changed_files(found) == ()
    for text in ("", "[]", json.dumps({"format": "x"})):
        place.write_text(text)
        with pytest.raises(StoreError, match="is not a manifest"):
            read_manifest(place)
