"""Puts a card through everything that can be asked of it, and holds the answers against one another.

``python -m tests.support.card_examination FIRST COUNT`` examines generated cards; a failure shows its card.

Every card that is accepted is priced under its default options and under one other choice, and reviewed; the strategy
is asked for where no wager with offers spans more than STRATEGY_USUAL states. Under one choice of options, up to five
of its wagers are solved by every method that applies, played at random against the second settler and the words of
the card, and held against the law that the words make; every second card is simulated by numpy, one in forty by numba.

One card in eight is examined whole: priced under every choice of options, looked at under two of them, with up to
eight wagers each and strategies up to STRATEGY_MAX states; half of those are printed as HTML, and the seeds divisible
by 60 also as PDF and as a workbook. Too much for the witness that reads words are laws beyond TRACED_MAX states, of
baccarat hands and of compared spins.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import log
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from rackcard import Card, CardError, OptionError, loads
from rackcard.games.baccarat import dealing as baccarat
from rackcard.games.paired import PairedLines
from rackcard.machine import Bet, bets
from rackcard.machine.check import begins_in
from rackcard.machine.explore import FIRST, NEVER, Play
from rackcard.odds.optimal_play import best
from rackcard.odds.price import NO_OFFERS, price_play, worth
from rackcard.odds.solve import METHODS, solve
from rackcard.report.documents.content import PrintError, What
from rackcard.report.prism import model_of
from rackcard.simulate.errors import SimulationError
from rackcard.table import second_settler
from tests.support import text_witness
from tests.support.card_generator import Generated, generated
from tests.support.generated_choices import GAMES, SHORT
from tests.support.text_hands import RANKS

SUITS = "shdc"
ROUNDS = 1_500
"""Rounds of each simulation."""
UNLIKELY = 35.0
"""The exponent of Chernoff's bound beyond which a count is a fault: 1 in 10^15."""
OUTCOMES_MAX = 80
"""The longest random play of one wager."""
TRACED_MAX = 150
"""Beyond so many states the witness that reads words follows single plays only."""
PLAYS = 3
"""Random plays of each wager."""
SPAN_MAX = 5_000
"""Beyond so many states the methods are compared for one play only."""
STRATEGY_MAX = 600
"""Beyond so many states a strategy is not asked for: its rules to remember take minutes."""
STRATEGY_USUAL = 150
"""The same for the cards that are not examined whole: rules to remember take seconds."""
WHOLE = 8
"""One card in so many is examined whole."""
PRINTED = 16
"""One card in so many is printed."""
DOCUMENTS: tuple[What, ...] = ("rack-card", "par-sheet", "strategy-card", "review")


def examined(seed: int) -> str:
    """Examine the card of a seed: "refused" or "priced"."""
    made = generated(seed)
    try:
        return examine(made)
    except Exception as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}\n\n{made.text}") from error


def examine(made: Generated) -> str:
    """Refused with a sentence, or priced and in agreement with every witness."""
    random = Random(f"examination {made.seed}")
    try:
        card = loads(made.text, f"seed-{made.seed}.yaml")
    except CardError as error:
        refused = bool(error.cause and error.remedy)
        card = None
    if card is None:
        assert refused, "a refusal without a cause or a remedy"
        return "refused"
    combinations = list(card.combinations(readings_only=False))
    turn = made.seed // len(GAMES)
    is_whole = turn % WHOLE == 0
    chosen = [combinations[0], *random.sample(combinations[1:], min(1, len(combinations) - 1))]
    for options in combinations if is_whole else chosen:
        check_prices(card, options)
    for options in chosen if is_whole else chosen[-1:]:
        compiled = bets(card, options)
        chance = card.chance(options)
        for bet in random.sample(compiled, min(len(compiled), 8 if is_whole else 5)):
            check_methods(bet, chance)
            check_play(bet, made.text, random)
            check_law(bet, chance, made.text)
            if made.game not in SHORT:
                check_model(bet, chance)
        if compiled and turn % 2 == 0:
            check_simulation(card, options, made.seed)
    check_reports(card, combinations[-1], STRATEGY_MAX if is_whole else STRATEGY_USUAL)
    if turn % PRINTED == 0:
        check_documents(card, combinations[-1], made.seed)
    return "priced"


# ---- prices


