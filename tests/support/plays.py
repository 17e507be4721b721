"""A full play of every card, written down, and how a person plays it in a browser."""

import re

from playwright.sync_api import expect

from tests.support.browser import People, Screen

EVERY_REPEATER = " ".join(f"repeating-{number}" for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
PLAYS = {
    "cash-out-craps": """
        bet cash-out
        enter 1-1
        circles 2
        offer Take back $1.00
        ride
        enter 1-2
        enter 2-2
        enter 2-3
        circles 2 3 4 5
        here 4 1 to 1
        offer Cash out $2.00
        ride
        enter 3-3
        here 5 2 to 1
        offer Cash out $3.00
        take cash-out
        won Cash Out
        up 0
        bet cash-out
        enter 3-4
        lost Cash Out
    """,
    "super-shooter": """
        bet little big all
        enter 1-1
        enter 1-2
        enter 2-2
        enter 2-3
        circles 2 3 4 5
        enter 3-3
        won Little
        enter 3-4
        lost Big
        lost All
        circles
    """,
    "dice-works": """
        bet all-lows all-highs the-works
        enter 1-1
        enter 1-2
        enter 2-2
        puck ON 4
        enter 2-3
        enter 3-3
        circles 2 3 4 5 6
        won All Lows
        enter 3-4
        lost The Works
        puck OFF
    """,
    "high-roller": """
        bet high-roller
        enter 2-2
        enter 2-2
        enter 3-3
        enter 3-3
        enter 4-4
        enter 4-4
        here 3 5 to 1
        enter 5-5
        puck ON 10
        enter 3-4
        won High Roller
        bet high-roller
        enter 2-2
        enter 3-4
        lost High Roller
    """,
    "roll-the-line": """
        bet roll-the-line
        enter 3-4
        enter 3-4
        enter 5-6
        here 3 1 to 1
        enter 2-2
        enter 3-4
        won Roll the Line
        bet roll-the-line
        enter 2-2
        enter 3-4
        lost Roll the Line
    """,
    "parlay-craps": f"""
        bet {EVERY_REPEATER}
        enter 1-1
        pips repeating-2 1/2
        enter 1-1
        won Repeating 2
        enter 2-2
        pips repeating-4 1/4
        enter 3-4
        lost Repeating 4
        pips repeating-4 0/4
    """,
    "parlay-craps-with-envy": f"""
        unposted repeating-horn
        bet {EVERY_REPEATER}
        enter 6-6
        pips repeating-12 1/2
        enter 6-6
        won Repeating 12
        enter 3-3
        enter 3-4
        lost Repeating 6
    """,
    "repeater-bets-plus": f"""
        bet {EVERY_REPEATER} repeating-horn uptown downtown citywide even odd horn 2-or-12 3-or-11
        enter 1-1
        won 2 or 12 before a 7
        pips repeating-2 1/2
        pips repeating-horn 1/7
        said even 2 1 of 2
        offer Surrender $6.00
        ride
        enter 1-1
        won Repeating 2
        enter 1-2
        enter 1-2
        pips repeating-3 2/3
        offer Surrender $12.00
        take surrender
        won Repeating 3
        closed repeating-3 is closed until the round ends
        enter 3-4
        lost Repeating 4
    """,
    "straights-and-8s": """
        bet straights-and-8s
        enter 5
        track 5 · ·
        enter 6
        track 5 6 ·
        closed straights-and-8s an earlier bet on its card is up
        enter 7
        won Straights and 8's
        bet straights-and-8s
        enter 0
        lost Straights and 8's
        last 5 6 7 0
    """,
    "craps": """
        bet pass dont-pass place-4 place-5 place-6 place-8 place-9 place-10 hard-4 hard-6 hard-8 hard-10
        bet field any-seven any-craps craps-2 craps-3 eleven craps-12 big-6 big-8
        bet place-4-to-lose place-5-to-lose place-6-to-lose place-8-to-lose place-9-to-lose place-10-to-lose
        bet buy-4 buy-5 buy-6 buy-8 buy-9 buy-10 lay-4 lay-5 lay-6 lay-8 lay-9 lay-10
        bet hop-2-1 hop-3-1 hop-3-2 hop-4-1 hop-4-2 hop-4-3 hop-5-1 hop-5-2 hop-5-3 hop-5-4
        bet hop-6-1 hop-6-2 hop-6-3 hop-6-4 hop-6-5 hop-1-1 hop-2-2 hop-3-3 hop-4-4 hop-5-5 hop-6-6
        enter 2-2
        won Hard 4
        won Field
        lost Any Seven
        puck ON 4
        closed pass a point is on
        bet pass-odds dont-pass-odds put come dont-come
        bet c-and-e horn horn-high-2 horn-high-3 horn-high-11 horn-high-12 world
        enter 2-3
        bet put-odds come-odds dont-come-odds
        enter 3-4
        won Don't Pass
        lost Pass
        puck OFF
        last 4 5 7
    """,
    "roulette": """
        bet straight-17 split-17-20 street-16-17-18 corner-16-17-19-20 six-line-16-17-18-19-20-21 trio-0-00-2
        bet neighbors-17
        bet top-line-0-00-1-2-3 dozen-1 dozen-2 dozen-3 column-1 column-2 column-3 red black odd even low high
        enter 17
        won Straight up 17
        won Second dozen
        lost Red
        bet straight-00 red
        enter 00
        won Straight up 00
        lost Red
        last 17 00
    """,
    "sic-bo": """
        bet small big odd even any-triple triple-3 double-3 combination-2-5 single-3 single-6
        bet total-4 total-5 total-6 total-7 total-8 total-9 total-10
        bet total-11 total-12 total-13 total-14 total-15 total-16 total-17
        enter 3-3-3
        won Any triple
        won Triple 3
        won Single 3
        won Total 9
        lost Small
        lost Odd
        bet combination-2-5 double-5 big
        enter 5-2-5
        won Combination 2 5
        won Double 5
        won Big
        last 9 12
    """,
    "baccarat": """
        bet player banker tie
        enter 9 K K 7
        hands Player 9 wins, Banker 7
        won Player
        lost Banker
        bet tie
        enter 8 8 K Q
        won Tie
        beads P T
    """,
    "baccarat-extras": """
        unposted player-pair
        unposted banker-pair
        bet 2:player
        enter 4 9 4 K
        hands Player 8, Banker 9 wins
        beads B
        lost Player
        bet 2:banker
        enter K 2 6 3 2
        won Banker
    """,
    "golden-dragon-baccarat": """
        bet three-card-9-over-three-card-7 natural-9-over-7 8-over-6 golden-dragon-7 green-dragon-8
        bet three-card-9-over-three-card-1
        enter K 2 6 3 2
        hands Player 6, Banker 7 wins
        won Golden Dragon 7
        lost Green Dragon 8
        beads B
    """,
    "infinite-fortune": """
        bet three-card-9-over-three-card-8 natural-9-over-8 8-over-7 super-7 fortune-8
        enter 9 8 K Q
        hands Player 9 wins, Banker 8
        won Natural 9 over natural 8
        lost Super 7
        beads P
    """,
    "tiger-baccarat": """
        bet player banker tie tiger small-tiger big-tiger tiger-pair
        enter K 2 5 4 10
        won Small Tiger
        won Banker
        lost Big Tiger
        bet tiger-pair
        enter 4 9 4 K
        won Tiger Pair
        beads B B
    """,
    "treasure-of-the-5-dragons": """
        bet golden-dragon-7 golden-dragon-6s green-dragon-8 blue-dragon-9s red-dragon-7s red-dragon-6s any-dragon
        enter K 2 6 3 2
        won Golden Dragon 7
        won Any Dragon
        lost Green Dragon 8
        beads B
    """,
}


class Play:
    """A script of what a person does and sees at a table; after every line the screen equals the ledger."""

    def __init__(self, screen: Screen, people: People) -> None:
        self.screen, self.page, self.people = screen, screen.page, people
        self.done: set[str] = set()
        self.bets: set[str] = set()

    def run(self, script: str) -> None:
        for line in filter(None, map(str.strip, script.splitlines())):
            word, _, rest = line.partition(" ")
            getattr(self, word)(rest)
            self.screen.equals_ledger()
            self.done.add(word)

    def bet(self, wagers: str) -> None:
        for wager in wagers.split():
            number, _, name = wager.rpartition(":")
            self.screen.bet(name, int(number or 1))
            self.bets.add(name)

    def enter(self, given: str) -> None:
        self.screen.enter(given)

    def take(self, word: str) -> None:
        self.screen.take(word)

    def ride(self, _: str) -> None:
        """Every offer is let ride, one after the other."""
        for _number in range(self.page.locator(".offer").count()):
            self.page.locator("[data-ride]:visible").click()
        expect(self.page.locator(".offer:visible")).to_have_count(0)
        expect(self.page.locator("#rides")).to_contain_text("Riding")

    def closed(self, text: str) -> None:
        """A closed wager says why when it is pressed, and sends no request."""
        wager, _, why = text.partition(" ")
        tile = self.screen.tile(wager)
        expect(tile).to_have_attribute("aria-disabled", "true")
        tile.evaluate("one => one.scrollIntoView({block: 'center'})")
        self.screen.spot(wager).click(force=True)
        expect(self.page.locator("#alert")).to_contain_text(why)

    def unposted(self, wager: str) -> None:
        """A wager without a pay says so, and is not a button."""
        tile = self.screen.tile(wager)
        expect(tile).to_contain_text("No pay posted")
        assert tile.get_attribute("data-bet") is None

    def offer(self, text: str) -> None:
        label, _, paid = text.rpartition(" ")
        expect(self.page.locator(".offer:visible")).to_have_count(1)  # one thing to decide at a time
        wanted = self.page.get_by_role("button", name=f"{label} {paid}", exact=True)
        for _ in range(self.page.locator(".offer").count()):
            if wanted.count():
                break
            self.page.get_by_role("button", name="Next offer").click()
        expect(wanted).to_be_visible()
        expect(self.page.locator(".offer:visible .advice")).to_contain_text(re.compile("Ride|Riding"))

    def won(self, name: str) -> None:
        self._paid(name, "won")

    def lost(self, name: str) -> None:
        self._paid(name, "lost")

    def _paid(self, name: str, kind: str) -> None:
        """The newest line of the history says what came of a wager, and why."""
        lines = self.screen.texts(f".plays > li:first-child li.mine.{kind}")
        found = [line for line in lines if line.startswith(f"seat 1: {name}:")]
        assert len(found) == 1, (name, kind, lines)
        assert "$" in found[0]

    def up(self, cents: str) -> None:
        assert self.screen.up() == int(cents)

    def circles(self, numbers: str) -> None:
        marked = self.page.locator(".zone").first.locator(".circle.on").all_text_contents()
        assert [text.split()[0] for text in marked] == numbers.split()

    def here(self, rung: str) -> None:
        (count,), (pay,) = (self.screen.texts(f".rung.here {part}") for part in (".count", ".pay"))
        assert f"{count} {pay}" == rung

    def pips(self, text: str) -> None:
        wager, counted = text.split()
        tile = self.screen.tile(wager)
        assert f"{tile.locator('.pips i.f').count()}/{tile.locator('.pips i').count()}" == counted

    def said(self, text: str) -> None:
        """A wager of several parts says how far each one is."""
        wager, _, counted = text.partition(" ")
        assert counted in (self.screen.tile(wager).get_attribute("aria-label") or "")

    def track(self, numbers: str) -> None:
        slots = self.page.locator(".slot").all()
        shown = ["".join(slot.locator("b:not(.empty):not(.pay b)").all_text_contents()).strip() for slot in slots]
        assert [text or "·" for text in shown] == numbers.split()

    def puck(self, text: str) -> None:
        expect(self.page.locator(".puck")).to_have_text(re.compile(f"{text}$"))

    def last(self, outcomes: str) -> None:
        assert self.screen.texts(".last li") == outcomes.split()

    def hands(self, text: str) -> None:
        shown = []
        for hand in self.page.locator(".hands > div").all():
            wins = " wins" if "won" in (hand.get_attribute("class") or "") else ""
            shown.append((hand.locator("h3").text_content() or "") + wins)
        assert ", ".join(shown) == text

    def beads(self, letters: str) -> None:
        assert self.screen.texts(".beads li") == letters.split()
