"""How the events of baccarat are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence
from dataclasses import replace

from rackcard.games.baccarat.dealing import Deal, Hand
from rackcard.games.baccarat.playing_cards import RANK_WORDS, RANKS, SUIT_WORDS
from rackcard.games.baccarat.rules import NATURAL, Counting, Held, Holding, StartHolding, Who, in_rows
from rackcard.games.event_wording import EventWording
from rackcard.games.glyphs import Glyph, tiles
from rackcard.games.meaning import Meaning
from rackcard.games.primer import Primer
from rackcard.number import article, listed, plural, repeated, spelled

SUBJECTS: dict[Who, tuple[str, str]] = {
    "player": ("Player", "the Player hand"),
    "banker": ("Banker", "the Banker hand"),
    "one hand": ("exactly one hand", "exactly one of the two hands"),
    "either hand": ("either hand", "at least one of the two hands"),
    "both hands": ("both hands", "the Player hand and the Banker hand both"),
}
"""The hands that an event speaks of: on the felt, and in a clause."""
RACK_SUBJECTS: dict[Who, str] = {
    "player": "The Player",
    "banker": "The Banker",
    "one hand": "Exactly one hand",
    "either hand": "Either hand",
    "both hands": "Both hands",
}
PAIRED: dict[Who, tuple[str, str]] = {
    "player": ("in the Player hand", "the first two cards of the Player hand are"),
    "banker": ("in the Banker hand", "the first two cards of the Banker hand are"),
    "one hand": ("in exactly one hand", "the first two cards of exactly one hand are"),
    "either hand": ("in either hand", "the first two cards of at least one hand are"),
    "both hands": ("in each hand", "the first two cards of each hand are"),
}
"""Whose first two cards an event speaks of: on the felt, and as the beginning of a clause."""
SUITS = {
    frozenset((1, 2)): ("red", "red"),
    frozenset((0, 3)): ("black", "black"),
    **{frozenset((suit,)): (f"{word}s", f"a {word}") for suit, word in enumerate(SUIT_WORDS)},
}
"""Suits that every card may be of: in the plural and in the singular."""

HELD_PAIRS = {
    "none": "",
    "player": ", the player has a pair",
    "banker": ", the banker has a pair",
    "both": ", both have a pair",
    "same": ", both have the same pair",
}


PRIMER = Primer(
    steps=(
        ("Two hands are dealt,", "Player and Banker. Bet on either, or on a tie. The hand nearer 9 wins."),
        ("Count the cards.", "Aces count 1, tens and face cards 0, all others what they show. Only the last digit of "
         "a total counts: 7 and 8 make 5."),
        ("An 8 or 9 in two cards is a natural:", "both hands stand."),
        ("Otherwise Player draws", "on 0 to 5 and stands on 6 or 7. Banker then draws by the table below."),
    ),
    title="How a hand is drawn",
    text="Aces count 1; tens and face cards count 0; only the last digit of a total counts. On a two-card 8 or 9 both "
    "hands stand. Otherwise Player draws on 0 to 5 and stands on 6 or 7. Banker then draws:",
    columns=("Banker has", "0–2", "3", "4", "5", "6", "7"),
    rows=(
        ("Player's third card", "any", "not 8", "2–7", "4–7", "6–7", "stands"),
        ("Player stood", "draws", "draws", "draws", "draws", "stands", "stands"),
    ),
    no_line_bet="no Player or Banker bet needed",
)  # fmt: skip


def hand_label(hand: Hand) -> str:
    """A class of hands by its totals, cards and pairs, or a deal by its cards.

    >>> hand_label(Hand(7, 2, 9, 3, "both"))
    'player 7 in 2, banker 9 in 3, both have a pair'
    """
    if isinstance(hand, Deal):
        return f"player {' '.join(map(str, hand.player_hand))}, banker {' '.join(map(str, hand.banker_hand))}"
    totals = f"player {hand.player} in {hand.player_cards}, banker {hand.banker} in {hand.banker_cards}"
    return f"{totals}{HELD_PAIRS[hand.pairs]}"


def called(hand: Hand) -> str:
    """What the dealer calls for a hand.

    >>> called(Hand(6, 2, 7, 3, "no")), called(Hand(8, 2, 8, 2, "no"))
    ('Banker wins, 7 to 6.', 'Tie, 8 to 8.')
    """
    if hand.winner == "tie":
        return f"Tie, {hand.player} to {hand.banker}."
    totals = sorted((hand.player, hand.banker), reverse=True)
    return f"{hand.winner.capitalize()} wins, {totals[0]} to {totals[1]}."


def _is_row(numbers: Sequence[int]) -> bool:
    return len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1))


def _has_row(numbers: Sequence[int]) -> bool:
    """Whether some of the numbers are said by the ends of their row."""
    return len(in_rows(numbers)) < len(numbers)


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers in a sentence, those in a row by their ends.

    >>> _numbers((1, 2, 3, 15, 17))
    '1 to 3, 15 or 17'
    """
    return listed(in_rows(numbers), "or")


