"""Drives a table as its people would, and checks every event against the promises and the second settler."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.games.baccarat.dealing import deal
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.table.auditor import Auditor
from rackcard.table.commands.betting import BetMade
from rackcard.table.decide import decide
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Refusal, Settlement, Table, TableEvent

BEATEN = {
    "dice-works": ["all-lows", "all-highs", "the-works"],
    "parlay-craps": [f"repeating-{n}" for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)],
    "parlay-craps-with-envy": [f"repeating-{n}" for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)],
}
"""Wagers that the player beats as their document is written: a table must accept them by name."""


def cards_of(game: str) -> list[str]:
    return [card for card in card_ids() if load(card).game.id == game]


def open_command(game: str, **more: Any) -> dict[str, Any]:
    """A table with every card of a game on it."""
    cards = [{"card": card, "accept": BEATEN.get(card, [])} for card in cards_of(game)]
    return {"do": "open", "name": "Test", "game": game, "cards": cards, "limits": {"wager_min": 100}, **more}


def random_outcome(game: str, random: Random) -> Any:
    if game == "craps":
        return [random.randint(1, 6), random.randint(1, 6)]
    if game == "roulette":
        close = ["7", "8", "9", "18", "28"]
        return random.choice(["0", "00", *close * 3, *map(str, range(1, 37))])
    if game == "sic-bo":
        return [random.randint(1, 6) for _ in range(3)]
    return deal(lambda: random.choice(RANKS))


class Driver:
    """A table being driven; the auditor looks over its shoulder at every event."""

    def __init__(self, game: str, **more: Any) -> None:
        self.game = game
        self.auditor = Auditor()
        self.events: list[TableEvent] = []
        self.do(open_command(game, **more))

    @property
    def table(self) -> Table | None:
        return self.auditor.table

    def do(self, command: Mapping[str, Any]) -> TableEvent:
        """Follow a command and check what it did."""
        (event,) = decide(self.table, command)
        wrong = self.auditor.see(event)
        assert wrong is None, (str(wrong), command)
        self.events.append(event)
        return event

    def try_to(self, command: Mapping[str, Any]) -> TableEvent | None:
        before = self.table
        try:
            return self.do(command)
        except Refusal as said:
            refusal = said
        assert refusal.code
        assert refusal.sentence
        assert self.table is before
        return None

    def step(self, random: Random) -> None:
        """One random action of a person at the table."""
        table = self.table
        assert table is not None
        if table.oversight.pending:
            self.try_to({"do": "approve", "round": table.round})
        seat = random.randint(1, 5)
        choice = random.random()
        if choice < 0.05:
            self.try_to({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.try_to({"do": "buy-in", "seat": seat, "amount": 100 * random.randint(1, 2000)})
        elif choice < 0.50:
            number = random.choice(table.current)
            wager = random.choice(list(table.offerings[number].bets))
            amount = table.chip * random.randint(0, 60)
            toke = {"toke": True} if random.random() < 0.05 else {}
            self.try_to({"do": "bet", "seat": seat, "card": number, "wager": wager, "amount": amount, **toke})
        elif choice < 0.88:
            self.try_to({"do": "close-betting"})
            self.try_to({"do": "outcome", "outcome": random_outcome(self.game, random)})
        elif choice < 0.95:
            self.claim(random)
        elif choice < 0.97:
            back = {"round": table.round - random.randint(1, 9)} if random.random() < 0.3 else {}
            self.try_to({"do": "correct", "outcome": random_outcome(self.game, random), "reason": "misread", **back})
        elif choice < 0.98 and table.wagers:
            number = random.choice(list(table.wagers))
            self.try_to({"do": "take-down", "seat": table.wagers[number].seat, "wager": number})
        elif choice < 0.985:
            one = {"card": random.choice(table.current)}
            part = random.choice([{}, one, {"round": table.round - random.randint(0, 5)}])
            self.try_to({"do": "void", "reason": "a spilled drink", **part})
        elif choice < 0.987:
            self.try_to(random.choice([{"do": "shooter", "seat": seat}, {"do": "close-shift"}]))
            self.dispute(random)
        elif choice < 0.99:
            self.try_to({"do": "change-cards", "cards": open_command(self.game)["cards"]})
        else:
            self.try_to({"do": "leave", "seat": seat})

    def dispute(self, random: Random) -> None:
        """Now and then a round is held for a dispute, which ends before the next one begins."""
        assert self.table is not None
        for one in self.table.oversight.disputes:
            self.try_to({"do": "end-dispute", "round": one.round, "reason": "the tape was looked at"})
        if random.random() < 0.5:
            self.try_to({"do": "dispute", "round": max(1, self.table.round), "reason": "a late bet"})

    def claim(self, random: Random) -> None:
        table = self.table
        assert table is not None
        offers = [(n, kind) for n in table.wagers for kind in claims_open(table, n)]
        if offers:
            number, kind = random.choice(offers)
            command = {"do": kind.replace(" ", "-"), "seat": table.wagers[number].seat, "wager": number}
            self.try_to(command)


DICE = {total: [max(1, total - 6), total - max(1, total - 6)] for total in range(2, 13)}
"""Dice for each total, an easy way where there is one."""


class Play(Driver):
    """A table with chosen cards and three seats with money, driven by hand in a test."""

    def __init__(self, game: str, *cards: str | Mapping[str, Any], **more: Any) -> None:
        self.game = game
        self.auditor = Auditor()
        self.events = []
        offered = [{"card": card} if isinstance(card, str) else card for card in cards]
        self.do({"do": "open", "name": "Test", "game": game, "cards": offered, **more})
        for seat in (1, 2, 3):
            self.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.do({"do": "buy-in", "seat": seat, "amount": 1_000_000})

    @property
    def now(self) -> Table:
        assert self.table is not None
        return self.table

    def bet(self, card: int, wager: str, amount: int = 500, seat: int = 1) -> int:
        """Make a bet, and the number of its wager."""
        command = {"do": "bet", "seat": seat, "card": card, "wager": wager, "amount": amount}
        event = self.do(command)
        assert isinstance(event, BetMade)
        return event.number

    def outcome(self, *outcomes: Any) -> dict[int, Settlement]:
        """Deal outcomes, totals as dice; what was settled, by wager."""
        settled: dict[int, Settlement] = {}
        for given in outcomes:
            self.do({"do": "close-betting"})
            event = self.do({"do": "outcome", "outcome": DICE[given] if isinstance(given, int) else given})
            settled |= {one.wager: one for one in settled_of(event)}
        return settled

    def take(self, offer: str, wager: int, **more: Any) -> Settlement:
        """Take an offer: what is settled."""
        seat = self.now.wagers[wager].seat
        (settlement,) = settled_of(self.do({"do": offer, "seat": seat, "wager": wager, **more}))
        return settlement

    def refused(self, **command: Any) -> str:
        """The code of the refusal that a command meets."""
        before = self.table
        try:
            decide(before, command)
        except Refusal as refusal:
            assert self.table is before
            return refusal.code
        return "not refused"

    def bet_refused(self, card: int, wager: str, amount: int = 500, seat: int = 1) -> str:
        return self.refused(do="bet", seat=seat, card=card, wager=wager, amount=amount)
