"""Random play under house rules that change: wagers that are up keep the rules they were made under: P26."""

from random import Random
from typing import Any

from rackcard.card.yaml import Origin
from rackcard.house import read_house
from rackcard.table.state import Table
from tests.support.house_rules import HousePlay
from tests.support.table_driver import random_outcome

HOUSE = """\
house: changing
name: Changing
game: craps
payout limit: {payout}
min: ${least}
cards:
  craps: {{wagers: {{pass: {{max: ${most}}}}}}}
  super-shooter: {{wagers: {{little: {{pays: {table}}}, big: {{pays: {table}}}}}}}
"""
WAGERS = ("pass", "field", "little", "big")
PAYOUTS = ("$50,000 for each outcome, shared by all winners", "$2,000 for each wager")


def some_rules(random: Random) -> str:
    """House rules with limits, a payout limit and pay tables of their own."""
    return HOUSE.format(
        payout=random.choice(PAYOUTS),
        least=random.choice([1, 5, 10]),
        most=random.choice([100, 500]),
        table=random.choice([1, 2]),
    )


class ChangingPlay(HousePlay):
    """A table under changing rules; every event is decided again and settled a second time by the auditor."""

    def __init__(self, seed: int) -> None:
        self.random = Random(26_000 + seed)
        self.where = f"seed {seed}"
        super().__init__(some_rules(self.random))

    def step(self, random: Random) -> None:
        """A change of rules now and then, or what people do."""
        if random.random() < 0.08:
            self.change(some_rules(random))
        elif random.random() < 0.4:
            self.try_to({"do": "close-betting"})
            self.try_to({"do": "outcome", "outcome": random_outcome("craps", random)})
        else:
            number = random.choice(self.now.current)
            wager = random.choice(
                [w for w in self.now.offerings[number].bets if w in ("pass", "field", "little", "big")]
            )
            bet = {"card": number, "wager": wager, "amount": 100 * random.randint(1, 60)}
            self.try_to({"do": "bet", "seat": random.randint(1, 3), **bet})

    def change(self, text: str) -> None:
        """New rules: one version more, the hash of the text, and nothing of what is up has changed."""
        before = self.now
        event = self.try_to({"do": "change-house", "house": text, "reason": "another season"})
        if event is None:
            return
        assert before.house is not None
        assert self.now.house is not None
        assert self.now.house.version == before.house.version + 1, self.where
        assert self.now.house.sha256 == read_house(Origin("house.yaml", text)).sha256, self.where
        assert kept_by(self.now) == kept_by(before), f"{self.where}: a wager that is up has other rules"


def kept_by(table: Table) -> dict[int, Any]:
    """What every wager that is up is settled by."""
    return {
        number: (
            wager,
            table.offerings[wager.offering].sha256,
            dict(table.offerings[wager.offering].tables),
            tuple(str(result.pay) for result in table.bet_of(wager).results),
        )
        for number, wager in table.wagers.items()
    }


def changed_history(seed: int, steps: int = 60) -> int:
    """P26: a history with changes of house rules; how many there were."""
    play = ChangingPlay(seed)
    for _ in range(steps):
        play.step(play.random)
    assert play.now.house is not None
    return play.now.house.version - 1
