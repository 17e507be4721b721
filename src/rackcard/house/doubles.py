"""Wagers that two cards offer alike: a table takes bets on them once, on the first card."""

from collections.abc import Collection, Mapping

from rackcard.machine import Bet

Bets = Mapping[str, Bet]
"""The bets of a card by wager."""


def doubles_of(bets: Bets, before: Collection[Bets]) -> dict[str, Bets]:
    """The wagers of a card that a card before it offers in the same way, each with the bets of that card."""
    needed = _needed(bets)
    found = {}
    for name, bet in bets.items():
        first = next((others for others in before if _is_same(bet, others.get(name))), None)
        if name not in needed and first is not None:
            found[name] = first
    return found


def _needed(bets: Bets) -> set[str]:
    """The wagers of a card that others of it are behind, are made of or turn into."""
    terms = [bet.terms for bet in bets.values()]
    behind = {one.behind.wager for one in terms if one.behind is not None}
    parts = {share.bet for one in terms for share in one.bundle}
    return behind | parts | {result.turns_into for bet in bets.values() for result in bet.results}


def _is_same(bet: Bet, other: Bet | None) -> bool:
    """Whether two cards offer the same wager: the same rule, pays, and times to bet it."""
    if other is None or bet.machine != other.machine or bet.commission != other.commission:
        return False
    pays, others = ([(one.kind, one.pay, one.envy, one.commission) for one in own.results] for own in (bet, other))
    same_terms = (bet.terms.opens, bet.terms.marks, bet.terms.requires) == (
        other.terms.opens, other.terms.marks, other.terms.requires
    )  # fmt: skip
    return pays == others and same_terms and bet.terms.behind is None and other.terms.behind is None
