"""What one hand of baccarat does, in a card's own words: part of the text witness.

A hand is the player's and the banker's cards in the order dealt, such as ``(("9h", "Ks"), ("3d", "4c"))``; suits may
be left out where no phrase asks for them. It imports nothing of the package. Every phrase becomes a test of the cards.
"""

import re
from collections.abc import Callable, Sequence

Cards = Sequence[str]
Hands = Sequence[Cards]
Asked = Callable[[Cards], bool]
HandTest = Callable[[Hands], bool]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
COLORS = {"red": "hd", "black": "sc"}


def rank(card: str) -> str:
    """The rank of a card."""
    return card.rstrip("shdc")


def suit(card: str) -> str:
    """The suit of a card, by its letter."""
    return card[len(rank(card)) :]


def total(cards: Cards) -> int:
    """What a hand counts: an ace 1, tens and court cards 0, tens of the sum left out."""
    return sum({"A": 1}.get(rank(card), 0) if not rank(card).isdigit() else int(rank(card)) for card in cards) % 10


# ---- patterns ------------------------------------------------------------------------------------------

_WORD = "(?:" + "|".join(f"{word}s?" for word in WORDS if word != "six") + "|six|sixes)"
_SUIT = "(?:spades?|hearts?|diamonds?|clubs?)"
_NOT_A_LIST = (
    r"(?! beats| cards| in [23] cards beats"
    rf"|(?: to [0-9]+| or more)? (?:suited )?{_WORD}(?: of {_SUIT})? (?:in the|dealt))"
)
"""A number that begins another phrase is not an item of the list before it."""
_NUMBER = "(?:[0-9]+ to [0-9]+|[0-9]+ or more|[0-9]+(?! to [0-9]| or more))(?![0-9])"
_ITEM = rf"(?:a natural(?: in 2 cards)?|{_NUMBER} in [23] cards|[23] cards(?! are)|{_NUMBER}(?! in [23] cards| cards))"
_HELD = f"{_ITEM}{_NOT_A_LIST}"
_HOLDING = f"{_HELD}(?: (?:or|but not) {_HELD})*"
_FACE = "(?:10|[2-9]|[AJQK])(?![0-9a-z])"
_BOTH = f"{_FACE} and {_FACE}(?: suited)?{_NOT_A_LIST}"
_TOTAL = f"{_NUMBER}(?! and {_FACE}{_NOT_A_LIST}| in [23] cards){_NOT_A_LIST}"
_BEGUN = f"(?:a pair|a suited pair|two suited cards|a natural{_NOT_A_LIST}|{_BOTH}|{_TOTAL})"
_START = f"{_BEGUN}(?: (?:or|but not) {_BEGUN})*"
_DRAWN = f"(?:{_FACE} to {_FACE}|{_FACE})(?! or more){_NOT_A_LIST}"
_DRAWS = f"{_DRAWN}(?: (?:or|but not) {_DRAWN})*"
_WHO = "(?:player|banker|one hand|either hand|a hand|both hands)"
_SUBJECT = f"({_WHO})( does not| do not)?"
_WHERE = "(in the first 4 cards|dealt)"
_POINTS = f"{_NUMBER}{_NOT_A_LIST}(?: points?)?"

PATTERNS = [
    re.compile(pattern + "(?![a-z0-9-])")
    for pattern in (
        f"{_SUBJECT} wins?", f"{_SUBJECT} wins? with ({_HOLDING})",
        f"{_SUBJECT} wins? by ({_POINTS}(?: (?:or|but not) {_POINTS})*)", f"{_SUBJECT} (?:has|have) ({_HOLDING})",
        f"{_SUBJECT} (?:has|have) (three of a kind)", "both hands (?:do not )?(?:have|start with) the same pair",
        f"{_SUBJECT} (?:has|have|starts? with) ({_START})", f"{_SUBJECT} draws? ({_DRAWS})",
        "tie", f"tie with ({_HOLDING})", "not tie",
        f"{_ITEM}(?: or {_ITEM})* beats ({_HOLDING})",
        f"every (?:(?:player|banker) )?card is (?:red|black|a {_SUIT})",
        f"{_NUMBER}(?: or {_NUMBER})* cards are (?:not )?dealt",
        f"the totals (?:do not )?make {_NUMBER}{_NOT_A_LIST}(?: (?:or|but not) {_NUMBER}{_NOT_A_LIST})*",
        f"{_NUMBER} (?:suited )?{_WORD}(?: of {_SUIT})? {_WHERE}",
        f"an? (?:{_FACE}|{_WORD})(?: of {_SUIT})? {_WHERE}",
    )
]  # fmt: skip


