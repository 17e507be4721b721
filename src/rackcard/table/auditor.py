"""The auditor: every command decided again, and every wager settled by the second settler."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rackcard.table.apply import apply, broken_invariant
from rackcard.table.commands.betting import BetMade, BundleBet, TakenDown
from rackcard.table.commands.cards import CardsChanged
from rackcard.table.commands.claims import CLAIMS, Claimed
from rackcard.table.commands.control import Frozen
from rackcard.table.commands.correction import Corrected, Readjudged, Voided
from rackcard.table.commands.house import (
    HouseChanged,
    house_of,
    limits_by,
    offerings_by,
    payout_scope,
    read_rules,
)
from rackcard.table.commands.open import Opened
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.history import LogPlace
from rackcard.table.log.codec import canonical, event_data, event_to_json
from rackcard.table.outcome import enter
from rackcard.table.past import followed, walk
from rackcard.table.second_settler import (
    NOT_AHEAD,
    Due,
    Stage,
    charged,
    claim_within_limit,
    due,
    history,
    is_one_wager,
    offered,
    settle,
)
from rackcard.table.state import Refusal, Settlement, Table, TableEvent, Turned, Wager, card_from_text
from rackcard.wording.audit import fault

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)
"""What reading a damaged entry may raise."""


@dataclass(frozen=True)
class Wrong:
    """Something that is wrong with an entry: a code, and the facts of its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return fault(self.code, self.facts)


