"""The words of a card, read by code that shares nothing with the grammar, against the machine they become."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tools.freeze import frozen_card

import rackcard.card
from rackcard.api import RackCard, load, loads
from rackcard.card import card_ids, terms_reader
from rackcard.card.phrases import parse_phrase, phrase_tree
from rackcard.games import GAMES
from rackcard.games.baccarat.dealing import deal, dealt
from rackcard.games.conditions import Happened
from rackcard.games.game import Game
from rackcard.games.phrases import NOWHERE, Scope
from rackcard.machine import Bet, bets
from tests.support import text_witness
from tests.support.baccarat_deals import COUNTS, PLAINLY
from tests.support.sample import sampled
from tests.support.text_witness import Decided

pytestmark = pytest.mark.slow

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def by_the_machine(bet: Bet, outcomes: Sequence[Any]) -> tuple[Decided | None, list[list[tuple[str, Any]]]]:
    """How the machine decides a wager, and what it offers after each outcome until then."""
    machine, game = bet.machine, bet.machine.game
    state = phase = counted = 0
    offered: list[list[tuple[str, Any]]] = []
    for number, raw in enumerate(outcomes, start=1):
        outcome = dealt(*map(list, raw)) if game.id == "baccarat" else raw
        counts = machine.counts(phase, outcome)
        phase = game.moves[phase][game.outcomes.index(outcome)]
        counted += counts
        if counts or machine.has_phase:
            state, result = machine.step(state, outcome)
            if result is not None:
                pay = bet.results[result].pay
                return Decided(result, None if pay is None else pay.net, number, counted), offered
        offered.append(
            [(bet.terms.offers[claim].kind, bet.terms.offers[claim].pay.net) for claim in machine.offered(state)]
        )
    return None, offered


def some_outcomes(random: Random, game: str, length: int) -> list[Any]:
    """Outcomes from odd dice, wheels and shoes, so that rare things come soon."""
    if game == "craps":
        pairs = [(a, b) for a in range(1, 7) for b in range(a, 7)]
        weights = {total: random.choice((0, 1, 1, 6)) for total in range(2, 13)} | {7: random.choice((0.1, 0.5, 3))}
        return random.choices(pairs, [weights[sum(pair)] for pair in pairs], k=length)
    if game == "roulette":
        start = random.randint(1, 36)
        near = [str((start + step) % 36 + 1) for step in range(4)]
        every = ["0", "00", "000", *map(str, range(1, 37))]
        liked = random.choice([every, near, [*near, "8", "18", "28", "0"], ["8", "18", "28"], ["1", "2", "35", "36"]])
        return random.choices(liked, k=length)
    if game == "sic-bo":
        faces = random.sample(range(1, 7), random.randint(1, 6))
        return [tuple(sorted(random.choices(faces, k=3))) for _ in range(length)]
    ranks = random.sample(RANKS, random.randint(1, 13))
    hands = []
    for _ in range(length):
        hand = deal(lambda: random.choice(ranks))
        hands.append((tuple(hand["player"]), tuple(hand["banker"])))
    return hands


def compare(card: RackCard, text: str, options: dict[str, str], random: Random, most: int) -> set[str]:
    """Play wagers of a card on random outcomes both ways; the kinds of endings that came."""
    every = {(bet.terms.wager, bet.terms.table): bet for bet in bets(card, options)}
    assert sorted(every) == sorted(text_witness.wagers(text, options))
    endings = set()
    for (wager, table), bet in random.sample(sorted(every.items(), key=lambda item: item[0]), min(most, len(every))):
        outcomes = some_outcomes(random, card.game.id, random.choice((4, 12, 80)))
        expected, offered = by_the_machine(bet, outcomes)
        said = text_witness.play(text, wager, table, options, outcomes)
        assert said == expected, (wager, table, options, outcomes)
        for length in random.sample(range(len(offered)), min(3, len(offered))) if bet.terms.offers else ():
            open_now = text_witness.offers(text, wager, table, options, outcomes[: length + 1])
            assert sorted(open_now) == sorted(offered[length]), (wager, table, options, outcomes[: length + 1])
        endings.add("open" if expected is None else "loses" if expected.result == bet.machine.loss else "line")
    return endings


GROWN = ("craps", "roulette")
"""Cards with odds, commission or stakes that turn, which the witness does not read: they are read as version 1 wrote
them. What the shipped cards have kept of them is held to the same odds in test_oracle.py."""


@pytest.mark.slow
@pytest.mark.parametrize("card", card_ids())
def test_a_shipped_card_means_what_its_words_say(card: str) -> None:
    random, loaded = Random(card), frozen_card(card) if card in GROWN else load(card)
    text = loaded.origin.text
    endings = set()
    combinations = list(loaded.combinations(readings_only=False))
    for turn in range(60):
        if turn >= sampled(20, 60) and "line" in endings:
            break
        options = combinations[turn % len(combinations)] if turn < len(combinations) else random.choice(combinations)
        endings |= compare(loaded, text, options, random, 12)
    assert "line" in endings


def card_of(game: str, rest: str) -> str:
    return f"card: words\ntitle: Words\nabout: An example.\ngame: {game}\nsource: tests\n{rest}"


ROLLS = """
  one: {ends: after 1 roll, wins: 2 or 12 rolled, pays: 7 to 1}
  hard-out: {wins: hard 6 on the come-out, pays: 9 to 1}
  easy-out: {wins: easy 4 or 6 on the come-out, pays: 9 to 1}
  pair-out: {wins: doubles on the come-out 2 times, pays: 9 to 1}
  dice-out: {wins: 5-1 or 4-2 on the come-out, pays: 9 to 1}
  two: {ends: after 2 rolls, wins: seven-out, pays: 5 to 1}
  three: {ends: after 3 rolls, wins: 4 or 10 made, pays: 9 to 1}
  four: {ends: after 4 rolls, works: with a point on, wins: all of 4 10 made, pays: 9 to 1}
  hard: {wins: hard 8 rolled 2 times, pays: 9 to 5, take down: at any time, envy: not posted}
  first: {ends: seven-out, wins: 7 or 11 on the come-out 3 times, pays: 9 for 1, surrender: {1: 2 for 1, 2: 5 for 1}}
  put: {ends: any seven, opens: after the come-out, wins: 6 rolled 2 times, pays: not posted}
  craps:
    ends: the line is decided
    pays:
      - {when: 12 on the come-out, pays: push}
      - {when: the line loses, pays: 1 to 1}
  wins: {ends: the line loses, settles: at the end, wins: the line wins 2 times, pays: 3 to 1}
  off: {works: with a point on, ends: 6 or 7 rolled, wins: 6 rolled, pays: 7 to 6}
  any:
    ends: seven-out
    pays:
      - {when: any seven 2 times, pays: 20 to 1}
      - {when: 5 rolled, pays: push}
      - {when: seven-out, pays: loses}
  both: {ends: any seven, wins: all of 2 3 4 rolled, pays: 9 to 1}
  boxcars: {ends: any seven, wins: 12 rolled 2 times, pays: 9 to 1}
  either: {ends: any seven, wins: "any of boxcars, both", pays: 5 to 1}
  sooner: {ends: "6 rolled, or any seven", wins: "any of boxcars, both", pays: 5 to 1}
  none: {wins: no rule given, pays: not posted}
  ladder:
    ends: any seven
    counts: different numbers rolled
    cash out: at any pay
    take back: after the first roll, below the first pay
    pays: {2: push, 3: 1 to 1, 4: 2 to 1, 5: 3 to 1, 6: 4 to 1, 7: 5 to 1, 8: 6 to 1, 9: 7 to 1, 10: 8 to 1}
  waits:
    works: with a point on
    counts: different numbers rolled
    take back: after any roll, below the first pay
    envy: 2x of the wager
    pays: {2: push, 3: 1 to 1, 4: 2 to 1, 5: 3 to 1, 6: 4 to 1, 7: 5 to 1, 8: 6 to 1, 9: 7 to 1, 10: 8 to 1}
  own:
    line: its own
    opens: after the come-out
    works: with a point on
    counts: rolls
    take back: after any roll, below the first pay
    pays: {3: 1 to 1, 4 or more: 2 to 1}
  points: {ends: seven-out, counts: different points made, pays: {3: 5 to 1, 4: 6 to 1, 5: 7 to 1, 6: 8 to 1}}
  cells: {ends: seven-out, cells: to 1, counts: points made, pays: {0: -1, 1: 0, 2 or more: 3}}
  cells-for: {ends: seven-out, cells: for 1, counts: line wins, settles: as soon as decided, pays: {1: 0, 2 or more: 3}}
