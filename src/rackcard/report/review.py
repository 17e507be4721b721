"""The review: what is wrong or unclear in a card, each finding with its price."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from rackcard.card import Card, Option
from rackcard.number import exact, large, percent, plural
from rackcard.odds import Selection, WagerOdds, price

Grade = Literal["fault", "warning", "note"]
AS_IT_STANDS = "as it stands"
FLOOR = Fraction(3, 4)
"""Returns below this are pointed out unless another floor is asked for."""


@dataclass(frozen=True)
class Finding:
    """One thing a reader of the card should know, with the figures behind it."""

    grade: Grade
    code: str
    wager: str
    sentence: str
    prices: tuple[tuple[str, Fraction | None], ...] = ()
    """House edges by what they depend on."""
    subject: str = ""
    """The wager it is about as people name it, with its pay table and play where there are several."""
    together: str = ""
    """What several findings of its kind say in one sentence, after how many wagers they are about."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "grade": self.grade,
            "code": self.code,
            "wager": self.wager,
            "sentence": self.sentence,
            "prices": [{"for": label, "house_edge": exact(edge)} for label, edge in self.prices],
        }


def review(card: Card, floor: Fraction = FLOOR) -> list[Finding]:
    """Every finding on a card, the gravest first."""
    priced = _priced(card)
    findings = [
        *_player_edges(card, priced),
        *_unposted(card),
        *_low_returns(card, priced, floor),
        *_mixed_units(card),
        *_readings(card, priced),
        *_play(card),
        *_envy(card, priced),
    ]
    order = {"fault": 0, "warning": 1, "note": 2}
    return sorted(findings, key=lambda finding: order[finding.grade])


