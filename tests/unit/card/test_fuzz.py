"""P12, bent cards: whatever a card says, it is read or refused in a sentence, within time and memory."""

from pathlib import Path

import pytest

from rackcard.card import suggestions
from tests.support.fuzz import BYTES_MAX, apart, read
from tests.support.hostile_cards import card

pytestmark = pytest.mark.slow


def test_p12_bent_cards_are_read_or_refused(tmp_path: Path) -> None:
    """Each within 1 s of processor time, or as much more as this machine is slower than where that was measured."""
    told = apart(1, 500, tmp_path)
    assert told["refused"] + told["sound"] == 500
    assert told["refused"] > 100
    assert told["sound"] > 10
    assert told["peak"] < BYTES_MAX


def test_p12_control_a_reader_without_a_limit_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Corrections are looked for to a word of any length."""
    read(7, card(wins="x" * 120_000).encode(), tmp_path / "card.yaml")
    monkeypatch.setattr(suggestions, "LENGTH_MAX", 10**9)
    monkeypatch.setattr(suggestions, "LETTERS_MAX", 10**12)
    with pytest.raises(AssertionError, match=r"seed 7: \d+\.\d\d s of processor time"):
        read(7, card(wins="y" * 120_000).encode(), tmp_path / "card.yaml")
