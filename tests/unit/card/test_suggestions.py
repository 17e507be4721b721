"""What a phrase may have meant: examples can be read, repairs are what a person meant, amounts are pays."""

import re
from contextlib import suppress
from functools import cache

import pytest
from lark import UnexpectedInput

from rackcard.api import loads
from rackcard.card import CardError
from rackcard.card.examples import example_phrases
from rackcard.card.phrases import STARTS, meaning_of, parse_phrase
from rackcard.games import GAMES
from rackcard.games.game import Game
from rackcard.games.phrases import PhraseError, Scope
from rackcard.wording.card_errors import card_error
from tests.support.sample import sampled

DEVICES = {
    "craps": "two dice",
    "roulette": "a double-zero wheel",
    "baccarat": "a shoe of 8 decks",
    "sic-bo": "three dice",
}


@cache
def scopes(game: Game) -> tuple[Scope, ...]:
    """The card's dice, wheel or shoe, without a place and on each kind of place; then the others of the game."""
    device = parse_phrase(game, "chance", DEVICES[game.id])
    others = [parse_phrase(game, "chance", phrase) for phrase in example_phrases(game, "chance")]
    found = [Scope(one) for one in dict.fromkeys((device, *others))]
    for phrase in example_phrases(game, "places"):
        _, events = parse_phrase(game, "places", phrase).places[0]
        found.append(Scope(device, place=tuple(events.items())))
    return tuple(found)


def error_of(game: str, kind: str, text: str) -> PhraseError:
    scope = scopes(GAMES[game])[0]
    with pytest.raises(PhraseError) as caught:
        parse_phrase(GAMES[game], kind, text, scope)
    return caught.value


def reads(game: Game, kind: str, phrase: str) -> bool:
    for scope in scopes(game):
        with suppress(PhraseError, UnexpectedInput):
            meaning_of(game, kind, phrase, scope)
            return True
    return False


