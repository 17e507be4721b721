"""The self-check: a program file, card or file of house rules that was changed is noted, and opens no table."""

import json
from pathlib import Path
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
