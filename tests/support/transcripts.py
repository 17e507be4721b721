"""Transcripts: for every card, a readable text of what happens to its wagers, outcome by outcome.

Read them beside the document. A change of a rule shows as a change of a text::

    python -m tests.support.transcripts --write
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rackcard.api import load
from rackcard.card import Card, card_ids
from rackcard.games.baccarat.dealing import Hand, Pairs, deal
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.games.baccarat.wording import hand_label
from rackcard.games.game import Outcome
from rackcard.machine import Bet, Result, bets
from rackcard.machine.bet import sibling
from rackcard.number import decimal
from rackcard.table.state import machine_phase
from tests.support.scenes import SCENES, Scene

FOLDER = Path(__file__).parents[1] / "transcripts"
EXAMPLES = Path(__file__).parents[2] / "examples"
STAKE = 10


# ---- playing a scene ----------------------------------------------------------------------------------


@dataclass
class Standing:
    """A wager that is up."""

    bet: Bet
    state: int = 0
    line: int = 0
    """The phase of its own line, where it has one."""

    @property
    def name(self) -> str:
        terms = self.bet.terms
        return terms.wager if terms.table == "1" else f"{terms.wager}/{terms.table}"

    @property
    def marks(self) -> str:
        counts = [f"{name}: {value}" for name, value in self.bet.machine.marks(self.state).items()]
        return ", ".join([f"on {self.bet.terms.game.phases[self.line]}"] * bool(self.line) + counts)

    def is_off(self, phase: int, outcome: Outcome) -> bool:
        """Whether the outcome does not count; a machine without phases is only shown those that do."""
        terms = self.bet.terms
        at = self.line if terms.own_line and not terms.works_on_table else phase
        return terms.works is not None and (at, terms.game.outcomes.index(outcome)) not in terms.works.cells

    def step(self, phase: int, outcome: Outcome) -> int | None:
        """Follow an outcome in a phase of the table: the result if that decides the wager."""
        machine, game = self.bet.machine, self.bet.terms.game
        result = None
        if self.bet.terms.works_on_table or not self.is_off(phase, outcome):
            if machine.has_phase:
                self.state += machine_phase(self.bet, phase, self.line) - self.state % machine.phases
            self.state, result = machine.step(self.state, outcome)
        if self.bet.terms.own_line:
            self.line = game.moves[self.line][game.outcomes.index(outcome)]
        return result


def put_up(waiting: list[Bet], up: list[Standing], phase: int) -> None:
    """Put up the wagers that may be bet now: some wait for a point, or for a wager that they go behind."""
    for bet in list(waiting):
        terms, line = bet.terms, 0
        if terms.behind is not None:
            parents = [one for one in up if one.bet.terms.wager == terms.behind.wager]
            if not any(one.line if terms.own_line else phase for one in parents):
                continue
            line = parents[0].line
        elif not terms.is_bet or phase not in terms.game.window_phases.get(terms.opens.window, (phase,)):
            continue
        up.append(Standing(bet, line=line))
        waiting.remove(bet)


def cards() -> list[str]:
    """Every card that has a transcript: the shipped ones and the examples."""
    return [*card_ids(), *sorted(path.stem for path in EXAMPLES.glob("*.yaml"))]


def load_card(name: str) -> Card:
    return load(name if name in card_ids() else EXAMPLES / f"{name}.yaml")


def chosen_options(scene: Scene) -> dict[str, str]:
    return dict(text.split("=") for text in scene.options.split())


def chosen_bets(card: Card, scene: Scene) -> list[Bet]:
    """The bets of a scene, in the order it names them."""
    known = {(bet.terms.wager, bet.terms.table): bet for bet in bets(card, chosen_options(scene))}
    named = [text.partition("/") for text in scene.wagers.split()]
    return [known[wager, table or "1"] for wager, _, table in named]


def rounds(card: Card, scene: Scene) -> Iterator[list[tuple[Outcome, str]]]:
    """The outcomes of each round, as the game knows them and as they are shown."""
    for text in scene.outcomes.split("|"):
        if card.game.id == "baccarat":
            yield [played_out(text.split())]
        elif card.game.id in ("craps", "sic-bo"):
            rolls = [tuple(sorted(map(int, roll.split("-")))) for roll in text.split()]
            yield [(roll, f"{card.game.label(roll)} = {sum(roll)}") for roll in rolls]
        else:
            yield [(pocket, pocket) for pocket in text.split()]


def played_out(cards: list[str]) -> tuple[Hand, str]:
    """The hand that cards make in the order dealt, and how they lie; every one of them must be drawn."""
    rest = iter(cards)
    player, banker = deal(rest.__next__).values()
    assert not [*rest], f"not every one of {cards} is drawn"
    hand = Hand(points(player), len(player), points(banker), len(banker), pairs_in(player, banker))
    return hand, f"{' '.join(player)} / {' '.join(banker)}: {hand_label(hand)}"


def points(ranks: list[str]) -> int:
    return sum(min(RANKS.index(rank) + 1, 10) for rank in ranks) % 10


def pairs_in(player: list[str], banker: list[str]) -> Pairs:
    if player[0] == player[1] and banker[0] == banker[1]:
        return "same" if player[0] == banker[0] else "both"
    return "player" if player[0] == player[1] else "banker" if banker[0] == banker[1] else "none"


def rows(card: Card, scene: Scene) -> Iterator[tuple[str, ...]]:
    """The rows of a scene: phase, outcome, wagers, what happens to them, their marks.

    Wagers of which the same can be said after an outcome share a row.
    """
    played = list(rounds(card, scene))
    one_each = all(len(outcomes) == 1 for outcomes in played)
    for number, outcomes in enumerate(played, 1):
        if number > 1 and not one_each:
            yield ()
        waiting, up, phase = chosen_bets(card, scene), list[Standing](), 0
        game = waiting[0].terms.game
        for place, (outcome, shown) in enumerate(outcomes, 1):
            put_up(waiting, up, phase)
            assert up or waiting, f"{card.id}, {scene.title}: nothing is up when {shown} comes"
            when = f"{game.unit} {number if one_each else place}"
            if len(game.phases) > 1:
                when = game.phases[phase]
            alike: dict[tuple[str, str], list[str]] = {}
            for standing in list(up):
                happens, over = settle(standing, phase, outcome)
                alike.setdefault((happens, standing.marks), []).append(standing.name)
                if over:
                    up.remove(standing)
            if not alike:
                yield when, shown, "", "", ""
            for (happens, marks), names in alike.items():
                yield when, shown, ", ".join(names), happens, marks
                when = shown = ""
            phase = game.moves[phase][game.outcomes.index(outcome)]


def settle(standing: Standing, phase: int, outcome: Outcome) -> tuple[str, bool]:
    """Step a wager: what happens to it in words, and whether it is over."""
    bet = standing.bet
    words = ["off"] if standing.is_off(phase, outcome) else []
    result = standing.step(phase, outcome)
    if result is not None and bet.results[result].turns_into:
        ending = bet.results[result]
        standing.bet, standing.state, standing.line = sibling(bet, ending.turns_into), 0, 0
        return f"{ending.label}: turns into {ending.turns_into}", False
    if result is not None:
        return paid(bet, bet.results[result]), True
    for claim in bet.machine.offered(standing.state):
        words.append(f"may {paid(bet, bet.results[bet.machine.claim_result(claim)])}")
    return "; ".join(words), False


def paid(bet: Bet, result: Result) -> str:
    """A result in words: its label, its pay as printed, the gain on the stake, and the dealer's envy."""
    words = [result.label]
    if result.pay is None:
        words.append("no pay posted")
    else:
        printed = str(result.pay)
        words += [printed] if printed != result.label else []
        words += ["less commission"] if result.commission or bet.commission else []
        words.append(signed((result.net - bet.commission) * STAKE))
    text = f"{words[0]}: {', '.join(words[1:])}"
    if result.envy is None:
        return f"{text}; dealer: envy not posted"
    return f"{text}; dealer {signed(result.envy * STAKE)}" if result.envy else text


