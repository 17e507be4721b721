"""Pays as people write them, and the pay of the language that each may mean."""

import re
from fractions import Fraction

from rackcard.card.suggestions import NUMBER_WORDS

WORDS = {
    "even": ("1 to 1",),
    "even money": ("1 to 1",),
    "evens": ("1 to 1",),
    "money back": ("push",),
    "pushes": ("push",),
    "tie": ("push",),
    "draw": ("push",),
    "stake back": ("push",),
    "returned": ("push",),
    "refund": ("push",),
    "0": ("push", "loses"),
    "-1": ("loses",),
    "nothing": ("loses",),
    "lose": ("loses",),
    "loss": ("loses",),
    "lost": ("loses",),
    "half": ("0.5 to 1", "loses half"),
    "lose half": ("loses half",),
    "half back": ("loses half",),
    "half the stake": ("loses half",),
    "double": ("2 to 1",),
    "triple": ("3 to 1",),
    "unknown": ("not posted",),
    "tbd": ("not posted",),
    "varies": ("not posted",),
    "none": ("not posted",),
}
"""Pays in words."""

LENGTH_MAX = 80
"""Longer texts are not amounts."""
NUMBER = r"\$?(\d[\d,]*(?:\.\d+)?|\.\d+)"


def pays_meant(text: str) -> tuple[str, ...]:
    """The pays that a text may mean, none where it is not an amount.

    >>> pays_meant("7-1"), pays_meant("95%"), pays_meant("$7")
    (('7 to 1',), ('0.95 to 1',), ('7 to 1', '7 for 1'))
    """
    tidy = " ".join(text.lower().replace("–", "-").replace("−", "-").split()).rstrip(" .!")
    if len(tidy) > LENGTH_MAX:
        return ()
    tidy = re.sub(r"^(?:pays?|wins?) ", "", tidy)
    tidy = re.sub(r"[a-z]+", lambda word: NUMBER_WORDS.get(word[0], word[0]), tidy)
    if tidy in WORDS:
        return WORDS[tidy]
    if match := re.fullmatch(rf"{NUMBER} ?(?:%|percent|per cent)(?: of the (?:stake|bet))?", tidy):
        return _pays(_number(match[1]) / 100, "to")
    if match := re.fullmatch(rf"{NUMBER} ?for ?{NUMBER}", tidy):
        return _ratio(match[1], match[2], "for")
    if match := re.fullmatch(rf"{NUMBER} ?(?:to|-to-|-|:|/|÷) ?{NUMBER}", tidy):
        return _ratio(match[1], match[2], "to")
    if match := re.fullmatch(rf"{NUMBER} ?(?:/|-) ?{NUMBER} ?(to|for) ?1", tidy):
        below = _number(match[2])
        return _pays(_number(match[1]) / below, match[3]) if below else ()
    if match := re.fullmatch(rf"(?:x|×) ?{NUMBER}|{NUMBER} ?(?:x|×|times)(?: the (?:bet|stake|wager))?", tidy):
        amount = _number(match[1] or match[2])
        return (*_pays(amount, "to"), *_pays(amount, "for"))
    if match := re.fullmatch(rf"{NUMBER}(?: ?(?:units?|dollars?|chips?))?", tidy):
        return (*_pays(_number(match[1]), "to"), *_pays(_number(match[1]), "for"))
    return ()


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _ratio(amount: str, per: str, unit: str) -> tuple[str, ...]:
    """An amount to or for another, as it is written where that can be read."""
    above, below = _number(amount), _number(per)
    if not below:
        return ()
    if below.denominator == 1 and below <= 9999 and (10_000 * above).denominator == 1:
        return _said(above, unit, int(below))
    return _pays(above / below, unit)


def _pays(amount: Fraction, unit: str) -> tuple[str, ...]:
    """An amount to or for 1, as decimals where few are enough, otherwise as a ratio of whole numbers."""
    if (10_000 * amount).denominator == 1:
        return _said(amount, unit, 1)
    return _said(Fraction(amount.numerator), unit, amount.denominator) if amount.denominator <= 9999 else ()


def _said(amount: Fraction, unit: str, per: int) -> tuple[str, ...]:
    if not 0 < amount < 10**9 or (10_000 * amount).denominator != 1:
        return ()
    whole, decimals = divmod(int(10_000 * amount), 10_000)
    return (f"{whole}{f'.{decimals:04}'.rstrip('0').rstrip('.')} {unit} {per}",)