class Auditor:
    """Follows a table event by event, and says what is wrong with one, if anything is.

    An event must be what its command leads to at the table before it, to the last posting; and the second settler,
    which knows only the outcomes, must say the same of every wager.
    """

    def __init__(self, place: LogPlace | None = None, cells: Sequence[tuple[int, int]] = ()) -> None:
        """Begin at the beginning of a log, or at a place with the outcomes before it as phases and numbers."""
        self.table = None if place is None else place.table
        self.outcomes: list[object] = []
        """The outcomes since the table was opened or voided, as they were entered."""
        self.cells: list[tuple[int, int]] = []
        """The same as phases and numbers, kept so that a long log is not gone through again at every outcome."""
        self.stages: dict[int, list[tuple[str, int, int]]] = {}
        """For every bet the wagers that it has been, how many outcomes had come when it became each, and its parent."""
        self.settled: dict[int, int] = {}
        """For every bet that an outcome decided, how many outcomes had come then."""
        self.won = 0
        """What the last outcome and the claims since have won."""
        self.won_in_parts: dict[int, int] = {}
        """What claims of parts of a wager have won, by number."""
        self.ahead: dict[int, tuple[Fraction, Fraction]] = {}
        """What claims of parts of a wager were paid beyond their due, to the player and to the dealer."""
        self.is_literal = False
        """Whether the last entry was what follows from its command to the letter, so that its text is canonical."""
        if self.table is not None:
            self._resume(self.table, cells)

    def _resume(self, table: Table, cells: Sequence[tuple[int, int]]) -> None:
        """Know what the table before an outcome says of the wagers that are up."""
        self.cells, self.outcomes = list(cells), [None] * len(cells)
        gone = table.round - len(cells)  # outcomes that a void of the first versions has cleared
        for number, wager in table.wagers.items():
            self.stages[number] = [(wager.wager, wager.since - gone, wager.behind)]
            self.won_in_parts[number], self.ahead[number] = wager.won, _ahead(wager)

    def forget(self) -> None:
        """Drop what is known of wagers that no correction can bring back."""
        assert self.table is not None
        oldest = self.table.past[0].before if self.table.past else self.table
        kept = {*oldest.wagers, *self.table.wagers}
        for known in (self.stages, self.settled, self.won_in_parts, self.ahead):
            for number in [one for one in known if one < oldest.next_wager and one not in kept]:
                del known[number]

    def see(self, event: TableEvent, text: str | None = None) -> Wrong | None:
        """Apply an event, and say what is wrong with it; the text is that of its entry."""
        before = self.table
        try:
            strange, expected, self.is_literal = _compared(before, event, text)
            if isinstance(event, OutcomeEntered) and isinstance(expected, OutcomeEntered):
                event = replace(event, moved=expected.moved)  # what was worked out is not worked out again
            self.table = apply(before, event)
            cause = broken_invariant(self.table, event)
            if cause is not None:
                return Wrong("not-applicable", {"kind": event.kind, "error": cause.sentence})
            return strange if before is None else self._watch(before, event) or strange
        except (AssertionError, IndexError, Refusal, *UNREADABLE) as error:
            return Wrong("not-applicable", {"kind": event.kind, "error": f"{type(error).__name__}: {error}"})

    def _watch(self, before: Table, event: TableEvent) -> Wrong | None:
        match event:
            case BetMade(number=number, wager=name, behind=behind):
                self.stages.setdefault(number, [(name, len(self.outcomes), behind or 0)])
                return self._charged(number)
            case BundleBet(parts=parts):
                self.stages |= {one.number: [(one.wager, len(self.outcomes), 0)] for one in parts}
                return _divided(before, event)
            case TakenDown(number=number):
                return self._charged(number)
            case OutcomeEntered(outcome=given, settlements=settled, turned=turned):
                self.outcomes.append(given)
                self.won = sum(max(0, one.paid - one.stake) for one in settled)
                return self._resettle(before, settled, turned or ())
            case Corrected():
                return self._correct(before, event)
            case Claimed(settlement=one):
                return self._claimed(before, one)
            case Readjudged():
                return self._change(before, event)
            case Voided(scope=None):
                self.outcomes, self.cells, self.stages, self.won = [], [], {}, 0
        return None

    def _correct(self, before: Table, event: Corrected) -> Wrong | None:
        assert before.last is not None
        for one in event.reversed:
            if not _is_claim(one):
                self.settled.pop(one.wager, None)
        for stages in self.stages.values():
            if len(stages) > 1 and stages[-1][1] == len(self.outcomes):
                stages.pop()  # what the last outcome turned it into
        self.outcomes[-1] = event.outcome
        self.cells.pop()
        settled = [one for one in event.settlements if not _is_claim(one)]
        wrong = self._resettle(before.last.before, settled, event.turned or ())
        return wrong or self._claimed_again(before, settled)

    def _claimed_again(self, before: Table, settled: Sequence[Settlement]) -> Wrong | None:
        """Every claim since a corrected outcome, one after another, as the payout limit then was."""
        assert self.table is not None
        assert self.table.last is not None
        assert before.last is not None
        self.won = sum(max(0, one.paid - one.stake) for one in settled)
        at = before.last.before
        self.won_in_parts = {number: wager.won for number, wager in at.wagers.items()}
        for event in before.last.since:
            if isinstance(event, Claimed) and (number := event.settlement.wager) in at.wagers:
                self.ahead[number] = _ahead(at.wagers[number])
        for event in self.table.last.since:
            if isinstance(event, HouseChanged):
                at = replace(at, limits=event.apply(at).limits, payout=event.payout)
            wrong = self._claimed(at, event.settlement) if isinstance(event, Claimed) else None
            if wrong is not None:
                return wrong
        return None

    def _change(self, before: Table, event: Readjudged) -> Wrong | None:
        """Go back to a round, and look again at everything from its outcome on."""
        assert self.table is not None
        changed = self.table
        known = len(self.outcomes) - (before.round - event.round) - 1
        del self.outcomes[known:], self.cells[known:]
        kept = {number: [one for one in stages if one[1] <= known] for number, stages in self.stages.items()}
        self.stages = {number: stages for number, stages in kept.items() if stages}
        self.settled = {number: at for number, at in self.settled.items() if at <= known}
        wrong = None
        for place, (path, again) in enumerate(walk(changed, event.round)):
            if place == 0:
                self.won, self.won_in_parts = 0, {number: wager.won for number, wager in path.wagers.items()}
                self.ahead = {number: _ahead(wager) for number, wager in path.wagers.items()}
            self.table = followed(path, again)
            wrong = wrong or self._watch(path, again)
        self.table = changed
        return wrong

    def _claimed(self, table: Table, one: Settlement) -> Wrong | None:
        """An offer must have been open, and paid as posted."""
        wager = table.wagers[one.wager]
        offers = {offer.label: offer for offer in offered(table, wager, self.stages[one.wager][-1][1], self.cells)}
        if one.result not in offers:
            return Wrong("not-offered", {"offer": one.result, "wager": one.wager})
        terms, offer = table.bet_of(wager).terms, offers[one.result]
        earns = terms.envy_on_surrender and offer.kind == "surrender" and terms.envy is not None
        envy = terms.envy.net if earns and terms.envy is not None else Fraction(0)
        beside = wager.commission - (charged(table, terms, wager.stake - one.stake) if one.stake < wager.stake else 0)
        mates = [number for number in table.wagers if is_one_wager(table, number, one.wager)]
        won = sum(self.won_in_parts.get(mate, 0) for mate in mates) if table.payout == "wager" else self.won
        ahead = self.ahead.get(one.wager, NOT_AHEAD)
        full = due(table, one.stake, offer.pay.net, envy, ahead=ahead)
        if table.rounded:
            ways = (full.paid, 1 + offer.pay.net, ahead[0]), (full.envy, envy, ahead[1])
            self.ahead[one.wager] = tuple(paid - one.stake * rate + before for paid, rate, before in ways)  # type: ignore[assignment]
        right = claim_within_limit(table, full, one.stake, won)
        gained = max(0, one.paid - one.stake)
        self.won += gained
        self.won_in_parts[one.wager] = self.won_in_parts.get(one.wager, 0) + gained
        others = [mate for mate in mates if mate != one.wager]
        if one.stake == wager.stake and others:  # what it won counts toward the limit of those that stay
            self.won_in_parts[others[0]] = self.won_in_parts.get(others[0], 0) + self.won_in_parts.pop(one.wager)
        return _differs(one, replace(right, commission=max(beside, 0)))

    def _charged(self, number: int) -> Wrong | None:
        """The commission beside a stake is what the card asks for."""
        assert self.table is not None
        wager = self.table.wagers.get(number)
        right = 0 if wager is None else charged(self.table, self.table.bet_of(wager).terms, wager.stake)
        if wager is None or wager.commission == right:
            return None
        facts = {"wager": number, "field": "commission", "value": wager.commission, "expected": right}
        return Wrong("wrong-payment", facts)

    def _resettle(self, table: Table, settled: Sequence[Settlement], turned: Sequence[Turned]) -> Wrong | None:
        """The second settler must say the same of every wager, and no wager may settle twice."""
        stages = {
            number: Stage(wager, *self.stages[number][-1], ahead=self.ahead.get(number, NOT_AHEAD))
            for number, wager in table.wagers.items()
        }
        for given in self.outcomes[len(self.cells) :]:
            self.cells += history(table, [enter(table.game, given)], self.cells[-1:])[-1:]
        found = settle(table, stages, self.cells)
        expected = found.due
        strange = {number for number, stage in stages.items() if stage.name != stage.wager.wager}
        strange |= {number for number, _ in {(one.number, one.into) for one in turned} ^ set(found.turned.items())}
        if strange:
            return Wrong("settled-wrongly", {"wagers": sorted(strange)})
        for number, name in found.turned.items():
            self.stages[number].append((name, len(self.outcomes), 0))
        by_wager = {one.wager: one for one in settled}
        if len(by_wager) != len(settled) or set(by_wager) != set(expected):
            strays = sorted(set(by_wager) ^ set(expected)) or sorted(by_wager)
            return Wrong("settled-wrongly", {"wagers": strays})
        for number, one in by_wager.items():
            wager = table.wagers[number]
            if (one.seat, one.stake, one.toke) != (wager.seat, wager.stake, wager.toke):
                return Wrong("wrong-stake", {"wager": number, "seat": one.seat, "stake": one.stake})
            wrong = _differs(one, expected[number])
            if wrong is not None:
                return wrong
        if again := self.settled.keys() & by_wager.keys():
            return Wrong("settled-twice", {"wager": min(again)})
        self.settled |= dict.fromkeys(by_wager, len(self.outcomes))
        return None


