"""P14: generated outcomes are fair, and unfair ones are caught."""

import json
import os
import re
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, product
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from fastapi.testclient import TestClient

from rackcard.api import load
from rackcard.games import GAMES
from rackcard.table import service as services
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BettingClosed
from rackcard.table.decide import decide
from rackcard.table.service import generate
from rackcard.table.state import Refusal
from rackcard.web.app import create_app
from tests.support.fairness import RANK_LAW, ROLLS, TRIPLES, dice, is_fair, ranks, spins, triples
from tests.support.house_rules import MINE, OPEN
from tests.support.served import SET_UP_CODE
from tests.support.sources import ROOT, SOURCES
from tests.support.table_driver import open_command
from tests.support.table_world import fresh
from tests.support.web import PASSWORD, do, log_in

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]
WHEELS = ("single-zero", "double-zero")


class Unfair(Random):
    """Randomness whose whole numbers below a bound come from elsewhere."""

    def __init__(self, below: Callable[[int], int]) -> None:
        super().__init__()
        self.below = below

    def _randbelow(self, n: int) -> int:
        return self.below(n)


def test_p14_a_million_generated_rolls_are_fair() -> None:
    assert is_fair(dice(1_000_000), ROLLS)


def test_p14_generated_rolls_of_three_dice_are_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_fair(triples(50_000), TRIPLES)
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: secrets.randbelow(256) % most))
    assert not is_fair(triples(50_000), TRIPLES)