def _held(holding: Holding) -> str:
    """A holding as players call it.

    >>> _held(Holding.of(7, 3)), _held(Holding.of(8)), _held(Holding((NATURAL,)))
    ('a three-card 7', 'an 8', 'a natural')
    """

    def one(part: Held) -> str:
        if part == NATURAL:
            return "a natural"
        if len(part.totals) == 10:
            return f"{spelled(part.cards or 0)} cards"
        numbers = _numbers(part.totals)
        if part.cards:
            return f"a {spelled(part.cards)}-card {numbers}"
        return f"a total of {numbers}" if _has_row(part.totals) else _with_article(part.totals[0], numbers)

    return listed(map(one, holding.parts), "or")


def _with_article(first: int, numbers: str) -> str:
    """A list of numbers after the article of its first."""
    return article(first).removesuffix(str(first)) + numbers


def _total(holding: Holding) -> str:
    """A holding as rules of play write it."""

    def one(part: Held) -> str:
        cards = "" if part.cards is None else f" comprised of {spelled(part.cards)} cards"
        if len(part.totals) == 10:
            return f"{spelled(part.cards or 0)} cards"
        row = f"{spelled(part.totals[0])} to {spelled(part.totals[-1])}"
        total = f"a total of {row if _is_row(part.totals) else listed(map(spelled, part.totals), 'or')}{cards}"
        return f"a natural, {total}" if part == NATURAL else total

    return listed(map(one, holding.parts), "or")


def _verb(who: Who, verb: str) -> str:
    return verb if who != "both hands" else {"has": "have"}.get(verb, verb.removesuffix("s"))


def _start(part: StartHolding) -> str:
    """What the first two cards are."""
    match part.kind:
        case "pair":
            return "a suited pair" if part.suited else "a pair"
        case "ranks":
            first, second = map(_rank, part.numbers)
            return f"{first} and {second}{' of the same suit' if part.suited else ''}"
        case "totals":
            return f"a total of {_numbers(part.numbers)}"
        case "cards":
            return "two cards of the same suit"


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def _started(parts: tuple[StartHolding, ...], without: tuple[StartHolding, ...]) -> str:
    but_not = f", but not {listed(map(_start, without), 'or')}" if without else ""
    return f"{listed(map(_start, parts), 'or')}{but_not}"


def _ranks(ranks: tuple[int, ...]) -> str:
    """Ranks of a third card: a king, an 8 or a jack."""
    if _is_row(ranks) and len(ranks) > 3:
        return f"a card from {RANKS[ranks[0]]} to {RANKS[ranks[-1]]}"
    return listed(map(_rank, ranks), "or")


def _rank(rank: int) -> str:
    """A card of a rank: a king, an 8."""
    return _a(RANK_WORDS[rank]) if rank in (0, 10, 11, 12) else article(RANKS[rank])


def _counted(counting: Counting, number: int) -> str:
    are = "is" if number == 1 else "are"
    where = f"{are} among the first four cards" if counting.is_first else f"{are} dealt"
    least = "" if number == counting.most else "at least "
    return f"{least}{spelled(number)} {counting.cards if number > 1 else counting.one} {where}"


def _sums(numbers: Sequence[int]) -> str:
    """What two totals together are: a list, or so much or more."""
    is_top = _is_row(numbers) and numbers[-1] == TOTALS_MAX
    return f"{numbers[0]} or more" if is_top else _numbers(numbers)


TOTALS_MAX = 18
"""The most that the totals of two hands are together."""


def asked_next(unknown: list[str], side: str | None, cards: int) -> str:
    """What the dealer's pad asks for: the next card of a side that has some, or that all cards are dealt."""
    if unknown:
        return f"{unknown[0]} is not a card; expected one of: {' '.join(RANKS)}"
    if side is None:
        return "all cards are in"
    return f"next, the {side}'s {('first', 'second', 'third')[cards]} card"


def asks_suit(card: str) -> str:
    """What the dealer's pad asks for where a card was entered without the suit that a wager looks at."""
    return f"the suit of the {card}: spades, hearts, diamonds or clubs"