def _ahead(wager: Wager) -> tuple[Fraction, Fraction]:
    return wager.ahead, wager.ahead_envy


def _is_claim(one: Settlement) -> bool:
    return one.kind in CLAIMS


def _divided(table: Table, event: BundleBet) -> Wrong | None:
    """What is wrong with how a bundle was divided among its bets."""
    shares = table.offerings[event.card].bets[event.wager].terms.bundle
    total = sum(share.units for share in shares)
    right = [(share.bet, Fraction(event.amount * share.units, total)) for share in shares]
    divided = [(one.wager, Fraction(one.amount)) for one in event.parts]
    return None if divided == right else Wrong("settled-wrongly", {"wagers": [one.number for one in event.parts]})


def _differs(one: Settlement, expected: Due) -> Wrong | None:
    """What a settlement says against what the second settler says."""
    for name, value, right in (
        ("paid", one.paid, expected.paid),
        ("envy", one.envy, expected.envy),
        ("breakage", one.breakage, expected.breakage),
        ("commission", one.commission, expected.commission),
    ):
        if value != right:
            return Wrong("wrong-payment", {"wager": one.wager, "field": name, "value": value, "expected": right})
    return None


def _compared(
    table: Table | None, event: TableEvent, text: str | None
) -> tuple[Wrong | None, TableEvent | None, bool]:  # fmt: skip
    """What does not follow from the command that an event follows from, the event that does, and if to the letter."""
    if isinstance(event, Opened | CardsChanged):
        changed = [card.sha256[:12] for card in event.cards if card_from_text(card.text).sha256 != card.sha256]
        return (Wrong("card-hash", {"card": changed[0]}) if changed else _wrong_house(event)), None, False
    assert table is not None
    command = event.as_command()
    if command is None:
        moves = isinstance(event, Frozen) and bool(event.postings)  # frozen by the server, on a broken invariant
        return (Wrong("freeze-moves-money") if moves else None), None, False
    try:
        expected = command.decide(table)
    except Refusal as refusal:
        return Wrong("refused", {"kind": event.kind, "refusal": refusal.sentence}), None, False
    if text is not None and canonical(event_to_json(expected)) == text:
        return None, expected, True
    return _difference(expected, event), expected, False