"""
BEGINNINGS = [
    "",
    "marks: from seven to seven\nopens: before any roll, while the wager has no marks\n",
    "marks: from the first bet\nopens: before any roll, while no wager of this card is up\noffers: take back\n",
    "offers: cash out, take back\n",
    "marks: over the shooter's hand\nopens: before the first roll of a round\noffers: none\nchance: two dice\n",
    "marks: none\nopens: before the come-out\nrequires: nothing\nworks: always\nseveral: yes\npartial: no\n",
    "requires: 'a wager on craps: pass or dont-pass'\nenvy on: wins\noffers: surrender\n",
    "envy on: wins and surrenders\n",
    "marks: until the wager is decided\n",
]
SPINS = """
  red: {ends: after 1 spin, wins: the number is red, pays: 1 to 1}
  black: {ends: after 2 spins, wins: the number is black 2 times, pays: 3 to 1}
  odd: {wins: the number is odd 3 times, pays: 7 to 1}
  even: {settles: at the end, wins: the number is even, pays: 1 to 1}
  dozen: {ends: the number is in column 2, wins: the number is 1 to 12 2 times, pays: 4 to 1}
  these: {wins: spins 1 2 3 are 8 18 28 in any order, pays: 299 to 1}
  among: {settles: at the end, wins: spins 1 3 are among 8 18 28, pays: 99 to 1}
  row:
    pays:
      - {when: spins 1 2 3 are in a row in any order, pays: 50 to 1}
      - {when: spins 1 2 are 1 apart, pays: 7 to 1}
  ordered:
    pays:
      - {when: spins 1 2 3 are in a row in order with 36 beside 1, pays: 50 to 1}
      - {when: spins 2 3 are 2 apart with 36 beside 1, pays: 7 to 1}
  late: {ends: the number is red, wins: spins 1 2 are among 2 4 6 8, pays: 50 to 1}
  later: {ends: the number is red, wins: spins 1 2 are 2 apart, pays: 50 to 1}
  either: {ends: the number is red, wins: "any of late, later", pays: 20 to 1}