def test_p14_dice_by_modulo_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a byte modulo six favors the low faces by one part in 256.

    Every pair of bytes comes as often as in a million rolls.
    """
    stream = chain.from_iterable(product(range(256), repeat=2))
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: next(stream) % most))
    each = dice(256**2)
    assert not is_fair(Counter({roll: 16 * times for roll, times in each.items()}), ROLLS)


@pytest.mark.parametrize("wheel", WHEELS)
def test_p14_generated_spins_are_fair(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_fair(*spins(wheel, 20_000))
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: min(secrets.choice(range(most + 1)), most - 1)))
    assert not is_fair(*spins(wheel, 20_000))


def test_p14_generated_cards_are_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_fair(ranks(8_000), RANK_LAW)
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: secrets.choice(range(most)) * 9 // 10))
    assert not is_fair(ranks(8_000), RANK_LAW)


def test_p14_a_generated_spin_is_one_that_every_card_of_the_table_takes() -> None:
    """Two cards with two wheels: the machine must not spin what the table then refuses."""
    cards: list[dict[str, Any]] = [
        {"card": "roulette"},
        {"card": "straights-and-8s", "options": {"wheel": "single-zero"}},
    ]
    try:
        table = fresh("roulette", *cards)
    except Refusal:
        return
    closed = apply(table, BettingClosed())
    for pocket in {generate(table) for _ in range(2000)}:
        decide(closed, {"do": "outcome", "outcome": pocket})


# ---- where the outcomes of a live table come from

CRAPLESS = {"card": "craps", "options": {"crapless": "yes"}}


def other_options(game: str) -> list[dict[str, Any]]:
    """Every card of a game, with every option away from its default; but no card plays crapless beside the others."""
    return [
        entry | {"options": {name: [*one.values][-1] for name, one in options.items() if name != "crapless"}}
        for entry in open_command(game)["cards"]
        for options in [load(entry["card"]).options]
    ]


TABLES: dict[str, dict[str, Any]] = {
    **{game: open_command(game) for game in GAMES},
    **{f"{game}, other options": open_command(game, cards=other_options(game)) for game in GAMES},
    "crapless": open_command("craps", cards=[CRAPLESS]),
    "a tracked shoe": open_command("baccarat", track=True),
    "house rules": OPEN,
}


@dataclass
class Floor:
    """An application with a supervisor who opens live tables and a dealer who deals them."""

    boss: TestClient
    dora: TestClient
    tokens: dict[TestClient, dict[str, str]]
    opened: list[str] = field(default_factory=list)

    def open(self, given: dict[str, Any]) -> Any:
        self.opened.append(f"t{len(self.opened)}")
        body = {**given, "table": self.opened[-1], "live": True}
        body.pop("do", None)
        return self.boss.post("/api/tables", json=body, headers=self.tokens[self.boss])

    def do(self, word: str, **fields: Any) -> Any:
        return do(self.dora, word, self.opened[-1], self.tokens[self.dora], **fields)

    def outcomes(self, given: dict[str, Any], seed: int, **fields: Any) -> list[Any]:
        """What a new table generates when the operating system gives these bytes."""
        answer = self.open(given)
        assert answer.status_code == 201, answer.json()
        found = []
        for number in range(4):
            assert self.do("close-betting").status_code == 200
            with patch("random._urandom", Random(100 * seed + number).randbytes):
                answer = self.do("generate", **fields)
            assert answer.status_code == 200, answer.json()
            data = answer.json()["entry"]["data"]
            assert data["source"] == "generated"
            found.append(data["outcome"])
        return found

    def follows_the_system(self, given: dict[str, Any]) -> None:
        """The same bytes bring the same outcomes, and other bytes bring others."""
        first, again, other = (self.outcomes(given, seed) for seed in (1, 1, 2))
        assert first == again, "outcomes differ though the operating system gave the same bytes"
        assert first != other, "outcomes are the same though the operating system gave other bytes"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    path = tmp_path_factory.mktemp("floor") / "log.db"
    web = create_app(str(path), commands_per_second=100_000, set_up_code=SET_UP_CODE)
    with TestClient(web) as client:
        client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
        boss, token = log_in(web, "boss")
        boss.post("/api/accounts", json={"name": "dora", "password": PASSWORD, "role": "dealer"}, headers=token)
        dora, own = log_in(web, "dora")
        yield Floor(boss, dora, {boss: token, dora: own})


@pytest.mark.parametrize("name", TABLES)
def test_p14_a_live_table_draws_from_the_operating_system(name: str, floor: Floor) -> None:
    """Whatever the game, the options of its cards and the house rules."""
    floor.follows_the_system(TABLES[name])


@pytest.mark.parametrize("other", [Random(1), Unfair(lambda most: 0)], ids=["seeded", "fixed"])
def test_p14_control_another_generator_on_a_live_table_is_caught(
    other: Random, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "RANDOM", other)
    with pytest.raises(AssertionError, match="though the operating system gave"):
        floor.follows_the_system(TABLES["craps"])


ASKED = ("seed", "random", "rng", "generator", "test")
"""Names by which somebody could ask for another generator."""


@pytest.mark.parametrize("name", ASKED)
def test_p14_nobody_asks_a_live_table_for_another_generator(name: str, floor: Floor) -> None:
    """No field of a command, a card or house rules, and no option of a card."""
    table = TABLES["craps"]
    assert floor.open(table).status_code == 201
    floor.do("close-betting")
    answers = [
        floor.do("generate", **{name: 1}),
        floor.do("outcome", outcome=[1, 1], **{name: 1}),
        floor.open({**table, name: 1}),
        floor.open({**table, "cards": [{"card": "craps", name: 1}]}),
        floor.open({**table, "cards": [{"card": "craps", "options": {name: "1"}}]}),
        floor.open({**table, "cards": [{"text": f"{MINE}{name}: 1\n"}]}),
        floor.open({**OPEN, "house": f"{OPEN['house']}{name}: 1\n"}),
    ]
    told = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert told == [(422, "unknown-field")] * 4 + [(422, "bad-card")] * 2 + [(422, "bad-house")]


def test_p14_only_the_server_says_what_was_generated(floor: Floor) -> None:
    assert floor.outcomes(TABLES["craps"], 1, generated=False) == floor.outcomes(TABLES["craps"], 1)
    floor.do("close-betting")
    entered = floor.do("outcome", outcome=[1, 1], generated=True).json()
    assert entered["entry"]["data"]["source"] == "dealer"


PROGRAM = """
import json
from random import Random, SystemRandom
from unittest.mock import patch
from rackcard.table import service
from tests.support.table_world import fresh

assert type(service.RANDOM) is SystemRandom
table, found = fresh("craps"), []
for number in range(4):
    with patch("random._urandom", Random(100 + number).randbytes):
        found.append(service.generate(table))
print(json.dumps(found))
"""


def test_p14_no_environment_variable_replaces_the_generator(floor: Floor) -> None:
    """Every variable that the program knows is set, and some by which it could be asked."""
    known = {name for path in SOURCES for name in re.findall(r"RACKCARD_[A-Z_]+", path.read_text(encoding="utf-8"))}
    asked = known | {f"RACKCARD_{name.upper()}" for name in ASKED} | {"PYTHONHASHSEED"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env={**os.environ, **dict.fromkeys(asked, "1")},
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    assert known
    assert json.loads(done.stdout) == floor.outcomes(TABLES["craps"], 1)
