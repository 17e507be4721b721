"""The PRISM model of a wager: the machine's registers as variables, its rules as commands.

A wager with offers becomes a decision process, any other a Markov chain. The model is written from the
registers, not from explored states, so a model checker proves the rules as well as the arithmetic.
"""

from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations, pairwise
from typing import assert_never

from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.device import Chance
from rackcard.games.game import Event
from rackcard.machine import Bet, Effect, Register
from rackcard.machine.automaton import events_of
from rackcard.machine.explore import letter_weights, starts
from rackcard.machine.registers import Tracker
from rackcard.odds.course import BEFORE, Course, Place, course_of


def model(bet: Bet, law: Mapping[Hashable, int]) -> str:
    """The model's text.

    Properties to ask: ``P=? [ F "result_0" ]``, ``R{"rolls"}=? [ F "decided" ]``, ``R{"return"}=? [ F "paid" ]``
    (``Pmax`` and ``Rmax`` where there are offers).
    """
    return course_model(course_of(bet), law) if bet.turns else _Writer(bet, law).text()


def model_of(bet: Bet, chance: Chance) -> str:
    """The model under a chance, with the law of what the wager looks at."""
    watched = course_of(bet).watched if bet.turns else bet.machine.watched
    return model(bet, chance.law_of(watched))