"""
PLACES = "".join(
    f"  p{wheel[0]}-{kind.replace(' ', '-')}: {{ends: after 2 spins, places: each {kind} on a {wheel} wheel, "
    f"wins: the ball lands on this place{times}, pays: 5 to 1}}\n"
    for wheel, kinds in {
        "single-zero": ("number", "split", "first four"),
        "double-zero": ("street", "trio", "top line"),
        "triple-zero": ("corner", "six line"),
    }.items()
    for kind, times in zip(kinds, ("", " 2 times", " 1 times"), strict=False)
)
HANDS = """
  none: {wins: no hand wins with a natural in 2 cards or 5 cards are dealt, pays: 1 to 2}
  player: {pays: [{when: player wins, pays: 1 to 1}, {when: tie, pays: push}]}
  seven: {ends: after 1 hand, wins: banker wins with 7 in 3 cards, pays: 40 to 1, opens: before any hand}
  six: {wins: player wins with 6, pays: 12 to 1, take down: before the first hand}
  not-nine: {wins: the totals do not make 9 or 10, pays: 1 to 5}
  more-cards: {wins: 4 or 6 cards are not dealt, pays: 1 to 1}
  beats: {wins: 9 in 2 cards beats 7, pays: 40 to 1}
  both: {pays: [{when: both hands have 9 in 3 cards, pays: 75 to 1}, {when: one hand has 9, pays: 10 to 1}]}
  pair:
    pays:
      - {when: both hands have the same pair, pays: 100 to 1}
      - {when: both hands have a pair, pays: 20 to 1}
      - {when: one hand has a pair, pays: 4 to 1}
  unbeaten: {wins: either hand starts with a pair but not 7 in 2 cards beats 4, pays: 4 to 1}
  banker-pair: {wins: banker has a pair, pays: 11 to 1}
  player-pair: {wins: player has a pair, pays: 11 to 1}
  one-point:
    pays:
      - {when: a hand wins by 1 point, pays: 1 to 1}
      - {when: a hand wins by 9 points, pays: 9 to 1}
