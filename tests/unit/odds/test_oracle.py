"""The machine against the oracle: the same outcomes, settled by two programs that share no code.

Equality throughout: of nets, of the outcome that decides, of offers, and of probabilities as fractions. The oracle
knows craps and roulette as version 1 wrote them; what the shipped cards have kept of them must be the same wagers.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import perm, prod

import pytest
from tools.freeze import frozen_card

import rackcard
from rackcard.games.baccarat import dealing as baccarat
from rackcard.games.baccarat.dealing import Hand, Pairs
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.shoe_count import law_by_hands, pairs_by_rank, totals_by_thirds
from rackcard.machine import Bet, TooLargeError, bets
from rackcard.machine.explore import FIRST, NEVER, explore
from rackcard.odds.price import price
from rackcard.odds.selection import Selection
from tests.support import oracle
from tests.support.sample import sampled

pytestmark = pytest.mark.slow

SEED = 20_240_607

OPTIONS: dict[str, dict[str, list[str]]] = {
    "craps": {},
    "roulette": {"wheel": ["double-zero", "single-zero", "triple-zero"]},
    "baccarat": {
        "game": ["commission", "no-commission", "tiger"],
        "commission": ["5", "4", "3"],
        "push-on-7": ["banker", "all"],
    },
    "repeater-bets-plus": {"surrender": ["yes", "no"]},
    "cash-out-craps": {"take-back": ["yes", "no"], "come-out": ["on", "off"]},
    "super-shooter": {},
    "straights-and-8s": {
        "wheel": ["double-zero", "single-zero", "triple-zero"],
        "order": ["any", "in-order"],
        "wrap": ["no", "yes"],
    },
    "dice-works": {"ends": ["seven-out", "any-seven"]},
    "high-roller": {},
    "parlay-craps": {"ends": ["seven-out", "any-seven"]},
    "parlay-craps-with-envy": {"ends": ["seven-out", "any-seven"]},
    "roll-the-line": {"cells": ["net", "for-1"]},
    "golden-dragon-baccarat": {},
    "treasure-of-the-5-dragons": {
        "dragons": [
            "default",
            "red-dragon-6s",
            "golden-dragon-6s, blue-dragon-9s",
            "golden-dragon-7, golden-dragon-6s, green-dragon-8, blue-dragon-9s, red-dragon-7s, red-dragon-6s",
        ]
    },
    "infinite-fortune": {},
    "baccarat-extras": {},
    "tiger-baccarat": {},
}
"""Every option that can change how a wager is settled, with its values."""

ALONE: dict[str, tuple[dict[str, str], ...]] = {
    "baccarat": ({"game": "no-commission", "push-on-7": "all-with-tie"},),
    "cash-out-craps": ({"come-out": "off", "first-roll": "any"},),
    "straights-and-8s": ({"wheel": "double-zero", "three-eights": "a-straight-with-an-8"},),
    "roll-the-line": ({"empty-cells": "push"},),
    "tiger-baccarat": ({"base": "without"},),
}
"""Values of readings that are settled by themselves, not in every combination with the others."""

READ_ALONE: dict[str, dict[str, list[str]]] = {
    "baccarat": {"push-on-7": ["banker", "all", "all-with-tie"]},
    "cash-out-craps": {"first-roll": ["counted", "any"]},
    "straights-and-8s": {"three-eights": ["any-three-8s", "a-straight-with-an-8"]},
    "roll-the-line": {"empty-cells": ["lose", "push"]},
    "tiger-baccarat": {"base": ["with", "without"]},
}
"""Those options with all their values."""

BETTING = {"betting": ["first-roll", "unmarked"]}
NEW_GAME = {"new-game": ["next-hand", "at-once"]}

INDIFFERENT: dict[str, dict[str, list[str]]] = {
    "dice-works": BETTING,
    "high-roller": BETTING,
    "parlay-craps": BETTING | NEW_GAME,
    "parlay-craps-with-envy": BETTING | NEW_GAME,
    "cash-out-craps": {
        "window": ["any-roll", "before-the-come-out", "after-the-come-out"],
        "partial": ["no", "yes"],
        "several": ["no", "yes"],
        "line-bet-required": ["no", "yes"],
    },
    **{
        card: {"decks": ["8", "6"]}
        for card in ("baccarat", "golden-dragon-baccarat", "treasure-of-the-5-dragons", "infinite-fortune",
                     "baccarat-extras", "tiger-baccarat")
    },
}  # fmt: skip
"""Options that are the table's business, or chance's: the machine must not know them."""

ENVY_ONLY = {"repeater-bets-plus": {"surrender-envy": ["no", "yes"]}}
"""Options that change only the dealer's envy bonus."""

