"""The verdict of the lab in color: red where the player has the edge, amber for warnings of the review, else green."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rackcard.odds import CardOdds
from rackcard.odds.guard import player_has_edge
from rackcard.report.review import Finding, gathered, together
from rackcard.wording.findings import sentence, title
from rackcard.wording.lab import HEADLINES, lab_sentence

SHOWN_MAX = 4
Color = Literal["bad", "warn", "fine", "working"]
PLAYER = ("player-edge", "late-start", "late-entry", "take-down")
"""The findings that say that the player wins."""


@dataclass(frozen=True)
class CardVerdict:
    """What the lab says of a card without errors, at a glance."""

    color: Color
    headline: str
    sentences: tuple[str, ...]


def verdict_of(odds: CardOdds | None, findings: Sequence[Finding] | None) -> CardVerdict:
    """The gravest thing there is to say, and the sentences behind it."""
    grave = [one for one in findings or () if one.grade != "note"]
    beaten = odds is not None and any(map(player_has_edge, odds.wagers))
    of_player = [one for one in grave if one.code in PLAYER]
    faults = [one for one in grave if one.grade == "fault"]
    if beaten or any(one.grade == "fault" for one in of_player):
        said = _sentences([*of_player, *_without(grave, of_player)]) if findings is not None else _beaten(odds)
        return CardVerdict("bad", HEADLINES["player"], said)
    if faults:
        return CardVerdict("bad", HEADLINES["fault"], _sentences([*faults, *_without(grave, faults)]))
    if of_player:
        return CardVerdict("warn", HEADLINES["reading"], _sentences([*of_player, *_without(grave, of_player)]))
    if grave:
        return CardVerdict("warn", HEADLINES["warning"], _sentences(grave))
    if findings is None:
        return CardVerdict("working", HEADLINES["working"], ())
    return CardVerdict("fine", HEADLINES["fine"], ())


def _beaten(odds: CardOdds | None) -> tuple[str, ...]:
    """The wagers that the player beats under the default options, while the review is not done."""
    assert odds is not None
    found = []
    for entry in filter(player_has_edge, odds.wagers):
        edge, terms = entry.house_edge, entry.terms
        if edge is not None and edge < 0:
            facts = {"edge": -edge, "title": title(terms.title, terms.table, entry.play), "under": ""}
            found.append(sentence("player-edge", facts))
    return tuple(dict.fromkeys(found))[:SHOWN_MAX]


def _without(findings: list[Finding], first: list[Finding]) -> list[Finding]:
    return [one for one in findings if not any(one is other for other in first)]


def _sentences(findings: list[Finding]) -> tuple[str, ...]:
    """What the first findings say, those of several wagers together, and how many more there are."""
    every = [together(group) if len(group) > 2 else group[0].sentence for group in gathered(findings)]
    shown = list(dict.fromkeys(every))
    more = len(shown) - SHOWN_MAX
    return (*shown[:SHOWN_MAX], *([lab_sentence("more", count=more)] if more > 0 else []))
