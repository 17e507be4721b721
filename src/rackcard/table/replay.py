"""Any round of a table as a transcript that a person can read."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rackcard.table.commands.betting import BetMade, BettingClosed, BundleBet, TakenDown
from rackcard.table.commands.cards import CardsChanged
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.control import AdviceChanged, Closed, Confirmed, Frozen, Paused, Resumed, ShiftClosed
from rackcard.table.commands.correction import Corrected, EarlierCorrected, HandVoided, Readjudged, Voided
from rackcard.table.commands.dealing import Burned, ShooterNamed, Shuffled
from rackcard.table.commands.house import HouseChanged
from rackcard.table.commands.open import Opened
from rackcard.table.commands.outcome import NoRoll, OutcomeEntered
from rackcard.table.commands.oversight import Disputed, DisputeEnded, PayoutsApproved, ProposalDeclined, Proposed
from rackcard.table.commands.seating import BoughtIn, Left, OwedSettled, Seated
from rackcard.table.commands.tokes import TokesPaid
from rackcard.table.history import Step
from rackcard.table.outcome import outcome_words
from rackcard.table.state import Refund, Settlement, Table, TableEvent
from rackcard.table.worklist import WorkLine
from rackcard.wording.commands import action, clause
from rackcard.wording.history import OWED_SETTLED, history, owed_side, payment
from rackcard.wording.sentence import Facts


def replay(steps: Iterable[Step], wanted: int | None = None, stay: int | None = None) -> Iterator[str]:
    """Every entry in a line or a few, of all rounds or of one; round 1 is all up to the first outcome.

    One round has what later corrections did to it, too. With ``stay``, only that one stay's own money is shown; 0 is
    nobody's.
    """
    for step in steps:
        before, entry, table = step.before, step.entry, step.after
        changed = None if wanted is None else changed_in(entry.event, wanted)
        if changed is not None or wanted in (None, round_of(before, entry.event)):
            line = event_line(before, entry.event, purse=shows_purse(before, entry.event, stay))
            yield f"{entry.seq:>6}  {entry.at}  {entry.by or '-':<12}  {line}"
            for detail in _details(table, changed or entry.event):
                yield " " * 8 + detail


def round_of(before: Table | None, event: TableEvent) -> int:
    """The round that an event belongs to: what happens after an outcome belongs to the next one."""
    return 1 if before is None else before.round + (0 if isinstance(event, Corrected) else 1)


def shows_purse(table: Table | None, event: TableEvent, stay: int | None) -> bool:
    """Whether a viewer who may know the money of one stay (None: of all, 0: of none) sees an event's amount."""
    match event:
        case OwedSettled(visit=visit):
            return stay in (None, visit)
        case BoughtIn(seat=seat) | Left(seat=seat):
            assert table is not None
            return stay in (None, table.seats[seat].visit)
        case _:
            return True


def event_line(table: Table | None, event: TableEvent, *, purse: bool = True) -> str:
    """An event in words; without ``purse``, what a player brought or took away is left out."""
    key, facts = event_facts(table, event)
    return history(key if purse or not event.is_purse else f"{key}.private", facts)


