"""The code that a part of the campaign runs: the program, and the modules of tests/support that its work imports.

A row of the report holds until that code changes. The campaign itself is left out.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

ROOT = Path(__file__).parent.parent
PROGRAM = "src"
Place = tuple[str, str]
"""A module, and a name that it defines."""


@cache
def _tree(module: str) -> ast.Module | None:
    """A module of ours; None for any other."""
    path = _path(module)
    return ast.parse(path.read_text(encoding="utf-8")) if path.exists() else None


def _path(module: str) -> Path:
    return ROOT / f"{module.replace('.', '/')}.py"


@cache
def _defined(module: str) -> dict[str, ast.AST]:
    """What a module defines, by name."""
    tree, found = _tree(module), dict[str, ast.AST]()
    for node in [] if tree is None else tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
            case ast.Assign(targets=targets):
                found |= {one.id: node for one in targets if isinstance(one, ast.Name)}
    return found


@cache
def _imported(module: str) -> dict[str, Place]:
    """What a module imports for all that it defines, by the name that it has there."""
    tree = _tree(module)
    return {} if tree is None else dict(_imports(*(one for one in tree.body if isinstance(one, ast.ImportFrom))))


def _imports(*nodes: ast.AST) -> Iterator[tuple[str, Place]]:
    """What is imported, or started as a process of its own."""
    for root in nodes:
        for node in ast.walk(root):
            match node:
                case ast.ImportFrom(module=str(module), names=names):
                    yield from ((one.asname or one.name, (module, one.name)) for one in names)
                case ast.Constant(value=str(text)) if re.fullmatch(r"tests(\.\w+)+", text):
                    yield text, (text, "")


def code_of(work: Callable[..., Any]) -> tuple[str, ...]:
    """The folders and files with what a part runs."""
    assert isinstance(work, FunctionType)
    todo: list[Place] = [(work.__module__, work.__name__)]
    seen: set[Place] = set()
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        module, name = place
        if module.startswith("tests."):
            tree = _tree(module)
            todo += [] if tree is None else [one for _, one in _imports(tree)]
        elif module.startswith("tools.") and name in _defined(module):
            todo += _uses(module, _defined(module)[name])
    modules = {module for module, _ in seen if module.startswith("tests.") and _path(module).exists()}
    return (PROGRAM, *sorted(str(_path(module).relative_to(ROOT)) for module in modules))


def _uses(module: str, node: ast.AST) -> Iterator[Place]:
    """What a definition imports, and what it names of its own module."""
    yield from (place for _, place in _imports(node))
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield _imported(module).get(one.id, (module, one.id))
