"""What the language server says of a wager and of a fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rackcard.number import one_in, percent


@dataclass(frozen=True)
class HoverFacts:
    """A wager at one pay table, as it is shown beside its text."""

    name: str
    table: str
    play: str
    rule: tuple[str, ...]
    house_edge: Fraction | None
    hit: Fraction | None


def problem_text(cause: str, remedy: str) -> str:
    """A fault and what to do about it."""
    return f"{cause}\n{remedy}"


def hover_text(wagers: Iterable[HoverFacts]) -> str:
    """A wager's name and rule, and the exact edge at each pay table.

    >>> print(hover_text([HoverFacts("Pass", "1", "best", ("wins: the line wins",), Fraction(7, 495), None)]))
    **Pass**
    <BLANKLINE>
    wins: the line wins
    <BLANKLINE>
    - house edge 1.4141 % (7/495)
    """
    every = list(wagers)
    if not every:
        return ""
    several = len({one.table for one in every}) > 1
    plays = len({one.play for one in every}) > 1
    lines = [f"**{every[0].name}**", "", *(line for line in every[0].rule if line), ""]
    for one in every:
        lead = [f"pay table {one.table}"] * several + [f"play {one.play}"] * plays
        edge = "no pay posted" if one.house_edge is None else f"house edge {percent(one.house_edge)} ({one.house_edge})"
        hit = [] if one.hit is None else [f"hits {one_in(one.hit)}"]
        lines.append("- " + ", ".join((*lead, edge, *hit)))
    return "\n".join(lines)
