"""The transcripts match what the cards do today."""

import pytest

from tests.support import transcripts
from tests.support.scenes import SCENES

REGENERATE = "Review the difference; if it is intended, accept it with: python -m tests.support.transcripts --write"


@pytest.mark.parametrize("name", transcripts.cards())
def test_transcript_is_current(name: str) -> None:
    path = transcripts.FOLDER / f"{name}.txt"
    assert path.is_file(), f"There is no transcript of {name}. {REGENERATE}"
    assert transcripts.transcript(name) == path.read_text(encoding="utf-8"), REGENERATE


def test_every_card_has_scenes_and_a_transcript() -> None:
    assert set(SCENES) == set(transcripts.cards())
    assert {path.stem for path in transcripts.FOLDER.iterdir()} == set(transcripts.cards()), REGENERATE


@pytest.mark.parametrize("name", transcripts.cards())
def test_scenes_show_every_wager_pay_table_and_ending(name: str) -> None:
    """Every possible result of a scene's wagers occurs in the text, and every wager is in a scene."""
    card, text = transcripts.load_card(name), transcripts.transcript(name)
    bets = [bet for scene in SCENES[name] for bet in transcripts.chosen_bets(card, scene)]
    endings = {result.label for bet in bets for result in bet.results}
    unseen = [label for label in endings if f" {label}:" not in text and label != "loses"]
    assert not unseen, f"no scene of {name} comes to {unseen}"
    assert "loses" in text
    assert {(bet.terms.group, bet.terms.table) for bet in bets} == {
        (terms.group, terms.table)
        for options in card.combinations(readings_only=False)
        for terms in card.terms(options)
        if terms.has_rule
    }


@pytest.mark.parametrize("name", transcripts.cards())
def test_scenes_show_every_reading(name: str) -> None:
    chosen = [transcripts.chosen_options(scene) for scene in SCENES[name]]
    for reading in transcripts.load_card(name).readings:
        shown = {options.get(reading.name, reading.default) for options in chosen}
        assert len(shown) > 1 if reading.many else shown == set(reading.values), reading.name