# ---- what the words mean -------------------------------------------------------------------------------


def hand_event(words: str) -> HandTest:
    """The test that a phrase is."""
    if match := re.fullmatch("not (tie)", words):
        return lambda hands: total(hands[0]) != total(hands[1])
    if match := re.fullmatch("tie(?: with (.+))?", words):
        held = holding(match[1]) if match[1] else lambda cards: True
        return lambda hands: total(hands[0]) == total(hands[1]) and all(map(held, hands))
    if match := re.fullmatch("(.+) beats (.+)", words):
        more, less = holding(match[1]), holding(match[2])
        return lambda hands: any(
            total(one) > total(other) and more(one) and less(other) for one, other in (hands, hands[::-1])
        )
    if match := re.fullmatch("both hands (do not )?(?:have|start with) the same pair", words):
        same = match[1] is None
        return lambda hands: (len({rank(card) for cards in hands for card in cards[:2]}) == 1) == same
    if match := re.fullmatch("every (?:(player|banker) )?card is (?:a )?([a-z]+)", words):
        suits = COLORS.get(match[2], match[2][0])
        part = {"player": slice(0, 1), "banker": slice(1, 2), None: slice(0, 2)}[match[1]]
        return lambda hands: all(suit(card) in suits for cards in hands[part] for card in cards)
    if match := re.fullmatch("(.+) cards are (not )?dealt", words):
        numbers, is_there = listed(match[1], 6), match[2] is None
        return lambda hands: (len(hands[0]) + len(hands[1]) in numbers) == is_there
    if match := re.fullmatch("the totals (do not )?make (.+)", words):
        sums, make = listed(match[2], 18), match[1] is None
        return lambda hands: (total(hands[0]) + total(hands[1]) in sums) == make
    if match := re.fullmatch(rf"([0-9]+)(?: to ([0-9]+)| or more)? (?!cards).+ {_WHERE}|an? .+ {_WHERE}", words):
        wanted, most = int(match[1] or 1), int(match[2] or 6)
        count = counted_cards(words)
        return lambda hands: wanted <= count(hands) <= most
    return _of_subject(words)


def _of_subject(words: str) -> HandTest:
    """What a hand, one hand, either or both of them do, or one does not."""
    match = re.fullmatch(f"{_SUBJECT} (.+)", words)
    assert match, words
    who, denied, what = match[1], match[2] is not None, match[3]
    if won := re.fullmatch("wins?(?: with (.+)| by (.+?)(?: points?)?)?", what):
        held = holding(won[1]) if won[1] else lambda cards: True
        points = listed(won[2], 9) if won[2] else set(range(1, 10))

        def does(hands: Hands, side: int) -> bool:
            lead = total(hands[side]) - total(hands[1 - side])
            return lead > 0 and lead in points and held(hands[side])
    else:
        asked = _asked(what)

        def does(hands: Hands, side: int) -> bool:
            return asked(hands[side])

    needed = {"player": (1,), "banker": (1,), "one hand": (1,), "either hand": (1, 2), "a hand": (1, 2)}
    sides = {"player": (0,), "banker": (1,)}.get(who, (0, 1))
    wanted = needed.get(who, (2,))
    return lambda hands: (sum(does(hands, side) for side in sides) in wanted) != denied


def _asked(what: str) -> Asked:
    """What is asked of the cards of one hand."""
    if re.fullmatch("(has|have) three of a kind", what):
        return lambda cards: len(cards) == 3 and len(set(map(rank, cards))) == 1
    if match := re.fullmatch("draws? (.+)", what):
        ranks = _drawn(match[1])
        return lambda cards: len(cards) == 3 and rank(cards[2]) in ranks
    match = re.fullmatch("(has|have|starts? with) (.+)", what)
    assert match, what
    if match[1].startswith("start") or "pair" in match[2]:
        return start(match[2])
    return holding(match[2])