def signed(amount: Fraction) -> str:
    return ("+" if amount > 0 else "") + decimal(amount, 6)


# ---- writing ------------------------------------------------------------------------------------------


def transcript(name: str) -> str:
    """The whole text of a card."""
    card = load_card(name)
    lines = [card.title, "=" * len(card.title), "", card.about, f"Every stake is {STAKE}.", ""]
    if any("/" in scene.wagers for scene in SCENES[name]):
        lines[-1:] = ["A stroke names the pay table where it is not the first: wager/2.", ""]
    silent = [terms.wager for terms in card.terms() if not terms.has_rule]
    if silent:
        lines += [f"No rule is given for {', '.join(silent)}.", ""]
    for number, scene in enumerate(SCENES[name], 1):
        lines.append(f"{number}. {scene.title}")
        for option, value in chosen_options(scene).items():
            lines.append(f"   {option}: {value}")
        lines += ["", *columns(list(rows(card, scene))), ""]
    return "\n".join(lines).rstrip() + "\n"


def columns(content: list[tuple[str, ...]]) -> list[str]:
    """Rows in columns as wide as they need to be; an empty row is a line between rounds."""
    widths = [max(len(row[column]) for row in content if row) for column in range(5)]
    lines = []
    for row in content:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)] if row else ["--"]
        lines.append(("   " + "  ".join(cells)).rstrip())
    return lines


def main() -> None:
    """Write every transcript, and remove those of cards that are gone."""
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.support.transcripts --write")
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        if path.stem not in cards():
            path.unlink()
    for name in cards():
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
