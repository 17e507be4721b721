"""The phrases of the second edition: what each of them means, how they bind, and what is refused."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, card_ids
from rackcard.card import yaml as card_yaml
from rackcard.card.phrases import Counted, NamesHold, PhraseError, Rung, Scope, parse_phrase
from rackcard.games import GAMES
from rackcard.games.conditions import Condition, End, Exactly, Happened, Pattern, Sequence, Several, Streak
from rackcard.games.craps.dice import PAIRS
from rackcard.games.game import Event
from rackcard.games.phrases import NOWHERE, NameHolds
from rackcard.games.roulette.wheel import Wheel
from tests.support.text_events import POINTS, REDS, WHEELS

DOUBLE_ZERO = Scope(device=Wheel.named("double-zero"))


def event(text: str, game: str = "craps", scope: Scope = NOWHERE) -> Event:
    found: Event = parse_phrase(GAMES[game], "event", text, scope)
    return found


def condition(text: str, game: str = "craps", scope: Scope = NOWHERE) -> Any:
    return parse_phrase(GAMES[game], "condition", text, scope)


def refused(kind: str, text: str, game: str = "craps", scope: Scope = NOWHERE) -> PhraseError:
    with pytest.raises(PhraseError) as caught:
        parse_phrase(GAMES[game], kind, text, scope)
    return caught.value


# ---- events: craps -------------------------------------------------------------------------------------

Roll = Callable[[int | None, int, int], bool]
"""Whether a roll of two dice, the lower first, is meant while a point is on, or None."""

ROLLS: dict[str, Roll] = {
    "8 rolled": lambda on, a, b: a + b == 8,
    "2 or 12 rolled": lambda on, a, b: a + b in (2, 12),
    "2 to 6 or 8 rolled": lambda on, a, b: a + b in (2, 3, 4, 5, 6, 8),
    "10 or more rolled": lambda on, a, b: a + b >= 10,
    "2 or 10 or more rolled": lambda on, a, b: a + b == 2 or a + b >= 10,
    "hard 8 rolled": lambda on, a, b: a == b == 4,
    "hard 4 or 10 rolled": lambda on, a, b: a == b and a + b in (4, 10),
    "easy 8 rolled": lambda on, a, b: a + b == 8 and a != b,
    "easy 4 or 6 rolled": lambda on, a, b: a + b in (4, 6) and a != b,
    "doubles rolled": lambda on, a, b: a == b,
    "5-1 rolled": lambda on, a, b: (a, b) == (1, 5),
    "1-5 rolled": lambda on, a, b: (a, b) == (1, 5),
    "5-1 or 4-2 rolled": lambda on, a, b: (a, b) in ((1, 5), (2, 4)),
    "any seven": lambda on, a, b: a + b == 7,
    "seven": lambda on, a, b: a + b == 7,
    "seven-out": lambda on, a, b: on is not None and a + b == 7,
    "4 or 10 made": lambda on, a, b: on == a + b and on in (4, 10),
    "8 or more made": lambda on, a, b: on == a + b and on in (8, 9, 10),
    "a point made": lambda on, a, b: on == a + b,
    "the line wins": lambda on, a, b: a + b in (7, 11) if on is None else a + b == on,
    "the line loses": lambda on, a, b: a + b in (2, 3, 12) if on is None else a + b == 7,
    "the line is decided": lambda on, a, b: a + b in (2, 3, 7, 11, 12) if on is None else a + b in (7, on),
    "the line does not win": lambda on, a, b: not (a + b in (7, 11) if on is None else a + b == on),
    "the line does not lose": lambda on, a, b: not (a + b in (2, 3, 12) if on is None else a + b == 7),
    "7 or 11 on the come-out": lambda on, a, b: on is None and a + b in (7, 11),
    "hard 6 rolled on the come-out": lambda on, a, b: on is None and a == b == 3,
    "doubles rolled with a point on": lambda on, a, b: on is not None and a == b,
    "6 rolled with 4 or 10 on": lambda on, a, b: on in (4, 10) and a + b == 6,
    "seven-out with 6 on": lambda on, a, b: on == 6 and a + b == 7,
    "7 not rolled": lambda on, a, b: a + b != 7,
    "2 to 4 not rolled": lambda on, a, b: a + b > 4,
    "hard 4 not rolled": lambda on, a, b: not a == b == 2,
    "easy 6 or 8 not rolled": lambda on, a, b: a == b or a + b not in (6, 8),
    "5-1 or 4-4 not rolled": lambda on, a, b: (a, b) not in ((1, 5), (4, 4)),
    "doubles not rolled": lambda on, a, b: a != b,
    "a point not made": lambda on, a, b: on != a + b,
    "the line is not decided": lambda on, a, b: a + b not in ((2, 3, 7, 11, 12) if on is None else (7, on)),
    "6 not made": lambda on, a, b: not on == a + b == 6,
    # Joined: "and" binds closer than "or", "but not" is loosest.
    "6 rolled or 8 rolled": lambda on, a, b: a + b in (6, 8),
    "8 rolled and doubles rolled": lambda on, a, b: a == b == 4,
    "2 to 6 rolled but not doubles rolled": lambda on, a, b: a + b <= 6 and a != b,
    "2 rolled or 8 rolled and doubles rolled": lambda on, a, b: a + b == 2 or a == b == 4,
    "8 rolled and doubles rolled or 2 rolled": lambda on, a, b: a + b == 2 or a == b == 4,
    "6 rolled or 8 rolled but not doubles rolled": lambda on, a, b: a + b in (6, 8) and a != b,
    "2 to 8 rolled but not 6 rolled or 7 rolled": lambda on, a, b: a + b in (2, 3, 4, 5, 8),
    "2 to 8 rolled but not 6 rolled but not 7 rolled": lambda on, a, b: a + b in (2, 3, 4, 5, 8),
    # A phase belongs to the one event before it.
    "6 rolled or 8 rolled on the come-out": lambda on, a, b: a + b == 6 or (a + b == 8 and on is None),
    "6 rolled with a point on or seven": lambda on, a, b: (a + b == 6 and on is not None) or a + b == 7,
}


@pytest.mark.parametrize("text", ROLLS)
def test_a_roll(text: str) -> None:
    meant = {
        (phase, index)
        for phase, on in enumerate((None, *POINTS))
        for index, (a, b) in enumerate(PAIRS)
        if ROLLS[text](on, a, b)
    }
    assert event(text).cells == meant


# ---- events: roulette ----------------------------------------------------------------------------------

Pocket = Callable[[str], bool]


def _number(pocket: str) -> int:
    """The number of a pocket; -1 for a zero, which no span, parity, dozen or column holds."""
    return -1 if set(pocket) == {"0"} else int(pocket)


def _red(pocket: str) -> bool:
    return _number(pocket) in REDS


def _near(pocket: str, center: str, reach: int) -> bool:
    order = WHEELS["double-zero"].split()
    away = abs(order.index(pocket) - order.index(center)) if pocket in order else len(order) // 2
    return min(away, len(order) - away) <= reach


SPINS: dict[str, Pocket] = {
    "the number is 17": lambda p: p == "17",
    "the number is 0": lambda p: p == "0",
    "the number is 00": lambda p: p == "00",
    "the number is 17 or 20 or 00": lambda p: p in ("17", "20", "00"),
    "the number is 1 to 18": lambda p: 1 <= _number(p) <= 18,
    "the number is 25 or more": lambda p: _number(p) >= 25,
    "the number is red": _red,
    "the number is black": lambda p: _number(p) > 0 and not _red(p),
    "the number is green": lambda p: _number(p) < 0,
    "the number is odd": lambda p: _number(p) > 0 and _number(p) % 2 == 1,
    "the number is even": lambda p: _number(p) > 0 and _number(p) % 2 == 0,
    "the number is in column 2": lambda p: _number(p) > 0 and _number(p) % 3 == 2,
    "the number is in dozen 3": lambda p: _number(p) >= 25,
    "the number is within 2 of 17 on the wheel": lambda p: _near(p, "17", 2),
    "the number is within 1 of 0 on the wheel": lambda p: p in ("0", "28", "2"),
    "the number is not red": lambda p: not _red(p),
    "the number is red and odd": lambda p: _red(p) and _number(p) % 2 == 1,
    "the number is 1 to 18 but not 7": lambda p: 1 <= _number(p) <= 18 and p != "7",
    "the number is red and odd or 0": lambda p: p == "0" or (_red(p) and _number(p) % 2 == 1),
    "the number is red and not odd": lambda p: _red(p) and _number(p) % 2 == 0,
    "the number is red or the number is 0 but not 1 to 9": lambda p: p == "0" or (_red(p) and _number(p) > 9),
}


@pytest.mark.parametrize("text", SPINS)
def test_a_spin(text: str) -> None:
    meant = {(0, index) for index, pocket in enumerate(GAMES["roulette"].outcomes) if SPINS[text](str(pocket))}
    assert event(text, "roulette", DOUBLE_ZERO).cells == meant


THROWS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "the total is 4 or 6": lambda faces: sum(faces) in (4, 6),
    "the total is 4 to 6 or 15 or more": lambda faces: sum(faces) in (4, 5, 6, 15, 16, 17, 18),
    "the total is not 4 or 5": lambda faces: sum(faces) not in (4, 5),
    "the total is odd": lambda faces: sum(faces) % 2 == 1,
    "the total is 6 or 9 without a triple": lambda faces: sum(faces) in (6, 9) and len(set(faces)) > 1,
    "the total is 4 or 3 shows once": lambda faces: sum(faces) == 4 or faces.count(3) == 1,
    "the total is 4 or 1 and 2 show": lambda faces: sum(faces) == 4 or {1, 2} <= set(faces),
    "the total is 4 or any triple": lambda faces: sum(faces) == 4 or len(set(faces)) == 1,
    "1 and 2 show and the total is 6": lambda faces: {1, 2} <= set(faces) and sum(faces) == 6,
    "6 shows once but not 5 shows once": lambda faces: faces.count(6) == 1 and faces.count(5) != 1,
}


@pytest.mark.parametrize("text", THROWS)
def test_a_throw_of_three_dice(text: str) -> None:
    meant = {(0, i) for i, faces in enumerate(GAMES["sic-bo"].outcomes) if THROWS[text](faces)}  # type: ignore[arg-type]
    assert event(text, "sic-bo").cells == meant


# ---- histories -----------------------------------------------------------------------------------------

SIX, EIGHT, SEVEN = event("6 rolled"), event("8 rolled"), event("seven")
HARD = event("hard 4 rolled or hard 10 rolled")

HISTORIES: dict[str, Condition] = {
    "6 rolled": Happened(SIX),
    "6 rolled 3 times": Happened(SIX, 3),
    "6 rolled once": Happened(SIX),
    "6 rolled twice": Happened(SIX, 2),
    "6 rolled three times": Happened(SIX, 3),
    "6 rolled 100 times": Happened(SIX, 100),
    "6 rolled 3 times in a row": Streak(SIX, 3),
    "6 rolled twice in a row": Streak(SIX, 2),
    "6 rolled exactly 2 times": Exactly(SIX, 2),
    "6 rolled exactly once": Exactly(SIX, 1),
    "6 rolled exactly 0 times": Exactly(SIX, 0),
    "6 rolled 1 time": Happened(SIX),
    "no seven": Exactly(SEVEN, 0),
    "no any seven": Exactly(SEVEN, 0),
    "no point made": Exactly(event("a point made"), 0),
    "6 rolled then 8 rolled": Pattern((SIX, EIGHT), (False,)),
    "6 rolled then at once 8 rolled": Pattern((SIX, EIGHT), (True,)),
    "6 rolled then 8 rolled then at once 6 rolled": Pattern((SIX, EIGHT, SIX), (False, True)),
    # "times", "in a row", "then" and "no" take the whole joined event.
    "hard 4 rolled or hard 10 rolled 2 times": Happened(HARD, 2),
    "hard 4 rolled or hard 10 rolled 2 times in a row": Streak(HARD, 2),
    "hard 4 rolled or hard 10 rolled then 6 rolled": Pattern((HARD, SIX), (False,)),
    "no hard 4 rolled or hard 10 rolled": Exactly(HARD, 0),
    # Histories join after a comma; it may be left out where a side is not a plain event.
    "6 rolled 3 times, or 8 rolled 3 times": Several((Happened(SIX, 3), Happened(EIGHT, 3)), 1),
    "6 rolled 3 times or 8 rolled 3 times": Several((Happened(SIX, 3), Happened(EIGHT, 3)), 1),
    "6 rolled, and no seven": Several((Happened(SIX), Exactly(SEVEN, 0)), 2),
    "6 rolled and no seven": Several((Happened(SIX), Exactly(SEVEN, 0)), 2),
    "no seven, and 6 rolled": Several((Exactly(SEVEN, 0), Happened(SIX)), 2),
    "6 rolled, or 8 rolled, and no seven": Several(
        (Happened(SIX), Several((Happened(EIGHT), Exactly(SEVEN, 0)), 2)), 1
    ),
    "6 rolled or rolls 1 2 are the same": Several((Happened(SIX), Sequence((1, 2), "same")), 1),
    "rolls 1 3 are the same": Sequence((1, 3), "same"),
    "all of 6 8 rolled 2 times": Several((Happened(SIX, 2), Happened(EIGHT, 2)), 2),
}


@pytest.mark.parametrize("text", HISTORIES)
def test_a_history(text: str) -> None:
    assert condition(text) == HISTORIES[text]


def test_names_in_a_history() -> None:
    assert condition("any of six, eight") == NamesHold(("six", "eight"), 1)
    assert condition("any 2 of fours, fives, sixes") == NamesHold(("fours", "fives", "sixes"), 2)
    assert condition("all of low, wild") == NamesHold(("low", "wild"), None)
    assert condition("6 rolled or any of six, eight").parts == (Happened(SIX), NamesHold(("six", "eight"), 1))


def test_all_of_several_ways() -> None:
    hard = condition("all of hard 4, hard 6, hard 8 rolled")
    assert hard.events == tuple(event(f"hard {total} rolled") for total in (4, 6, 8))
    assert hard.at_least == 3
    overlapping = condition("all of easy 6, 5-1 rolled")  # one roll may be both
    assert overlapping == Several((Happened(event("easy 6 rolled")), Happened(event("5-1 rolled"))), 2)


SEQUENCES = {
    "spins 1 2 are the same": Sequence((1, 2), "same"),
    "spins 1 2 3 are consecutive numbers in any order": Sequence((1, 2, 3), "row"),
    "spins 1 2 3 are in a row in any order": Sequence((1, 2, 3), "row"),
    "spins 1 2 are consecutive numbers in order with 36 beside 1": Sequence((1, 2), "row", in_order=True, ring=36),
    "spins 1 2 are among 0 00 7": Sequence((1, 2), "among", (37, 38, 7)),
}


@pytest.mark.parametrize("text", SEQUENCES)
def test_numbers_of_several_spins(text: str) -> None:
    assert condition(text, "roulette", DOUBLE_ZERO) == SEQUENCES[text]


def test_what_a_ladder_counts() -> None:
    def counts(text: str) -> Any:
        return parse_phrase(GAMES["craps"], "counts", text)

    assert counts("rolls") == Counted("rolls", "outcomes")
    assert counts("6 rolled or 8 rolled").at_least(3) == Happened(event("6 rolled or 8 rolled"), 3)
    assert counts("how many of fours, fives") == NameHolds(("fours", "fives"))
    assert len(counts("different doubles rolled").events) == 6
    assert parse_phrase(GAMES["craps"], "rung", "3 to 4") == Rung(3, False, 4)
    assert parse_phrase(GAMES["craps"], "rung", "10 or more") == Rung(10, True)


def test_where_it_ends() -> None:
    ends = parse_phrase(GAMES["craps"], "ends", "after 2 rolls, or 2 or 3 or 12 on the come-out")
    assert ends == End(event("2 or 3 or 12 on the come-out"), 2)
    three = parse_phrase(GAMES["craps"], "ends", "6 rolled, or after 100 rolls, or seven-out")
    assert (three.outcomes, three.event.cells) == (100, event("6 rolled or seven-out").cells)


@pytest.mark.parametrize(
    ("text", "net"), [("loses half", Fraction(-1, 2)), ("0.5 for 1", Fraction(-1, 2)), ("loses", Fraction(-1))]
)
def test_a_pay_that_keeps_part_of_the_stake(text: str, net: Fraction) -> None:
    assert parse_phrase(GAMES["roulette"], "pay", text).net == net


# ---- refusals of phrases -------------------------------------------------------------------------------

REFUSED = [
    ("craps", "event", "6 rolled and 8 rolled", "never-happens"),
    ("craps", "condition", "6 rolled and 8 rolled 3 times", "never-happens"),
    ("craps", "event", "seven-out on the come-out", "never-happens"),
    ("craps", "event", "hard 4 rolled and hard 8 rolled", "never-happens"),
    ("craps", "event", "5-1 rolled and doubles rolled", "never-happens"),
    ("craps", "event", "4 on the come-out and the line is decided", "never-happens"),
    ("craps", "event", "a point made and 4 to 6 rolled and 8 rolled", "never-happens"),
    ("craps", "event", "2 to 6 rolled but not 2 to 8 rolled", "never-happens"),
    ("sic-bo", "event", "any triple and 1 and 2 show", "never-happens"),
    ("roulette", "event", "the number is red and black", "never-happens"),
    ("roulette", "event", "the number is green and 1 to 36", "never-happens"),
    ("craps", "event", "6 to 2 rolled", "empty-range"),
    ("craps", "event", "13 rolled", "dice-total"),
    ("craps", "event", "7 made", "not-a-point"),
    ("craps", "event", "hard 5 rolled", "no-hard-way"),
    ("craps", "event", "easy 2 rolled", "no-easy-way"),
    ("craps", "condition", "6 rolled 3 times but not 8 rolled 3 times", "but-not-between-histories"),
    ("craps", "condition", "all of 6 8 rolled but not no seven", "but-not-between-histories"),
    ("craps", "condition", "6 rolled but not no seven", "but-not-between-histories"),
    ("craps", "condition", "6 rolled 101 times", "times-out-of-range"),
    ("craps", "condition", "6 rolled 0 times", "times-out-of-range"),
    ("craps", "condition", " then ".join(["6 rolled"] * 9), "pattern-too-long"),
    ("craps", "condition", "rolls 1 9 are the same", "roll-out-of-range"),
    ("craps", "condition", "rolls 2 1 are the same", "rolls-out-of-order"),
    ("craps", "condition", "any 3 of six, eight", "more-than-names"),
    ("craps", "ends", "after 101 rolls", "ends-out-of-range"),
    ("craps", "ends", "after 0 rolls", "ends-out-of-range"),
    ("craps", "rung", "101", "count-out-of-range"),
    ("craps", "rung", "4 to 3", "empty-range"),
    ("roulette", "condition", "spins 1 9 are the same", "spin-out-of-range"),
    ("roulette", "event", "the number is 37", "no-such-pocket"),
    ("roulette", "event", "the number is in column 4", "no-such-column"),
    ("roulette", "event", "the number is in dozen 0", "no-such-dozen"),
]


@pytest.mark.parametrize(("game", "kind", "text", "code"), REFUSED)
def test_a_phrase_that_is_refused(game: str, kind: str, text: str, code: str) -> None:
    assert refused(kind, text, game).code.split(".")[0] == code


def test_a_pattern_may_have_eight_parts() -> None:
    assert len(condition(" then ".join(["6 rolled"] * 8)).events) == 8


def test_what_a_wheel_does_not_have_is_refused() -> None:
    single, triple = (Scope(device=Wheel.named(name)) for name in ("single-zero", "triple-zero"))
    assert refused("event", "the number is 00", "roulette", single).code == "pocket-not-on-wheel"
    assert refused("condition", "spins 1 2 are among 0 00", "roulette", single).code == "pocket-not-on-wheel"
    assert refused("event", "the number is within 2 of 17 on the wheel", "roulette", triple).code == "no-wheel-order"
    assert event("the number is green", "roulette", single)


@pytest.mark.parametrize("text", ["no seven or 6 rolled twice", "6 rolled then 8 rolled and 6 rolled twice"])
def test_the_comma_is_needed_after_no_and_then(text: str) -> None:
    refused("condition", text)


# ---- cards ---------------------------------------------------------------------------------------------


def card(rest: str, game: str = "craps") -> RackCard:
    return loads(f"card: words\ntitle: Words\nabout: An example.\ngame: {game}\nsource: tests\n{rest}")


@pytest.fixture
def code_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The code with which a card is refused, whatever its sentences are."""
    monkeypatch.setattr(card_yaml, "card_error", lambda code, facts: (code, code))

    def refusal(rest: str) -> str:
        with pytest.raises(CardError) as caught:
            card(rest).odds()
        return caught.value.code

    return refusal