def _wrong_house(event: Opened | CardsChanged) -> Wrong | None:
    """What is not as the house rules have it that an event cites."""
    if not isinstance(event, Opened | HouseChanged) or event.house is None:
        return None
    house = event.house
    rules = read_rules(house.text, {card.card.id: card.text for card in event.cards}, is_guarded=False)
    offered = offerings_by(rules)
    is_right = (
        house == house_of(rules, house.version)
        and offered == event.cards
        and limits_by(rules) == event.limits
        and payout_scope(rules) == event.payout
    )
    return None if is_right else Wrong("house-rules", {"house": house.id})


def _difference(expected: TableEvent, event: TableEvent) -> Wrong | None:
    """The first posting or fact in which an event is not what was expected."""
    due_, posted = dict(expected.postings), dict(event.postings)
    if due_ != posted:
        account = next(name for name in (*due_, *posted) if due_.get(name, 0) != posted.get(name, 0))
        facts = {"account": account, "posted": posted.get(account, 0), "expected": due_.get(account, 0)}
        return Wrong("posting", facts)
    right, stored = event_data(expected, event.format), event_data(event, event.format)
    if canonical(right) != canonical(stored):
        name = next(name for name in sorted({*right, *stored}) if right.get(name) != stored.get(name))
        return Wrong("fact", {"field": name, "kind": event.kind})
    return None
