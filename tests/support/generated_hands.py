"""Random events of baccarat: what the hands win with, start with, draw and hold, and the cards that are dealt."""

from tests.support.generated_choices import Choices

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLURALS = (
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings",
)  # fmt: skip
SUITS = ("spades", "hearts", "diamonds", "clubs")
PLAIN_HANDS = 0.6
"""How many cards keep to events that totals and pairs decide: the others look at ranks and suits, which costs more."""


class HandWriter(Choices):
    """Writes what one hand of baccarat does."""

    looks_at_cards: bool | None = None

    def hand(self) -> str:
        """An event of one hand; the whole card looks at ranks and suits, or does not."""
        if self.looks_at_cards is None:
            self.looks_at_cards = not self.maybe(PLAIN_HANDS)
        if self.looks_at_cards and self.maybe(0.6):
            return self.random.choice((self.start_of_hand, self.start_of_hand, self.dealt_cards, self.counted_cards))()
        return self.result_of_hand()

    def whose(self, verb: str, plural: str = "") -> str:
        """Who does something, with the verb; what both hands do has a verb of its own."""
        random = self.random
        if self.maybe(0.12):
            return f"{random.choice(('player', 'banker'))} does not {plural or verb.removesuffix('s')}"
        who = random.choice(("player", "banker", "player", "banker", "one hand", "either hand", "both hands"))
        if who == "both hands":
            return f"{who} {plural}" if plural else f"a hand {verb}"
        return f"{who} {verb}"

    def result_of_hand(self) -> str:
        random = self.random
        low = random.randint(1, 8)
        points = random.choice(("1 point", "9 points", f"{low} or more points", f"{low} to 9 points",
                                f"{low} or 9 points", f"{low + 1} points",
                                f"1 to 9 points but not {low} or 9"))  # fmt: skip
        return random.choice((
            self.whose("wins"), self.whose("wins"), "tie", f"{self.whose('wins')} with {self.holding(1)}",
            f"tie with {self.holding()}", "not tie", f"{self.whose('wins')} by {points}",
            f"{self.holding(5, 9).replace(' but not ', ' or ')} beats {self.holding(0, 4)}",
            f"{self.whose('has', 'have')} {self.holding()}",
            f"{self.whose('has', 'have')} {self.holding()}", f"{self.whose('has', 'have')} a pair",
            f"{self.whose('starts', 'start')} with a pair",
            f"both hands {random.choice(('have', 'start with', 'do not have', 'do not start with'))} the same pair",
            f"{random.choice(('4', '5', '6', '4 or 5', '5 or more', '4 to 5'))} cards are dealt",
            f"{random.choice(('4', '5 or 6'))} cards are not dealt", f"the totals do not make {low} or {low + 9}",
            f"the totals make {random.choice(('10 or more', '9', '3 to 5', '7 or 11', '0 to 8 but not 4', '18'))}",
            f"the totals make 2 to 12 but not {low} or {low + 5}",
        ))  # fmt: skip

    def holding(self, low: int = 0, high: int = 9) -> str:
        """Totals, perhaps in so many cards."""
        random = self.random
        total, other = random.randint(low, high), random.randint(low, high)
        many = f"{min(total, other)} to {max(total, other)}" if total != other else str(total)
        one = random.choice((
            *[str(total)] * 4, many, f"{total} or {other}" if total != other else str(total),
            f"{total} or more" if high == 9 else str(total),
            f"{low} to {high} but not {total}" if low < high else str(total),
            f"{low} to {high} but not {total} or {other}" if low + 1 < high and total != other else str(total),
        ))  # fmt: skip
        if self.maybe(0.4):
            return f"{one} in {random.choice((2, 3))} cards"
        return (
            random.choice(("a natural", "a natural in 2 cards", "2 cards", "3 cards"))
            if high == 9 and self.maybe(0.2)
            else one
        )

    def start_of_hand(self) -> str:
        random = self.random
        one, other = random.sample(RANKS, 2)
        total = random.randint(0, 8)
        start = random.choice((
            "a pair", "a suited pair", "a suited pair", "two suited cards", f"{one} and {other}",
            f"{one} and {other} suited", f"{one} and {one}", str(total), f"{total} to 9", f"{total} or 9", "a natural",
            f"two suited cards but not {one} and {other}", f"a pair or {one} and {other} suited", "7 or more",
            f"a pair but not {one} and {one} or {other} and {other}", f"{total} to 9 but not {total} or 9",
        ))  # fmt: skip
        draws = random.choice((
            one, f"{random.choice('456')} to {random.choice('789')}", "9 to K", "J to K", f"{one} or {other}", "8",
            "A to K but not 3 or 5 to 7",
            "A to 5 but not 3", "A to 4",
        ))  # fmt: skip
        return random.choice((
            f"{self.whose('starts', 'start')} with {start}", f"{self.whose('starts', 'start')} with {start}",
            f"{self.whose('draws', 'draw')} {draws}", f"{self.whose('has', 'have')} three of a kind",
            f"{self.whose('has', 'have')} a suited pair",
        ))  # fmt: skip

    def dealt_cards(self) -> str:
        whose = self.random.choice(("", "", "player ", "banker "))
        return (
            f"every {whose}card is {self.random.choice(('red', 'black', 'a heart', 'a spade', 'a diamond', 'a club'))}"
        )

    def counted_cards(self) -> str:
        """At least so many cards of a rank."""
        random = self.random
        where = random.choice(("in the first 4 cards", "dealt"))
        number = random.choice((1, 2, 2, 3, 4))
        if self.maybe(0.4):
            one = random.choice(("a 9", "an 8", "an ace", "a K", "a six", "a ten", "an A", "a 10"))
            return f"{one}{random.choice(('', f' of {random.choice(SUITS)}'))} {where}"
        more = random.choice(("", "", " or more", f" to {number + 1}"))
        return f"{number}{more} {self.kind_of_cards()} {where}"

    def kind_of_cards(self) -> str:
        """Cards of a rank, perhaps of one suit, in the plural."""
        rank = self.random.choice(PLURALS)
        return self.random.choice((rank, f"suited {rank}", f"{rank} of {self.random.choice(SUITS)}"))