def event_facts(table: Table | None, event: TableEvent) -> tuple[str, Facts]:
    """What there is to say of an event: which sentence, and its facts."""
    if isinstance(event, Opened):
        return event.kind, {"name": event.name, "game": event.game, "cards": len(event.cards)}
    assert table is not None
    match event:
        case BetMade():
            return bet_key(event), {**vars(event), "wager": bet_name(table, event)}
        case BundleBet(parts=parts):
            numbers = tuple(one.number for one in parts)
            return event.kind, {**vars(event), "wager": bet_name(table, event), "numbers": numbers}
        case TakenDown(seat=seat, total=total):
            return event.kind, {"seat": seat, "amount": total}
        case OutcomeEntered(round=number, outcome=given):
            return event.kind, {"round": number, "outcome": outcome_words(table.game, given)}
        case Corrected(round=number, outcome=given, reason=reason):
            words = outcome_words(table.game, given)
            return event.kind, {"round": number, "outcome": words, "reason": clause(reason)}
        case EarlierCorrected(round=number, outcome=given, reason=reason):
            words = outcome_words(table.game, given)
            return event.kind, {"round": number, "outcome": words, "reason": clause(reason)}
        case HandVoided(round=number, reason=reason):
            return event.kind, {"round": number, "reason": clause(reason)}
        case Claimed(settlement=one):
            return event.kind, {"seat": one.seat, "payment": payment(one)}
        case Burned(cards=cards, unseen=unseen):
            key = event.kind if not unseen else f"{event.kind}.both" if cards else f"{event.kind}.unseen"
            return key, {"cards": cards.split() if isinstance(cards, str) else cards, "unseen": unseen}
        case Shuffled(behind=behind):
            return f"{event.kind}.cut" if behind else event.kind, {"behind": behind}
        case NoRoll(reason=reason):
            return event.kind, {"call": table.game.void_call, "reason": clause(reason)}
        case Voided(reason=reason, card=int(card)):
            return f"{event.kind}.card", {"reason": clause(reason), "card": table.offerings[card].card.title}
        case Voided(reason=reason) | HouseChanged(reason=reason):
            return event.kind, {"reason": clause(reason)}
        case Frozen() | Paused():
            return event.kind, {"reason": clause(event.why)}
        case PayoutsApproved(round=number, bets=bets):
            return event.kind, {"round": number, "bets": len(bets)}
        case Proposed(command=command):
            return event.kind, {"action": action(command["do"])}
        case Disputed(round=number, reason=reason) | DisputeEnded(round=number, reason=reason):
            return event.kind, {"round": number, "reason": clause(reason)}
        case ProposalDeclined(reason=reason):
            return event.kind, {"reason": clause(reason)}
        case AdviceChanged(allow=allow):
            return f"{event.kind}.{'on' if allow else 'off'}", {}
        case OwedSettled(visit=visit, amount=amount, by=by, reason=reason):
            facts = {"visit": visit, "amount": abs(amount), "reason": clause(reason)}
            return event.kind, {**facts, "side": owed_side(amount), "how": OWED_SETTLED[by]}
        case Left(seat=seat) if seat == table.shooter and (next_shooter := event.next_shooter(table)):
            return f"{event.kind}.shooter", {**vars(event), "next": next_shooter}
        case TokesPaid(amount=amount) | Closed(tokes=int(amount)):
            return f"{event.kind}.{'tokes' if amount > 0 else 'returned'}", {"amount": abs(amount)}
        case Seated() | BoughtIn() | Left() | ShooterNamed() | ShiftClosed():
            return event.kind, vars(event)
        case BettingClosed() | CardsChanged() | Resumed() | Confirmed() | Closed():
            return event.kind, {}
        case _:
            raise AssertionError(f"no words for {event.kind}")


def bet_name(table: Table, event: BetMade | BundleBet) -> str:
    """The name on the layout of what was bet."""
    return table.offerings[event.card].bets[event.wager].terms.name


def bet_key(event: BetMade) -> str:
    """Which sentence a bet has: some are behind others, with some a commission is put down."""
    if event.toke:
        return f"{event.kind}.toke"
    if event.behind is not None:
        return f"{event.kind}.behind"
    return f"{event.kind}.commission" if event.commission else event.kind


def turned_lines(table: Table, event: TableEvent) -> Iterator[tuple[int, str]]:
    """The stakes that an event turned into other wagers: the seat, and what happened."""
    turned = event.turned if isinstance(event, OutcomeEntered | Corrected) else None
    for one in turned or ():
        bets = table.offerings[one.card].bets
        names = {"wager": bets[one.wager].terms.name, "into": bets[one.into].terms.name}
        yield one.seat, history("turned", {**vars(one), **names})


