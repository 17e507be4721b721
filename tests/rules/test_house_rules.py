"""One configuration for table, paper and mathematics: what house rules say is what the table does."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rackcard.house.difference import house_difference
from rackcard.house.priced import priced
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.request import house_orders, short_hash
from rackcard.report.writers.html import web_page
from rackcard.table.auditor import Auditor
from rackcard.table.commands.house import HouseChanged
from rackcard.table.commands.open import Opened
from rackcard.table.log.codec import event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.state import Refusal
from rackcard.web.accounts import Person
from rackcard.web.permissions import verify_may
from rackcard.wording.house import change_line
from tests.support.house_rules import EACH, SHARED, HousePlay, fern, rules

pytestmark = pytest.mark.slow

ALL_TEN = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def two_winners(payout: str) -> list[int]:
    """What two seats with $500 each on All win at 175 to 1."""
    play = HousePlay(fern(payout))
    numbers = [play.bet(play.number("super-shooter"), "all", 500_00, seat=seat) for seat in (1, 2)]
    for total in ALL_TEN[:-1]:
        play.outcome(total)
    settled = play.outcome(ALL_TEN[-1])
    return [settled[number].won for number in numbers]


def test_two_seats_share_the_payout_limit_of_an_outcome() -> None:
    assert two_winners(SHARED) == [25_000_00, 25_000_00]


def test_two_seats_each_win_up_to_the_payout_limit_of_a_wager() -> None:
    assert two_winners(EACH) == [50_000_00, 50_000_00]


@pytest.mark.parametrize("payout", [SHARED, EACH])
def test_a_cash_out_above_the_payout_limit_is_cut_to_it(payout: str) -> None:
    """002: $1,000 at 100 to 1 is $100,000; in parts it is not more than whole."""
    play = HousePlay(fern(payout).replace("$50,000", "$20,000"))
    card = play.number("cash-out-craps")
    whole, parts = play.bet(card, "cash-out", 1000_00, seat=1), play.bet(card, "cash-out", 1000_00, seat=2)
    for total in ALL_TEN[:9]:
        play.outcome(total)
    first = play.do({"do": "cash-out", "seat": 1, "wager": whole})
    assert first.settlement.won == 20_000_00  # type: ignore[attr-defined]
    won = [
        play.do({"do": "cash-out", "seat": 2, "wager": parts, "amount": 500_00}).settlement.won  # type: ignore[attr-defined]
        for _ in range(2)
    ]
    assert won == ([0, 0] if payout == SHARED else [15_000_00, 5_000_00])


def test_a_later_outcome_has_the_whole_payout_limit_again() -> None:
    play = HousePlay(fern(SHARED).replace("$50,000", "$2,000"))
    card = play.number("cash-out-craps")
    numbers = {seat: play.bet(card, "cash-out", 1000_00, seat=seat) for seat in (1, 2)}
    for total in (2, 3, 4, 5, 6):
        play.outcome(total)
    paid = [play.do({"do": "cash-out", "seat": 1, "wager": numbers[1]}).settlement.won]  # type: ignore[attr-defined]
    play.outcome(6)
    paid.append(play.do({"do": "cash-out", "seat": 2, "wager": numbers[2]}).settlement.won)  # type: ignore[attr-defined]
    assert paid == [2000_00, 2000_00]


def test_pressing_a_bet_does_not_press_its_payout_limit() -> None:
    """All that a seat has on a wager has one limit, however often it was added to; another seat's has its own."""
    text = "house: h\nname: H\ngame: craps\npayout limit: $600 for each wager\ncards: {craps: {}}"
    play = HousePlay(text)
    first, other = play.bet(1, "hard-4", 100_00), play.bet(1, "hard-4", 100_00, seat=2)
    play.outcome(5)
    second = play.bet(1, "hard-4", 50_00)
    assert second != first
    settled = play.outcome([2, 2])
    assert [settled[number].won for number in (first, second, other)] == [400_00, 200_00, 600_00]


def test_stakes_on_one_wager_share_its_payout_limit_when_they_are_surrendered() -> None:
    text = "house: h\nname: H\ngame: craps\npayout limit: $1,000 for each wager\ncards: {repeater-bets-plus: {}}"
    play = HousePlay(text)
    first, other = play.bet(1, "repeating-6", 100_00), play.bet(1, "repeating-6", 100_00, seat=2)
    play.outcome(5)
    second = play.bet(1, "repeating-6", 100_00)
    assert second != first
    for _ in range(4):
        play.outcome(6)
    taken = [(1, first), (1, second), (2, other)]
    won = [play.do({"do": "surrender", "seat": seat, "wager": number}).settlement.won for seat, number in taken]  # type: ignore[attr-defined]
    assert won[0] + won[1] == won[2] == 1000_00


