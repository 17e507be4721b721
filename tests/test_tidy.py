"""House rules as a handful of tests; each reports every place that breaks it."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from lark import UnexpectedInput

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.card.phrases import STARTS, phrase_tree
from rackcard.games import GAMES
from rackcard.games.game import Game
from rackcard.table.command import Command
from rackcard.table.registry import REQUESTS
from tests.support.sources import DRAWN, PACKAGE, ROOT, SOURCES, room, side_bet_names

LINES_MAX = 600
FUNCTION_LINES_MAX = 70
TEMPLATE_COLUMNS_MAX = 160


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(text(path))


def place(path: Path, line: int = 0) -> str:
    return f"{path.relative_to(ROOT)}:{line}" if line else str(path.relative_to(ROOT))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(path)))


def code_lines(path: Path) -> list[tuple[int, str]]:
    """The numbered lines of a file; of a module, those outside docstrings, which may teach by example."""
    lines = list(enumerate(text(path).splitlines(), 1))
    if path.suffix != ".py":
        return lines
    taught: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            taught |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return [(number, line) for number, line in lines if number not in taught]


def named_in(paths: list[Path], names: frozenset[str]) -> list[str]:
    """The places that use one of the names, in any spelling."""
    spellings = {s for name in names for s in (name.lower(), name.lower().replace("-", "_"), name.replace("-", " "))}
    found = []
    for path in paths:
        lowered = text(path).lower()
        for spelling in sorted(filter(lowered.__contains__, spellings)):
            pattern = re.compile(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])")
            lines = enumerate(lowered.splitlines(), 1)
            found += [f"{place(path, number)} names {spelling}" for number, line in lines if pattern.search(line)]
    return found


def test_no_code_names_a_side_bet() -> None:
    """Code outside cards/ does not know any side bet; examples of phrases have words in common with names."""
    paths = [path for path in (*SOURCES, *DRAWN) if path.name != "examples.py"]
    assert named_in(paths, side_bet_names()) == []


GAME_FOLDERS = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/game.py"))
DEVICES = sorted(
    node.name
    for folder in GAME_FOLDERS
    for path in (PACKAGE / "games" / folder).glob("*.py")
    for node in parsed(path).body
    if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Chance" for base in node.bases)
)
"""The kinds of chance: each is known in the folder of its game only."""


def test_no_code_outside_games_names_a_base_game_or_a_kind_of_chance() -> None:
    """A new game is a folder and a line of the registry; the public names of the package are excepted."""
    assert len(DEVICES) >= 3
    named = [name.replace("_", sign) for name in GAME_FOLDERS for sign in "_- "]
    words = re.compile(rf"(?<![\w])({'|'.join(dict.fromkeys([*named, *DEVICES]))})(?![\w])")
    assert [
        f"{place(path, number)}: {line.strip()[:100]}"
        for path in [*SOURCES, *DRAWN, *PACKAGE.glob("card/*.lark")]
        if room(path) not in ("games", "cards", "__init__.py")
        for number, line in code_lines(path)
        if words.search(line)
    ] == []


def test_modules_and_functions_are_short() -> None:
    long = [f"{place(path)}: {n} lines" for path in SOURCES if (n := len(text(path).splitlines())) > LINES_MAX]
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES_MAX:
                    long.append(f"{place(path, node.lineno)}: {node.name} has {lines} lines")
    assert long == []


def test_lines_of_templates_can_be_reviewed() -> None:
    assert [
        place(path, number)
        for path in DRAWN
        if path.parent.name != "vendor"
        for number, line in enumerate(text(path).splitlines(), 1)
        if len(line) > TEMPLATE_COLUMNS_MAX
    ] == []


def test_every_module_and_public_class_says_what_it_is() -> None:
    silent = []
    for path in SOURCES:
        tree = parsed(path)
        if not ast.get_docstring(tree):
            silent.append(place(path))
        silent += [
            place(path, node.lineno)
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node)
        ]
    assert silent == []


def test_a_public_class_name_occurs_once() -> None:
    classes: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes.setdefault(node.name, []).append(place(path, node.lineno))
    assert {name: places for name, places in classes.items() if len(places) > 1} == {}


SENTENCE = re.compile(r"(?<![\w{])[A-Za-z][a-z']+(?:[,;:]? [a-z][a-z']*){3,}")
"""Four words or more, one after another; only the first may have a capital."""


def has_words(path: Path) -> bool:
    """Whether a module is there for words.

    A wording, the names of a game's events, examples of phrases and what people write for them,
    the hints of a card's fields, generated programs, and the sentences that
    the first log format stored.
    """
    wordings = ("wording.py", "event_wording.py", "joined_wording.py", "play_wording.py", "chance_wording.py")
    names = (*wordings, "messages.py", "rules.py", "examples.py")
    others = (
        "card/examples.py",
        "card/suggestions.py",
        "card/fields.py",
        "house/fields.py",
        "simulate/circuit/codegen.py",
        "report/prism.py",
        "table/log/format_1.py",
    )
    return (
        room(path) == "wording"
        or (room(path) == "games" and path.name in names)
        or path in [PACKAGE / other for other in others]
    )


def is_phrase(words: str) -> bool:
    """Whether a text is in the language of cards; an example may list several phrases."""
    for part in words.split(" | "):
        if not any(_parses(game, kind, part) for game in GAMES.values() for kind in (*STARTS, *game.phrases.starts)):
            return False
    return True


def _parses(game: Game, kind: str, words: str) -> bool:
    with suppress(UnexpectedInput):
        return bool(phrase_tree(game, kind, words))
    return False


def spoken_texts(path: Path) -> Iterator[ast.Constant]:
    """The texts in the code of a module: no docstrings, no help, and no words for a defect that only developers see."""
    silent: set[ast.AST] = set()
    for node in nodes(path):
        match node:
            case ast.Expr():
                silent.add(node.value)
            case ast.Assert() | ast.Call(func=ast.Name(id="AssertionError" | "DisagreementError" | "AttributeError")):
                silent |= set(ast.walk(node))
            case ast.keyword(arg="help" | "description"):
                silent |= set(ast.walk(node.value))
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[*_, ast.Constant() as hint])):
                silent.add(hint)
            case ast.Dict():
                named = zip(node.keys, node.values, strict=True)
                silent |= {
                    value for key, value in named if isinstance(key, ast.Constant) and key.value == "description"
                }
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node


def test_sentences_live_in_wording() -> None:
    """Code passes codes and facts; what people read is made in wording, in the words of a game, or is help."""
    assert [
        f"{place(path, node.lineno)}: {node.value!s}"
        for path in SOURCES
        if not has_words(path)
        for node in spoken_texts(path)
        if SENTENCE.search(str(node.value)) and not is_phrase(str(node.value))
    ] == []


def said_names(tree: ast.Module) -> set[str]:
    """What a module has from wording, by the names it uses."""
    return {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rackcard.wording")
        for name in node.names
    }


def own_words(node: ast.AST, kept: dict[str, list[ast.expr]], said: set[str]) -> Iterator[int]:
    """The lines on which words are written in an expression, or in what its names were set to; wording takes keys."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name))) if name in said:
            return
        case ast.Compare() | ast.comprehension():
            return
        case ast.Subscript(value=value):
            yield from own_words(value, kept, said)
        case ast.Name(id=name):
            for value in kept.pop(name, ()):
                yield from own_words(value, kept, said)
        case ast.Constant(value=str() as words) if re.search("[A-Za-z]", words):
            yield node.lineno
        case _:
            for child in ast.iter_child_nodes(node):
                yield from own_words(child, kept, said)