def check_prices(card: Card, options: dict[str, str]) -> None:
    """Every wager has a price, its probabilities add up, and best play is not worse than any other."""
    odds = card.odds(options)
    json.dumps(odds.to_dict(), allow_nan=False)
    best_return: dict[tuple[str, str], Fraction] = {}
    for entry in odds:
        if entry.bet is None:
            continue
        assert sum(one.probability for one in entry.outcomes) == 1, f"{entry.terms.wager}: probabilities"
        assert all(one.probability >= 0 for one in entry.outcomes), f"{entry.terms.wager}: a negative probability"
        assert entry.mean_rolls is not None
        assert entry.mean_rolls >= 1, f"{entry.terms.wager}: decided before the first outcome"
        if entry.posted:
            assert entry.variance is not None
            assert entry.player_return is not None
            assert entry.variance >= 0
            key = entry.terms.wager, entry.terms.table
            best_return.setdefault(key, entry.player_return)  # the best play comes first
            assert entry.player_return <= best_return[key], f"{key}: play {entry.play} beats the best"


def check_methods(bet: Bet, chance: Any) -> None:
    """Every exact method that applies gives the same law, for every play."""
    plays: list[Play] = [NEVER]
    if bet.machine.claims and bet.machine.span <= SPAN_MAX:
        plays.append(FIRST)
        if bet.terms.is_posted:
            plays.append(best(bet.machine, chance, worth(bet)).play)
    for play in plays:
        laws = {}
        for name, method in METHODS.items():
            outcomes = chance.law_for(name, bet.machine.watched)
            law = None if outcomes is None else method(bet.machine, outcomes, play)
            if law is not None:
                laws[name] = law
        assert laws, f"{bet.terms.wager}: no method applies, play {play.name}"
        assert len(set(laws.values())) == 1, f"{bet.terms.wager}, play {play.name}: the methods disagree: {laws}"


# ---- random play


class Step(NamedTuple):
    """A wager after one outcome: where the outcome came, and what the machine says."""

    cell: tuple[int, int]
    counts: bool
    result: int | None
    offers: tuple[int, ...]


def check_play(bet: Bet, text: str, random: Random) -> None:
    """Over random play the machine agrees with the second settler, and with the words of the card."""
    is_short = bet.terms.game.id in SHORT
    for _ in range(PLAYS * 10 if is_short else PLAYS):
        outcomes = [dealt(bet.terms.game, random) for _ in range(1 if is_short else OUTCOMES_MAX)]
        start = random.choice(begins_in(bet.machine))
        steps = played(bet, [outcome for outcome, _ in outcomes], start)
        if bet.terms.behind is None:
            check_second(bet, steps)
        else:
            check_second_behind(bet, steps, start)
        check_words(bet, steps, text, [entered for _, entered in outcomes], random)


def dealt(game: Any, random: Random) -> tuple[Any, Any]:
    """A random outcome, as the game has it and as a dealer sees it."""
    match game.id:
        case "baccarat":
            hands = baccarat.deal(lambda: random.choice(RANKS) + random.choice(SUITS))
            return baccarat.dealt_cards(hands["player"], hands["banker"]), (hands["player"], hands["banker"])
        case _:
            outcome = random.choice(game.outcomes)
            return outcome, outcome


def played(bet: Bet, outcomes: list[Any], start: int) -> list[Step]:
    """One wager from its bet to its decision, moved as the table moves it."""
    game, machine = bet.machine.game, bet.machine
    phase, state = start, 0
    steps = []
    for outcome in outcomes:
        index, counts, result = game.outcomes.index(outcome), machine.counts(phase, outcome), None
        if counts:
            state = state - state % machine.phases + phase if machine.has_phase else state
            state, result = machine.step(state, outcome)
        cell = (phase, index)
        if machine.is_fine:  # the second settler looks at the playing cards
            (cell,) = second_settler.history(SimpleNamespace(game=game), [SimpleNamespace(outcome=outcome)])  # type: ignore[arg-type, list-item]
        steps.append(Step(cell, counts, result, () if result is not None else machine.offered(state)))
        if result is not None:
            break
        phase = game.moves[phase][index] if len(game.phases) > 1 else 0
    return steps


def check_second(bet: Bet, steps: list[Step]) -> None:
    """The second settler decides with the machine and sees the same offers."""
    table: Any = SimpleNamespace(bet_of=lambda wager: bet, game=bet.terms.game)
    wager: Any = None
    for number, step in enumerate(steps, start=1):
        seen = [one.cell for one in steps[:number]]
        counted = second_settler.counted(bet.terms, seen, 0)
        if step.counts:
            said = second_settler.verdict(bet.terms, bet.terms.game, counted)
            assert said == step.result, f"{spelled(bet, steps[:number])}: {step.result}, the second settler {said}"
        if step.result is None:
            offers = [bet.terms.offers[claim] for claim in step.offers]
            other = second_settler.offered(table, wager, 0, seen)
            assert offers == other, f"{spelled(bet, steps[:number])}: {offers}, the second settler {other}"


