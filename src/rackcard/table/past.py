"""What a correction can reach: the table before any outcome of the shift, and everything that came from it on."""

from collections.abc import Iterator, Mapping

from rackcard.table.apply import apply
from rackcard.table.commands.betting import without
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.commands.seating import Left
from rackcard.table.state import Chapter, Refusal, Table, TableEvent, Wager, altered, posted


def course(table: Table, number: int) -> tuple[Table, tuple[TableEvent, ...]]:
    """The table before the outcome of a round, and everything from that outcome on."""
    first = table.first_round
    if first is None:
        raise Refusal("nothing-to-correct")
    if not first <= number <= table.round:
        raise Refusal("nothing-to-correct.round", round=number, first=first, last=table.round)
    place = max(index for index, chapter in enumerate(table.past) if chapter.before.round < number)
    path = altered(table.past[place].before, past=(*table.past[:place], *_begun(table.past[place])))
    events = tuple(event for chapter in table.past[place:] for event in chapter.events)
    for index, event in enumerate(events):
        if isinstance(event, OutcomeEntered) and event.round == number:
            return path, events[index:]
        path = followed(path, event)
    raise AssertionError(f"round {number} is not in the past of its table")


def _begun(chapter: Chapter) -> tuple[Chapter, ...]:
    """What a chapter had before its first event: outcomes, where a table is followed from within it."""
    begun = chapter.outcomes - sum(isinstance(event, OutcomeEntered) for event in chapter.events)
    return (Chapter(chapter.before, (), begun),) if begun else ()


def before_last(table: Table) -> Table:
    """The table before its last outcome."""
    assert table.last is not None
    newest = table.past[-1]
    place = max(index for index, event in enumerate(newest.events) if isinstance(event, OutcomeEntered))
    kept = (Chapter(newest.before, newest.events[:place], newest.outcomes - 1),) if newest.outcomes > 1 else ()
    return altered(table.last.before, past=(*table.past[:-1], *kept))


def walk(table: Table, number: int) -> Iterator[tuple[Table, TableEvent]]:
    """Everything from the outcome of a round on, each with the table before it."""
    path, events = course(table, number)
    for event in events:
        yield path, event
        path = followed(path, event)


def followed(path: Table, event: TableEvent) -> Table:
    """The table after an event of a course that may be another than the one it was made on."""
    return carried_away(path, event, path.wagers_of(event.seat)) if isinstance(event, Left) else apply(path, event)


def carried_away(path: Table, event: Left, up: Mapping[int, Wager]) -> Table:
    """A player leaves with what was paid out; stakes still up go back, and the rest is owed, one way or the other."""
    visit = path.seats[event.seat].visit
    for number, wager in up.items():
        back = posted(path.balances, (("felt", -wager.money), (wager.owner, wager.money)))
        path = altered(without(path, number), balances=back)
    path = apply(path, event)
    left = path.balance(event.seat)
    return altered(path, balances=posted(path.balances, ((f"seat:{event.seat}", -left), (f"owed:{visit}", left))))
