"""A run in parts: each plays its own blocks anywhere, and their counts add up to those of one run, to the digit.

Counts depend on block numbers only, so any scheduler will do. A part is a file that says which run it belongs to;
parts of different runs are never added up.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from rackcard.card import Card
from rackcard.card.catalogue import loads
from rackcard.card.configured import Configuration, configured
from rackcard.odds.price import PLAYS
from rackcard.odds.selection import Selection
from rackcard.simulate.checkpoint import BYTES_MAX, write_file
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import AnyProgram, Job, prepare
from rackcard.simulate.kernels import fingerprint
from rackcard.simulate.request import Request
from rackcard.simulate.runner import Limit, RunPart, RunProgress
from rackcard.simulate.table_programs import Dealing

KIND = "simulation part"
VERSION = 1
COMPARED = ("version", "card", "sha256", "house", "options", "wager", "table", "readings", "chance", "play", "dealing",
            "against", "seed", "rounds", "programs", "parts")  # fmt: skip
"""What parts of one run have in common, in the order in which a difference is reported."""


def block_at(program: AnyProgram, rounds: int) -> int:
    """The first block before which at least so many rounds are played."""
    low, high = 0, 1
    while program.rounds_before(high) < rounds:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if program.rounds_before(middle) < rounds else (low, middle)
    return low


@lru_cache(maxsize=8)
def cuts(program: AnyProgram, rounds: int, parts: int) -> tuple[int, ...]:
    """The blocks at which parts begin and the last one ends: about equal in rounds, and none of them empty."""
    most = block_at(program, rounds)
    if parts > most:
        raise SimulationError("too-many-parts", parts=parts, rounds=rounds, most=most)
    found = [0]
    for number in range(1, parts + 1):
        even = block_at(program, rounds * number // parts)
        found.append(min(max(even, found[-1] + 1), most - (parts - number)))
    return tuple(found)


def part_of(program: AnyProgram, limit: Limit, part: RunPart) -> tuple[RunProgress, Limit]:
    """Where a part starts and where it ends; the last part has the last block, full or not."""
    assert limit.rounds is not None
    first, last = cuts(program, limit.rounds, part.of)[part.number - 1 : part.number + 1]
    end = min(limit.rounds, program.rounds_before(last))
    return RunProgress(blocks=first, first=first), replace(limit, rounds=end)


# ---- what a run is


def _card_facts(card: Card) -> dict[str, Any]:
    made = card.configuration
    house = None
    if made is not None:
        posts = {wager: dict(post) for wager, post in made.posts.items()}
        house = {"sha256": made.sha256, "tables": dict(made.tables), "left_out": list(made.left_out), "posts": posts,
                 "options": dict(card.settled({}))}  # fmt: skip
    return {"card": card.id, "sha256": card.sha256, "text": card.origin.text, "house": house}


def _card_of(facts: Mapping[str, Any]) -> Card:
    card = loads(facts["text"])
    house = facts["house"]
    if house is None:
        return card
    made = Configuration(house["sha256"], house["tables"], tuple(house["left_out"]), house["posts"])
    return configured(card, house["options"], made)


def run_facts(
    card: Card, selection: Selection, request: Request, jobs: Sequence[Job], limits: Sequence[Limit]
) -> dict[str, Any]:  # fmt: skip
    """Everything that the counts of a run depend on, and the part of it that is played."""
    play = selection.play
    is_file = not (isinstance(play, str) and play in PLAYS)
    dealing, against, part = request.dealing, request.against, request.part
    assert part is not None
    return {
        "rackcard": KIND, "version": VERSION, **_card_facts(card), "options": dict(selection.options),
        "wager": selection.wager, "table": None if selection.table is None else str(selection.table),
        "readings": selection.readings,
        "chance": None if selection.chance is None else selection.chance.named_weights(),
        "play": json.loads(Path(play).read_text(encoding="utf-8")) if is_file else play,
        "dealing": None if dealing is None else {"burn": dealing.burn, "cut": dealing.cut},
        "against": None if against is None else _card_facts(against),
        "seed": request.seed, "rounds": [limit.rounds for limit in limits],
        "programs": [fingerprint(job.program) for job in jobs], "part": part.number, "parts": part.of,
    }  # fmt: skip


def write_part(path: Path, facts: Mapping[str, Any], done: Sequence[RunProgress], seconds: float, engine: str) -> None:
    """Write the file of a part, whole or not at all."""
    jobs = [{"first": one.first, "blocks": one.blocks - one.first, "rounds": one.rounds, "counts": one.counts,
             "played": one.played} for one in done]  # fmt: skip
    write_file(path.resolve(), {**facts, "engine": engine, "seconds": seconds, "jobs": jobs})


# ---- putting parts together


@dataclass(frozen=True)
class MergedRun:
    """The parts of a run, put together."""

    card: Card
    selection: Selection
    request: Request
    jobs: tuple[Job, ...]
    progress: tuple[RunProgress, ...]
    seconds: float


def read_part(path: Path) -> dict[str, Any]:
    """The file of a part."""
    if not path.is_file():
        raise SimulationError("no-part", path=str(path))
    if path.stat().st_size > BYTES_MAX:
        raise SimulationError("not-a-part", path=str(path))
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, UnicodeError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("rackcard") != KIND:
        raise SimulationError("not-a-part", path=str(path))
    return found


def merge_parts(paths: Sequence[Path]) -> MergedRun:
    """All parts of one run, added up; parts of different runs, missing and repeated ones are refused."""
    found = [(path, read_part(path)) for path in paths]
    first_path, first = found[0]
    for path, facts in found[1:]:
        for name in COMPARED:
            if facts.get(name) != first.get(name):
                told = {"path": str(path), "other": str(first_path), "found": facts.get(name), "first": first.get(name)}
                raise SimulationError(f"other-part.{name}", **told)
    try:
        _verify_complete(found, first["parts"])
        return _merged(first, [facts for _, facts in sorted(found, key=lambda one: int(one[1]["part"]))])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SimulationError):
            raise
        raise SimulationError("damaged-part", path=str(first_path)) from None


def _verify_complete(found: Sequence[tuple[Path, Mapping[str, Any]]], parts: int) -> None:
    by_number: dict[int, Path] = {}
    for path, facts in found:
        number = facts["part"]
        if number in by_number:
            raise SimulationError("repeated-part", part=number, path=str(path), other=str(by_number[number]))
        by_number[number] = path
    missing = tuple(number for number in range(1, parts + 1) if number not in by_number)
    if missing:
        named = missing[:20]
        code = "missing-parts.many" if len(missing) > len(named) else "missing-parts"
        raise SimulationError(code, parts=parts, missing=named, more=len(missing) - len(named))


def _merged(facts: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> MergedRun:
    card = _card_of(facts)
    if card.sha256 != facts["sha256"]:
        raise ValueError
    against = None if facts["against"] is None else _card_of(facts["against"])
    dealing = None if facts["dealing"] is None else Dealing(**facts["dealing"])
    chance = None
    if facts["chance"] is not None:
        weights = {name: Fraction(weight) for name, weight in facts["chance"].items()}
        chance = card.chance(card.settled(facts["options"])).weighted(weights)
    with tempfile.TemporaryDirectory() as folder:
        play: str | Path = facts["play"] if isinstance(facts["play"], str) else Path(folder) / "policy.json"
        if isinstance(play, Path):
            play.write_text(json.dumps(facts["play"]), encoding="utf-8")
        selection = Selection(
            facts["options"], facts["table"], facts["wager"], facts["readings"], chance, play
        )  # fmt: skip
        jobs = prepare(card, selection, dealing)
    if [fingerprint(job.program) for job in jobs] != facts["programs"]:
        raise SimulationError("other-program", part=facts["part"])
    progress = tuple(_added(job, index, facts["rounds"][index], parts) for index, job in enumerate(jobs))
    request = Request(
        rounds=facts["rounds"][0], seed=facts["seed"], engine=_engine(parts), dealing=dealing, against=against
    )  # fmt: skip
    return MergedRun(card, selection, request, jobs, progress, sum(float(one["seconds"]) for one in parts))


def _engine(parts: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(dict.fromkeys(str(one["engine"]) for one in parts))


def _added(job: Job, index: int, rounds: int, parts: Sequence[Mapping[str, Any]]) -> RunProgress:
    """The counts of one job over all parts, each of which must begin where the one before it ended."""
    whole = RunProgress()
    for one in parts:
        mine = one["jobs"][index]
        part, limit = part_of(job.program, Limit(rounds), RunPart(one["part"], one["parts"]))
        end = limit.rounds
        assert end is not None
        sound = mine["first"] == part.first and mine["rounds"] == end - job.program.rounds_before(part.first)
        if not sound or not all(type(n) is int and n >= 0 for n in mine["counts"]):
            raise ValueError
        before = whole.counts or [0] * len(mine["counts"])
        whole.counts = [a + b for a, b in zip(before, mine["counts"], strict=True)]
        whole.rounds += mine["rounds"]
        whole.blocks = mine["first"] + mine["blocks"]
        whole.checkpoints.append((whole.rounds, whole.counts))
        for engine, played in mine["played"].items():
            whole.played[engine] = whole.played.get(engine, 0) + played
    return whole
