"""Random cards within the grammar: every phrase, field and kind of option, for every game, from a seed.

``python -m tests.support.card_generator SEED`` prints one. About half of them are legal; the others are refused
with a sentence, because a generator that knew every reason for a refusal would be a second checker.
"""

import re
import sys
from dataclasses import dataclass
from random import Random
from typing import Any

import yaml

from tests.support.generated_choices import EVENT_IDS, GAMES, SHORT, TEXTS, TOTALS, WAGER_IDS, WHEELS
from tests.support.generated_filings import add_filing
from tests.support.generated_followers import FollowerWriter


@dataclass(frozen=True)
class Generated:
    """A card nobody wrote, and the phrases it was made of by their kind in the grammar."""

    seed: int
    game: str
    text: str
    phrases: tuple[tuple[str, str], ...]

    @property
    def fields(self) -> set[tuple[str, str]]:
        """Every field it uses, with where: card, option, wager or line."""
        card = yaml.load(self.text, Loader=yaml.BaseLoader)
        used = {("card", name) for name in card}
        used |= {("option", name) for option in card.get("options", {}).values() for name in option}
        for wager in card["wagers"].values():
            used |= {("wager", name) for name in wager}
            pays = wager.get("pays", {})
            for lines in pays.values() if isinstance(pays, dict) else [pays]:
                used |= {("line", name) for line in lines if isinstance(line, dict) for name in line}
        return used


def generated(seed: int) -> Generated:
    """The card of a seed."""
    writer = _Writer(Random(f"card {seed}"), GAMES[seed % len(GAMES)])
    card = writer.card()
    add_filing(Random(f"filing {seed}"), card)
    text = yaml.safe_dump(card, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return Generated(seed, writer.game, text, tuple(writer.phrases))


class _Writer(FollowerWriter):
    """Writes one card: each method returns a piece of it."""

    def card(self) -> dict[str, Any]:
        random = self.random
        head: dict[str, Any] = {"card": random.choice(("made-up", "a", "a-1", "7", "craps-2"))}
        head |= {name: random.choice(TEXTS) for name in ("title", "about", "source")}
        head |= {"game": self.game}
        if self.game != "craps" or self.maybe(0.2):
            head["chance"] = self.chance()
        if self.maybe(0.12):
            head["cells"] = self.varied("cells", lambda: random.choice(("to 1", "for 1")), 0.4)
            self.cells = True
        if self.maybe(0.4):
            head["events"] = self.named_events()
        if self.game not in SHORT or self.maybe(0.2):
            head["ends"] = self.varied("ends", self.ends)
            self.most_on_card = self.shortest()
        elif self.game in SHORT:
            self.most_on_card = 1
        for name, share, kind, make in self.settings():
            if self.maybe(share):
                head[name] = self.varied(kind, make)
        for name in ("several", "partial"):
            if self.maybe(0.15):
                head[name] = self.answer()
        for name in random.sample(WAGER_IDS, random.choice((1, 1, 2, 2, 3, 4))):
            self.wagers[name] = self.wager()
        if self.others() and self.maybe(0.15):
            self.wagers["listed"] = self.any_listed()
        self.add_followers()
        self.leave_out_unused(head)
        if self.options:
            head["options"] = self.options
        return {**head, "wagers": self.wagers}

    def named_events(self) -> dict[str, str]:
        """Events with names, later ones made of earlier ones."""
        for name in self.random.sample(EVENT_IDS, self.random.choice((1, 2, 2, 3))):
            self.events[name] = self.phrase("event", self.event())
        return self.events

    def leave_out_unused(self, head: dict[str, Any]) -> None:
        """Take the events that no phrase names from the card, the last first; now and then all are kept."""
        if not self.events or self.maybe(0.05):
            return
        for name in reversed(list(self.events)):
            others = [text for other, text in self.events.items() if other != name]
            said = yaml.safe_dump([head.get("ends"), self.wagers, self.options, others], width=10**6)
            if not re.search(rf"(?<![\w-]){name}(?![\w-])", said):
                del self.events[name]
        if not self.events:
            del head["events"]

    def dice(self) -> str:
        """Dice with the usual points or, in crapless craps, with all totals but 7; or a choice of the two."""
        both = [self.phrase("chance", "two dice"), self.phrase("chance", "two dice, crapless")]
        if self.maybe(0.2):
            name = self.option(both)
            return f"<{name}>" if name else both[0]
        if self.maybe(0.5):
            self.points = TOTALS
            return both[1]
        return both[0]

    def chance(self) -> str:
        if self.game == "sic-bo":
            return self.phrase("chance", "three dice")
        if self.game == "craps":
            return self.dice()
        if self.game == "roulette":
            name = self.option(list(WHEELS)[: self.random.choice((2, 3))], as_list=True) if self.maybe(0.15) else None
            self.phrase("chance", f"a {self.wheel} wheel")
            return f"a <{name}> wheel" if name else f"a {self.wheel} wheel"
        name = self.option(["6", "8"], as_list=True) if self.maybe(0.2) else None
        decks = self.random.choice((1, 6, 6, 8, 8, 8, 12))
        shoe = "a shoe of 1 deck" if decks == 1 else f"a shoe of {decks} decks"
        self.phrase("chance", shoe)
        return f"a shoe of <{name}> decks" if name else shoe


if __name__ == "__main__":
    print(generated(int(sys.argv[1])).text)
