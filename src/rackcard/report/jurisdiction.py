"""Jurisdiction profiles: what a place asks of a submission, as data, and a checklist of it. Nobody certifies by it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml

from rackcard.report.documents.content import PrintError
from rackcard.wording import pack as wording
from rackcard.wording.sentence import first_few

FOLDER = Path(__file__).parent / "jurisdictions"

Status = Literal["met", "not met", "missing", "by hand"]


@dataclass(frozen=True)
class Words:
    """Words that some documents must have, or must not."""

    words: str
    documents: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Profile:
    """What one jurisdiction asks for, as far as a program can look."""

    id: str
    name: str
    sources: tuple[str, ...]
    documents: tuple[str, ...]
    minimum_return: Fraction | None
    required: tuple[Words, ...]
    forbidden: tuple[Words, ...]
    by_hand: tuple[str, ...]


@dataclass(frozen=True)
class ChecklistItem:
    """A line of the checklist."""

    says: str
    status: Status
    detail: str = ""


def profile_ids() -> tuple[str, ...]:
    """The profiles there are, the general one first."""
    found = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return tuple(sorted(found, key=lambda name: name != "general"))


@cache
def profile(name: str) -> Profile:
    """A profile by its id, or by the name of the place."""
    wanted = name.strip().lower()
    if wanted not in profile_ids():
        raise PrintError("no-profile", name=name, known=profile_ids())
    data: dict[str, Any] = yaml.safe_load((FOLDER / f"{wanted}.yaml").read_text(encoding="utf-8"))
    least = data.get("minimum return")
    return Profile(
        data["jurisdiction"], data["name"], tuple(data["sources"]), tuple(data.get("documents", ())),
        None if least is None else Fraction(str(least).removesuffix("%")) / 100,
        _words(data.get("required words", ())), _words(data.get("forbidden words", ())), tuple(data.get("by hand", ())),
    )  # fmt: skip


def _words(found: Iterable[Mapping[str, Any]]) -> tuple[Words, ...]:
    return tuple(Words(str(one["words"]), tuple(one["documents"]), one["source"]) for one in found)


def checklist(
    chosen: Profile, texts: Mapping[tuple[str, str], str], returns: Mapping[tuple[str, str], Fraction]
) -> list[ChecklistItem]:
    """What the profile asks for beside what a pack has.

    ``texts`` are the words of each document by card and kind, ``returns`` the lowest return by card and wager.
    """
    items = [_asked(what, texts) for what in chosen.documents]
    if chosen.minimum_return is not None:
        low = [f"{card}: {wager}" for (card, wager), found in returns.items() if found < chosen.minimum_return]
        says = wording.asks_return(chosen.minimum_return)
        items.append(ChecklistItem(says, "not met" if low else "met", first_few(low)))
    for rule in chosen.forbidden:
        where = [key for key, text in texts.items() if key[1] in rule.documents and _says(text, rule.words)]
        seen: Status = "met" if _is_made(texts, rule) else "missing"
        says = wording.forbids(rule.words, rule.source)
        items.append(ChecklistItem(says, "not met" if where else seen, _places(where)))
    for rule in chosen.required:
        without = [key for key, text in texts.items() if key[1] in rule.documents and not _says(text, rule.words)]
        status: Status = "not met" if without else "met"
        if not _is_made(texts, rule):
            status = "missing"
        items.append(ChecklistItem(wording.requires(rule.words, rule.source), status, _places(without)))
    items += [ChecklistItem(text, "by hand") for text in chosen.by_hand]
    return items


def _asked(what: str, texts: Mapping[tuple[str, str], str]) -> ChecklistItem:
    """A document that is asked for: met where every card has it, and otherwise with the cards that do not."""
    cards = dict.fromkeys(card for card, _ in texts)
    without = [card for card in cards if (card, what) not in texts]
    is_met = bool(cards) and not without
    detail = "" if len(without) == len(cards) else first_few(without)
    return ChecklistItem(wording.asks_document(what), "met" if is_met else "missing", detail)


def _is_made(texts: Mapping[tuple[str, str], str], rule: Words) -> bool:
    """Whether a pack has one of the documents that a rule is about."""
    return any(what in rule.documents for _, what in texts)


def _says(text: str, words: str) -> bool:
    """Whether a text has some words, and not only as a part of others."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _places(keys: Iterable[tuple[str, str]]) -> str:
    return first_few([f"{card}/{what}" for card, what in keys])
