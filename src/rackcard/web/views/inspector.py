"""The inspector: one wager looked at closely. It is asked for by hand, so it may solve what a felt leaves out."""

from dataclasses import dataclass
from fractions import Fraction

from rackcard.games.conditions import Condition
from rackcard.house import BetLimits
from rackcard.machine import Bet
from rackcard.number import percent
from rackcard.odds.tables import pays_of
from rackcard.table.settle import synced
from rackcard.table.state import Table, Wager, machine_phase
from rackcard.web.views.standing import Standing, standing_of
from rackcard.web.views.tiles import Tile, own_wagers, shut, state_of, tile_of
from rackcard.wording.limits import stakes
from rackcard.wording.pages import average
from rackcard.wording.rules import counted_sentence, felt_rule, goal, line_text, paid, winners
from rackcard.wording.seat import edge_figure, inspected
from rackcard.wording.sentence import capitalized

LINES_MAX = 8


@dataclass(frozen=True)
class Inspected:
    """What the inspector shows of a wager."""

    name: str
    pays: str
    """The pay where there is one; empty where there are several lines."""
    lines: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...]
    """Chance, edge and worth, each with its label."""
    rule: str
    notes: tuple[str, ...]
    """Limits, the dealer's envy bonus, why it is closed, and that it is off."""


@dataclass(frozen=True)
class _Standing:
    """A wager from its marks: the chance, what one unit returns, and what the chips on it are worth."""

    win: Fraction
    returns: Fraction | None
    worth: Fraction | None


def inspect(table: Table, number: int, name: str, seat: int | None) -> Inspected | None:
    """A wager of a card at a table, as a seat sees it; None where the table has no such wager."""
    offering = table.offerings.get(number)
    bet = None if offering is None else offering.bets.get(name)
    if bet is None:
        return None
    tile = tile_of(table, number, name, bet, seat)
    return Inspected(
        bet.terms.name,
        "" if len(bet.terms.lines) > 1 else pays_of(bet.terms),
        _lines(table, number, bet),
        _figures(table, number, bet, seat, tile),
        _rule(table, number, bet),
        _notes(table, number, bet, seat, tile),
    )


def _names(table: Table, number: int) -> dict[Condition, str]:
    offering = table.offerings[number]
    return winners(offering.card.terms(dict(offering.options)))


def _lines(table: Table, number: int, bet: Bet) -> tuple[tuple[str, str], ...]:
    """What each of several pay lines is for; of many, the first."""
    terms = bet.terms
    if len(terms.lines) < 2 or not terms.has_rule:
        return ()
    if terms.counted:
        rungs = ((str(line.rung), paid(line)) for line in terms.lines if line.rung is not None)
        return tuple(rungs)[:LINES_MAX]
    names = _names(table, number)
    texts = (line_text(terms, at, table.game.unit, names) for at in range(len(terms.lines)))
    return tuple((text, paid(line)) for text, line in zip(texts, terms.lines, strict=True))[:LINES_MAX]


def _rule(table: Table, number: int, bet: Bet) -> str:
    """One sentence of rule under the options in force."""
    terms, unit = bet.terms, table.game.unit
    if not terms.has_rule:
        return ""
    if terms.counted:
        return counted_sentence(terms, "rack")
    if terms.bundle or len(terms.lines) == 1:
        return goal(terms, "rack", unit, _names(table, number))
    return inspected("ends", {"ends": capitalized(felt_rule(terms, unit)[1])})


def _notes(table: Table, number: int, bet: Bet, seat: int | None, tile: Tile) -> tuple[str, ...]:
    limits = BetLimits(*table.bet_limits(number, bet))
    off = is_off(table, bet, own_wagers(table, number, bet.terms.wager, seat))
    return tuple(
        filter(
            None,
            (
                inspected("off", {"unit": table.game.unit}) if off else "",
                inspected("closed", {"reason": tile.why_closed}) if tile.why_closed else "",
                inspected("limits", {"stakes": stakes(limits)}) if bet.terms.is_posted else "",
                inspected("ends", {"ends": capitalized(tile.envy)}) if tile.envy else "",
            ),
        )
    )


def is_off(table: Table, bet: Bet, own: list[Wager]) -> bool:
    """Whether chips are up on a wager that the next outcome does not count for."""
    machine = bet.machine
    if machine.works is None or not own:
        return False
    phase = table.phase_of(own[0])
    return not any(cell[0] == phase for cell in machine.works.cells)


# ---- chance and worth


def _figures(table: Table, number: int, bet: Bet, seat: int | None, tile: Tile) -> tuple[tuple[str, str], ...]:
    """The exact chance, the edge and what the chips are worth, where the table may say them."""
    own = own_wagers(table, number, bet.terms.wager, seat)
    found = _standing(table, number, bet, seat, own) if table.gives_advice else None
    if found is None:
        return ()
    figures = [(inspected("chance"), percent(found.win, 2))]
    if found.returns is not None and tile.is_open and not shut(table):
        figures.append(edge_figure(found.returns))
    if found.worth is not None:
        stake = sum(wager.stake for wager in own)
        figures.append((inspected("worth", {"amount": stake}), average(found.worth)))
    return tuple(figures)


def _standing(table: Table, number: int, bet: Bet, seat: int | None, own: list[Wager]) -> _Standing | None:
    """A wager from the marks it has; None where it follows another or is decided."""
    name = bet.terms.wager
    state = state_of(table, number, name, bet, seat)
    follows = bet.turns or (bet.terms.behind is not None and not own)
    if bet.terms.bundle or follows or bet.machine.verdict(state, over=False) is not None:
        return None
    offering = table.offerings[number]

    def from_here(at: int, wager: Wager | None) -> Standing | None:
        line = wager.line if wager else 0
        return standing_of(offering, name, synced(bet.machine, at, machine_phase(bet, table.phase, line)))

    now = from_here(state, own[0] if own else None)
    each = [now if name in offering.shared else from_here(wager.state, wager) for wager in own]
    if now is None or None in each:
        return None
    worths = ((one.value or Fraction(0)) * wager.stake for one, wager in zip(each, own, strict=True) if one)
    worth = sum(worths, Fraction(0))
    return _Standing(now.win, now.value, worth if own and now.value is not None else None)
