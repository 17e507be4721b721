"""Bundles: one call for several wagers that one outcome decides, described as one wager of all their units."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from rackcard.card.phrase_values import Opens
from rackcard.card.terms import PayLine, Share, Terms
from rackcard.card.yaml import Fields, Location, Section
from rackcard.games.conditions import Condition, Different, Exactly, Happened, Several
from rackcard.games.game import Event
from rackcard.games.meaning import Meaning
from rackcard.number import LOSES, LOSS, PUSH, Pay

if TYPE_CHECKING:
    from rackcard.card.terms_reader import TermsReader

OTHERS = ("name", "also", "source")
"""The fields that a bundle may have beside its parts."""
UNITS_MAX = 100


def read_bundle(reader: "TermsReader", name: str, section: Section, location: Location) -> list[Terms]:
    """The terms of a bundle, at each pay table that a part has: a line for each total that its parts can come to."""
    origin = reader.origin
    for field in section.names:
        if field not in (*OTHERS, "if", "bundle"):
            origin.refuse(section.location, "bundle-with-field", field=field)
    node = section.node("bundle")
    if not isinstance(node, Fields) or not node.keys:
        origin.refuse(section.location, "bundle-not-a-mapping")
    parts: list[tuple[list[Terms], int]] = []
    for key, value in node.pairs():
        units = section.as_text(value, f'"bundle" of {key.value}')
        if not units.value.isdigit() or not 1 <= int(units.value) <= UNITS_MAX:
            origin.refuse(units.location, "bundle-units", units=units.value, limit=UNITS_MAX)
        parts.append((_part(reader, key.value, key.location), int(units.value)))
    named, also, source = (section.text(field, required=False) for field in OTHERS)
    title = named.value if named else name.replace("-", " ").capitalize()
    several = [[terms.table for terms in every] for every, _ in parts if len(every) > 1]
    tables = list(dict.fromkeys(table for known in several for table in known)) or ["1"]
    return [
        _bundle([(_at(table, every), units) for every, units in parts], Terms(
            game=parts[0][0][0].game, wager=name, name=title, title=title, group=name,
            also=also.value if also else "", table=table, lines=(), counted=None, ends=parts[0][0][0].ends,
            takes_first=False, own_line=False, settles_at_end=False, works=None, offers=(), envy=None,
            envy_is_named=False, envy_on_surrender=False, opens=_opens([every[0] for every, _ in parts]),
            requires=None, marks="none", several=True, partial=False, down_any_time=False,
            source=source.value if source else "", wording=(), location=location,
        ))
        for table in tables
    ]  # fmt: skip


def _bundle(parts: list[tuple[Terms, int]], terms: Terms) -> Terms:
    shares = tuple(Share(one.wager, units, one.name) for one, units in parts)
    return replace(terms, lines=_lines(parts, terms.location), bundle=shares)


def _at(table: str, every: list[Terms]) -> Terms:
    """A part at a pay table; at its only or first one where it has no such table."""
    return next((terms for terms in every if terms.table == table), every[0])


def _opens(parts: list[Terms]) -> Opens:
    """When a bundle may be bet: as its parts may; one that is never bet by itself may be bet with the others."""
    return next((terms.opens for terms in parts if terms.opens.window != "never"), Opens(parts[0].game.unit))


def _part(reader: "TermsReader", bet: str, location: Location) -> list[Terms]:
    """A bet of the same card that one outcome decides, whatever the phase, at each of its pay tables."""
    owners = [name for name in reader.wagers if bet == name or bet.startswith(f"{name}-")]
    owner = bet if bet in reader.wagers else max(owners, key=len, default=bet)
    reader.check_offered(owner, location, reader.wagers)
    found = [terms for terms in reader.wager(owner) if terms.wager == bet]
    if bet in reader.wagers and (not found or found[0].bundle):
        reader.origin.refuse(location, "not-one-bet", wager=bet)
    if not found:
        reader.origin.refuse(location, "unknown-wager", wager=bet, known=list(reader.wagers), near=())
    for terms in found:
        single = terms.ends.is_single and terms.ends.is_fixed and terms.works is None and terms.is_posted
        if not single or terms.commission or any(line.turns_into for line in terms.lines):
            reader.origin.refuse(location, "bundle-part", wager=bet, unit=reader.game.unit)
        if any(_is_fine(line.when, len(terms.game.phases)) for line in terms.lines):
            reader.origin.refuse(location, "bundle-part.cards", wager=bet)
    return found


def _is_fine(condition: Condition, phases: int) -> bool:
    """Whether a condition looks at more than the outcomes of the base game, or not in all phases alike."""
    match condition:
        case Happened(event) | Exactly(event):
            return event.is_fine or not _same_in_all_phases(event, phases)
        case Different(events):
            return any(event.is_fine or not _same_in_all_phases(event, phases) for event in events)
        case Several(parts):
            return any(_is_fine(part, phases) for part in parts)
        case _:
            return True


def _same_in_all_phases(event: Event, phases: int) -> bool:
    rows: list[set[int]] = [set() for _ in range(phases)]
    for phase, outcome in event.cells:
        rows[phase].add(outcome)
    return all(row == rows[0] for row in rows)


def _holds(condition: Condition, outcome: int) -> bool:
    """Whether a condition holds after one outcome."""
    cell = (0, outcome)
    match condition:
        case Happened(event, times):
            return (cell in event.cells) >= times
        case Exactly(event, times):
            return (cell in event.cells) == times
        case Different(events, wanted):
            return sum(cell in event.cells for event in events) >= wanted
        case Several(parts, wanted):
            return sum(_holds(part, outcome) for part in parts) >= wanted
        case _:
            return False


def net_after(terms: Terms, outcome: int) -> Fraction:
    """What a bet that one outcome decides wins or loses of one unit after it."""
    pays = (line.pay.net for line in terms.lines if line.pay is not None and _holds(line.when, outcome))
    return next(pays, Fraction(LOSES))


def _lines(parts: Iterable[tuple[Terms, int]], location: Location) -> tuple[PayLine, ...]:
    """A line for each total, the highest first; outcomes on which everything is lost have none."""
    parts = list(parts)
    game, units = parts[0][0].game, sum(count for _, count in parts)
    found: dict[tuple[Fraction, tuple[str, ...]], list[int]] = {}
    for outcome in range(len(game.outcomes)):
        nets = [(net_after(terms, outcome), terms.name, count) for terms, count in parts]
        total = sum((net * count for net, _, count in nets), Fraction(0))
        if total > -units:
            winners = tuple(name for net, name, _ in nets if net > 0)
            found.setdefault((total, winners), []).append(outcome)
    lines = []
    for (total, winners), outcomes in sorted(found.items(), key=lambda one: -one[0][0]):
        words = " and ".join(winners)
        cells = frozenset((phase, outcome) for phase in range(len(game.phases)) for outcome in outcomes)
        event = Event(words, cells, game.ordinary.id, Meaning("bundle", winners))
        lines.append(PayLine(words, Happened(event), _pay(total, units), location))
    return tuple(lines)


def _pay(total: Fraction, units: int) -> Pay:
    if total == 0:
        return PUSH
    if total == -units:
        return LOSS
    kept = total if total > 0 else total + units
    shared = gcd(kept.numerator, units) if kept.denominator == 1 else 1
    return Pay(kept / shared, "to" if total > 0 else "for", units // shared)