def worded_tables(tree: ast.Module) -> Iterator[int]:
    """The lines with a title, a head or a note of a table that wording has no part in."""
    said = said_names(tree)
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        kept: dict[str, list[ast.expr]] = {}
        for node in ast.walk(scope):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    kept.setdefault(name, []).append(value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    kept.setdefault(name, []).append(value)
        for node in ast.walk(scope):
            match node:
                case ast.Call(func=ast.Name(id="Grid"), args=given, keywords=named):
                    parts = [*given[:2], *given[4:5], *(one.value for one in named if one.arg in ("title", "note"))]
                    for part in parts:
                        yield from own_words(part, dict(kept), said)


PLANTED_TABLES = """
from rackcard.wording.columns import heads
def headed(rows):
    columns = ("wager", *more)
    return Grid("", columns, frozenset(), rows)
def titled(rows, table): return Grid(f"table {table}", heads(["wager"]), frozenset(), rows)
def noted(rows): return Grid("", heads(["wager"]), frozenset(), rows, "best play" if rows else "")
def said(rows, name):
    ids = ("wager", "pays")
    return Grid(f"{name} · 1", heads(ids), frozenset(heads(ids[1:])), rows, ids=ids)
"""


def test_heads_of_tables_live_in_wording() -> None:
    """Code knows a column by its id; what is written above it is for people."""
    assert sorted(worded_tables(ast.parse(PLANTED_TABLES))) == [4, 6, 7]
    assert [place(path, line) for path in SOURCES for line in worded_tables(parsed(path))] == []


TAKEN_APART = {
    "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit", "splitlines", "startswith",
    "endswith", "find", "rfind", "index", "replace", "strip", "lstrip", "rstrip",
}  # fmt: skip
"""What text is taken apart by."""


def taken_apart(tree: ast.Module) -> Iterator[int]:
    """The lines on which a sentence is cut, searched or compared: what wording returns, or an error says."""
    said = said_names(tree)
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        kept: set[str] = set()
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign | ast.NamedExpr) and is_sentence(node.value, said, kept):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                kept |= {target.id for target in targets if isinstance(target, ast.Name)}
        for node in ast.walk(scope):
            match node:
                case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in TAKEN_APART:
                    parts = [value]
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=arguments):
                    parts = arguments
                case ast.Subscript(value=value, slice=ast.Slice()):
                    parts = [value]
                case ast.Compare(left=left, ops=ways, comparators=others) if not any(
                    isinstance(way, ast.Is | ast.IsNot) for way in ways
                ):
                    parts = [left, *others]
                case _:
                    continue
            if any(is_sentence(part, said, kept) for part in parts):
                yield getattr(node, "lineno", 0)