GROWN = ("craps", "roulette")
"""Cards with wagers and options that the oracle does not know; it is asked about their texts of version 1."""

Case = tuple[str, tuple[tuple[str, str], ...]]


@cache
def known(card: str) -> rackcard.Card:
    """A card as the oracle knows it."""
    return frozen_card(card) if card in GROWN else rackcard.load(card)


def chosen(card: str, options: dict[str, list[str]]) -> Iterator[Case]:
    for values in product(*options.values()):
        yield card, tuple(zip(options, values, strict=True))


def cases(*games: str, base: bool = True, side: bool = True) -> list:
    """Each card of the games under each combination of the options that matter, as parameters."""
    found: list[Case] = []
    for card, options in OPTIONS.items():
        if known(card).game.id in games and (base if card in games else side):
            found += chosen(card, options)
            found += [(card, tuple(alone.items())) for alone in ALONE.get(card, ())]
    return [pytest.param(*case, id=" ".join([case[0], *(v for _, v in case[1])])[:80]) for case in found]


dice_cases = pytest.mark.parametrize(("card", "options"), cases("craps"))


def compiled(card: str, options: tuple) -> list[Bet]:
    return bets(known(card), dict(options))


def by_wager(card: str, options: tuple) -> dict[str, list[Bet]]:
    """The bets of a card, the pay tables of a wager together."""
    found: dict[str, list[Bet]] = {}
    for bet in compiled(card, options):
        found.setdefault(bet.terms.wager, []).append(bet)
    return found


# ---- running a machine next to the oracle --------------------------------------------------------------

PAIRS_OF = {total: [(a, total - a) for a in range(1, 7) if a <= total - a <= 6] for total in range(2, 13)}
WEIGHTS = dict(zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True))
EVERY_PAIR = [pair for pairs in PAIRS_OF.values() for pair in pairs]


def pair_of(total: int, place: int) -> tuple[int, int]:
    """A pair with this total, another one at another place of the sequence."""
    return PAIRS_OF[total][place % len(PAIRS_OF[total])]


def point_after(point: int | None, total: int) -> int | None:
    if point is None:
        return total if total in (4, 5, 6, 8, 9, 10) else None
    return None if total in (7, point) else point


class Run:
    """A bet being rolled: the machine's state, and the puck for a machine that sees only rolls that count."""

    def __init__(self, bet: Bet, state: int = 0, point: int | None = None) -> None:
        self.bet, self.state, self.point = bet, state, point
        self.filters = bet.terms.works is not None and not bet.machine.has_phase

    def after(self, outcome) -> tuple["Run", int | None]:
        """The run one outcome later, and the result if it is decided."""
        point = point_after(self.point, sum(outcome)) if self.filters else None
        if self.filters and self.point is None:
            return Run(self.bet, self.state, point), None
        state, result = self.bet.machine.step(self.state, outcome)
        return Run(self.bet, state, point), result


def net(bet: Bet, result: int) -> Fraction | None:
    pay = bet.results[result].pay
    return None if pay is None else pay.net


def offered(bet: Bet, state: int) -> dict[str, Fraction | None]:
    machine = bet.machine
    return {machine.claims[claim].kind: net(bet, machine.claim_result(claim)) for claim in machine.offered(state)}


def agree(card: str, options: tuple, run: Run, result: int | None, outcomes: Sequence) -> None:
    """The oracle says the same of the wager after these outcomes."""
    terms = run.bet.terms
    told = oracle.settle(card, terms.wager, terms.table, dict(options), outcomes)
    if result is not None:
        assert told == ("decided", net(run.bet, result), len(outcomes)), (terms.wager, terms.table, outcomes)
        return
    assert told == oracle.OPEN, (terms.wager, terms.table, outcomes)
    if not run.bet.machine.claims:
        return
    expected = oracle.offers(card, terms.wager, terms.table, dict(options), outcomes)
    assert offered(run.bet, run.state) == expected, (terms.wager, terms.table, outcomes)