def test_each_wager_has_its_own_limits() -> None:
    play = HousePlay(fern())
    craps, shooter = play.number("craps"), play.number("super-shooter")
    assert play.bet_refused(craps, "pass", 5_00) == "below-minimum"
    assert play.bet_refused(craps, "field", 5_00) == "not refused"
    assert play.bet_refused(shooter, "little", 4_00) == "below-minimum"
    assert play.bet_refused(shooter, "little", 501_00) == "over-wager-limit"
    assert play.bet_refused(craps, "field", 50_000_00) == "not refused"


def test_what_is_left_out_cannot_be_bet_and_what_is_posted_can() -> None:
    play = HousePlay(fern())
    card = play.number("parlay-craps-with-envy")
    assert play.bet_refused(card, "repeating-12", 5_00) == "no-such-wager"
    assert play.bet_refused(card, "repeating-9-9x", 5_00) == "not-posted"
    number = play.bet(card, "repeating-8-8x", 5_00)
    for _ in range(7):
        play.outcome(8)
    settled = play.outcome(8)[number]
    assert (settled.paid, settled.envy) == (2500_00, 25_00)


def test_the_table_has_as_many_seats_as_the_rules_say() -> None:
    play = HousePlay(fern())
    assert play.refused(do="seat", seat=9, name="Nine") == "no-such-seat"
    assert play.refused(do="seat", seat=8, name="Eight") == "not refused"


def test_the_hash_is_the_same_at_the_table_and_in_its_log() -> None:
    play, read = HousePlay(fern()), rules(fern())
    opened = event_to_json(play.events[0])
    assert opened["data"]["house"]["sha256"] == read.sha256 == play.now.house.sha256  # type: ignore[union-attr]
    assert event_from_json(opened) == play.events[0]
    assert table_from_json(table_to_json(play.now)) == play.now


def test_house_rules_say_everything_but_name_and_live() -> None:
    with pytest.raises(Refusal) as caught:
        HousePlay(fern(), chip=500)
    assert caught.value.code == "house-says-it"


def test_the_dealer_books_every_bet_where_the_rules_say_so() -> None:
    """000 l.9: at such a table a seat hands chips to the dealer."""
    play = HousePlay(fern().replace("seats: 8", "seats: 8\nbooks: the dealer"), live=True)
    seat = Person("ann", "seat", table_id="t", seat=1, visit=play.now.seats[1].visit)
    bet = {"do": "bet", "seat": 1, "card": play.number("craps"), "wager": "field", "amount": 500}
    with pytest.raises(Refusal) as caught:
        verify_may(seat, "t", play.now, bet)
    assert caught.value.code == "dealer-books"
    verify_may(Person("dora", "dealer"), "t", play.now, bet)


def test_an_envy_is_paid_where_the_house_posts_it() -> None:
    """004 (4) (A) (V): the document names an envy and prints no amount."""
    text = fern().replace("repeating-8-8x: {pays: 500 for 1, envy: 5 to 1}", "repeating-2: {envy: 2 to 1}")
    play = HousePlay(text)
    number = play.bet(play.number("parlay-craps-with-envy"), "repeating-2", 10_00)
    play.outcome(2)
    assert play.outcome(2)[number].envy == 20_00


def test_paper_posts_the_pays_limits_and_payout_limit_of_the_house() -> None:
    """000 l.44, 002 l.15 and 23: Little and Big at 34 with All at 175, on one card."""
    (ordered,) = house_orders(rules(fern()), cards=("super-shooter",))
    text = web_page(rack_card(ordered))
    for words in ("34 to 1", "175 to 1", "$5 to $500", "$50,000", short_hash(rules(fern()).sha256)):
        assert words in text
    assert "30 to 1" not in text


# ---- changing them at an open table


def test_new_wagers_go_by_the_new_rules_and_wagers_that_are_up_keep_theirs() -> None:
    play = HousePlay(fern())
    old = play.number("super-shooter")
    kept = play.bet(old, "little", 100_00, seat=1)
    changed = fern().replace("little: {pays: 2}, big: {pays: 2}", "little: {pays: 1}, big: {pays: 1}")
    changed = changed.replace("max: $500\n  cash", "max: $50\n  cash")
    event = play.do({"do": "change-house", "house": changed, "reason": "weekend limits"})
    assert isinstance(event, HouseChanged)
    assert play.now.house.version == 2  # type: ignore[union-attr]
    new = play.number("super-shooter")
    assert new != old
    assert play.bet_refused(old, "little", 5_00) == "not-offered"
    assert play.bet_refused(new, "little", 51_00, seat=2) == "over-wager-limit"
    number = play.bet(new, "little", 50_00, seat=2)
    for total in (2, 3, 4, 5):
        play.outcome(total)
    settled = play.outcome(6)
    assert {number: settled[number].won for number in (kept, number)} == {kept: 3400_00, number: 1500_00}


