"""What a payout limit leaves of the results of a wager at its maximum bet, exactly as the table cuts them."""

from collections.abc import Iterator
from fractions import Fraction

from rackcard.card.bundle import net_after
from rackcard.games.conditions import Happened
from rackcard.games.device import Chance
from rackcard.house.rules import BetLimits
from rackcard.machine.bet import Bet, Result, sibling

Nets = tuple[Fraction, ...]
"""What each bet that a stake is booked as wins (+) or loses (-) of one unit of the whole stake."""


def net_of(bet: Bet, result: Result) -> Fraction:
    """What a result wins or loses of one unit, all commission taken."""
    return result.net - bet.commission


def cut_net(bet: Bet, result: Result, chance: Chance, limits: BetLimits) -> Fraction:
    """The same at the maximum bet, where the payout limit cuts the win: of each part of a bundle, or of all of them."""
    if limits.payout is None or limits.capped_at is None:
        return net_of(bet, result)
    most, scope = Fraction(limits.capped_at, limits.most), limits.payout.scope
    left = Fraction(0)
    for share, nets in _booked(bet, result, chance):
        wins = [net for net in nets if net > 0]
        won = sum((min(net, most) for net in wins), Fraction(0)) if scope == "wager" else min(sum(wins), most)
        left += share * (won + sum(net for net in nets if net < 0))
    return left - bet.commission


def largest_win(bet: Bet, result: Result, chance: Chance, limits: BetLimits) -> Fraction:
    """The win of a result that the payout limit is on, of one unit."""
    assert limits.payout is not None
    whole = sum if limits.payout.scope == "outcome" else max
    wins = [[net for net in nets if net > 0] for _, nets in _booked(bet, result, chance)]
    return max((Fraction(whole(found)) for found in wins if found), default=Fraction(0))


def _booked(bet: Bet, result: Result, chance: Chance) -> Iterator[tuple[Fraction, Nets]]:
    """The ways in which a result comes about, each with its share of the chance and what is booked by it."""
    if not bet.terms.bundle or result not in bet.results[: len(bet.terms.lines)]:
        yield Fraction(1), (result.net,)
        return
    line = bet.terms.lines[bet.results.index(result)]
    assert isinstance(line.when, Happened)
    units = sum(share.units for share in bet.terms.bundle)
    parts = [(sibling(bet, share.bet).terms, Fraction(share.units, units)) for share in bet.terms.bundle]
    law, outcomes = chance.law(), bet.terms.game.outcomes
    places = {place for _, place in line.when.event.cells}
    weights = {place: law.get(outcomes[place], 0) for place in places}
    for place, weight in weights.items():
        if weight:
            nets = tuple(net_after(terms, place) * share for terms, share in parts)
            yield Fraction(weight, sum(weights.values())), nets
