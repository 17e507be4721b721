"""``rackcard new``: a small card to start from, legal, priced, and never over an existing file."""

from pathlib import Path

import pytest

from rackcard.api import load
from rackcard.card.skeleton import skeleton
from rackcard.cli.common import UsageError, app
from rackcard.games import GAMES


def run(*words: str) -> int:
    return int(app(list(words), exit_on_error=False, print_error=False, result_action="return_value"))


@pytest.mark.parametrize("game", GAMES)
def test_a_new_card_is_in_order_and_priced(game: str, tmp_path: Path) -> None:
    path = tmp_path / "five-alive.yaml"
    assert run("new", str(path), "--game", game) == 0
    card = load(path)
    assert (card.id, card.title, card.game.id) == ("five-alive", "Five Alive", game)
    for entry in card.odds().wagers:
        assert len(entry.methods) == 2, entry.terms.wager
        assert entry.house_edge is not None
        assert 0 < entry.house_edge < 0.2, entry.terms.wager


@pytest.mark.parametrize("game", GAMES)
def test_a_new_card_says_what_to_change(game: str) -> None:
    text = skeleton(game)
    assert "rackcard check my-card.yaml" in text
    assert "/help/card-language/" in text
    assert max(map(len, text.splitlines())) <= 120
    commented = [line for line in text.splitlines() if "#" in line]
    assert len(commented) >= 14


def test_a_card_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="already exists"):
        run("new", str(path))
    with pytest.raises(UsageError, match="already exists"):
        run("new", str(path.with_suffix("")))
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_file_without_an_ending_or_with_spaces(tmp_path: Path) -> None:
    run("new", str(tmp_path / "Lucky Sevens"))
    card = load(tmp_path / "Lucky Sevens.yaml")
    assert (card.id, card.title) == ("lucky-sevens", "Lucky Sevens")
    with pytest.raises(UsageError, match="does not name a card"):
        run("new", str(tmp_path / "???"))


def test_a_hyphen_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "-", "--game", "sic-bo") == 0
    assert capsys.readouterr().out == skeleton("sic-bo")


def test_a_game_that_there_is_not() -> None:
    with pytest.raises(UsageError, match="there is no game poker; expected one of: craps"):
        run("new", "-", "--game", "poker")
