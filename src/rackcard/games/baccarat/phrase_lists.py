"""Lists in the phrases of a baccarat card: "8 or 9 in 2 cards", "K and Q suited", "6 to 9 but not 7".

The grammar reads a list item by item, as it reads events that are joined. Here the items are given back to the phrase
they belong to: the one before them, or the one they begin ("8 or 9 beats 6 or 7", "4 or 5 cards are dealt").
"""

from dataclasses import dataclass, replace
from typing import Literal

from lark import Token

from rackcard.games.algebra import negated
from rackcard.games.baccarat import rules
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.games.baccarat.rules import NATURAL, Held, Holding, StartHolding, Who
from rackcard.games.game import Event, Game
from rackcard.games.phrases import Numbers, PhraseError, bad, listed_numbers

_TOTALS = tuple(range(10))
_POINTS = tuple(range(1, 10))
_SUMS = tuple(range(19))
_DEALT = (4, 5, 6)


@dataclass(frozen=True)
class HandSubject:
    """The hand or hands that a phrase speaks of."""

    who: Who
    is_negated: bool
    column: int

    def event(self, game: Game, event: Event) -> Event:
        """The event, or every hand that is not it."""
        return negated(game, event, f"not {event.words}") if self.is_negated else event


@dataclass(frozen=True)
class Item:
    """One item of a list."""

    kind: Literal["number", "cards", "points", "ranks", "natural", "pair", "suited cards"]
    numbers: Numbers | None = None
    ranks: tuple[Token, ...] = ()
    cards: int | None = None
    """How many cards a total must have."""
    is_suited: bool = False

    @property
    def column(self) -> int:
        tokens = self.numbers.tokens if self.numbers else self.ranks
        return (tokens[0].column or 1) - 1 if tokens else 0

    def fault(self, code: str, **facts: object) -> PhraseError:
        return PhraseError(self.column, code, **facts)


@dataclass(frozen=True)
class Listing:
    """A phrase with a list that the following items may go on with; some begin with a list too."""

    kind: Literal["wins", "won-by", "has", "tie", "beats", "cards-dealt", "totals-make", "starts", "draws"]
    subject: HandSubject | None
    before: tuple[Item, ...] = ()
    after: tuple[Item, ...] = ()
    joins: tuple[str, ...] = ()
    """The words between the items after it."""
    is_negated: bool = False
    """Whether every hand that is not so is meant, where no hand is the subject."""


def spread_lists(game: Game, operands: list[object], joins: list[str]) -> tuple[list[Event], list[str]]:
    """Whole events and the words between them, every item given to the phrase that it belongs to."""
    events: list[Event] = []
    between: list[str] = []
    lists: list[tuple[str, ...]] = []
    place = 0
    while place < len(operands):
        if events:
            between.append(joins[place - 1])
        place, listing = _collected(operands, joins, place)
        lists.append(() if isinstance(listing, Event) else listing.joins)
        events.append(listing if isinstance(listing, Event) else meant(game, listing))
    for at, inside in enumerate(lists):
        if "but not" in inside and (set(between[:at]) - {"and"} or set(between[at : at + 1]) - {"but not"}):
            raise PhraseError(0, "unclear-join", join="but not")  # does it leave out of the list, or of all?
    return events, between


def _collected(operands: list[object], joins: list[str], place: int) -> tuple[int, Event | Listing]:
    """The phrase that begins at a place, with its items, and the place after them."""
    first: list[Item] = []
    while isinstance(operand := operands[place], Item):
        first.append(operand)
        place += 1
        if place == len(operands) or joins[place - 1] != "or":
            raise first[0].fault("item-alone")
    if isinstance(operand, Event):
        if first:
            raise first[0].fault("item-alone")
        return place + 1, operand
    assert isinstance(operand, Listing)
    if first and not operand.before:
        raise first[0].fault("item-alone")
    items, words = list(operand.after), list(operand.joins)
    place += 1
    while place < len(operands) and items and isinstance(item := operands[place], Item):
        if _begins_the_next(operands, joins, place, begins_with_ranks=operand.kind in ("starts", "has")):
            break
        items.append(item)
        words.append(joins[place - 1])
        place += 1
    return place, replace(operand, before=(*first, *operand.before), after=tuple(items), joins=tuple(words))