"""
OPTIONAL = """
options:
  game: {about: The game., values: [plain, tiger, lion], default: plain}
  kind: {about: The kind., values: [a, b], default: a}
wagers:
  banker:
    pays:
      - {when: banker wins with 6, pays: 0.5 to 1, if: game is tiger or lion and kind is b}
      - {when: banker wins with 7, pays: push, if: kind is b or a and game is plain or lion}
      - {when: banker wins, pays: 1 to 1}
  player: {if: kind is b and game is lion or plain, wins: player wins, pays: 1 to 1}
"""
THROWS = """
  four: {wins: the total is 4, pays: 60 to 1}
  small: {wins: the total is 4 to 10 without a triple, pays: 1 to 1}
  odd: {wins: the total is odd without a triple, pays: 1 to 1}
  even: {wins: the total is even without a triple, pays: 1 to 1}
  six: {pays: [{when: 6 shows three times, pays: 12 to 1}, {when: 6 shows twice, pays: 2 to 1},
               {when: 6 shows once, pays: 1 to 1}]}
  two: {wins: 2 shows at least twice, pays: 10 to 1}
  pair: {wins: 1 and 2 show, pays: 5 to 1}
  fives: {wins: triple 5, pays: 180 to 1}
  any: {wins: any triple, pays: 30 to 1}
  double: {wins: this double shows, places: each double, pays: 10 to 1}
  triple: {wins: this triple shows, places: each triple, pays: 180 to 1}
  combination: {wins: this combination shows, places: each combination, pays: 5 to 1}
  once: {wins: this number shows once, places: each number, pays: 1 to 1}
  twice: {wins: this number shows twice, places: each number, pays: 2 to 1}
  thrice: {wins: this number shows three times, places: each number, pays: 12 to 1}
"""
EVENTS = """
  low: 2 to 6 rolled
  wild: low and doubles rolled
  mid: 5-2 or 4-3 rolled or easy 6 or 8 rolled but not 4-4 rolled
  tall: 10 or more rolled but not hard 10 rolled
  off: wild on the come-out
  point-low: low with a point on
  inside: 5 or 6 rolled with 6 or 8 on