def travel_lines(table: Table) -> Iterator[tuple[int, str]]:
    """The bets on a line of their own that the last outcome sent to a point: the seat, and where each went."""
    for number, wager in table.wagers.items():
        if wager.line and not wager.behind and wager.since == table.round - 1:
            terms = table.bet_of(wager).terms
            phase = terms.game.phases[wager.line]
            point = terms.game.phase_numbers.get(phase, phase)
            yield wager.seat, history("travels", {**vars(wager), "number": number, "wager": terms.name, "point": point})


def passes_lines(event: TableEvent) -> Iterator[str]:
    """Where the dice went, if an event ended the shooter's turn."""
    if isinstance(event, OutcomeEntered) and event.shooter is not None:
        yield history("passes", {"seat": event.shooter})


def reversed_of(event: TableEvent) -> tuple[Settlement, ...]:
    """What an event took back of what had been settled."""
    return event.reversed if isinstance(event, Corrected) else ()


def changed_lines(event: Readjudged) -> Iterator[tuple[Settlement, str]]:
    """What a changed round takes back and settles, round by round: each settlement, and what is said of it."""
    for again in event.rounds:
        for key, ones in (("reversed.round", again.reversed), ("settled.round", again.settlements)):
            for one in ones:
                yield one, history(key, {"round": again.round, "seat": one.seat, "payment": payment(one)})


def changed_in(event: TableEvent, number: int) -> Readjudged | None:
    """What a later event changed in one round; None where it did not."""
    if not isinstance(event, Readjudged) or event.round > number:
        return None
    rounds = tuple(again for again in event.rounds if again.round == number)
    if not rounds and event.round != number:
        return None
    here = replace(event, rounds=rounds)
    return here if event.round == number else replace(here, refunds=(), undone=())


def settled_of(event: TableEvent) -> tuple[Settlement, ...]:
    """What an event settled."""
    match event:
        case OutcomeEntered(settlements=settled) | Corrected(settlements=settled):
            return settled
        case Claimed(settlement=one):
            return (one,)
        case _:
            return ()


def refunds_of(event: TableEvent) -> tuple[Refund, ...]:
    """What an event gave back."""
    match event:
        case Corrected(refunds=refunds):
            return refunds or ()
        case Voided(refunds=refunds) | Readjudged(refunds=refunds):
            return refunds
        case _:
            return ()


def refund_line(one: Refund) -> str:
    """What goes back, and to whom."""
    return history("refunded.toke" if one.toke else "refunded", vars(one))


def work_line(one: WorkLine) -> str:
    """A line of the dealer's list."""
    return history(f"list.toke.{one.step}" if one.is_toke else f"list.{one.step}", vars(one))


def marks_lines(table: Table) -> Iterator[str]:
    """The marks of every wager that is up and has some."""
    up = {(wager.offering, wager.wager) for wager in table.wagers.values()}
    for number, name in sorted(up & set(table.marks)):
        bet = table.offerings[number].bets[name]
        marks = bet.machine.marks(table.marks[number, name].state)
        if marks:
            shown = tuple(f"{what} {count}×" for what, count in marks.items())
            yield history("marks", {"wager": bet.terms.name, "marks": shown})


def _details(table: Table, event: TableEvent) -> Iterator[str]:
    if isinstance(event, OutcomeEntered | Corrected):
        for one in reversed_of(event):
            yield history("reversed", {"seat": one.seat, "payment": payment(one)})
        for one in event.settlements:
            yield history("settled", {"seat": one.seat, "payment": payment(one)})
        yield from (line for _, line in (*turned_lines(table, event), *travel_lines(table)))
        yield from passes_lines(event)
        yield from marks_lines(table)
    if isinstance(event, Readjudged):
        yield from (line for _, line in changed_lines(event))
    if isinstance(event, Corrected | Readjudged):
        for undone in event.undone or ():
            yield history("undone", vars(undone))
    for refund in refunds_of(event):
        yield refund_line(refund)