def _parts(words: str) -> list[tuple[str, str]]:
    """The items of a list, each with the word before it; "or" after "but not" goes on with what is left out."""
    wanted, *others = [re.split(" or(?! more) ", part) for part in words.split(" but not ")]
    return [("or", item) for item in wanted] + [("but not", item) for part in others for item in part]


def listed(words: str, highest: int) -> set[int]:
    """The numbers of a list."""
    found: set[int] = set()
    for join, item in _parts(words):
        ends = [int(number) for number in re.findall("[0-9]+", item)]
        numbers = set(range(ends[0], highest + 1 if "more" in item else ends[-1] + 1))
        found = found - numbers if join == "but not" else found | numbers
    return found


def holding(words: str) -> Asked:
    """Totals, perhaps in so many cards, which belongs to the whole list before it; a natural; or a number of cards."""
    kept: set[tuple[int, int]] = set()
    removed: set[tuple[int, int]] = set()
    cards: list[int] | None = None
    for join, item in reversed(_parts(words)):
        if item.startswith("a natural"):
            found, cards = {(8, 2), (9, 2)}, [2] if item.endswith("cards") else None
        elif match := re.fullmatch("([23]) cards", item):
            found, cards = {(any_total, int(match[1])) for any_total in range(10)}, None
        else:
            numbers, _, many = item.partition(" in ")
            cards = [int(many[0])] if many else cards
            found = {(number, size) for number in listed(numbers, 9) for size in cards or (2, 3)}
        (removed if join == "but not" else kept).update(found)
    return lambda hand: (total(hand), len(hand)) in kept - removed


def start(words: str) -> Asked:
    """What the first two cards are."""
    tests = [(join, _begun(item)) for join, item in _parts(words)]

    def test(cards: Cards) -> bool:
        wanted = any(begun(cards[0], cards[1]) for join, begun in tests if join == "or")
        return wanted and not any(begun(cards[0], cards[1]) for join, begun in tests if join == "but not")

    return test


def _begun(item: str) -> Callable[[str, str], bool]:
    if match := re.fullmatch(f"({_FACE}) and ({_FACE})( suited)?", item):
        ranks, suited = sorted((match[1], match[2])), match[3] is not None
        return lambda one, other: sorted((rank(one), rank(other))) == ranks and (not suited or suit(one) == suit(other))
    plain: dict[str, Callable[[str, str], bool]] = {
        "a pair": lambda one, other: rank(one) == rank(other),
        "a suited pair": lambda one, other: one == other,
        "two suited cards": lambda one, other: suit(one) == suit(other),
        "a natural": lambda one, other: total((one, other)) in (8, 9),
    }
    if item in plain:
        return plain[item]
    numbers = listed(item, 9)
    return lambda one, other: total((one, other)) in numbers


def _drawn(words: str) -> set[str]:
    """The ranks of a third card."""
    found: set[str] = set()
    for join, item in _parts(words):
        low, _, high = item.partition(" to ")
        ranks = set(RANKS[RANKS.index(low) : RANKS.index(high or low) + 1])
        found = found - ranks if join == "but not" else found | ranks
    return found


def counted_cards(words: str) -> Callable[[Hands], int]:
    """How many cards of a kind there are, as in "suited nines in the first 4 cards" and "a 9 of diamonds dealt"."""
    match = re.fullmatch(
        rf"(?:[0-9]+(?: to [0-9]+| or more)? |an? )?(suited )?(\w+?)(?: of ({_SUIT}))? {_WHERE}", words
    )
    assert match, words
    suited, name, letter, first = match[1] is not None, match[2], (match[3] or " ")[0], match[4] != "dealt"
    word = "six" if name == "sixes" else name if name in WORDS else name.removesuffix("s")
    wanted = name if name in RANKS else RANKS[WORDS.index(word)]

    def count(hands: Hands) -> int:
        cards = [card for hand in hands for card in (hand[:2] if first else hand) if rank(card) == wanted]
        if suited:
            return max((sum(suit(card) == one for card in cards) for one in "shdc"), default=0)
        return sum(letter in (" ", suit(card)) for card in cards)

    return count
