"""Cards from standard input: a card named - is read there, once."""

import sys
from collections.abc import Sequence
from typing import TextIO

from rackcard.cli.common import UsageError

STANDARD_INPUT = "standard input"
"""What a card from standard input is called; no file is meant by it."""
READERS = frozenset({"check", "odds", "strategy", "review", "show", "export", "simulate", "diff", "print"})
"""The commands that take a card."""
WRITERS = frozenset({"--out"})
"""Options for which - is standard output."""


def read_by_name(words: Sequence[str]) -> list[str]:
    """The words of a command line, with the name of standard input where - stands for a card.

    >>> read_by_name(["odds", "-"]), read_by_name(["print", "craps", "--out", "-"])
    (['odds', 'standard input'], ['print', 'craps', '--out', '-'])
    """
    if not words or words[0] not in READERS:
        return list(words)
    pairs = zip(("", *words), words, strict=False)
    read = [STANDARD_INPUT if word == "-" and before not in WRITERS else word for before, word in pairs]
    if read.count(STANDARD_INPUT) > 1:
        raise UsageError("two-inputs")
    return read


_READ: list[tuple[TextIO, str]] = []
"""The stream that was read, and what came: whoever asks again gets the same."""


def standard_input() -> str:
    """The text on standard input."""
    stream = sys.stdin
    if not _READ or _READ[0][0] is not stream:
        _READ[:] = [(stream, _text(stream))]
    return _READ[0][1]


def _text(stream: TextIO) -> str:
    from rackcard.card.yaml import BYTES_MAX  # cards bring the games along, which help does not need

    data = stream.buffer.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise UsageError("input-too-large", limit=BYTES_MAX // 1024)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError("input-not-utf-8", byte=error.start) from None
    if not text.strip():
        raise UsageError("no-input")
    return text