def shoe_line(stage: str, left: int, hands: int) -> str:
    """How far a tracked shoe has been dealt."""
    match stage:
        case "last-hand":
            return "the cut card is out: deal the last hand of this shoe"
        case "shuffle":
            return "the last hand of this shoe was dealt: shuffle"
        case _:
            return f"{plural(left, 'card')} left in the shoe, about {plural(hands, 'hand')}"


ALL_TOTALS = 10
"""How many totals a hand may have: all of them where only its cards matter."""
PLAYER_DISC = Glyph("disc", "P", "player")
BANKER_DISC = Glyph("disc", "B", "banker")
TIE_DISC = Glyph("disc", "T", "tie")
DISCS: dict[str, tuple[Glyph, ...]] = {
    "player": (PLAYER_DISC,),
    "banker": (BANKER_DISC,),
    "both hands": (PLAYER_DISC, BANKER_DISC),
}
"""The discs of the hands that an event names; one hand or the other has none."""


def _is_drawn(held: Held) -> bool:
    """Whether one total, or a number of cards, says it all."""
    return len(held.totals) == 1 or (len(held.totals) == ALL_TOTALS and held.cards is not None)


def _drawn(held: Held, is_dim: bool = False) -> tuple[Glyph, ...]:
    """A total on a tile, and its cards where they matter."""
    totals = tuple(replace(one, is_dim=is_dim) for one in tiles(held.totals)) if len(held.totals) == 1 else ()
    return (*totals, *((Glyph("cards", str(held.cards), is_dim=is_dim),) if held.cards else ()))


