"""Cards and command lines that mean harm, or were typed at 3 a.m.: a sentence, an exit code, never a trace.

Everything runs in a process of its own, within limits of processor time and memory: a card within those of P12,
anything else within a safety net.
"""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import limited, own_process
from tests.support.fuzz import BYTES_MAX, checked, in_time
from tests.support.hostile_cards import HEAVY, LARGE, YAML, card, wagers

pytestmark = pytest.mark.slow

SECONDS_MAX = 10
MESSAGE_MAX = 8000
"""Messages are read by a person; a hostile card must not fill the screen with more than twenty of them."""


def run(*words: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command within limits of processor time and memory."""
    done = limited(*words, folder=folder, seconds=SECONDS_MAX, size=BYTES_MAX)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        pytest.fail(f"not done after {SECONDS_MAX} seconds: rackcard {' '.join(map(str, words))[:200]}")
    return done


def refused(code: int, *words: str | Path, folder: Path | None = None) -> str:
    """What is said when a command fails as it should: on stderr alone, in printable words, no trace."""
    return refusal(code, run(*words, folder=folder))


def refusal(code: int, done: subprocess.CompletedProcess[str]) -> str:
    assert "Traceback" not in done.stderr, done.stderr[-MESSAGE_MAX:]
    assert done.returncode == code, done.stderr[:MESSAGE_MAX]
    assert done.stdout == ""
    assert done.stderr.strip()
    assert done.stderr.replace("\n", "").isprintable()
    assert len(done.stderr) <= MESSAGE_MAX
    return done.stderr


PAYS = (
    "1e9 to 1", "1E9 to 1", "NaN to 1", "nan", "Infinity to 1", "-5 to 1", "+5 to 1", "30:1", "30-1",
    "30/1", "010 to 1", "0x1F to 1", "1_000 to 1", "1,000 to 1", ".5 to 1", "5. to 1", "1.23456 to 1",
    "1234567890 to 1", "30 to 1.5", "30 to 01", "30 to 10000", "yes", "no", "off", "~", "null", "true",
    "''", '"30"', "30", "3 0 to 1", "30 TO 1", "$30", "30 to 1 to 1", "4０ to 1", "４ to 1", "٣٠ to 1",
    "² to 1", "½ to 1", "30 to １", "30\u00a0to\u200b1", "!!int 30",
)  # fmt: skip
RULES = (
    "４ rolled ２ times", "٤ rolled", "2 rolled ² times", "2 rolled -1 times", "2 rolled 1e1 times",
    "2.0 rolled", "2 rolled 99999999999999999999 times", "all of rolled", "any of", "any of ,",
    "any of one", "<>", "<one>", "2,3 rolled", "2 rolled; 3 rolled", "__import__('os')", "{{ 7 * 7 }}",
    "${HOME}", "2 rоlled", "yes", "~", "null", "''", "[]", "{}",
)  # fmt: skip


def write(folder: Path, content: str | bytes, name: str = "card.yaml") -> str:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


@pytest.mark.parametrize("name", [*YAML, *LARGE])
def test_a_hostile_card_is_refused(name: str, tmp_path: Path) -> None:
    assert refused_in_time(tmp_path, (YAML | LARGE)[name]).startswith("card.yaml:")


def refused_in_time(folder: Path, content: str | bytes, lifted: str = "") -> str:
    """What is said of a card that is refused within 1 s of processor time and 256 MB."""
    done, took = checked(folder, content, lifted)
    told = refusal(3, done)
    in_time(took, "check")
    return told


LIFTED: dict[str, tuple[str, str | bytes]] = {
    "RecursionError": ("yaml.DEPTH_MAX", YAML["100,000 lists"]),
    "MemoryError": ("yaml.BYTES_MAX", card(wins="2 or " * 300_000 + "3 rolled")),
    "s of processor time": ("suggestions.LENGTH_MAX", card(wins="x" * 30_000)),
}
"""What a reader meets without one of its limits: the limit, and a card that would be refused."""


@pytest.mark.parametrize("met", LIFTED)
def test_p12_control_a_reader_without_one_of_its_limits_is_caught(met: str, tmp_path: Path) -> None:
    limit, content = LIFTED[met]
    with pytest.raises(AssertionError, match=met):
        refused_in_time(tmp_path, content, limit)


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_card_is_refused_or_done_in_time(name: str, tmp_path: Path) -> None:
    done, took = checked(tmp_path, HEAVY[name])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 3)
    in_time(took, "check")


@pytest.mark.parametrize(
    "texts", [[card(pays=pay) for pay in PAYS], [card(wins=rule) for rule in RULES]], ids=["pays", "rules"]
)
def test_what_only_looks_like_a_pay_or_a_rule_is_refused(texts: list[str], tmp_path: Path) -> None:
    """One process for all of them: each card is refused, and none is called in order."""
    names = [write(tmp_path, text, f"{number}.yaml") for number, text in enumerate(texts)]
    done = run("check", *names, folder=tmp_path)
    assert "Traceback" not in done.stderr
    told = {line.split(":")[0] for line in done.stderr.splitlines()}
    accepted = [text.split("one:")[1] for name, text in zip(names, texts, strict=True) if name not in told]
    assert accepted == []
    assert (done.returncode, done.stdout) == (3, "")


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + card().encode(),
        card().replace("\n", "\r\n"),
        card().replace("\n", "\r"),
        card() + "...\n",
        card() + "# " + "long " * 20_000,
    ],
    ids=["byte order mark", "CRLF", "CR", "document end", "long comment"],
)
def test_a_sound_card_from_any_editor_is_in_order(content: str | bytes, tmp_path: Path) -> None:
    done = run("check", write(tmp_path, content), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["a card.yaml", "Kärtchen ♠ 紙.yaml", "'quoted' \"twice\".yaml", "%s{0}.yaml"])
def test_a_file_may_have_any_name(name: str, tmp_path: Path) -> None:
    assert run("check", write(tmp_path, card(), name), folder=tmp_path).returncode == 0
    told = refused(3, "check", write(tmp_path, card(pays="30"), name), folder=tmp_path)
    assert told.startswith(f"{name}:10:11: ")


# ---- paths that are not cards


def test_a_folder_is_no_card(tmp_path: Path) -> None:
    assert str(tmp_path) in refused(2, "check", tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    write(tmp_path, card())
    assert "card.yaml/card.yaml" in refused(2, "check", "card.yaml/card.yaml", folder=tmp_path)


def test_a_link_to_itself_is_no_card(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("link.yaml")
    assert "link.yaml" in refused(2, "check", "link.yaml", folder=tmp_path)


def test_a_device_is_no_card() -> None:
    assert "/dev/zero" in refused(2, "check", "/dev/zero")


def test_a_name_no_file_can_have() -> None:
    refused(2, "check", "x" * 1000)


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / write(tmp_path, card())
    path.chmod(0)
    if os.access(path, os.R_OK):
        path = Path("/proc/self/mem")  # for root, who may read anything else
    assert str(path) in refused(2, "check", path)


# ---- odd, and sound


def odds(folder: Path, text: str, *words: str) -> list[dict[str, Any]]:
    done = run("odds", write(folder, text), "--json", *words, folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["wagers"]


def test_a_wager_may_win_on_what_ends_it(tmp_path: Path) -> None:
    (certain,) = odds(tmp_path, card(wins="any seven"))
    assert certain["hit"]["exact"] == "1"
    (both,) = odds(tmp_path, card(wins="all of 2 7 rolled"))
    assert both["hit"]["exact"] == "1/7"


def test_a_large_wager_settled_at_the_end_lasts_until_the_end(tmp_path: Path) -> None:
    repeats = {4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4}
    rules = {f"r{number}": f"{number} rolled {times} times" for number, times in repeats.items()}
    text = wagers(rules | {"any": f"any of {', '.join(rules)}"}, "ends: any seven\nsettles: at the end\n")
    (entry,) = odds(tmp_path, text, "--wager", "any", "--rolls", "8")
    assert [p["exact"] for p in entry["rolls"]] == [f"{5**n}/{6 ** (n + 1)}" for n in range(8)]


def test_a_card_without_a_rule_has_no_model(tmp_path: Path) -> None:
    name = write(tmp_path, card(wins="no rule given", pays="not posted"))
    assert "no rule" in refused(2, "export", name, "--to", "prism", folder=tmp_path)


def test_a_terminal_without_our_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = own_process("odds", write(tmp_path, card()), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
