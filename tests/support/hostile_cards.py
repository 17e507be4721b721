"""Cards that mean harm: in their YAML, by their size, and by the work they make."""

from itertools import combinations, islice, permutations
from random import Random

from rackcard.api import RackCard, loads

HEAD = "card: hostile\ntitle: Hostile\nabout: It means harm.\ngame: craps\nsource: tests\n"


def card(wins: str = "2 rolled 2 times", pays: str = "30 to 1", rest: str = "ends: any seven\n") -> str:
    return f"{HEAD}{rest}wagers:\n  one:\n    wins: {wins}\n    pays: {pays}\n"


def wagers(rules: dict[str, str], rest: str = "ends: any seven\n") -> str:
    return f"{HEAD}{rest}wagers:\n" + "".join(
        f"  {name}: {{wins: '{wins}', pays: 9 to 1}}\n" for name, wins in rules.items()
    )


def lines(rules: list[str], rest: str = "ends: any seven\n") -> str:
    listed = ",".join(f"{{when: {rule},pays: push}}" for rule in rules)
    return f"{HEAD}{rest}wagers:\n  one:\n    pays: [{listed}]\n"


def on_one_line(rules: list[str], width: int = 110_000) -> str:
    """A card with wagers on a line of so many letters."""
    wagers = ",".join(f"w{i}: {{wins: '{rule}', pays: 9 to 1}}" for i, rule in enumerate(rules))
    wide = f"z: {{name: '{'a' * max(width - len(wagers), 1)}', wins: 2 rolled, pays: 9 to 1}}"
    return f"{HEAD}ends: any seven\nwagers: {{{wagers}, {wide}}}\n"


def yes_or_no(count: int) -> str:
    """So many options of two values, all of them used, and an end."""
    listed = "".join(f"  o{i}: {{about: <o{i}>, values: [yes, no], default: no}}\n" for i in range(count))
    return f"ends: any seven\noptions:\n{listed}"


