"""All errors of a card at once; test_invalid.py holds that none is told that follows from another."""

from pathlib import Path

import pytest

from rackcard.api import loads
from rackcard.card import CardError
from rackcard.card.yaml import Origin
from rackcard.house import read_house
from rackcard.house.problems import problems
from tests.support.command import command

HEAD = "card: x\ntitle: X\nabout: X.\ngame: craps\nsource: an example\n"
SEVERAL = (
    HEAD
    + """titel: X
ends: seven-outt
options:
  order:
    about: Which.
    valus: {a: 6 rolled, b: 8 rolled}
    values: {a: 6 rolled, b: 8 rolled}
    default: a
wagers:
  one:
    counts: different pointz made
    pays: {4: 24, 5 ore more: 249 to 1, 6: 999 tu 1}
    foo: 3
  two:
    wins: <order>
    pays: 1 to 1
    envy: plenty
  three:
    pays:
      - {when: 6 roled, pays: 2 to 1}
      - {when: 8 rolled, pays: 2, iff: order is a}
  four:
    wins: four holds
    pays: 1 to 1
"""
)
PLACES = [
    (6, 1), (7, 7), (11, 5), (16, 23), (17, 15), (17, 21), (17, 48), (18, 5), (22, 11), (25, 18), (26, 32), (26, 35),
    (28, 11),
]  # fmt: skip


def refused(text: str) -> CardError:
    with pytest.raises(CardError) as caught:
        loads(text)
    return caught.value


def test_every_error_is_found() -> None:
    found = problems(refused(SEVERAL))
    assert [(one.line, one.column) for one in found] == PLACES


def test_errors_in_what_wagers_do_are_found_together() -> None:
    ladder = "    counts: {counted}\n    pays: {{2: 24 to 1, 5: 249 to 1, 6: 999 to 1}}\n"
    counted = {"one": "different points made", "two": "different points made", "three": "different numbers rolled"}
    wagers = "".join(f"  {name}:\n{ladder.format(counted=words)}" for name, words in counted.items())
    text = f"{HEAD}ends: seven-out\nwagers:\n{wagers}"
    found = problems(refused(text))
    assert [(one.line, one.code) for one in found] == [
        (10, "count-without-pay"), (13, "count-without-pay"), (16, "count-without-pay"),
    ]  # fmt: skip


def test_check_says_them_all(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(SEVERAL, encoding="utf-8")
    done = command("check", path)
    assert done.returncode == 3
    assert done.stderr.count(f"{path}:") == len(PLACES)


@pytest.mark.parametrize("text", ["card: [", "- a\n", "", "card: x\ncard: y\n"])
def test_what_is_not_read_as_fields_has_one_error(text: str) -> None:
    first = refused(text)
    assert problems(first) == [first]


def test_house_rules_have_the_error_that_is_met_first() -> None:
    with pytest.raises(CardError) as caught:
        read_house(Origin("house.yaml", "house: x\ncards: 3\nwagers: 4\n"))
    assert problems(caught.value) == [caught.value]
