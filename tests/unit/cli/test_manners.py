"""What people expect of any command: completion, quiet, standard input, versions, accounts by script, progress."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rackcard import __version__
from rackcard.card import card_ids
from rackcard.cli import progress
from rackcard.tabular import Grid
from tests.support.command import command

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "examples" / "made-points.yaml"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example card on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes()), "utf-8"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "-"], "made-points: 1 wager"),
        (["odds", "-"], "20.7628 %"),
        (["odds", "--json", "-"], '"card": "made-points"'),
        (["show", "-"], "card: made-points"),
        (["export", "-", "--to", "csv"], "made-points"),
    ],
)
@pytest.mark.usefixtures("typed")
def test_a_card_comes_from_standard_input(words: list[str], said: str) -> None:
    done = command(*words)
    assert (done.returncode, said in done.stdout) == (0, True), done.stderr


def test_an_error_of_a_card_from_standard_input_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"card: x\ntitel: X\n"), "utf-8"))
    done = command("check", "-")
    assert done.returncode == 3
    assert done.stderr.startswith("standard input:2:1: ")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "standard input is empty"), (b"\xff", "is not UTF-8 at byte 0"), (b"#" * 200_000, "larger than")],
    ids=["empty", "not text", "too large"],
)
def test_standard_input_without_a_card_is_refused(data: bytes, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
    done = command("odds", "-")
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_standard_input_is_read_once() -> None:
    assert "standard input can be read only once" in command("diff", "-", "-").stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_commands(shell: str) -> None:
    done = command("completion", shell)
    assert done.returncode == 0
    assert all(name in done.stdout for name in ("simulate", "settle", "--until-error"))


def test_the_completion_of_bash_is_a_script() -> None:
    script = command("completion", "bash").stdout
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_the_version_has_a_short_form() -> None:
    assert command("-V").stdout == command("--version").stdout == f"{__version__}\n"


def test_quiet_leaves_out_notes_and_keeps_errors(tmp_path: Path) -> None:
    loud, quiet = command("show", "craps"), command("show", "craps", "--quiet")
    assert (loud.stdout, "sha256" in loud.stderr, quiet.stderr) == (quiet.stdout, True, "")
    assert command("--quiet", "new", tmp_path / "a.yaml").stderr == ""
    assert "there is no option --jsn" in command("odds", "craps", "--jsn", "--quiet").stderr
    assert command("show", "craps").stderr != ""


def test_a_misspelled_command_or_option_is_answered_with_the_one_that_was_meant() -> None:
    assert "there is no command simulat; did you mean simulate?" in command("simulat", "craps").stderr
    assert "there is no option --jsn; did you mean --json?" in command("odds", "craps", "--jsn").stderr
    assert "there is no command init; expected one of: " in command("init").stderr
    assert "there is no option --xyz\n" in command("odds", "craps", "--xyz").stderr


def test_ids_are_listed_alone() -> None:
    assert command("cards", "--ids").stdout.split() == list(card_ids())


def test_a_wager_is_chosen_by_the_name_that_tables_show() -> None:
    by_name, by_id = (command("odds", "craps", "--wager", one, "--csv") for one in ("don't pass", "dont-pass"))
    assert by_name.returncode == 0, by_name.stderr
    assert by_name.stdout == by_id.stdout
    assert by_name.stdout.count("\n") > 1


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_narrow_terminal_wraps_columns_and_drops_none(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rackcard.api import load
    from rackcard.cli.common import draw
    from rackcard.odds.tables import odds_grid

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    grid = odds_grid(load("super-shooter").odds(table=1))
    draw(grid)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert max(map(len, lines)) <= width
    words = {cell for line in lines for cell in re.split(r"\s{2,}", line.strip())}
    assert set(grid.columns) <= words
    assert {row[grid.columns.index(name)] for row in grid.rows for name in grid.figures} <= words
    heads = [line.split()[:2] for line in lines if line.split()[:1] == ["wager"]]
    assert len(heads) > 1
    assert heads == [["wager", "table"]] * len(heads)  # every block says which row it is


def test_no_color_leaves_out_colors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rackcard.cli.common import draw

    grid = Grid("T", ("wager", "edge"), frozenset({"edge"}), (("All", "−64.9 %"),))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    draw(grid)
    assert "31m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    draw(grid)
    assert "31m" not in capsys.readouterr().out


def test_help_names_no_default_of_a_flag() -> None:
    shown = " ".join(command("simulate", "--help").stdout.replace("│", " ").split())
    assert "[default: False]" not in shown
    assert "[default: None]" not in shown
    assert "[default: numba]" in shown


# ---- time left


def test_the_time_left_is_told_once_it_means_something() -> None:
    pace = progress.Pace()
    assert pace.left(0.0, 1, 10**12) is None
    assert pace.left(1.0, 1000, 10**12) is None
    assert pace.left(3.0, 3000, 6000) == pytest.approx(3.0, rel=0.01)


def test_the_time_left_goes_by_the_last_seconds() -> None:
    """What was slow at first, while a compiler was at work, is forgotten."""
    pace = progress.Pace()
    for second in range(10):
        pace.left(float(second), second, 10_000)
    found = [pace.left(10.0 + second, 10 + 100 * second, 10_000) for second in range(1, 31)]
    assert found[-1] == pytest.approx((10_000 - 3_010) / 100, rel=0.02)


def test_progress_is_silent_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress.tracked([1, 2], "Counting")) == [1, 2]
    assert capsys.readouterr().err == ""


# ---- accounts


def add(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return command("account", "add", *words, "--db", folder / "house.db")


@pytest.mark.slow
def test_accounts_are_added_from_a_script_and_journaled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rackcard.table.log.journal import Journal
    from rackcard.table.log.store import Store
    from rackcard.web.accounts import Accounts

    secret = tmp_path / "secret"
    secret.write_text("correct horse battery\n", encoding="utf-8")
    assert "the first account must be a supervisor's" in add(
        tmp_path, "Ann", "--role", "dealer", "--password-file", str(secret)
    ).stderr  # fmt: skip
    done = add(tmp_path, "Ann", "--role", "supervisor", "--password-file", str(secret))
    assert (done.returncode, done.stderr) == (0, "added the account Ann, supervisor\n")
    monkeypatch.setenv("RACKCARD_PASSWORD", "another good one")
    assert "looks like the account Ann" in add(tmp_path, "аnn", "--role", "dealer").stderr
    assert "both give a password" in add(tmp_path, "Bob", "--role", "dealer", "--password-file", str(secret)).stderr
    assert add(tmp_path, "Bob", "--role", "dealer", "--quiet").stderr == ""
    monkeypatch.delenv("RACKCARD_PASSWORD")
    assert "account add needs a password" in add(tmp_path, "Cy", "--role", "dealer").stderr
    store = Store(str(tmp_path / "house.db"))
    assert Accounts(store).log_in("Ann", "correct horse battery")[1].role == "supervisor"
    entries = [(entry.kind, entry.who, entry.facts["name"]) for entry in Journal(store).entries()]
    assert entries == [("account-added", "system", "Ann"), ("account-added", "system", "Bob")]
    store.close()
    done = command("audit", tmp_path / "house.db", "--json")
    assert (done.returncode, '"entries": 2' in done.stdout) == (0, True)


def test_a_password_is_never_an_argument() -> None:
    done = command("account", "add", "--help")
    assert "--password-file" in done.stdout
    assert "--password " not in done.stdout


# ---- settle


def test_settle_names_what_is_wrong_with_a_command(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("die1,die2\n3,4\n", encoding="utf-8")
    for words, said in (
        ([log], "settle needs --house HOUSE, or the cards"),
        ([log, "craps", "--chip", "x"], "--chip x is not an amount"),
        ([log, "craps", "--json", "--csv"], "give only one of --json and --csv"),
        ([log, "craps", "roulette"], "variant"),
        (["nowhere.csv", "craps"], "cannot read or write nowhere.csv"),
        ([], "settle needs a log file"),
    ):
        done = command("settle", *words)
        assert (done.returncode, said in done.stderr) == (2, True), (words, done.stderr)


def test_settle_prints_nothing_where_a_row_is_bad(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("die1,die2\n3,4\n9,9\n", encoding="utf-8")
    done = command("settle", log, "craps", "--csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 3, column die1: 9 is not a face of a die; write 1 to 6" in done.stderr


def test_settle_reads_standard_input_and_writes_csv(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "wager,amount,paid,pocket\nred,10,10,1\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    done = command("settle", "-", "roulette", "--csv")
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[1] == "2,,1,roulette,red,10.00,the number is red,20.00,10.00,-10.00"
