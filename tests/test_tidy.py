"""House rules, run as a test."""

import ast
import re
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
    """Code outside cards/ knows craps, roulette and baccarat, nothing more."""
    text = path.read_text(encoding="utf-8").lower()
    for name in side_bet_names():
        spellings = {name.lower(), name.lower().replace("-", "_"), name.lower().replace("-", " ")}
        for spelling in spellings:
            assert not re.search(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])", text), f"{path} names {name}"


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
    exact_room = path.relative_to(PACKAGE).parts[0] in ("number.py", "chance.py", "game", "card", "machine", "odds")
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
        if card.id not in ("craps", "roulette"):
            assert re.match(r"00[0-4]_[0-9a-f]{16}\.txt", card.source), card.id


LINES_OF_A_FUNCTION_MAX = 70
LONG_FUNCTIONS = {"simulate", "c_source"}
"""One signature with many options, and one C template."""
TEMPLATE_WIDTH_MAX = 160


def test_functions_are_short() -> None:
    """A function fits on a screen."""
    long = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LINES_OF_A_FUNCTION_MAX
        and node.name not in LONG_FUNCTIONS
    ]
    assert not long


def test_templates_scripts_and_styles_can_be_read_line_by_line() -> None:
    """No line is too long to be reviewed; vendored files are as they came."""
    wide = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in DRAWN
        if "vendor" not in path.parts and path.suffix != ".typ"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > TEMPLATE_WIDTH_MAX
    ]
    assert not wide


def test_limits_of_forms_come_from_one_place() -> None:
    """Templates repeat no limit that the program has a name for."""
    literal = re.compile(r'<input[^>]*\b(?:max|min|maxlength|minlength)="(?:[2-9]|\d{2,})"')
    for path in DRAWN:
        if path.suffix == ".html":
            assert not literal.search(path.read_text(encoding="utf-8")), path


def test_the_web_names_its_parts_in_plain_words() -> None:
    """The large screen is a display everywhere, and limiters, gates and files are called so."""
    words = re.compile(r"\b(?:wall|Straight|Pace|Lull|KeptFiles|few_words)\b")
    for path in [*PACKAGE.glob("web/**/*.py"), *(path for path in DRAWN if "web" in path.parts)]:
        if "vendor" not in path.parts:
            assert not words.search(path.read_text(encoding="utf-8")), path
