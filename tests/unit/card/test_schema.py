"""The schema of cards: it refuses no card that ``check`` takes, and most of those that ``check`` refuses."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from rackcard.card import CardError, catalogue
from rackcard.card.examples import example_phrases
from rackcard.card.phrase_patterns import kinds_of
from rackcard.card.schema import card_schema
from rackcard.games import GAMES
from tests.support.card_generator import generated

ROOT = Path(__file__).parents[3]
LEGAL = sorted(
    path
    for folder in (
        "src/rackcard/cards",
        "tests/phrase_cards",
        "examples",
        "tests/inventors_cards",
        "tests/version_1_cards",
    )
    for path in (ROOT / folder).glob("*.yaml")
    if "wagers:" in path.read_text(encoding="utf-8") and "cards:" not in path.read_text(encoding="utf-8")
)
GENERATED = 300

LEFT = {
    "the file, before it is read as values": "anchor field-twice tag",
    "a name that is elsewhere on the card, or is not": (
        "any-three-of-two behind-a-single-roll bundle-of-a-bundle bundle-of-a-come-out-bet bundle-of-a-line-bet "
        "departs-unknown event-misspelled event-named-like-a-wager event-never-used event-unused events-in-a-circle "
        "guard-unknown-option guard-unknown-value line-behind-another names-a-wager-that-ends-earlier "
        "names-a-wager-that-has-won odds-that-wait-for-the-end "
        "option-default-unknown option-list-default-missing-table option-list-default-unknown option-makes-nonsense "
        "option-unused pay-lines-all-guarded place-among-others place-id-of-a-group place-id-twice "
        "place-of-another-kind placeholder-unknown together-of-other-tables together-with-a-stranger "
        "together-without-tables turns-into-no-pay turns-into-places wager-left-out wager-named-twice wager-unknown "
        "wagers-all-guarded wagers-in-a-circle"
    ),
    "two places of the card at once": (
        "cash-out-not-posted commission-of-several-pays double-zero-on-a-single-zero-wheel line-of-a-wheel "
        "neighbors-of-a-split neighbors-on-a-triple-zero-wheel number-on-a-place-of-doubles places-of-another-wheel "
        "all-opens-never seven-out-on-the-first-roll surrender-at-the-win works-by-the-table-on-its-own-line"
    ),
    "two numbers compared with one another": (
        "five-of-four-cards odds-on-a-point-twice odds-on-all-points-twice range-backwards roll-ninety "
        "rolls-out-of-order rung-left-out rung-missing-above rungs-that-overlap "
        "rung-or-more-among-offers rung-or-more-below-the-top span-upside-down-in-a-list spins-and-numbers-differ "
        "spins-apart-three spins-out-of-order spins-too-far-apart three-dice-span-upside-down total-twice"
    ),
    "what the words of a phrase mean together": (
        "a-pair-or-a-total a-part-known-at-the-end in-3-cards-after-but-not list-beside-and "
        "suited-after-two-pairs-of-ranks "
        "but-not-between-histories either-hand-does-not every-card-of-one-hand hands-both-win item-of-two-phrases "
        "natural-in-three-cards not-of-a-list-and-more odds-on-a-seven one-hand-does-not pair-as-a-third-card "
        "rank-as-a-total rank-as-points red-and-black same-pair-of-one-hand seven-out-on-the-come-out "
        "six-and-eight-at-once six-but-not-six start-with-one-rank start-with-two-cards "
        "top-line-on-a-single-zero-wheel total-without-a-hand totals-all-left-out two-third-cards "
        "two-totals-of-one-hand two-winners"
    ),
    "what solving the card finds": (
        "line-never-first-to-happen line-never-true line-same-as-another never-decided rolls-far-apart "
        "stake-of-twenty-stages stake-that-turns-for-ever too-hard-to-solve too-many-combinations "
        "too-many-combinations-of-wagers too-many-states too-many-states-together two-long-streaks "
        "wager-of-too-many-looks"
    ),
}
"""The broken cards that a schema cannot refuse, by what it would have to know."""
REFUSED_MIN = 150


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = card_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def as_an_editor(text: str) -> Any:
    """A card as an editor's own reader of YAML has it: numbers are numbers, names of fields are texts."""

    def named(value: Any) -> Any:
        match value:
            case dict():
                return {str(key): named(one) for key, one in value.items()}
            case list():
                return [named(one) for one in value]
            case _:
                return value

    return named(yaml.safe_load(text))


