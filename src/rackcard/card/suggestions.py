"""What a phrase that is not understood may have meant: whole phrases that fit in its place, the nearest first.

Small repairs of the text itself are tried first: spelling, hyphens, numbers in words, words left out or put in.
A repair is offered only where it can be read; beside it the examples of the game that are nearest to the text.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from itertools import chain, islice

from rackcard.games.phrases import Rewrite

Fits = Callable[[str], bool]
"""Whether a phrase can be read in the same place of the same card."""

LENGTH_MAX = 160
"""A longer text is not repaired."""
TRIES_MAX = 400
"""How many repairs are tried."""
LETTERS_MAX = 9_000
"""How many letters are tried with them: of a long text, which takes longer to read, fewer."""
MEANT_MAX = 2
"""How many repairs are offered."""
NEAREST_MAX = 3
"""How many examples are offered."""
NEAR = 78
"""How much of a word, in percent, must agree with a known word to be taken for it."""

LIKE = 50
"""How much, in percent, an example must have in common with a text to be near to it."""
NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
PLURALS = {f"{word}es" if word.endswith("x") else f"{word}s": number for word, number in NUMBER_WORDS.items()}
ARTICLES = ("the", "a", "any")
DENIED = frozenset(("no", "not", "the", "a", "an", "any", "each", "every"))
"""Words that no article follows."""
UNIMPORTANT = frozenset(("the", "a", "an", "any", "is", "are"))
"""Words of the language that may be left out; any other would take some of the meaning with it."""
KEPT = frozenset(
    ("less", "than", "least", "most", "under", "over", "neither", "nor", "never", "without", "double", "triple")
)
"""Words that are never left out, though not every game has them."""
SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "’": "'", "“": "", "”": "", '"': "", "\u00a0": " "})
REWRITES = (
    (r"\b(\d+)-(\d+)\b", r"\1 to \2"),
    (r"\b(\d+) ?(?:/|,|&) ?(?=\d)", r"\1 or "),
    (r"\b(\d+) ?, ?(?=\d)", r"\1 "),
    (r"\b(\d+) and (?=\d)", r"\1 or "),
    (r"\b(\d+) or (?=\d)", r"\1 "),
    (r"\b(\d+) ?\+", r"\1 or more"),
    (r"\b(\d+) or (?:higher|above|over|better|greater)\b", r"\1 or more"),
    (r"\bat least (\d+)\b", r"\1 or more"),
    (r"\bbetween (\d+) and (\d+)\b", r"\1 to \2"),
    (r"\bfrom (\d+) to (\d+)\b", r"\1 to \2"),
    (r"\b(\d+) ?x\b", r"\1 times"),
    (r"\bx ?(\d+)\b", r"\1 times"),
    (r"\b(\d+) time\b", r"\1 times"),
    (r"\b(\d+) (?:consecutive times|straight times|times straight|times running|times consecutively)\b",
     r"\1 times in a row"),
    (r"\b(?:followed by|and then)\b", "then"),
    (r"\b(?:immediately|right after|directly)\b", "at once"),
    (r"\b(?:except|without|excluding|but)\b", "but not"),
    (r"^(?:never|not) ", "no "),
    (r",? (or|and) (?!.*\b(?:times?|twice|row)\b)", r", \1 "),  # a comma would take "2 times" from what is before it
    (r"^(?!(?:all|any|how many)\b)(.+?), (?!or |and )", r"\1, or "),
    (r",", ""),
    (r"%", " %"),
    (r"\bpercent\b", "%"),
)  # fmt: skip
"""Ways to write a phrase that people try, each with what the language has for it."""


SYNONYMS = (
    ("anytime", "at any time"),
    ("any time", "at any time"),
    ("cashout", "cash out"),
    ("takeback", "take back"),
    ("immediately", "as soon as decided"),
    ("at once", "as soon as decided"),
    ("and more", "or more"),
)
"""What people say in every game, and what a card says."""


@dataclass(frozen=True)
class Book:
    """What is known of the words of one game."""

    words: frozenset[str]
    """Every word of its phrases, and the names of the card's events."""
    synonyms: tuple[tuple[str, str], ...]
    """What people say, and what a card says."""
    frames: tuple[str, ...]
    """What may be missing around a phrase."""
    rewrites: tuple[Rewrite, ...] = ()
    """Patterns of the game's own, each with what the language has for it."""


