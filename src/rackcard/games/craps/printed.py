"""The printed layout of craps as a seat sees it: the place of each wager, in pixels at natural size."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from rackcard.games.craps.dice import PAIRS
from rackcard.games.layout import (
    WIDTH,
    Lettering,
    Point,
    Print,
    PrintedDice,
    PrintedPay,
    SpotLook,
    Stroke,
    box,
    circle,
    fitted,
)
from rackcard.svg import Length

Key = tuple[object, ...]
"""A place of the layout: what it is for, and the number or the dice."""
Field = tuple[tuple[int, int], ...]
"""The totals of the field, each with what one unit wins."""

LINE = (744, 412)
CENTER = (334, 412)
RIGHT = 742
PROP = 165 / 2
"""How wide a box of the one-roll bets is."""
WORDS = {6: "SIX", 9: "NINE"}
"""Numbers that are spelled out, since they look alike upside down."""
EDGES = (("buy", "Buy"), ("lay", "Lay"), ("lose", "Lose"))
narrow = partial(Lettering, face="narrow")


# ---- the line


def _left(keys: Collection[Key]) -> Length:
    """Where the boxes begin: beside the don't come bar, where there is one."""
    return 160 if ("dont-come",) in keys else 54


def _columns(points: tuple[int, ...], keys: Collection[Key]) -> Iterator[tuple[int, Length, Length]]:
    """Each number with the left edge of its box and its width."""
    left = _left(keys)
    width = (RIGHT - left) / len(points)
    for index, point in enumerate(points):
        yield point, left + index * width, width


def line(
    points: tuple[int, ...], keys: Collection[Key], field: Field | None, bar: tuple[int, ...] = ()
) -> dict[Key, SpotLook]:
    """The looks of the spots of the line, those below first."""
    travelled: dict[Key, dict[str, Point]] = {
        key: {f"point {point}": (x + width / 2 + aside, 17) for point, x, width in _columns(points, keys)}
        for key, aside in ((("come",), -33), (("odds", "come"), -22), (("dont-come",), 23), (("odds", "dont-come"), 34))
    }
    looks: dict[Key, SpotLook] = {}
    for point, x, width in _columns(points, keys):
        looks |= _box(point, x, width, keys)
    has_dont = ("dont-pass",) in keys
    inner, foot = (88, 312) if has_dont else (54, 354)
    looks[("dont-come",)] = SpotLook(
        box(54, 2, 106, 148), (84, 106),
        (Lettering("DON'T", 107, 36, 18), narrow("COME BAR", 107, 54, 14), PrintedDice(bar, 171 / 2, 62)),
        (20, 0), "below", travelled[("dont-come",)],
    )  # fmt: skip
    looks[("come",)] = SpotLook(
        f"M{_come_left(keys)} 150H{RIGHT}V234H{_come_left(keys)}z", (230, 192),
        (Lettering("COME", (_come_left(keys) + RIGHT) / 2, 209, 46, spacing=9, ink="red"),),
        (-34, 0), "right", travelled[("come",)],
    )  # fmt: skip
    for index, number in enumerate((6, 8)):
        looks["big", number] = SpotLook(
            box(inner, 150 + 42 * index, 90, 42), (inner + 66, 171 + 42 * index),
            (Lettering(f"BIG {number}", inner + 8, 177 + 42 * index, 16, anchor="start"),), (-16, 0), "below",
        )  # fmt: skip
    looks[("field",)] = SpotLook(
        f"M{inner} 234H{RIGHT}V{foot}H{inner + 20}Q{inner} {foot} {inner} {foot - 20}z",
        (516, 292), _field_prints(field or (), inner, foot), (-34, 0),
    )  # fmt: skip
    looks[("dont-pass",)] = SpotLook(
        f"M54 150H88V292Q88 312 108 312H{RIGHT}V354H89.2Q54 354 54 318.8z", (400, 333),
        (Lettering("DON'T PASS BAR", 112, 679 / 2, 18, anchor="start", spacing=3 / 2), PrintedDice(bar, 322, 323),
         narrow("DON'T PASS BAR", 77, 232, 14, turn=90, spacing=4 / 5)), (34, 0),
    )  # fmt: skip
    looks[("pass",)] = SpotLook(
        f"M2 2H54V318.8Q54 354 89.2 354H{RIGHT}V410H64Q2 410 2 348z", (345, 382),
        (Lettering("PASS LINE", 112, 783 / 2, 27, anchor="start", spacing=3),
         Lettering("PASS LINE", 34, 170, 18, turn=90, spacing=2)), (34, 0),
    )  # fmt: skip
    looks |= {key: look for key, look in _small(travelled).items() if key in keys}
    return {key: look for key, look in looks.items() if key in keys}


