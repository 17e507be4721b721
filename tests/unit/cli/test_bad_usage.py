"""Command lines with a mistake in them: what is valid is said on standard error, and the exit code is 2.

The command runs in this process; that a process of its own answers in the same way is shown by ``test_cli.py``.
"""

import re
import sys
from pathlib import Path

import pytest

from rackcard.cli import main

MESSAGE_MAX = 2000
"""A message is read by a person."""


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("odds", "card"),
        ("odds high-rollr", "Did you mean high-roller?"),
        ("odds ../cards/high-roller", "high-roller"),
        ("odds high-roller extra", "extra"),
        ("odds high-roller --nonsense", "--nonsense"),
        ("odds high-roller --json=maybe", "maybe"),
        ("odds baccarat --set", "--set"),
        ("odds baccarat --set decks", "--set decks=value"),
        ("odds baccarat --set deck=8", "decks, game, commission, push-on-7"),
        ("odds baccarat --set decks=7", "8, 6"),
        ("odds baccarat --set decks=", "8, 6"),
        ("odds baccarat --set =8", "--set needs NAME=VALUE"),
        ("odds super-shooter --set x=1", "no options"),
        ("odds treasure-of-the-5-dragons --set dragons=golden-dragon-7,x", "golden-dragon-6s"),
        ("odds treasure-of-the-5-dragons --set dragons=,", "golden-dragon-6s"),
        ("odds super-shooter --table 9", "1, 2, 3"),
        ("odds super-shooter --table 3 --wager little", "1, 2"),
        ("odds super-shooter --wager zip", "little, big, all"),
        ("odds high-roller --rolls 0", "from 1 to 1000"),
        ("odds high-roller --rolls -1", "from 1 to 1000"),
        ("odds high-roller --rolls 1001", "from 1 to 1000"),
        ("odds high-roller --rolls abc", "abc"),
        ("odds high-roller --rolls 1e9", "1e9"),
        ("odds high-roller --rolls 1.5", "1.5"),
        ("odds high-roller --weights 7", "7=7"),
        ("odds high-roller --weights x=1", "totals"),
        ("odds high-roller --weights 7=x", "7=7"),
        ("odds high-roller --weights 7=-1", "negative"),
        ("odds high-roller --weights 13=1", "2 to 12"),
        ("odds high-roller --weights 0-7=1", "1 to 6"),
        ("odds high-roller --weights 1-2=1,3=4", "not both"),
        ("odds high-roller --weights 1-2-3=1", "6-6=2"),
        ("odds high-roller --weights 7=0", "never"),
        ("odds high-roller --weights 7=1e99999999", "7=1e99999999"),
        ("odds high-roller --weights 7=1/0", "7=1/0"),
        ("odds high-roller --weights 7=nan", "7=nan"),
        ("odds high-roller --weights " + ",".join(f"{n}=0" for n in range(2, 13)), "every weight is 0"),
        ("odds roulette --weights 37=1", "1 to 36"),
        ("odds roulette --weights 17=-1", "negative"),
        ("odds baccarat --weights K=-1", "negative"),
        ("odds baccarat --weights K=1/2", "whole"),
        ("odds baccarat --weights Z=1", "A 2 3 4 5 6 7 8 9 10 J Q K"),
        ("odds baccarat --weights A=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,10=0,J=0,Q=0,K=5", "six cards"),
        ("strategy high-roller", "has no decisions for the player"),
        ("strategy cash-out-craps --marked 4", "1, 2, 3, 4"),
        ("strategy cash-out-craps --table 1 --marked x", "2 3 4 5 6 8 9 10 11 12"),
        ("strategy cash-out-craps --table 1 --marked 4,4", "4"),
        ("strategy cash-out-craps --table 1 --marked 4 --phase x", "phase"),
        ("strategy cash-out-craps --table 1 --phase come-out", "--marked"),
        ("strategy cash-out-craps --table 1 --goal 0", "greater than 0"),
        ("strategy cash-out-craps --table 1 --goal x", "1.5"),
        ("strategy cash-out-craps --table 1 --goal 1e9999999", "1.5"),
        ("strategy cash-out-craps --table 1 --weights 2=0,7=0", "never"),
        ("strategy cash-out-craps --table 1 --svg /dev/null/x", "/dev/null/x"),
        ("review high-rollr", "Did you mean high-roller?"),
        ("review high-roller --floor abc", "0.75"),
        ("review high-roller --floor nan", "0.75"),
        ("review high-roller --floor 1/0", "0.75"),
        ("review high-roller --floor -1", "0.75"),
        ("review high-roller --floor 75", "0.75"),
        ("review high-roller --floor 1e99999999", "0.75"),
        ("show high-rollr", "Did you mean high-roller?"),
        ("export high-roller", "--to"),
        ("export high-roller --to pdf", "prism"),
        ("export high-roller --to csv --out /dev/null/x", "/dev/null/x"),
        ("export high-roller --to json --out .", "."),
        ("export high-roller --to prism --out /dev/null", "/dev/null"),
        ("export super-shooter --to prism", "little, big, all"),
        ("export high-roller --to prism --wager zip", "high-roller"),
        ("check", "check"),
        ("check no-such-file.yaml", "no-such-file.yaml"),
    ],
)
def test_bad_usage_is_answered_with_what_is_valid(
    words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["rackcard", *words.split()])
    with pytest.raises(SystemExit) as end:
        main()
    out, answer = capsys.readouterr()
    assert (end.value.code, out) == (2, ""), answer
    assert answer.replace("\n", "").isprintable()
    assert len(answer) <= MESSAGE_MAX
    assert told in answer
    assert not re.search(r"invalid literal|unpack|base 10", answer)
