"""What a test does at the named places of a commit."""

from collections.abc import Callable

from rackcard.table.log import store as stores


def arm_crash(action: Callable[[str], None] | None) -> None:
    """Call an action at every crash point, or none any more."""
    stores._crash = action
