"""Periods: from one moment on, before another."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from rackcard.table.state import Refusal

_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,6})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?"
)


@dataclass(frozen=True)
class Period:
    """From one moment on, before another; either may be left open."""

    since: datetime | None = None
    until: datetime | None = None

    def holds(self, at: str) -> bool:
        """Whether a time that the log has written is in the period."""
        if self.since is None and self.until is None:
            return True
        moment = moment_of(at)
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)

    def overlaps(self, first: str, last: str) -> bool:
        """Whether something from one time that the log has written to another may be in the period."""
        starts, ends = moment_of(first), moment_of(last)
        return (self.since is None or self.since <= ends) and (self.until is None or starts < self.until)


def moment_of(at: str) -> datetime:
    """A time that the log has written."""
    return _aware(datetime.fromisoformat(at))


def read_period(since: str | None = None, until: str | None = None) -> Period:
    """A period as people write it: ISO 8601, with an offset or else in UTC.

    >>> read_period("2026-11-15T20:00+02:00").holds("2026-11-15T18:00:00.000+00:00")
    True
    """
    start, end = (None if text is None else _moment(name, text) for name, text in (("since", since), ("until", until)))
    if start is not None and end is not None and start > end:
        raise Refusal("bad-period", since=since, until=until)
    return Period(start, end)


def _moment(name: str, text: str) -> datetime:
    try:
        if _TIME.fullmatch(text):
            return _aware(datetime.fromisoformat(text))
    except ValueError:
        pass
    shown = text[:40].encode("ascii", "backslashreplace").decode()
    raise Refusal("bad-time.plus" if " " in text else "bad-time", field=name, value=shown)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
