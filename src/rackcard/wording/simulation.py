"""What the simulation says: why a run cannot be done as asked, warnings along the way, and the verdict."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rackcard.wording.sentence import Facts, fill

REFUSALS = {
    "bad-number": "{name} must be a whole number, not {value!r}",
    "unknown-engine": "unknown engine {engine}; expected one of: {engines:list}",
    "unsupported": "{option} does not work with the {engine} engine; engines that support it: {engines:list}",
    "several-limits": "{named[until_error]} sets the number of rounds; leave out {named[rounds]} and {named[seconds]}, "
    "or leave it out",
    "part-without-out": "a part is written to a file; give {named[out]}, such as part-3.json",
    "out-without-part": "{named[out]} is for a part of a run; give {named[part]} too, or leave it out",
    "bad-part": "{named[part]} {part} is out of range; expected a part of a whole, as in 3/100, of at most "
    "{most:,} parts",
    "part-by-time": "a part has a number of rounds; leave out {named[seconds]}",
    "too-many-parts": "{rounds:,} rounds make at most {most:n part}, not {parts:,}; ask for more rounds or fewer parts",
    "no-part": "there is no file {path}",
    "not-a-part": "{path} is not a part of a simulation; write one with rackcard simulate CARD --part 1/4 --out FILE",
    "damaged-part": "one of the parts is damaged; run them again",
    "other-program": "these parts were played by a different version of rackcard; run them again",
    "other-part.version": "{path} and {other} were written in different formats; run the older one again",
    "other-part.card": "{path} is a part of {found} and {other} is a part of {first}; merge parts of one run",
    "other-part.sha256": "{path} and {other} are parts of different texts of the card; merge parts of one run",
    "other-part.house": "{path} and {other} are parts under different house rules; merge parts of one run",
    "other-part.options": "{path} has options {found} and {other} has {first}; merge parts of one run",
    "other-part.wager": "{path} plays wager {found} and {other} plays {first}; merge parts of one run",
    "other-part.table": "{path} plays pay table {found} and {other} plays {first}; merge parts of one run",
    "other-part.readings": "one of {path} and {other} plays every reading and one does not; merge parts of one run",
    "other-part.chance": "{path} and {other} were played with different weights; merge parts of one run",
    "other-part.play": "{path} and {other} were played by different policies; merge parts of one run",
    "other-part.dealing": "{path} and {other} deal the shoe differently; merge parts of one run",
    "other-part.against": "{path} and {other} are compared with different cards; merge parts of one run",
    "other-part.seed": "{path} has seed {found} and {other} has seed {first}; merge parts of one run",
    "other-part.rounds": "{path} is a part of {found:list} rounds and {other} of {first:list}; merge parts of one run",
    "other-part.programs": "{path} and {other} play different programs; merge parts of one run",
    "other-part.parts": "{path} is one of {found:n part} and {other} is one of {first:n part}; merge parts of one run",
    "repeated-part": "{path} and {other} are both part {part}; leave one of them out",
    "missing-parts": "of {parts:n part} these are missing: {missing:list}; run them, and merge all",
    "missing-parts.many": "of {parts:n part} these are missing: {missing:list} and {more:,} more; run them first",
    "bad-rounds": "the {engine} engine plays 1 to {maximum:,} rounds, not {rounds:,}",
    "bad-seconds": "{named[seconds]} must be greater than 0 and at most {maximum:,}",
    "bad-error": "{named[until_error]} must be greater than 0 and less than {maximum:,}",
    "small-error": "a standard error of {error} takes {rounds:.1e} rounds; the maximum is {maximum:,}",
    "bad-seed": "{named[seed]} must be a whole number from 0 to {maximum:,}",
    "bad-workers": "{named[workers]} must be a whole number from 1 to {maximum:,}",
    "no-rule": "card {card} has no wager with a rule to simulate",
    "no-shoe": "a burn card and a cut card need a shoe; {card} is a {game} card",
    "turns-over-hands": "wager {wager} cannot be simulated: its stake stays up over several {units}; choose others "
    "with {named[wager]}",
    "no-comparison": "{against} has no wager {wager} at pay table {table} to compare with; choose other wagers with "
    "{named[wager]}, {named[table]} or {named[options]}",
    "no-comparison.options": "{against} has no wager {wager} at pay table {table} with {options:list} to compare with; "
    "choose other wagers with {named[wager]}, {named[table]} or {named[options]}",
    "unknown-play": "unknown play {play}; expected one of: {plays:list}, or the path of a policy file",
    "long-policy": "policy file {path} is larger than {maximum:,} bytes",
    "not-a-policy": "{path} is not a policy file; write one with rackcard strategy CARD --json",
    "policy-count": "{path}: the counts of {state} must be whole numbers, 0 or more",
    "policy-take": "{path}: take must be true or false in {state}, not {take}",
    "policy-conflict": "{path}: {offer} is both taken and declined in {state}; give one decision",
    "policy-two-offers": "{path}: {offers:and} are both taken in {state}; take one",
    "policy-without-wager": "the policy file has no decisions for {wager} at pay table {table}; add them, or choose "
    "other wagers with {named[wager]} and {named[table]}",
    "policy-offer": "the policy file takes {offer} on {wager}; expected one of: {offers:list}",
    "policy-state": "the policy file names {state}, which {wager} never reaches; remove it",
    "policy-state-offer": "the policy file has a decision on {offer} in {state}, where {wager} does not offer it; "
    "expected one of: {offers:list}",
    "policy-state-offer.none": "the policy file has a decision on {offer} in {state}, where {wager} makes no offer; "
    "remove it",
    "long-checkpoint": "{path} holds {rounds:,} rounds, more than the {requested:,} requested; request {rounds:,} or "
    "more, or use another file",
    "not-a-checkpoint": "{path} is not a saved simulation; use another file",
    "damaged-checkpoint": "{path} is damaged; use another file",
    "other-checkpoint.rackcard": "{path} was saved by another program; use another file",
    "other-checkpoint.version": "{path} was saved in another format; use another file",
    "other-checkpoint.card": "{path} is a run of another card ({found}); use another file",
    "other-checkpoint.sha256": "{path} is a run of another text of this card; use another file",
    "other-checkpoint.seed": "{path} is a run with another seed ({found}); use another file",
    "other-checkpoint.part": "{path} is a run of another part, or of other rounds; use another file",
    "other-checkpoint.programs": "{path} is a run with other wagers, options or play; use another file",
    "not-writable": "{path} cannot be written; use another file",
    "not-writable.folder": "{path} cannot be written: folder {folder} does not exist",
    "not-writable.reason": "{path} cannot be written ({reason}); use a file in another folder",
    "no-dask": "the dask engine needs dask.distributed; install it with pip install 'rackcard[cluster]'",
    "no-scheduler": "no Dask scheduler answers at {address} ({reason}); give its address in {named[cluster]}, "
    "as in tcp://host:8786",
    "worker-import": "a worker cannot run ({reason}); install the same version of rackcard on every machine of the "
    "cluster",
    "workers-lost": "workers keep failing; try {named[workers]} 1",
    "no-gpu": "no NVIDIA GPU was found; use {named[engine]} numba",
    "gpu-error": "the GPU reported error {number} ({reason}); use {named[engine]} numba",
    "no-cuda-compiler": 'no CUDA compiler was found; install it with: pip install "rackcard[gpu]", or use '
    "{named[engine]} numba",
    "not-compiled": "{compiler} could not compile the kernel: {output}",
    "unsafe-cache": "{folder} is not a folder that only you can write to, so compiled code is not loaded from it; set "
    "RACKCARD_CACHE to a folder of your own, or use {named[engine]} numpy",
    "never-decided": "{wager} is never bet or never decided at this table",
    "wrong-payment": "the table paid {paid} for {result} on {wager}; the card says {due}",
    "not-posted": "no wager of {card} can be bet at a table, because no pay is posted",
    "no-table": "no table can be opened with {card}: {reason}",
}
"""Why a simulation is not run, by code; the part before the dot is the public code.