def _begins_the_next(operands: list[object], joins: list[str], place: int, *, begins_with_ranks: bool) -> bool:
    """Whether an item is of the list that the phrase after it begins with, as in "and 5 or 6 cards are dealt".

    After "or" and "but not", and after "and" between ranks, it may be of the phrase before as well; then the card has
    to say it another way.
    """
    end = place
    while end + 1 < len(operands) and isinstance(operands[end], Item) and joins[end] == "or":
        end += 1
    last = operands[end]
    if end == place or not isinstance(last, Listing) or not last.before:
        return False
    if joins[place - 1] == "and" and not begins_with_ranks:
        return True
    items = [item for item in operands[place:end] if isinstance(item, Item)]
    unclear = next((item for item in items if last.kind != "cards-dealt" or _may_be_dealt(item)), None)
    if unclear is not None:
        raise unclear.fault("whose-item", item=_said(unclear))
    return False


def _may_be_dealt(item: Item) -> bool:
    """Whether an item may be how many cards are dealt."""
    return item.kind == "number" and item.numbers is not None and bool(set(item.numbers.within(_DEALT)) & set(_DEALT))


def without_of(joins: tuple[str, ...], count: int) -> list[bool]:
    """Of each item whether it is left out: from the first "but not" on all are, for it binds least."""
    words = ("or", *joins)[:count] if joins else ("or",) * count
    return ["but not" in words[: place + 1] for place in range(count)]


def meant(game: Game, listing: Listing) -> Event:
    """The event that a phrase with its lists means."""
    if listing.is_negated:
        event = meant(game, replace(listing, is_negated=False))
        return negated(game, event, f"not {event.words}")
    subject, items = listing.subject, listing.after
    match listing.kind:
        case "beats":
            return _beats(_holding(listing.before), _holding(items, listing.joins))
        case "tie":
            return rules.tie(_holding(items, listing.joins))
        case "cards-dealt":
            return rules.cards_dealt(_numbers(listing.before, ("number",), _DEALT, "cards-dealt"))
        case "totals-make":
            return rules.totals_make(_numbers(items, ("number",), _SUMS, "totals-sum", listing.joins))
        case _:
            pass
    assert subject is not None
    match listing.kind:
        case "wins":
            event = rules.wins(subject.who, _holding(items, listing.joins))
        case "won-by":
            points = _numbers(items, ("number", "points"), _POINTS, "hand-margin", listing.joins)
            event = rules.won_by(subject.who, points)
        case "has":
            event = _has(subject.who, listing)
        case "draws":
            event = rules.draws(subject.who, _drawn(listing))
        case "starts":
            event = _starts(subject.who, listing)
    return subject.event(game, event)


def _has(who: Who, listing: Listing) -> Event:
    """A holding, or a pair, which means the first two cards."""
    if all(item.kind == "pair" for item in listing.after):
        return _starts(who, listing)
    return rules.has(who, _holding(listing.after, listing.joins))


def _beats(winner: Holding, loser: Holding) -> Event:
    if winner.highest <= loser.lowest:
        raise PhraseError(0, "never-beats", winner=winner, loser=loser)
    return rules.beats(winner, loser)


# ---- totals and numbers ------------------------------------------------------------------------------


def _holding(items: tuple[Item, ...], joins: tuple[str, ...] = ()) -> Holding:
    """Totals and numbers of cards; how many cards a total must have holds for the whole list before it."""
    parts: list[Held] = []
    without: list[Held] = []
    cards: int | None = None
    left_out = without_of(joins, len(items))
    _verify_cards(items, left_out)
    for place in reversed(range(len(items))):
        item = items[place]
        join = joins[place - 1] if 0 < place <= len(joins) else "or"
        if join == "and":
            raise item.fault("and-between-totals")
        match item.kind:
            case "number" if not item.is_suited:
                assert item.numbers is not None
                cards = item.cards if item.cards is not None else cards
                found = Held(listed_numbers((item.numbers,), _TOTALS, "hand-total"), cards)
            case "cards":
                assert item.numbers is not None
                found = Held(_TOTALS, _one_of_cards(item.numbers))
            case "natural":
                found = NATURAL
            case _:
                code = "not-a-holding.pair" if item.kind == "pair" else "not-a-holding"
                raise item.fault(code, item=_said(item))
        if item.kind != "number":
            cards = None
        (without if left_out[place] else parts).insert(0, found)
    return Holding(_merged(parts) if not without else _less(parts, without))


