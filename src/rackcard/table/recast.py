"""A table as it would be if one of its outcomes had been another, or had not counted.

Everything since happens again: later outcomes settle what is up then, claims are paid by what they are worth then, and
money that was carried away stays away. What a player who has left would have is on that player's own account.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain

from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet, TakenDown
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.outcome import OutcomeEntered, settled
from rackcard.table.commands.seating import Left
from rackcard.table.outcome import enter, verify_possible
from rackcard.table.overseen import Oversight
from rackcard.table.past import before_last, carried_away, course
from rackcard.table.state import (
    Entered,
    Posting,
    Refund,
    Refusal,
    Settlement,
    Table,
    TableEvent,
    Turned,
    Undone,
    refund_of,
)

IsKept = Callable[[int, Table, TableEvent], bool]
"""Whether something done since, by its place, can be done again at the table as it would have been."""


@dataclass(frozen=True)
class Recast:
    """A table as it would be."""

    after: Table
    since: tuple[TableEvent, ...]
    """What was done since the outcome, as it was done."""
    dropped: tuple[int, ...]
    """What was done since and could not have been, by its place."""
    left_behind: tuple[Refund, ...]
    """Stakes that would be up of players who have left, and go back to them."""
    turned: tuple[Turned, ...]
    """The stakes that the outcome makes other wagers."""


def recast(table: Table, entered: Entered, is_kept: IsKept) -> Recast:
    """The table as if its last outcome had been another."""
    assert table.last is not None
    before = before_last(table)
    return _followed(table, before, settled(before, entered), table.last.since, is_kept)


def recast_round(table: Table, number: int, given: object, is_kept: IsKept) -> Recast:
    """The table as if the outcome of a round had been another."""
    before, events = course(table, number)
    entered = enter(table.game, given)
    verify_possible(before, entered.outcome)
    return _followed(table, before, settled(before, entered), events[1:], is_kept)


def recast_void(table: Table, number: int, void: Callable[[Table], TableEvent], is_kept: IsKept) -> Recast:
    """The table as if all bets had been refunded before the outcome of a round."""
    before, events = course(table, number)
    first = events[0]
    assert isinstance(first, OutcomeEntered)
    refunded = apply(before, void(before))
    came = settled(refunded, enter(table.game, first.outcome), first.source)
    new = _followed(table, refunded, came, events[1:], is_kept)
    back = tuple(refund_of(one, wager) for one, wager in before.wagers.items())
    return replace(new, left_behind=(*back, *new.left_behind))


def _followed(
    table: Table, before: Table, came: OutcomeEntered, since: tuple[TableEvent, ...], is_kept: IsKept
) -> Recast:  # fmt: skip
    """Everything again, from an outcome on."""
    dropped: list[int] = []
    left_behind: list[Refund] = []
    path = apply(before, came)
    for place, event in enumerate(since):
        if isinstance(event, Left):
            up = path.wagers_of(event.seat)
            left_behind += [refund_of(number, wager) for number, wager in up.items()]
            path = carried_away(path, event, up)
            continue
        again = event.again(path)
        if again is None or not is_kept(place, path, again):
            dropped.append(place)
        else:
            path = apply(path, again)
    after = replace(path, next_wager=table.next_wager)
    return Recast(after, since, tuple(dropped), tuple(left_behind), came.turned or ())


def could_follow(table: Table, event: TableEvent) -> bool:
    """Whether a player could have done here what was done; what the house does is a fact."""
    if not isinstance(event, BetMade | BundleBet | TakenDown | Claimed):
        return True
    table = replace(table, oversight=Oversight())  # an approval that was waited for came before it
    if isinstance(event, BetMade | BundleBet):
        table = replace(table, next_wager=event.number)
    command = event.as_command()
    try:
        return command is not None and command.decide(table) == event
    except Refusal:
        return False


# ---- what a correction says of it


def claims(events: Iterable[TableEvent]) -> list[Settlement]:
    """What was settled by claims."""
    return [event.settlement for event in events if isinstance(event, Claimed)]


def refunds(table: Table, new: Recast, number: int) -> list[Refund]:
    """What has been staked since a round, and could not have been."""
    back = []
    for one, wager in table.wagers.items():
        kept = new.after.wagers.get(one)
        amount = wager.money - (kept.money if kept is not None else 0)
        if wager.since >= number and amount > 0:
            back.append(Refund(one, wager.seat, amount, wager.toke or None))
    return back


def undone(new: Recast) -> list[Undone]:
    """Take-downs and claims that are taken back, so that their wagers are up again."""
    back = []
    for event in (new.since[place] for place in new.dropped):
        match event:
            case TakenDown(number=number, seat=seat, more=more):
                back += [Undone(one, seat, "take down") for one in (number, *(other.number for other in more or ()))]
            case Claimed(settlement=paid, offer=offer):
                back.append(Undone(paid.wager, paid.seat, offer))
            case _:
                continue
    return [one for one in back if one.number in new.after.wagers]


def by_round(table: Table, number: int) -> dict[int, list[Settlement]]:
    """What was settled in every round from one on, by its outcome and by claims after it."""
    found: dict[int, list[Settlement]] = {}
    at = number
    for event in course(table, number)[1]:
        if isinstance(event, OutcomeEntered):
            at = event.round
            found[at] = list(event.settlements)
        elif isinstance(event, Claimed):
            found[at].append(event.settlement)
    return found


def won_since(before: Table, after: Table, number: int) -> dict[int, int]:
    """What each wager has won in all when the rounds from one on are settled again: in them, and in parts before."""
    path, _ = course(before, number)
    won = {one: wager.won for one, wager in path.wagers.items()}
    for one in chain.from_iterable(by_round(after, number).values()):
        won[one.wager] = won.get(one.wager, 0) + one.won
    return won


def balancing(table: Table, after: Table) -> tuple[Posting, ...]:
    """From the accounts as they are to the accounts as they should be, and no seat negative."""
    entries: dict[str, int] = {}
    present = {f"owed:{who.visit}" for who in table.seats.values()}
    for account in (*table.balances, *(name for name in after.balances if name not in table.balances)):
        if not account.startswith("seat:") and account not in present:
            entries[account] = after.balances.get(account, 0) - table.balances.get(account, 0)
    for seat, who in table.seats.items():
        held, owed = table.balance(seat), table.owed(who.visit)
        due = after.balance(seat) + after.owed(who.visit) - held - owed
        mine = max(due, -held) if due < 0 else due - min(due, max(0, -owed))  # a debt is evened out first
        entries[f"seat:{seat}"], entries[f"owed:{who.visit}"] = mine, due - mine
    return tuple((account, amount) for account, amount in entries.items() if amount)