"""
HISTORIES = """
  joined: {wins: hard 4 rolled or hard 10 rolled 2 times, pays: 9 to 1}
  sides: {wins: "6 rolled 3 times, or 8 rolled 3 times", pays: 9 to 1}
  short: {wins: 6 rolled twice or 8 rolled three times, pays: 9 to 1}
  named: {wins: wild or tall 2 times, pays: 9 to 1}
  un-low: {wins: not low 3 times in a row, pays: 3 to 1}
  rows: {wins: low 3 times in a row, pays: 3 to 1}
  sevens: {ends: after 7 rolls, wins: seven 2 times in a row, pays: 30 to 1}
  later: {wins: 6 rolled then 8 rolled, pays: 3 to 1}
  at-once: {wins: 6 rolled then at once 8 rolled, pays: 9 to 1}
  chain: {ends: after 8 rolls, wins: low then at once low then tall then at once not low, pays: 9 to 1}
  never: {wins: "8 rolled, and no hard 8 rolled", pays: 3 to 1}
  none: {ends: after 3 rolls, wins: no seven, pays: 1 to 1}
  no-point: {ends: seven-out, wins: no point made, pays: 1 to 2}
  once: {ends: after 5 rolls, wins: seven exactly once, pays: 1 to 1}
  two: {wins: 6 rolled exactly 2 times, pays: 9 to 1}
  each: {wins: all of 6 8 rolled 2 times, pays: 30 to 1}
  ways: {wins: "all of hard 4, easy 6, 5-4 rolled", pays: 30 to 1}
  made: {ends: seven-out, wins: all of 6 8 made twice, pays: 99 to 1}
  all-named: {wins: "all of low, wild, two", pays: 9 to 1}
  some: {wins: "any 2 of low, tall, joined", pays: 9 to 1}
  same: {ends: after 3 rolls, wins: rolls 1 2 are the same, pays: 6 to 1}
  not-rolled: {ends: after 2 rolls, wins: 6 or 7 not rolled 2 times, pays: 1 to 1}
  not-made: {ends: "6 made, or seven-out", wins: 4 or 10 not made 4 times, pays: 1 to 1}
  no-ways: {ends: after 3 rolls, wins: hard 4 not rolled and easy 6 not rolled and 5-4 not rolled 3 times, pays: 1 to 9}
  unlike: {ends: after 2 rolls, wins: doubles not rolled 2 times, pays: 1 to 3}
  undecided: {ends: a point made, wins: the line is not decided 3 times in a row, pays: 1 to 1}
  unmade: {ends: seven-out, wins: a point not made exactly 4 times, pays: 9 to 1}
  span: {wins: all of 4 to 6 rolled, pays: 9 to 1}
  zero-times: {ends: after 3 rolls, wins: 6 rolled exactly 0 times, pays: 1 to 3}
  not-won: {ends: after 2 rolls, wins: the line does not win 2 times, pays: 1 to 4}
  not-lost: {ends: the line loses, wins: the line does not lose 6 times, pays: 1 to 4}
  come-out: {ends: "after 2 rolls, or 2 or 3 or 12 on the come-out", wins: low, pays: 1 to 1}
  several: {ends: "point made, or seven-out, or after 9 rolls", wins: inside, pays: 5 to 1}
  first:
    takes: the first to happen
    pays:
      - {when: tall 2 times, pays: 5 to 1}
      - {when: 6 rolled, pays: loses}
      - {when: low, pays: loses half}
      - {when: no low, pays: 0.5 for 1}
  listed:
    takes: the first in the list
    pays: [{when: point-low 2 times, pays: 5 to 1}, {when: off or mid, pays: push}]
  rolls: {counts: rolls, pays: {2: 1 to 1, 3 to 4: push, 5 or more: 2 to 1}}
  doubles: {counts: different doubles rolled, pays: {3: 4 to 1, 4: 8 to 1, 5: 15 to 1, 6: 100 to 1}}
  event: {counts: low or hard 8 rolled, pays: {1: push, 2 to 3: 2 to 1, 4 or more: 5 to 1}}
  how-many: {counts: "how many of low, tall, joined", pays: {1 to 2: 1 to 2, 3: 20 to 1}}
  come: {line: its own, ends: the line is decided, wins: the line wins, pays: 1 to 1}
  put: {opens: after the come-out, ends: the line is decided, wins: the line wins, pays: 1 to 1}
  craps-2: {works: always, ends: after 1 roll, wins: 2 rolled, pays: 30 to 1}
  eleven: {works: always, ends: after 1 roll, wins: 11 rolled, pays: 15 to 1}
  horn: {bundle: {craps-2: 2, eleven: 1}}