def walk(card: str, options: tuple, run: Run, outcomes: tuple, choices, depth: int) -> None:
    """Follow every sequence of outcomes down to a depth, or until the wager is decided."""
    for choice in choices:
        outcome = pair_of(choice, len(outcomes)) if isinstance(choice, int) else choice
        further = (*outcomes, outcome)
        then, result = run.after(outcome)
        agree(card, options, then, result, further)
        if result is None and depth > 1:
            walk(card, options, then, further, choices, depth - 1)


# ---- what there is to settle --------------------------------------------------------------------------


def test_every_shipped_card_is_known_to_the_oracle():
    counted_elsewhere = {"sic-bo"}  # all 216 rolls, in tests/rules/test_sic_bo.py
    assert set(rackcard.card_ids()) - counted_elsewhere == set(oracle.DEFAULTS) == set(OPTIONS)


@pytest.mark.parametrize("card", OPTIONS)
def test_options_and_their_defaults(card: str):
    """A card's options are those that matter and those that do not, no others."""
    shipped = known(card).options
    matter = OPTIONS[card] | ENVY_ONLY.get(card, {}) | READ_ALONE.get(card, {})
    every = matter | INDIFFERENT.get(card, {})
    assert set(shipped) == set(every)
    assert {name: shipped[name].default for name in matter} == oracle.DEFAULTS[card]
    for name, values in every.items():
        assert shipped[name].many or list(shipped[name].values) == values


@pytest.mark.parametrize(("card", "options"), cases("craps", "roulette", "baccarat"))
def test_wagers_and_pay_tables(card: str, options: tuple):
    found = [(bet.terms.wager, bet.terms.table) for bet in compiled(card, options)]
    assert len(found) == len(set(found))
    assert set(found) == oracle.listed(card, dict(options))


@pytest.mark.parametrize("card", INDIFFERENT)
def test_options_the_machine_must_not_know(card: str):
    standard = [(bet.machine, bet.results) for bet in compiled(card, ())]
    for _, options in chosen(card, INDIFFERENT[card]):
        assert [(bet.machine, bet.results) for bet in compiled(card, options)] == standard, options


@pytest.mark.parametrize("card", OPTIONS)
def test_envy(card: str):
    """What the dealer gets on each way a wager can end."""
    for _, options in chosen(card, OPTIONS[card] | ENVY_ONLY.get(card, {})):
        for bet in compiled(card, options):
            for result in bet.results:
                is_win = result.kind == "line" and (result.pay is None or result.pay.net > 0)
                told = oracle.envy(card, bet.terms.wager, dict(options), "win" if is_win else result.kind)
                assert result.envy == told, (bet.terms.wager, result)


@pytest.mark.parametrize("card", ENVY_ONLY)
def test_envy_is_all_that_some_options_change(card: str):
    def but_for_envy(options: tuple) -> list:
        return [(bet.machine, [r.pay for r in bet.results]) for bet in compiled(card, options)]

    for _, options in chosen(card, ENVY_ONLY[card]):
        assert but_for_envy(options) == but_for_envy(()), options


# ---- (a) exhaustive short sequences -------------------------------------------------------------------


@pytest.mark.slow
@dice_cases
def test_every_short_sequence_of_rolls(card: str, options: tuple):
    """All sequences of three pairs in the base game, of three totals elsewhere; the campaign also takes four."""
    for tables in by_wager(card, options).values():
        for number, bet in enumerate(tables):
            if card == "craps":
                walk(card, options, Run(bet), (), EVERY_PAIR, 3)
            else:
                walk(card, options, Run(bet), (), tuple(WEIGHTS), 3 if number else sampled(3, 4))