def gathered(findings: list[Finding]) -> list[list[Finding]]:
    """Findings in their order, those that say the same of several wagers together."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        labels = tuple(label for label, _ in finding.prices)
        alike = (finding.grade, finding.code, finding.together, labels) if finding.together else id(finding)
        groups.setdefault(alike, []).append(finding)
    return list(groups.values())


def together(findings: list[Finding]) -> str:
    """What findings that were gathered say, in one sentence."""
    if len(findings) == 1:
        return findings[0].sentence
    wagers = len({finding.wager for finding in findings})
    return findings[0].together.format(wagers=plural(wagers, "wager"))


Priced = list[tuple[dict[str, str], list[WagerOdds]]]


def _priced(card: Card) -> Priced:
    """The odds under every combination of options, those nearest to the defaults first."""
    default = card.settled()
    every = sorted(
        card.combinations(readings_only=False),
        key=lambda chosen: sum(chosen[name] != default[name] for name in chosen),
    )
    return [(chosen, list(price(card, Selection(chosen)).wagers)) for chosen in every]


def _changed(card: Card, chosen: Mapping[str, str]) -> str:
    """The options that are not at their default, in words; all readings where that says which is meant."""
    parts = [
        f"{name} {value}"
        for name, value in chosen.items()
        if value != card.options[name].default or card.options[name].is_reading
    ]
    return ", ".join(parts) or AS_IT_STANDS


def _under(changed: str) -> str:
    """The options of a price as the end of a clause."""
    return changed if changed == AS_IT_STANDS else f"with {changed}"


def _title(entry: WagerOdds, tables: int) -> str:
    table = f" (table {entry.terms.table})" if tables > 1 else ""
    play = f", play {entry.play}" if entry.play != "none" else ""
    return f"{entry.terms.name}{table}{play}"


def _tables(entries: list[WagerOdds]) -> dict[str, int]:
    tables: dict[str, set[str]] = {}
    for entry in entries:
        tables.setdefault(entry.terms.wager, set()).add(entry.terms.table)
    return {wager: len(names) for wager, names in tables.items()}


def _player_edges(card: Card, priced: Priced) -> Iterator[Finding]:
    seen: set[tuple[str, str, str, Fraction]] = set()
    default = card.settled()
    for chosen, entries in priced:
        tables = _tables(entries)
        for entry in entries:
            edge = entry.house_edge
            if edge is None or edge >= 0:
                continue
            key = (entry.terms.wager, entry.terms.table, entry.play, edge)
            if key in seen:
                continue
            seen.add(key)
            better = _reading_that_helps(card, chosen, entry)
            title, under = _title(entry, tables[entry.terms.wager]), _under(_changed(card, chosen))
            sentence = f"The player has an edge of {percent(-edge, 2)} on {title} {under}."
            several = f"The player has an edge on {{wagers}} {under}."
            if better:
                sentence += f" Read as {better[0]} the house keeps {percent(better[1], 2)}."
                several += f" Read as {better[0]} the house keeps an edge."
            grade: Grade = "fault" if chosen == default else "warning"
            prices = [(_changed(card, chosen), edge), *([better] if better else [])]
            yield Finding(grade, "player-edge", entry.terms.wager, sentence, tuple(prices), title, several)


def _reading_that_helps(card: Card, chosen: Mapping[str, str], entry: WagerOdds) -> tuple[str, Fraction] | None:
    """A reading that differs in one value and leaves the house its edge."""
    for option in card.readings:
        for value in option.choices:
            if value == chosen[option.name]:
                continue
            other = dict(chosen) | {option.name: value}
            for found in price(card, Selection(other, entry.terms.table, entry.terms.wager)).wagers:
                if found.play == entry.play and found.house_edge is not None and found.house_edge >= 0:
                    return f"{option.name} {value}", found.house_edge
    return None


def _unposted(card: Card) -> Iterator[Finding]:
    odds = price(card)
    for entry in odds.wagers:
        if not entry.terms.has_rule:
            yield Finding(
                "fault",
                "no-rule",
                entry.terms.wager,
                f"{entry.terms.name}: the document gives neither a rule nor a pay; it cannot be priced or bet.",
                (),
                entry.terms.name,
                "For {wagers} the document gives neither a rule nor a pay; they cannot be priced or bet.",
            )
        elif not entry.posted and entry.hit and entry.fair_pay:
            yield Finding(
                "fault",
                "not-posted",
                entry.terms.wager,
                f"{entry.terms.name}: no pay is posted. It wins with probability {percent(entry.hit)}; "
                f"the fair pay is {large(entry.fair_pay)} to 1. It cannot be bet until a pay is posted.",
            )
    without = list(dict.fromkeys(e.terms.name for e in odds.wagers if e.terms.envy_is_named and e.terms.envy is None))
    if without:
        yield Finding(
            "fault",
            "envy-not-posted",
            "",
            f"The document names a dealer envy and posts no amount for {len(without)} wagers ({without[0]} …).",
        )


def _low_returns(card: Card, priced: Priced, floor: Fraction) -> Iterator[Finding]:
    """Returns below the floor under the play that loses least, at the defaults and each reading."""
    seen: set[tuple[str, str, Fraction]] = set()
    for chosen, entries in priced:
        best: dict[tuple[str, str], WagerOdds] = {}
        tables = _tables(entries)
        for entry in entries:
            key = (entry.terms.wager, entry.terms.table)
            if entry.house_edge is not None and (key not in best or entry.house_edge < (best[key].house_edge or 0)):
                best[key] = entry
        for (wager, table), entry in best.items():
            returned, edge = entry.player_return, entry.house_edge
            if returned is None or edge is None or returned >= floor or (wager, table, returned) in seen:
                continue
            seen.add((wager, table, returned))
            yield Finding(
                "warning",
                "low-return",
                wager,
                f"{_title(entry, tables[wager])} returns {percent(returned, 2)} {_under(_changed(card, chosen))}, "
                f"below the floor of {percent(floor, 2)}.",
                ((_changed(card, chosen), edge),),
                _title(entry, tables[wager]),
                f"{{wagers}} return less than the floor of {percent(floor, 2)} {_under(_changed(card, chosen))}.",
            )


def _mixed_units(card: Card) -> Iterator[Finding]:
    units: dict[str, str] = {}
    for terms in card.terms():
        for line in terms.lines:
            if line.pay is not None and line.pay.net > 0:
                units.setdefault(line.pay.unit, terms.name)
    if len(units) > 1:
        yield Finding(
            "warning",
            "mixed-units",
            "",
            f"Some pays are to 1 ({units['to']}) and some for 1 ({units['for']}); players will read one as the other.",
        )


def _readings(card: Card, priced: Priced) -> Iterator[Finding]:
    for option in card.readings:
        prices = _reading_prices(card, option, priced)
        spread = _spread(prices)
        yield Finding("note", "reading", "", f"{option.name}: {option.about}{spread}", prices)


def _spread(prices: tuple[tuple[str, Fraction | None], ...]) -> str:
    edges = [edge for _, edge in prices if edge is not None]
    if not edges:
        return " It changes no house edge."
    return f" The house edge lies between {percent(min(edges), 2)} and {percent(max(edges), 2)}."


def _reading_prices(card: Card, option: Option, priced: Priced) -> tuple[tuple[str, Fraction | None], ...]:
    """The edges under each value of a reading, where the value makes a difference."""
    lookup = {tuple(chosen.items()): entries for chosen, entries in priced}
    for chosen, _ in priced:
        if chosen[option.name] != option.default:
            continue
        rows: list[tuple[str, Fraction | None]] = []
        variants = [lookup[tuple((chosen | {option.name: value}).items())] for value in option.choices]
        tables = _tables(variants[0])
        rest = {name: value for name, value in chosen.items() if name != option.name}
        others = [f"{name} {value}" for name, value in rest.items() if value != card.options[name].default]
        for same in zip(*variants, strict=True):
            edges = {(entry.house_edge, entry.house_edge_with_envy) for entry in same}
            if len(edges) == 1:
                continue
            for value, entry in zip(option.choices, same, strict=True):
                label = ", ".join([_title(entry, tables[entry.terms.wager]), f"{option.name} {value}", *others])
                differs = len({edge for edge, _ in edges}) > 1
                shown = entry.house_edge if differs else entry.house_edge_with_envy
                rows.append((label if differs else f"{label}, with envy", shown))
        if rows:
            return tuple(rows)
    return ()


def _play(card: Card) -> Iterator[Finding]:
    """How far the edge moves with the player's skill."""
    by_wager: dict[tuple[str, str], list[WagerOdds]] = {}
    for entry in price(card).wagers:
        if entry.play != "none" and entry.house_edge is not None:
            by_wager.setdefault((entry.terms.wager, entry.terms.table), []).append(entry)
    tables = _tables([entry for entries in by_wager.values() for entry in entries])
    for (wager, table), entries in by_wager.items():
        name = entries[0].terms.name + (f" (table {table})" if tables[wager] > 1 else "")
        edges = [entry.house_edge or Fraction(0) for entry in entries]
        pairs = zip(edges, entries, strict=True)
        told = ", ".join(f"{percent(edge, 2)} {_spoken(entry.play)}" for edge, entry in pairs)
        moved = percent(max(edges) - min(edges), 2)
        prices = tuple((f"play {entry.play}", entry.house_edge) for entry in entries)
        sentence = f"{name}: skill moves the house edge by {moved}: {told}."
        several = "Skill moves the house edge of {wagers}."
        yield Finding("note", "play", wager, sentence, prices, name, several)


