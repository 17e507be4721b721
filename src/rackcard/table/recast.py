"""A table as it would be if its last outcome had been another.

Everything since happens again: claims are paid by what they are worth now, and money that was carried away stays
away. What a player who has left would have is on that player's own account.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet, TakenDown, without
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.dealing import Burned
from rackcard.table.commands.outcome import settled
from rackcard.table.commands.seating import Left
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
    Wager,
    posted,
    refund_of,
)

IsKept = Callable[[int, Table, TableEvent], bool]
"""Whether something done since, by its place, can be done again at the table as it would have been."""


@dataclass(frozen=True)
class Recast:
    """A table as it would be."""

    after: Table
    dropped: tuple[int, ...]
    """What was done since and could not have been, by its place."""
    left_behind: tuple[Refund, ...]
    """Stakes that would be up of players who have left, and go back to them."""
    turned: tuple[Turned, ...]
    """The stakes that the outcome makes other wagers."""


def recast(table: Table, entered: Entered, is_kept: IsKept) -> Recast:
    """The table as if its last outcome had been another."""
    assert table.last is not None
    before = table.last.before
    dropped: list[int] = []
    left_behind: list[Refund] = []
    came = settled(before, entered)
    path = apply(before, came)
    for place, event in enumerate(table.last.since):
        if isinstance(event, Left):
            up = path.wagers_of(event.seat)
            left_behind += [refund_of(number, wager) for number, wager in up.items()]
            path = _carried_away(path, event, up)
            continue
        again = _again(path, event)
        if again is None or not is_kept(place, path, again):
            dropped.append(place)
        else:
            path = apply(path, again)
    return Recast(replace(path, next_wager=table.next_wager), tuple(dropped), tuple(left_behind), came.turned or ())


def _again(path: Table, event: TableEvent) -> TableEvent | None:
    """Something done since, as it would be done at this table; None where there is nothing to do it with."""
    if isinstance(event, TakenDown):
        wager = path.wagers.get(event.number)
        others = {one.number for one in event.more or ()}
        is_there = wager is not None and wager.stake >= event.amount and others <= set(path.wagers)
        return event if is_there else None
    if isinstance(event, Burned):
        event.as_command().verify(replace(path, status="open"))  # cards that could not have been burned stop it
    return event.again(path) if isinstance(event, Claimed) else event


def _carried_away(path: Table, event: Left, up: Mapping[int, Wager]) -> Table:
    """A player leaves with what was paid out; stakes still up go back, and the rest is owed, one way or the other."""
    visit = path.seats[event.seat].visit
    for number, wager in up.items():
        back = posted(path.balances, (("felt", -wager.money), (wager.owner, wager.money)))
        path = replace(without(path, number), balances=back)
    path = apply(path, event)
    left = path.balance(event.seat)
    return replace(path, balances=posted(path.balances, ((f"seat:{event.seat}", -left), (f"owed:{visit}", left))))


def could_follow(table: Table, event: TableEvent) -> bool:
    """Whether a player could have done here what was done; what the house does is a fact."""
    if not isinstance(event, BetMade | BundleBet | TakenDown | Claimed):
        return True
    if isinstance(event, BetMade | BundleBet):
        table = replace(table, next_wager=event.number)
    command = event.as_command()
    try:
        return command is not None and command.decide(table) == event
    except Refusal:
        return False


# ---- what a correction says of it


def claims(events: tuple[TableEvent, ...]) -> list[Settlement]:
    """What was settled by claims."""
    return [event.settlement for event in events if isinstance(event, Claimed)]


def refunds(table: Table, new: Recast) -> list[Refund]:
    """What has been staked since, and could not have been."""
    back = []
    for number, wager in table.wagers.items():
        kept = new.after.wagers.get(number)
        amount = wager.money - (kept.money if kept is not None else 0)
        if wager.since == table.round and amount > 0:
            back.append(Refund(number, wager.seat, amount, wager.toke or None))
    return back


def undone(table: Table, new: Recast) -> list[Undone]:
    """Take-downs and claims that are taken back, so that their wagers are up again."""
    assert table.last is not None
    back = []
    for event in (table.last.since[place] for place in new.dropped):
        match event:
            case TakenDown(number=number, seat=seat, more=more):
                back += [Undone(one, seat, "take down") for one in (number, *(other.number for other in more or ()))]
            case Claimed(settlement=paid, offer=offer):
                back.append(Undone(paid.wager, paid.seat, offer))
            case _:
                continue
    return [one for one in back if one.number in new.after.wagers]


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
