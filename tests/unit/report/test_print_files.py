"""Printed files: the same bytes every time, pictures, and the print command."""

import hashlib
import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from rackcard.api import loads
from rackcard.cli.printing import write_all
from rackcard.house import BetLimits, PayoutLimit
from rackcard.report.charts.sheet_charts import RED_INK, SHADES
from rackcard.report.printing import PrintError, printed, printed_pages
from rackcard.report.request import parse_limits
from tests.support.command import printed_bytes
from tests.support.printed import DATE, card_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]

# ---- the same bytes every time

CHILD = """
import hashlib, sys
from rackcard.api import load
from rackcard.report.printing import printed_pages
card, decided, reviewed = load("super-shooter"), load("cash-out-craps"), load("roll-the-line")
for what, to in [("rack-card", "pdf"), ("rack-card", "png"), ("strategy-card", "svg"), ("par-sheet", "pdf"),
                 ("par-sheet", "xlsx"), ("par-sheet", "html"), ("review", "pdf")]:
    chosen, table = {"review": (reviewed, None), "strategy-card": (decided, 1)}.get(what, (card, 1))
    for date in (None, sys.argv[1]):
        pages = printed_pages(chosen, what, to, date=date, limits="5-500", table=table)
        print(what, to, date, hashlib.sha256(b"".join(pages)).hexdigest())
"""


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    """Neither the order of sets, the time zone, the home folder nor the clock leaves a trace; dated or not."""

    def run(seed: str, zone: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", CHILD, DATE], capture_output=True, text=True, check=True, env=environment, timeout=99
        )
        return done.stdout

    first = run("1", "Pacific/Auckland")
    assert first.count("\n") == 14
    assert run("2", "America/Los_Angeles") == first


def test_another_card_table_or_house_gives_other_bytes() -> None:
    card = card_of("super-shooter")
    made = [printed(card), printed(card, table=2), printed(card, house="Fern"), printed(card_of("dice-works"))]
    assert len({hashlib.sha256(one).hexdigest() for one in made}) == 4


# ---- pictures and the command line


def test_pages_as_pictures() -> None:
    shots = printed_pages(card_of("super-shooter"), to="png")
    assert len(shots) == 2
    for shot in shots:
        assert shot[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(shot[16:20]), int.from_bytes(shot[20:24])) == (800, 1800)
    drawn = printed_pages(card_of("super-shooter"), to="svg", paper="a5")
    assert len(drawn) == 2
    assert all(page.startswith(b"<svg") for page in drawn)


def test_no_color_speaks_alone() -> None:
    """The bands are told apart in gray, and a diamond marks what red marks."""
    grays = [
        int(shade[1:3], 16) * 0.3 + int(shade[3:5], 16) * 0.59 + int(shade[5:], 16) * 0.11 for shade in SHADES.values()
    ]
    assert all(after - before > 25 for before, after in pairwise(grays))
    page = printed(card_of("dice-works"), "par-sheet", "html").decode()
    assert len(re.findall(f'<polygon [^>]*fill="{RED_INK}"', page)) == len(re.findall("players ahead", page)) > 0


def test_two_charts_on_a_page_share_no_id() -> None:
    cash_out = (ROOT / "src" / "rackcard" / "cards" / "cash-out-craps.yaml").read_text(encoding="utf-8")
    head, wager = cash_out.split("\nwagers:\n")
    second = wager.replace("cash-out:", "second:", 1).replace("name: Cash Out", "name: Second", 1)
    page = printed(loads(f"{head}\nwagers:\n{wager}{second}"), "strategy-card", "html").decode()
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 2
    assert set(re.findall(r"url\(#([^)]+)\)", page)) == set(ids)