LOW = "events: {low: 2 to 6 rolled, wild: low and doubles rolled}\nends: any seven\n"


def test_named_events_may_be_used_wherever_an_event_may() -> None:
    named = card(LOW + 'wagers: {w: {wins: wild or 8 rolled 2 times, ends: "low, or seven", pays: 1 to 1}}\n')
    (terms,) = named.terms()
    wild = event("2 to 6 rolled and doubles rolled")
    assert isinstance(terms.lines[0].when, Happened)
    assert terms.lines[0].when.event.cells == wild.cells | EIGHT.cells
    assert terms.ends.event is not None
    assert terms.ends.event.cells == event("2 to 6 rolled or seven").cells


def test_a_named_event_may_be_named_before_it_is_given() -> None:
    later = card(
        "events: {wild: low and doubles rolled, low: 2 to 6 rolled}\nends: any seven\n"
        "wagers: {w: {wins: not wild 3 times, pays: 1 to 1}}\n"
    )
    assert later.terms()[0].lines[0].when.event.cells  # type: ignore[union-attr]


def test_wagers_and_events_are_named_together() -> None:
    (_, both, some) = card(
        LOW + 'wagers: {eight: {wins: 8 rolled twice, pays: 2 to 1}, both: {wins: "all of wild, eight", pays: 9 to 1}, '
        'some: {wins: "any 2 of low, wild, eight", pays: 3 to 1}}\n'
    ).terms()
    assert [type(part) for part in both.lines[0].when.parts] == [Happened, Happened]  # type: ignore[union-attr]
    assert some.lines[0].when.at_least == 2  # type: ignore[union-attr]


