"""The documents are true: examples run, and every word of the language is taught."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import jsonschema
import pytest
import yaml
from tools.reference import COMMANDS
from tools.reference_pages import PAGES

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.card.catalogue import FOLDER
from rackcard.card.examples import example_phrases
from rackcard.card.fields import CARD_FIELDS, LINE_FIELDS, OPTION_FIELDS, WAGER_FIELDS
from rackcard.card.phrases import grammar_of
from rackcard.card.schema import card_schema
from rackcard.card.yaml import Origin
from rackcard.cli.common import app
from rackcard.cli.printing import DocumentName, print_card
from rackcard.games import GAMES
from rackcard.house import read_house
from rackcard.house.fields import FIELDS as HOUSE_FIELDS
from rackcard.house.schema import house_schema
from rackcard.number import spelled
from rackcard.report.play_log.reader import columns_of
from rackcard.web.status import status_of
from rackcard.wording.journal import JOURNAL
from rackcard.wording.metrics import METRICS
from rackcard.wording.refusals import refusals
from tests.support.command import command

ROOT = Path(__file__).parent.parent
LANGUAGE = (ROOT / "docs" / "card-language.md").read_text(encoding="utf-8")


def examples(text: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)


def test_the_language_page_has_a_complete_example_that_works() -> None:
    text, *_ = examples(LANGUAGE)
    card = loads(text)
    assert all(len(entry.methods) == 2 for entry in card.odds(readings=True).wagers)


def test_the_readme_example_works() -> None:
    (text,) = examples((ROOT / "README.md").read_text(encoding="utf-8"))
    shipped = load("examples/made-points.yaml")
    assert loads(text).odds().wagers[0].outcomes == shipped.odds().wagers[0].outcomes


@pytest.mark.parametrize("field", [*CARD_FIELDS, *WAGER_FIELDS, *OPTION_FIELDS, *LINE_FIELDS])
def test_every_field_is_taught(field: str) -> None:
    assert f"`{field}" in LANGUAGE or f"{field}:" in LANGUAGE


def test_every_word_of_the_grammar_is_taught() -> None:
    terminals = [terminal for game in GAMES.values() for terminal in grammar_of(game).terminals]
    for terminal in terminals:
        word = terminal.pattern.value
        if re.fullmatch(r"[a-z0-9'\- ]+", word):
            assert re.search(rf"(?<![a-z-]){re.escape(word)}(?![a-z])", LANGUAGE), word


def test_the_schema_in_docs_is_the_one_the_program_prints() -> None:
    stored = json.loads((ROOT / "docs" / "card.schema.json").read_text(encoding="utf-8"))
    assert stored == card_schema(), "run: make docs"
    stored = json.loads((ROOT / "docs" / "house.schema.json").read_text(encoding="utf-8"))
    assert stored == house_schema(), "run: make docs"


def test_the_house_rules_in_docs_are_read_and_fit_their_schema() -> None:
    page = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    text = page.partition("```yaml\n")[2].partition("```")[0]
    assert read_house(Origin("house.yaml", text)).id == "silver-fern-craps-4"
    jsonschema.validate(yaml.safe_load(text), house_schema())


def test_the_page_on_house_rules_names_every_field() -> None:
    page = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    assert [field.name for field in HOUSE_FIELDS if f"`{field.name}`" not in page] == []


@pytest.mark.parametrize("path", [*sorted(FOLDER.glob("*.yaml")), ROOT / "examples" / "made-points.yaml"])
def test_every_card_fits_the_schema(path: Path) -> None:
    document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    jsonschema.validate(document, card_schema())


def test_the_schema_refuses_an_unknown_field() -> None:
    document = yaml.load((FOLDER / "craps.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    document["wagers"]["pass"]["payz"] = "1 to 1"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, card_schema())


def test_the_schema_offers_a_card_only_phrases_of_its_own_game() -> None:
    for game, branch in zip(GAMES.values(), card_schema()["allOf"][: len(GAMES)], strict=True):
        assert branch["if"]["properties"]["game"]["const"] == game.id
        fields = branch["then"]["properties"]
        assert set(fields["ends"]["examples"]) == set(example_phrases(game, "ends"))
        wager = fields["wagers"]["additionalProperties"]["properties"]
        assert set(wager["wins"]["examples"]) == set(example_phrases(game, "condition"))


def test_the_command_reference_is_what_the_commands_say() -> None:
    """In a process of its own: a command keeps the width of the terminal that it first wrote to."""
    stored = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    said = "import sys; from tools.reference import command_reference; sys.stdout.write(command_reference())"
    utf8 = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", said], cwd=ROOT, env=utf8, capture_output=True, encoding="utf-8", check=True
    )
    assert stored == done.stdout, "run: make docs"


def test_the_command_reference_has_every_command() -> None:
    assert {name for name in app if not name.startswith("-")} == {name.split()[0] for name in COMMANDS}


def test_the_help_of_print_counts_the_documents() -> None:
    kinds, *_ = get_args(DocumentName)
    assert f"{spelled(len(get_args(kinds)))} documents" in (print_card.__doc__ or "")


@pytest.mark.parametrize("page", PAGES)
def test_a_generated_page_is_what_the_program_says(page: str) -> None:
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == PAGES[page](), "run: make docs"


def test_every_command_in_the_documents_has_the_options_that_are_given_to_it() -> None:
    sections = re.split(r"^## rackcard ", (ROOT / "docs" / "cli.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    known = {text.split()[0]: set(re.findall(r"--[a-z][a-z-]*", text)) for text in sections[1:]}
    wrong = []
    for path in sorted((ROOT / "docs").rglob("*.md")):
        for line in re.findall(r"^(?:\$ )?rackcard ([a-z]+.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            name, _, rest = line.partition(" ")
            options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest))
            if name not in known or not options <= known[name]:
                wrong.append(f"{path.name}: rackcard {line}")
    assert wrong == []


def test_the_examples_of_the_guide_to_pricing_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "price-and-study.md").read_text(encoding="utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "price-and-study.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[0] == "6 0.014141414141414142"
    weighted = [line for line in text.splitlines() if line.startswith("rackcard odds") and "--weights" in line]
    assert len(weighted) == 4
    for line in weighted:
        done = command(*re.split(r"\s{3,}", line)[0].split()[1:], folder=tmp_path)
        assert done.returncode == 0, (line, done.stderr)


def test_shell_examples_in_the_readme_run(tmp_path: Path) -> None:
    """Runs every rackcard line in the Use section, except those that need files of the reader's own.

    A simulation is a hundredth as long, and a review of every card stands among the tests of the commands.
    """
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text.split("## Use")[1].split("```")[1]
    lines = [re.split(r"\s{3,}", line)[0].split()[1:] for line in block.strip().splitlines()]
    for words in lines:
        if {"my-card.yaml", "tables.db", "night.csv", "--out"} & {*words} or words == ["review"]:
            continue
        done = command(*("1e5" if word == "1e7" else word for word in words), folder=tmp_path)
        assert done.returncode in (0, 1), (words, done.stderr)


def test_every_card_is_in_its_own_file() -> None:
    for card in card_ids():
        assert load(card).id == card


def test_the_output_shown_in_the_readme_is_real() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("## Start")[0]
    rows = {tuple(re.split(r"\s{2,}", line)) for line in command("odds", "super-shooter").stdout.splitlines()}
    shown = {tuple(re.split(r"\s{2,}", line)) for line in text.splitlines() if line.startswith(("wager", "Little"))}
    assert len(shown) == 3
    assert shown <= rows
    fault = " ".join(text.split("  fault   ")[1].split("…")[0].split())
    assert fault in command("review", "dice-works").stdout


def test_the_figures_of_the_strategy_page_are_those_the_program_finds() -> None:
    text = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    best, never, first = load("cash-out-craps").odds(table=1).wagers
    for entry, places in ((best, 2), (never, 1), (first, 1)):
        assert entry.house_edge is not None
        assert f"{float(round(100 * entry.house_edge, places))} %" in text, entry.play


SETTLE = (ROOT / "docs" / "settle.md").read_text(encoding="utf-8")


def settle_examples() -> list[tuple[str, str]]:
    """The logs of the page on settling, each with the cards it is settled by: those of its game."""
    found = []
    for section in SETTLE.split("\n### ")[1:]:
        title, _, rest = section.partition("\n")
        game = title.lower().replace(" ", "-")
        (text,) = re.findall(r"```(?:csv|json)\n(.*?)```", rest.partition("\n## ")[0], re.DOTALL)
        found.append((game if game in GAMES else "roulette", text))
    return found


@pytest.mark.parametrize(("card", "text"), settle_examples())
def test_the_logs_in_docs_are_settled_and_paid_right(card: str, text: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(text, encoding="utf-8")
    done = command("settle", log, card, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["compared"] > 0
    assert found["differences"] == []
    assert found["still_up"] == []


def test_the_page_on_settling_names_every_column_of_every_game() -> None:
    assert {card for card, _ in settle_examples()} == set(GAMES)
    for game in GAMES.values():
        for column in columns_of(game):
            assert f"`{column}`" in SETTLE, (game.id, column)


OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def first_cells(section: str) -> list[str]:
    """The first cell of every row of the tables in a section of the page on operations, without their heads."""
    text = OPERATIONS.split(f"\n## {section}\n")[1].partition("\n## ")[0]
    return re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)


def test_the_page_on_operations_names_every_metric_that_a_server_exports() -> None:
    """That a server exports exactly these is among the tests of its observation."""
    assert set(re.findall(r"rackcard_\w+", OPERATIONS)) == set(METRICS)
    rows = re.findall(r"^`(\w+)", "\n".join(first_cells("What to watch")), re.MULTILINE)
    assert {*METRICS} - {*rows} == set(), "a metric without a row"


def test_the_page_on_operations_has_every_kind_of_journal_entry_once() -> None:
    assert sorted(first_cells("The journal")) == sorted(f"`{kind}`" for kind in JOURNAL)
    alarms = re.findall(r'`(?:rackcard_journal_entries_total)?\{kind="([^"]+)"\}`', OPERATIONS)
    assert {"server-gone", "lease-lost"} <= set(alarms) <= set(JOURNAL)


def test_the_page_on_operations_has_every_sentence_that_is_answered_with_503_once() -> None:
    """A row has a code and pieces of its sentences; each sentence has one row, and each piece is in a sentence."""
    rows = [(cell.split("`")[1], re.findall(r"\*(.+?)\*", cell)) for cell in first_cells("Refusals with 503")]
    answered = {key: text for key, text in refusals().items() if status_of(key.partition(".")[0]) == 503}
    told = []
    for code, pieces in rows:
        sentences = {key: text for key, text in answered.items() if key.partition(".")[0] == code}
        assert [piece for piece in pieces if not any(piece in text for text in sentences.values())] == []
        told += [key for key, text in sentences.items() if any(piece in text for piece in pieces)]
    assert sorted(told) == sorted(answered)
    assert all(pieces for _, pieces in rows)