@pytest.mark.slow
@pytest.mark.parametrize(("card", "options"), cases("roulette", base=False))
def test_every_sequence_of_spins(card: str, options: tuple):
    """All first and second spins, and all thirds of those that stay: paid after the third, lost when lost."""
    (bet,) = compiled(card, options)
    pockets = oracle.pockets_of(dict(options)["wheel"])
    for first in pockets:
        one, result = Run(bet).after(first)
        agree(card, options, one, result, (first,))
        if result is not None:
            continue
        for second in pockets:
            two, result = one.after(second)
            agree(card, options, two, result, (first, second))
            for third in pockets if result is None else ():
                three, last = two.after(third)
                assert last is not None
                agree(card, options, three, last, (first, second, third))


def test_003_a_wager_that_stays_is_paid_after_the_third_spin():
    """A third number out of range ends the sequence, "and the dealer will pay": not the second."""
    (bet,) = compiled("straights-and-8s", (("order", "in-order"),))
    one, _ = Run(bet).after("5")
    _, result = one.after("7")
    assert result is None


def test_001_take_back_waits_for_a_roll_that_counts():
    """Rule 7: "any time after the first roll"; with rule 8 a come-out roll that is off is not that roll."""
    options = (("come-out", "off"),)
    bet = compiled("cash-out-craps", options)[0]
    run, _ = Run(bet).after((2, 2))
    told = oracle.offers("cash-out-craps", "cash-out", "1", dict(options), [(2, 2)])
    assert offered(bet, run.state) == told == {}


@pytest.mark.parametrize(("card", "options"), cases("roulette", side=False))
def test_every_pocket_for_every_place(card: str, options: tuple):
    for bet in compiled(card, options):
        for pocket in oracle.pockets_of(dict(options)["wheel"]):
            run, result = Run(bet).after(pocket)
            assert result is not None
            agree(card, options, run, result, (pocket,))


# ---- baccarat -----------------------------------------------------------------------------------------


def hand_of(deal: Sequence[str]) -> Hand:
    """The machine's outcome for a deal, by the oracle's drawing rules."""
    player, banker = oracle.play_out(tuple(deal))
    player_pair, banker_pair = player[0] == player[1], banker[0] == banker[1]
    pairs: Pairs
    if player_pair and banker_pair:
        pairs = "same" if player[0] == banker[0] else "both"
    else:
        pairs = "player" if player_pair else "banker" if banker_pair else "none"
    return Hand(oracle.total_of(player), len(player), oracle.total_of(banker), len(banker), pairs)


def random_deals(count: int) -> list[tuple[str, ...]]:
    chance = random.Random(SEED)
    return [tuple(chance.choices(RANKS, k=6)) for _ in range(count)]


def deals_with_a_natural() -> list[tuple[str, ...]]:
    """All first four cards, ace to ten, of which one side or both hold 8 or 9; the rest stays in the shoe."""
    return [
        (*four, "K", "K")
        for four in product(RANKS[:10], repeat=4)
        if max(oracle.total_of(four[::2]), oracle.total_of(four[1::2])) >= 8
    ]


WITH_VALUE = ("K", "A", "2", "3", "4", "5", "6", "7", "8", "9")
"""A card of each value from 0 to 9."""


def test_drawing_rules():
    """Every two-card total against every other, and every third card of the player."""
    for player, banker in product(range(10), repeat=2):
        for third in WITH_VALUE:
            deal = (WITH_VALUE[player], WITH_VALUE[banker], "K", "K", third, "K")
            hands = oracle.play_out(deal)
            draws = baccarat.player_draws(player, banker)
            assert draws == (len(hands[0]) == 3), deal
            seen = oracle.value(third) if draws else None
            assert baccarat.banker_draws(player, banker, seen) == (len(hands[1]) == 3), deal


DEALS = [*random_deals(sampled(2_000, 20_000)), *deals_with_a_natural()[:: sampled(5, 1)]]


def test_hands_are_dealt_by_the_drawing_rules():
    """The one place that draws cards: as the oracle plays them out, and no card more."""
    for cards in DEALS:
        rest = iter(cards)
        found = baccarat.deal(rest.__next__)
        assert [*map(tuple, found.values())] == [*map(tuple, oracle.play_out(cards))], cards
        assert len([*rest]) == 6 - sum(map(len, found.values()))


