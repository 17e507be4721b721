"""Evidence of a round, checked as one who was handed it may."""

from collections.abc import Mapping
from typing import Any

from rackcard.table.log.codec import canonical, link


def verify_evidence(found: Mapping[str, Any]) -> bool:
    """Whether every entry has the hash that follows from it and from the hash before it."""
    return all(
        link(
            one["previous"],
            {"table": found["table"], **{name: one[name] for name in ("seq", "at", "by", "key")}},
            canonical(one["event"]),
        )
        == one["hash"]
        for one in found["entries"]
    )
