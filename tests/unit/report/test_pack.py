"""A submission has the same bytes every time, and its verification names what was changed in it."""

import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

from rackcard.report import pack as packing
from rackcard.report.jurisdiction import checklist, profile, profile_ids
from rackcard.report.pack import MANIFEST, digest, packed
from rackcard.report.printing import DOCUMENTS
from rackcard.report.verify import verify
from tests.support.command import command
from tests.support.house_rules import rules

pytestmark = pytest.mark.slow

HOUSE = """\
house: fern
name: The Silver Fern
game: craps
payout limit: $50,000 for each outcome, shared by all winners
cards:
  super-shooter: {wagers: {little: {pays: 2}, big: {pays: 2}, all: {pays: 3}}, min: $5, max: $500}
"""


@pytest.fixture(autouse=True)
def _few_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few of the documents: all are made for every card elsewhere."""
    few = {what: DOCUMENTS[what] for what in ("par-sheet", "review")}
    monkeypatch.setattr(packing, "DOCUMENTS", few)


@pytest.fixture(scope="module")
def archive() -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "DOCUMENTS", {what: DOCUMENTS[what] for what in ("par-sheet", "review")})
        return packed(rules(HOUSE), "2026-11-15").archive()


def changed(archive: bytes, file: str, old: str, new: str, *, rehash: bool = True) -> bytes:
    """The archive with one text in one file replaced, and with its new hash listed where the forger is careful."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    assert old.encode() in files[file]
    files[file] = files[file].replace(old.encode(), new.encode())
    if rehash:
        manifest = json.loads(files[MANIFEST])
        manifest["files"][file] = digest(files[file])
        files[MANIFEST] = json.dumps(manifest).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as out:
        for name, content in files.items():
            out.writestr(name, content)
    return made.getvalue()


