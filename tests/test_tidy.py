"""House rules, run as a test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rackcard
from rackcard.api import load
from rackcard.card import card_ids

ROOT = Path(__file__).parent.parent
PACKAGE = Path(rackcard.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
DRAWN = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".html", ".js", ".css", ".typ"))
"""Templates, scripts and layouts: they know no side bet either."""


def side_bet_names() -> set[str]:
    """Ids and names of side bets that no other sense of the words explains."""
    names = set()
    for card in map(load, card_ids()):
        if card.id == card.game.id:
            continue
        names |= {card.id, card.title}
        for terms in card.terms():
            names |= {terms.wager, terms.name}
    plain = {"player", "banker", "tie", "all", "big", "little", "even", "odd", "horn", "cash-out", "cash out"}
    return {name for name in names if name.lower() not in plain}


@pytest.mark.parametrize("path", [*SOURCES, *DRAWN], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_code_names_a_side_bet(path: Path) -> None:
    """Code outside cards/ knows base games at most, and those in games/ only."""
    text = path.read_text(encoding="utf-8").lower()
    for name in side_bet_names():
        spellings = {name.lower(), name.lower().replace("-", "_"), name.lower().replace("-", " ")}
        for spelling in spellings:
            assert not re.search(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])", text), f"{path} names {name}"


GAME_FOLDERS = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/game.py"))
DEVICES = sorted(
    node.name
    for folder in GAME_FOLDERS
    for path in (PACKAGE / "games" / folder).glob("*.py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Chance" for base in node.bases)
)
"""The kinds of chance: each is known in the folder of its game only."""


def spoken_names(path: Path) -> Iterator[str]:
    """Every name and text of a module, docstrings excepted: examples may load any card."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_no_code_outside_games_names_a_base_game_or_a_kind_of_chance() -> None:
    """A fourth game is a folder and a line of the registry; the public names of the package are excepted."""
    assert len(DEVICES) >= 3
    named = [name.replace("_", sign) for name in GAME_FOLDERS for sign in "_- "]
    words = re.compile(rf"(?<![\w])({'|'.join(dict.fromkeys([*named, *DEVICES]))})(?![\w])")
    for path in SOURCES:
        if path.relative_to(PACKAGE).parts[0] not in ("games", "__init__.py"):
            assert not [name for name in spoken_names(path) if words.search(name)], path
    for path in [*DRAWN, *PACKAGE.glob("card/*.lark")]:
        if path.relative_to(PACKAGE).parts[0] != "games":
            assert not words.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_are_one_idea_each(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_class_and_public_function_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), f"{path} has no docstring"
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{path}: class {node.name} has no docstring"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_floats_before_printing(path: Path) -> None:
    """Exact rooms hold no floating-point number and call no eval."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    exact_room = path.relative_to(PACKAGE).parts[0] in ("number.py", "games", "card", "machine", "odds")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec"), path
        if exact_room and path.name != "tables.py":
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), (path, node.lineno)
            assert not (isinstance(node, ast.Name) and node.id == "float"), (path, node.lineno)


def test_tracked_texts_name_no_machine_and_no_registry() -> None:
    """Nothing in the project speaks of where it was made."""
    words = re.compile(r"/(?:work|farm|root)/|pypi\.org|files\.pythonhosted")
    for path in [
        *SOURCES,
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("*.md"),
        *ROOT.glob("tests/**/*.py"),
        ROOT / "Makefile",
    ]:
        if path != Path(__file__):
            assert not words.search(path.read_text(encoding="utf-8")), path


def test_every_source_of_a_side_bet_is_one_of_the_five_documents() -> None:
    for card in map(load, card_ids()):
        if card.id not in ("craps", "roulette", "sic-bo"):
            assert re.match(r"00[0-4]_[0-9a-f]{16}\.txt", card.source), card.id
