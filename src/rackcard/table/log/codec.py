"""Events and tables as JSON, and back, without loss.

An event's fields are its JSON. Format 2 stores facts only; entries of format 1, which held sentences, are read as
they are and written back to the letter.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rackcard.games import GAMES
from rackcard.house.rules import Approval
from rackcard.table.commands.control import Stopped
from rackcard.table.log.format_1 import payment_sentence
from rackcard.table.outcome import enter
from rackcard.table.overseen import Dispute, Oversight, PendingCommand
from rackcard.table.registry import EVENTS
from rackcard.table.state import (
    Cause,
    Chapter,
    House,
    Last,
    Limits,
    MarkKey,
    Marks,
    Offering,
    Seat,
    Settlement,
    Table,
    TableEvent,
    Wager,
    altered,
)
from rackcard.wording.history import payment

FORMAT = 2
"""The format of the entries that are written now."""
PUBLIC = 0
"""The form in which the HTTP interface shows entries; never stored."""
_NOT_STORED = frozenset({"postings", "format", "moved"})
_TEXT = "_text"
"""Where an event keeps its own text; a copy with other facts has none."""
_PAID = ("wager", "seat", "result", "kind", "stake", "paid", "house", "breakage", "envy")
"""The fields of a settlement that every format has."""
_WHY = ("commission", "beside", "toke", "name", "pay", "held", "limit", "full")
"""The facts that format 2 has in place of a sentence; empty ones are left out."""

_SOME_HAVE = frozenset({"line", "behind", "commission", "bundle", "toke", "won", "ahead", "ahead_envy"})
_FRACTIONS = ("ahead", "ahead_envy")
"""The facts of a wager that are left out where they are 0."""

Reader = Callable[[Any], Any]
Writer = Callable[[Any, int], Any]


def _as_it_is(value: Any, form: int) -> Any:
    return value


_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical(value: object) -> str:
    """One spelling for each value: sorted keys, no spaces, plain UTF-8."""
    return _CANONICAL.encode(value)


def link(previous: str, head: Mapping[str, object], event: str) -> str:
    """The hash of a log entry, chained to the one before it: its head, and its event as canonical text."""
    return hashlib.sha256(f"{previous}\n{canonical(head)}\n{event}".encode()).hexdigest()


# ---- events


def event_to_json(event: TableEvent) -> dict[str, Any]:
    """An event as its format stores it."""
    value: dict[str, Any] = {
        "kind": event.kind,
        "data": event_data(event, event.format),
        "postings": [list(entry) for entry in event.postings],
    }
    return value if event.format == 1 else value | {"v": event.format}


def event_text(event: TableEvent) -> str:
    """An event as the log has it, written once: the log and every snapshot that holds the event need it."""
    known: str | None = vars(event).get(_TEXT)
    if known is None:
        known = vars(event)[_TEXT] = canonical(event_to_json(event))
    return known


def event_data(event: TableEvent, form: int) -> dict[str, Any]:
    """The facts of an event in a format."""
    kind: type = type(event)
    data = {}
    for name, _, writer, _ in _plan(kind):
        value = getattr(event, name)
        if value is not None:
            data[name] = value if writer is _as_it_is else writer(value, form)
    return data


def public_data(event: TableEvent) -> dict[str, Any]:
    """The facts of an event as the HTTP interface has always shown them, with sentences where people read them."""
    data = event_data(event, PUBLIC)
    if "cause" in data and isinstance(event, Stopped):
        del data["cause"]
        data["reason"] = event.why
    return data


def event_from_json(value: Mapping[str, Any]) -> TableEvent:
    """An event from what its format stored; anything unknown, missing or of the wrong type is an error."""
    form = value.get("v", 1)
    if form not in (1, FORMAT) or set(value) != {"kind", "data", "postings", *(("v",) if form != 1 else ())}:
        raise ValueError(form)
    kind: type = EVENTS[value["kind"]]
    data, given = value["data"], {}
    for name, reader, _, is_required in _plan(kind):
        if name in data:
            given[name] = reader(data[name])
        elif is_required:
            raise KeyError(name)
    if len(given) != len(data):
        raise ValueError(f"{value['kind']} has unknown fields")
    postings = tuple((str(account), int(amount)) for account, amount in value["postings"])
    event = kind(**given, postings=postings, format=form)
    assert isinstance(event, TableEvent)
    return event


@cache
def _plan(kind: type) -> tuple[tuple[str, Reader, Writer, bool], ...]:
    """The stored fields of a dataclass: how each is read and written, and whether it must be there."""
    hints = get_type_hints(kind)
    return tuple(
        (one.name, *_codec(hints[one.name]), one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)
        if one.name not in _NOT_STORED
    )


def _codec(hint: Any) -> tuple[Reader, Writer]:
    """How a value of a type is read from JSON and written to it."""
    if hint is object:
        return (lambda value: value), _as_it_is
    if hint is Settlement:
        return _settlement_in, _settlement_out
    if hint in (int, str, bool):
        return _plain(hint), _as_it_is
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _plain(str), _as_it_is
    if origin in (UnionType, Union):
        (inner,) = (part for part in parts if part is not NoneType)
        return _codec(inner)
    if origin is tuple:
        reader, writer = _codec(parts[0])
        return (lambda value: tuple(map(reader, value))), (lambda value, form: [writer(one, form) for one in value])
    if is_dataclass(hint):
        return _record(hint)
    if origin is Mapping and get_origin(parts[1]) is tuple:
        return (lambda value: {name: tuple(row) for name, row in value.items()}), (
            lambda value, form: {name: list(row) for name, row in value.items()}
        )
    return dict, (lambda value, form: dict(value))


def _plain(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {kind.__name__}")
        return value

    return read


def _record(kind: Any) -> tuple[Reader, Writer]:
    def read(value: Mapping[str, Any]) -> Any:
        return kind(**{name: reader(value[name]) for name, reader, _, _ in _plan(kind) if name in value})

    def write(value: Any, form: int) -> dict[str, Any]:
        facts = ((name, writer, getattr(value, name)) for name, _, writer, _ in _plan(kind))
        return {name: writer(fact, form) for name, writer, fact in facts if fact is not None}

    return read, write


def _settlement_out(one: Settlement, form: int) -> dict[str, Any]:
    facts = vars(one)
    value = {name: facts[name] for name in _PAID}
    if form == PUBLIC:
        return value | {"commission": one.commission, "toke": one.toke, "why": payment(one)}
    if one.sentence is not None or form == 1:
        return value | {"why": payment_sentence(one) if one.sentence is None else one.sentence}
    for name in _WHY:
        if fact := facts[name]:
            value[name] = fact
    return value


def _settlement_in(value: Mapping[str, Any]) -> Settlement:
    if "why" in value:
        return Settlement(sentence=value["why"], **{name: value[name] for name in value if name != "why"})
    return Settlement(**value)


# ---- tables


def _marks_out(marks: Mapping[MarkKey, Marks]) -> list[list[Any]]:
    return [[number, name, mark.state, mark.outcomes] for (number, name), mark in marks.items()]


def _marks_in(rows: list[list[Any]]) -> dict[MarkKey, Marks]:
    return {(number, name): Marks(state, outcomes) for number, name, state, outcomes in rows}


def _wager_out(wager: Wager) -> dict[str, Any]:
    """A wager; what only some have is left out where it has none."""
    kept = {name: value for name, value in vars(wager).items() if value or name not in _SOME_HAVE}
    return kept | {name: str(kept[name]) for name in _FRACTIONS if name in kept}


def _wagers_in(rows: Mapping[str, Any]) -> dict[int, Wager]:
    return {int(number): Wager(**_fractions_in(rows[number])) for number in sorted(rows, key=int)}


def _fractions_in(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, **{name: Fraction(row[name]) for name in _FRACTIONS if name in row}}


def _offering_out(offering: Offering) -> dict[str, Any]:
    """A card at a table; what only some have is left out where it has none."""
    return {name: value for name, value in asdict(offering).items() if value is not None}


def _offering_in(card: Mapping[str, Any]) -> Offering:
    lists: dict[str, Any] = {name: tuple(card[name]) for name in ("accepted", "doubles", "left_out") if name in card}
    if "limits" in card:
        lists["limits"] = {wager: (least, most) for wager, (least, most) in card["limits"].items()}
    return Offering(**{**card, **lists})


def table_to_json(table: Table) -> dict[str, Any]:
    """A table with all that it knows."""
    value = {
        name: getattr(table, name)
        for name in (
            "name", "game_id", "chip", "rounding", "is_live", "advice", "status", "betting", "round", "phase",
            "next_wager", "next_visit", "evidence", "shooter", "shift",
        )
    }  # fmt: skip
    last = table.last
    return value | {
        "supply": table.supply and table.supply.to_json(),
        "cause": table.cause and asdict(table.cause),
        **_house_out(table),
        "limits": asdict(table.limits),
        "offerings": {str(number): _offering_out(offering) for number, offering in table.offerings.items()},
        "current": list(table.current),
        "seats": {str(seat): asdict(who) for seat, who in table.seats.items()},
        "wagers": {str(number): _wager_out(wager) for number, wager in table.wagers.items()},
        "marks": _marks_out(table.marks),
        "balances": dict(table.balances),
        "last": last
        and {
            "outcome": last.entered.given,
            "before": _before_out(table, last.before),
            "settlements": [_settlement_out(one, FORMAT) for one in last.settlements],
            "since": [event_to_json(event) for event in last.since],
        },
        "past": [
            {
                "before": _before_out(table, chapter.before),
                "events": [event_to_json(event) for event in chapter.events],
                "outcomes": chapter.outcomes,
            }
            for chapter in table.past
        ],
        "recent": [[phase, entered.given] for phase, entered in table.recent],
    }


def snapshot_text(table: Table) -> str:
    """A table as a snapshot keeps it: its events apart, as the log has written them already."""
    last = table.last and altered(table.last, since=())
    past = tuple(Chapter(chapter.before, (), chapter.outcomes) for chapter in table.past)
    chapters = ",".join(_events_text(chapter.events) for chapter in table.past)
    since = _events_text(table.last.since if table.last else ())
    bare = canonical(table_to_json(altered(table, last=last, past=past)))
    return f'{{"past":[{chapters}],"since":{since},"table":{bare}}}'


def _events_text(events: Iterable[TableEvent]) -> str:
    return f"[{','.join(map(event_text, events))}]"


def table_of_snapshot(text: str) -> Table | None:
    """A table from a snapshot; None from a version that could not correct earlier rounds."""
    kept = json.loads(text)
    value = kept.get("table")
    if value is None:  # a version that kept the events within the table
        return table_from_json(kept) if "past" in kept else None
    for chapter, events in zip(value["past"], kept["past"], strict=True):
        chapter["events"] = events
    if value["last"] is not None:
        value["last"]["since"] = kept["since"]
    return table_from_json(value)


_STRUCTURED = frozenset(
    {"limits", "offerings", "current", "seats", "wagers", "marks", "balances", "last", "past", "recent", "cause"}
) | {"supply", "house", "own_limits", "oversight"}


def table_from_json(value: Mapping[str, Any]) -> Table:
    """A table from what was written of it."""
    cards, cause, house = value["offerings"], value.get("cause"), value.get("house")
    game, supply = GAMES[value["game_id"]], value.get("supply")
    return Table(
        **{name: value[name] for name in value if name not in _STRUCTURED},
        limits=Limits(**value["limits"]),
        offerings={
            int(number): _offering_in(card) for number, card in sorted(cards.items(), key=lambda pair: int(pair[0]))
        },
        current=tuple(value["current"]),
        seats={int(seat): Seat(**value["seats"][seat]) for seat in sorted(value["seats"], key=int)},
        wagers=_wagers_in(value["wagers"]),
        marks=_marks_in(value["marks"]),
        balances=dict(value["balances"]),
        supply=supply and game.supply_from_json(supply),
        cause=cause and Cause(**cause),
        house=house and _house_in(house),
        oversight=_oversight_in(value.get("oversight") or {}),
        last=_last_in(value),
        past=tuple(_chapter_in(value, chapter) for chapter in value.get("past", ())),
        recent=tuple((phase, enter(game, given)) for phase, given in value["recent"]),
    )


def _before_out(table: Table, before: Table) -> dict[str, Any]:
    """A table of before: offerings are only ever added, so its own are among those of now, but perhaps for limits."""
    own = {
        str(number): offering.limits
        for number, offering in before.offerings.items()
        if offering.limits != table.offerings[number].limits
    }
    return table_to_json(before) | {"offerings": list(before.offerings)} | ({"own_limits": own} if own else {})


def _house_out(table: Table) -> dict[str, Any]:
    """What only tables of later versions have: their house rules, and what is known of limits and rounding."""
    some = {name: getattr(table, name) for name in ("payout", "won_before", "rounded", "edition")}
    some |= {"house": table.house and asdict(table.house)}
    some |= {"oversight": asdict(table.oversight) if table.oversight != Oversight() else None}
    return {name: value for name, value in some.items() if value}


def _house_in(house: Mapping[str, Any]) -> House:
    approval = house.get("approval")
    return House(**{**house, "approval": approval and Approval(**approval)})


def _oversight_in(value: Mapping[str, Any]) -> Oversight:
    return Oversight(
        tuple(value.get("pending", ())),
        tuple(PendingCommand(**one) for one in value.get("proposals", ())),
        tuple(Dispute(**one) for one in value.get("disputes", ())),
    )


def _before_in(value: Mapping[str, Any], before: Mapping[str, Any]) -> Table:
    """An earlier table, which names the offerings that it has of the later one's."""
    own = before.get("own_limits", {})
    cards = {number: value["offerings"][number] for number in map(str, before["offerings"])}
    cards |= {number: {**cards[number], "limits": limits} for number, limits in own.items()}
    return table_from_json({**before, "offerings": cards})


def _chapter_in(value: Mapping[str, Any], chapter: Mapping[str, Any]) -> Chapter:
    events = tuple(event_from_json(event) for event in chapter["events"])
    return Chapter(_before_in(value, chapter["before"]), events, chapter["outcomes"])


def _last_in(value: Mapping[str, Any]) -> Last | None:
    last = value["last"]
    if last is None:
        return None
    return Last(
        enter(GAMES[value["game_id"]], last["outcome"]),
        _before_in(value, last["before"]),
        tuple(map(_settlement_in, last["settlements"])),
        tuple(event_from_json(event) for event in last["since"]),
    )