"""
NUMBERS = """
  list: {wins: the number is 17 or 0 or 00, pays: 9 to 1}
  green: {wins: the number is green, pays: 17 to 1}
  and: {wins: the number is red and odd or in dozen 3 but not 36, pays: 1 to 1}
  near: {wins: the number is within 2 of 0 on the wheel, pays: 6 to 1}
  not: {ends: after 2 spins, wins: the number is not red 2 times, pays: 3 to 1}
  none: {ends: after 2 spins, wins: no 17 or red and odd, pays: 1 to 2}
  not-and: {wins: the number is 12 or more and not even, pays: 2 to 1}
  name: {wins: cold or not high, pays: 1 to 2}
  reds: {ends: after 3 spins, wins: the number is red 3 times in a row, pays: 7 to 1}
  same: {ends: after 2 spins, wins: spins 1 2 are the same, pays: 35 to 1}
  among: {ends: after 2 spins, wins: spins 1 2 are among 0 00 7, pays: 99 to 1}
  steps: {ends: after 3 spins, wins: spins 1 2 3 are consecutive numbers in any order with 36 beside 1, pays: 99 to 1}
  run: {ends: the number is green, wins: the number is red then at once the number is black or green, pays: 1 to 1}
  street:
    ends: after 2 spins
    places: each street on a double-zero wheel
    pays:
      - {when: the ball lands on this place 2 times, pays: 10 to 1}
      - {when: the ball lands on this place, pays: 5 to 1}
  away:
    ends: after 2 spins
    places: each trio on a double-zero wheel
    wins: the ball does not land on this place twice
    pays: 1 to 9
  around:
    places: each number on a double-zero wheel
    wins: the number is within 2 of this place on the wheel
    pays: 6 to 1
  split: {places: each split on a double-zero wheel, wins: the ball lands on this place, pays: 17 to 1}
  one: {places: each number on a double-zero wheel, wins: the ball lands on this place, pays: 35 to 1}
  call: {bundle: {split-4-7: 2, one-0: 1, list: 3}}
"""
THREE = """
  both: {wins: the total is 4 or 1 and 2 show but not 1 shows twice, pays: 3 to 1}
  name: {wins: heavy and any triple or small, pays: 2 to 1}
  not: {wins: not heavy, pays: 1 to 2}
  totals: {wins: the total is 4 to 6 or 17 or more or 3 shows once, pays: 1 to 2}
  not-total: {wins: the total is not 10 or 11, pays: 1 to 9}
  without: {wins: the total is 6 or 9 or 12 without a triple, pays: 1 to 1}
  odd: {wins: the total is odd, pays: 1 to 1}
  joined: {wins: the total is 13 and 4 shows at least twice, pays: 9 to 1}
  not-odd: {wins: the total is not odd, pays: 1 to 1}
  no-triple: {wins: no triple or 5 shows, pays: 1 to 1}
  any-five: {wins: 5 shows, pays: 1 to 1}
  no-five: {wins: 5 does not show or the total is 12, pays: 1 to 1}
  not-two: {wins: 5 does not show 2 times, pays: 1 to 9}
  exactly: {wins: 5 shows exactly once, pays: 1 to 1}
  at-least: {wins: 5 shows at least 2 times or 6 shows at least three times, pays: 9 to 1}
  missing: {places: each number, wins: this number does not show, pays: 1 to 1}
  shown: {places: each number, wins: this number shows at least twice, pays: 9 to 1}
  other: {places: each combination, wins: this combination does not show, pays: 1 to 9}