@pytest.mark.slow
@pytest.mark.parametrize(("card", "options"), cases("baccarat"))
def test_deals(card: str, options: tuple):
    """Random deals and naturals; what the machine cannot tell apart the oracle must settle alike."""
    for bet in compiled(card, options):
        terms, given = bet.terms, dict(options)
        said: dict[Hand, Fraction | None] = {}
        for deal in DEALS:
            hand = hand_of(deal)
            if hand not in said:
                _, result = bet.machine.step(0, hand)
                assert result is not None
                said[hand] = net(bet, result)
            told = oracle.settle(card, terms.wager, terms.table, given, [deal])
            assert told == ("decided", said[hand], 1), (terms.wager, terms.table, deal)
        assert len(set(said.values())) > 1, f"no deal here wins {terms.wager}"


# ---- (b) long random sequences ------------------------------------------------------------------------

ROUNDS_MIN, ROUNDS_MAX = sampled(250, 2_000), 2_000
ROLLS_MAX = 200


def random_rolls(chance: random.Random, fair: bool) -> Iterator[tuple[int, int]]:
    """Fair dice, or dice that favor some totals strongly, so that rare wagers win now and then."""
    weights = list(WEIGHTS.values()) if fair else [chance.random() ** 4 for _ in WEIGHTS]
    while True:
        for total in chance.choices(list(WEIGHTS), weights, k=20):
            yield chance.choice(PAIRS_OF[total])


def by_machine(card: str, options: tuple) -> list[list[Bet]]:
    """The bets of a card, those together that are one wager and one machine and differ in pays alone."""
    found: dict[tuple, list[Bet]] = {}
    for bet in compiled(card, options):
        found.setdefault((bet.terms.wager, bet.machine), []).append(bet)
    return list(found.values())


def loses(bet: Bet, reached: Counter[int | None]) -> bool:
    return any(result is not None and net(bet, result) == -1 for result in reached)


@pytest.mark.slow
@dice_cases
def test_long_random_rounds(card: str, options: tuple):
    """Roll until decided: by the same roll, for the same net at every table, and open just before it.

    So many rounds that every line was paid, every offer was open, and the wager was lost.
    """
    for tables in by_machine(card, options):
        chance = random.Random(SEED)
        reached: Counter[int | None] = Counter()
        machine = tables[0].machine
        others = set(range(len(tables[0].results))) - {machine.loss}
        for number in range(ROUNDS_MAX):
            if number >= ROUNDS_MIN and others <= set(reached) and loses(tables[0], reached):
                break
            run, result, rolls = Run(tables[0]), None, []
            for roll in random_rolls(chance, fair=number % 2 == 0):
                before = run
                run, result = run.after(roll)
                rolls.append(roll)
                if result is not None or len(rolls) == ROLLS_MAX:
                    break
            for bet in tables:
                agree(card, options, Run(bet, before.state, before.point), None, rolls[:-1])
                agree(card, options, Run(bet, run.state, run.point), result, rolls)
            reached[result] += 1
            reached.update(map(machine.claim_result, machine.offered(before.state)))
        wager = tables[0].terms.wager
        assert others <= set(reached), f"some line of {wager} is never paid here, or some offer never open"
        assert loses(tables[0], reached), f"{wager} never loses here"


# ---- (c) probabilities over a short horizon -----------------------------------------------------------

HORIZON = sampled(3, 4)
HORIZON_OF_PAIRS = 3


def weighted_rolls(card: str, place: int) -> list[tuple[tuple[int, int], int]]:
    """Every pair in the base game, where hard ways tell pairs apart; elsewhere a pair for every total."""
    if card == "craps":
        return [(pair, 1 if pair[0] == pair[1] else 2) for pair in EVERY_PAIR]
    return [(pair_of(total, place), ways) for total, ways in WEIGHTS.items()]


def horizon(card: str) -> int:
    return HORIZON_OF_PAIRS if card == "craps" else HORIZON


