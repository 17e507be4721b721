"""Worked examples: found by search, paid as the live table and the second settler pay them."""

import pytest

from rackcard.card import Card, CardError, card_ids, load, loads
from rackcard.machine.check import check
from rackcard.report.examples import Example, examples, first_outcome_example, with_repeat, worked_example
from rackcard.report.request import Order, house_orders, order
from rackcard.table.commands.open import Open
from rackcard.table.state import Refusal, Table
from tests.support.card_generator import generated
from tests.support.house_rules import fern, rules
from tests.support.phrase_cards import NAMES, text_of
from tests.support.replayed import Replay, opened, seated

pytestmark = pytest.mark.slow

PLACES = 2
"""Of a wager on many places, so many are replayed."""


def tables_of(card: Card, options: dict[str, str]) -> list[dict[str, str]]:
    """Every pay table of a card, wagers that go together on the same."""
    found: dict[str, list[str]] = {}
    for terms in card.terms(options):
        if terms.table not in found.setdefault(terms.group, []):
            found[terms.group].append(terms.table)
    most = max(map(len, found.values()), default=0)
    return [
        {group: tables[min(number, len(tables) - 1)] for group, tables in found.items() if len(tables) > 1}
        for number in range(most)
    ]


def of_wager(made: Order, wager: str, table: str) -> list[Example]:
    terms = next(one for one in made.card.terms(made.options) if (one.wager, one.table) == (wager, table))
    every = examples(made, terms)
    more = [worked_example(made, terms), first_outcome_example(made, terms)]
    return [*every, *map(with_repeat, every), *(one for one in more if one is not None)]


def replay_all(made: Order, table: Table, number: int = 1) -> int:
    """Every example of a card replayed at a table; how many there were."""
    replayed, places = 0, dict[str, int]()
    for name, bet in table.offerings[number].bets.items():
        places[bet.terms.group] = places.get(bet.terms.group, 0) + 1
        if places[bet.terms.group] > PLACES:
            continue
        for one in dict.fromkeys(map(id, found := of_wager(made, name, bet.terms.table))):
            example = next(each for each in found if id(each) == one)
            told = Replay(table, example).run()
            assert (told.paid, told.envy, told.is_open) == (
                example.money.paid, example.money.envy, example.kind == "open"
            ), (name, example)  # fmt: skip
            replayed += 1
    return replayed


@pytest.mark.parametrize("card_id", card_ids())
def test_every_example_of_a_shipped_card_is_paid_so_at_the_table(card_id: str) -> None:
    card = load(card_id)
    made = order(card)
    for tables in tables_of(card, card.settled()):
        replayed = replay_all(made, opened(card, card.settled(), tables))
        assert replayed or not any(terms.is_posted for terms in card.terms())


@pytest.mark.parametrize("name", NAMES)
def test_every_example_of_a_card_with_every_phrase_is_paid_so_at_the_table(name: str) -> None:
    card = loads(text_of(name))
    assert replay_all(order(card), opened(card, card.settled(), {}))


@pytest.mark.parametrize("seed", range(8))
def test_every_example_of_a_card_nobody_wrote_is_paid_so_at_the_table(seed: int) -> None:
    try:
        card = loads(generated(seed).text)
        check(card)
        table = opened(card, card.settled(), {})
    except (CardError, Refusal):
        return
    replay_all(order(card), table)


@pytest.mark.parametrize("options", [
    {"come-out": "off", "first-roll": "any"}, {"window": "after-the-come-out"}, {"line-bet-required": "yes"},
])  # fmt: skip
def test_options_lead_to_other_examples(options: dict[str, str]) -> None:
    card = load("cash-out-craps")
    made = order(card, options=options)
    assert replay_all(made, opened(card, made.options, {"cash-out": "3"}))


@pytest.mark.parametrize("payout", ["$100 for each wager", "$100 for each outcome, shared by all winners"])
def test_examples_of_a_house_are_paid_as_its_table_pays(payout: str) -> None:
    """Pay tables, limits and the payout limit of the house: an example that it cuts says so."""
    text = fern(payout)
    table = seated(Open(house=text).first())
    for number, made in enumerate(house_orders(rules(text)), start=1):
        assert replay_all(made, table, number)


def test_a_payout_limit_cuts_an_example() -> None:
    made = next(one for one in house_orders(rules(fern("$100 for each wager"))) if one.card.id == "super-shooter")
    terms = next(one for one in made.card.terms(made.options) if one.wager == "all")
    won = next(one for one in examples(made, terms) if one.kind == "win")
    assert (won.stake, won.money.paid, won.money.is_cut) == (1_000, 11_000, True)


def test_the_worked_example_shows_a_repeat_and_an_offer() -> None:
    card = load("cash-out-craps")
    one = worked_example(order(card), card.terms()[0])
    assert one is not None
    assert (one.kind, one.stake, one.money.paid, one.repeats) == ("cash out", 1_000, 4_000, 2)
    assert [step.count for step in one.steps] == [1, 2, 2, 3, 4, 5, 6]
    assert [step.worth for step in one.steps] == [1_000, 1_000, 1_000, 1_000, 2_000, 3_000, 4_000]


def test_the_same_card_gives_the_same_examples() -> None:
    def told(card: Card) -> list[object]:
        found = examples(order(card), card.terms()[0])
        return [(one.kind, one.result, [step.given for step in one.steps]) for one in found]

    text = load("repeater-bets-plus").origin.text
    assert told(loads(text)) == told(loads(text))


@pytest.mark.parametrize(("when", "beside", "taken"), [("on-a-win", 0, 100), ("when-bet", 100, 0)])
def test_commission_is_taken_in_whole_chips(when: str, beside: int, taken: int) -> None:
    made = order(load("craps"), options={"commission": when})
    (buy,) = (terms for terms in made.card.terms(made.options) if terms.wager == "buy-4")
    won = next(one for one in examples(made, buy) if one.kind == "win")
    assert (won.stake, won.beside, won.money.commission, won.money.paid) == (2_000, beside, taken, 6_000 - taken)


def test_a_roll_that_makes_no_point_is_not_shown_as_a_repeat() -> None:
    """An 8 while the point is 5 is no second point of 8."""
    card = loads(text_of("craps-histories"))
    inside = next(terms for terms in card.terms() if terms.wager == "inside-points")
    example = worked_example(order(card), inside)
    assert example is not None
    assert example.repeats is None
