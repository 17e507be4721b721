"""The package as somebody else's tool: types, short values at a prompt, extras that say what is missing."""

import ast
import importlib.util
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

import rackcard
from rackcard.extras import EXTRAS
from rackcard.table.log.store import Store, StoreError

ROOT = Path(__file__).parents[2]
REPR_MAX = 200


def without(package: str, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in an environment that lacks a package."""
    hide = f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = {command!r}"
    code = f"{hide}; from rackcard.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "extra", "command"),
    [
        ("numpy", "simulate", ("simulate", "craps", "--rounds", "1000")),
        ("uvicorn", "web", ("serve", "--port", "1")),
        ("h11", "web", ("serve", "--port", "1")),
        ("sqlalchemy", "web", ("audit", "pyproject.toml")),
        ("lsprotocol", "editor", ("lsp",)),
    ],
)
def test_a_command_whose_extra_is_missing_says_which(package: str, extra: str, command: tuple[str, ...]) -> None:
    found = without(package, *command)
    assert (found.returncode, found.stdout) == (2, "")
    remedy = f"pip install 'rackcard[{extra}]'"
    assert (
        found.stderr == f"rackcard: this command needs {package}, which is not installed; install it with: {remedy}\n"
    )


def test_help_is_shown_without_the_games() -> None:
    code = "import sys, rackcard.cli; print([name for name in sys.modules if name.startswith('rackcard.games')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_every_package_that_is_not_in_the_core_has_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {extra: " ".join(project["optional-dependencies"][extra]).lower() for extra in set(EXTRAS.values())}
    brought = {
        "lsprotocol": "pygls", "starlette": "fastapi", "anyio": "fastapi", "pydantic": "fastapi",
        "markupsafe": "jinja2", "h11": "uvicorn",
    }  # fmt: skip
    assert [package for package, extra in EXTRAS.items() if brought.get(package, package) not in named[extra]] == []
    assert importlib.util.find_spec("rackcard.__main__") is not None
    assert (Path(rackcard.__file__).parent / "py.typed").is_file()


def imported(path: Path) -> set[str]:
    """The packages that a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def test_every_package_that_is_imported_is_in_the_core_or_in_an_extra() -> None:
    """Else a command that lacks it would end in a traceback."""
    found = set().union(*map(imported, (ROOT / "src" / "rackcard").rglob("*.py")))
    core = {"yaml", "lark", "flint", "cyclopts", "rich", "rackcard"}
    assert found - core - set(EXTRAS) - sys.stdlib_module_names == set()
    assert core <= found


def test_values_are_short_at_a_prompt() -> None:
    card = rackcard.load("cash-out-craps")
    odds, found = card.odds(), card.simulate(rounds=200, engine="numpy")
    strategy = card.strategy()
    values = [card, odds, odds["cash-out"], strategy, strategy.wagers[0], found, found.wagers[0]]
    assert max(len(repr(value)) for value in values) < REPR_MAX
    assert set(rackcard.__all__) <= set(dir(rackcard))


def test_quantiles_follow_from_the_outcomes() -> None:
    wager = rackcard.load("craps").odds()["pass"]
    assert (wager.wager, wager.name, wager.table) == ("pass", "Pass", "1")
    assert wager.cdf(-1) == Fraction(251, 495)
    assert wager.quantile(Fraction(251, 495)) == -1
    assert wager.quantile(Fraction(252, 495)) == 1
    with pytest.raises(ValueError, match="0 is not a probability"):
        wager.quantile(Fraction(0))


def test_odds_of_loaded_dice_say_so() -> None:
    card = rackcard.load("craps")
    loaded = card.chance(card.settled()).weighted({"7": Fraction(7)})
    odds = card.odds(chance=loaded, wager="pass")
    assert odds.to_dict()["chance"] == loaded.named_weights()
    assert "weights 1-6" in odds._repr_html_()
    assert card.odds(wager="pass").to_dict()["chance"] is None


def test_the_password_of_a_database_is_never_shown() -> None:
    with pytest.raises(StoreError) as refused:
        Store("postgresql://house:secret@127.0.0.1:1/tables")
    assert "secret" not in str(refused.value)
    assert "house:***@127.0.0.1" in str(refused.value)
