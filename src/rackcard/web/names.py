"""Names that a person could mistake for one another: compared by a skeleton, as the eye sees them."""

import re
import unicodedata

from rackcard.table.state import Refusal

LOOKALIKES = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏαβεικνορτυχωϲϳɑɡıł0",
    "abekmhopctyxijsdqwhlabeikvoptuxwcjagilo",
)
"""Letters of other alphabets, and a digit, that are drawn like a Latin one."""
RESERVED = frozenset({"server", "practice", "rackcard", "system", "house", "table"})
"""Names with which the program signs what it does by itself, and accounts of the ledger."""
JOINED = re.compile(r"seat [\do]+.*")
"""What accounts that were joined by a code are called."""


def skeleton(name: str) -> str:
    """What a name looks like: without case, accents, widths and alphabets.

    >>> skeleton("Anna") == skeleton("аnnа") == skeleton("ＡＮＮＡ")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(letters.translate(LOOKALIKES).split())


def verify_free(name: str) -> None:
    """Refuse a name that the program signs with."""
    seen = skeleton(name)
    if seen in {skeleton(one) for one in RESERVED} or JOINED.fullmatch(seen):
        raise Refusal("name-reserved", name=name)