def enumerated(card: str, options: tuple, bet: Bet, takes: bool) -> list[dict]:
    """Roll by roll the probability of each net, by trying every sequence of rolls that count.

    With ``takes`` the first pay that is offered is taken. Where come-out rolls do not count one is put in
    whenever there is no point: what it shows is not part of the sequence.
    """
    terms, given = bet.terms, dict(options)
    off_on_come_out = Run(bet).filters
    by_roll: list[dict] = [{} for _ in range(horizon(card))]

    def follow(rolls: tuple, point: int | None, weight: int, place: int) -> None:
        if off_on_come_out and point is None:
            rolls, point = (*rolls, (2, 2)), 4
        for pair, ways in weighted_rolls(card, place):
            further = (*rolls, pair)
            told = oracle.settle(card, terms.wager, terms.table, given, further)
            gain = told[1] if told != oracle.OPEN else "open"
            if gain == "open" and takes:
                pays = oracle.offers(card, terms.wager, terms.table, given, further)
                gain = next((pay for kind, pay in pays.items() if kind != "take back"), "open")
            if gain != "open":
                probability = Fraction(weight * ways, 36 ** (place + 1))
                by_roll[place][gain] = by_roll[place].get(gain, Fraction(0)) + probability
            elif place + 1 < len(by_roll):
                follow(further, point_after(point, sum(pair)), weight * ways, place + 1)

    follow((), None, 1, 0)
    return by_roll


def propagated(bet: Bet, law, play, outcomes: int) -> list[dict] | None:
    """The same from the states that the solvers use; None where there are too many."""
    try:
        chain = explore(bet.machine, law, play)
    except TooLargeError:
        return None
    by_roll: list[dict] = []
    present = {0: Fraction(1)}
    for _ in range(outcomes):
        nets: dict = {}
        following: dict[int, Fraction] = {}
        for state, probability in present.items():
            for target, weight in chain.rows[state].items():
                share = probability * Fraction(weight, chain.total)
                if target < 0:
                    gain = net(bet, -1 - target)
                    nets[gain] = nets.get(gain, Fraction(0)) + share
                else:
                    following[target] = following.get(target, Fraction(0)) + share
        by_roll.append(nets)
        present = following
    return by_roll


@pytest.mark.slow
@dice_cases
def test_probabilities_of_the_first_rolls(card: str, options: tuple):
    """Decided by the first, second … roll, and for what: counted by the oracle, given by the odds."""
    entries = price(known(card), Selection(dict(options)), plays=(NEVER, FIRST))
    assert len(entries.wagers) >= len(oracle.listed(card, dict(options)))
    first_tables = {bet[0].terms for bet in by_machine(card, options)}
    for entry in entries:
        if entry.terms not in first_tables:
            continue
        assert entry.bet is not None
        play = FIRST if entry.play == "first" else NEVER
        expected = enumerated(card, options, entry.bet, takes=play is FIRST)
        where = (entry.terms.wager, entry.terms.table, entry.play)
        assert entry.rolls(horizon(card)) == [sum(nets.values(), Fraction(0)) for nets in expected], where
        given = propagated(entry.bet, entry.chance.law(), play, horizon(card))
        assert given is None or given == expected, where
        assert given is not None or entry.terms.wager == "citywide"


def law_of(entry) -> dict:
    """The probability of each net by the odds."""
    law: dict = {}
    for outcome in entry.outcomes:
        law[outcome.net] = law.get(outcome.net, Fraction(0)) + outcome.probability
    return law


@pytest.mark.slow
@pytest.mark.parametrize(("card", "options"), cases("roulette"))
def test_every_probability_on_a_wheel(card: str, options: tuple):
    """Three spins are all there is, so the whole law follows from the oracle."""
    pockets = oracle.pockets_of(dict(options)["wheel"])
    for entry in known(card).odds(dict(options)):
        law: dict = {}
        lengths = [Fraction(0)] * 3
        waiting: list[tuple] = [()]
        while waiting:
            spins = waiting.pop()
            told = oracle.settle(card, entry.terms.wager, entry.terms.table, dict(options), spins)
            if told == oracle.OPEN:
                waiting += [(*spins, pocket) for pocket in pockets]
                continue
            share = Fraction(1, len(pockets) ** len(spins))
            law[told[1]] = law.get(told[1], Fraction(0)) + share
            lengths[len(spins) - 1] += share
        assert law_of(entry) == law, entry.terms.wager
        assert entry.rolls(3) == lengths, entry.terms.wager


