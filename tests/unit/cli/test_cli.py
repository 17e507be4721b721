"""The command line as people and programs use it."""

import csv
import io
import json
import subprocess
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest

from rackcard import __version__
from rackcard.api import load
from rackcard.card import card_ids
from rackcard.report.request import order
from tests.support.command import command, own_process

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = command(*words)
    assert done.returncode == code, done.stderr
    return done


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--version", 0),
        ("--help", 0),
        ("odds super-shooter --json", 0),
        ("review dice-works", 1),
        ("odds craps --nope", 2),
        ("odds supershooter", 2),
        ("check tests/invalid/boxcars.yaml", 3),
    ],
)
def test_a_process_of_its_own_answers_in_the_same_way(words: str, code: int) -> None:
    """Exit codes and both streams; the other tests of commands run in this process."""
    own = own_process(*words.split(), folder=ROOT)
    assert own.returncode == code, own.stderr
    assert own.stdout or own.stderr
    here = command(*words.split(), folder=ROOT)
    assert (here.returncode, here.stdout, here.stderr) == (own.returncode, own.stdout, own.stderr)


def test_the_catalogue_lists_every_card_and_what_to_try_next() -> None:
    done = run("cards")
    for card in card_ids():
        assert card in done.stdout
    assert "7/495" in done.stdout
    assert "Try next" in done.stderr
    for line in done.stderr.splitlines()[1:]:
        words = line.split("  ")[1].split()[1:]
        if words[0] not in ("check", "new", "review"):  # a review of every card stands below
            assert command(*words).returncode in (0, 1), words


def test_odds_json_follows_the_schema_of_the_interface() -> None:
    document = json.loads(run("odds", "super-shooter", "--json").stdout)
    assert list(document) == ["card", "sha256", "options", "chance", "wagers"]
    fields = [
        "wager", "name", "pay_table", "options", "play", "posted", "hit", "return", "house_edge",
        "house_edge_decided", "house_edge_with_envy", "variance", "mean_rolls", "edge_per_roll", "outcomes", "methods",
    ]  # fmt: skip
    assert len(document["wagers"]) == 7
    for entry in document["wagers"]:
        assert list(entry) == fields
        assert Fraction(entry["return"]["exact"]) + Fraction(entry["house_edge"]["exact"]) == 1
        assert sum(Fraction(o["probability"]["exact"]) for o in entry["outcomes"]) == 1
        assert abs(float(Fraction(entry["hit"]["exact"])) - float(entry["hit"]["decimal"])) < 1e-15
    little = document["wagers"][0]
    assert little["hit"] == {"exact": "20049/760760", "decimal": "0.0263539092486461"}


def test_numbers_in_json_fit_their_outcomes() -> None:
    """Return, variance and hit follow from the outcomes, for every card and reading."""
    for card in card_ids():
        for entry in json.loads(run("odds", card, "--readings", "--json").stdout)["wagers"]:
            if not entry["posted"]:
                assert entry["return"] is None
                continue
            law = [(Fraction(o["net"]["exact"]), Fraction(o["probability"]["exact"])) for o in entry["outcomes"]]
            mean = sum(net * p for net, p in law)
            assert Fraction(entry["house_edge"]["exact"]) == -mean
            assert Fraction(entry["variance"]["exact"]) == sum(net * net * p for net, p in law) - mean**2
            assert Fraction(entry["hit"]["exact"]) == sum(p for net, p in law if net > 0)


def test_unposted_wagers_have_a_fair_pay_and_no_edge() -> None:
    wagers = json.loads(run("odds", "baccarat-extras", "--json").stdout)["wagers"]
    by_id = {entry["wager"]: entry for entry in wagers}
    pair = by_id["player-pair"]
    assert (pair["posted"], pair["house_edge"]) == (False, None)
    hit = Fraction(pair["hit"]["exact"])
    assert Fraction(pair["fair_pay_to_1"]["exact"]) == (1 - hit) / hit
    phoenix = by_id["player-phoenix"]
    assert (phoenix["posted"], phoenix["hit"], phoenix["methods"]) == (False, None, [])