``named`` has the name of each argument, as Python or as the command line has it.
"""

OPTIONS = {
    "rounds": "--rounds",
    "seconds": "--seconds",
    "until_error": "--until-error",
    "seed": "--seed",
    "engine": "--engine",
    "workers": "--workers",
    "cluster": "--cluster",
    "dealing": "--burn or --cut",
    "against": "--against",
    "resume": "--resume",
    "part": "--part",
    "out": "--out",
    "wager": "--wager",
    "table": "--table",
    "options": "--set",
}
"""The options of the command line by the argument of a simulation."""
ARGUMENTS = {name: name for name in OPTIONS}
"""The arguments of a simulation as Python names them."""

NOTES = {
    "not-saved": "warning: the run could not be saved to {path}: {reason}; it continues",
    "numpy-instead": "warning: numba could not compile this run, so numpy plays it: {reason}",
}

VERDICTS = {
    "none": "Dealt to a cut card: the exact odds are those of a fresh shoe, so there is no verdict.",
    "fail": "FAIL: {wagers} cannot be explained by chance ({tests:n test}, Holm correction, significance level "
    "{alpha}).",
    "too few rounds": "Too few rounds for a verdict: no wager is expected to hit often enough yet. Play more rounds.",
}
WAGERS_NAMED_MAX = 8


def refusal(code: str, facts: Facts, named: Mapping[str, str] = ARGUMENTS) -> str:
    """The sentence of a simulation that cannot be run as asked; ``named`` is how its arguments are called.

    >>> refusal("bad-seed", {"maximum": 9}), refusal("bad-seed", {"maximum": 9}, OPTIONS)
    ('seed must be a whole number from 0 to 9', '--seed must be a whole number from 0 to 9')
    """
    if "marks" in facts:
        facts = {**facts, "state": policy_state(facts["marks"], facts["phase"])}
    if "option" in facts:
        facts = {**facts, "option": named[facts["option"]]}
    return fill(REFUSALS[code], {**facts, "named": named})


def note(code: str, facts: Facts) -> str:
    """A warning that does not end a run."""
    return fill(NOTES[code], facts)


def policy_state(marks: Mapping[str, int], phase: str | None) -> str:
    """A state of a policy file.

    >>> policy_state({"6": 2, "4": 1}, "point 8")
    'the state with 4, 6 ×2 marked in phase point 8'
    """
    marked = ", ".join(f"{mark} ×{count}" if count > 1 else mark for mark, count in sorted(marks.items()))
    state = f"the state with {marked} marked" if marked else "the state without marks"
    return state if phase is None else f"{state} in phase {phase}"


def weights_label(weights: Mapping[str, Fraction]) -> str:
    """The weights that are not the card's own, beside the usual ones.

    >>> weights_label({"7": Fraction(7, 6)})
    'weights 7 ×1.167'
    """
    named = [f"{name} ×{float(share):.4g}" for name, share in weights.items()]
    more = " …" if len(named) > 6 else ""
    return f"weights {', '.join(named[:6])}{more}" if named else "weights as given"


def setup(
    weights: Mapping[str, Fraction] | None, *, burn: bool, cut: int | None, against: tuple[str, str] | None
) -> list[str]:
    """What differs from the card as it is: weights beside the card's own, how the shoe is dealt, the exact odds used.

    >>> setup({"7": Fraction(2)}, burn=True, cut=16, against=None)
    ['weights 7 ×2', 'burn card', 'cut card at 16']
    """
    found = []
    if weights is not None:
        found.append(weights_label(weights))
    if burn:
        found.append("burn card")
    if cut is not None:
        found.append(f"cut card at {cut}")
    if against is not None:
        found.append(f"exact odds of {against[0]} {against[1][:12]}")
    return found


def title(card: str, outcomes: str, seconds: float, seed: int, details: Sequence[str]) -> str:
    """The heading of a simulation: what was played, for how long, from which seed."""
    return "; ".join([f"{card}: {outcomes} in {seconds:.1f} s, seed {seed}", *details])


def rounds_by_engine(played: Mapping[str, int]) -> str:
    """How many rounds each back end played."""
    return "rounds by " + ", ".join(f"{engine} {rounds:,}" for engine, rounds in played.items())


def verdict(result: str, facts: Mapping[str, Any], *, complete: bool) -> str:
    """The verdict in a sentence or two; the facts are those of ``Simulation.verdict_facts``."""
    early = "" if complete else "Stopped early. "
    if result == "pass":
        return early + _passed(facts)
    names = facts["failed"]
    more = len(names) - WAGERS_NAMED_MAX
    wagers = ", ".join(names[:WAGERS_NAMED_MAX]) + (f" and {more} more" if more > 0 else "")
    return early + fill(VERDICTS[result], {**facts, "wagers": wagers})


def _passed(facts: Mapping[str, Any]) -> str:
    parts = [fill("PASS: {tests:n test} (Holm correction, significance level {alpha})", facts)]
    if facts["worst"] is not None:
        parts.append(fill("largest tested |z| {worst_z:.2f}, {worst}", facts))
    if facts["untested"]:
        parts.append(
            fill("z is not tested for {untested} of {wagers} wagers until every pay is expected {paying} times", facts)
        )
    return "; ".join(parts) + "."


def hits_of(name: str) -> str:
    """A wager of which hits are counted, because it posts no pay."""
    return f"{name} (hits)"


def chart_title(card: str) -> str:
    """The title of the chart of the convergence."""
    return f"{card}: convergence"


def chart_heading(card: str, details: Sequence[str], shown: int, wagers: int) -> str:
    """The heading of the chart: what its lines are, and how many of the wagers have a panel."""
    some = f" ({shown} of {wagers} wagers, those farthest from their exact value)" if shown < wagers else ""
    return "; ".join([f"{card}: running mean, 95 % interval, exact value", *details]) + some


def progress(rounds: int, rate: float, worst_z: float) -> str:
    """How far a run is, how many outcomes a second it plays, and its largest z so far.

    >>> progress(1, 870, 0.5), progress(20_000, 2.5e9, -1)
    ('1 round, 870/s, z +0.50', '20,000 rounds, 2,500 M/s, z -1.00')
    """
    speed = f"{rate:,.0f}/s" if rate < 1e6 else f"{rate / 1e6:,.0f} M/s"
    return f"{rounds:,} {'round' if rounds == 1 else 'rounds'}, {speed}, z {worst_z:+.2f}"


def time_left(seconds: float | None) -> str:
    """The time left, where it is known.

    >>> time_left(41.7), time_left(7_320), time_left(None)
    ('42 s left', '2 h 2 min left', '')
    """
    if seconds is None:
        return ""
    whole = max(0, round(seconds))
    if whole < 120:
        return f"{whole} s left"
    minutes = whole // 60
    return f"{minutes} min left" if minutes < 120 else f"{minutes // 60:,} h {minutes % 60} min left"


def progress_note(line: str, seconds_left: float | None) -> str:
    """The same for a log file, with the time left once it is known."""
    return ", ".join(filter(None, (line, time_left(seconds_left))))