def test_where_limits_alone_change_bets_that_are_up_go_on_under_them() -> None:
    play = HousePlay(fern())
    line = play.bet(1, "pass", 100_00)
    play.outcome(6)
    play.do({"do": "change-house", "house": fern().replace("max: $500}", "max: $150}"), "reason": "night"})
    assert play.number("craps") == 1
    assert play.now.bet_limits(1, play.now.offerings[1].bets["pass"]) == (10_00, 150_00)
    play.do({"do": "bet", "seat": 1, "card": 1, "wager": "pass-odds", "amount": 100_00, "behind": line})
    again = table_from_json(table_to_json(play.now))
    assert again == play.now
    play.do({"do": "correct", "outcome": [4, 4], "reason": "misread"})
    assert play.now.phase != 0


def test_odds_go_behind_a_bet_by_the_house_rules_it_was_made_under() -> None:
    play = HousePlay(fern())
    line = play.bet(1, "pass", 100_00)
    play.outcome(6)
    text = fern().replace("craps: {wagers", "craps: {options: {odds: 2x}, wagers")
    play.do({"do": "change-house", "house": text, "reason": "double odds"})
    new = play.number("craps")
    assert new != 1
    assert play.bet_refused(new, "pass-odds", 501_00) == "odds-limit"  # 5 times on a 6, as it was
    number = play.bet(new, "pass-odds", 500_00)
    assert (play.now.wagers[number].offering, play.now.wagers[number].behind) == (1, line)
    assert play.bet_refused(1, "field", 10_00) == "not-offered"
    settled = play.outcome(6)
    assert settled[number].won == 600_00
    again = play.bet(new, "pass", 100_00)
    play.outcome(6)
    assert play.bet_refused(new, "pass-odds", 201_00) == "odds-limit"
    number = play.bet(new, "pass-odds", 200_00)
    assert (play.now.wagers[number].offering, play.now.wagers[number].behind) == (new, again)


def test_a_change_of_pays_does_not_double_the_maximum() -> None:
    play = HousePlay(fern())
    play.bet(play.number("super-shooter"), "all", 400_00)
    text = fern().replace("all: {pays: 3}", "all: {pays: 1}")
    play.do({"do": "change-house", "house": text, "reason": "new pays"})
    new = play.number("super-shooter")
    assert play.bet_refused(new, "all", 101_00) == "over-wager-limit"
    play.bet(new, "all", 100_00)


def test_house_rules_do_not_change_between_no_more_bets_and_the_outcome() -> None:
    play = HousePlay(fern())
    play.bet(1, "pass", 100_00)
    play.do({"do": "close-betting"})
    text = fern().replace("$50,000", "$1,000")
    assert play.refused(do="change-house", house=text, reason="a big bet is up") == "no-more-bets"


def test_a_shift_that_closes_leaves_no_second_payout_limit() -> None:
    play = HousePlay(fern(SHARED).replace("$50,000", "$20,000"))
    card = play.number("cash-out-craps")
    numbers = [play.bet(card, "cash-out", 1000_00, seat=seat) for seat in (1, 2)]
    play.outcome(*ALL_TEN[:9])
    won = [play.take("cash-out", numbers[0], amount=100_00).won]
    play.do({"do": "close-shift"})
    assert table_from_json(table_to_json(play.now)) == play.now
    won += [play.take("cash-out", numbers[0]).won, play.take("cash-out", numbers[1]).won]
    assert won == [3_000_00, 17_000_00, 0]


def test_a_limit_of_payouts_changes_at_once() -> None:
    play = HousePlay(fern())
    number = play.bet(play.number("super-shooter"), "all", 500_00)
    text = fern().replace("$50,000", "$1,000")
    play.do({"do": "change-house", "house": text, "reason": "bank is low"})
    for total in ALL_TEN[:-1]:
        play.outcome(total)
    assert play.outcome(12)[number].won == 1000_00


def test_what_cannot_change_is_refused() -> None:
    play = HousePlay(fern())
    assert play.refused(do="change-house", house=fern(), reason="none") == "same-house-rules"
    five = fern().replace("chip: $1", "chip: $5").replace("    min: $5\n", "")
    assert play.refused(do="change-house", house=five, reason="none") == "house-fixed"
    assert play.refused(do="change-house", house="house: [", reason="none") == "bad-house"
    assert play.refused(do="change-cards", cards=[{"card": "craps"}]) == "house-rules-bind"