def test_readings_price_every_reading() -> None:
    wagers = json.loads(run("odds", "straights-and-8s", "--readings", "--json").stdout)["wagers"]
    seen = {(entry["options"]["order"], entry["options"]["wrap"]) for entry in wagers}
    assert seen == {("any", "no"), ("any", "yes"), ("in-order", "no"), ("in-order", "yes")}


def test_set_table_and_wager_choose() -> None:
    words = ("odds", "dice-works", "--set", "ends=any-seven", "--table", "2", "--wager", "the-works", "--json")
    (entry,) = json.loads(run(*words).stdout)["wagers"]
    assert (entry["wager"], entry["pay_table"], entry["options"]) == (
        "the-works",
        "2",
        {"ends": "any-seven", "betting": "first-roll"},
    )


def test_list_options_are_written_with_commas() -> None:
    words = ("odds", "treasure-of-the-5-dragons", "--wager", "any-dragon", "--json", "--set")
    one = json.loads(run(*words, "dragons=golden-dragon-7").stdout)["wagers"][0]
    seven = json.loads(run("odds", "treasure-of-the-5-dragons", "--wager", "golden-dragon-7", "--json").stdout)
    assert one["hit"] == seven["wagers"][0]["hit"]


def test_weights_change_the_dice_the_wheel_and_the_shoe() -> None:
    def edge(*words: str) -> Fraction:
        return Fraction(json.loads(run("odds", *words, "--json").stdout)["wagers"][0]["house_edge"]["exact"])

    fair = edge("craps", "--wager", "pass")
    assert edge("craps", "--wager", "pass", "--weights", "7=6") == fair
    assert edge("craps", "--wager", "pass", "--weights", "7=6.06") != fair
    assert edge("craps", "--wager", "hard-8", "--weights", "4-4=2") < edge("craps", "--wager", "hard-8")
    assert edge("roulette", "--wager", "straight-17", "--weights", "17=2") < 0
    assert edge("baccarat", "--wager", "tie", "--weights", "9=0") != edge("baccarat", "--wager", "tie")


def test_rolls_show_how_long_a_wager_lasts() -> None:
    done = run("odds", "super-shooter", "--wager", "little", "--table", "1", "--rolls", "6", "--json")
    rolls = [Fraction(p["exact"]) for p in json.loads(done.stdout)["wagers"][0]["rolls"]]
    assert rolls[0] == Fraction(1, 6)
    assert rolls[4] == Fraction(5**4, 6**5) + Fraction(1 * 2 * 3 * 4 * 5 * 120, 36**5)


def test_exports() -> None:
    rows = list(csv.DictReader(io.StringIO(run("export", "high-roller", "--to", "csv").stdout)))
    assert [row["wager"] for row in rows] == ["high-roller"]
    assert Fraction(rows[0]["house_edge"]) > 0
    document = json.loads(run("export", "high-roller", "--to", "json").stdout)
    assert document["document"]["card"] == "high-roller"
    prism = run("export", "super-shooter", "--to", "prism", "--wager", "all", "--table", "1").stdout
    assert prism.splitlines()[2] == "dtmc"
    for card, wager in (("roulette", "red"), ("sic-bo", "small"), ("baccarat", "tie")):
        one = run("export", card, "--to", "prism", "--wager", wager, "--table", load(card).terms()[0].table).stdout
        assert "dtmc" in one.splitlines(), "a wager on one outcome is a process of one step"