def _verify_cards(items: tuple[Item, ...], left_out: list[bool]) -> None:
    """Refuse a number of cards that may hold for what comes before it too, or may not.

    "1 to 9 but not 7 in 3 cards" may speak of three cards throughout; "2 or 3 cards" may be a total and cards.
    """
    kept = [item for item, is_out in zip(items, left_out, strict=True) if not is_out]
    for item in items[len(kept) :]:
        if item.cards is not None and kept[-1].kind == "number" and kept[-1].cards is None:
            raise item.fault("whose-cards", item=_said(item))
    for before, item, was_out, is_out in zip(items, items[1:], left_out, left_out[1:], strict=False):
        if item.kind == "cards" and before.kind == "number" and is_out == was_out:
            assert before.numbers is not None
            if before.cards is not None or set(before.numbers.within(_TOTALS)) <= {2, 3}:
                raise item.fault("whose-cards", item=_said(item))


def _one_of_cards(numbers: Numbers) -> int | None:
    held = listed_numbers((numbers,), (2, 3), "hand-cards")
    return held[0] if len(held) == 1 else None


def _merged(parts: list[Held]) -> tuple[Held, ...]:
    """Totals with the same number of cards as one part, in order; a total twice is refused."""
    found: dict[int | None, list[int]] = {}
    kept: list[Held] = []
    for part in parts:
        if part == NATURAL or len(part.totals) == len(_TOTALS):
            kept.append(part)
            continue
        totals = found.setdefault(part.cards, [])
        again = [total for total in part.totals if total in totals]
        if again:
            raise PhraseError(0, "duplicate-number", number=again[0])
        totals.extend(part.totals)
    return (*(Held(tuple(sorted(totals)), cards) for cards, totals in found.items()), *kept)


def _less(parts: list[Held], without: list[Held]) -> tuple[Held, ...]:
    """What some holdings leave of others, as totals by number of cards."""
    some, others = Holding(tuple(parts)), Holding(tuple(without))
    left = {
        cards: tuple(total for total in _TOTALS if some.fits(total, cards) and not others.fits(total, cards))
        for cards in (2, 3)
    }
    if not any(left.values()):
        raise PhraseError(0, "nothing-left", items=str(some), without=str(others))
    if left[2] == left[3]:
        return (Held(left[2]),)
    return tuple(Held(totals, cards) for cards, totals in left.items() if totals)


def _numbers(
    items: tuple[Item, ...], kinds: tuple[str, ...], allowed: tuple[int, ...], code: str, joins: tuple[str, ...] = ()
) -> tuple[int, ...]:
    """The numbers of a list, in order."""
    some: list[Numbers] = []
    without: list[Numbers] = []
    words = ("or", *joins) if joins else ("or",) * len(items)
    for item, join, is_out in zip(items, words, without_of(joins, len(items)), strict=True):
        if item.kind not in kinds or item.numbers is None or item.cards is not None or item.is_suited:
            raise item.fault("not-a-number", item=_said(item))
        if join == "and":
            raise item.fault("and-between-totals")
        (without if is_out else some).append(item.numbers)
    left = set(listed_numbers(some, allowed, code)) - set(listed_numbers(without, allowed, code))
    if not left:
        raise items[0].fault("nothing-left", items=_said(items[0]), without=_said(items[-1]))
    return tuple(sorted(left))


# ---- ranks -------------------------------------------------------------------------------------------


def _rank(token: Token) -> int:
    if token not in RANKS:
        raise bad(token, "unknown-rank", rank=token, ranks=" ".join(RANKS))
    return RANKS.index(token)


