"""House rules are read strictly, mean one thing however they are laid out, and are refused with place and remedy."""

from pathlib import Path

import pytest

from rackcard.card import CardError
from rackcard.card.yaml import Origin
from rackcard.house import load_house, read_house
from rackcard.wording.house_errors import HOUSE_ERRORS
from tests.support.house_rules import EACH, SHARED, fern, rules

HEAD = "house: h\nname: H\ngame: craps\n"

REFUSED = {
    "house-amount": HEAD + "chip: ten dollars\ncards: {craps: {}}",
    "house-amount.chips": HEAD + "chip: $5\nmin: $7\ncards: {craps: {}}",
    "house-chip": HEAD + "chip: $100,000\ncards: {craps: {}}",
    "house-choice": HEAD + "rounding: nobody\ncards: {craps: {}}",
    "house-payout": HEAD + "payout limit: $50,000\ncards: {craps: {}}",
    "house-seats": HEAD + "seats: 99\ncards: {craps: {}}",
    "house-limits": HEAD + "min: $10\nmax: $5\ncards: {craps: {}}",
    "house-limits.seat": HEAD + "min: $10\nseat max: $5\ncards: {craps: {}}",
    "house-limits.table": HEAD + "table max: $50\ncards: {craps: {wagers: {pass: {min: $100}}}}",
    "house-payout.low": HEAD + "min: $10\npayout limit: $1 for each wager\ncards: {craps: {}}",
    "house-name": HEAD.replace("H\n", "H" * 61 + "\n") + "cards: {craps: {}}",
    "house-name.id": HEAD.replace("house: h", "house: " + "h" * 64) + "cards: {craps: {}}",
    "house-twice": HEAD + "cards: {craps: {only: [pass, pass]}}",
    "house-left-out": HEAD + "cards: {super-shooter: {leaves out: [all], wagers: {all: {pays: 3}}}}",
    "house-double": "house: h\nname: H\ngame: baccarat\ncards: {baccarat: {min: $25}, tiger-baccarat: {min: $5}}",
    "house-no-cards": HEAD,
    "house-too-many-cards": HEAD + "cards: {" + ", ".join(f"c{n}: {{}}" for n in range(33)) + "}",
    "house-card-not-a-mapping": HEAD + "cards: {craps: everything}",
    "house-approval": HEAD + "approval: all\ncards: {craps: {}}",
    "house-multiple": HEAD + "approval: {payout multiple: 0.5}\ncards: {craps: {}}",
    "house-accepts": HEAD + "accepts: all\ncards: {craps: {}}",
    "house-card-absent": HEAD + "accepts: {dice-works: [the-works]}\ncards: {craps: {}}",
    "house-not-a-list": HEAD + "cards: {craps: {only: pass}}",
    "house-other-game": HEAD + "cards: {roulette: {}}",
    "house-file": HEAD + "cards: {mine: {file: mine.yaml}}",
    "house-unknown-card": HEAD + "cards: {super-shouter: {}}",
    "house-options": HEAD + "cards: {dice-works: {options: any-seven}}",
    "house-option": HEAD + "cards: {dice-works: {options: {ends: never}}}",
    "house-unknown-wager": HEAD + "cards: {craps: {only: [pas]}}",
    "house-only-and-leaves-out": HEAD + "cards: {craps: {only: [pass], leaves out: [put]}}",
    "house-no-wagers": HEAD + "cards: {super-shooter: {leaves out: [little, big, all]}}",
    "house-needed": HEAD + "cards: {craps: {leaves out: [pass]}}",
    "house-posts": HEAD + "cards: {parlay-craps-with-envy: {posts: 500 for 1}}",
    "house-already-posted": HEAD + "cards: {super-shooter: {posts: {little: {pays: 50 to 1}}}}",
    "house-wagers": HEAD + "cards: {super-shooter: {wagers: [little]}}",
    "house-unknown-table": HEAD + "cards: {super-shooter: {wagers: {little: {pays: 3}}}}",
    "house-player-edge": HEAD + "cards: {dice-works: {}}",
    "house-together": HEAD + "cards: {dice-works: {options: {ends: any-seven}, wagers: {all-lows: {pays: 2}}}}",
    "house-other-chance": "house: h\nname: H\ngame: roulette\ncards:\n"
    "  roulette: {options: {wheel: single-zero}}\n  straights-and-8s: {}",
}
"""House rules that are refused, by code."""

OWN = """\
card: mine
title: Mine
about: One hard way.
game: craps
source: none
wagers: {hard: {wins: hard 8 rolled, pays: 9 to 1, ends: 8 or 7 rolled}}
"""

