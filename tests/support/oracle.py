"""The oracle: every wager settled a second time, slowly and in plain words.

It is written from the documents and from how we read them, and imports nothing of the package, so that a
rule or a pay that is wrong in one place is not wrong in both. Nothing here is fast, shared or clever: each
card is one function that looks at all outcomes from the first, every pay is typed in again, and where a
document prints a table the table stands here in the document's own shape.

An outcome is a pair of dice ``(3, 5)``, a pocket ``"00"``, or a deal of baccarat: the ranks as they leave the
shoe, player and banker in turn, then any third cards. The first roll of a sequence is a come-out roll.

>>> settle("super-shooter", "little", "1", {}, [(1, 1), (1, 2), (2, 2), (1, 4), (3, 3)])
('decided', Fraction(30, 1), 5)
>>> offers("repeater-bets-plus", "repeating-2", "1", {}, [(1, 1)])
{'surrender': Fraction(5, 1)}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

OPEN = ("open", None)

NOT_POSTED = None
"""The net of a wager that wins where the document prints no pay."""

LOSES = Fraction(-1)
PUSH = Fraction(0)

DEFAULTS: dict[str, dict[str, str]] = {
    "craps": {},
    "roulette": {"wheel": "double-zero"},
    "baccarat": {"game": "commission", "commission": "5", "push-on-7": "banker"},
    "repeater-bets-plus": {"surrender": "yes", "surrender-envy": "no"},
    "cash-out-craps": {"take-back": "yes", "come-out": "on", "first-roll": "counted"},
    "super-shooter": {},
    "straights-and-8s": {"wheel": "double-zero", "order": "any", "wrap": "no", "three-eights": "any-three-8s"},
    "dice-works": {"ends": "seven-out"},
    "high-roller": {},
    "parlay-craps": {"ends": "seven-out"},
    "parlay-craps-with-envy": {"ends": "seven-out"},
    "roll-the-line": {"cells": "net", "empty-cells": "lose"},
    "golden-dragon-baccarat": {},
    "treasure-of-the-5-dragons": {"dragons": "default"},
    "infinite-fortune": {},
    "baccarat-extras": {},
    "tiger-baccarat": {"base": "with"},
}
"""The options that change how a wager is settled, each at its default."""


def settle(card: str, wager: str, table: str, options: Mapping[str, str], outcomes: Sequence) -> tuple:
    """What has become of a wager: open, or decided with its net gain on one unit and the outcomes it took.

    Offers are let pass; ``offers`` says what they were.
    """
    return SETTLERS[card](wager, table, {**DEFAULTS[card], **options}, list(outcomes))


def offers(card: str, wager: str, table: str, options: Mapping[str, str], outcomes: Sequence) -> dict[str, Fraction]:
    """What the player may take after these outcomes, with the net gain on one unit."""
    if settle(card, wager, table, options, outcomes) != OPEN:
        return {}
    chosen = {**DEFAULTS[card], **options}
    if card == "repeater-bets-plus":
        return surrender_offers(wager, chosen, outcomes)
    if card == "cash-out-craps":
        return cash_out_offers(table, chosen, outcomes)
    return {}


def envy(card: str, wager: str, options: Mapping[str, str], ending: str) -> Fraction | None:
    """What the dealer gets on one unit staked by a win or another ending; None if not posted."""
    chosen = {**DEFAULTS[card], **options}
    if card == "repeater-bets-plus" and wager in REPEATER_ENVY:
        # "If the player makes a successful Repeater Bets Plus wager": a surrender is not won, unless so read.
        earns = ending == "win" or (ending == "surrender" and chosen["surrender-envy"] == "yes")
        return Fraction(REPEATER_ENVY[wager] if earns else 0)
    if card == "super-shooter" and ending == "win":
        return Fraction({"little": 1, "big": 1, "all": 5}[wager])
    if card == "parlay-craps-with-envy" and ending == "win":
        return NOT_POSTED
    return Fraction(0)


def listed(card: str, options: Mapping[str, str]) -> set[tuple[str, str]]:
    """Every wager of a card that has a rule, with each of its pay tables."""
    chosen = {**DEFAULTS[card], **options}
    if card == "roulette":
        return {(wager, "1") for wager in roulette_wagers(chosen["wheel"])}
    left_out = ("player", "banker", "tie") if chosen.get("base") == "without" else ()
    wagers = {wager: tables for wager, tables in WAGERS[card].items() if wager not in left_out}
    return {(wager, table) for wager, tables in wagers.items() for table in tables.split()}


# ---- small words -------------------------------------------------------------------------------------


def decided(net: Fraction | int | None, outcomes: int) -> tuple:
    return ("decided", net if net is None else Fraction(net), outcomes)


def to_1(pay: int) -> Fraction:
    """``X to 1``: X times the stake, and the stake back."""
    return Fraction(pay)


def for_1(pay: int) -> Fraction:
    """``X for 1``: X times the stake, and the stake is gone."""
    return Fraction(pay) - 1


def rolls_with_point(rolls: Sequence[tuple[int, int]]) -> list[tuple[int, int | None]]:
    """Each roll's total with the point that was on when it was thrown, None on a come-out."""
    seen: list[tuple[int, int | None]] = []
    point: int | None = None
    for first, second in rolls:
        total = first + second
        seen.append((total, point))
        if point is None and total in (4, 5, 6, 8, 9, 10):
            point = total
        elif point is not None and total in (7, point):
            point = None
    return seen