def faults(validator: jsonschema.Draft202012Validator, card: Any) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message[:200]}" for error in validator.iter_errors(card)]


@pytest.mark.slow
@pytest.mark.parametrize("path", LEGAL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_legal_card_fits_the_schema(path: Path, validator: jsonschema.Draft202012Validator) -> None:
    text = path.read_text(encoding="utf-8")
    assert faults(validator, as_an_editor(text)) == []
    assert faults(validator, yaml.load(text, yaml.BaseLoader)) == []


@pytest.mark.slow
def test_every_generated_card_that_can_be_read_fits_the_schema(validator: jsonschema.Draft202012Validator) -> None:
    for seed in range(GENERATED):
        text = generated(seed).text
        found = faults(validator, yaml.load(text, yaml.BaseLoader))
        assert not (found and is_read(text)), (seed, found)


def is_read(text: str) -> bool:
    """Whether every phrase of a card can be read under all its options."""
    try:
        card = catalogue.loads(text, "generated")
        for chosen in card.combinations(readings_only=False):
            card.terms(chosen)
    except CardError:
        return False
    return True


@pytest.mark.slow
def test_broken_cards_are_refused_unless_it_takes_more_than_a_schema(
    validator: jsonschema.Draft202012Validator,
) -> None:
    refused: set[str] = set()
    taken: set[str] = set()
    for path in sorted((ROOT / "tests" / "invalid").glob("*.yaml")):
        try:
            card = as_an_editor(path.read_text(encoding="utf-8"))
        except (yaml.YAMLError, UnicodeDecodeError):
            continue
        (taken if validator.is_valid(card) else refused).add(path.stem)
    assert taken - {name for names in LEFT.values() for name in names.split()} == set()
    assert len(refused) >= REFUSED_MIN


@pytest.mark.slow
def test_every_example_fits_its_pattern(validator: jsonschema.Draft202012Validator) -> None:
    schema = card_schema()["$defs"]
    for game in GAMES.values():
        for kind in kinds_of(game):
            pattern = schema.get(f"{game.id}-{kind}", schema.get(kind))
            for phrase in example_phrases(game, kind):
                assert validator.evolve(schema=pattern).is_valid(phrase), (game.id, kind, phrase)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript here")
def test_the_patterns_are_those_of_javascript_too(tmp_path: Path) -> None:
    """Every pattern is read with and without Unicode mode, takes the examples, and is quick on what it refuses."""
    (tmp_path / "schema.json").write_text(json.dumps(card_schema()), encoding="utf-8")
    phrases = {game.id: example_phrases(game, "condition") for game in GAMES.values()}
    (tmp_path / "phrases.json").write_text(json.dumps(phrases), encoding="utf-8")
    program = """
        const read = name => JSON.parse(require("fs").readFileSync(name));
        const schema = read("schema.json"), phrases = read("phrases.json");
        const walk = (one, key) => {
            if (key === "pattern" && typeof one === "string") { new RegExp(one); new RegExp(one, "u"); }
            else if (one && typeof one === "object") for (const name in one) walk(one[name], name);
        };
        walk(schema, "");
        for (const game in phrases) {
            const pattern = new RegExp(schema.$defs[game + "-condition"].pattern, "u");
            for (const phrase of phrases[game]) if (!pattern.test(phrase)) throw new Error(phrase);
            const start = Date.now();
            if (pattern.test((phrases[game][1] + " or ").repeat(6) + "!")) throw new Error("taken");
            if (Date.now() - start > 2000) throw new Error("slow");
        }
    """
    subprocess.run(["node", "-e", program], cwd=tmp_path, check=True, timeout=60)
