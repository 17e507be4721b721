"""Plain versions that the simulation is compared with: what a programmer would write first."""

import random
from collections import Counter
from typing import Any

import numpy as np
from numba import njit

NEEDED = np.array([0, 0, 2, 3, 4, 5, 6, 0, 6, 5, 4, 3, 2])
"""How often each total must be rolled."""
TOTALS = (2, 12, 3, 11, 4, 10, 5, 9, 6, 8)
GROUPS = (
    (8, 9, 10, 11, 12), (2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 8, 9, 10, 11, 12), (2, 4, 6, 8, 10, 12), (3, 5, 9, 11),
    (2, 3, 11, 12),
)  # fmt: skip
RULES = [
    *([(total, NEEDED[total])] for total in TOTALS),
    [(13, 7)],
    *([(total, NEEDED[total]) for total in group] for group in GROUPS),
    [(2, 1), (12, 1)],
    [(3, 1), (11, 1)],
]
"""For each of nineteen wagers what wins it: a number and how often; number 13 means any of 2, 3, 11, 12."""
PARTS = np.array([len(rule) for rule in RULES])
WHICH = np.array([[number for number, _ in rule] + [0] * (10 - len(rule)) for rule in RULES])
TIMES = np.array([[int(times) for _, times in rule] + [0] * (10 - len(rule)) for rule in RULES])


@njit
def repeaters(rolls: int, seed: int) -> Any:
    """Nineteen wagers on repeated numbers, from seven to seven: rounds, and how often each wager won."""
    np.random.seed(seed)
    counts = np.zeros(14, np.int64)
    won = np.zeros(19, np.bool_)
    wins = np.zeros(19, np.int64)
    rounds = 0
    for _ in range(rolls):
        total = np.random.randint(1, 7) + np.random.randint(1, 7)
        if total == 7:
            rounds += 1
            counts[:] = 0
            won[:] = False
            continue
        counts[total] += 1
        if total in (2, 3, 11, 12):
            counts[13] += 1
        for wager in range(19):
            if won[wager]:
                continue
            for part in range(PARTS[wager]):
                if counts[WHICH[wager, part]] >= TIMES[wager, part]:
                    won[wager] = True
                    wins[wager] += 1
                    break
    return rounds, wins


@njit
def hands_of_a_shooter(rolls: int, seed: int) -> Any:
    """Four craps cards together, over the shooter's hand: sets of totals, points made, repeaters, line wins."""
    np.random.seed(seed)
    counts = np.zeros(13, np.int64)
    won = np.zeros(13, np.bool_)
    wins = np.zeros(13, np.int64)
    made_counts = np.zeros(11, np.int64)
    line_counts = np.zeros(12, np.int64)
    point = made = line = rounds = 0
    for _ in range(rolls):
        total = np.random.randint(1, 7) + np.random.randint(1, 7)
        counts[total] += 1
        if total != 7:
            place = total - 2 if total < 7 else total - 3
            if counts[total] == NEEDED[total] and not won[place]:
                won[place] = True
                wins[place] += 1
            low = high = True
            for number in range(2, 7):
                low = low and counts[number] > 0
                high = high and counts[14 - number] > 0
            if low and not won[10]:
                won[10] = True
                wins[10] += 1
            if high and not won[11]:
                won[11] = True
                wins[11] += 1
            if low and high and not won[12]:
                won[12] = True
                wins[12] += 1
        if point == 0:
            if total in (7, 11):
                line += 1
            elif total in (4, 5, 6, 8, 9, 10):
                point = total
        elif total == point:
            point = 0
            made += 1
            line += 1
        elif total == 7:
            made_counts[min(made, 10)] += 1
            line_counts[min(line, 11)] += 1
            rounds += 1
            point = made = line = 0
            counts[:] = 0
            won[:] = False
    return rounds, wins, made_counts, line_counts


def baccarat(shoes: int, seed: int, hands: int = 69) -> "Counter[tuple[int, int, int, int, bool, bool]]":
    """Shuffled shoes of eight decks in plain Python, every hand dealt by the rules and counted by its class."""
    generator = random.Random(seed)
    ranks = [rank for rank in range(13) for _ in range(32)]
    worth = [rank + 1 if rank < 9 else 0 for rank in range(13)]
    drawn_against = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
    seen: Counter[tuple[int, int, int, int, bool, bool]] = Counter()
    for _ in range(shoes):
        generator.shuffle(ranks)
        cards = iter(ranks)
        for _ in range(hands):
            first, second, third, fourth = next(cards), next(cards), next(cards), next(cards)
            player, banker = (worth[first] + worth[third]) % 10, (worth[second] + worth[fourth]) % 10
            player_cards = banker_cards = 2
            if player < 8 and banker < 8:
                drawn = None
                if player <= 5:
                    drawn = worth[next(cards)]
                    player, player_cards = (player + drawn) % 10, 3
                if (banker <= 5) if drawn is None else (banker <= 2 or drawn in drawn_against.get(banker, ())):
                    banker, banker_cards = (banker + worth[next(cards)]) % 10, 3
            seen[player, player_cards, banker, banker_cards, first == third, second == fourth] += 1
    return seen


def pass_line(rolls: int) -> float:
    """crapssim with one player on the pass line: processor seconds for so many rolls."""
    from time import process_time

    from crapssim import Table
    from crapssim.strategy.single_bet import BetPassLine

    table = Table()
    table.add_player(bankroll=10**9, strategy=BetPassLine(5))
    start = process_time()
    table.run(max_rolls=rolls, max_shooter=10**9, verbose=False)
    return process_time() - start
