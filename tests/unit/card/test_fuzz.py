"""P12, bent cards: whatever a card says, it is read or refused in a sentence, within time and memory."""

from pathlib import Path

import pytest

from tests.support.fuzz import BYTES_MAX, apart

pytestmark = pytest.mark.slow


def test_p12_bent_cards_are_read_or_refused(tmp_path: Path) -> None:
    told = apart(1, 500, tmp_path)
    assert told["refused"] + told["sound"] == 500
    assert told["refused"] > 100
    assert told["sound"] > 10
    assert told["peak"] < BYTES_MAX