def refusal(game: Game, kind: str, text: str) -> PhraseError | None:
    """The error of a text, or None where it can be read."""
    try:
        parse_phrase(game, kind, text, scopes(game)[0])
    except PhraseError as error:
        return error
    return None


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_kind_of_phrase_has_examples_that_can_be_read(game: Game) -> None:
    for kind in (*STARTS, *game.phrases.starts):
        examples = example_phrases(game, kind)
        assert examples, kind
        assert [phrase for phrase in examples if not reads(game, kind, phrase)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_what_people_say_is_something_a_card_does_not_say(game: Game) -> None:
    """A synonym that could be read would be put right where nothing is wrong."""
    for said in game.phrases.guide.synonyms:
        assert not any(reads(game, kind, said) for kind in ("event", "ends")), said


MEANT = [
    ("craps", "ends", "seven out", "seven-out"),
    ("craps", "ends", "sevenout", "seven-out"),
    ("craps", "ends", "a seven", "any seven"),
    ("craps", "ends", "after three rolls", "after 3 rolls"),
    ("craps", "ends", "any seven or after 3 rolls", "any seven, or after 3 rolls"),
    ("craps", "ends", "the line decides", "the line is decided"),
    ("craps", "condition", "hard 8", "hard 8 rolled"),
    ("craps", "condition", "6 rolld 3 times", "6 rolled 3 times"),
    ("craps", "condition", "6 rolled 3x", "6 rolled 3 times"),
    ("craps", "condition", "6 rolled 3 times in row", "6 rolled 3 times in a row"),
    ("craps", "condition", "all 2 3 4 5 6 rolled", "all of 2 3 4 5 6 rolled"),
    ("craps", "condition", "all of 2,3,4,5,6 rolled", "all of 2 3 4 5 6 rolled"),
    ("craps", "condition", "6 followed by 8", "6 rolled then 8 rolled"),
    ("craps", "condition", "two sixes", "6 rolled 2 times"),
    ("craps", "condition", "not seven", "no seven"),
    ("craps", "condition", "boxcars", "12 rolled"),
    ("craps", "condition", "line wins", "the line wins"),
    ("craps", "condition", "7 on the come out", "7 on the come-out"),
    ("craps", "counts", "unique numbers rolled", "different numbers rolled"),
    ("craps", "opens", "before come-out", "before the come-out"),
    ("craps", "stake", "3-4-5x", "up to 3 times on 4 or 10, 4 times on 5 or 9, 5 times on 6 or 8"),
    ("craps", "takes", "first to happen", "the first to happen"),
    ("craps", "commission", "5 percent of win", "5 % of the win"),
    ("craps", "rung", "4+", "4 or more"),
    ("roulette", "condition", "red", "the number is red"),
    ("roulette", "condition", "first dozen", "the number is in dozen 1"),
    ("roulette", "condition", "red then black", "the number is red then the number is black"),
    ("roulette", "condition", "neighbors of 17", "the number is within 2 of 17 on the wheel"),
    ("roulette", "condition", "spins 1 and 2 are the same", "spins 1 2 are the same"),
    ("roulette", "chance", "american wheel", "a double-zero wheel"),
    ("roulette", "places", "every number on a double-zero wheel", "each number on a double-zero wheel"),
    ("baccarat", "condition", "the banker wins", "banker wins"),
    ("baccarat", "condition", "banker wins with a three-card 7", "banker wins with 7 in 3 cards"),
    ("baccarat", "chance", "8-deck shoe", "a shoe of 8 decks"),
    ("roulette", "condition", "the number is red twice or black twice",
     "the number is red twice, or the number is black twice"),
    ("roulette", "condition", "the number is 17 20", "the number is 17 or 20"),
    ("roulette", "condition", "no a red", "no red"),
    ("baccarat", "condition", "banker wins with three card 7", "banker wins with 7 in 3 cards"),
    ("baccarat", "condition", "player starts with two kings", "player starts with K and K"),
    ("baccarat", "condition", "player starts with king and queen", "player starts with K and Q"),
    ("baccarat", "condition", "banker does not draw", "banker has 2 cards"),
    ("baccarat", "condition", "player draws a card", "player has 3 cards"),
    ("baccarat", "condition", "player draws a king", "player draws K"),
    ("baccarat", "condition", "every card is hearts", "every card is a heart"),
    ("baccarat", "condition", "nines dealt", "a 9 dealt"),
    ("baccarat", "condition", "neither hand has 7", "no hand has 7"),
    ("baccarat", "condition", "player loses", "banker wins"),
    ("sic-bo", "condition", "no a triple", "no triple"),
    ("sic-bo", "condition", "not any triple", "no triple"),
    ("sic-bo", "condition", "5 or 6 shows once", "5 shows once or 6 shows once"),
    ("sic-bo", "condition", "5 shows once or twice", "5 shows once or 5 shows twice"),
    ("sic-bo", "condition", "triple 3 or 4", "triple 3 or triple 4"),
    ("sic-bo", "condition", "small", "the total is 4 to 10 without a triple"),
    ("sic-bo", "condition", "any triples", "any triple"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "kind", "text", "phrase"), MEANT, ids=[text for _, _, text, _ in MEANT])
def test_a_phrase_that_is_nearly_right_is_repaired(game: str, kind: str, text: str, phrase: str) -> None:
    error = error_of(game, kind, text)
    assert error.facts["meant"][0] == phrase  # type: ignore[index]
    _, remedy = card_error(error.code, error.facts)
    assert remedy.startswith(f'Did you mean "{phrase}"')


ELSEWHERE = [
    ("roulette", "ends", "after 3 rolls", "after 3 spins"),
    ("roulette", "condition", "8 rolled", "the number is 8"),
    ("craps", "opens", "before any spin", "before any roll"),
    ("craps", "condition", "the number is 8", "8 rolled"),
    ("baccarat", "opens", "before any spin", "before any hand"),
    ("baccarat", "condition", "the total is 9", "the totals make 9"),
    ("sic-bo", "condition", "8 rolled", "the total is 8"),
    ("sic-bo", "condition", "the number is 5", "5 shows"),
]


@pytest.mark.parametrize(("game", "kind", "text", "phrase"), ELSEWHERE, ids=[text for _, _, text, _ in ELSEWHERE])
def test_a_phrase_of_another_game_is_answered_with_that_of_this_game(
    game: str, kind: str, text: str, phrase: str
) -> None:
    error = error_of(game, kind, text)
    assert (error.code, error.facts["meant"]) == ("other-game.meant", (phrase,))


def test_a_phrase_that_no_other_game_has_is_answered_with_examples() -> None:
    cause, remedy = card_error("other-game", error_of("baccarat", "condition", "seven-out").facts)
    assert cause == '"seven-out" belongs to craps, but this is a baccarat card'
    assert remedy.startswith('Phrases that fit here: "player wins"')


CHANGED = [
    ("baccarat", "a red 9 dealt", "a 9 dealt"),
    ("baccarat", "player has 2 nines", "player has 2"),
    ("baccarat", "banker wins with three card 7", "banker wins with 7"),
    ("roulette", "the number is red twice or black twice", "the number is red or black twice"),
    ("sic-bo", "any double", "any triple"),
    ("roulette", "the number is prime", "the number is red"),
]


@pytest.mark.parametrize(("game", "text", "phrase"), CHANGED, ids=[text for _, text, _ in CHANGED])
def test_a_repair_does_not_leave_out_what_has_a_meaning(game: str, text: str, phrase: str) -> None:
    assert phrase not in error_of(game, "condition", text).facts["meant"]  # type: ignore[operator]


IMPOSSIBLE = [
    ("roulette", "condition", "the number is 1 and the number is 2", "the number is 1, and the number is 2"),
    ("roulette", "condition", "the number is red and black", "the number is red, and the number is black"),
    ("roulette", "ends", "the number is red and black", "the number is red or the number is black"),
    ("craps", "condition", "6 rolled and 8 rolled", "all of 6 8 rolled"),
    ("craps", "condition", "hard 6 rolled and 8 rolled", "hard 6 rolled, and 8 rolled"),
    ("craps", "event", "6 rolled and 8 rolled", "6 rolled or 8 rolled"),
    ("baccarat", "condition", "player wins and banker wins", "player wins or banker wins"),
]


@pytest.mark.parametrize(("game", "kind", "text", "way"), IMPOSSIBLE)
def test_the_way_out_of_an_impossible_event_is_a_phrase(game: str, kind: str, text: str, way: str) -> None:
    error = error_of(game, kind, text)
    assert (error.facts["event"], error.facts["way"]) == (text, way)
    assert reads(GAMES[game], kind, way)


def test_an_impossible_part_is_shown_as_the_card_writes_it() -> None:
    error = error_of("craps", "condition", "any seven then 6 rolled and 8 rolled")
    assert (error.column, error.facts["event"]) == (15, "6 rolled and 8 rolled")
    error = error_of("craps", "condition", "8 rolled, or seven-out on the come-out")
    assert (error.column, error.facts["event"]) == (13, "seven-out on the come-out")


def test_only_names_that_the_card_has_are_offered() -> None:
    scope = Scope(scopes(GAMES["roulette"])[0].device, wagers=("low", "high", "mine"))
    offered = set()
    for known in (scope, Scope(scope.device)):
        with pytest.raises(PhraseError) as caught:
            parse_phrase(GAMES["roulette"], "condition", "all of low high", known)
        offered |= {one for one in caught.value.facts["examples"] if " of " in one}  # type: ignore[attr-defined]
        assert ("all of low, high" in str(caught.value.facts)) == (known is scope)
    assert offered <= {"all of low, high"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_only_phrases_of_the_game_are_offered_and_none_twice(game: Game) -> None:
    """Whatever is written: every phrase of every game with a word left out, doubled or misspelled."""
    texts = {phrase for other in GAMES.values() for phrase in example_phrases(other, "condition")}
    for number, phrase in enumerate(sorted(texts)[:: sampled(4, 1)]):
        words = phrase.split()
        place = number % len(words)
        wrong = [] if number % 2 else [words[place] + "x"]
        bent = " ".join((*words[:place], *wrong, *words[place + 1 :]))
        error = refusal(game, "condition", bent)
        if error is not None:
            offered = [*error.facts.get("meant", ()), *error.facts.get("examples", ())]  # type: ignore[misc]
            assert len(offered) == len(set(offered)), bent
            assert [one for one in offered if not reads(game, "condition", one)] == [], bent
            assert offered or not error.code.startswith(("not-understood", "incomplete")), bent


PAYS = {
    "7-1": "7 to 1",
    "7:1": "7 to 1",
    "7 : 1": "7 to 1",
    "7 -1": "7 to 1",
    "9/5": "9 to 5",
    "3-2": "3 to 2",
    "95%": "0.95 to 1",
    "95 percent": "0.95 to 1",
    "even money": "1 to 1",
    "evens": "1 to 1",
    "seven to one": "7 to 1",
    "30 TO 1": "30 to 1",
    "1,000 to 1": "1000 to 1",
    ".5 to 1": "0.5 to 1",
    "1/2 to 1": "0.5 to 1",
    "30 to 1.5": "20 to 1",
    "1.23456 to 1": "3858 to 3125",
    "7 for one": "7 for 1",
    "pays 7 to 1": "7 to 1",
    "double": "2 to 1",
    "money back": "push",
    "lose": "loses",
    "$7": "7 to 1",
    "$7 for $1": "7 for 1",
    "x2": "2 to 1",
    "2x": "2 to 1",
    "7": "7 to 1",
    "5 units": "5 to 1",
}


@pytest.mark.parametrize("text", PAYS)
def test_an_amount_is_answered_with_the_pay_that_is_meant(text: str) -> None:
    error = error_of("craps", "pay", text)
    _, remedy = card_error(error.code, error.facts)
    pay = re.match(r'Write "([^"]+)"', remedy)
    assert pay is not None, remedy
    assert pay[1] == PAYS[text]
    assert parse_phrase(GAMES["craps"], "pay", pay[1]) is not None


@pytest.mark.parametrize("text", ["", "to", "1e9 to 1", "9" * 400, "0/0", "7 to 0", "½ to 1", "-5 to 1", "1/0 to 1"])
def test_what_is_no_amount_is_refused_all_the_same(text: str) -> None:
    assert error_of("craps", "pay", text).code


LATER = [
    ("roulette", "chance: a wheel of 24 pockets", "wheels of other sizes"),
    ("roulette", "chance: a 54-number wheel", "wheels of other sizes"),
    ("roulette", "chance: a big six wheel", "wheels of other sizes"),
    ("roulette", "chance: a double-zero wheel\npockets: 24", "wheels of other sizes"),
    ("roulette", "chance: a double-zero wheel\nmultipliers: {17: x50}", "random multipliers"),
    ("baccarat", "chance: a shoe of 8 decks, player draws on 6", "other drawing rules"),
    ("baccarat", "chance: a shoe of 8 decks\ndrawing rules: banker stands on 5", "other drawing rules"),
    ("baccarat", "chance: a shoe of 8 decks\nends: after 3 hands", "streaks over several hands"),
]


@pytest.mark.parametrize(("game", "fields", "what"), LATER, ids=[fields for _, fields, _ in LATER])
def test_what_is_not_in_this_edition_is_said_to_be_so(game: str, fields: str, what: str) -> None:
    wins = {"roulette": "the number is 17", "baccarat": "player wins"}[game]
    ends = "" if "ends:" in fields else "ends: after 1 spin\n" if game == "roulette" else ""
    text = f"card: later\ntitle: Later\nabout: x\ngame: {game}\nsource: x\n{fields}\n{ends}"
    with pytest.raises(CardError, match=f"{what}.* not in this edition of the card language"):
        loads(f"{text}wagers: {{one: {{wins: {wins}, pays: 1 to 1}}}}\n")


@pytest.mark.parametrize(
    "rule",
    ["player wins 3 times in a row", "tie 2 times", "banker wins then tie", "player wins twice", "3 straight wins"],
)
def test_streaks_over_hands_are_not_in_this_edition(rule: str) -> None:
    error = error_of("baccarat", "condition", rule)
    assert error.code == "several-outcomes"


def test_a_rule_with_its_end_is_taken_apart() -> None:
    error = error_of("craps", "condition", "6 rolled 3 times before any seven")
    assert (error.code, error.facts["rule"], error.facts["end"]) == ("end-in-a-rule", "6 rolled 3 times", "any seven")
    error = error_of("craps", "condition", "hard 8 within three rolls")
    assert (error.code, error.facts["rule"], error.facts["end"]) == ("end-in-a-rule", "hard 8 rolled", "after 3 rolls")


@pytest.mark.parametrize(
    ("game", "phrase", "word"),
    [
        ("baccarat", "baker wins with 7 in 3 cards", "baker"),
        ("craps", "yo rolled", "yo"),
        ("roulette", "number is red", "number"),
        ("craps", "hard zip", "zip"),
    ],
)
def test_the_first_word_that_is_not_understood_is_named(game: str, phrase: str, word: str) -> None:
    with pytest.raises(PhraseError) as found:
        parse_phrase(GAMES[game], "event", phrase)
    assert (found.value.facts["word"], found.value.column) == (word, phrase.index(word))


def test_an_event_of_the_card_is_not_blamed_for_the_word_after_it() -> None:
    scope = Scope(events=(("any-hard", parse_phrase(GAMES["craps"], "event", "hard 4 rolled")),))
    with pytest.raises(PhraseError) as found:
        parse_phrase(GAMES["craps"], "event", "any-hard zip", scope)
    assert found.value.facts["word"] == "zip"
