"""What the gate takes a sample of, and the campaign runs whole: ``RACKCARD_WHOLE=1`` asks for the whole."""

import os

from rackcard.card import card_ids

IS_WHOLE = os.environ.get("RACKCARD_WHOLE") == "1"

SAMPLE = ("baccarat", "cash-out-craps", "craps", "repeater-bets-plus", "roulette", "sic-bo", "straights-and-8s")
"""Cards of every game, with ladders, offers, bundles, envy, places, readings and wagers of several rounds."""


def sampled(gate: int, whole: int) -> int:
    """A count or a depth: that of the gate, or the whole one."""
    return whole if IS_WHOLE else gate


def sampled_cards() -> tuple[str, ...]:
    return tuple(card_ids()) if IS_WHOLE else SAMPLE