def _spoken(play: str) -> str:
    return {
        "best": "against the best play",
        "never": "if no offer is taken",
        "first": "if the first pay offered is taken",
    }.get(play, f"played {play}")


def _envy(card: Card, priced: Priced) -> Iterator[Finding]:
    """What envy costs: as the card stands, and under other options where it leaves the house less than nothing."""
    default = card.settled()
    seen: set[tuple[str, str, str, Fraction]] = set()
    for chosen, entries in priced:
        under = "" if chosen == default else f" {_under(_changed(card, chosen))}"
        for entry in entries:
            edge, with_envy = entry.house_edge, entry.house_edge_with_envy
            if edge is None or with_envy is None or edge == with_envy or (chosen != default and with_envy >= 0):
                continue
            key = (entry.terms.wager, entry.terms.table, entry.play, with_envy)
            if key in seen:
                continue
            seen.add(key)
            play = f", play {entry.play}" if entry.play != "none" else ""
            title = f"{entry.terms.name} (table {entry.terms.table}{play})"
            lost = f"After envy the house loses on {{wagers}}{under}."
            yield Finding(
                "warning" if with_envy < 0 else "note",
                "envy",
                entry.terms.wager,
                f"{title}: after envy the house keeps {percent(with_envy, 2)} instead of {percent(edge, 2)}{under}.",
                (("without envy", edge), ("with envy", with_envy)),
                title,
                lost if with_envy < 0 else "Envy takes a part of what the house keeps on {wagers}.",
            )