def _ranks(item: Item) -> tuple[int, ...]:
    """The ranks that an item names, from one to another in the order of the deck."""
    tokens = item.numbers.tokens if item.numbers is not None else item.ranks
    if item.kind not in ("number", "ranks") or item.cards is not None or (item.numbers and item.numbers.is_open):
        raise item.fault("not-a-rank", item=_said(item), ranks=" ".join(RANKS))
    low, high = _rank(tokens[0]), _rank(tokens[-1])
    if low > high:
        raise item.fault("empty-range", low=tokens[0], high=tokens[-1])
    return tuple(range(low, high + 1))


def _drawn(listing: Listing) -> tuple[int, ...]:
    """The ranks of a third card, in order."""
    found: set[int] = set()
    left_out = without_of(listing.joins, len(listing.after))
    for item, join, is_out in zip(listing.after, ("or", *listing.joins), left_out, strict=True):
        if join == "and" or item.is_suited:
            raise item.fault("and-between-ranks")
        ranks = set(_ranks(item))
        found = found - ranks if is_out else found | ranks
    if not found:
        raise listing.after[0].fault("nothing-left", items=_said(listing.after[0]), without=_said(listing.after[-1]))
    return tuple(sorted(found))


def _starts(who: Who, listing: Listing) -> Event:
    """What the first two cards are: each item, or two items joined by "and", which are two ranks."""
    parts: list[StartHolding] = []
    without: list[StartHolding] = []
    totals: list[int] = []
    items = list(listing.after)
    joins = ["or", *listing.joins, "or"]
    left_out = without_of(listing.joins, len(items))
    place = 0
    while place < len(items):
        item, excluded = items[place], left_out[place]
        if joins[place + 1] == "and":
            part = _two_ranks(item, items[place + 1])
            if part.suited and any(one.kind == "ranks" and not one.suited for one in parts):
                raise item.fault("whose-suit")
            place += 1
        else:
            part = _start(item)
        place += 1
        if part.kind == "totals" and not excluded:
            totals += part.numbers
        else:
            (without if excluded else parts).append(part)
    if totals:
        parts.append(StartHolding("totals", tuple(sorted(set(totals)))))
    event = rules.pair(who) if parts == [StartHolding("pair")] and not without else rules.starts(who, tuple(parts))
    return event if not without else rules.starts(who, tuple(parts), tuple(without))


def _start(item: Item) -> StartHolding:
    match item.kind:
        case "pair":
            return StartHolding("pair", (), item.is_suited)
        case "suited cards":
            return StartHolding("cards", (), True)
        case "natural":
            return StartHolding("totals", NATURAL.totals)
        case "number" if item.cards is None and item.numbers is not None and not item.is_suited:
            return StartHolding("totals", listed_numbers((item.numbers,), _TOTALS, "hand-total"))
        case "ranks" | "number":
            raise item.fault("one-rank", item=_said(item))
        case _:
            raise item.fault("not-a-start", item=_said(item))


def _two_ranks(one: Item, other: Item) -> StartHolding:
    ranks = [_ranks(item) for item in (one, other)]
    if any(len(some) > 1 for some in ranks):
        raise one.fault("one-rank", item=_said(one))
    if ranks[0] == ranks[1]:
        return StartHolding("ranks", (ranks[0][0], ranks[0][0]), other.is_suited)
    return StartHolding("ranks", (ranks[0][0], ranks[1][0]), other.is_suited)


def _said(item: Item) -> str:
    """An item as the card writes it."""
    if item.kind in ("pair", "natural", "suited cards"):
        return {"pair": "a suited pair" if item.is_suited else "a pair", "natural": "a natural"}.get(
            item.kind, "two suited cards"
        )
    tokens = item.numbers.tokens if item.numbers else item.ranks
    words = " to ".join(map(str, tokens)) + (" or more" if item.numbers and item.numbers.is_open else "")
    words += f" in {item.cards} cards" if item.cards is not None else ""
    return words + {"cards": " cards", "points": " points"}.get(item.kind, "")
