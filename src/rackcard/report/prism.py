"""The PRISM model of a wager: the machine's registers as variables, its rules as commands.

A wager with offers becomes a decision process, any other a Markov chain. The model is written from the
registers, not from explored states, so a model checker proves the rules as well as the arithmetic.
"""

from collections.abc import Hashable, Mapping
from itertools import combinations, pairwise

from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Played, Sequence
from rackcard.games.game import Event
from rackcard.machine import Bet, Effect, Register
from rackcard.machine.explore import letter_weights


def model(bet: Bet, law: Mapping[Hashable, int]) -> str:
    """The model's text.

    Properties to ask: ``P=? [ F "result_0" ]``, ``R{"rolls"}=? [ F "decided" ]``, ``R{"return"}=? [ F "paid" ]``
    (``Pmax`` and ``Rmax`` where there are offers).
    """
    return _Writer(bet, law).text()


class _Writer:
    def __init__(self, bet: Bet, law: Mapping[Hashable, int]) -> None:
        self.bet, self.machine, self.law = bet, bet.machine, law
        self.names = {register: f"r{i}" for i, register in enumerate(self.machine.registers)}
        self.by_name = {register.name: name for register, name in self.names.items()}

    def text(self) -> str:
        machine, bet = self.machine, self.bet
        kind = "mdp" if machine.claims else "dtmc"
        lines = [
            f"// {bet.card.title}: {bet.terms.name}, pay table {bet.terms.table}",
            f"// card {bet.card.id}, sha256 {bet.card.sha256}",
            *(f"// {name} = {value}" for name, value in bet.options.items()),
            kind,
            "",
            *self.formulas(),
            "",
            "module wager",
            *(f"  {name} : [0..{register.size - 1}] init 0; // {register.name}"
              for register, name in self.names.items()),
            "  over : bool init false;",
            "  paid : bool init false;",
            *(["  taken : [0.." + str(len(machine.claims)) + "] init 0;"] if machine.claims else []),
            *self.commands(),
            "endmodule",
            "",
            'label "decided" = decided;',
            *(f'label "result_{i}" = result_{i}; // {result.label}' for i, result in enumerate(bet.results)),
            "",
            'label "paid" = paid;',
            "",
            'rewards "rolls"',
            "  [roll] true : 1;",
            "endrewards",
            *self.returns(),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    def returns(self) -> list[str]:
        """What the wager returns, the stake counted, where every pay is posted."""
        if any(result.pay is None for result in self.bet.results):
            return []
        lines = [f"  [pay] result_{i} : {1 + result.net};" for i, result in enumerate(self.bet.results)]
        return ["", 'rewards "return"', *lines, "endrewards"]

    # ---- rules
    def formulas(self) -> list[str]:
        machine = self.machine
        count = len(machine.lines)
        taken = "taken=0" if machine.claims else "true"
        lines = []
        for i, condition in enumerate(machine.lines):
            lines.append(f"formula is_{i} = {self.holds(condition)};")
            lines.append(f"formula can_{i} = !over & ({self.possible(condition)});")
        open_lines = [f"(is_{i}" + "".join(f" & !is_{j} & !can_{j}" for j in range(i)) + ")" for i in range(count)]
        none_left = "(" + " & ".join(f"!is_{i} & !can_{i}" for i in range(count)) + ")"
        settled = " | ".join(["over", *([] if machine.settles_at_end else open_lines), none_left])
        lines.append(f"formula settled = {settled};")
        lines.append(f"formula decided = settled{' | taken>0' if machine.claims else ''};")
        for i in range(count):
            earlier = "".join(f" & !is_{j}" for j in range(i))
            lines.append(f"formula result_{i} = {taken} & settled & is_{i}{earlier};")
        nothing = "".join(f" & !is_{j}" for j in range(count))
        lines.append(f"formula result_{count} = {taken} & settled{nothing};")
        for i, claim in enumerate(machine.claims):
            unless = f" & !({self.holds(claim.unless)})" if claim.unless is not None else ""
            lines.append(f"formula offered_{i} = {self.holds(claim.when)}{unless};")
            lines.append(f"formula result_{machine.claim_result(i)} = taken={i + 1};")
        return lines

    def commands(self) -> list[str]:
        machine = self.machine
        weights = letter_weights(machine, self.law)
        total = sum(weights)
        commands = []
        for phase in range(machine.phases):
            guard = f"!decided & {self.by_name['phase']}={phase}" if machine.has_phase else "!decided"
            updates = [
                f"{weight}/{total} : {self.update(effects[phase])}"
                for (_, effects), weight in zip(machine.letters, weights, strict=True)
                if weight
            ]
            commands.append(f"  [roll] {guard} ->\n      " + "\n    + ".join(updates) + ";")
        commands.append("  [pay] decided & !paid -> (paid'=true);")
        for i in range(len(machine.claims)):
            commands.append(f"  [take_{i}] !decided & offered_{i} -> (taken'={i + 1});")
        return commands

    def update(self, effect: Effect) -> str:
        machine = self.machine
        parts = []
        if machine.has_phase:
            parts.append(f"({self.by_name['phase']}'={effect.phase})")
        if effect.counts:
            played = self.by_name.get("played")
            if played:
                parts.append(self.raised(played, next(r for r in machine.registers if r.name == "played")))
            if effect.number:
                for place, spin in enumerate(machine.spins):
                    name = self.names[spin]
                    parts.append(f"({name}'={played}={place}?{effect.number}:{name})")
            counters = list(machine.counters.values())
            parts += [self.raised(self.names[counters[i]], counters[i]) for i in effect.counters]
            if isinstance(machine.ends, Event):
                over = "true" if effect.ends else "over"
            else:
                over = f"({played}+1>={machine.ends})" if played else "true"
            if over != "over":
                parts.append(f"(over'={over})")
        return " & ".join(parts) or "true"

    @staticmethod
    def raised(name: str, register: Register) -> str:
        return f"({name}'=min({name}+1,{register.size - 1}))"

    # ---- conditions
    def holds(self, condition: Condition) -> str:
        if isinstance(condition, Happened):
            return f"{self.counter(condition.event)}>={condition.times}"
        if isinstance(condition, Different):
            return f"{self.seen(condition)}>={condition.at_least}"
        if isinstance(condition, AnyOf):
            return "(" + " | ".join(self.holds(part) for part in condition.parts) + ")"
        if isinstance(condition, Played):
            return f"{self.by_name['played']}>={condition.outcomes}"
        known = len(condition.places)
        complete = f"(over | {self.by_name['played']}>={max(condition.places)})"
        return f"({complete} & {self.related(condition, known)})"

    def possible(self, condition: Condition) -> str:
        """Whether a condition that does not hold yet still can."""
        horizon = self.machine.ends
        left = f"+{horizon}-{self.by_name.get('played', '0')}" if isinstance(horizon, int) else None
        if isinstance(condition, AnyOf):
            return "(" + " | ".join(self.possible(part) for part in condition.parts) + ")"
        if isinstance(condition, Happened):
            return f"{self.counter(condition.event)}{left}>={condition.times}" if left else "true"
        if isinstance(condition, Different):
            return f"{self.seen(condition)}{left}>={condition.at_least}" if left else "true"
        if isinstance(condition, Sequence):
            played = self.by_name["played"]
            cases = []
            for count in range(max(condition.places)):
                known = sum(place <= count for place in condition.places)
                cases.append(f"({played}={count} & {self.related(condition, known)})")
            return "(" + " | ".join(cases) + ")"
        return "true"

    def counter(self, event: Event) -> str:
        return self.names[self.machine.counters[event]]

    def seen(self, condition: Different) -> str:
        return "(" + "+".join(f"({self.counter(event)}>0?1:0)" for event in condition.events) + ")"

    def related(self, sequence: Sequence, known: int) -> str:
        """What must be so of the places already filled."""
        places = [self.names[self.machine.spins[place - 1]] for place in sequence.places[:known]]
        top, ring, length = self.machine.game.top, sequence.ring, len(sequence.places)
        parts = [f"{place}<={top}" for place in places]
        if sequence.relation in ("among", "these"):
            for place in places:
                parts.append("(" + " | ".join(f"{place}={number}" for number in sequence.numbers) + ")")
        if sequence.relation in ("these", "row"):
            parts += [f"{a}!={b}" for a, b in combinations(places, 2)]
        if sequence.relation == "apart" and known == 2:
            parts.append(_gap(places[0], places[1], sequence.gap, ring, exactly=True))
        if sequence.relation == "row" and not sequence.in_order:
            parts += [_gap(a, b, length - 1, ring, exactly=False) for a, b in combinations(places, 2)]
        if sequence.relation == "row" and sequence.in_order and places:
            parts.append("(" + " | ".join(_run(places, way, length, top, ring) for way in (1, -1)) + ")")
        return "(" + " & ".join(parts or ["true"]) + ")"


def _gap(one: str, other: str, gap: int, ring: int, *, exactly: bool) -> str:
    sign = "=" if exactly else "<="
    ways = [f"(max({one},{other})-min({one},{other}){sign}{gap})"]
    if ring:
        ways.append(f"({ring}-max({one},{other})+min({one},{other}){sign}{gap})")
    return "(" + " | ".join(ways) + ")"


def _run(places: list[str], way: int, length: int, top: int, ring: int) -> str:
    """The places rise (or fall) by one each, with room for the rest of the row."""
    steps = []
    for a, b in pairwise(places):
        step = f"{b}-{a}={way}"
        steps.append(f"({step} | {b}-{a}={-way * (ring - 1)})" if ring else f"({step})")
    if not ring:
        end = length - 1
        steps.append(f"({places[0]}+{end}<={top})" if way > 0 else f"({places[0]}-{end}>=1)")
    return "(" + " & ".join(steps or ["true"]) + ")"