def is_sentence(node: ast.expr, said: set[str], kept: set[str]) -> bool:
    """Whether a value is a sentence: made by a function of wording, or what an error or a refusal says."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in said and not name[0].isupper()
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name in said
        case ast.Attribute(attr="sentence" | "message"):
            return True
        case ast.Name(id=name):
            return name in kept
    return False


PLANTED = """
from rackcard.wording import history as wording
from rackcard.wording.refusals import refusal
def cut(code, facts): return refusal(code, facts).partition(":")[0]
def searched(error): return "seat" in error.sentence
def kept(event):
    told = wording.told(event)
    return told.removeprefix("seat ")
def compared(finding): return finding.message == "wins"
def matched(event): return re.match("seat ([0-9]+)", wording.told(event))
def shortened(event): return wording.told(event)[5:]
def said(event): return wording.told(event)
"""


def test_no_code_takes_a_sentence_apart() -> None:
    """To decide something, code compares codes and facts."""
    assert list(taken_apart(ast.parse(PLANTED))) == [4, 5, 8, 9, 10, 11]
    assert [
        place(path, line) for path in SOURCES if room(path) != "wording" for line in taken_apart(parsed(path))
    ] == []


AVOIDED = re.compile(
    r"the least on|the most for|(?:below|more than|add up to|adds up to) nothing|is no database|as it comes"
    r"|stands? twice|\bknown here:|left? owing|call the round off|started anew|password goes on|(?:nothing|none) of "
    "yours"
    r"|wait until this outcome is settled|stands for another|what was sent|is not for (?:GET|POST|PUT|DELETE)"
    r"|wait a little|to be mended|played otherwise|\bMade by\b|You look on|\ball in order\b|\"in order\"",
)
"""How Rackcard does not speak: the trade has its own words for these."""


def test_texts_use_the_words_of_the_trade() -> None:
    texts = [*SOURCES, *DRAWN, *PACKAGE.glob("cards/*.yaml"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")]
    assert [
        f"{place(path, number)}: {found[0]}"
        for path in texts
        for number, line in enumerate(text(path).splitlines(), 1)
        if (found := AVOIDED.search(line))
    ] == []


def descendants(kind: type[Command]) -> Iterator[type[Command]]:
    for one in kind.__subclasses__():
        yield one
        yield from descendants(one)


def test_a_command_is_registered_once() -> None:
    """Every command has a name of its own and is in the registry; no other module lists commands."""
    found = [command for command in descendants(Command) if "do" in vars(command)]
    assert len(found) > 20
    assert sorted(command.do for command in found) == sorted(REQUESTS)
    assert set(REQUESTS.values()) == set(found)
    names = [command.__name__ for command in found]
    listing = [
        place(path)
        for path in SOURCES
        if sum(isinstance(node, ast.Name) and node.id in names for node in nodes(path)) > len(names) // 2
    ]
    assert listing == ["src/rackcard/table/registry.py"]
    words = [
        f"{place(path, getattr(node, 'lineno', 0))} lists commands"
        for path in SOURCES
        if room(path) != "wording"
        for node in nodes(path)
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict)
        and len({one.value for one in ast.iter_child_nodes(node) if isinstance(one, ast.Constant)} & set(REQUESTS)) > 5
    ]
    assert words == []


def test_every_check_covers_all_code() -> None:
    """The fast lane and the gate both check the format and the types of tests, tools and benchmarks too."""
    settings = tomllib.loads(text(ROOT / "pyproject.toml"))["tool"]
    assert settings["mypy"]["strict"]
    assert set(settings["mypy"]["files"]) == {"src/rackcard", "tests", "tools", "bench"}
    recipes = dict(re.findall(r"^(\w+):[^\n]*\n((?:\t[^\n]*\n)+)", text(ROOT / "Makefile"), re.MULTILINE))
    for lane in ("check", "test"):
        for command in (r"/ruff format --check(?: --quiet)? \.", r"/ruff check(?: --quiet)? \.", r"/mypy(?! \w)"):
            assert re.search(command, recipes[lane]), (lane, command)
        assert "lint-imports" in recipes[lane]


def test_exact_rooms_hold_no_floating_point_number_and_nothing_calls_eval() -> None:
    broken = []
    for path in SOURCES:
        exact = room(path) in ("number.py", "games", "card", "machine", "odds") and path.name != "tables.py"
        for node in nodes(path):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec")
            floating = isinstance(node, ast.Constant) and isinstance(node.value, float)
            if called or (exact and (floating or (isinstance(node, ast.Name) and node.id == "float"))):
                broken.append(place(path, getattr(node, "lineno", 0)))
    assert broken == []


def test_tracked_texts_name_no_machine_and_no_registry() -> None:
    """No text in the project mentions where it was made."""
    words = re.compile(r"/(?:work|farm|root)/|pypi\.org|files\.pythonhosted")
    texts = [*SOURCES, *ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"), ROOT / "Makefile"]
    for folder in ("tests", "tools", "bench"):
        texts += ROOT.glob(f"{folder}/**/*.py")
    assert [place(path) for path in texts if path != Path(__file__) and words.search(text(path))] == []


DOCUMENTS = (
    "Repeater Bets Plus with Surrender",
    "Cash Out Craps",
    "Super Shooter Craps Side Bet with Dealer Envy",
    "Rack card for Roulette with Straights and 8's",
    "Colorado Limited Gaming Regulations, Rule ",
)
"""The titles of the five documents."""


def test_every_source_of_a_side_bet_is_one_of_the_five_documents() -> None:
    """A source is cited by its title, not by the name of a file."""
    side_bets = [card for card in map(load, card_ids()) if not card.is_base]
    assert side_bets
    assert [card.id for card in side_bets if not card.source.startswith(DOCUMENTS)] == []


CALLED_ELSEWHERE = re.compile(r"\b(?:app|atexit|router|\w+_group)\.")
"""What registers a function with a framework, which calls it."""


def module_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The names that a module defines for itself or for others, with their lines."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if not any(CALLED_ELSEWHERE.search(ast.unparse(one)) for one in node.decorator_list):
                    yield node.lineno, node.name
            case ast.Assign(targets=targets):
                named = [one for target in targets for one in ast.walk(target)]
                yield from ((node.lineno, one.id) for one in named if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield node.lineno, name


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def unused_names(trees: dict[str, ast.Module], more: str = "") -> Iterator[tuple[str, int, str]]:
    """Names that their own module does not read, no other imports or reaches, and no other text has."""
    imported: dict[str, set[str]] = {}
    reached = set(re.findall(r"\w+", more))
    for tree in trees.values():
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(module), names=names):
                    imported.setdefault(module, set()).update(one.name for one in names)
                case ast.Attribute(attr=name):
                    reached.add(name)
                case ast.Constant(value=str() as words) if re.fullmatch(r"[\w.:]+", words):
                    reached.update(re.split("[.:]", words))
    for module, tree in trees.items():
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        for line, name in module_names(tree):
            if not name.startswith("__") and name not in read | reached | imported.get(module, set()):
                yield module, line, name


def test_nothing_in_the_package_is_there_for_no_one() -> None:
    """What only tests use is in tests/support; a name of the public interface is listed where it is loaded."""
    planted = {
        "a": ast.parse("USED = 1\nFORGOTTEN = 2\ndef read(): return USED\ndef left(): return read()\n"),
        "b": ast.parse("from a import left\n@app.command\ndef show(): return left()\n"),
    }
    assert list(unused_names(planted)) == [("a", 2, "FORGOTTEN")]
    templates = " ".join(re.findall(r"{[{%].*?[%}]}", "".join(map(text, DRAWN)), re.DOTALL))
    trees = {module_of(path): parsed(path) for path in SOURCES}
    assert [f"{module}:{line} {name}" for module, line, name in unused_names(trees, templates)] == []


def test_nothing_imports_a_test_module() -> None:
    """What tests, tools and benchmarks share is in tests/support, and fixtures are in a conftest.py."""
    named = re.compile(r"(^|\.)test_\w+($|\.)")
    broken = []
    for path in sorted(path for folder in ("tests", "tools", "bench") for path in ROOT.glob(f"{folder}/**/*.py")):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom):
                imported = [node.module or "", *(f"{node.module}.{name.name}" for name in node.names)]
                from_tests = bool(node.level) or (node.module or "").split(".")[0] == "tests"
            elif isinstance(node, ast.Import):
                imported = [name.name for name in node.names]
                from_tests = any(name.split(".")[0] == "tests" for name in imported)
            else:
                continue
            if from_tests and any(map(named.search, imported)):
                broken.append(f"{place(path, node.lineno)} imports {imported[0]}")
    assert broken == []


def test_the_version_is_written_once() -> None:
    versions = Counter(re.findall(r'^(?:version|__version__) = "', text(ROOT / "pyproject.toml"), re.MULTILINE))
    versions += Counter(m for path in SOURCES for m in re.findall(r'^__version__ = "', text(path), re.MULTILINE))
    assert versions.total() == 1
