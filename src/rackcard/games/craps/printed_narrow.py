"""The printed layout of craps on a phone: the line from top to bottom, in pixels of a screen 390 wide."""

from collections.abc import Collection, Iterator

from rackcard.games.craps import printed
from rackcard.games.craps.printed import EDGES, WORDS, Field, Key, narrow
from rackcard.games.layout import (
    NARROW,
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

RIGHT = NARROW - 2
COLUMNS_MAX = 6
STRIP, NUMBER, EDGE = 30, 74, 28
MORE_COLUMNS = 3
MORE = (printed.MORE[0] - 12, 44)


def _columns(points: tuple[int, ...]) -> int:
    return len(points) if len(points) <= COLUMNS_MAX else -(-len(points) // 2)


def _box_height(keys: Collection[Key]) -> int:
    kinds = {key[0] for key in keys}
    return STRIP + NUMBER + EDGE * sum(1 for kind, _ in EDGES if kind in kinds)


def _boxes(points: tuple[int, ...], keys: Collection[Key]) -> Iterator[tuple[int, Length, Length, Length]]:
    """Each number with the upper left corner of its box and its width."""
    columns = _columns(points)
    width = (NARROW - 4) / columns
    for index, point in enumerate(points):
        row, column = divmod(index, columns)
        yield point, 2 + column * width, 2 + row * (_box_height(keys) + 6), width


def _foot(points: tuple[int, ...], keys: Collection[Key]) -> Length:
    """Where the boxes end and the rest begins."""
    rows = -(-len(points) // _columns(points))
    return 2 + rows * (_box_height(keys) + 6)


def height(points: tuple[int, ...], keys: Collection[Key]) -> Length:
    """How high the line is."""
    return _foot(points, keys) + 76 + 82 + (48 if ("dont-pass",) in keys else 0) + 92


def line(
    points: tuple[int, ...], keys: Collection[Key], field: Field | None, bar: tuple[int, ...] = ()
) -> dict[Key, SpotLook]:
    """The looks of the spots of the line, those below first."""
    travelled: dict[Key, dict[str, Point]] = {
        key: {f"point {point}": (x + width / 2 + aside, y + 15) for point, x, y, width in _boxes(points, keys)}
        for key, aside in ((("come",), -19), (("odds", "come"), -12), (("dont-come",), 15), (("odds", "dont-come"), 22))
    }
    looks: dict[Key, SpotLook] = {}
    for point, x, y, width in _boxes(points, keys):
        looks |= _box(point, x, y, width, keys)
    top = _foot(points, keys)
    looks |= _come(top, keys, travelled, bar)
    looks |= _lines(top + 76, keys, field or (), bar)
    return {key: look for key, look in looks.items() if key in keys}


def _box(point: int, x: Length, y: Length, width: Length, keys: Collection[Key]) -> dict[Key, SpotLook]:
    middle, word = x + width / 2, WORDS.get(point, str(point))
    size = fitted(word, width - 6, 18 if point in WORDS else 32)
    looks: dict[Key, SpotLook] = {
        ("place", point): SpotLook(
            box(x, y + STRIP, width, NUMBER), (middle, y + STRIP + NUMBER - 13),
            (Lettering(word, middle, y + STRIP + 31, size), PrintedPay(middle, y + STRIP + 46, 13)), (9, 0), "below",
        )
    }  # fmt: skip
    for row, (kind, label) in enumerate(each for each in EDGES if any(key[0] == each[0] for key in keys)):
        at = y + STRIP + NUMBER + EDGE * row
        looks[kind, point] = SpotLook(
            box(x, at, width, EDGE), (middle, at + 14), (narrow(label, middle, at + 19, 14),), (9, 0), "below",
        )  # fmt: skip
    return looks


def _come(
    top: Length, keys: Collection[Key], travelled: dict[Key, dict[str, Point]], faces: tuple[int, ...]
) -> dict[Key, SpotLook]:
    bar = 88 if ("dont-come",) in keys else 2
    big = RIGHT - 46 if ("big", 6) in keys or ("big", 8) in keys else RIGHT
    looks: dict[Key, SpotLook] = {
        ("dont-come",): SpotLook(
            box(2, top, 86, 76), (24, top + 60),
            (Lettering("DON'T", 45, top + 20, 16), Lettering("COME", 45, top + 37, 16),
             PrintedDice(faces, 6, top + 50, 16)),
            (14, 0), "below", travelled[("dont-come",)],
        ),
        ("odds", "dont-come"): SpotLook(
            box(44, top + 48, 42, 26, 5), (74, top + 61), (narrow("Odds", 65, top + 66, 14),), (9, 0), "below",
            travelled[("odds", "dont-come")],
        ),
        ("come",): SpotLook(
            box(bar, top, big - bar, 76), (bar + 26, top + 56),
            (Lettering("COME", (bar + big - 40) / 2, top + 50, 32, spacing=3, ink="red"),), (20, 0), "below",
            travelled[("come",)],
        ),
        ("odds", "come"): SpotLook(
            box(big - 58, top + 8, 52, 60, 6), (big - 32, top + 48), (narrow("Odds", big - 32, top + 28, 14),), (10, 0),
            "below", travelled[("odds", "come")],
        ),
    }  # fmt: skip
    for index, number in enumerate((6, 8)):
        looks["big", number] = SpotLook(
            box(big, top + 38 * index, RIGHT - big, 38), (big + 34, top + 19 + 38 * index),
            (narrow(f"Big {number}", (big + RIGHT) / 2, top + 24 + 38 * index, 14),), (9, 0), "below",
        )  # fmt: skip
    return looks


def _lines(top: Length, keys: Collection[Key], field: Field, bar: tuple[int, ...]) -> dict[Key, SpotLook]:
    has_dont = ("dont-pass",) in keys
    low = top + 82 + (48 if has_dont else 0)

    def small(words: str, x: Length, y: Length, width: Length, height: Length) -> SpotLook:
        prints = (narrow(words, x + width / 2, y + height / 2 + 5, 14),)
        return SpotLook(box(x, y, width, height, 6), (x + width - 14, y + height / 2), prints, (-10, 0), "below")

    return {
        ("field",): SpotLook(box(2, top, RIGHT - 2, 82), (96, top + 64), _field_prints(field, top), (-24, 0), "right"),
        ("dont-pass",): SpotLook(
            box(2, top + 82, RIGHT - 2, 48), (262, top + 106),
            (Lettering("DON'T PASS BAR", 16, top + 112, 16, anchor="start"), PrintedDice(bar, 192, top + 97, 18)),
            (-24, 0), "below",
        ),
        ("odds", "dont-pass"): small("Odds", 290, top + 87, 68, 38),
        ("pass",): SpotLook(
            f"M2 {low}H{RIGHT}V{low + 66}Q{RIGHT} {low + 90} {RIGHT - 24} {low + 90}H26Q2 {low + 90} 2 {low + 66}z",
            (240, low + 23), (Lettering("PASS LINE", 16, low + 33, 27, anchor="start", spacing=1),), (34, 0), "right",
        ),
        ("odds", "pass"): small("Odds", 12, low + 46, 130, 38),
        ("put",): small("Put", 148, low + 46, 80, 38),
        ("odds", "put"): small("Put odds", 234, low + 46, 118, 38),
    }  # fmt: skip


def _field_prints(field: Field, top: Length) -> tuple[Print, ...]:
    high, plain = printed.field_totals(field)
    prints: list[Print] = [
        Lettering("  ".join(plain), 183, top + 34, fitted("  ".join(plain), 220, 24)),
        Lettering("FIELD", 206, top + 70, 18, spacing=4),
    ]
    for index, (total, net) in enumerate(high[:2]):
        x = (38, 326)[index]
        prints += [
            Stroke(circle(x, top + 30, 22)),
            Lettering(str(total), x, top + 39, 24),
            narrow(printed.times(net), x, top + 72, 13),
        ]
    return tuple(prints)


def line_prints(points: tuple[int, ...], keys: Collection[Key]) -> tuple[Print, ...]:
    """The boxes above the numbers, where come bets travel to."""
    return tuple(Stroke(box(x, y, width, STRIP), "thin") for _, x, y, width in _boxes(points, keys))


def pucks(points: tuple[int, ...], keys: Collection[Key]) -> dict[int, Point]:
    """The place of the puck by the point, and for none."""
    off = (70 if ("dont-come",) in keys else 24, _foot(points, keys) + 4)
    return {0: off, **{point: (x + width / 2, y + 15) for point, x, y, width in _boxes(points, keys)}}


def more(keys: Collection[Key]) -> dict[Key, SpotLook]:
    """Wagers that the printed layout has no place for."""
    return printed.more(keys, MORE_COLUMNS, MORE)


def more_size(keys: Collection[Key]) -> tuple[Length, Length]:
    return printed.more_size(keys, MORE_COLUMNS, MORE)