def test_the_audit_sees_what_the_house_rules_do_not_say() -> None:
    opened = HousePlay(fern()).events[0]
    assert isinstance(opened, Opened)
    looser = replace(opened, limits={**opened.limits, "payout_max": 0})
    wrong = Auditor().see(looser)
    assert wrong is not None
    assert wrong.code == "house-rules"


# ---- the same figure on paper and at the table


CUT = """\
house: h
name: H
game: {game}
chip: $0.05
payout limit: {payout}
max: $20
cards: {{{card}: {{options: {options}}}}}
"""
"""Wagers that one outcome decides at their maximum, under limits that cut some wins and not others."""
ROLLS = [[one, other] for one in range(1, 7) for other in range(1, 7)]
SPINS = [str(number) for number in range(37)]


@pytest.mark.parametrize("payout", ["$20 for each outcome, shared by all winners", "$20 for each wager"])
@pytest.mark.parametrize(
    ("game", "options", "wager", "outcomes"),
    [
        ("craps", "{}", "horn-high-2", ROLLS),
        ("craps", "{}", "world", ROLLS),
        ("roulette", "{wheel: single-zero}", "orphelins", SPINS),
    ],
)
def test_the_capped_edge_of_a_bundle_is_what_the_table_keeps(
    payout: str, game: str, options: str, wager: str, outcomes: list[Any]
) -> None:
    text = CUT.format(game=game, payout=payout, card=game, options=options)
    one = next(one for one in priced(rules(text)) if one.odds.terms.wager == wager)
    assert one.capped is not None
    play, kept = HousePlay(text), 0
    for outcome in outcomes:
        play.do({"do": "bet", "seat": 1, "card": 1, "wager": wager, "amount": 20_00})
        kept += 20_00 - sum(paid.paid for paid in play.outcome(outcome).values())
    assert one.capped.edge == Fraction(kept, 20_00 * len(outcomes))


def test_the_capped_edge_of_a_bet_with_commission_is_what_the_table_keeps() -> None:
    text = CUT.format(game="craps", payout="$20 for each wager", card="craps", options="{commission: when-bet}")
    one = next(one for one in priced(rules(text)) if one.odds.terms.wager == "buy-4")
    assert one.capped is not None
    net = {}
    for dice in ([1, 3], [3, 4]):
        play = HousePlay(text)
        play.outcome(5)
        number = play.bet(1, "buy-4", 20_00)
        net[sum(dice)] = play.outcome(dice)[number].net
    assert net == {4: 20_00 - 1_00, 7: -21_00}
    assert one.capped.edge == -Fraction(net[4] + 2 * net[7], 3 * 21_00)


@pytest.mark.slow
@pytest.mark.parametrize("payout", [SHARED, EACH])
def test_the_capped_edge_is_what_the_table_pays(payout: str) -> None:
    """The table pays in every round what the capped law says of its result, so the means agree to the cent."""
    text = fern(payout).replace("$50,000", "$2,000")
    one = next(one for one in priced(rules(text)) if one.odds.terms.wager == "little")
    assert one.capped is not None
    expected = -sum(
        (min(o.net or Fraction(0), Fraction(2000, 500)) * o.probability for o in one.odds.outcomes), Fraction(0)
    )
    assert one.capped.edge == expected
    play, random = HousePlay(text), Random(7)
    nets: list[int] = []
    card = play.number("super-shooter")
    while len(nets) < 150:
        if not play.now.wagers:
            play.bet(card, "little", 500_00)
        for one_settled in play.outcome([random.randint(1, 6), random.randint(1, 6)]).values():
            nets.append(one_settled.net)
    assert set(nets) == {-500_00, 2000_00}


def test_a_difference_says_what_changed_and_what_it_does() -> None:
    cheaper = fern().replace("all: {pays: 3}", "all: {pays: 1}")
    found = house_difference(rules(fern()), rules(cheaper))
    (change,) = found.changes
    assert change.path == ("cards", "super-shooter", "tables", "all")
    (effect,) = found.effects
    assert (effect.wager, effect.table) == ("All", ("3", "1"))
    assert effect.before is not None
    assert effect.after is not None
    assert effect.before < effect.after


def test_another_order_of_the_cards_is_a_difference() -> None:
    head = "house: h\nname: H\ngame: baccarat\ncards: "
    first, second = (
        rules(head + "{baccarat: {}, tiger-baccarat: {}}"),
        rules(head + "{tiger-baccarat: {}, baccarat: {}}"),
    )
    assert first.sha256 != second.sha256
    (change,) = house_difference(first, second).changes
    assert change_line(change.path, change.before, change.after) == (
        "order of the cards: baccarat, tiger-baccarat → tiger-baccarat, baccarat"
    )
