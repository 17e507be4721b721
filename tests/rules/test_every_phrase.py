"""Every phrase of the card language, in the cards of ``tests/phrase_cards``, through every room.

Each phrase is read, priced by two methods, played at a live table under the second settler's eyes, simulated, and
printed in a sentence that was read before it was kept (the text beside the card).
"""

from random import Random

import pytest

from rackcard.card.phrases import phrase_tree
from rackcard.games import GAMES
from rackcard.machine import bets
from rackcard.table.commands.betting import BundleBet
from rackcard.table.outcome import looked_at
from rackcard.table.replay import settled_of
from tests.support.card_examination import UNLIKELY, check_methods, chernoff
from tests.support.grammar_coverage import alternatives, used
from tests.support.phrase_cards import FOLDER, NAMES, phrase_card, phrases_of, rack_text, text_of
from tests.support.table_driver import Play

pytestmark = pytest.mark.slow

ROUNDS = 1_000
OUTCOMES_MAX = 150
PLACES = 2
"""Of a wager on many places, so many are bet at the live table."""
ELSEWHERE = {
    "marks_bet", "marks_hand", "marks_none", "marks_sevens", "requires_nothing", "requires_wager", "or_names",
    "while_unmarked", "while_none_up", "no_offers", "some_offers", "before_first_pay", "down_before", "envy_wins",
    "envy_surrenders", "yes", "no", "bare_amount", "cells_to", "cells_for", "guarded", "is_value", "first_of_round",
    "no_rule", "not_posted", "settles_soon", "back_after_counted", "back_after_any", "envy_pay", "envy_multiple",
    "marks_game",
}  # fmt: skip
"""What the shipped cards write beside the second edition, and the tests of those cards hold."""
ALONE = {("alternative", "names", "1"), ("alternative", "all_ways", "1"), ("alternative", "all_ways", "2")}
"""Lists of one, which nobody writes."""


@pytest.mark.parametrize("name", NAMES)
def test_two_methods_agree(name: str) -> None:
    card = phrase_card(name)
    for entry in card.odds():
        assert len(entry.methods) == 2, f"{entry.terms.wager}: {entry.methods}"
        assert entry.house_edge is not None
        assert 0 <= entry.house_edge < 1, f"{entry.terms.wager}: {entry.house_edge}"
    options = card.settled({})
    known = set()
    for bet in bets(card, options):
        if not bet.turns and not bet.terms.behind and bet.terms.group not in known:
            known.add(bet.terms.group)
            check_methods(bet, card.chance(options))


@pytest.mark.parametrize("name", NAMES)
def test_a_live_table_settles_as_the_second_settler(name: str) -> None:
    """Bets on every wager until each has been decided; the auditor looks at every event."""
    card = phrase_card(name)
    play = Play(card.game.id, {"text": text_of(name)})
    random, chance = Random(name), card.chance(card.settled({}))
    wanted = _some_places(play)
    decided: set[str] = set()
    for _ in range(OUTCOMES_MAX):
        decided |= _bet_all(play, wanted)
        wager_of = {number: wager.wager for number, wager in play.now.wagers.items()}
        play.do({"do": "close-betting"})
        event = play.do({"do": "outcome", "outcome": chance.sample_for(random, looked_at(play.now))})
        decided |= {wager_of[one.wager] for one in settled_of(event)}
        if decided.issuperset(wanted):
            break
    assert decided.issuperset(wanted), set(wanted) - decided


def _some_places(play: Play) -> dict[str, int]:
    """The wagers to bet with their stakes; of many places, a few."""
    wanted: dict[str, int] = {}
    places: dict[str, int] = {}
    for name, bet in play.now.offerings[1].bets.items():
        places[bet.terms.group] = places.get(bet.terms.group, 0) + 1
        if bet.terms.is_bet and places[bet.terms.group] <= PLACES:
            wanted[name] = 100 * (sum(share.units for share in bet.terms.bundle) or 1)
    return wanted


def _bet_all(play: Play, wanted: dict[str, int]) -> set[str]:
    """Bet what is not up; the bundles among it, which the next outcome decides."""
    bundles = set()
    up = {wager.wager for wager in play.now.wagers.values()}
    for name, amount in wanted.items():
        if name not in up:
            event = play.try_to({"do": "bet", "seat": 1, "card": 1, "wager": name, "amount": amount})
            if isinstance(event, BundleBet):
                bundles.add(name)
    return bundles


@pytest.mark.parametrize("name", NAMES)
def test_a_simulation_meets_the_odds(name: str) -> None:
    found = phrase_card(name).simulate(rounds=ROUNDS, engine="numpy")
    assert found.verdict != "fail", found.sentence()
    for wager in found.wagers:
        for count, probability in zip(wager.counts, wager.against.probabilities, strict=True):
            assert chernoff(count, wager.rounds, probability) < UNLIKELY


@pytest.mark.parametrize("name", NAMES)
def test_a_rack_card_reads_as_a_dealer_would_print_it(name: str) -> None:
    assert rack_text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_the_cards_write_every_phrase() -> None:
    missing = {one for game in GAMES for one in alternatives(game) if one[1] not in ELSEWHERE}
    for name in NAMES:
        game = phrase_card(name).game.ordinary
        for kind, text in phrases_of(name):
            missing -= set(used(phrase_tree(GAMES[game.id], kind, text)))
    assert missing <= ALONE
