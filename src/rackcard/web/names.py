"""Names that a person could mistake for one another: compared by a skeleton, as the eye sees them."""

import re
import string
import unicodedata

from rackcard.table.state import Refusal

LOOKALIKES = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏαβεικνορτυχωϲϳɑɡօոսհցզյøđħıĸłŧ01|",
    "abekmhopctyxijsdqwhlabeikvoptuxwcjagonuhgqjodhiklt" + "oll",
)
"""Letters of other alphabets or with a stroke, and digits, that are drawn like a Latin letter."""
ALIKE = str.maketrans({"i": "l", "m": "rn", "w": "vv"})
"""Latin letters that are drawn like others: a capital I like an l, and some like two."""
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Code points that Unicode has nothing drawn for (Default_Ignorable_Code_Point), and the blank of Braille."""
SCRIPTS = {
    **dict.fromkeys(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"), "CJK"),
    **{
        one: one
        for one in (
            "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
            "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA",
            "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
        )
    },
}  # fmt: skip
"""The scripts in use today (UAX #31, table 5), by the first word of their letters' names; those written together
are one."""
COMMON = frozenset(string.digits + string.punctuation + " \N{RIGHT SINGLE QUOTATION MARK}")
"""What names in any alphabet may have besides letters."""
LATIN_END = "\u0180"
"""Latin letters from here on are accepted where they are a plain letter with an accent: many others only look so."""
RESERVED = frozenset({"server", "practice", "rackcard", "system", "house", "table"})
"""Names with which the program signs what it does by itself, and accounts of the ledger."""
JOINED = re.compile(r"seat [\dol]+( .*)?")
"""What accounts that were joined by a code are called."""


def skeleton(name: str) -> str:
    """What a name looks like: without case, accents, widths, alphabets and what is not drawn.

    >>> skeleton("Anna") == skeleton("аnnа") == skeleton("ＡＮＮＡ") == skeleton("Anna\\ufe0f")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", INVISIBLE.sub("", name)).casefold())
    letters = "".join(_plain(letter) for letter in INVISIBLE.sub("", plain))
    return " ".join(letters.translate(LOOKALIKES).translate(ALIKE).split())


def _plain(letter: str) -> str:
    """A letter without what is set on it; a small capital as the letter it is drawn like."""
    if unicodedata.combining(letter) or _script(letter) == "COMBINING":
        return ""
    name = unicodedata.name(letter, "")
    capital = name.removeprefix("LATIN LETTER SMALL CAPITAL ")
    return capital.lower() if capital != name and len(capital) == 1 else letter


def verify_free(name: str) -> None:
    """Refuse a name that the program signs with."""
    seen = skeleton(name)
    if seen in {skeleton(one) for one in RESERVED} or JOINED.fullmatch(seen):
        raise Refusal("name-reserved", name=name)


def verify_letters(name: str) -> None:
    """Refuse a name with what is not drawn, or with letters of several alphabets, of which some may look alike.

    >>> verify_letters("Zoë O'Brien-Łukasz 2"), verify_letters("Анна"), verify_letters("田中さくら")
    (None, None, None)
    """
    scripts: set[str] = set()
    for letter in unicodedata.normalize("NFKC", name):
        script = SCRIPTS.get(_script(letter))
        is_common = letter in COMMON or (_script(letter) == "COMBINING" and bool(scripts))
        if script is not None and _is_usual(letter):
            scripts.add(script)
        elif not is_common or INVISIBLE.match(letter):
            raise Refusal("bad-name.letters", letter=_shown(letter))
        if len(scripts) > 1:
            raise Refusal("bad-name.letters", letter=_shown(letter))


def _script(letter: str) -> str:
    return re.split("[ -]", unicodedata.name(letter, ""))[0]


def _is_usual(letter: str) -> bool:
    """Whether a letter or a mark is one that names are written with."""
    if unicodedata.category(letter)[0] not in "LM" or INVISIBLE.match(letter):
        return False
    is_accented = unicodedata.normalize("NFKD", letter)[0].isascii()
    return _script(letter) != "LATIN" or letter < LATIN_END or is_accented


def _shown(letter: str) -> str:
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip()
