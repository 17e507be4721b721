"""House rules on the command line: what they set nobody sets beside them, and nothing is half done."""

import json
from pathlib import Path

import pytest

from tests.support.command import command

HOUSE = """\
house: fern
name: The Fern
game: craps
payout limit: $2,000 for each wager
max: $500
cards:
  super-shooter: {}
  dice-works: {options: {ends: any-seven}}
  cash-out-craps: {}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE)
    return path


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "house.yaml")


def test_all_cards_are_printed_or_none(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rackcard.report import printing

    pages_of = printing.pages_of

    def third_fails(ordered: object, *rest: object, **more: object) -> list[bytes]:
        if ordered.card.id == "cash-out-craps":  # type: ignore[attr-defined]
            raise printing.PrintError("bad-date", date="never")
        return pages_of(ordered, *rest, **more)  # type: ignore[arg-type]

    out = house.parent / "card.html"
    with monkeypatch.context() as patched:
        patched.setattr(printing, "pages_of", third_fails)
        assert command("print", str(house), "--out", str(out)).returncode == 2
    assert files(house.parent) == []
    assert command("print", str(house), "--out", str(out)).returncode == 0
    assert files(house.parent) == ["card-cash-out-craps.html", "card-dice-works.html", "card-super-shooter.html"]


@pytest.mark.slow
def test_the_review_of_house_rules_is_printed(house: Path) -> None:
    out = house.parent / "review.html"
    assert command("print", "dice-works", "--house", str(house), "--what", "review", "--out", str(out)).returncode == 0
    assert "<dt>House rules</dt><dd>fern" in out.read_text()


def test_house_rules_that_are_not_there_are_not_taken_for_a_name(house: Path) -> None:
    out = house.parent / "card.html"
    done = command("print", "super-shooter", "--house", str(house.with_name("hosue.yaml")), "--out", str(out))
    assert done.returncode == 2
    assert "hosue.yaml" in done.stderr
    assert files(house.parent) == []


@pytest.mark.parametrize("words", ["odds", "simulate", "export --to json"])
def test_options_cannot_be_set_beside_house_rules(house: Path, words: str) -> None:
    done = command(*words.split(), "dice-works", "--house", str(house), "--set", "ends=seven-out")
    assert (done.returncode, done.stdout) == (2, "")
    assert "fern" in done.stderr


def test_odds_say_what_the_edge_at_the_maximum_is_for(house: Path) -> None:
    done = command("odds", "cash-out-craps", "--house", str(house))
    assert "offers taken as in best play at the pays posted" in done.stdout
    found = json.loads(command("odds", "super-shooter", "--house", str(house), "--json").stdout)
    assert {one["card"] for one in found["offered"]} == {"super-shooter"}
    little = next(one for one in found["offered"] if one["wager"] == "little")
    assert (little["min"], little["max"]) == (100, 50000)
    assert little["edge_at_maximum"]
