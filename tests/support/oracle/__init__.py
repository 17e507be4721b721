"""The oracle: every wager settled a second time, slowly and in plain words.

It is written from the documents and from how we read them, and imports nothing of the package, so that a
rule or a pay that is wrong in one place is not wrong in both. Nothing here is fast, shared or clever: each
card is one function that looks at all outcomes from the first, every pay is typed in again, and where a
document prints a table the table stands here in the document's own shape.

An outcome is a pair of dice ``(3, 5)``, a pocket ``"00"``, or a deal of baccarat: the ranks as they leave the
shoe, player and banker in turn, then any third cards. The first roll of a sequence is a come-out roll.

>>> settle("super-shooter", "little", "1", {}, [(1, 1), (1, 2), (2, 2), (1, 4), (3, 3)])
('decided', Fraction(30, 1), 5)
>>> offers("repeater-bets-plus", "repeating-2", "1", {}, [(1, 1)])
{'surrender': Fraction(5, 1)}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.support.oracle.common import NOT_POSTED, OPEN
from tests.support.oracle.dice import (
    PARLAY_PAYS,
    REPEATER_ENVY,
    REPEATER_PAYS_FOR_1,
    cash_out_craps,
    cash_out_offers,
    craps,
    dice_works,
    high_roller,
    parlay_craps,
    parlay_craps_with_envy,
    repeater_bets_plus,
    roll_the_line,
    super_shooter,
    surrender_offers,
)
from tests.support.oracle.shoe import (
    baccarat_card,
    baccarat_net,
    extras_net,
    five_dragons_net,
    golden_dragon_net,
    infinite_fortune_net,
    play_out,
    tiger_net,
    total_of,
    value,
)
from tests.support.oracle.wheel import pockets_of, roulette, roulette_wagers, straights_and_8s

__all__ = ["DEFAULTS", "OPEN", "envy", "listed", "offers", "play_out", "pockets_of", "settle", "total_of", "value"]

DEFAULTS: dict[str, dict[str, str]] = {
    "craps": {},
    "roulette": {"wheel": "double-zero"},
    "baccarat": {"game": "commission", "commission": "5", "push-on-7": "banker"},
    "repeater-bets-plus": {"surrender": "yes", "surrender-envy": "no"},
    "cash-out-craps": {"take-back": "yes", "come-out": "on", "first-roll": "counted"},
    "super-shooter": {},
    "straights-and-8s": {"wheel": "double-zero", "order": "any", "wrap": "no", "three-eights": "any-three-8s"},
    "dice-works": {"ends": "seven-out"},
    "high-roller": {},
    "parlay-craps": {"ends": "seven-out"},
    "parlay-craps-with-envy": {"ends": "seven-out"},
    "roll-the-line": {"cells": "net", "empty-cells": "lose"},
    "golden-dragon-baccarat": {},
    "treasure-of-the-5-dragons": {"dragons": "default"},
    "infinite-fortune": {},
    "baccarat-extras": {},
    "tiger-baccarat": {"base": "with"},
}
"""The options that change how a wager is settled, each at its default."""


def settle(card: str, wager: str, table: str, options: Mapping[str, str], outcomes: Sequence) -> tuple:
    """What has become of a wager: open, or decided with its net gain on one unit and the outcomes it took.

    Offers are let pass; ``offers`` says what they were.
    """
    return SETTLERS[card](wager, table, {**DEFAULTS[card], **options}, list(outcomes))


def offers(card: str, wager: str, table: str, options: Mapping[str, str], outcomes: Sequence) -> dict[str, Fraction]:
    """What the player may take after these outcomes, with the net gain on one unit."""
    if settle(card, wager, table, options, outcomes) != OPEN:
        return {}
    chosen = {**DEFAULTS[card], **options}
    if card == "repeater-bets-plus":
        return surrender_offers(wager, chosen, outcomes)
    if card == "cash-out-craps":
        return cash_out_offers(table, chosen, outcomes)
    return {}


def envy(card: str, wager: str, options: Mapping[str, str], ending: str) -> Fraction | None:
    """What the dealer gets on one unit staked by a win or another ending; None if not posted."""
    chosen = {**DEFAULTS[card], **options}
    if card == "repeater-bets-plus" and wager in REPEATER_ENVY:
        # "If the player makes a successful Repeater Bets Plus wager": a surrender is not won, unless so read.
        earns = ending == "win" or (ending == "surrender" and chosen["surrender-envy"] == "yes")
        return Fraction(REPEATER_ENVY[wager] if earns else 0)
    if card == "super-shooter" and ending == "win":
        return Fraction({"little": 1, "big": 1, "all": 5}[wager])
    if card == "parlay-craps-with-envy" and ending == "win":
        return NOT_POSTED
    return Fraction(0)


def listed(card: str, options: Mapping[str, str]) -> set[tuple[str, str]]:
    """Every wager of a card that has a rule, with each of its pay tables."""
    chosen = {**DEFAULTS[card], **options}
    if card == "roulette":
        return {(wager, "1") for wager in roulette_wagers(chosen["wheel"])}
    left_out = ("player", "banker", "tie") if chosen.get("base") == "without" else ()
    wagers = {wager: tables for wager, tables in WAGERS[card].items() if wager not in left_out}
    return {(wager, table) for wager, tables in wagers.items() for table in tables.split()}


# ---- the cards ----------------------------------------------------------------------------------------

SETTLERS = {
    "craps": craps,
    "roulette": roulette,
    "baccarat": baccarat_card(baccarat_net),
    "repeater-bets-plus": repeater_bets_plus,
    "cash-out-craps": cash_out_craps,
    "super-shooter": super_shooter,
    "straights-and-8s": straights_and_8s,
    "dice-works": dice_works,
    "high-roller": high_roller,
    "parlay-craps": parlay_craps,
    "parlay-craps-with-envy": parlay_craps_with_envy,
    "roll-the-line": roll_the_line,
    "golden-dragon-baccarat": baccarat_card(golden_dragon_net),
    "treasure-of-the-5-dragons": baccarat_card(five_dragons_net),
    "infinite-fortune": baccarat_card(infinite_fortune_net),
    "baccarat-extras": baccarat_card(extras_net),
    "tiger-baccarat": baccarat_card(tiger_net),
}

WAGERS: dict[str, dict[str, str]] = {
    "craps": dict.fromkeys(
        [
            "pass", "dont-pass",
            *(f"place-{total}" for total in (4, 5, 6, 8, 9, 10)),
            *(f"hard-{total}" for total in (4, 6, 8, 10)),
            "field", "any-seven", "any-craps", "craps-2", "craps-3", "eleven", "craps-12",
        ],
        "1",
    ),
    "baccarat": dict.fromkeys(["player", "banker", "tie"], "1"),
    "repeater-bets-plus": dict.fromkeys(REPEATER_PAYS_FOR_1, "1"),
    "cash-out-craps": {"cash-out": "1 2 3 4"},
    "super-shooter": {"little": "1 2", "big": "1 2", "all": "1 2 3"},
    "straights-and-8s": {"straights-and-8s": "1"},
    "dice-works": {"all-lows": "1 2", "all-highs": "1 2", "the-works": "1 2"},
    "high-roller": {"high-roller": "1"},
    "parlay-craps": dict.fromkeys(PARLAY_PAYS, "1"),
    "parlay-craps-with-envy": dict.fromkeys(
        [*PARLAY_PAYS, "repeating-8-8x", "repeating-9-9x", "repeating-10-10x", "repeating-horn"], "1"
    ),
    "roll-the-line": {"roll-the-line": "1 2 3 4 5 6 7"},
    "golden-dragon-baccarat": dict.fromkeys(
        [
            "three-card-9-over-three-card-7", "natural-9-over-7", "8-over-6", "golden-dragon-7",
            "green-dragon-8", "three-card-9-over-three-card-1",
        ],
        "1",
    ),
    "treasure-of-the-5-dragons": {
        "golden-dragon-7": "1", "golden-dragon-6s": "1 2", "green-dragon-8": "1", "blue-dragon-9s": "1",
        "red-dragon-7s": "1", "red-dragon-6s": "1", "any-dragon": "A B",
    },
    "infinite-fortune": {
        "three-card-9-over-three-card-8": "1", "natural-9-over-8": "1 2 3", "8-over-7": "1", "super-7": "1",
        "fortune-8": "1",
    },
    "baccarat-extras": dict.fromkeys(["bad-beat", "player-pair", "banker-pair"], "1"),
    "tiger-baccarat": dict.fromkeys(
        ["player", "banker", "tie", "tiger", "small-tiger", "big-tiger", "tiger-pair"], "1"
    ) | {"tiger": "1 2"},
}  # fmt: skip
"""Wagers with a rule and the names of their pay tables; those of roulette follow from the layout."""