def is_seven_out(total: int, point: int | None) -> bool:
    return total == 7 and point is not None


def round_is_lost(ends: str, total: int, point: int | None) -> bool:
    """Whether this roll loses a wager of document 004, by the reading ``ends``."""
    return is_seven_out(total, point) if ends == "seven-out" else total == 7


LOWS = {2, 3, 4, 5, 6}
HIGHS = {8, 9, 10, 11, 12}

REPEATS: dict[str, tuple[set[int], int]] = {
    "repeating-2": ({2}, 2),
    "repeating-12": ({12}, 2),
    "repeating-3": ({3}, 3),
    "repeating-11": ({11}, 3),
    "repeating-4": ({4}, 4),
    "repeating-10": ({10}, 4),
    "repeating-5": ({5}, 5),
    "repeating-9": ({9}, 5),
    "repeating-6": ({6}, 6),
    "repeating-8": ({8}, 6),
    "repeating-horn": ({2, 3, 11, 12}, 7),
    "repeating-8-8x": ({8}, 8),
    "repeating-9-9x": ({9}, 9),
    "repeating-10-10x": ({10}, 10),
}
"""The totals a repeater counts, and how many of them it needs."""


# ---- 000_b5921ee9780dc1a2.txt, Repeater Bets Plus -----------------------------------------------------

REPEATER_PAYS_FOR_1 = {
    "repeating-2": 40,
    "repeating-12": 40,
    "repeating-3": 50,
    "repeating-11": 50,
    "repeating-4": 65,
    "repeating-10": 65,
    "repeating-5": 80,
    "repeating-9": 80,
    "repeating-6": 90,
    "repeating-8": 90,
    "repeating-horn": 100,
    "uptown": 15,
    "downtown": 15,
    "citywide": 9,
    "even": 12,
    "odd": 18,
    "horn": 12,
    "2-or-12": 3,
    "3-or-11": 2,
}

