"""Progress on stderr: a bar on a terminal, and an estimate of the time left once it means something."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

WAIT_SECONDS = 2.0
"""What is over sooner shows no progress."""
WINDOW_SECONDS = 10.0
"""The speed is that of the last seconds: what is compiled or warmed up first does not count for long."""
TELLING_SECONDS = 2.0
"""The speed of a shorter time says nothing."""


class Pace:
    """The time left, from the speed of the last seconds."""

    def __init__(self) -> None:
        self.seen: deque[tuple[float, float]] = deque()

    def left(self, at: float, done: float, total: float | None) -> float | None:
        """How many seconds are left; None until that means something.

        >>> pace = Pace()
        >>> pace.left(0.0, 0, 100), pace.left(1.0, 10, 100), pace.left(4.0, 40, 100)
        (None, None, 6.0)
        """
        self.seen.append((at, done))
        while len(self.seen) > 2 and at - self.seen[1][0] > WINDOW_SECONDS:
            self.seen.popleft()
        first_at, first_done = self.seen[0]
        if total is None or at - first_at < TELLING_SECONDS or done <= first_done:
            return None
        return (total - done) * (at - first_at) / (done - first_done)


@contextmanager
def progress_bar(title: str, total: float | None = None) -> Iterator[Callable[[float], None]]:
    """A bar on stderr, on a terminal only and only for what takes a while: call it with how much is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from rackcard.cli.common import is_quiet
    from rackcard.wording.simulation import time_left

    console = Console(stderr=True)
    if is_quiet() or not console.is_terminal:
        yield lambda done: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"), TimeElapsedColumn())
    bar, pace, start, shown = Progress(*columns, console=console, transient=True), Pace(), monotonic(), 0.0
    task = bar.add_task(title, total=total, left="")

    def show(done: float) -> None:
        nonlocal shown
        elapsed = monotonic() - start
        if elapsed < WAIT_SECONDS or elapsed - shown < 0.1:
            return
        if not shown:
            bar.start()
        shown = elapsed
        bar.update(task, completed=done, left=time_left(pace.left(elapsed, done, total)))

    try:
        yield show
    finally:
        bar.stop()


def tracked(items: Iterable[T], title: str) -> Iterator[T]:
    """Items one after another, with a bar that follows them."""
    with progress_bar(title, len(items) if isinstance(items, Sized) else None) as show:
        for number, item in enumerate(items):
            show(number)
            yield item