def test_a_wager_holds_once_a_line_that_pays_more_than_the_stake_does() -> None:
    """A ladder holds at its first rung that pays more than the stake."""
    terms = card(
        "ends: seven-out\nwagers: {rungs: {counts: points made, pays: {1: push, 2: 1 to 1, 3 or more: 5 to 1}}, "
        "any: {wins: any of rungs, pays: 1 to 1}}\n"
    ).terms()[-1]
    when: Any = terms.lines[0].when
    assert min(part.times for part in when.parts) == 2


def test_a_wager_may_have_64_lines(code_of: Callable[[str], str]) -> None:
    def listed(lines: int) -> str:
        pays = "".join(f"      - {{when: {n} rolled {k} times, pays: {n} to 1}}\n" for n, k in rungs[:lines])
        return f"ends: any seven\nwagers:\n  w:\n    pays:\n{pays}"

    rungs = [(2, times) for times in range(65, 0, -1)]
    assert len(card(listed(64)).terms()[0].lines) == 64
    assert code_of(listed(65)) == "too-many-lines"


REFUSED_CARDS = [
    ("events: {low: high, high: low}\nends: seven\nwagers: {w: {wins: low, pays: 1 to 1}}\n", "circular-events"),
    ("events: {low: low or 2 rolled}\nends: seven\nwagers: {w: {wins: low, pays: 1 to 1}}\n", "circular-events"),
    ("events: {seven: 2 rolled}\nends: any seven\nwagers: {w: {wins: seven, pays: 1 to 1}}\n", "event-name"),
    ("events: {low: 2 rolled}\nends: any seven\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}}\n", "event-unused"),
    ("events: {2x: 2 rolled}\nends: any seven\nwagers: {w: {wins: 2x, pays: 1 to 1}}\n", "event-name"),
    ("events: {w: 2 rolled}\nends: any seven\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}}\n", "event-named-as-wager"),
    ("events: [low]\nends: any seven\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}}\n", "events-not-a-mapping"),
    (
        "events: {low: 2 rolled}\nends: seven\nwagers: {v: {wins: low, pays: 1 to 1}, w: {wins: lo, pays: 1 to 1}}\n",
        "unknown-event",
    ),
    (
        "ends: any seven\nwagers: {w: {takes: the first to happen, counts: rolls, pays: {1 or more: push}}}\n",
        "takes-with-counts",
    ),
    (
        "ends: any seven\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}, b: {bundle: {w: 1}}}\n",
        "bundle-part",
    ),
    (
        "ends: after 1 roll\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}, b: {pays: 1 to 1, bundle: {w: 1}}}\n",
        "bundle-with-field",
    ),
    ("ends: after 1 roll\nwagers: {w: {wins: 2 rolled, pays: 1 to 1}, b: {bundle: {w: 0}}}\n", "bundle-units"),
]