@pytest.mark.parametrize(("card", "options"), cases("craps", "roulette", side=False))
def test_a_card_that_has_grown_keeps_every_wager_that_the_oracle_knows(card: str, options: tuple):
    """Under the defaults of its new options: the same pays, as likely, after as many rolls or spins."""

    def figures(entries) -> dict:
        return {(e.terms.wager, e.terms.table, e.play): (law_of(e), e.mean_rolls, e.rolls(5)) for e in entries}

    kept = figures(known(card).odds(dict(options)))
    shipped = figures(rackcard.load(card).odds(dict(options)))
    assert {key: shipped.get(key) for key in kept} == kept


# ---- (d) baccarat from a small shoe, every deal -------------------------------------------------------

SMALL_SHOES: dict[str, dict[str, int]] = {
    "mixed": {"A": 2, "4": 2, "5": 2, "7": 1, "9": 2, "10": 2, "K": 3},
    "pairs": {"3": 4, "6": 4, "J": 4, "Q": 2},
    "zeros": {"2": 1, "8": 2, "10": 1, "J": 2, "Q": 3, "K": 4},
    "low": {"A": 3, "2": 3, "3": 2, "4": 1, "5": 3, "K": 1},
    "six cards": {"A": 1, "2": 1, "3": 1, "6": 1, "J": 2},
}


def shoe_of(counts: dict[str, int]) -> Shoe:
    return Shoe(tuple(counts.get(rank, 0) for rank in RANKS))


def every_deal(counts: dict[str, int]) -> Iterator[tuple[tuple[str, ...], int]]:
    """All sequences of six ranks, each with the ways to deal it from the shoe."""
    for deal in product(counts, repeat=6):
        ways = prod(perm(counts[rank], times) for rank, times in Counter(deal).items())
        if ways:
            yield deal, ways


@cache
def settled_hands(name: str) -> tuple[Counter[Hand], dict[Hand, tuple[str, ...]]]:
    """The weight of every hand from a small shoe, with a deal that gives it."""
    weights: Counter[Hand] = Counter()
    sample = {}
    for deal, ways in every_deal(SMALL_SHOES[name]):
        hand = hand_of(deal)
        weights[hand] += ways
        sample[hand] = deal
    return weights, sample


def test_deals_by_rank_are_deals_by_card():
    """The weights of ``every_deal`` against plain permutations of the cards."""
    counts = {"A": 1, "5": 2, "6": 2, "9": 2, "Q": 3}
    cards = [rank for rank, count in counts.items() for _ in range(count)]
    assert Counter(permutations(cards, 6)) == dict(every_deal(counts))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_SHOES)
def test_the_shoe_counted_card_by_card(name: str):
    counts = SMALL_SHOES[name]
    shoe = shoe_of(counts)
    hands, _ = settled_hands(name)
    totals: Counter[Hand] = Counter()
    pairs: Counter[str] = Counter(dict.fromkeys(baccarat.PAIRS, 0))
    for hand, ways in hands.items():
        totals[hand._replace(pairs="none")] += ways
        pairs[hand.pairs] += ways
    assert sum(hands.values()) == perm(sum(counts.values()), 6)
    assert law_by_hands(shoe) == hands
    assert totals_by_thirds(shoe) == totals
    assert pairs_by_rank(shoe) == pairs


@pytest.mark.parametrize("name", SMALL_SHOES)
@pytest.mark.parametrize(("card", "options"), cases("baccarat"))
def test_every_probability_from_a_small_shoe(card: str, options: tuple, name: str):
    """The odds from a shoe whose every deal the oracle has settled."""
    weights, sample = settled_hands(name)
    total = sum(weights.values())
    for entry in known(card).odds(dict(options), chance=shoe_of(SMALL_SHOES[name])):
        if entry.bet is None:
            assert entry.terms.wager.endswith("phoenix")
            continue
        law: dict = {}
        for hand, ways in weights.items():
            told = oracle.settle(card, entry.terms.wager, entry.terms.table, dict(options), [sample[hand]])
            law[told[1]] = law.get(told[1], Fraction(0)) + Fraction(ways, total)
        assert law_of(entry) == law, entry.terms.wager