class _Writer:
    def __init__(self, bet: Bet, law: Mapping[Hashable, int]) -> None:
        self.bet, self.machine, self.law = bet, bet.machine, law
        self.names = {register: f"r{i}" for i, register in enumerate(self.machine.registers)}
        self.played = self.names[self.machine.played] if self.machine.played is not None else None
        self.phase = self.names[self.machine.registers[0]] if self.machine.has_phase else None
        self.spins = [self.names[register] for register in self.machine.spins]
        by_result: dict[int, list[int]] = {}
        for state, result in sorted(self.machine.foregone.items()):
            by_result.setdefault(result, []).append(state)
        self.foregone = by_result
        self.can_be_off = bool(by_result) and self.machine.has_phase and self.machine.works is not None

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
            *(["  begun : bool init false; // whether the wager has been bet"] if machine.begins else []),
            *(["  counted : bool init false; // whether the last roll counted"] if self.can_be_off else []),
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
        can = "" if machine.takes_first else " & !can_{j}"
        open_lines = [
            f"(is_{i}" + "".join(f" & !is_{j}" + can.format(j=j) for j in range(i)) + ")" for i in range(count)
        ]
        none_left = "(" + " & ".join(f"!is_{i} & !can_{i}" for i in range(count)) + ")"
        lines += self.foregone_formulas()
        foregone = ["foregone"] if self.foregone else []
        settled = " | ".join(["over", *([] if machine.settles_at_end else open_lines), none_left, *foregone])
        lines.append(f"formula settled = {settled};")
        lines.append(f"formula decided = settled{' | taken>0' if machine.claims else ''};")
        for i in range(count):
            earlier = "".join(f" & !is_{j}" for j in range(i))
            lines.append(f"formula result_{i} = {taken} & settled & {self.or_foregone(i, f'is_{i}{earlier}')};")
        nothing = " & ".join(f"!is_{j}" for j in range(count))
        lines.append(f"formula result_{count} = {taken} & settled & {self.or_foregone(count, nothing)};")
        for i, claim in enumerate(machine.claims):
            unless = f" & !({self.holds(claim.unless)})" if claim.unless is not None else ""
            lines.append(f"formula offered_{i} = {self.holds(claim.when)}{unless};")
            lines.append(f"formula result_{machine.claim_result(i)} = taken={i + 1};")
        return lines

    def foregone_formulas(self) -> list[str]:
        """The states in which the lines are open and only one result can come, by result."""
        if not self.foregone:
            return []
        guard = "!over & counted" if self.can_be_off else "!over"
        lines = [
            f"formula foregone_{result} = {guard} & ({' | '.join(map(self.is_state, states))});"
            for result, states in self.foregone.items()
        ]
        every = " | ".join(f"foregone_{result}" for result in self.foregone)
        return [*lines, f"formula foregone = {every};"]

    def is_state(self, state: int) -> str:
        return "(" + " & ".join(f"{name}={register.read(state)}" for register, name in self.names.items()) + ")"

    def or_foregone(self, result: int, settled: str) -> str:
        """When a result is the one settled: by its lines, or as the only one that can still come."""
        if not self.foregone:
            return settled
        by_lines = f"(!foregone & {settled})"
        return f"({by_lines} | foregone_{result})" if result in self.foregone else by_lines

    def commands(self) -> list[str]:
        machine = self.machine
        weights = letter_weights(machine, self.law)
        total = sum(weights)
        commands = []
        for phase in range(machine.phases):
            up = "begun & !decided" if machine.begins else "!decided"
            guard = f"{up} & {self.phase}={phase}" if self.phase else up
            updates = [
                f"{weight}/{total} : {self.update(effects[phase])}"
                for (_, effects), weight in zip(machine.letters, weights, strict=True)
                if weight
            ]
            commands.append(f"  [roll] {guard} ->\n      " + "\n    + ".join(updates) + ";")
        if machine.begins:
            shares = starts(machine, self.law).items()
            begin = " + ".join(f"{share} : ({self.phase}'={phase}) & (begun'=true)" for phase, share in shares)
            commands.insert(0, f"  [bet] !begun -> {begin};")
        commands.append("  [pay] decided & !paid -> (paid'=true);")
        for i in range(len(machine.claims)):
            commands.append(f"  [take_{i}] !decided & offered_{i} -> (taken'={i + 1});")
        return commands

    def update(self, effect: Effect) -> str:
        machine = self.machine
        parts = []
        if self.phase:
            parts.append(f"({self.phase}'={effect.phase})")
        if self.can_be_off:
            parts.append(f"(counted'={'true' if effect.counts else 'false'})")
        if effect.counts:
            if self.played and machine.played is not None:
                parts.append(self.raised(self.played, machine.played))
            if effect.number:
                for place, name in enumerate(self.spins):
                    parts.append(f"({name}'={self.filled(place)}?{effect.number}:{name})")
            counters = list(machine.counters.values())
            parts += [self.raised(self.names[counters[i]], counters[i]) for i in effect.counters]
            parts += [self.moved(tracker, effect) for tracker in machine.trackers.values()]
            if machine.ends.outcomes is None or effect.ends:
                over = "true" if effect.ends else "over"
            else:
                over = f"({self.played}+1>={machine.ends.outcomes})" if self.played else "true"
            if over != "over":
                parts.append(f"(over'={over})")
        return " & ".join(parts) or "true"

    def filled(self, count: int) -> str:
        """That exactly so many places of the sequence are filled; an empty one is 0."""
        before = [f"{self.spins[count - 1]}>0"] if count else []
        return "(" + " & ".join([*before, f"{self.spins[count]}=0"]) + ")"

    @staticmethod
    def raised(name: str, register: Register) -> str:
        return f"({name}'=min({name}+1,{register.size - 1}))"

    # ---- conditions
    def holds(self, condition: Condition) -> str:
        match condition:
            case Happened(event, times):
                return f"{self.counter(event)}>={times}"
            case Different():
                return f"{self.seen(condition)}>={condition.at_least}"
            case Several(parts, wanted):
                return self.enough(map(self.holds, parts), wanted)
            case Exactly(event, times):
                return f"(over & {self.counter(event)}={times})"
            case Streak() | Pattern():
                tracker = self.machine.trackers[condition]
                return "(" + " | ".join(f"{self.names[tracker.register]}={value}" for value in tracker.held) + ")"
            case Played(outcomes):
                return f"{self.played}>={outcomes}" if outcomes else "true"
            case Sequence(places):
                return f"({self.spins[max(places) - 1]}>0 & {self.related(condition, len(places))})"
            case _:
                assert_never(condition)

    def possible(self, condition: Condition) -> str:
        """Whether a condition that does not hold yet still can."""
        horizon = self.machine.ends.outcomes
        left = f"+{horizon}-{self.played or '0'}" if horizon is not None else None
        match condition:
            case Several(parts, wanted):
                either = (f"({self.holds(part)} | {self.possible(part)})" for part in parts)
                return self.enough(either, wanted)
            case Exactly(event, times):
                enough = f" & {self.counter(event)}{left}>={times}" if left else ""
                return f"({self.counter(event)}<={times}{enough})"
            case Streak() | Pattern():
                return self.tracker_possible(condition, left)
            case Happened(event, times):
                return f"{self.counter(event)}{left}>={times}" if left else "true"
            case Different():
                return f"{self.seen(condition)}{left}>={condition.at_least}" if left else "true"
            case Sequence(places):
                cases = []
                for count in range(max(places)):
                    known = sum(place <= count for place in places)
                    cases.append(f"({self.filled(count)} & {self.related(condition, known)})")
                return "(" + " | ".join(cases) + ")"
            case Played():
                return "true"
            case _:
                assert_never(condition)

    @staticmethod
    def enough(parts: Iterable[str], wanted: int) -> str:
        """That at least so many of some tests hold."""
        tests = list(parts)
        if wanted == 1:
            return "(" + " | ".join(tests) + ")"
        if wanted == len(tests):
            return "(" + " & ".join(tests) + ")"
        return "(" + "+".join(f"({test}?1:0)" for test in tests) + f">={wanted})"

    def tracker_possible(self, condition: Streak | Pattern, left: str | None) -> str:
        """Whether enough outcomes are left for a streak or a pattern."""
        if left is None:
            return "true"
        tracker = self.machine.trackers[condition]
        name = self.names[tracker.register]
        values = (f"({name}={value} & 0{left}>={needed})" for value, needed in enumerate(tracker.missing))
        return "(" + " | ".join(values) + ")"

    def moved(self, tracker: Tracker, effect: Effect) -> str:
        """Where an outcome leads a streak or a pattern, value by value."""
        name, own = self.names[tracker.register], effect.seen.intersection(events_of(tracker.condition))
        text = name
        for value in range(tracker.register.size):
            text = f"({name}={value}?{tracker.moves[value, own]}:{text})"
        return f"({name}'={text})"

    def counter(self, event: Event) -> str:
        return self.names[self.machine.counters[event]]

    def seen(self, condition: Different) -> str:
        return "(" + "+".join(f"({self.counter(event)}>0?1:0)" for event in condition.events) + ")"

    def related(self, sequence: Sequence, known: int) -> str:
        """What must be so of the places already filled."""
        places = [self.names[self.machine.spins[place - 1]] for place in sequence.places[:known]]
        top, ring, length = self.machine.game.top, sequence.ring, len(sequence.places)
        parts = [] if sequence.relation in ("among", "same") else [f"{place}<={top}" for place in places]
        if sequence.relation == "same":
            parts += [f"{a}={b}" for a, b in pairwise(places)]
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