def run_print(*words: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return printed_bytes("print", *words, folder=folder)


def test_the_command_writes_files_and_numbers_pages(tmp_path: Path) -> None:
    assert run_print("super-shooter", "--date", DATE, "--limits", "5-500", folder=tmp_path).returncode == 0
    assert (tmp_path / "super-shooter-rack-card.pdf").read_bytes() == printed(
        card_of("super-shooter"), date=DATE, limits="5-500"
    )
    assert run_print("super-shooter", "--to", "png", "--out", "x.png", folder=tmp_path).returncode == 0
    assert {path.name for path in tmp_path.glob("x*")} == {"x-1.png", "x-2.png"}
    assert not list(tmp_path.glob(".*"))


def test_the_name_of_the_file_says_its_kind(tmp_path: Path) -> None:
    for name, start in (("x.html", b"<!doctype"), ("y.PDF", b"%PDF-"), ("z", b"%PDF-")):
        assert run_print("super-shooter", "--out", name, folder=tmp_path).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    done = run_print("super-shooter", "--out", "x.png", "--to", "pdf", folder=tmp_path)
    assert done.returncode == 2
    assert "--out x.png and --to pdf name different kinds of file" in done.stderr.decode()
    assert run_print("super-shooter", "--out", "x.doc", "--to", "pdf", folder=tmp_path).returncode == 0


def test_a_document_goes_to_the_standard_output(tmp_path: Path) -> None:
    done = run_print("super-shooter", "--out", "-", "--date", DATE, folder=tmp_path)
    assert done.stdout == printed(card_of("super-shooter"), date=DATE)
    assert not list(tmp_path.iterdir())
    two = run_print("super-shooter", "--out", "-", "--to", "png", folder=tmp_path)
    assert two.returncode == 2
    assert "2 pages cannot be written to standard output" in two.stderr.decode()


@pytest.mark.parametrize(("missing", "to"), [("typst", "pdf"), ("xlsxwriter", "xlsx")])
def test_what_is_not_installed_is_told_in_a_sentence(missing: str, to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(PrintError, match=f"needs {missing}, which is not installed here"):
        printed(card_of("super-shooter"), "par-sheet", to)  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["5-500", "$5-$500", "5 – 500", "$5.00—$500.00"])
def test_limits_are_read_as_people_write_them(written: str) -> None:
    assert parse_limits(written, "$50,000") == BetLimits(500, 50_000, PayoutLimit(5_000_000, "wager"))


def test_a_shorter_print_says_which_pages_are_left_from_a_longer_one(tmp_path: Path) -> None:
    first = run_print("super-shooter", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    assert b"left over from" not in first.stderr
    (tmp_path / "x-old.svg").touch()
    done = run_print("super-shooter", "--what", "strategy-card", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    for page in ("x-1.svg", "x-2.svg"):
        assert f"warning: {page} is left over from an earlier print" in done.stderr.decode()
    assert "x-old.svg" not in done.stderr.decode()
    again = run_print("super-shooter", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    assert "warning: x.svg is left over from an earlier print" in again.stderr.decode()


def test_a_disk_that_fills_up_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "x-1.png", tmp_path / "x-2.png"
    old.write_bytes(b"old")
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        write(self, data[:1])
        if data == b"second":
            raise OSError(28, "No space left on device")
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"x-2\.png"):
        write_all({old: b"first", new: b"second"})
    assert [path.name for path in tmp_path.iterdir()] == ["x-1.png"]
    assert old.read_bytes() == b"old"


def test_a_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.pdf", tmp_path / "link.pdf"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_all({link: b"new"})
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("what", ["rack-card", "strategy-card"])
def test_wagers_without_the_pay_table_named_stand_at_their_first_and_are_told(what: str, tmp_path: Path) -> None:
    done = run_print("super-shooter", "--what", what, "--table", "3", "--to", "html", "--out", "x", folder=tmp_path)
    page = (tmp_path / "x").read_text(encoding="utf-8")
    assert done.returncode == 0
    if what == "rack-card":
        assert page.count("pay table 1") == 2
        assert "pay table 3" in page
    else:
        assert all(f"{name}, table {table}</td>" in page for name, table in (("Little", 1), ("Big", 1), ("All", 3)))
    assert "Little has no pay table 3; it is printed with pay table 1" in done.stderr.decode()
    assert b"no pay table" not in run_print("super-shooter", "--table", "2", folder=tmp_path).stderr


def test_a_rack_card_for_a_game_that_players_beat_is_printed_with_a_warning(tmp_path: Path) -> None:
    done = run_print("dice-works", folder=tmp_path)
    assert done.returncode == 0
    assert "the player has the edge on All Lows, All Highs and The Works; see rackcard review" in done.stderr.decode()
    assert "edge" not in run_print("dice-works", "--set", "ends=any-seven", folder=tmp_path).stderr.decode()


def test_the_examples_of_the_page_on_printing_run(tmp_path: Path) -> None:
    block = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8").split("```")[1]
    lines = [shlex.split(line) for line in block.strip().splitlines()]
    assert len(lines) == 6
    for words in lines:
        done = run_print(*words[2:], folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.iterdir())) == len(lines)


@pytest.mark.parametrize(
    ("words", "code", "cause"),
    [
        (("super-shooter", "--date", "today"), 2, "today is not a date"),
        (("super-shooter", "--format", "a4"), 2, "expected one of: rack, a5"),
        (("super-shooter", "--set", "x=1"), 2, "has no option x"),
        (("no-such-card",), 2, "no-such-card"),
        (("super-shooter", "--out", "no/such/folder.pdf"), 2, "cannot read or write no/such/folder.pdf"),
        (("super-shooter", "--to", "png", "--out", "."), 2, "--out . is a folder; name a file in it"),
        (("super-shooter", "--to", "png", "--out", "/"), 2, "--out / is a folder; name a file in it"),
        (("no-such-card", "--out", "/tmp"), 2, "--out /tmp is a folder"),
        (
            ("super-shooter", "--out", "x.doc"),
            2,
            "--out x.doc: expected a name that ends in .pdf, .png, .svg, .html or .xlsx, or give --to",
        ),
        (("super-shooter", "--out", "/dev/full"), 2, "cannot read or write /dev/full: no space left on device"),
    ],
)
def test_the_command_refuses_in_a_sentence(words: tuple[str, ...], code: int, cause: str, tmp_path: Path) -> None:
    done = run_print(*words, folder=tmp_path)
    assert done.returncode == code
    assert cause in done.stderr.decode()
    assert b"Traceback" not in done.stderr
