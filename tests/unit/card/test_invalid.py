"""One broken card for each message: ``invalid/FAULT.yaml``, and in ``invalid/FAULT.txt`` what is said of it.

Messages are part of the interface. After a change that means to change them, look at the difference:

    python -m tests.unit.card.test_invalid --write
    git diff tests/invalid
"""

import ast
import pickle
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import cache
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory

import pytest

import rackcard
from rackcard.api import load, loads
from rackcard.card import CardError, CardNotFoundError, OptionError, terms_reader
from rackcard.card.phrases import is_read, parse_phrase
from rackcard.card.yaml import BYTES_MAX, NODES_MAX
from rackcard.games import GAMES
from rackcard.games.device import ChanceError
from rackcard.games.game import Game
from rackcard.games.phrases import NOWHERE, PhraseError, Scope
from rackcard.house.problems import problems
from rackcard.machine import TooLargeError
from rackcard.odds import UnsolvedError
from rackcard.wording.card_errors import CARD_ERRORS, card_errors
from rackcard.wording.coded_error import CodedError
from rackcard.wording.house_errors import HOUSE_ERRORS

ROOT = Path(__file__).parents[3]
FOLDER = Path("tests/invalid")
PACKAGE = Path(rackcard.__file__).parent

GENERATED = {
    "too-large": "#" * (BYTES_MAX + 1),
    "too-many-values": f"card: [{'a,' * NODES_MAX}]",
}
"""Cards too long to keep; they are written when they are read."""

NOT_FROM_A_FILE = {"text-too-large": "a file this large is refused before it is parsed; only loads() comes here"}
"""Codes that no file can bring about, and why."""

NAMES = sorted({path.stem for path in (ROOT / FOLDER).glob("*.yaml")} | set(GENERATED))
SEARCHED = ("rolls-far-apart", "too-many-states-together", "two-long-streaks")
"""Cards that are refused after a second's search."""


@cache
def refusal(name: str) -> CardError:
    """The error in which reading, checking and pricing a broken card ends."""
    path = FOLDER / f"{name}.yaml"
    with TemporaryDirectory() as folder, chdir(folder if name in GENERATED else ROOT):
        if name in GENERATED:
            path.parent.mkdir(parents=True)
            path.write_text(GENERATED[name], encoding="utf-8")
        with pytest.raises(CardError) as caught:
            load(path).odds()
    return caught.value


def text_of(name: str) -> str:
    """The card's text; bytes that are not text show as replacement marks."""
    if name in GENERATED:
        return GENERATED[name]
    return (ROOT / FOLDER / f"{name}.yaml").read_text(encoding="utf-8", errors="replace")


def test_every_card_has_its_message() -> None:
    assert sorted(path.stem for path in (ROOT / FOLDER).glob("*.txt")) == NAMES


def said(name: str) -> tuple[str, str, str, str]:
    """The four lines of a message: place and cause, the card's line, the caret, the remedy."""
    place, shown, caret, remedy = (ROOT / FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return place, shown, caret, remedy


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SEARCHED)) for name in NAMES])
def test_a_broken_card_is_refused_in_these_words(name: str) -> None:
    """Place, line, caret, cause and remedy, to the word; the caret points into the card; no word of Python's."""
    expected = (ROOT / FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert f"{refusal(name)}\n" == expected
    place, shown, caret, remedy = said(name)
    assert re.fullmatch(rf"{FOLDER}/{name}\.yaml:[0-9]+:[0-9]+: \S.*", place)
    assert re.fullmatch(r" {4}.*", shown)
    assert re.fullmatch(r" {4} *\^", caret)
    assert re.fullmatch(r"  [A-Z].*[.…?]", remedy)
    line, column = map(int, place.split(": ")[0].split(":")[1:])
    lines = text_of(name).splitlines() or [""]
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1
    assert len(caret) <= len(shown) + 1
    message = "\n".join(said(name))
    assert not re.search(r"\$END|end-of-file|[a-z]Error|\bNone\b|\bTrue\b|\bFalse\b|<\w+ object", message)
    assert not re.search(r"from 1 to 0|\b1 (rolls|spins|hands|times|wagers)\b", message)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHED])