def check_second_behind(bet: Bet, steps: list[Step], start: int) -> None:
    """The same for a wager behind another, after outcomes that brought that one to its point."""
    assert bet.parent is not None
    game, name, parent = bet.terms.game, bet.terms.wager, bet.parent.terms.wager
    own = bet.terms.own_line
    offering = SimpleNamespace(bets={name: bet, parent: bet.parent}, shared=())
    table: Any = SimpleNamespace(game=game, offerings={"": offering})
    wager: Any = SimpleNamespace(offering="")
    lines = bet.machine.game
    table_point, own_point = 1, start
    if isinstance(lines, PairedLines):
        table_point, own_point = divmod(start - 1, lines.size)
        table_point = table_point or own_point  # made on the roll that gave the wager its own point
    before = [game.moves[0].index(table_point)] if own else []
    before.append(game.moves[0].index(own_point))
    stages = {
        1: second_settler.Stage(wager, parent, len(before) - 1),
        2: second_settler.Stage(wager, name, len(before), behind=1),
    }
    for number, step in enumerate(steps, start=1):
        phase, seen = 0, []
        for index in [*before, *(one.cell[1] for one in steps[:number])]:
            seen.append((phase, index))
            phase = game.moves[phase][index]
        said = second_settler.result_of(table, stages, 2, seen)
        said = len(bet.terms.lines) if said == second_settler.OFF else said
        is_loss = (
            said == len(bet.terms.lines) and bet.terms.works_on_table and bet.results[step.result or 0].kind == "loss"
        )
        assert (said if not is_loss else step.result) == step.result, (
            f"{spelled(bet, steps[:number])}: {step.result}, the second settler {said}"
        )


def check_words(bet: Bet, steps: list[Step], text: str, outcomes: list[Any], random: Random) -> None:
    """The witness that reads the card's words decides at the same outcome, and sees the same offers before."""
    wager = bet.terms.wager, bet.terms.table, bet.options
    if bet.terms.bundle and bet.card.game.id == "baccarat":
        total = text_witness.bundle_net(text, bet.terms.wager, bet.options, outcomes[0])
        paid = bet.results[steps[0].result or 0].net
        assert paid == total, f"{spelled(bet, steps)}: {paid}, by its words {total}"
        return
    on = points_on(bet, steps[0].cell[0])
    decided = text_witness.play(text, *wager, outcomes[: len(steps)], *on)
    result, net = steps[-1].result, None
    if result is not None:
        net = None if bet.results[result].pay is None else bet.results[result].net
    said = (None, None, len(steps)) if decided is None else (decided.result, decided.net, decided.outcomes)
    assert said == (result, net, len(steps)), f"{spelled(bet, steps)}: {result} pays {net}, by its words {decided}"
    before = random.randrange(len(steps) + (result is None))
    if before:
        offers = [(bet.terms.offers[claim].kind, bet.terms.offers[claim].pay.net) for claim in steps[before - 1].offers]
        other = text_witness.offers(text, *wager, outcomes[:before], on[0])
        assert sorted(offers) == sorted(other), f"{spelled(bet, steps[:before])}: {offers}, by its words {other}"


def points_on(bet: Bet, phase: int) -> tuple[int | None, int | None]:
    """The point of a wager's line in a phase, and that of the table's where it looks at both."""
    game, lines = bet.terms.game, bet.machine.game
    own, table = phase, 0
    if isinstance(lines, PairedLines):
        table, own = divmod(phase - 1, lines.size)
    numbers = [game.phase_numbers.get(game.phases[one]) for one in (own, table)]
    return numbers[0] or None, numbers[1] or None


def check_law(bet: Bet, chance: Any, text: str) -> None:
    """The witness that reads the card's words gives every result the same probability, and the same commission."""
    wager = text, bet.terms.wager, bet.terms.table, bet.options
    beside = text_witness.commission(*wager)
    assert bet.commission == beside, f"{bet.terms.wager}: commission {bet.commission}, by its words {beside}"
    if bet.terms.game.id == "baccarat" or bet.machine.span > SPAN_MAX or bet.machine.spins:
        return
    if bet.turns:
        check_course(bet, chance, text)
        return
    said = text_witness.law(*wager, TRACED_MAX)
    if said is None:
        return
    law, _ = solve(bet.machine, chance, NEVER)
    differ = [abs(float(exact) - other) for exact, other in zip(law.probabilities, said, strict=False)]
    assert max(differ) < 1e-9, f"{bet.terms.wager}: {law.probabilities}, by its words {said}"


def check_course(bet: Bet, chance: Any, text: str) -> None:
    """Where a stake turns into others, every amount is won as often as the card's words say."""
    said = text_witness.nets(text, bet.terms.wager, bet.terms.table, bet.options, TRACED_MAX)
    if said is None:
        return
    found: dict[Fraction | None, Fraction] = {}
    for one in price_play(bet, chance, NO_OFFERS).outcomes:
        found[one.net] = found.get(one.net, Fraction(0)) + one.probability
    nets = {*said, *found}
    assert all(abs(float(found.get(net, 0)) - said.get(net, 0.0)) < 1e-9 for net in nets), (
        f"{bet.terms.wager}: {found}, by its words {said}"
    )


