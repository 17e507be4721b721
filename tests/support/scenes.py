"""The scenes of the transcripts: for every card, wagers and the outcomes that follow them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scene:
    """Wagers put up together and the outcomes that follow; each ``|`` starts again with new wagers.

    ``wagers`` may name a pay table: ``all/3``. Dice are written ``3-4``, pockets ``00``; a deal is
    the cards as they leave the shoe, player and banker in turn, then the third cards that are drawn.
    """

    title: str
    wagers: str
    outcomes: str
    options: str = ""


ALL_TEN = "1-1 1-2 2-2 2-3 3-3 3-3 4-4 4-5 5-5 5-6 6-6"
OUTSIDE = "dozen-1 dozen-2 dozen-3 column-1 column-2 column-3 red black odd even low high"
EVENS = "red black odd even low high"
PRISON = " ".join((EVENS, *(f"{wager}-in-prison" for wager in EVENS.split())))
EASY = "1-2 | 3-4 | 5-6 | 2-2"
TWICE = "2-2 2-2 3-3 3-3 4-4 4-4 5-5 5-5 4-5 4-5"
"""Five points made: rolled on the come-out and once more."""


def at_both(*wagers: str) -> str:
    """Wagers of sic bo at both of its pay tables."""
    return " ".join(f"{wager}/{table}" for table in ("Macau", "Atlantic") for wager in wagers)


SCENES: dict[str, list[Scene]] = {
    "sic-bo": [
        Scene("Even money, which loses to a triple", at_both("small", "big", "odd", "even"), "1-3-6 | 2-5-6 | 3-3-3"),
        Scene(
            "Totals up to 10, triples or not",
            at_both(*(f"total-{number}" for number in range(4, 11))),
            "1-1-2 | 1-2-2 | 2-2-2 | 1-2-4 | 2-3-3 | 3-3-3 | 1-3-6 | 1-1-1",
        ),
        Scene(
            "Totals from 11",
            at_both(*(f"total-{number}" for number in range(11, 18))),
            "1-4-6 | 4-4-4 | 3-4-6 | 4-5-5 | 5-5-5 | 4-6-6 | 5-6-6 | 6-6-6",
        ),
        Scene(
            "Doubles, triples and combinations",
            at_both("double-2", "triple-2", "any-triple", "combination-2-5"),
            "2-2-5 | 2-2-2 | 5-5-5 | 1-2-3",
        ),
        Scene("A single number, once, twice and three times", at_both("single-4"), "1-4-6 | 4-4-6 | 4-4-4 | 1-2-3"),
    ],
    "craps": [
        Scene(
            "The line: naturals, craps, the barred 12, a point made, a seven-out",
            "pass dont-pass",
            "3-4 | 5-6 | 1-2 | 6-6 | 2-4 5-6 3-3 | 2-4 1-1 3-4",
        ),
        Scene(
            "Place numbers are off on the come-out: sevens do not lose them there, their numbers do not win",
            "place-4 place-5 place-6 place-8 place-9 place-10",
            "3-4 1-3 2-2 3-4 2-3 4-5 5-5 3-3 1-1 3-4 | 4-4 2-3 2-6 | 6-6 2-2 4-4",
        ),
        Scene(
            "Odds behind the line, taken and laid",
            "pass pass-odds dont-pass dont-pass-odds",
            "2-2 1-3 | 2-2 3-4 | 2-3 1-4 | 2-3 3-4 | 3-3 2-4 | 3-3 3-4",
        ),
        Scene(
            "A come bet has a come-out of its own and goes to its own number",
            "come dont-come",
            "4-5 2-4 3-6 3-3 | 4-5 2-4 3-4 | 4-5 3-4 | 4-5 1-2 | 4-5 6-6",
        ),
        Scene(
            "Odds behind a come bet are off on the table's come-out; laid odds always work",
            "come come-odds dont-come dont-come-odds",
            "4-5 2-2 1-3 | 4-5 2-3 1-4 | 4-5 2-4 3-3 | 4-5 2-4 3-6 3-4 | 4-5 2-4 3-6 3-3 | 4-5 2-2 3-4 | 4-5 2-3 3-4",
        ),
        Scene("Put with a point on", "put put-odds", "1-1 2-4 1-5 | 2-4 3-4 | 2-2 1-3 | 4-5 3-6"),
        Scene(
            "Place to lose",
            "place-4-to-lose place-5-to-lose place-6-to-lose place-8-to-lose place-9-to-lose place-10-to-lose",
            "3-4 | 2-2 2-3 3-3 4-4 4-5 5-5",
        ),
        Scene(
            "Buy, the commission taken from the win",
            "buy-4 buy-5 buy-6 buy-8 buy-9 buy-10",
            "3-4 3-6 2-2 2-3 3-3 4-4 5-5 4-5 | 2-2 3-4",
        ),
        Scene(
            "Lay, the commission taken from the win",
            "lay-4 lay-5 lay-6 lay-8 lay-9 lay-10",
            "3-4 | 2-2 2-3 3-3 4-4 4-5 5-5",
        ),
        Scene("The commission put down with the bet", "buy-4 lay-4", "3-6 2-2 | 3-6 3-4", "commission=when-bet"),
        Scene("Big 6 and big 8", "big-6 big-8", "3-3 4-4 | 3-4"),
        Scene(
            "Hard ways win hard, lose easy, lose on any seven",
            "hard-4 hard-6 hard-8 hard-10",
            "2-2 1-5 4-4 3-4 | 3-3 5-5 1-3 2-6",
        ),
        Scene(
            "One-roll wagers",
            "field any-seven any-craps craps-2 craps-3 eleven craps-12",
            "1-1 | 1-2 | 5-6 | 6-6 | 3-4 | 4-5 | 3-3",
        ),
        Scene(
            "Bundles, ten on all of their parts together",
            "c-and-e horn horn-high-2 horn-high-3 horn-high-11 horn-high-12 world",
            "1-1 | 1-2 | 5-6 | 6-6 | 3-4 | 3-3",
        ),
        Scene("Easy hops", " ".join(f"hop-{high}-{low}" for high in range(2, 7) for low in range(1, high)), EASY),
        Scene("Hard hops", " ".join(f"hop-{face}-{face}" for face in range(1, 7)), "1-1 | 3-3 | 6-6 | 1-2"),
        Scene("The field with 12 paid triple", "field", "6-6 | 1-1 | 4-5 | 3-3", "field=12-triple"),
        Scene("The field with 2 paid triple", "field", "6-6 | 1-1 | 4-5 | 3-3", "field=2-triple"),
        Scene("2 barred", "dont-pass dont-come", "1-1 | 6-6 | 4-5 1-1", "barred=2"),
        Scene("3 barred", "dont-pass dont-come", "1-2 | 6-6 | 4-5 1-2", "barred=3"),
        Scene(
            "Crapless: only a 7 wins on the come-out, and 2, 3, 11 and 12 are points",
            "pass pass-odds come come-odds",
            "3-4 | 1-1 1-1 | 1-2 1-2 | 5-6 5-6 | 6-6 6-6 | 1-1 3-4",
            "crapless=yes",
        ),
        Scene(
            "Crapless: the numbers to place and to buy",
            "place-2 place-3 place-11 place-12 buy-2 buy-3 buy-11 buy-12",
            "4-5 1-1 1-2 5-6 6-6 | 4-5 3-4",
            "crapless=yes",
        ),
    ],
    "roulette": [
        Scene(
            "Inside wagers around 17",
            "straight-17 split-17-20 street-16-17-18 corner-16-17-19-20 six-line-16-17-18-19-20-21",
            "17 | 20 | 18 | 0",
        ),
        Scene("Outside wagers", OUTSIDE, "1 | 22 | 36 | 00"),
        Scene(
            "The zeros of a double-zero wheel",
            "straight-0 straight-00 split-0-00 trio-0-00-2 top-line-0-00-1-2-3",
            "00 | 2 | 3 | 4",
        ),
        Scene(
            "The zero of a single-zero wheel",
            "straight-0 split-0-2 trio-0-1-2 first-four-0-1-2-3 red",
            "0 | 1 | 3",
            "wheel=single-zero",
        ),
        Scene(
            "The zeros of a triple-zero wheel",
            "straight-000 trio-0-00-000 low",
            "000 | 0 | 18",
            "wheel=triple-zero",
        ),
        Scene("La partage: half of the stake goes back", EVENS, "0 | 1 | 20", "wheel=single-zero zero=la-partage"),
        Scene("Surrender on two zeros", "red", "0 | 00 | 1", "zero=surrender"),
        Scene("En prison: a zero again loses", PRISON, "0 1 | 0 20 | 0 0", "wheel=single-zero zero=en-prison"),
        Scene("En prison until decided", PRISON, "0 0 1 | 0 0 20", "wheel=single-zero zero=en-prison-stays"),
        Scene("A number and its neighbors on the wheel", "neighbors-17", "17 | 25 | 6 | 20", "wheel=single-zero"),
        Scene("Voisins du zéro, nine units", "voisins", "0 | 4 | 12 | 18 | 19 | 25 | 32 | 5", "wheel=single-zero"),
        Scene("Tiers du cylindre, six units", "tiers", "5 | 10 | 13 | 23 | 27 | 33 | 0", "wheel=single-zero"),
        Scene("Orphelins, five units", "orphelins", "1 | 6 | 14 | 17 | 20 | 31 | 0", "wheel=single-zero"),
        Scene("Jeu zéro, four units", "jeu-zero", "0 | 12 | 26 | 32 | 1", "wheel=single-zero"),
        *(
            Scene(
                f"Final {digit}",
                f"final-{digit}",
                " | ".join(str(number) for number in range(digit, 37, 10)) + f" | {digit + 1}",
                "wheel=single-zero",
            )
            for digit in range(10)
        ),
    ],
    "baccarat": [
        Scene(
            "With commission: player wins, banker wins, tie; the fifth and sixth cards",
            "player banker tie",
            "9 K K 7 | 4 9 3 Q | 8 8 K Q | K 6 5 K 6 7 | 2 3 3 K 8",
        ),
        Scene(
            "Without commission: a three-card 7 of the banker pushes the banker wager",
            "player banker tie",
            "K 2 6 3 2 | K 7 4 K A | K 5 5 Q 4 2 | 2 K 2 2 2 3",
            "game=no-commission",
        ),
        Scene(
            "Without commission, all hands push: the player wager comes back too",
            "player banker tie",
            "K 2 6 3 2 | K 7 4 K A",
            "game=no-commission push-on-7=all",
        ),
        Scene(
            "Without commission, all hands push: the tie wager comes back as well",
            "player banker tie",
            "K 2 6 3 2 | K 7 4 K A | 8 8 K Q",
            "game=no-commission push-on-7=all-with-tie",
        ),
        Scene(
            "Tiger: a banker who wins with 6 is paid half",
            "player banker tie",
            "K 2 5 4 10 | K 2 K 4 5 | 3 K 4 7 | K 6 6 K",
            "game=tiger",
        ),
    ],
    "repeater-bets-plus": [
        Scene(
            "Repeating 2 and the plus wagers that take it; the others ride until the seven",
            "repeating-2 2-or-12 3-or-11 horn even odd downtown uptown citywide",
            "2-2 1-1 6-6 1-1 1-2 3-4",
        ),
        Scene("Twice: a 12", "repeating-12 uptown", "6-6 6-6"),
        Scene("Three times, with one surrender pay", "repeating-3 repeating-11", "1-2 5-6 1-2 5-6 5-6 1-2"),
        Scene("Four times, with two", "repeating-4 repeating-10", "2-2 1-3 5-5 4-6 2-2 4-6 1-3 5-5"),
        Scene("Five times", "repeating-5 repeating-9 odd", "1-4 2-3 4-5 3-6 1-4 4-5 2-3 3-6 4-5 1-4"),
        Scene("Six times", "repeating-6 repeating-8 even", "3-3 1-5 2-4 4-4 3-3 2-4 2-6 4-4 1-5 3-4"),
        Scene(
            "Any of 2, 3, 11, 12, seven times in all; a seven just before the end",
            "repeating-horn",
            "1-1 1-2 5-6 6-6 1-1 1-2 5-6 | 1-1 1-1 1-1 1-1 1-1 1-1 3-4",
        ),
        Scene(
            "Combinations win on the first of their repeaters, whichever it is",
            "uptown downtown citywide even odd horn",
            "4-4 4-4 4-4 4-4 4-4 1-1 4-4 5-6 5-6 5-6 3-4",
        ),
        Scene("The come-out seven loses like any other", "repeating-6 3-or-11 citywide", "3-4"),
        Scene("A table without surrender", "repeating-2 repeating-4", "1-1 2-2 1-3 1-1 3-4", "surrender=no"),
        Scene(
            "A surrendered wager earns the envy",
            "repeating-2 repeating-3",
            "1-1 1-2 1-2",
            "surrender-envy=yes",
        ),
    ],
    "cash-out-craps": [
        Scene("All ten numbers pay by themselves; a number that repeats changes nothing", "cash-out", ALL_TEN),
        Scene("A seven loses, on the come-out as elsewhere", "cash-out", "3-4 | 1-1 2-2 3-3 4-4 3-4"),
        Scene("Pay table 2 pays 25 for nine", "cash-out/2", "1-1 1-2 2-2 2-3 3-3 4-4 4-5 5-5 5-6 2-2 5-6 3-4"),
        Scene("Pay table 3 begins at five", "cash-out/3", "1-1 1-2 2-2 2-3 3-3 4-4 4-5 5-5 5-6 6-6"),
        Scene(
            "Pay table 4 begins at five and pays 25 for nine",
            "cash-out/4",
            "1-1 1-2 2-2 2-3 3-3 4-4 4-5 5-5 5-6",
        ),
        Scene("A table that gives no stake back", "cash-out", "1-1 1-2 2-2 2-3 3-4", "take-back=no"),
        Scene(
            "Off on the come-out: nothing is marked there and a seven does not lose",
            "cash-out",
            "3-4 1-1 2-2 6-6 1-3 5-6 2-3 1-1 3-3 2-4 4-5 5-5 3-4",
            "come-out=off",
        ),
        Scene(
            "Off on the come-out, and a roll on which it is off is a first roll: the stake may be taken back after it",
            "cash-out",
            "3-4 2-2 6-6 5-6 4-5 3-3 3-4",
            "come-out=off first-roll=any",
        ),
    ],
    "super-shooter": [
        Scene("Little, then all ten, at the first pay tables", "little big all", ALL_TEN),
        Scene("The second pay tables", "little/2 big/2 all/2", ALL_TEN),
        Scene("The third pay table of All", "all/3", ALL_TEN),
        Scene("A seven loses what is still up", "little big all", "1-1 1-2 2-2 2-3 3-3 4-4 3-4 | 3-4"),
    ],
    "straights-and-8s": [
        Scene(
            "Lost early: a zero, the same number twice, numbers too far apart",
            "straights-and-8s",
            "0 | 00 | 5 00 | 5 5 | 5 8 | 36 1 | 8 9 8 | 8 28 00",
        ),
        Scene(
            "Numbers beside each other, raised by the third or paid as they are",
            "straights-and-8s",
            "5 6 7 | 5 6 4 | 6 5 0 | 5 6 5 | 36 35 34",
        ),
        Scene("A gap of one number, filled or not", "straights-and-8s", "5 7 6 | 22 24 23 | 5 7 8 | 5 7 9"),
        Scene(
            "The 8s: all three, three otherwise, two only",
            "straights-and-8s",
            "28 8 18 | 8 8 8 | 8 18 8 | 18 8 9 | 28 28 0",
        ),
        Scene(
            "In order: a gap can no longer be filled",
            "straights-and-8s",
            "5 6 7 | 7 6 5 | 6 5 7 | 5 6 5 | 5 7 6 | 2 1 30",
            "order=in-order",
        ),
        Scene("36 beside 1", "straights-and-8s", "36 1 2 | 36 1 35 | 35 1 36 | 2 36 3 | 1 35 34", "wrap=yes"),
        Scene(
            "In order, 36 beside 1",
            "straights-and-8s",
            "35 36 1 | 2 1 36 | 1 36 2",
            "order=in-order wrap=yes",
        ),
        Scene(
            "Three sequential numbers with 8's are a straight that holds an 8: 8, 8 and 18 pay what two 8s pay",
            "straights-and-8s",
            "8 8 18 | 28 8 18 | 7 8 9 | 18 17 19 | 28 28 28",
            "three-eights=a-straight-with-an-8",
        ),
        Scene("A wheel with three zeros", "straights-and-8s", "000 | 5 6 000 | 5 000", "wheel=triple-zero"),
    ],
    "dice-works": [
        Scene(
            "Before the seven-out: a come-out seven costs nothing",
            "all-lows all-highs the-works",
            "3-4 1-1 1-2 2-2 2-3 3-3 1-3 3-4 4-4 4-5 5-5 5-6 6-6",
        ),
        Scene("The seven-out loses what is still up", "all-lows the-works", "1-1 1-2 2-2 2-3 3-4"),
        Scene("Pay table 2", "all-lows/2 all-highs/2 the-works/2", ALL_TEN),
        Scene("Any seven ends it", "all-lows all-highs the-works", "3-4 | 1-1 1-2 2-2 1-3 3-4", "ends=any-seven"),
        Scene("Bet before any roll while it has no mark", "all-lows all-highs", "4-4 3-4", "betting=unmarked"),
    ],
    "high-roller": [
        Scene("No point, two points: nothing", "high-roller", "2-2 3-4 | 2-2 2-2 3-3 3-3 4-4 3-4"),
        Scene(
            "Three points, and nothing is paid before the seven-out",
            "high-roller",
            "3-4 2-2 1-3 6-6 3-3 1-1 2-4 4-4 2-6 5-6 5-5 3-4",
        ),
        Scene(
            "Four points, five points",
            "high-roller",
            f"2-2 2-2 3-3 3-3 4-4 4-4 5-5 5-5 4-5 3-4 | {TWICE} 4-5 3-4",
        ),
        Scene("Six points", "high-roller", f"{TWICE} 2-2 2-2 3-3 3-4"),
        Scene("Seven points", "high-roller", f"{TWICE} 2-2 2-2 3-3 3-3 4-4 3-4"),
        Scene("Eight points", "high-roller", f"{TWICE} 2-2 2-2 3-3 3-3 4-4 4-4 5-5 3-4"),
        Scene("Nine points", "high-roller", f"{TWICE} 2-2 2-2 3-3 3-3 4-4 4-4 5-5 5-5 4-5 3-4"),
        Scene("Eleven points: ten or more", "high-roller", f"{TWICE} {TWICE} 3-3 3-3 2-2 3-4"),
        Scene("Bet before any roll while no point is made", "high-roller", "2-2 3-4", "betting=unmarked"),
    ],
    "parlay-craps": [
        Scene("Twos and twelves", "repeating-2 repeating-12", "1-1 3-4 6-6 1-1 2-2 3-4"),
        Scene("Threes and elevens", "repeating-3 repeating-11", "1-2 5-6 1-2 5-6 5-6 1-2"),
        Scene("Fours and tens", "repeating-4 repeating-10", "2-2 5-5 1-3 3-4 4-6 2-2 1-3 5-5 4-6"),
        Scene("Fives and nines", "repeating-5 repeating-9", "1-4 4-5 1-4 4-5 1-4 4-5 1-4 4-5 1-4 3-4"),
        Scene("Sixes and eights", "repeating-6 repeating-8", "3-3 1-5 2-4 3-3 1-5 2-4 4-4 3-4"),
        Scene("Any seven ends it", "repeating-2 repeating-6", "1-1 3-4 | 3-4", "ends=any-seven"),
        Scene(
            "Bet before any roll while it has no mark, and again at once after a win",
            "repeating-2 repeating-12",
            "1-1 1-1 | 6-6 2-2 6-6 | 2-2 3-4",
            "betting=unmarked new-game=at-once",
        ),
    ],
    "parlay-craps-with-envy": [
        Scene(
            "Paid for 1; the envy is named and no amount is posted",
            "repeating-2 repeating-12 repeating-3",
            "1-1 6-6 1-1 6-6 1-2 1-2 1-2",
        ),
        Scene(
            "The other repeaters",
            "repeating-4 repeating-5 repeating-6 repeating-8 repeating-9 repeating-10 repeating-11",
            "2-2 2-2 2-2 2-2 5-6 5-6 5-6 4-4 3-4",
        ),
        Scene(
            "Wagers without a pay: won, but nobody can have bet them",
            "repeating-8-8x repeating-9-9x repeating-10-10x repeating-horn",
            "1-1 1-2 5-6 6-6 1-1 1-2 5-6 4-4 4-4 4-4 4-4 4-4 4-4 4-4 4-4 4-5 5-5 3-4",
        ),
        Scene("Any seven ends it", "repeating-2 repeating-horn", "1-1 3-4 | 3-4", "ends=any-seven"),
        Scene(
            "Bet before any roll while it has no mark, and again at once after a win",
            "repeating-2 repeating-12",
            "1-1 1-1 | 6-6 2-2 6-6 | 2-2 3-4",
            "betting=unmarked new-game=at-once",
        ),
    ],
    "roll-the-line": [
        Scene(
            "Naturals and points; craps and no decision count for nothing; one pay at the end",
            "roll-the-line",
            "3-4 5-6 1-1 2-2 1-2 1-3 3-3 3-4",
        ),
        Scene(
            "Nothing, one, two and three line wins at pay table 1",
            "roll-the-line",
            "2-2 3-4 | 3-4 2-2 3-4 | 3-4 3-4 2-2 3-4 | 3-4 3-4 3-4 2-2 3-4",
        ),
        Scene(
            "Five to nine line wins at pay table 1",
            "roll-the-line",
            " | ".join(f"{'3-4 ' * wins}2-2 3-4" for wins in range(5, 10)),
        ),
        Scene(
            "Two and three line wins at pay table 6: a loss and a push",
            "roll-the-line/6",
            "5-6 5-6 2-2 3-4 | 5-6 5-6 5-6 2-2 3-4",
        ),
        Scene(
            "Two and three line wins where the cells are read for 1",
            "roll-the-line",
            "5-6 5-6 2-2 3-4 | 5-6 5-6 5-6 2-2 3-4 | 5-6 5-6 5-6 5-6 2-2 3-4",
            "cells=for-1",
        ),
        Scene(
            "Nothing and one line win where an empty cell loses nothing",
            "roll-the-line roll-the-line/2",
            "2-2 3-4 | 3-4 2-2 3-4",
            "empty-cells=push",
        ),
        Scene(
            "Twelve line wins: eleven or more, at pay table 7",
            "roll-the-line/7",
            "3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 5-6 2-2 3-4",
        ),
        Scene(
            "Ten line wins at pay tables 2 to 5",
            "roll-the-line/2 roll-the-line/3 roll-the-line/4 roll-the-line/5",
            "3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 3-4 2-2 3-4",
        ),
    ],
    "golden-dragon-baccarat": [
        Scene(
            "Nines over sevens and ones, the player's and the banker's",
            "three-card-9-over-three-card-7 three-card-9-over-three-card-1 natural-9-over-7",
            "K 2 5 K 4 5 | 2 K K 4 5 5 | K A 5 K 4 10 | 9 4 K 3 | K 9 7 Q",
        ),
        Scene("Any 8 over any 6", "8-over-6", "8 6 K Q | K 5 6 3 | K 3 3 K 5 3 | 8 8 K Q | 9 6 K Q"),
        Scene(
            "A three-card 7 of the banker, a three-card 8 of the player",
            "golden-dragon-7 green-dragon-8",
            "K 2 6 3 2 | K 2 7 3 2 | 4 7 2 K | 3 6 K K 5 | 8 6 K K",
        ),
    ],
    "treasure-of-the-5-dragons": [
        Scene(
            "Gold: a banker who wins with 7 or 6",
            "golden-dragon-7 golden-dragon-6s golden-dragon-6s/2 any-dragon/A any-dragon/B",
            "K 2 6 3 2 | K 2 5 4 10 | K 2 5 A 10 3 | K 6 6 Q",
        ),
        Scene(
            "Green and blue: three-card 8s and 9s",
            "green-dragon-8 blue-dragon-9s any-dragon/A any-dragon/B",
            "3 6 K K 5 | 4 4 K K 5 5 | 4 3 K K 5 K | 9 3 K K",
        ),
        Scene(
            "Red: both hands with 7 or 6, in three cards or in two",
            "red-dragon-7s red-dragon-6s any-dragon/A any-dragon/B",
            "2 2 K K 5 5 | 7 7 K Q | 3 3 K K 3 3 | 6 6 K Q | 7 4 K K 3",
        ),
        Scene(
            "An operator's own suite",
            "any-dragon/A any-dragon/B",
            "3 3 K K 3 3 | K 2 6 3 2 | 9 3 K K",
            "dragons=red-dragon-6s,golden-dragon-7",
        ),
        Scene(
            "Suite A as five dragons, all but the blue one",
            "any-dragon/A any-dragon/B",
            "3 3 K K 3 3 | K 2 5 4 10 | 4 4 K K 5 5",
            "dragons=golden-dragon-7,golden-dragon-6s,green-dragon-8,red-dragon-7s,red-dragon-6s",
        ),
    ],
    "infinite-fortune": [
        Scene(
            "Nines over eights",
            "three-card-9-over-three-card-8 natural-9-over-8 natural-9-over-8/2 natural-9-over-8/3",
            "K K 4 4 5 4 | 9 8 K Q | 8 9 K Q | 9 9 K Q",
        ),
        Scene(
            "Eights over sevens, and the three-card 7 and 8",
            "8-over-7 super-7 fortune-8",
            "8 7 K K | K 8 7 Q | 4 7 K K 4 | K 2 6 3 2 | 7 7 K Q",
        ),
    ],
    "baccarat-extras": [
        Scene(
            "Rules without pays: won by a point, and pairs",
            "bad-beat player-pair banker-pair",
            "9 8 K Q | 8 9 Q Q | 4 9 4 K | 9 9 K Q | K 10 Q J 4 5",
        ),
    ],
    "tiger-baccarat": [
        Scene(
            "The base wagers",
            "player banker tie",
            "9 K K 7 | 3 K 4 8 | K 2 5 4 10 | 8 8 K Q",
        ),
        Scene(
            "Tigers: the banker wins with 6",
            "tiger tiger/2 small-tiger big-tiger",
            "K 2 5 4 10 | K 2 5 A 10 3 | K 6 6 Q | 6 4 K 3",
        ),
        Scene(
            "Pairs: one, both, both the same, none",
            "tiger-pair",
            "4 9 4 K | 9 4 K 4 | 4 9 4 9 | 4 4 4 4 | 10 8 K Q",
        ),
    ],
    "made-points": [
        Scene(
            "Four different points, paid at the seven-out; a point made twice counts once",
            "made-points",
            "2-2 2-2 3-3 3-3 2-2 2-2 4-4 4-4 5-5 5-5 4-5 3-4",
        ),
        Scene("Five, the come-out seven costing nothing", "made-points", f"3-4 {TWICE} 1-4 3-4"),
        Scene("All six, paid at once", "made-points", f"{TWICE} 1-4 2-3"),
        Scene("Three: nothing", "made-points", "2-2 2-2 3-3 3-3 4-4 4-4 5-5 3-4"),
    ],
}
