"""The code that a part of the campaign runs: the modules of the program and of the tests that its work imports.

A row of the report holds until that code changes. Whatever a module imports anywhere, or names in a text, counts, and
so does what lies beside a module of the program, such as cards, grammars and templates. The campaign is left out.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

ROOT = Path(__file__).parent.parent
ROOMS = {"rackcard": ROOT / "src", "tests": ROOT, "tools": ROOT}
"""Where our modules are, by the first part of their names."""
Place = tuple[str, str]
"""A module, and a name in it; no name where the module itself is meant."""


def code_of(work: Callable[..., Any]) -> tuple[str, ...]:
    """The files with what a part runs."""
    assert isinstance(work, FunctionType)
    paths: set[Path] = set()
    for module in _modules(work.__module__, work.__name__):
        path = _path(module)
        paths.add(path)
        if path.name == "__init__.py" and path.is_relative_to(ROOMS["rackcard"]):
            paths |= _data(path.parent)
    return tuple(sorted(str(path.relative_to(ROOT)) for path in paths))


def _modules(module: str, name: str) -> set[str]:
    """The modules that a definition of the campaign leads to."""
    seen: set[Place] = set()
    found: set[str] = set()
    todo = [(module, name)]
    while todo:
        place = todo.pop()
        if place[0].startswith("tools.") and place not in seen:
            seen.add(place)
            todo += _uses(*place)
        elif (leads := _module(*place)) is not None and leads not in found:
            found.add(leads)
            todo += _imports(leads)
    return found


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_path(module).read_text(encoding="utf-8"))


def _path(module: str) -> Path:
    place = ROOMS[module.split(".")[0]] / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def _module(module: str, name: str) -> str | None:
    """The module of ours that a name stands for or is in."""
    if module.split(".")[0] not in ROOMS or module.startswith("tools."):
        return None
    inner = f"{module}.{name}"
    return inner if name and _path(inner).exists() else module if _path(module).exists() else None


@cache
def _imports(module: str) -> tuple[Place, ...]:
    """What a module imports anywhere, and the packages that it is in."""
    above = [(".".join(module.split(".")[:depth]), "") for depth in range(1, module.count(".") + 1)]
    return (*above, *{place for _, place in _named(_tree(module))})


def _named(root: ast.AST) -> Iterator[tuple[str, Place]]:
    """What is imported, or started as a process of its own, by the name that it has there."""
    for node in ast.walk(root):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((one.asname or one.name, (module, one.name)) for one in names)
            case ast.Import(names=names):
                yield from ((one.name, (one.name, "")) for one in names)
            case ast.Constant(value=str(text)) if re.fullmatch(r"(tests|rackcard)(\.\w+)+", text):
                yield text, (text, "")


@cache
def _defined(module: str) -> dict[str, ast.AST]:
    """What a module of the campaign defines, by name."""
    found: dict[str, ast.AST] = {}
    for node in _tree(module).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
            case ast.Assign(targets=targets):
                found |= {one.id: node for one in targets if isinstance(one, ast.Name)}
    return found


def _uses(module: str, name: str) -> Iterator[Place]:
    """What a definition of the campaign imports, and what it names of its module."""
    node = _defined(module).get(name)
    if node is None:
        return
    above = dict(place for one in _tree(module).body if isinstance(one, ast.ImportFrom) for place in _named(one))
    yield from (place for _, place in _named(node))
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield above.get(one.id, (module, one.id))


def _data(package: Path) -> set[Path]:
    """The files of a package that are no modules, in it and in its folders without any."""
    found = {one for one in package.iterdir() if one.is_file() and one.suffix != ".py"}
    for folder in package.iterdir():
        if folder.is_dir() and not any(folder.rglob("*.py")) and folder.name != "__pycache__":
            found |= {one for one in folder.rglob("*") if one.is_file()}
    return found
