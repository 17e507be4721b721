"""The layout of baccarat: Player, Tie and Banker side by side in an arc."""

from collections.abc import Sequence

from rackcard.games.baccarat.dealing import HANDS
from rackcard.games.layout import NARROW, WIDTH, LaidWager, Layout, Lettering, Part, PrintedPay, Spot, SpotLook, box
from rackcard.svg import Length

SIDES = ("player", "tie", "banker")
WIDE_EDGES = (2, 414, 676, 1088)
NARROW_EDGES = (2, 144, 222, 364)
DEPTH, RISE = 102, 34
HEIGHT = 146
THIN = 118


def layout(wagers: Sequence[LaidWager]) -> Layout | None:
    """The layout for a card that has all three wagers of the base game; None for any other card."""
    taken: dict[str, LaidWager] = {}
    for one in wagers:
        winners = {HANDS[index].winner for _, index in one.wins}
        every = sum(1 for hand in HANDS if hand.winner in winners)
        if one.is_single and len(winners) == 1 and len(one.wins) == every:
            taken.setdefault(winners.pop(), one)
    if set(taken) != set(SIDES):
        return None
    spots = [
        Spot(taken[side].wager, "table", _wide(side, index), _narrow(side, index), (), taken[side].pay, side)
        for index, side in enumerate(SIDES)
    ]
    return Layout((Part("table", "Table", WIDTH, HEIGHT, (NARROW, THIN)),), tuple(spots))


def _top(x: Length) -> Length:
    """The upper edge of the arc."""
    return 4 + RISE * (1 - ((x - WIDTH / 2) / (WIDTH / 2)) ** 2)


def _wide(side: str, index: int) -> SpotLook:
    left, right = WIDE_EDGES[index : index + 2]
    middle, bend = (left + right) / 2, RISE * ((right - left) / WIDTH) ** 2
    high = _top(middle)
    path = (
        f"M{left:g} {_top(left):.1f}Q{middle:g} {high + bend:.1f} {right:g} {_top(right):.1f}V{_top(right) + DEPTH:.1f}"
        f"Q{middle:g} {high + bend + DEPTH:.1f} {left:g} {_top(left) + DEPTH:.1f}z"
    )
    turn = {"player": 4, "banker": -4}.get(side, 0)
    size = 27 if side == "tie" else 46
    name = Lettering(side.upper(), middle, high + 47, size, turn=turn, ink=f"{side}-print", spacing=3)
    return SpotLook(path, (middle + 54, high + 79), (name, PrintedPay(middle, high + 86, 18)), (36, 0))


def _narrow(side: str, index: int) -> SpotLook:
    left, right = NARROW_EDGES[index : index + 2]
    middle = (left + right) / 2
    name = Lettering(side.upper(), middle, 38, 22 if side == "tie" else 24, ink=f"{side}-print")
    return SpotLook(
        box(left, 2, right - left, THIN - 4), (middle, 88), (name, PrintedPay(middle, 60, 18)), (22, 0), "below"
    )