def test_prism_models_go_to_a_folder(tmp_path: Path) -> None:
    run("export", "repeater-bets-plus", "--to", "prism", "--out", str(tmp_path / "models"))
    assert len(list((tmp_path / "models").glob("*.prism"))) == 19


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("odds", "supershooter"), "super-shooter"),
        (("odds", "dice-works", "--set", "end=x"), "expected one of: ends"),
        (("odds", "dice-works", "--set", "ends=x"), "expected one of: seven-out, any-seven"),
        (("odds", "dice-works", "--table", "9"), "expected one of: 1, 2"),
        (("odds", "dice-works", "--wager", "x"), "expected one of: all-lows, all-highs, the-works"),
        (("export", "dice-works", "--to", "pdf"), "prism"),
        (("export", "dice-works", "--to", "prism"), "--wager"),
        (("export", "baccarat", "--to", "prism"), "--wager"),
        (("dance",), "there is no command dance; expected one of: account, audit, backup"),
        (("odds",), "odds needs a card\nTry: rackcard odds --help"),
        (("odds", "craps", "roulette"), "unexpected argument roulette"),
        (("odds", "craps", "--nope"), "there is no option --nope"),
        (("odds", "craps", "--goal"), "there is no option --goal"),
        (("odds", "craps", "--table"), "--table needs a value"),
        (("odds", "craps", "--table", "1", "--table", "2"), "--table is given twice"),
        (("serve", "--port", "abc"), "--port abc is not a whole number\nTry: rackcard serve --help"),
        (("odds", "roulette", "--set", "="), "--set needs NAME=VALUE"),
        (("odds", "roulette", "--set", ""), "--set needs NAME=VALUE"),
        (("odds", "roulette", "--set", "wheel"), "--set wheel needs a value"),
        (("odds", "roulette", "--set", "wheel=a", "--set", "wheel=b"), "--set wheel is given twice, as a and b"),
        (("odds", "craps", "--rolls", "abc"), "--rolls abc is not a whole number from 1 to 1000"),
        (("odds", "sic-bo", "--table", "macau"), "Did you mean Macau?"),
    ],
)
def test_bad_usage_lists_what_is_valid(words: tuple[str, ...], told: str) -> None:
    done = run(*words, code=2)
    assert told.lower() in done.stderr.lower()
    assert done.stdout == ""


def test_review_finds_what_the_documents_leave_wrong() -> None:
    """Every finding that our own cards are known to deserve."""
    documents = {d["card"]: d["findings"] for d in json.loads(run("review", "--json", code=1).stdout)}

    def codes(card: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for finding in documents[card]:
            found.setdefault(finding["code"], []).append(finding["wager"])
        return found

    assert set(codes("dice-works")["player-edge"]) == {"all-lows", "all-highs", "the-works"}
    assert len(set(codes("parlay-craps")["player-edge"])) == 10
    assert codes("baccarat")["player-edge"] == ["player", "player"]
    assert set(codes("treasure-of-the-5-dragons")["player-edge"]) == {"any-dragon"}
    assert set(codes("baccarat-extras")["not-posted"]) == {"bad-beat", "player-pair", "banker-pair"}
    assert set(codes("baccarat-extras")["no-rule"]) == {"player-phoenix", "banker-phoenix"}
    assert len(codes("parlay-craps-with-envy")["not-posted"]) == 4
    assert "envy-not-posted" in codes("parlay-craps-with-envy")
    readings = {
        (card, f["sentence"].split(":")[0]) for card in documents for f in documents[card] if f["code"] == "reading"
    }
    assert readings == {
        ("baccarat", "push-on-7"),
        ("cash-out-craps", "first-roll"),
        ("dice-works", "betting"),
        ("dice-works", "ends"),
        ("high-roller", "betting"),
        ("parlay-craps", "betting"),
        ("parlay-craps", "ends"),
        ("parlay-craps", "new-game"),
        ("parlay-craps-with-envy", "betting"),
        ("parlay-craps-with-envy", "ends"),
        ("parlay-craps-with-envy", "new-game"),
        ("repeater-bets-plus", "surrender-envy"),
        ("roll-the-line", "cells"),
        ("roll-the-line", "empty-cells"),
        ("straights-and-8s", "order"),
        ("straights-and-8s", "three-eights"),
        ("straights-and-8s", "wrap"),
        ("treasure-of-the-5-dragons", "dragons"),
    }
    for card in documents:
        for finding in documents[card]:
            assert finding["code"] != "reading" or len(finding["prices"]) != 1, (card, finding["sentence"])


def test_review_of_a_sound_card_is_quiet() -> None:
    assert "No problems found" in run("review", "golden-dragon-baccarat").stdout


def test_help_names_every_command() -> None:
    text = run("--help").stdout
    for name in ("cards", "show", "check", "odds", "strategy", "review", "export", "schema"):
        assert name in text


def test_there_is_one_version() -> None:
    """The package's own number is what the command, the documents and the distribution give."""
    assert run("--version").stdout.strip() == __version__ == version("rackcard")
    assert f"Rackcard {__version__}" in order(load("craps")).foot
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