COMBINATIONS = {
    "uptown": (8, 9, 10, 11, 12),
    "downtown": (2, 3, 4, 5, 6),
    "citywide": (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
    "even": (2, 4, 6, 8, 10, 12),
    "odd": (3, 5, 9, 11),
    "horn": (2, 3, 11, 12),
}
"""The plus wagers that win as soon as the repeater of any one of these totals does."""

SURRENDER_PAYS_FOR_1 = {
    #                1   2   3   4   5   6
    "repeating-2": (6,),
    "repeating-12": (6,),
    "repeating-3": (0, 12),
    "repeating-11": (0, 12),
    "repeating-4": (0, 7, 21),
    "repeating-10": (0, 7, 21),
    "repeating-5": (0, 0, 12, 30),
    "repeating-9": (0, 0, 12, 30),
    "repeating-6": (0, 0, 8, 18, 40),
    "repeating-8": (0, 0, 8, 18, 40),
    "repeating-horn": (0, 0, 0, 12, 24, 48),
}
"""By how many are counted, from one; 0 where the table says N/A."""

REPEATER_ENVY = {
    "repeating-2": 2,
    "repeating-12": 2,
    "repeating-3": 3,
    "repeating-11": 3,
    "repeating-4": 4,
    "repeating-10": 4,
    "repeating-5": 5,
    "repeating-9": 5,
    "repeating-6": 6,
    "repeating-8": 6,
    "repeating-horn": 7,
}


def repeater_bets_plus(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """Tally the rolls until the wager is complete, or until any seven takes it."""
    tally = dict.fromkeys(range(2, 13), 0)
    for number, (first, second) in enumerate(rolls, 1):
        total = first + second
        if total == 7:
            return decided(LOSES, number)
        tally[total] += 1
        if repeater_is_complete(wager, tally):
            return decided(for_1(REPEATER_PAYS_FOR_1[wager]), number)
    return OPEN


def repeater_is_complete(wager: str, tally: Mapping[int, int]) -> bool:
    if wager == "2-or-12":
        return tally[2] + tally[12] >= 1
    if wager == "3-or-11":
        return tally[3] + tally[11] >= 1
    if wager in COMBINATIONS:
        return any(repeater_is_complete(f"repeating-{total}", tally) for total in COMBINATIONS[wager])
    totals, times = REPEATS[wager]
    return sum(tally[total] for total in totals) >= times


def surrender_offers(wager: str, options: Mapping[str, str], rolls: Sequence) -> dict[str, Fraction]:
    """Surrender: at least half of the count is there, and a pay is printed for it."""
    if options["surrender"] == "no" or wager not in SURRENDER_PAYS_FOR_1:
        return {}
    totals, times = REPEATS[wager]
    count = sum(1 for first, second in rolls if first + second in totals)
    if count == 0 or 2 * count < times:
        return {}
    pay = SURRENDER_PAYS_FOR_1[wager][count - 1]
    return {"surrender": for_1(pay)} if pay else {}


# ---- 001_da50181baea3d642.txt, Cash Out Craps ---------------------------------------------------------

CASH_OUT_PAYS_TO_1: dict[int, tuple[int | None, ...]] = {
    4: (1, 1, None, None),
    5: (2, 2, 1, 1),
    6: (3, 3, 3, 3),
    7: (5, 5, 5, 5),
    8: (10, 10, 10, 10),
    9: (30, 25, 30, 25),
    10: (100, 100, 100, 100),
}
"""Unique numbers, and the pay in Paytables 1 to 4."""


def cash_out_craps(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """Different numbers before a seven; all ten are paid by themselves, the rest must be asked for."""
    marked: set[int] = set()
    for number, (total, point) in enumerate(rolls_with_point(rolls), 1):
        if options["come-out"] == "off" and point is None:
            continue
        if total == 7:
            return decided(LOSES, number)
        marked.add(total)
        if len(marked) == 10:
            pay = CASH_OUT_PAYS_TO_1[10][int(table) - 1]
            assert pay is not None
            return decided(to_1(pay), number)
    return OPEN


def cash_out_offers(table: str, options: Mapping[str, str], rolls: Sequence) -> dict[str, Fraction]:
    """Rule 4: the pay of the present count; rule 7: the stake back after the first roll that counts, or after any."""
    marked = {total for total, point in rolls_with_point(rolls) if not (options["come-out"] == "off" and point is None)}
    pay = CASH_OUT_PAYS_TO_1.get(len(marked), (None,) * 4)[int(table) - 1]
    if pay is not None:
        return {"cash out": to_1(pay)}
    has_rolled = rolls if options["first-roll"] == "any" else marked
    return {"take back": PUSH} if has_rolled and options["take-back"] == "yes" else {}


# ---- 002_d564a8e12d5c0338.txt, Super Shooter ----------------------------------------------------------

SUPER_SHOOTER_PAYS_TO_1 = {"little": (30, 34), "big": (30, 34), "all": (150, 160, 175)}


def super_shooter(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """Every number of the wager before any seven."""
    missing = {"little": set(LOWS), "big": set(HIGHS), "all": LOWS | HIGHS}[wager]
    for number, (first, second) in enumerate(rolls, 1):
        if first + second == 7:
            return decided(LOSES, number)
        missing.discard(first + second)
        if not missing:
            return decided(to_1(SUPER_SHOOTER_PAYS_TO_1[wager][int(table) - 1]), number)
    return OPEN


# ---- 003_17ca3ac7f6d714e4.txt, Straights and 8's ------------------------------------------------------


def straights_and_8s(wager: str, table: str, options: Mapping[str, str], spins: list) -> tuple:
    """Three spins; the second decides whether the wager stays, the third only whether it is raised."""
    if not spins:
        return OPEN
    if is_zero(spins[0]):
        return decided(LOSES, 1)
    if len(spins) == 1:
        return OPEN
    worth = worth_after_two(spins[0], spins[1], options)
    if worth is None:
        return decided(LOSES, 2)
    if len(spins) == 2:
        return OPEN
    raised = raised_by_third(spins[:3], options)
    return decided(worth if raised is None else raised, 3)


def is_zero(pocket: str) -> bool:
    return pocket in ("0", "00", "000")


def neighbours(number: int, options: Mapping[str, str]) -> set[int]:
    """The numbers next to a number; 36 and 1 are neighbors only where the reading says so."""
    beside = {number - 1, number + 1} & set(range(1, 37))
    if options["wrap"] == "yes":
        beside |= {1: {36}, 36: {1}}.get(number, set())
    return beside


def worth_after_two(first: str, second: str, options: Mapping[str, str]) -> Fraction | None:
    """What the first two numbers are worth, None if they lose."""
    if is_zero(second):
        return None
    if first in ("8", "18", "28") and second in ("8", "18", "28"):
        return to_1(4)
    one, two = int(first), int(second)
    if one == two:
        return None
    if two in neighbours(one, options):
        return to_1(7)
    if any(two in neighbours(between, options) for between in neighbours(one, options)):
        return to_1(4)
    return None


def raised_by_third(spins: list[str], options: Mapping[str, str]) -> Fraction | None:
    """What all three numbers are worth together, None if no more than the first two."""
    if all(spin in ("8", "18", "28") for spin in spins):
        if len(set(spins)) == 3:
            return to_1(299)
        return to_1(50) if options["three-eights"] == "any-three-8s" else None
    if any(is_zero(spin) for spin in spins):
        return None
    numbers = [int(spin) for spin in spins]
    rows = [[low, low + 1, low + 2] for low in range(1, 35)]
    if options["wrap"] == "yes":
        rows += [[35, 36, 1], [36, 1, 2]]
    for row in rows:
        if options["order"] == "in-order" and numbers in (row, row[::-1]):
            return to_1(50)
        if options["order"] == "any" and sorted(numbers) == sorted(row):
            return to_1(50)
    return None


# ---- 004_c9d498003782c082.txt, craps ------------------------------------------------------------------

DICE_WORKS_PAYS_TO_1 = {"all-lows": (34, 30), "all-highs": (34, 30), "the-works": (175, 150)}


def dice_works(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """(1): each of the totals before the seven-out."""
    missing = {"all-lows": set(LOWS), "all-highs": set(HIGHS), "the-works": LOWS | HIGHS}[wager]
    for number, (total, point) in enumerate(rolls_with_point(rolls), 1):
        if round_is_lost(options["ends"], total, point):
            return decided(LOSES, number)
        missing.discard(total)
        if not missing:
            return decided(to_1(DICE_WORKS_PAYS_TO_1[wager][int(table) - 1]), number)
    return OPEN


HIGH_ROLLER_PAYS_TO_1 = {10: 299, 9: 199, 8: 99, 7: 49, 6: 29, 5: 19, 4: 9, 3: 5}


def high_roller(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """(2): points made before the seven-out, paid when it comes."""
    made = 0
    for number, (total, point) in enumerate(rolls_with_point(rolls), 1):
        if is_seven_out(total, point):
            return decided(LOSES if made <= 2 else to_1(HIGH_ROLLER_PAYS_TO_1[min(made, 10)]), number)
        if total == point:
            made += 1
    return OPEN


PARLAY_PAYS = {
    "repeating-2": 40,
    "repeating-3": 50,
    "repeating-4": 65,
    "repeating-5": 80,
    "repeating-6": 90,
    "repeating-8": 90,
    "repeating-9": 80,
    "repeating-10": 65,
    "repeating-11": 50,
    "repeating-12": 40,
}
"""To 1 in (3) (C), for 1 in (4) (B): the same figures."""


def parlay_roll(wager: str, options: Mapping[str, str], rolls: list) -> tuple[bool, int] | None:
    """Whether a parlay wager is won, and on which roll; None while it is open."""
    totals, times = REPEATS[wager]
    count = 0
    for number, (total, point) in enumerate(rolls_with_point(rolls), 1):
        if round_is_lost(options["ends"], total, point):
            return False, number
        if total in totals:
            count += 1
        if count == times:
            return True, number
    return None


def parlay_craps(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """(3): the total so many times before the seven-out."""
    over = parlay_roll(wager, options, rolls)
    if over is None:
        return OPEN
    won, number = over
    return decided(to_1(PARLAY_PAYS[wager]) if won else LOSES, number)


def parlay_craps_with_envy(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """(4): the same games for 1, and four more that the pay table leaves out."""
    over = parlay_roll(wager, options, rolls)
    if over is None:
        return OPEN
    won, number = over
    if not won:
        return decided(LOSES, number)
    return decided(for_1(PARLAY_PAYS[wager]) if wager in PARLAY_PAYS else NOT_POSTED, number)


ROLL_THE_LINE_CELLS = {
    #  PT1  PT2  PT3  PT4  PT5  PT6  PT7
    11: (50, 75, 100, 150, 50, 100, 150),
    10: (25, 40, 40, 30, 40, 30, 40),
    9: (20, 30, 30, 20, 30, 25, 25),
    8: (15, 20, 20, 15, 20, 20, 15),
    7: (8, 12, 10, 10, 10, 12, 10),
    6: (6, 6, 6, 4, 8, 7, 7),
    5: (4, 4, 3, 3, 5, 5, 4),
    4: (2, 2, 2, 2, 2, 3, 2),
    3: (1, 1, 1, 1, 1, 0, 0),
    2: (0, -1, -1, -1, -1, -1, -1),
    1: (-1, -1, -1, -1, -1, -1, -1),
    0: (-1, -1, -1, -1, -1, -1, -1),
}


def roll_the_line(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """(5): pass line wins before the seven-out, one pay at the end."""
    wins = 0
    for number, (total, point) in enumerate(rolls_with_point(rolls), 1):
        if is_seven_out(total, point):
            cell = ROLL_THE_LINE_CELLS[min(wins, 11)][int(table) - 1]
            if wins < 2 and table != "1" and options["empty-cells"] == "push":
                cell = 0
            if options["cells"] == "net":
                return decided(cell, number)
            return decided(for_1(cell) if cell > 0 else LOSES, number)
        if (point is None and total in (7, 11)) or total == point:
            wins += 1
    return OPEN


# ---- the base game of craps ---------------------------------------------------------------------------

PLACE_PAYS = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
HARD_PAYS_TO_1 = {4: 7, 6: 9, 8: 9, 10: 7}
ONE_ROLL_PAYS_TO_1 = {
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
    "any-seven": {7: 4},
    "any-craps": {2: 7, 3: 7, 12: 7},
    "craps-2": {2: 30},
    "craps-3": {3: 15},
    "eleven": {11: 15},
    "craps-12": {12: 30},
}


def craps(wager: str, table: str, options: Mapping[str, str], rolls: list) -> tuple:
    """The standard layout: line, place, hard ways and one-roll wagers."""
    if wager in ONE_ROLL_PAYS_TO_1:
        return decided(ONE_ROLL_PAYS_TO_1[wager].get(sum(rolls[0]), LOSES), 1) if rolls else OPEN
    for number, ((total, point), pair) in enumerate(zip(rolls_with_point(rolls), rolls, strict=True), 1):
        net = craps_net(wager, total, point, pair)
        if net is not None:
            return decided(net, number)
    return OPEN


def craps_net(wager: str, total: int, point: int | None, pair: tuple[int, int]) -> Fraction | int | None:
    """What one roll does to a wager that is up; None if it stays."""
    if wager == "pass":
        if point is None:
            return {7: 1, 11: 1, 2: -1, 3: -1, 12: -1}.get(total)
        return 1 if total == point else -1 if total == 7 else None
    if wager == "dont-pass":
        if point is None:
            return {7: -1, 11: -1, 2: 1, 3: 1, 12: 0}.get(total)
        return -1 if total == point else 1 if total == 7 else None
    kind, _, figure = wager.partition("-")
    mine = int(figure)
    if kind == "place":
        if point is None:
            return None  # off on the come-out
        return Fraction(*PLACE_PAYS[mine]) if total == mine else -1 if total == 7 else None
    assert kind == "hard"
    if total == mine:
        return HARD_PAYS_TO_1[mine] if pair[0] == pair[1] else -1
    return -1 if total == 7 else None


# ---- the base game of roulette ------------------------------------------------------------------------

INSIDE_PAYS_TO_1 = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "trio": 11,
    "corner": 8,
    "first-four": 8,
    "top-line": 6,
    "six-line": 5,
}
RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}

ZEROS = {"single-zero": ["0"], "double-zero": ["0", "00"], "triple-zero": ["0", "00", "000"]}

ZERO_PLACES = {
    "single-zero": ["split-0-1", "split-0-2", "split-0-3", "trio-0-1-2", "trio-0-2-3", "first-four-0-1-2-3"],
    "double-zero": [
        "split-0-00", "split-0-1", "split-0-2", "split-00-2", "split-00-3",
        "trio-0-1-2", "trio-0-00-2", "trio-00-2-3", "top-line-0-00-1-2-3",
    ],
    "triple-zero": ["trio-0-00-000"],
}  # fmt: skip


def pockets_of(wheel: str) -> list[str]:
    return ZEROS[wheel] + [str(number) for number in range(1, 37)]


def roulette_wagers(wheel: str) -> list[str]:
    """Every wager of a wheel's layout, where row r holds 3r + 1, 3r + 2, 3r + 3."""
    places = [*ZERO_PLACES[wheel], *(f"straight-{pocket}" for pocket in pockets_of(wheel))]
    for number in range(1, 37):
        column = (number - 1) % 3 + 1
        if column < 3:
            places.append(f"split-{number}-{number + 1}")
        if number <= 33:
            places.append(f"split-{number}-{number + 3}")
        if column < 3 and number <= 33:
            places.append(f"corner-{number}-{number + 1}-{number + 3}-{number + 4}")
        if column == 1:
            places.append(f"street-{number}-{number + 1}-{number + 2}")
        if column == 1 and number <= 31:
            places.append("six-line-" + "-".join(str(number + more) for more in range(6)))
    dozens = [f"{kind}-{part}" for kind in ("dozen", "column") for part in (1, 2, 3)]
    return [*places, *dozens, "red", "black", "odd", "even", "low", "high"]


def roulette(wager: str, table: str, options: Mapping[str, str], spins: list) -> tuple:
    """One spin; the zeros lose every outside wager."""
    if not spins:
        return OPEN
    pocket = spins[0]
    for kind, pay in INSIDE_PAYS_TO_1.items():
        if wager.startswith(f"{kind}-"):
            return decided(to_1(pay) if pocket in wager.removeprefix(f"{kind}-").split("-") else LOSES, 1)
    if is_zero(pocket):
        return decided(LOSES, 1)
    number = int(pocket)
    if wager[:-1] in ("dozen-", "column-"):
        part = (number - 1) // 12 if wager.startswith("dozen") else (number - 1) % 3
        return decided(to_1(2) if part + 1 == int(wager[-1]) else LOSES, 1)
    wins = {
        "red": pocket in RED,
        "black": pocket not in RED,
        "odd": number % 2 == 1,
        "even": number % 2 == 0,
        "low": number <= 18,
        "high": number >= 19,
    }[wager]
    return decided(to_1(1) if wins else LOSES, 1)


# ---- baccarat -----------------------------------------------------------------------------------------

BANKER_DRAWS = {
    #   player's third card
    #   0123456789
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "SSSSSSSSSS",
}
"""The banker's two-card total, and whether it draws or stands against the player's third card."""


def value(rank: str) -> int:
    return 1 if rank == "A" else 0 if rank in ("10", "J", "Q", "K") else int(rank)


def total_of(cards: Sequence[str]) -> int:
    return sum(value(card) for card in cards) % 10


@lru_cache(maxsize=200_000)
def play_out(deal: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two finished hands; cards of the deal that are not needed stay in the shoe.

    >>> play_out(("4", "7", "A", "K", "2", "9"))
    (('4', 'A', '2'), ('7', 'K'))
    """
    player, banker, rest = [deal[0], deal[2]], [deal[1], deal[3]], list(deal[4:])
    if total_of(player) >= 8 or total_of(banker) >= 8:
        return tuple(player), tuple(banker)
    if total_of(player) >= 6:
        if total_of(banker) <= 5:
            banker.append(rest.pop(0))
        return tuple(player), tuple(banker)
    third = rest.pop(0)
    player.append(third)
    if BANKER_DRAWS[total_of(banker)][value(third)] == "D":
        banker.append(rest.pop(0))
    return tuple(player), tuple(banker)


Holding = tuple[int, int | None]
"""A total and a number of cards, or None for any number."""


def baccarat_card(net_of):
    """A card of wagers that one hand decides: ``net_of`` gives the net from the two hands."""

    def settler(wager: str, table: str, options: Mapping[str, str], deals: list) -> tuple:
        if not deals:
            return OPEN
        player, banker = play_out(tuple(deals[0]))
        return decided(net_of(wager, table, options, player, banker), 1)

    return settler


def beats(winner: Holding, loser: Holding, player: tuple, banker: tuple) -> bool:
    """Whether either hand with the one holding wins over the other hand with the other."""
    for one, other in ((player, banker), (banker, player)):
        if has(one, *winner) and has(other, *loser) and total_of(one) > total_of(other):
            return True
    return False


def has(hand: tuple, total: int, cards: int | None = None) -> bool:
    return total_of(hand) == total and (cards is None or len(hand) == cards)


def side_wins(mine: tuple, other: tuple, total: int, cards: int | None = None) -> bool:
    """Whether a hand with this total, perhaps in so many cards, wins over the other."""
    return has(mine, total, cards) and total_of(mine) > total_of(other)


def pays_if(wins: bool, pay: int) -> Fraction:
    return to_1(pay) if wins else LOSES


def baccarat_net(wager, table, options, player, banker) -> Fraction:
    """(2): player, banker and tie, with commission, without it, or as tiger baccarat."""
    ahead = total_of(player) - total_of(banker)
    # "When the banker wins with a three-card seven, all hands push."
    wagers = ["banker", "player", "tie"]
    pushed = wagers[: {"banker": 1, "all": 2, "all-with-tie": 3}[options["push-on-7"]]]
    if options["game"] == "no-commission" and wager in pushed and side_wins(banker, player, 7, 3):
        return PUSH
    if wager == "tie":
        return pays_if(ahead == 0, 8)
    if ahead == 0:
        return PUSH
    if wager == "player":
        return pays_if(ahead > 0, 1)
    if ahead > 0:
        return LOSES
    if options["game"] == "commission":
        return Fraction(100 - int(options["commission"]), 100)
    if options["game"] == "tiger" and total_of(banker) == 6:
        return Fraction(1, 2)
    return to_1(1)


def golden_dragon_net(wager, table, options, player, banker) -> Fraction:
    """(1) (A)."""
    if wager == "three-card-9-over-three-card-7":
        return pays_if(beats((9, 3), (7, 3), player, banker), 200)
    if wager == "natural-9-over-7":
        return pays_if(beats((9, 2), (7, None), player, banker), 50)
    if wager == "8-over-6":
        return pays_if(beats((8, None), (6, None), player, banker), 25)
    if wager == "golden-dragon-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    if wager == "green-dragon-8":
        return pays_if(side_wins(player, banker, 8, 3), 25)
    assert wager == "three-card-9-over-three-card-1"
    return pays_if(beats((9, 3), (1, 3), player, banker), 150)


SUITES = {
    "A": ["golden-dragon-7", "green-dragon-8", "blue-dragon-9s", "red-dragon-7s"],
    "B": ["golden-dragon-7", "green-dragon-8", "blue-dragon-9s", "red-dragon-7s", "golden-dragon-6s"],
}


def five_dragons_net(wager, table, options, player, banker) -> Fraction:
    """(1) (B)."""
    if wager == "golden-dragon-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    if wager == "golden-dragon-6s":
        three = {"1": 25, "2": 20}[table]  # (VIII): "either pay out can be used"
        return pays_if(side_wins(banker, player, 6), three if len(banker) == 3 else 12)
    if wager == "green-dragon-8":
        return pays_if(side_wins(player, banker, 8, 3), 25)
    if wager == "blue-dragon-9s":
        nines = [hand for hand in (player, banker) if has(hand, 9, 3)]
        return (LOSES, to_1(10), to_1(75))[len(nines)]
    if wager in ("red-dragon-7s", "red-dragon-6s"):
        total = 7 if wager == "red-dragon-7s" else 6
        if has(player, total, 3) and has(banker, total, 3):
            return to_1(200)
        return pays_if(has(player, total, 2) and has(banker, total, 2), 50)
    assert wager == "any-dragon"
    chosen = options["dragons"]
    suite = SUITES[table] if chosen == "default" else [name.strip() for name in chosen.split(",")]
    wins = any(five_dragons_net(dragon, "1", options, player, banker) > 0 for dragon in suite)
    return pays_if(wins, {"A": 6, "B": 4}[table])


def infinite_fortune_net(wager, table, options, player, banker) -> Fraction:
    """(1) (C)."""
    if wager == "three-card-9-over-three-card-8":
        return pays_if(beats((9, 3), (8, 3), player, banker), 200)
    if wager == "natural-9-over-8":
        return pays_if(beats((9, 2), (8, None), player, banker), {"1": 40, "2": 45, "3": 50}[table])
    if wager == "8-over-7":
        return pays_if(beats((8, None), (7, None), player, banker), 25)
    if wager == "super-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    assert wager == "fortune-8"
    return pays_if(side_wins(player, banker, 8, 3), 25)


def extras_net(wager, table, options, player, banker) -> Fraction | None:
    """(1) (D) and (E): rules without pays."""
    wins = {
        "bad-beat": abs(total_of(player) - total_of(banker)) == 1,
        "player-pair": player[0] == player[1],
        "banker-pair": banker[0] == banker[1],
    }[wager]
    return NOT_POSTED if wins else LOSES


def tiger_net(wager, table, options, player, banker) -> Fraction:
    """(2) (A)."""
    if wager in ("player", "banker", "tie"):
        return baccarat_net(wager, table, {"game": "tiger", "push-on-7": "banker"}, player, banker)
    if wager == "tiger":
        three = {"1": 20, "2": 25}[table]  # (VIII): "either pay out can be used"
        return pays_if(side_wins(banker, player, 6), three if len(banker) == 3 else 12)
    if wager == "small-tiger":
        return pays_if(side_wins(banker, player, 6, 2), 22)
    if wager == "big-tiger":
        return pays_if(side_wins(banker, player, 6, 3), 50)
    assert wager == "tiger-pair"
    if player[0] == player[1] and banker[0] == banker[1]:
        return to_1(100 if player[0] == banker[0] else 20)
    return pays_if(player[0] == player[1] or banker[0] == banker[1], 4)


# ---- the cards ----------------------------------------------------------------------------------------

SETTLERS = {
    "craps": craps,
    "roulette": roulette,
    "baccarat": baccarat_card(baccarat_net),
    "repeater-bets-plus": repeater_bets_plus,
    "cash-out-craps": cash_out_craps,
    "super-shooter": super_shooter,
    "straights-and-8s": straights_and_8s,
    "dice-works": dice_works,
    "high-roller": high_roller,
    "parlay-craps": parlay_craps,
    "parlay-craps-with-envy": parlay_craps_with_envy,
    "roll-the-line": roll_the_line,
    "golden-dragon-baccarat": baccarat_card(golden_dragon_net),
    "treasure-of-the-5-dragons": baccarat_card(five_dragons_net),
    "infinite-fortune": baccarat_card(infinite_fortune_net),
    "baccarat-extras": baccarat_card(extras_net),
    "tiger-baccarat": baccarat_card(tiger_net),
}

WAGERS: dict[str, dict[str, str]] = {
    "craps": dict.fromkeys(
        [
            "pass", "dont-pass",
            *(f"place-{total}" for total in (4, 5, 6, 8, 9, 10)),
            *(f"hard-{total}" for total in (4, 6, 8, 10)),
            "field", "any-seven", "any-craps", "craps-2", "craps-3", "eleven", "craps-12",
        ],
        "1",
    ),
    "baccarat": dict.fromkeys(["player", "banker", "tie"], "1"),
    "repeater-bets-plus": dict.fromkeys(REPEATER_PAYS_FOR_1, "1"),
    "cash-out-craps": {"cash-out": "1 2 3 4"},
    "super-shooter": {"little": "1 2", "big": "1 2", "all": "1 2 3"},
    "straights-and-8s": {"straights-and-8s": "1"},
    "dice-works": {"all-lows": "1 2", "all-highs": "1 2", "the-works": "1 2"},
    "high-roller": {"high-roller": "1"},
    "parlay-craps": dict.fromkeys(PARLAY_PAYS, "1"),
    "parlay-craps-with-envy": dict.fromkeys(
        [*PARLAY_PAYS, "repeating-8-8x", "repeating-9-9x", "repeating-10-10x", "repeating-horn"], "1"
    ),
    "roll-the-line": {"roll-the-line": "1 2 3 4 5 6 7"},
    "golden-dragon-baccarat": dict.fromkeys(
        [
            "three-card-9-over-three-card-7", "natural-9-over-7", "8-over-6", "golden-dragon-7",
            "green-dragon-8", "three-card-9-over-three-card-1",
        ],
        "1",
    ),
    "treasure-of-the-5-dragons": {
        "golden-dragon-7": "1", "golden-dragon-6s": "1 2", "green-dragon-8": "1", "blue-dragon-9s": "1",
        "red-dragon-7s": "1", "red-dragon-6s": "1", "any-dragon": "A B",
    },
    "infinite-fortune": {
        "three-card-9-over-three-card-8": "1", "natural-9-over-8": "1 2 3", "8-over-7": "1", "super-7": "1",
        "fortune-8": "1",
    },
    "baccarat-extras": dict.fromkeys(["bad-beat", "player-pair", "banker-pair"], "1"),
    "tiger-baccarat": dict.fromkeys(
        ["player", "banker", "tie", "tiger", "small-tiger", "big-tiger", "tiger-pair"], "1"
    ) | {"tiger": "1 2"},
}  # fmt: skip
"""Wagers with a rule and the names of their pay tables; those of roulette follow from the layout."""
