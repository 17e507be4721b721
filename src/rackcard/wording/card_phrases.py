"""Conditions as a card writes them: for marks, models and what a payment was for."""

from rackcard.games.conditions import Exactly, Happened, Pattern, Streak


def phrase(condition: Happened | Exactly | Streak | Pattern) -> str:
    """A condition on events in the language of cards."""
    match condition:
        case Happened(event, times):
            return event.words + (f" {times} times" if times > 1 else "")
        case Exactly(event, times):
            return f"{event.words} exactly {times} times" if times else f"no {event.words}"
        case Streak(event, times):
            return f"{event.words} {times} times in a row"
        case Pattern(events, at_once):
            joints = (" then at once " if soon else " then " for soon in at_once)
            return events[0].words + "".join(j + event.words for j, event in zip(joints, events[1:], strict=True))