def _come_left(keys: Collection[Key]) -> int:
    inner = 88 if ("dont-pass",) in keys else 54
    return inner + 90 if ("big", 6) in keys or ("big", 8) in keys else inner


def _small(travelled: dict[Key, dict[str, Point]]) -> dict[Key, SpotLook]:
    """Odds beside the bets that they are behind, and put bets on the line."""

    def small(words: str, x: Length, y: Length, width: Length, height: Length, key: Key = ()) -> SpotLook:
        middle = y + height / 2
        return SpotLook(
            box(x, y, width, height, 6), (x + width - 18, middle),
            (narrow(words, x + 8, middle + 5, 14, anchor="start"),), (-14, 0), "below", travelled.get(key, {}),
        )  # fmt: skip

    return {
        ("odds", "come"): small("Odds", 656, 160, 78, 64, ("odds", "come")),
        ("odds", "dont-come"): small("Odds", 60, 122, 94, 25, ("odds", "dont-come")),
        ("odds", "dont-pass"): small("Odds", 656, 318, 78, 30),
        ("odds", "pass"): small("Odds", 470, 361, 80, 42),
        ("put",): small("Put", 556, 361, 78, 42),
        ("odds", "put"): small("Put odds", 640, 361, 94, 42),
    }


def _box(point: int, x: Length, width: Length, keys: Collection[Key]) -> dict[Key, SpotLook]:
    """A number's box: come bets and the puck above, the place bet on the number, the rest along the lower edge."""
    edges = [(kind, word) for kind, word in EDGES if (kind, point) in keys]
    rows = 1 if width >= 30 * len(edges) else 2
    top = 150 - 24 * rows
    middle = x + width / 2
    word = WORDS.get(point, str(point))
    size = fitted(word, width - 8, 27 if point in WORDS else 44 if rows == 1 else 36)
    looks: dict[Key, SpotLook] = {
        ("place", point): SpotLook(
            box(x, 32, width, top - 32), (x + 18, top - (15 if rows == 1 else 10)),
            (Lettering(word, middle, (69 if size > 30 else 65) - 8 * (rows - 1), size),
             PrintedPay(middle, 84 if rows == 1 else 74, 14, before="Place" if width > 80 else "")),
            (22, 0), "right",
        )
    }  # fmt: skip
    each = width / max(1, -(-len(edges) // rows))
    for index, (kind, label) in enumerate(edges):
        row, column = divmod(index, -(-len(edges) // rows))
        left, wide = x + column * each, each if rows == 1 or row == 0 else width
        looks[kind, point] = SpotLook(
            box(left, top + 24 * row, wide, 24), (left + wide / 2, top + 24 * row + 12),
            (narrow(label, left + wide / 2, top + 24 * row + 17, 14),), (9, 0), "below",
        )  # fmt: skip
    return looks


def _field_prints(field: Field, left: Length, foot: Length) -> tuple[Print, ...]:
    high, plain = field_totals(field)
    prints: list[Print] = [
        Lettering(" · ".join(plain), 415, 266, fitted(" · ".join(plain), 380, 27), spacing=2),
        Lettering("FIELD", 415, 302, 18, spacing=4),
    ]
    for index, (total, net) in enumerate(high[:2]):
        x = (left + 50, 692)[index]
        prints += [
            Stroke(circle(x, 268, 27)),
            Lettering(str(total), x, 278, 27),
            narrow(times(net), (left + 116, 628)[index], 304, 14),
        ]
    return tuple(prints)


def field_totals(field: Field) -> tuple[list[tuple[int, int]], list[str]]:
    """The totals of the field that pay more than even money, each with what it wins, and the others as printed."""
    return [(total, net) for total, net in field if net > 1], [str(total) for total, net in field if net <= 1]


def times(net: int) -> str:
    """What the field pays on a total, in words."""
    return {2: "Pays double", 3: "Pays triple"}.get(net, f"Pays {net} to 1")


def line_prints(points: tuple[int, ...], keys: Collection[Key]) -> tuple[Print, ...]:
    """The boxes above the numbers, where come bets travel to."""
    return tuple(Stroke(box(x, 2, width, 30), "thin") for _, x, width in _columns(points, keys))


def pucks(points: tuple[int, ...], keys: Collection[Key]) -> dict[int, Point]:
    """The place of the puck by the point, and for none."""
    off = (107, 17) if ("dont-come",) in keys else (28, 24)
    return {0: off, **{point: (x + width / 2, 17) for point, x, width in _columns(points, keys)}}


# ---- the center


def center(keys: Collection[Key]) -> dict[Key, SpotLook]:
    """The looks of the spots of the center box."""
    looks: dict[Key, SpotLook] = {
        ("seven",): SpotLook(
            "M2 38V16Q2 2 16 2H318Q332 2 332 16V38z", (248, 20),
            (Lettering("SEVEN", 160, 30, 27, spacing=2, ink="red"), PrintedPay(14, 28, 18, "start"),
             PrintedPay(320, 28, 18, "end")), (18, 0), "below",
        )
    }  # fmt: skip
    x: Length
    y: Length
    for index, number in enumerate((6, 10, 8, 4)):
        x, y = 2 + 165 * (index % 2), 38 + 62 * (index // 2)
        looks["hard", number] = SpotLook(
            box(x, y, 165, 62), (x + 88, y + 44),
            (PrintedDice((number // 2,) * 2, x + 12, y + 8, 28), PrintedPay(x + 155, y + 30, 27, "end"),
             narrow(f"HARD {number}", x + 12, y + 54, 14, anchor="start", spacing=4 / 5)), (26, 0),
        )  # fmt: skip
    faces = {3: (1, 2), 2: (1, 1), 12: (6, 6), 11: (5, 6)}
    for index, (total, dice) in enumerate(faces.items()):
        x = 2 + PROP * index
        looks["total", total] = SpotLook(
            box(x, 178, PROP, 74), (x + 20, 232),
            (PrintedDice(dice, x + 19, 182, 19), PrintedPay(x + 41, 219, 18)), (26, 0), "below",
        )  # fmt: skip
    row = (("craps",), "ANY CRAPS"), (("c-and-e",), "C & E"), (("horn",), "HORN"), (("world",), "WORLD")
    for index, (key, word) in enumerate(row):
        x = 2 + PROP * index
        prints: tuple[Print, ...] = (narrow(word, x + 41, 267, 14, spacing=1 / 2), PrintedPay(x + 41, 284, 14))
        looks[key] = SpotLook(box(x, 252, PROP, 36), (x + 62, 275), prints, (-16, 0), "below")
    for index, total in enumerate((2, 3, 11, 12)):
        x = 2 + PROP * index
        words = narrow(f"Horn high {total}", x + 41, 305, 14)
        looks["horn-high", total] = SpotLook(box(x, 288, PROP, 25), (x + 41, 300), (words,), (14, 0), "below")
    easy = [pair for pair in PAIRS if pair[0] != pair[1]]
    for index, pair in enumerate([*easy, *(pair for pair in PAIRS if pair[0] == pair[1])]):
        x, y = 2 + 330 / 7 * (index % 7), 329 + 27 * (index // 7)
        hop = PrintedDice((pair[1], pair[0]), x + 6, y + 5, 33 / 2)
        looks["hop", pair] = SpotLook(box(x, y, 330 / 7, 27), (x + 23, y + 13), (hop,), (12, 0), "below")
    return {key: look for key, look in looks.items() if key in keys}


def center_prints(keys: Collection[Key]) -> tuple[Print, ...]:
    """The bars that name the one-roll bets and the hops, and the edge."""
    prints: list[Print] = [
        Stroke(box(2, 162, 330, 16), "ivory"),
        narrow("ONE ROLL", 167, 175, 14, spacing=3, ink="dark"),
    ]
    if any(key[0] == "hop" for key in keys):
        prints.append(narrow("HOPS", 167, 326, 14, spacing=3))
    return (*prints, Stroke(box(2, 2, 330, 409, 14), "edge"))


# ---- more bets

MORE_COLUMNS = 8
MORE = ((WIDTH - 4) / MORE_COLUMNS - 4, 36)


def more(keys: Collection[Key], columns: int = MORE_COLUMNS, size: tuple[Length, Length] = MORE) -> dict[Key, SpotLook]:
    """Wagers that the printed layout has no place for, in rows of small boxes."""
    looks: dict[Key, SpotLook] = {}
    for index, key in enumerate(sorted((key for key in keys if key[0] == "more"), key=str)):
        row, column = divmod(index, columns)
        x, y = 2 + column * (size[0] + 4), 2 + row * (size[1] + 4)
        prints = (PrintedPay(x + size[0] - 8, y + 23, 14, "end"),)
        looks[key] = SpotLook(box(x, y, *size, 6), (x + size[0] - 20, y + 18), prints, (-16, 0), "below")
    return looks


def named(look: SpotLook, name: str) -> SpotLook:
    """A look with the wager's name at the left of its box."""
    x, y = look.chips
    words = narrow(name, x - (MORE[0] - 28), y + 5, 14, anchor="start")
    return replace(look, prints=(words, *look.prints))


def more_size(
    keys: Collection[Key], columns: int = MORE_COLUMNS, size: tuple[Length, Length] = MORE
) -> tuple[Length, Length]:
    rows = -(-sum(1 for key in keys if key[0] == "more") // columns)
    return columns * (size[0] + 4), rows * (size[1] + 4) + 2
