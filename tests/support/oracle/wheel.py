"""The oracle of roulette and its side bets."""

from collections.abc import Mapping
from fractions import Fraction

from tests.support.oracle.common import LOSES, OPEN, decided, to_1

# ---- Rack card for Roulette with Straights and 8's


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