@pytest.mark.parametrize(("rest", "code"), REFUSED_CARDS)
def test_a_card_that_is_refused(rest: str, code: str, code_of: Callable[[str], str]) -> None:
    assert code_of(rest) == code


def test_a_base_game_has_one_card() -> None:
    cards = [load(name) for name in card_ids()]
    assert {card.id for card in cards if card.is_base} == set(GAMES)


@pytest.mark.parametrize(
    ("phrase", "is_marked"),
    [
        ("none", False),
        ("from the first bet", False),
        ("from seven to seven", True),
        ("over the shooter's hand", True),
        ("until the wager is decided", True),
    ],
)
def test_marks_that_run_without_a_bet(phrase: str, is_marked: bool) -> None:
    text = f"card: a\ntitle: A\nabout: A.\ngame: craps\nsource: a\nends: any seven\nmarks: {phrase}\n"
    (terms,) = loads(text + "wagers: {six: {name: Six, wins: 6 rolled 2 times, pays: 7 for 1}}\n").terms()
    assert terms.is_marked_unbet is is_marked


def test_a_wager_of_several_places_is_named_after_its_place() -> None:
    every = [terms for name in card_ids() for terms in load(name).terms()]
    assert all(terms.name == " ".join(filter(None, (terms.title, terms.place))) for terms in every)
    assert {bool(terms.place) for terms in every if terms.wager != terms.group} == {True}
    assert {terms.place for terms in every if terms.wager == terms.group} == {""}
