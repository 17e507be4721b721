"""What a legal card may not mean: said by ``check`` beside its result, and by the review."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rackcard.card import Card
from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import Different, Happened
from rackcard.games.meaning import Meaning
from rackcard.machine.bet import Bet, bets
from rackcard.machine.check import unpaid
from rackcard.machine.explore import explore
from rackcard.machine.machine import Machine, TooLargeError

STATES_MAX = 4_000
"""Wagers with more states are not searched for lines that take what others had won."""


@dataclass(frozen=True)
class Note:
    """Something that the writer of a card may not have meant: a code, and the facts of its sentence."""

    code: str
    facts: dict[str, Any]


def notes(card: Card) -> list[Note]:
    """Every note on a card under its default options, each once."""
    found: dict[tuple[str, str], Note] = {}
    tables: dict[str, set[str]] = {}
    for terms in card.terms():
        tables.setdefault(terms.group, set()).add(terms.table)
    for bet in bets(card):
        numbered = _numbered_to_the_win(bet, tables[bet.terms.group])
        for note in (*numbered, *_unreached(bet), *_negated(bet), *_lost_after_won(bet)):
            found.setdefault((note.code, bet.terms.group + str(note.facts)), note)
    return list(found.values())


def _numbered_to_the_win(bet: Bet, tables: set[str]) -> Iterator[Note]:
    """Pay tables numbered as the counts up to the win: a ladder under "wins" reads the same."""
    if len(bet.terms.lines) != 1 or bet.terms.counted is not None:
        return
    match bet.terms.lines[0].when:
        case Happened(_, count) | Different(_, count) if count > 1 and tables == set(map(str, range(1, count + 1))):
            yield Note("counts-as-tables", {"wager": bet.terms.name, "tables": count})


def _unreached(bet: Bet) -> Iterator[Note]:
    """Counts of a ladder that are never paid."""
    if bet.terms.counted is None:
        return
    for result in sorted(unpaid(bet)):
        rung = bet.terms.lines[result].rung
        yield Note("rung-never-paid", {"wager": bet.terms.name, "rung": rung, "counted": bet.terms.counted.words})


def _negated(bet: Bet) -> Iterator[Note]:
    """Events with "not" that are alone in a wager of several outcomes: they happen at once."""
    if bet.machine.ends.is_single or bet.terms.counted:
        return
    for line in bet.terms.lines:
        for part in leaves([line.when]):
            meaning = part.event.meaning if isinstance(part, Happened) and part.times == 1 else None
            if isinstance(meaning, Meaning) and meaning.kind == "not":
                facts = {"wager": bet.terms.name, "line": line.label, "event": meaning.values[0].words}
                yield Note("negated-alone", {**facts, "unit": bet.machine.game.unit})


def _lost_after_won(bet: Bet) -> Iterator[Note]:
    """Lines that can take away what another line had already won."""
    terms, machine = bet.terms, bet.machine
    if machine.takes_first or terms.counted or machine.ends.is_single or len(terms.lines) < 2:
        return
    for loser, winner in lost_after_won(bet):
        line = terms.lines[loser].label if loser < len(terms.lines) else ""
        yield Note("lost-after-won", {"wager": terms.name, "won": terms.lines[winner].label, "lost": line})


def lost_after_won(bet: Bet) -> set[tuple[int, int]]:
    """The results that lose the stake although a line that wins already held, with that line."""
    machine = bet.machine
    nets = [None if result.pay is None else result.net for result in bet.results]
    losing = {result for result, net in enumerate(nets) if net is not None and net < 0}
    winning = [place for place in range(len(machine.lines)) if (nets[place] or 0) > 0]
    if not winning or not any(loser < winner for loser in losing for winner in winning):
        return set()
    try:
        rows = explore(machine, dict.fromkeys(machine.outcomes, 1), limit=STATES_MAX).rows
    except TooLargeError:
        return set()
    ends = _ends(machine, rows)
    found = set()
    for state, results in ends.items():
        for winner in winning:
            if machine.line_holds(winner, state):
                found |= {(loser, winner) for loser in results & losing if loser < winner}
    return found


def _ends(machine: Machine, rows: dict[int, dict[int, int]]) -> dict[int, set[int]]:
    """The results that can still come from each state."""
    ends: dict[int, set[int]] = {state: {-1 - target for target in row if target < 0} for state, row in rows.items()}
    changed = True
    while changed:
        changed = False
        for state, row in rows.items():
            before = len(ends[state])
            for target in row:
                if target >= 0:
                    ends[state] |= ends[target]
            changed = changed or len(ends[state]) != before
    return ends