BY_FILE = {"house-file-missing", "house-card-id", "house-bundle", "house-late-entry", "house-take-down"}
"""Codes that need a card of one's own, shown below."""
BUNDLE = """\
card: mine
title: Mine
about: Two hops.
game: craps
source: none
wagers:
  aces: {wins: 2 rolled, pays: {1: 30 to 1, 2: 20 to 1}, ends: after 1 roll}
  twelve: {wins: 12 rolled, pays: 30 to 1, ends: after 1 roll}
  both: {bundle: {aces: 1, twelve: 1}}
"""


LATE = """\
card: mine
title: Mine
about: Two sixes.
game: craps
source: none
marks: from seven to seven
ends: any seven
opens: before any roll
wagers: {sixes: {wins: 6 rolled 2 times, pays: 3 to 1}}
"""


def refusal(text: str) -> CardError:
    with pytest.raises(CardError) as caught:
        rules(text)
    return caught.value


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_wrong_is_refused_with_its_place_and_a_remedy(code: str) -> None:
    error = refusal(REFUSED[code])
    assert error.code == code
    assert error.remedy.endswith((".", "?", "…"))
    assert str(error).startswith(f"house.yaml:{error.line}:{error.column}: ")


def test_every_refusal_is_shown() -> None:
    assert set(REFUSED) | BY_FILE == set(HOUSE_ERRORS)


def test_a_card_of_ones_own_is_read_from_beside_the_house_rules(tmp_path: Path) -> None:
    card = OWN
    (tmp_path / "own.yaml").write_text(card)
    house = tmp_path / "house.yaml"
    house.write_text(HEAD + "cards: {mine: {file: own.yaml, max: $50}}")
    read = load_house(house)
    assert read.card_ids == ("mine",)
    assert read_house(Origin("h", house.read_text()), texts={"mine": card}).sha256 == read.sha256
    for text, code in (("cards: {mine: {file: gone.yaml}}", "house-file-missing"),
                       ("cards: {yours: {file: own.yaml}}", "house-card-id")):  # fmt: skip
        house.write_text(HEAD + text)
        with pytest.raises(CardError) as caught:
            load_house(house)
        assert caught.value.code == code


def test_an_error_in_what_is_posted_points_into_the_house_rules() -> None:
    error = refusal(HEAD + "cards:\n  parlay-craps-with-envy:\n    only: [repeating-8-8x]\n"
                    "    options: {ends: any-seven}\n    posts:\n      repeating-8-8x: {pays: 500 fro 1}")  # fmt: skip
    assert (error.line, error.path) == (9, "house.yaml")


def test_layout_and_omitted_defaults_make_no_difference_to_the_hash() -> None:
    short = HEAD + "cards: {super-shooter: {wagers: {all: {pays: 3}}}}"
    long = (
        "# as filed\nname: H\nhouse: h\ngame: craps\nchip: $1.00\nrounding: the player\nseats: 8\n"
        "books: the players\ncards:\n  super-shooter:\n    wagers:\n      little: {pays: 1}\n      all: {pays: 3}\n"
    )
    assert rules(short).sha256 == rules(long).sha256
    assert rules(short).sha256 != rules(short.replace("pays: 3", "pays: 2")).sha256


def test_the_hash_binds_the_cards_and_the_meaning_of_the_payout_limit() -> None:
    assert rules(fern(SHARED)).sha256 != rules(fern(EACH)).sha256
    card = OWN
    house = HEAD + "cards: {mine: {file: mine.yaml}}"
    hashes = {
        read_house(Origin("h", house), texts={"mine": card.replace("9 to 1", pay)}).sha256
        for pay in ("9 to 1", "8 to 1")
    }
    assert len(hashes) == 2


def test_a_list_is_an_option_like_any_other() -> None:
    text = "house: h\nname: H\ngame: baccarat\ncards:\n  treasure-of-the-5-dragons:\n    only: [any-dragon]\n"
    chosen = rules(text + "    options: {dragons: [golden-dragon-7, green-dragon-8, blue-dragon-9s]}\n")
    (entry,) = chosen.cards
    assert entry.options["dragons"] == "golden-dragon-7, green-dragon-8, blue-dragon-9s"
    default = rules(text).cards[0].card
    assert entry.card.terms(entry.options)[0].lines != default.terms()[0].lines


def test_the_order_of_a_list_makes_no_difference_to_the_hash() -> None:
    text = "house: h\nname: H\ngame: baccarat\ncards:\n  treasure-of-the-5-dragons:\n    only: [any-dragon]\n"
    one, other = (
        rules(f"{text}    options: {{dragons: [{names}]}}\n")
        for names in ("golden-dragon-7, green-dragon-8", "green-dragon-8, golden-dragon-7")
    )
    assert one.sha256 == other.sha256