def meant(text: str, book: Book, following: Iterable[str], column: int, fits: Fits) -> tuple[str, ...]:
    """Repairs of a text that can be read, the nearest first; ``following`` are words that would fit at the column."""
    if len(text) > LENGTH_MAX:
        return ()
    following, tries = tuple(following), min(TRIES_MAX, LETTERS_MAX // max(len(text), 1))
    tried: set[str] = {text}
    found: list[str] = []
    repaired = tuple(dict.fromkeys(_repaired(text, book)))
    for edits in (
        repaired,
        chain.from_iterable(_edited(one, book, following) for one in repaired),
        _inserted(text, book, following, column),
    ):
        for edited in islice(edits, tries):
            candidate = re.sub(r" (?=[,:])", "", " ".join(edited.split()))
            candidate = re.sub(r"(?<![a-z-])no (?:any|an?) ", "no ", candidate)
            if candidate not in tried:
                tried.add(candidate)
                if fits(candidate):
                    found.append(candidate)
        if found:
            break
    found.sort(key=lambda one: -likeness(text, one))
    return tuple(found[:MEANT_MAX])


def nearest(text: str, examples: Iterable[str], fits: Fits) -> tuple[str, ...]:
    """The examples that fit and are like a text, the most like it first."""
    like = {one: found for one in examples if (found := likeness(text, one)) >= LIKE}
    return first(sorted(like, key=lambda one: -like[one]), fits)


def first(examples: Iterable[str], fits: Fits) -> tuple[str, ...]:
    """The first of the examples that fit."""
    return tuple(islice(filter(fits, examples), NEAREST_MAX))


def likeness(text: str, phrase: str) -> int:
    """How much two phrases have in common, in percent, by letters and by words.

    A phrase that goes on as the text begins is nearer than any other.
    """
    given = text[:LENGTH_MAX].lower()
    letters = SequenceMatcher(None, given, phrase, autojunk=False).ratio()
    words = SequenceMatcher(None, given.split(), phrase.split(), autojunk=False).ratio()
    goes_on = phrase.startswith(given.rstrip()) and len(given) > 1
    return round(100 * max(letters, words)) + 100 * goes_on


def _repaired(text: str, book: Book) -> Iterator[str]:
    """The text tidied in more and more ways."""
    tidy = " ".join(text.lower().translate(SIGNS).split()).strip(" .;:!?'")
    yield tidy
    numbers = {**NUMBER_WORDS, **{word: number for word, number in PLURALS.items() if word not in book.words}}
    digits = _replaced(tidy, numbers.items())
    said = _replaced(tidy, (*SYNONYMS, *book.synonyms))
    yield from (digits, said, _replaced(digits, book.synonyms), _replaced(said, NUMBER_WORDS.items()))
    done: set[str] = set()
    for base in (tidy, said, digits):
        spelled = _spelled(_hyphenated(base, book), book)
        yield spelled
        for pattern, replacement in (("$", ""), *REWRITES):
            for written in dict.fromkeys((base, spelled)):
                rewritten = re.sub(pattern, replacement, written)
                yield rewritten
                if rewritten not in done:  # most of them are what was there before
                    done.add(rewritten)
                    for own in dict.fromkeys(re.sub(pattern, meaning, rewritten) for pattern, meaning in book.rewrites):
                        yield from (own, _replaced(own, numbers.items()))


def _replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    """A text with each word or phrase replaced, the longest first."""
    table = dict(pairs)
    if not table:
        return text
    longest = sorted(table, key=len, reverse=True)
    pattern = rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])"
    return re.sub(pattern, lambda match: table[match[1]], text)


def _hyphenated(text: str, book: Book) -> str:
    """Words that are one word with a hyphen in the language, put together."""
    words = text.split()
    place = 0
    while place < len(words) - 1:
        both = f"{words[place]}-{words[place + 1]}"
        if both in book.words:
            words[place : place + 2] = [both]
        place += 1
    plain = {word.replace("-", ""): word for word in book.words if "-" in word}
    return " ".join(plain.get(word, word) for word in words)


def _spelled(text: str, book: Book) -> str:
    """Words that are not of the language, each as the word that it is nearest to."""
    return " ".join(_known(word, book) for word in text.split())


def _known(word: str, book: Book) -> str:
    bare = word.rstrip(",")
    if bare in book.words or not bare.isascii() or any(sign.isdigit() for sign in bare):
        return word
    found = get_close_matches(bare, book.words, n=1, cutoff=NEAR / 100)
    return found[0] + word[len(bare) :] if found else word


def _edited(text: str, book: Book, following: tuple[str, ...]) -> Iterator[str]:
    """A text with one thing put around it, put into it or taken out of it."""
    words = text.split()
    yield from (frame.format(text) for frame in book.frames)
    for place in range(len(words) + 1):
        for article in ARTICLES if _takes_article(words, place) else ():
            yield " ".join((*words[:place], article, *words[place:]))
    for place in range(len(words) + 1):
        for word in following[:12]:
            yield " ".join((*words[:place], word, *words[place:]))
    for count in (1, 2):
        for place in range(len(words) - count + 1):
            left_out = words[place : place + count]
            is_twice = count == 1 and place > 0 and words[place - 1] == words[place]
            if len(words) > count and (is_twice or not any(_is_kept(word, book) for word in left_out)):
                yield " ".join((*words[:place], *words[place + count :]))


def _takes_article(words: list[str], place: int) -> bool:
    """Whether an article may stand at a place: not after "no" or another, and not before several things."""
    return not (place and words[place - 1] in DENIED) and not (place < len(words) and words[place] in PLURALS)


def _is_kept(word: str, book: Book) -> bool:
    """Whether a word may not be left out: it is a number, or a word of the language that has a meaning."""
    bare = word.rstrip(",")
    known = bare in book.words and bare not in UNIMPORTANT
    return known or bare in KEPT or bare in NUMBER_WORDS or bool(re.search(r"\d", bare))


def _inserted(text: str, book: Book, following: tuple[str, ...], column: int) -> Iterator[str]:
    """A text with a word that would fit put where it was no longer understood, or in place of what is there."""
    before, rest = text[:column].strip(), text[column:].strip()
    there, _, after = rest.partition(" ")
    for word in following:
        is_like = SequenceMatcher(None, there, word).ratio() > LIKE / 100
        for end in (rest, after) if is_like and not _is_kept(there, book) else (rest,):
            if before or end:
                yield " ".join(filter(None, (before, word, end)))