class BaccaratWording(EventWording):
    """The events of baccarat in words."""

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt."""
        return f"{self._short(meaning)}{repeated(times)}"

    def _short(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("wins", (who, holding)):
                winner = SUBJECTS[who][0] if who in ("player", "banker") else "a hand"
                return f"{winner} wins" + ("" if holding is None else f" with {_held(holding)}")
            case Meaning("tie", (holding,)):
                return "tie" + ("" if holding is None else f" with {_held(holding)}")
            case Meaning("beats", (winner, loser)):
                return f"{_held(winner)} beats {_held(loser)}"
            case Meaning("has", (who, holding)):
                return f"{SUBJECTS[who][0]} {_verb(who, 'has')} {_held(holding)}"
            case Meaning("won-by", (who, points)):
                return f"a {SUBJECTS[who][0] + ' ' if who in ('player', 'banker') else ''}win by {_numbers(points)}"
            case Meaning("cards-dealt", (numbers,)):
                return f"{_numbers(numbers)} cards dealt"
            case Meaning("totals-make", (numbers,)):
                return f"both totals together {_numbers(numbers)}"
            case Meaning("pair", (who,)):
                return f"a pair {PAIRED[who][0]}"
            case Meaning("same-pair"):
                return "the same pair in each hand"
            case Meaning("starts", (who, parts, without)):
                return f"{SUBJECTS[who][0]} {_verb(who, 'starts')} with {_started(parts, without)}"
            case Meaning("draws", (who, ranks)):
                return f"{SUBJECTS[who][0]} {_verb(who, 'draws')} {_ranks(ranks)}"
            case Meaning("three-of-a-kind", (who,)):
                return f"{SUBJECTS[who][0]} {_verb(who, 'has')} three of a kind"
            case Meaning("every-card", ("both hands", suits)):
                return f"all cards {SUITS[suits][0]}"
            case Meaning("every-card", (who, suits)):
                return f"all {SUBJECTS[who][0]} cards {SUITS[suits][0]}"
            case Meaning("counted-cards", (counting, number)):
                return str(counting.said(number))
            case _:
                raise AssertionError(meaning.kind)

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card.

        >>> BaccaratWording().rack(Meaning("wins", ("banker", Holding.of(7, 3))))
        'The Banker wins with a three-card 7'
        """
        return f"{self._rack(meaning)}{repeated(times)}"

    def _rack(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("wins", ("player" | "banker", _)):
                return f"The {self._short(meaning)}"
            case Meaning("wins", (_, holding)):
                return "Either hand wins" + ("" if holding is None else f" with {_held(holding)}")
            case Meaning("tie", (holding,)):
                return "The Player and Banker tie" + ("" if holding is None else f" with {_held(holding)}")
            case Meaning("beats", (winner, loser)):
                return f"{_capital(_held(winner))} beats {_held(loser)}, on either side"
            case Meaning("has", (who, holding)):
                return f"{RACK_SUBJECTS[who]} {_verb(who, 'has')} {_held(holding)}"
            case Meaning("won-by", (who, points)):
                winner = RACK_SUBJECTS[who] if who in ("player", "banker") else "Either hand"
                return f"{winner} wins by {_points(points)}"
            case Meaning("starts", (who, parts, without)):
                return f"{RACK_SUBJECTS[who]} {_verb(who, 'starts')} with {_started(parts, without)}"
            case Meaning("draws", (who, ranks)):
                return f"{RACK_SUBJECTS[who]} {_verb(who, 'draws')} {_ranks(ranks)}"
            case Meaning("three-of-a-kind", (who,)):
                return f"{RACK_SUBJECTS[who]} {_verb(who, 'has')} three of a kind"
            case _:
                return _capital(self._clause(meaning))

    def plain(self, meaning: Meaning) -> str:
        """An event on a rack card, as a clause."""
        told = self._rack(meaning)
        return told[:1].lower() + told[1:]

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play.

        >>> BaccaratWording().clause(Meaning("wins", ("banker", Holding.of(7, 3))))
        'the Banker hand wins with a total of seven comprised of three cards'
        """
        return f"{self._clause(meaning)}{repeated(times)}"

    def _clause(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("wins", (who, holding)):
                winner = SUBJECTS[who][1] if who in ("player", "banker") else "one of the two hands"
                return f"{winner} wins" + ("" if holding is None else f" with {_total(holding)}")
            case Meaning("tie", (holding,)):
                with_total = "" if holding is None else f" with {_total(holding)}"
                return f"the Player hand and the Banker hand tie{with_total}"
            case Meaning("beats", (winner, loser)):
                return f"a hand with {_total(winner)} beats a hand with {_total(loser)}"
            case Meaning("has", (who, holding)):
                return f"{SUBJECTS[who][1]} {_verb(who, 'has')} {_total(holding)}"
            case Meaning("won-by", (who, points)):
                winner = SUBJECTS[who][1] if who in ("player", "banker") else "one hand"
                return f"{winner} wins by {_points(points)}"
            case Meaning("cards-dealt", (numbers,)):
                return f"{listed(map(spelled, numbers), 'or')} cards are dealt to the two hands together"
            case Meaning("totals-make", (numbers,)):
                return f"the totals of the two hands together are {_sums(numbers)}"
            case Meaning("pair", (who,)):
                return f"{PAIRED[who][1]} a pair"
            case Meaning("same-pair"):
                return "the first two cards of each hand are the same pair"
            case Meaning("starts", (who, parts, without)):
                return f"{SUBJECTS[who][1]} {_verb(who, 'starts')} with {_started(parts, without)}"
            case Meaning("draws", (who, ranks)):
                return f"{SUBJECTS[who][1]} {_verb(who, 'draws')} {_ranks(ranks)} as the third card"
            case Meaning("three-of-a-kind", (who,)):
                return f"{SUBJECTS[who][1]} {_verb(who, 'has')} three cards of the same rank"
            case Meaning("every-card", ("both hands", suits)):
                return f"every card dealt to the two hands is {SUITS[suits][1]}"
            case Meaning("every-card", (who, suits)):
                return f"every card of {SUBJECTS[who][1]} is {SUITS[suits][1]}"
            case Meaning("counted-cards", (counting, number)):
                return _counted(counting, number)
            case _:
                raise AssertionError(meaning.kind)

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """The discs of the hands that are meant, the total, and the cards."""
        match meaning:
            case Meaning("wins", ("player" | "banker" as who, None)):
                return DISCS[who]
            case Meaning("tie", (None,)):
                return (TIE_DISC,)
            case Meaning("wins" | "has", (who, Holding((held,)))) if _is_drawn(held):
                return (*DISCS.get(who, ()), *_drawn(held))
            case Meaning("tie", (Holding((held,)),)) if _is_drawn(held):
                return (TIE_DISC, *_drawn(held))
            case Meaning("beats", (Holding((winner,)), Holding((loser,)))) if _is_drawn(winner) and _is_drawn(loser):
                return (*_drawn(winner), Glyph("sign", "›"), *_drawn(loser, is_dim=True))
            case Meaning("pair", (who,)) if who in ("player", "banker", "both hands"):
                return (*DISCS[who], Glyph("cards", "2"))
            case Meaning("same-pair"):
                return (PLAYER_DISC, Glyph("sign", "="), BANKER_DISC, Glyph("cards", "2"))
            case _:
                return ()

    def at_once(self, unit: str) -> str:
        return ""  # a wager sees one hand

    def shown(self, noun: str, register: str, times: int) -> str:
        return _capital(noun) if register == "rack" else noun

    def negated(self, meaning: Meaning, register: str) -> str | None:
        """That a hand is not an event, as a clause."""
        held = _total if register == "clause" else _held
        both = "the Player hand and the Banker hand" if register == "clause" else "the Player and Banker"
        match meaning:
            case Meaning("tie", (holding,)):
                return f"{both} do not tie{'' if holding is None else f' with {held(holding)}'}"
            case Meaning("wins", (who, holding)):
                what = "" if holding is None else f" with {held(holding)}"
                return _denied(_of_two(who), "wins", what, register)
            case Meaning("won-by", (who, points)):
                return _denied(_of_two(who), "wins", f" by {_points(points)}", register)
            case Meaning("beats", (winner, loser)):
                return f"no hand with {held(winner)} beats a hand with {held(loser)}"
            case Meaning("has", (who, holding)):
                return _denied(who, "has", f" {held(holding)}", register)
            case Meaning("starts", (who, parts, without)):
                return _denied(who, "starts", f" with {_started(parts, without)}", register)
            case Meaning("pair", (who,)):
                return _denied(who, "starts", " with a pair", register)
            case Meaning("same-pair"):
                return "the two hands do not start with the same pair"
            case Meaning("draws", (who, ranks)):
                return _denied(who, "draws", f" {_ranks(ranks)}", register)
            case Meaning("three-of-a-kind", (who,)):
                return _denied(who, "has", " three of a kind", register)
            case Meaning("cards-dealt" | "totals-make", (numbers,)):
                every = (4, 5, 6) if meaning.kind == "cards-dealt" else range(TOTALS_MAX + 1)
                others = tuple(number for number in every if number not in numbers)
                return self._clause(Meaning(meaning.kind, (others,))) if others else None
            case Meaning("every-card"):
                return f"not {self._clause(meaning)}"
            case Meaning("counted-cards", (counting, number)):
                return _fewer(counting, number)
            case _:
                return None

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events."""
        say = {"short": self.short, "rack": self.rack}.get(register, self.clause)
        return listed([say(meaning) for meaning in meanings])

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        match meanings:
            case [Meaning("counted-cards", (counting, _)), *_]:
                where = "among the first four cards" if counting.is_first else "dealt to the two hands"
                return str(counting) if register == "short" else f"The {counting.cards} {where} are counted."
            case _:
                told = listed([self.short(meaning) for meaning in meanings], "or")
                return f"hands with {told}" if register == "short" else f"Each hand with {told} counts one."

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        """One of what a ladder counts, and several.

        >>> BaccaratWording().counted_noun([Meaning("counted-cards", (Counting(8), 2))])
        ('nine', 'nines')
        """
        match meanings:
            case [Meaning("counted-cards", (counting, _)), *_]:
                suited = "suited " if counting.is_suited else ""
                return f"{suited}{RANK_WORDS[counting.rank]}{counting.of_suit}", counting.cards
            case _:
                return "hand", "hands"

    def ender(self, meaning: Meaning) -> str:
        return f"a hand in which {self._clause(meaning)}"


def _denied(who: Who, verb: str, what: str, register: str) -> str:
    """That hands do not do something."""
    match who:
        case "one hand":
            return f"neither hand {verb}{what}, or both do"
        case "either hand":
            return f"neither hand {verb}{what}"
        case "both hands":
            both = "the Player hand and the Banker hand" if register == "clause" else "the two hands"
            return f"{both} do not both {_verb(who, verb)}{what}"
        case _:
            hand = SUBJECTS[who][1] if register == "clause" else f"the {SUBJECTS[who][0]}"
            return f"{hand} does not {_verb('both hands', verb)}{what}"


def _of_two(who: Who) -> Who:
    """Whose win is meant: only one hand wins, so one hand and either hand are the same."""
    return who if who in ("player", "banker") else "either hand"


def _fewer(counting: Counting, number: int) -> str:
    """That not so many cards of a rank are dealt."""
    if number == 1:
        return f"no {counting.one} is {'among the first four cards' if counting.is_first else 'dealt'}"
    where = "are among the first four cards" if counting.is_first else "are dealt"
    return f"fewer than {spelled(number)} {counting.cards} {where}"


def _points(points: tuple[int, ...]) -> str:
    """A margin: exactly one, or one of several."""
    return f"exactly {plural(points[0], 'point')}" if len(points) == 1 else f"{_numbers(points)} points"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