"""
SECOND = [
    card_of("craps", f"ends: seven\nevents:{EVENTS}wagers:{HISTORIES}"),
    card_of("craps", f"ends: seven-out\nworks: with a point on\nevents:{EVENTS}wagers:{HISTORIES}"),
    card_of(
        "roulette",
        "chance: a double-zero wheel\nends: after 1 spin\nevents: {cold: the number is black but not 20 or more, "
        f"high: the number is 19 to 36}}\nwagers:{NUMBERS}",
    ),
    card_of(
        "sic-bo",
        "chance: three dice\nevents: {small: the total is 4 to 10 without a triple, "
        f"heavy: 6 shows twice or 6 shows three times}}\nwagers:{THREE}",
    ),
]
CARDS = [
    *SECOND,
    *(card_of("craps", f"ends: any seven\n{beginning}wagers:{ROLLS}") for beginning in BEGINNINGS),
    card_of("roulette", f"chance: a double-zero wheel\nends: after 3 spins\nopens: before any spin\nwagers:{SPINS}"),
    card_of("roulette", f"chance: a triple-zero wheel\nends: after 1 spin\nwagers:\n{PLACES}"),
    card_of("baccarat", f"chance: a shoe of 8 decks\nwagers:{HANDS}"),
    card_of("baccarat", f"chance: a shoe of 6 decks\n{OPTIONAL}"),
    card_of("sic-bo", f"chance: three dice\nwagers:{THROWS}"),
]


ELSEWHERE = {
    "commission", "crapless_dice", "multiple", "opens_never", "stake_to_win", "stake_up_to", "wager_name",
    "works_with_table_point",
}  # fmt: skip
"""Phrases of wagers behind wagers, of stakes that turn into others and of commission, which are not read here."""

WHO = {"player", "banker", "hand", "a hand", "one hand", "either hand", "both hands"}
"""Whose cards a phrase of baccarat speaks of; a hand is "hand" after "no"."""


@pytest.mark.parametrize("number", range(len(SECOND)))
def test_every_wager_of_the_second_edition_is_priced_as_its_words_say(number: int) -> None:
    for entry in loads(SECOND[number]).odds():
        said = text_witness.law(SECOND[number], entry.terms.wager, entry.terms.table, {}, most=6_000)
        assert said is not None, entry.terms.wager
        assert entry.bet is not None
        found = {outcome.result: float(outcome.probability) for outcome in entry.outcomes}
        expected = [found.get(result, 0.0) for result in entry.bet.results]
        assert said == pytest.approx(expected, abs=1e-11), entry.terms.wager


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_every_phrase_means_what_it_says(number: int) -> None:
    random, card = Random(number), loads(CARDS[number])
    endings = set()
    for options in card.combinations(readings_only=False):
        for _ in range(sampled(12, 40)):
            endings |= compare(card, CARDS[number], options, random, 20)
    assert {"line", "loses"} <= endings


def test_the_cards_above_use_every_phrase_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: set[tuple[Game, str, str]] = set()
    parse = parse_phrase

    def recorded(game: Game, kind: str, text: str, scope: Scope = NOWHERE) -> Any:
        parsed.add((game, kind, text))
        return parse(game, kind, text, scope)

    monkeypatch.setattr(terms_reader, "parse_phrase", recorded)
    for text in CARDS:
        loads(text)
    parsed |= {(GAMES["baccarat"], "event", text) for text in PLAINLY}  # asked of all deals of a small shoe
    parsed |= {(GAMES["baccarat"], "counts", text) for text in COUNTS}
    parsed.add((GAMES["baccarat"], "condition", "no 9 dealt"))  # priced in test_same_words.py
    used, words = set(), set()
    for game, kind, text in parsed:
        tree = phrase_tree(game, kind, text)
        used |= {str(part.data) for part in tree.iter_subtrees()}
        words |= {(token.type, str(token)) for token in tree.scan_values(lambda value: True)}
    common = (Path(rackcard.card.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    grammar = "\n".join([common, *(game.phrases.grammar for game in GAMES.values())])
    assert set(re.findall(r"-> (\w+)", grammar)) - used - ELSEWHERE == set()
    for kind in ("COLOR", "GROUP", "PLACE", "OFFER", "PARITY", "SHOWN"):
        listed = re.findall(rf"^{kind}(?:[.][0-9])?: (.+)$", grammar, re.MULTILINE)
        assert listed
        assert {(kind, word) for one in listed for word in re.findall('"([^"]+)"', one)} - words == set()
    assert {word for kind, word in words if kind == "WHO"} == WHO


def test_the_witness_tells_a_dropped_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a reader that forgets how often an event must come is found out."""
    text = card_of("craps", "ends: any seven\nwagers: {six: {wins: 6 rolled 2 times, pays: 7 for 1}}\n")
    monkeypatch.setattr(terms_reader, "parse_phrase", _forgetful(parse_phrase))
    card = loads(text)
    rolls = [(1, 5), (3, 4)]
    assert by_the_machine(bets(card)[0], rolls)[0] != text_witness.play(text, "six", "1", {}, rolls)


def _forgetful(parse: Any) -> Any:
    def read(game: Game, kind: str, text: str, scope: Scope = NOWHERE) -> Any:
        meaning = parse(game, kind, text, scope)
        return Happened(meaning.event) if isinstance(meaning, Happened) else meaning

    return read