def forged(archive: bytes, file: str = "", **manifest: object) -> bytes:
    """The archive without one file and its line in the manifest, and with other entries there."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        files = {name: opened.read(name) for name in opened.namelist() if name != file}
    listed = json.loads(files[MANIFEST])
    listed["files"].pop(file, None)
    files[MANIFEST] = json.dumps({**listed, **manifest}).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as out:
        for name, content in files.items():
            out.writestr(name, content)
    return made.getvalue()


def codes(archive: bytes) -> set[str]:
    return {one.code for one in verify(archive).differences}


def test_a_pack_is_reproduced_and_says_so(archive: bytes, tmp_path: Path) -> None:
    found = verify(archive)
    assert found.is_reproduced, [one.sentence for one in found.differences]
    assert found.figures > 100
    assert packed(rules(HOUSE), "2026-11-15").archive() == archive
    (tmp_path / "submission.zip").write_bytes(archive)
    done = command("verify", str(tmp_path / "submission.zip"))
    assert (done.returncode, "reproduced on this machine" in done.stdout) == (0, True)


def test_it_has_rules_figures_models_simulation_documents_and_an_index(archive: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        names = set(opened.namelist())
        manifest = json.loads(opened.read(MANIFEST))
    assert {
        "house.yaml", "index.pdf", "cards/super-shooter.yaml", "super-shooter/odds.json",
        "super-shooter/simulation.json",
        "super-shooter/models/all-3.prism", "super-shooter/par-sheet.pdf", "super-shooter/par-sheet.xlsx",
    } <= names  # fmt: skip
    assert set(manifest["files"]) == names - {MANIFEST}


def test_a_changed_pay_is_named(archive: bytes, tmp_path: Path) -> None:
    forged = changed(archive, "cards/super-shooter.yaml", "34 to 1", "35 to 1")
    found = verify(forged)
    assert any(one.code == "changed-pay" and "35 to 1" in one.sentence for one in found.differences)
    (tmp_path / "forged.zip").write_bytes(forged)
    done = command("verify", str(tmp_path / "forged.zip"))
    assert done.returncode == 1
    assert "35 to 1 in the pack, 34 to 1 on the card of this version" in done.stdout


def test_another_pay_table_in_the_house_rules_is_named(archive: bytes) -> None:
    found = verify(changed(archive, "house.yaml", "all: {pays: 3}", "all: {pays: 2}"))
    assert {"changed-house", "changed-figure"} <= {one.code for one in found.differences}


def test_a_changed_figure_is_named(archive: bytes) -> None:
    found = verify(changed(archive, "super-shooter/odds.json", '"1687/21736"', '"1688/21736"'))
    sentences = [one.sentence for one in found.differences if one.code == "changed-figure"]
    assert any("little" in text and "1688/21736 in the pack, 1687/21736 on this machine" in text for text in sentences)


def test_a_changed_document_and_a_changed_file_are_named(archive: bytes) -> None:
    assert codes(changed(archive, "super-shooter/par-sheet.pdf", "%%EOF", "%%eof")) == {"other-file"}
    plain = verify(changed(archive, "super-shooter/par-sheet.pdf", "%%EOF", "%%eof", rehash=False))
    assert [one.facts for one in plain.differences] == [{"file": "super-shooter/par-sheet.pdf"}]
    assert codes(b"no archive") == {"not-a-pack"}


def test_a_document_that_was_left_out_is_named(archive: bytes) -> None:
    found = [one.sentence for one in verify(forged(archive, "super-shooter/par-sheet.pdf")).differences]
    assert found == ["super-shooter/par-sheet.pdf: this machine generates it, but it is not in the archive"]


def test_a_file_that_is_there_twice_is_named(archive: bytes) -> None:
    made = io.BytesIO(archive)
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        review = opened.read("super-shooter/review.pdf")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(made, "a") as out:
        out.writestr("super-shooter/review.pdf", review)
    assert codes(made.getvalue()) == {"file-twice"}


def test_a_forged_manifest_is_named(archive: bytes) -> None:
    assert codes(forged(archive, cards={"super-shooter": "0" * 64})) == {"changed-manifest"}
    assert codes(forged(archive, house="other")) == {"changed-manifest"}
    assert codes(forged(archive, date="yesterday")) == {"bad-manifest"}
    assert codes(forged(archive, date=5)) == {"bad-manifest"}
    assert codes(forged(archive, jurisdiction="Atlantis")) == {"bad-manifest"}


def test_a_card_that_is_no_text_is_named(archive: bytes) -> None:
    made = io.BytesIO(archive)
    with zipfile.ZipFile(made, "a") as out:
        out.writestr("cards/mine.yaml", b"\xff\xfe")
    assert "extra-file" in codes(made.getvalue())


def test_every_profile_is_read_and_says_its_source() -> None:
    assert {"general", "nevada", "colorado", "pennsylvania", "maryland"} <= set(profile_ids())
    for name in profile_ids():
        assert profile(name).sources
        assert set(profile(name).documents) <= {*DOCUMENTS, "rules-of-play", "dealer-procedures", "layout", "signage"}


def test_the_checklist_finds_forbidden_words_and_low_returns() -> None:
    texts = {("a", "rack-card"): "pays 40 for 1", ("b", "rack-card"): "pays 40 to 1 for 100"}
    found = {item.says: item for item in checklist(profile("maryland"), texts, {})}
    told = next(item for says, item in found.items() if "for 1" in says)
    assert (told.status, told.detail) == ("not met", "a/rack-card")
    low = checklist(profile("general"), texts, {("a", "Little"): Fraction(1, 2), ("a", "Big"): Fraction(9, 10)})
    assert any(item.status == "not met" and item.detail == "a: Little" for item in low)


def test_a_document_that_one_card_lacks_is_missing() -> None:
    texts = {("a", "rack-card"): "", ("a", "par-sheet"): "", ("b", "par-sheet"): ""}
    missing = [item for item in checklist(profile("general"), texts, {}) if item.status == "missing" and item.detail]
    assert [item.detail for item in missing] == ["b"]