@pytest.mark.parametrize("field", ["wagers: {all: {max: $5}}", "posts: {all: {pays: 9 to 1}}"])
def test_what_is_left_out_has_no_settings(field: str) -> None:
    text = HEAD + f"cards: {{super-shooter: {{leaves out: [all], {field}}}}}"
    assert refusal(text).code in ("house-left-out", "house-already-posted")
    accepted = HEAD + "accepts: {dice-works: [the-works]}\ncards: {dice-works: {leaves out: [the-works]}}"
    assert refusal(accepted).code == "house-left-out"


def test_what_a_stake_turns_into_comes_with_it() -> None:
    text = "house: h\nname: H\ngame: roulette\ncards:\n  roulette:\n"
    text += "    options: {wheel: single-zero, zero: en-prison}\n"
    assert rules(f"{text}    only: [red]\n").cards[0].groups == ("red", "red-in-prison")
    assert refusal(f"{text}    leaves out: [red-in-prison]\n").code == "house-needed"


def test_a_bundle_needs_the_places_that_it_is_made_of() -> None:
    text = "house: h\nname: H\ngame: roulette\ncards:\n  roulette: {options: {wheel: single-zero}, leaves out: [split]}"
    error = refusal(text)
    assert error.code == "house-needed"
    assert "split" in str(error)


def test_another_wheel_is_named_in_the_words_of_its_card() -> None:
    assert "a single-zero wheel" in str(refusal(REFUSED["house-other-chance"]))


def test_a_wager_that_may_be_bet_on_marks_that_are_there_is_refused() -> None:
    text = HEAD + "cards: {mine: {file: mine.yaml}}"
    with pytest.raises(CardError) as caught:
        read_house(Origin("house.yaml", text), texts={"mine": LATE})
    assert caught.value.code == "house-late-entry"
    read_house(Origin("house.yaml", f"{text}\naccepts: {{mine: [sixes]}}"), texts={"mine": LATE})


def test_a_wager_that_is_beaten_by_taking_it_down_is_refused() -> None:
    text = HEAD + "cards: {mine: {file: mine.yaml}}"
    line = "ends: the line is decided, wins: the line wins, pays: 1 to 1, opens: before the come-out"
    card = OWN[: OWN.index("wagers")] + f"wagers: {{line: {{{line}, take down: at any time}}}}\n"
    with pytest.raises(CardError) as caught:
        read_house(Origin("house.yaml", text), texts={"mine": card})
    assert caught.value.code == "house-take-down"
    assert "before the first roll" in caught.value.remedy
    read_house(Origin("house.yaml", f"{text}\naccepts: {{mine: [line]}}"), texts={"mine": card})


def test_a_part_of_a_bundle_pays_what_the_bundle_says() -> None:
    text = HEAD + "cards: {mine: {file: mine.yaml, wagers: {aces: {pays: 2}}}}"
    with pytest.raises(CardError) as caught:
        read_house(Origin("house.yaml", text), texts={"mine": BUNDLE})
    assert caught.value.code == "house-bundle"
    alone = text.replace("wagers:", "leaves out: [both], wagers:")
    assert read_house(Origin("house.yaml", alone), texts={"mine": BUNDLE}).cards[0].groups == ("aces", "twelve")


def test_columns_mix_where_the_house_rules_say_so() -> None:
    text = HEAD + "cards: {dice-works: {options: {ends: any-seven}, wagers: {all-lows: {pays: 2}}, mixed tables: yes}}"
    (entry,) = rules(text).cards
    assert {terms.group: terms.table for terms in entry.card.terms(entry.options)} == {
        "all-lows": "2", "all-highs": "1", "the-works": "1"
    }  # fmt: skip


PHOENIX = """\
house: h
name: H
game: baccarat
cards:
  baccarat-extras:
    only: [player-phoenix, bad-beat]
    posts:
      player-phoenix: {wins: player wins with 9 in 2 cards, pays: 6 to 1}
      bad-beat: {pays: 4 to 1}
"""


def test_phoenix_is_given_a_rule_and_a_pay() -> None:
    (entry,) = rules(PHOENIX).cards
    posted = [(terms.group, terms.is_posted) for terms in entry.card.terms(entry.options)]
    assert posted == [("bad-beat", True), ("player-phoenix", True)]


def test_how_pays_are_said_is_in_the_hash_only_where_it_is_set() -> None:
    """The hash of a file from before there was such a field stays as it was."""
    plain = rules(HEAD + "cards: {craps: {}}")
    assert rules(HEAD + "pays said: as posted\ncards: {craps: {}}").sha256 == plain.sha256
    said = rules(HEAD + "pays said: to\ncards: {craps: {}}")
    assert said.pays_said == "to"
    assert said.sha256 != plain.sha256
    assert "pays said" not in plain.facts()
