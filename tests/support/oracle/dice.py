"""The oracle of craps and its side bets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.support.oracle.common import (
    LOSES,
    NOT_POSTED,
    OPEN,
    PUSH,
    decided,
    for_1,
    is_seven_out,
    rolls_with_point,
    round_is_lost,
    to_1,
)

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


# ---- Repeater Bets Plus with Surrender

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


# ---- Cash Out Craps

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


# ---- Super Shooter Craps Side Bet with Dealer Envy

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


# ---- Colorado Limited Gaming Regulations: craps

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
