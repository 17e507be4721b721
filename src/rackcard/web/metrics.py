"""Counters, gauges and histograms in the text format that Prometheus reads."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of the classes of a histogram."""

Labels = tuple[tuple[str, str], ...]


def _labelled(name: str, labels: Labels) -> str:
    inner = ",".join(f'{key}="{_escaped(value)}"' for key, value in labels)
    return f"{name}{{{inner}}}" if inner else name


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


@dataclass
class Counter:
    """A number that only grows, by labels."""

    values: dict[Labels, float] = field(default_factory=dict)

    def lines(self, name: str) -> Iterator[str]:
        for labels, value in sorted(self.values.items()):
            yield f"{_labelled(name, labels)} {value:g}"


@dataclass
class Histogram:
    """How many took at most so long, by labels."""

    classes: dict[Labels, list[int]] = field(default_factory=dict)
    sums: dict[Labels, float] = field(default_factory=dict)

    def lines(self, name: str) -> Iterator[str]:
        for labels, counts in sorted(self.classes.items()):
            total = 0
            for bound, count in zip((*map(str, SECONDS), "+Inf"), counts, strict=True):
                total += count
                yield f"{_labelled(f'{name}_bucket', (*labels, ('le', bound)))} {total}"
            yield f"{_labelled(f'{name}_sum', labels)} {self.sums[labels]:g}"
            yield f"{_labelled(f'{name}_count', labels)} {total}"


class Metrics:
    """What a server counts about itself; each metric is named with what it means."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._about: dict[str, tuple[str, str]] = {}
        self._counters: dict[str, Counter] = {}
        self._histograms: dict[str, Histogram] = {}
        self._gauges: dict[str, Callable[[], float]] = {}

    def counter(self, name: str, about: str) -> None:
        self._about[name] = ("counter", about)
        self._counters[name] = Counter()

    def histogram(self, name: str, about: str) -> None:
        self._about[name] = ("histogram", about)
        self._histograms[name] = Histogram()

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """A value that is looked up when it is asked for; while it cannot be read, it is left out."""
        self._about[name] = ("gauge", about)
        self._gauges[name] = read

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Count something."""
        key, values = tuple(sorted(labels.items())), self._counters[name].values
        with self._lock:
            values[key] = values.get(key, 0) + amount

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """Note how long something took."""
        key, found = tuple(sorted(labels.items())), self._histograms[name]
        place = bisect_left(SECONDS, seconds)
        with self._lock:
            counts = found.classes.setdefault(key, [0] * (len(SECONDS) + 1))
            counts[place] += 1
            found.sums[key] = found.sums.get(key, 0.0) + seconds

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        for name, (kind, about) in self._about.items():
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            if name in self._gauges:
                with suppress(Exception):  # such as one of a database that is away: the others are wanted then
                    lines.append(f"{name} {self._gauges[name]():.15g}")
                continue
            found = self._counters.get(name) or self._histograms[name]
            with self._lock:
                lines += found.lines(name)
        return "\n".join(lines) + "\n"