LAUGHS = "a: &a [lol, lol]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
SUBSETS = [c for size in range(10, 0, -1) for c in combinations(NUMBERS, size)]
EVENTS = [p for size in (1, 2, 3, 4) for p in permutations(range(2, 13), size)]
REPEATERS = {f"r{number}": f"{number} rolled 40 times" for number in NUMBERS}
YAML: dict[str, str | bytes] = {
    "billion laughs": LAUGHS,
    "an alias of itself": "card: &a [*a]\n",
    "an alias of nothing": "card: *nothing\n",
    "a merge key": f"{HEAD}base: &base {{pays: 1 to 1}}\nwagers:\n  one: {{<<: *base, wins: 2 rolled}}\n",
    "a merge key without alias": f"{HEAD}wagers:\n  one: {{<<: {{pays: 1 to 1}}, wins: 2 rolled}}\n",
    "a tag of Python": "!!python/object/apply:os.system ['echo harm']\n",
    "a tag of Python inside": f"{HEAD}wagers: !!python/object:os.system {{}}\n",
    "a tag of one's own": f"{HEAD}ends: !harm any seven\nwagers: {{}}\n",
    "100,000 lists": "[" * 100_000,
    "100,000 mappings": "{a:" * 100_000,
    "30,000 mappings": "{a: " * 30_000,
    "lists in block style": "- " * 50_000 + "x",
    "mappings as keys": "? " * 50_000 + "x",
    "10 MB": card() + "# harm\n" * 1_500_000,
    "10 MB on one line": card(wins="2 or " * 2_000_000 + "3 rolled"),
    "a long line of numbers": card(wins="2 or " * 20_000 + "3 rolled"),
    "a long line of spaces": card(wins="2" + " " * 100_000 + "rolledd"),
    "a long word": card(wins="x" * 100_000),
    "a long pay": card(pays="9" * 100_000),
    "a long pay to 1": card(pays="9" * 100_000 + " to 1"),
    "a long card id": card().replace("card: hostile", f"card: {'X' * 100_000}"),
    "a long game": card().replace("game: craps", f"game: {'craps' * 20_000}"),
    "a long field": card() + f"? {'x' * 100_000}\n: y\n",
    "a long placeholder": card(wins=f"<{'x' * 100_000}>"),
    "a long tag": card(wins=f"!{'x' * 100_000} 2 rolled"),
    "many brackets": card(wins="<" * 60_000 + ">" * 60_000),
    "30,000 values": f"card: [{'a,' * 30_000}]",
    "binary": Random(7).randbytes(50_000),
    "every byte": bytes(range(256)) * 100,
    "control characters": card().replace("means", "\x01\x02\x1b[31m\x7f"),
    "an escape sequence in a field": card() + '"\\e[31m\\e]0;harm\\a": x\n',
    "an escape sequence in a title": card().replace("title: Hostile", 'title: "\\e[31mHostile"'),
    "an escape sequence in a phrase": card(wins='"2 rolled \\e[31m"'),
    "a nought byte in a title": card().replace("title: Hostile", 'title: "Hos\\0tile"'),
    "a nought byte": card().replace("means", "\0"),
    "UTF-16": card().encode("utf-16"),
    "UTF-16 without mark": card().encode("utf-16-le"),
    "UTF-32": card().encode("utf-32"),
    "Latin-1": card().replace("means", "caf\xe9").encode("latin-1"),
    "half a character": card().encode() + "# …".encode()[:-1],
    "a byte order mark and a fault": b"\xef\xbb\xbf" + card(pays="30").encode(),
    "CRLF and a fault": card(pays="30").replace("\n", "\r\n").encode(),
    "CR and a fault": card(pays="30").replace("\n", "\r").encode(),
    "a field twice": card() + "ends: seven-out\n",
    "a wager twice": card() + "  one:\n    wins: 3 rolled\n    pays: 1 to 1\n",
    "an empty file": "",
    "only blanks": " \n\n\t\n",
    "only a comment": "# nothing\n",
    "only a document mark": "---\n",
    "only a null": "~\n",
    "only a number": "30\n",
    "another version of YAML": "%YAML 9.9\n---\n" + card(),
}
LARGE: dict[str, str | bytes] = {
    "twenty misspelled rules on one line": on_one_line(
        [f"all of 2 3 4 5 6 8 9 10 11 12 roled befor seven twice in a row or all of {i} 3 4 5 roled" for i in range(20)]
    ),
    "twenty long rules on one line": on_one_line([f"{'2 or ' * 1050}{i} rolledd" for i in range(20)]),
    "10 ** 12 states and more": wagers(REPEATERS | {"any": "any of " + ", ".join(REPEATERS)}),
    "registers of more than 4,300 digits": lines(
        [f"{'or'.join(map(str, event))}rolled40times" for event in islice(EVENTS, 2750)]
    ),
    "2,000 wagers": wagers({f"w{i}": "2 rolled" for i in range(2000)}),
    "129 wagers": wagers({f"w{i}": "2 rolled" for i in range(129)}),
    "10 options of two values": card(rest=yes_or_no(10)),
    "200 options of two values": card(rest=yes_or_no(200)),
    "one option of 1,000 values": card(
        wins="<n> rolled",
        rest="ends: any seven\noptions:\n"
        f"  n: {{about: A number., values: [{', '.join(map(str, range(1000)))}], default: 2}}\n",
    ),
    "a wager that names itself": wagers({"one": "any of one"}),
    "wagers in a circle": wagers({"one": "any of two", "two": "any of three", "three": "any of one"}),
    "a circle of 64": wagers({f"w{i}": f"any of w{(i + 1) % 64}" for i in range(64)}),
    "a line that always comes in the end, first": lines(["any seven", "2 rolled"]),
}
HEAVY = {
    "512 combinations of 64 wagers of 20 pay tables": wagers(
        {f"w{i}": "2 rolled" for i in range(64)}, yes_or_no(9)
    ).replace("9 to 1", "{" + ", ".join(f"{i}: 1 to 1" for i in range(20)) + "}"),
    "1,000 pay lines": lines([f"all of {' '.join(map(str, subset))} rolled" for subset in SUBSETS]),
    "each wager names the one before it twice": wagers(
        {"w0": "2 rolled"} | {f"w{i}": f"any of w{i - 1}, w{i - 1}" for i in range(1, 60)}
    ),
    "each wager names all before it": wagers(
        {"w0": "2 rolled"} | {f"w{i}": "any of " + ", ".join(f"w{j}" for j in range(i)) for i in range(1, 60)}
    ),
}
"""Within the limits on fields and values, and still a great deal of work for a careless reader."""

HOSTILE = '#panic("x") $x^2$ @foo *b* _i_ <script>alert(1)</script> \\ `r` [c] #{1+1} // & "q" =1+1'
"""Text that some writer of documents could take for markup, code or a formula."""


def hostile_card() -> RackCard:
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    return loads(
        f"card: hostile\ntitle: {quoted}\nabout: {quoted}\ngame: craps\nsource: {quoted}\nends: any seven\n"
        f"options:\n  o: {{why: {quoted}, values: {{a: any seven, b: seven-out}}, default: a}}\n"
        f"wagers:\n  w: {{name: {quoted}, also: {quoted}, source: {quoted}, wins: 6 rolled, ends: <o>, pays: 1 to 1}}\n"
    )
