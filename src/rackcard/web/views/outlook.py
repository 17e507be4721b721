"""What the outcome to come would do to a seat's money, while betting is closed: sums by the settlement, no chances."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rackcard.games.game import Outcome
from rackcard.table.settle import Moved, move, settlements
from rackcard.table.state import Entered, Settlement, Table, Wager
from rackcard.web.views.kept import kept_for
from rackcard.wording.seat import outlook, outlook_line, signed

FEW = 64
"""A game with more outcomes than this is described by who wins."""
ROWS_MAX = 9
NAMED_MAX = 4


@dataclass(frozen=True)
class OutlookRow:
    """Outcomes that do the same to a seat."""

    label: str
    text: str
    net: int
    figure: str

    @property
    def kind(self) -> str:
        return "won" if self.net > 0 else "lost" if self.net < 0 else ""


@dataclass(frozen=True)
class Outlook:
    """What each outcome would do."""

    rows: tuple[OutlookRow, ...]
    rest: str


@dataclass(frozen=True)
class _Effect:
    """What one outcome does to the bets of a seat."""

    net: int
    won: tuple[str, ...]
    lost: tuple[str, ...]
    marked: tuple[str, ...]
    is_all: bool

    @property
    def text(self) -> str:
        return outlook_line(self.won, self.lost, self.marked, is_all=self.is_all)

    @property
    def is_felt(self) -> bool:
        return bool(self.won or self.lost or self.marked)


@dataclass(frozen=True)
class _Settled:
    """Where one outcome leads, and what it decides for each seat."""

    moved: Moved
    by_seat: Mapping[int, Sequence[Settlement]]


def outlooks(table: Table, seat: int | None) -> Outlook | None:
    """What each outcome would do to a seat; None while bets are open, or where it has none up.

    Bets for the dealers are left out: their stakes are given away, and what comes back is the dealers'.
    """
    up = table.wagers_of(seat) if seat is not None else {}
    own = {number: wager for number, wager in up.items() if not wager.toke}
    if table.betting or table.status != "open" or not own:
        return None
    deciding = table.wagers if _is_shared(table) else own
    if any(table.bet_of(wager).machine.is_fine for wager in deciding.values()):
        return None
    if len(table.game.outcomes) > FEW:
        return _by_winner(replace(table, wagers=deciding), own)
    effects = {outcome: _effect(own, moved) for outcome, moved in _moves(table).items()}
    groups: dict[_Effect, list[Outcome]] = {}
    for outcome, effect in effects.items():
        groups.setdefault(effect, []).append(outcome)
    felt = {effect: found for effect, found in groups.items() if effect.is_felt}
    kept = sorted(felt, key=lambda effect: -abs(effect.net))[:ROWS_MAX]
    rows = tuple(
        OutlookRow(_label(table, found, effects), effect.text, effect.net, signed(effect.net) if effect.net else "")
        for effect, found in sorted(felt.items(), key=lambda one: table.game.number(one[1][0]))
        if effect in kept
    )
    return Outlook(rows, _rest(table, len(felt) - len(kept), has_rest=len(felt) < len(groups)))


def _is_shared(table: Table) -> bool:
    """Whether what others win takes from what a seat is paid."""
    return table.limits.payout_max > 0 and table.payout != "wager"


def _rest(table: Table, left: int, *, has_rest: bool) -> str:
    if left:
        return outlook("more", {"count": left})
    return outlook("rest", {"unit": table.game.unit}) if has_rest else ""


@kept_for(16)
def _moves(table: Table) -> dict[Outcome, _Settled]:
    """Where each outcome would lead, for all seats of a table."""
    return {outcome: _settled(table, outcome) for outcome in table.game.outcomes}


def _settled(table: Table, outcome: Outcome) -> _Settled:
    moved = move(table, Entered(None, outcome))
    by_seat: dict[int, list[Settlement]] = {}
    for one in settlements(moved):
        if not one.toke:
            by_seat.setdefault(one.seat, []).append(one)
    return _Settled(moved, by_seat)


def _effect(own: Mapping[int, Wager], found: _Settled) -> _Effect:
    """What an outcome does to the bets of one seat."""
    seat = next(iter(own.values())).seat
    settled = found.by_seat.get(seat, [])
    won = tuple(dict.fromkeys(one.name for one in settled if one.net > 0))
    lost = tuple(dict.fromkeys(one.name for one in settled if one.net < 0))
    is_all = len(settled) == len(own) and all(one.net < 0 for one in settled)
    return _Effect(sum(one.net for one in settled), won, lost, _marked(own, found.moved), is_all)


def _marked(own: Mapping[int, Wager], moved: Moved) -> tuple[str, ...]:
    """The bets that would get a mark and stay up."""
    names: dict[str, None] = {}
    table = moved.before
    for number, before in own.items():
        wager = moved.wagers.get(number)
        if wager is None or wager.wager != before.wager:
            continue
        bet = table.bet_of(before)
        shared = wager.wager in table.offerings[wager.offering].shared
        key = (wager.offering, wager.wager)
        after = moved.marks[key].state if shared and key in moved.marks else wager.state
        if bet.machine.marks(after) != bet.machine.marks(table.state_of(before)):
            names[bet.terms.name] = None
    return tuple(names)


def _label(table: Table, found: Iterable[Outcome], effects: dict[Outcome, _Effect]) -> str:
    """Outcomes by their totals, or by name where others with the same total do something else."""
    labels: dict[str, None] = {}
    for outcome in found:
        short = table.game.short(outcome)
        alike = {effects[other] for other in effects if table.game.short(other) == short}
        labels[short if len(alike) == 1 else table.game.label(outcome)] = None
    names = list(labels)
    return ", ".join(names[:NAMED_MAX]) + (" …" if len(names) > NAMED_MAX else "")


def _by_winner(table: Table, own: Mapping[int, Wager]) -> Outlook:
    """What each winner would do at least to the bets of a seat, where a game has too many outcomes to name.

    The table has these bets alone, or those of all seats where they share a limit.
    """
    machines = {table.bet_of(wager).machine for wager in table.wagers.values()}
    classes: dict[tuple[object, ...], Outcome] = {}
    for outcome in table.game.outcomes:
        key = (table.game.kind(outcome), *(id(machine.effects_of(outcome)) for machine in machines))
        classes.setdefault(key, outcome)
    by_kind: dict[str, list[_Effect]] = {}
    for (kind, *_), outcome in classes.items():
        by_kind.setdefault(str(kind), []).append(_effect(own, _settled(table, outcome)))
    rows = []
    for kind, effects in by_kind.items():
        least = min(effects, key=lambda effect: effect.net)
        is_sure = all(effect.net == least.net for effect in effects)
        figure = signed(least.net) if is_sure else outlook("least", {"amount": signed(least.net)})
        rows.append(OutlookRow(kind.capitalize(), least.text, least.net, figure))
    return Outlook(tuple(rows), "")