def spelled(bet: Bet, steps: list[Step]) -> str:
    """A wager and the outcomes it has seen."""
    game = bet.terms.game
    seen = ", ".join(game.label(game.outcomes[step.cell[1]]) for step in steps)
    options = "".join(f", {name} {value}" for name, value in bet.options.items())
    return f"{bet.terms.wager}, table {bet.terms.table}{options}: {seen}"


# ---- simulation


def check_simulation(card: Card, options: dict[str, str], seed: int) -> None:
    """Every result comes about as often as its probability says; now and then the other engine counts the same."""
    try:
        found = card.simulate(options, rounds=ROUNDS, seed=seed, engine="numpy")
    except SimulationError as error:
        if error.code != "turns-over-hands":
            raise
        return
    for wager in found.to_dict()["wagers"]:
        for one in wager["outcomes"]:
            surprise = chernoff(one["count"], wager["rounds"], Fraction(one["probability"]["exact"]))
            assert surprise < UNLIKELY, f"{wager['wager']}: {one} of {wager['rounds']} rounds"
    json.dumps(found.to_dict(), allow_nan=False)
    assert found.to_csv()
    if seed % 40 == 0:
        again = card.simulate(options, rounds=ROUNDS, seed=seed, engine="numba")
        assert [wager.counts for wager in again.wagers] == [wager.counts for wager in found.wagers]


def chernoff(count: int, rounds: int, probability: Fraction) -> float:
    """The exponent of Chernoff's bound on so unlikely a count: rounds times the relative entropy."""
    if probability in (0, 1):
        return 0.0 if count == rounds * probability else float("inf")
    p, q = float(probability), count / rounds
    parts = ((q, p), (1 - q, float(1 - probability)))
    return rounds * sum(seen * log(seen / true) for seen, true in parts if seen)


# ---- reports


def check_model(bet: Bet, chance: Any) -> None:
    """The wager has a PRISM model."""
    assert "endmodule" in model_of(bet, chance)


def check_reports(card: Card, options: dict[str, str], states: int) -> None:
    """The review, the tables and the strategy can be had, and say something."""
    for finding in card.review():
        assert finding.sentence
        json.dumps(finding.to_dict(), allow_nan=False)
    every = card.odds(readings=True)
    assert every.to_csv().count("\n") > len(every.wagers) or not every.wagers
    assert card.to_csv(options)
    if has_quick_strategy(card, options, states):
        offered(lambda: strategy_said(card, options))


def strategy_said(card: Card, options: dict[str, str]) -> str:
    """The strategy of a card as data and as a table."""
    strategy = card.strategy(options)
    return json.dumps(strategy.to_dict(), allow_nan=False) and strategy.to_csv()


def has_quick_strategy(card: Card, options: dict[str, str], states: int = STRATEGY_MAX) -> bool:
    """Whether no wager with offers has more states than a strategy is asked for."""
    return all(bet.machine.span <= states for bet in bets(card, options) if bet.machine.claims)


def check_documents(card: Card, options: dict[str, str], seed: int) -> None:
    """Every document can be printed, or a sentence says why not."""
    assert card.odds(readings=True)._repr_html_()
    assert card._repr_html_()
    for what in DOCUMENTS:
        if what == "strategy-card" and not has_quick_strategy(card, options):
            continue
        given: dict[str, Any] = {} if what == "review" else {"options": options}
        assert printed(partial(card.print, what, "html", **given))
        if seed % 60 == 0:
            printed(partial(card.print, what, "pdf", **given))
    if seed % 60 == 0:
        printed(partial(card.print, "par-sheet", "xlsx", options=options))


def offered(ask: Callable[[], Any]) -> None:
    """Ask for a strategy; a card without offers says so."""
    try:
        said = ask()
    except OptionError as error:
        said = str(error)
    assert said, "neither a strategy nor a sentence that there is none"


def printed(ask: Callable[[], bytes]) -> bytes:
    """A document, or the sentence that says why it cannot be printed."""
    try:
        return ask()
    except PrintError as error:
        return str(error).encode()


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    counts: Counter[str] = Counter()
    for number in range(first, first + count):
        try:
            counts[examined(number)] += 1
        except AssertionError as failure:
            counts["failed"] += 1
            print(failure, end="\n\n", flush=True)
        if number % 100 == 99:
            print(f"up to seed {number}: {dict(counts)}", flush=True)
    print(dict(counts))
