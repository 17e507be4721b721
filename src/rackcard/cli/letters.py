"""Letters for terminals that lack ours: a minus sign must not become a question mark."""

import codecs

LETTERS = "rackcard-plain-letters"
"""The name of the error handler that writes plain letters."""

PLAIN = {
    "\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "x", "\N{MIDDLE DOT}": "-", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{EN DASH}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{NO-BREAK SPACE}": " ", "\N{SUPERSCRIPT TWO}": "2",
    "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=",
}  # fmt: skip
"""What is written where an encoding lacks a letter."""


def plain(error: UnicodeError) -> tuple[str, int]:
    """Plain letters for those that an encoding lacks, and where to go on.

    >>> "−64.94 %".encode("cp1252", LETTERS)
    b'-64.94 %'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error(LETTERS, plain)
