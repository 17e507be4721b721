"""Repricing: the edge after a change of a pay is exactly that of the edited card, and a wanted edge is met exactly."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rackcard.card import Card, card_ids, loads
from rackcard.card.catalogue import load
from rackcard.card.written_pays import WrittenPay, with_pays, written_pays
from rackcard.machine import bets
from rackcard.number import Pay
from rackcard.odds import price
from rackcard.odds.repricing import changed_terms, edge_of, house_edges, pay_at, pay_for_edge, with_pay

CARDS = ["cash-out-craps", "repeater-bets-plus", "super-shooter", "straights-and-8s", "tiger-baccarat"]
BARE = (
    "card: x\ntitle: X\nabout: x\ngame: craps\nsource: x\nends: any seven\ncells: to 1\nwagers:\n"
    '  a: {wins: 6 rolled 3 times, pays: "9"}\n  b:\n    counts: different numbers rolled\n'
    "    pays: {4: 0, 6: 3, 8: 10.5}  # 10 here stays\n    cash out: at any pay\n"
)


def raised(one: WrittenPay) -> str:
    assert one.pay is not None
    return one.written(one.pay.amount + 1)


def posted(card: Card) -> list[WrittenPay]:
    return [one for one in written_pays(card) if one.pay is not None]


@pytest.mark.parametrize("name", card_ids())
def test_every_pay_can_be_written_again(name: str) -> None:
    """The text with one pay changed differs in that pay alone, and the card reads it."""
    card = load(name)
    assert with_pays(card, {one.number: one.words for one in written_pays(card)}) == card.origin.text
    for one in posted(card)[:6]:
        text = with_pays(card, {one.number: raised(one)})
        changed = [(a, b) for a, b in zip(text.splitlines(), card.origin.text.splitlines(), strict=True) if a != b]
        assert [b.replace(one.words, raised(one)).split() for _, b in changed] == [a.split() for a, _ in changed] or (
            len(changed) == 1
        )
        again = written_pays(loads(text))[one.number]
        assert (again.words, again.wager, again.what) == (raised(one), one.wager, one.what)


@pytest.mark.parametrize("name", CARDS)
def test_an_edge_after_a_change_is_that_of_the_edited_card(name: str) -> None:
    card = load(name)
    pays = posted(card)
    one = pays[len(pays) // 2]
    edited = loads(with_pays(card, {one.number: raised(one)}))
    terms = changed_terms(card, edited)
    assert one.wager in {each.group for each in terms}
    found = house_edges(edited, among=terms)
    exact = {
        (entry.terms.wager, entry.terms.table): entry.house_edge
        for entry in price(edited, plays=("best",)).wagers
        if any(entry.terms is each for each in terms)
    }
    assert found == exact
    assert found != {key: edge for key, edge in house_edges(card).items() if key in found}


@pytest.mark.parametrize("name", card_ids())
def test_edges_by_the_short_way_are_those_of_the_odds(name: str) -> None:
    card = load(name)
    exact = {(one.terms.wager, one.terms.table): one.house_edge for one in price(card, plays=("best",)).wagers}
    found = house_edges(card)
    assert found == {key: edge for key, edge in exact.items() if key in found}
    assert set(exact) - set(found) == {
        (terms.wager, terms.table) for terms in card.terms() if terms.is_bet and not terms.has_rule
    }


@pytest.mark.parametrize("play", ["never", "first"])
def test_the_other_plays_are_priced_the_same_way(play: str) -> None:
    card = load("cash-out-craps")
    (bet,) = [bet for bet in bets(card) if bet.terms.table == "1"]
    (entry,) = [one for one in price(card, plays=(play,)).wagers if one.terms.table == "1"]
    assert edge_of(bet, card.chance(), play) == entry.house_edge


def test_bare_numbers_keep_their_form() -> None:
    card = loads(BARE)
    pays = written_pays(card)
    assert [(one.words, one.is_bare, one.pay is None) for one in pays] == [
        ("9", True, False), ("0", True, True), ("3", True, False), ("10.5", True, False),
    ]  # fmt: skip
    text = with_pays(card, {0: "11", 3: pays[3].written(Fraction(25, 2))})
    assert 'pays: "11"}' in text
    assert "8: 12.5}  # 10 here stays" in text


@pytest.mark.parametrize(("name", "which", "edge"), [
    ("super-shooter", 0, Fraction(8, 100)),
    ("cash-out-craps", 4, Fraction(3, 100)),
    ("repeater-bets-plus", 0, Fraction(1, 10)),
    ("tiger-baccarat", 0, Fraction(1, 10)),
])  # fmt: skip
def test_a_wanted_edge_is_met_exactly(name: str, which: int, edge: Fraction) -> None:
    card = load(name)
    one = posted(card)[which]
    marked = loads(with_pays(card, {one.number: one.written(Fraction(54321))}))
    terms = next(t for t in card.terms() if t.group == one.wager and t.table == (one.table or t.table))
    at = pay_at(terms, next(t for t in marked.terms() if (t.wager, t.table) == (terms.wager, terms.table)))
    assert len(at.lines) + len(at.offers) == 1
    assert one.pay is not None
    amount = pay_for_edge(card, terms, at, one.pay, edge)
    assert amount is not None
    (bet,) = bets(card, None, (with_pay(terms, at, replace(one.pay, amount=amount)),))
    assert edge_of(bet, card.chance()) == edge


def test_an_edge_that_no_pay_gives_has_no_answer() -> None:
    card = loads(BARE)
    (terms,) = [one for one in card.terms() if one.wager == "b"]
    at = pay_at(terms, next(t for t in loads(with_pays(card, {2: "77"})).terms() if t.wager == "b"))
    assert pay_for_edge(card, terms, at, Pay(Fraction(3), "to"), Fraction(99, 100)) is None
    assert pay_for_edge(card, terms, at, Pay(Fraction(3), "to"), Fraction(-(10**9))) is None
