"""Pages: templates, static files by their hash, and what every page knows."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Macro
from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rackcard import __version__
from rackcard.games import GAMES
from rackcard.money import dollars, short_dollars
from rackcard.number import percent
from rackcard.svg import place
from rackcard.table.registry import EVENTS
from rackcard.web.accounts import CODE_SECONDS, LOCK_SECONDS, Person
from rackcard.web.fragments import END, Fragment, again, drawn, fragment, inserted
from rackcard.web.limits import FORM_LIMITS
from rackcard.web.practice import PRACTICE_MONEY
from rackcard.web.views.chips import DENOMINATIONS, chip_tag, chip_text, look, pile
from rackcard.web.views.thumbnails import thumbnail
from rackcard.web.views.tiles import written
from rackcard.wording.commands import action, clause
from rackcard.wording.pages import LIMIT_LABELS
from rackcard.wording.sentence import capitalized

STATIC = Path(__file__).parent / "static"
GAME_FILES = {game.folder: Path(__file__).parent.parent / "games" / game.folder / "static" for game in GAMES.values()}
"""Where each game keeps the scripts of its own pages; they are served below games/."""

templates = Environment(
    loader=ChoiceLoader(
        [
            PackageLoader("rackcard.web"),
            PrefixLoader({game.folder: PackageLoader(f"rackcard.games.{game.folder}") for game in GAMES.values()}),
        ]
    ),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


@cache
def static_root() -> str:
    """Where static files are served: the path changes when any of them does, so that browsers may keep them forever.

    One path for all, so that modules that import one another by name get the same copy.
    """
    digest = hashlib.sha256()
    for folder in (STATIC, *GAME_FILES.values()):
        for path in sorted(folder.rglob("*.*")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:16]}"


def static(name: str) -> str:
    """The address of a static file."""
    return f"{static_root()}/{name}"


def game_static(folder: str, name: str) -> str:
    """The address of a static file that some games have for a page, or nothing where this one has none."""
    return static(f"games/{folder}/{name}") if (GAME_FILES[folder] / name).exists() else ""


def table_path(table_id: str, role: str) -> str:
    """The address of the view of a table that is a role's own.

    >>> table_path("table-4", "dealer"), table_path("table-4", "seat")
    ('/tables/table-4/dealer', '/tables/table-4')
    """
    return f"/tables/{table_id}" + ("" if role == "seat" else f"/{role}")


_KEPT: OrderedDict[Hashable, tuple[tuple[object, ...], Fragment]] = OrderedDict()
_KEPT_LOCK = Lock()
KEPT_MAX = 8192


def kept(macro: Macro, fixed: tuple[object, ...], *values: Hashable) -> Markup:
    """What a macro draws of its arguments, drawn once: it must depend on nothing else.

    ``fixed`` are told apart by identity, such as parts of a layout; ``values`` by what they are, so that whoever sees
    something drawn would have been drawn the same.
    """
    return inserted(kept_drawing(macro, fixed, *values))


def kept_drawing(macro: Macro, fixed: tuple[object, ...], *values: Hashable) -> Fragment:
    """The same as a tree of fragments, whose root has no name."""
    key = (macro._func.__code__, tuple(map(id, fixed)), values)
    with _KEPT_LOCK:
        known = _KEPT.get(key)
    if known is not None:
        return known[1]
    root = drawn(lambda: str(macro(*fixed, *values)))
    with _KEPT_LOCK:
        _KEPT[key] = (fixed, root)  # no other takes the identity of what is fixed
        while len(_KEPT) > KEPT_MAX:
            _KEPT.popitem(last=False)
    return root


def kept_each(macro: Macro, rows: Iterable[tuple[Any, ...]]) -> Markup:
    """What a macro draws of the arguments in each row, as ``kept`` has them, one after the other in lines."""
    pieces: list[str | Fragment] = []
    for fixed, *values in rows:
        pieces += (*kept_drawing(macro, fixed, *values).pieces, "\n")
    return inserted(Fragment("", tuple(pieces)))


templates.globals.update(
    static=static,
    game_static=game_static,
    version=__version__,
    table_path=table_path,
    lock_seconds=LOCK_SECONDS,
    lock_minutes=LOCK_SECONDS // 60,
    code_minutes=CODE_SECONDS // 60,
    form_limits=FORM_LIMITS,
    limit_labels=LIMIT_LABELS,
    practice_money=PRACTICE_MONEY,
    kinds=" ".join(EVENTS),
    denominations=DENOMINATIONS,
    fragment=fragment,
    end=END,
    kept=kept,
    kept_each=kept_each,
    again=again,
)
templates.filters.update(
    dollars=dollars, short_dollars=short_dollars, percent=percent, written=written, clause=clause, action=action,
    capitalized=capitalized,
    place=place, pile=pile, chip_tag=chip_tag, chip_text=chip_text, chip_look=look,
    thumbnail=thumbnail,
)  # fmt: skip


class ImmutableStaticFiles(StaticFiles):
    """Static files that browsers may keep: their path carries their hash."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file of ours, or ``games/GAME/FILE`` from the folder of a game."""
        parts = Path(path).parts
        if parts[:1] != ("games",):
            return super().lookup_path(path)
        file = GAME_FILES[parts[1]] / parts[2] if len(parts) == 3 and parts[1] in GAME_FILES else None
        return (str(file), file.stat()) if file is not None and file.is_file() else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer


def render(request: Request, name: str, person: Person | None, status: int = 200, **context: Any) -> HTMLResponse:
    """A page or a part of one."""
    return HTMLResponse(rendered(request.url.path, name, person, **context), status)


def rendered(path: str, name: str, person: Person | None, **context: Any) -> str:
    """The text of a page or a part of one, at a path."""
    return drawn(lambda: templates.get_template(name).render(person=person, path=path, **context)).text