def course_model(course: Course, law: Mapping[Hashable, int]) -> str:
    """The model of a stake that may go from wager to wager: every stage and state that it can come to, by number."""
    bet, total = course.stages[0], sum(law.values())
    number: dict[Place, int] = {course.first: 0}
    waiting, commands = [course.first], list[str]()
    while len(commands) < len(waiting):
        shares: dict[str, int] = {}
        for outcome, weight in law.items():
            if not weight:
                continue
            state, result = course.step(waiting[len(commands)], outcome)
            if result is None and state not in number:
                number[state] = len(waiting)
                waiting.append(state)
            update = f"(s'={number[state]})" if result is None else f"(result'={result})"
            shares[update] = shares.get(update, 0) + weight
        updates = " + ".join(f"{weight}/{total} : {update}" for update, weight in shares.items())
        here = waiting[len(commands)]
        said = f"{course.stages[here.stage].terms.name}, {here.state}" if here != BEFORE else "before the bet"
        label = "before" if here == BEFORE else "roll"
        commands.append(f"  [{label}] !decided & s={len(commands)} -> {updates}; // {said}")
    endings = course.endings
    returns = [f"  [pay] result_{i} : {1 + ending.net};" for i, ending in enumerate(endings) if ending.pay is not None]
    lines = [
        f"// {bet.card.title}: {bet.terms.name}, pay table {bet.terms.table}",
        f"// card {bet.card.id}, sha256 {bet.card.sha256}",
        *(f"// {name} = {value}" for name, value in bet.options.items()),
        "dtmc",
        "",
        f"formula decided = result<{len(endings)};",
        *(f"formula result_{i} = result={i};" for i in range(len(endings))),
        "",
        "module wager",
        f"  s : [0..{len(waiting) - 1}] init 0;",
        f"  result : [0..{len(endings)}] init {len(endings)};",
        "  paid : bool init false;",
        *commands,
        "  [pay] decided & !paid -> (paid'=true);",
        "endmodule",
        "",
        'label "decided" = decided;',
        *(f'label "result_{i}" = result_{i}; // {ending.label}' for i, ending in enumerate(endings)),
        'label "paid" = paid;',
        "",
        'rewards "rolls"',
        "  [roll] true : 1;",
        "endrewards",
        *(["", 'rewards "return"', *returns, "endrewards"] if len(returns) == len(endings) else []),
    ]
    return "\n".join(lines) + "\n"