def test_what_is_offered_can_be_read_in_its_place(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every phrase that a message offers, in the same field of the same card."""
    refused_phrases = []

    def recorded(game: Game, kind: str, text: str, scope: Scope = NOWHERE) -> object:
        try:
            return parse_phrase(game, kind, text, scope)
        except PhraseError:
            refused_phrases.append((game, kind, scope))
            raise

    monkeypatch.setattr(terms_reader, "parse_phrase", recorded)
    refusal.cache_clear()
    facts = refusal(name).facts
    offered = [*facts.get("meant", ()), *facts.get("examples", ()), *filter(None, [facts.get("way")])]
    if refused_phrases:
        game, kind, scope = refused_phrases[-1]
        assert [phrase for phrase in offered if not is_read(game, kind, phrase, scope)] == []


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHED])
def test_a_card_with_one_error_has_one(name: str) -> None:
    assert problems(refusal(name)) == [refusal(name)]


POINTS_AT = {
    "brace-left-open": "{1: 30 to 1",
    "control-character-after-accents": "\a",
    "ends-after-rolls-on-a-wheel": "after 1 roll",
    "line-never-true": "any seven 2 times",
    "pay-not-understood": "too 1",
    "placeholder-unknown-in-quotes": "<per>",
    "quote-left-open": '"A quote',
    "rule-with-wide-spaces": "tmes",
    "surrender-of-a-list": "{1: 6 for 1}",
    "this-place-without-places": "the ball lands on this place",
    "wager-unknown": "tow",
}
"""The text that the caret should point at, where it is easily missed."""


@pytest.mark.parametrize("name", POINTS_AT)
def test_a_caret_points_at_the_fault(name: str) -> None:
    line, column = map(int, said(name)[0].split(": ")[0].split(":")[1:])
    rest = "".join(text_of(name).splitlines(keepends=True)[line - 1 :])[column - 1 :]
    assert rest.startswith(POINTS_AT[name])


# ---- every code has its sentences and a broken card


@cache
def calls() -> dict[str, list[tuple[Path, ast.Call]]]:
    """Every call in the package by the name of what is called, each with its module."""
    found: dict[str, list[tuple[Path, ast.Call]]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                found.setdefault(called, []).append((path, node))
    return found


def codes(function: str, position: int) -> Iterator[tuple[str, str]]:
    """The codes that the package gives to a function of this name, each with its module and line."""
    for path, node in calls()[function]:
        for part in ast.walk(node.args[position]) if len(node.args) > position else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value, f"{path.relative_to(PACKAGE)}:{part.lineno}"


CODED: tuple[type[CodedError | ChanceError], ...] = (
    CardNotFoundError,
    OptionError,
    TooLargeError,
    UnsolvedError,
    ChanceError,
    *ChanceError.__subclasses__(),
)
"""Errors beside those of a card."""


@pytest.mark.parametrize("kind", CODED)
def test_an_error_crosses_from_one_process_to_another(kind: type[CodedError | ChanceError]) -> None:
    code = next(iter(kind.sentences))
    facts = {name: "7" for _, name, _, _ in Formatter().parse(kind.sentences[code]) if name}
    error = kind(code, **{name: 7 if name == "limit" else fact for name, fact in facts.items()})
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.code, copy.facts, str(copy)) == (kind, code, error.facts, str(error))


@pytest.mark.slow
def test_every_code_has_a_broken_card() -> None:
    seen = {refusal(name).code for name in NAMES}
    assert seen == set(card_errors()) - set(NOT_FROM_A_FILE) - set(HOUSE_ERRORS)


@pytest.mark.parametrize(
    ("function", "position", "known"),
    [
        ("refuse", 1, card_errors()),
        ("PhraseError", 1, card_errors()),
        ("bad", 1, card_errors()),
        ("only", 2, card_errors()),
        ("listed_numbers", 2, card_errors()),
        *((kind.__name__, 0, kind.sentences) for kind in CODED),
    ],
)
def test_every_code_in_the_source_has_its_sentences(function: str, position: int, known: Mapping[str, object]) -> None:
    used = list(codes(function, position))
    assert used
    assert [place for code, place in used if code not in known] == []


def test_every_code_is_of_the_common_cards_or_of_one_game() -> None:
    owned = [code for game in GAMES.values() for code in game.card_errors]
    assert len({*CARD_ERRORS, *owned}) == len(CARD_ERRORS) + len(owned)


def test_a_text_that_is_too_large_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(CardError, match=r"^card\.yaml:1:1: the card is larger than 128 KiB"):
        loads(GENERATED["too-large"])


# ---- advice is not refused itself


@pytest.mark.parametrize("name", ["surrender-of-several-events", "surrender-of-two-spins"])
def test_the_example_of_a_surrender_mends_the_card(name: str) -> None:
    text = text_of(name)
    for field, example in re.findall(r'"(wins|surrender): ([^"]*)"', refusal(name).remedy):
        text = re.sub(rf"(?<=    {field}: ).*", example, text)
    assert [offer.kind for terms in loads(text).terms() for offer in terms.offers] == ["surrender"]


# ---- every part of a card is read, and no valid card is refused

SOUND = {
    "craps": "ends: any seven\nwagers:\n  one:\n    wins: 2 rolled 2 times\n    pays: 30 to 1\n",
    "roulette": (
        "chance: a double-zero wheel\nends: after 1 spin\n"
        "wagers:\n  one:\n    wins: the number is red\n    pays: 1 to 1\n"
    ),
    "baccarat": "chance: a shoe of 8 decks\nwagers:\n  one:\n    wins: tie\n    pays: 8 to 1\n",
}
CARD_PHRASES = (
    "chance", "marks", "ends", "settles", "works", "opens", "requires", "several", "partial", "offers",
    "envy on", "cells",
)  # fmt: skip
WAGER_PHRASES = (
    "wins", "counts", "pays", "ends", "settles", "works", "opens", "cells", "envy", "surrender", "cash out",
    "take back", "places",
)  # fmt: skip


def sound(game: str, rest: str | None = None) -> str:
    start = f"card: sound\ntitle: Sound\nabout: Nothing is wrong with it.\ngame: {game}\nsource: tests\n"
    return start + (SOUND[game] if rest is None else rest)


@pytest.mark.parametrize("game", SOUND)
def test_the_card_that_the_next_test_breaks_is_sound(game: str) -> None:
    assert loads(sound(game)).odds().wagers


@pytest.mark.parametrize("game", SOUND)
def test_no_phrase_is_left_unread(game: str) -> None:
    """An unknown word is refused in every field of card and wager, in every game."""
    for field in CARD_PHRASES:
        others = re.sub(rf"^{field}: .*\n", "", sound(game), flags=re.MULTILINE)
        with pytest.raises(CardError):
            loads(others.replace("wagers:", f"{field}: nonsense\nwagers:"))
    for field in WAGER_PHRASES:
        others = re.sub(rf"^    {field}: .*\n", "", sound(game), flags=re.MULTILINE)
        with pytest.raises(CardError):
            loads(others + f"    {field}: nonsense\n")


SOUND_AND_LARGE = {
    "five repeaters of twenty": sound(
        "craps",
        "ends: any seven\nwagers:\n"
        + "".join(f"  r{n}: {{wins: {n} rolled 20 times, pays: 99 to 1}}\n" for n in (4, 5, 6, 8, 9))
        + "  any: {wins: 'any of r4, r5, r6, r8, r9', pays: 9 to 1}\n",
    ),
    "the first and the fourth spin": sound(
        "roulette",
        "chance: a double-zero wheel\nends: after 4 spins\nwagers:\n  one:\n    pays:\n"
        "      - {when: spins 1 4 are 1 apart, pays: 15 to 1}\n",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUND_AND_LARGE)
def test_a_rule_that_can_be_met_is_not_called_impossible(name: str) -> None:
    """A search that stops early has not shown that no such sequence exists."""
    said_of_it = ""
    try:
        loads(SOUND_AND_LARGE[name])
    except CardError as error:
        said_of_it = str(error)
    assert "can never be paid" not in said_of_it


def write() -> None:
    """Writes today's message next to each card; a card that is not refused keeps its text."""
    for name in NAMES:
        try:
            message = str(refusal(name))
        except (Exception, pytest.fail.Exception) as error:
            print(f"{name}: not refused ({type(error).__name__}: {error})", file=sys.stderr)
            continue
        (ROOT / FOLDER / f"{name}.txt").write_text(message + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("Usage: python -m tests.unit.card.test_invalid --write")
    write()
