"""What every base game is made of: outcomes, phases, events, and how they are entered, said and shown.

An *event* is a set of (phase, outcome) pairs: "seven-out" is a 7 in any phase but the come-out. Below this room
nothing knows which game it is running; each game is one folder beside this module.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from rackcard.games.primer import Primer

if TYPE_CHECKING:
    from rackcard.games.device import Chance
    from rackcard.games.event_wording import EventWording
    from rackcard.games.glyphs import Glyph
    from rackcard.games.layout import LaidWager, Layout
    from rackcard.games.phrases import PhraseBook
    from rackcard.games.play_log import DeviceTest
    from rackcard.games.play_wording import PlayWording
    from rackcard.games.supply import Supply

Outcome = Hashable
"""What the rules know of what came: a pair of dice, a pocket, a class of hands."""
Entered = Any
"""What came as it was entered, parsed: each game has its own type for it."""
Cell = tuple[int, int]
"""The number of a phase and the number of an outcome."""


@dataclass(frozen=True)
class Event:
    """Something one outcome does, in words and as the (phase, outcome) cells that do it."""

    words: str
    cells: frozenset[Cell]
    game: str
    meaning: Hashable = field(default=None, compare=False)
    """The facts it is made of (``rackcard.games.meaning``); two events with the same words are the same."""
    test: "Callable[[Any], bool] | None" = field(default=None, compare=False, repr=False)
    """Asks an outcome by itself, in games without phases."""
    is_fine: bool = False
    """Whether it looks at more than the outcomes of the game tell apart: only its test knows."""
    made_of: Hashable = field(default=None, repr=False)
    """What an event without cells is joined of, by which two with the same words are told apart."""

    def holds(self, cell: Cell, outcome: Outcome) -> bool:
        """Whether an outcome in a phase is the event."""
        if not self.is_fine:
            return cell in self.cells
        assert self.test is not None
        return self.test(outcome)


def event(game: str, phases: int, outcomes: tuple[Any, ...], words: str, test: Callable[[int, Any], bool]) -> Event:
    """The event of all cells for which the test holds."""
    cells = (
        (phase, index)
        for phase in range(phases)
        for index, outcome in enumerate(outcomes)
        if test(phase, outcome)
    )  # fmt: skip
    return Event(words, frozenset(cells), game)


class OutcomeError(ValueError):
    """What was entered is not an outcome of the game: a code among the game's ``refusals``, and its facts.

    Where one column of a log is wrong, ``column`` is its place among the columns of the game.
    """

    def __init__(self, code: str, *, column: int = 0, **facts: object) -> None:
        self.code, self.column, self.facts = code, column, facts
        super().__init__(code)


class Game(ABC):
    """A base game; one object answers for all that the other rooms ask about it."""

    id: str
    name: str
    """As it is written in a sentence."""
    unit: str
    """What one outcome is called: roll, spin or hand."""
    verb: str
    """What brings an outcome about: roll, spin or deal."""
    outcomes: tuple[Outcome, ...]
    phases: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    """moves[phase][outcome] is the next phase; play starts in phase 0."""
    outcomes_per_hour: int
    """How many outcomes an hour at the table is assumed to bring."""
    top: int = 0
    """The highest number a sequence can hold; 0 in games without sequences."""
    unnumbered: str = ""
    """What an outcome without a number is called, in games with sequences."""
    mirror: Mapping[str, str] = {}
    """Numbers that fair chance cannot tell apart, as their names: with dice turned over, 2 is 12."""
    default_chance: str = ""
    """What a card of this game is played with where it need not say, as its phrase."""
    default_ends: int | None = None
    """After how many outcomes a wager ends where its card does not say."""
    ends_max: int = 100
    """The most outcomes after which a wager may end."""
    examples: Mapping[str, str]
    """A phrase of this game for each field that error messages and hints show one of."""
    hints: Mapping[str, str] = {}
    """What an editor shows for fields of a card that this game has phrases for."""
    refusals: Mapping[str, str]
    """The sentence for each code of an OutcomeError."""
    wording: "EventWording"
    """How its events are said."""
    play_wording: "PlayWording"
    """How it is dealt, as rules of play and dealer procedures say it."""
    windows: Mapping[str, str] = {}
    """When a wager may be bet, beside before any outcome: what follows *bet* for each window of the game's own."""
    phase_numbers: Mapping[str, int] = {}
    """The number that a phase is about, by the phase's name: the point that is on."""
    points: tuple[int, ...] = ()
    """The numbers that a phase may be about in any form of the game."""
    window_phases: Mapping[str, frozenset[int]] = {}
    """The phases in which a wager may be bet in each window that is not open in all of them."""
    window_refusals: Mapping[str, tuple[str, str]] = {}
    """Why a wager is closed outside each window of the game's own: a sentence, and its short form on the felt."""
    card_errors: Mapping[str, tuple[str, str]] = {}
    """The cause and the remedy for each code of a PhraseError that only this game raises."""
    phrases: "PhraseBook"
    nicknames: Mapping[str, str] = {}
    """What dealers and players call wagers of the base game, and the words of the wager's own name."""
    has_road: bool = False
    """Whether a bead road of the last outcomes is shown."""
    has_shooter: bool = False
    """Whether one of the players brings the outcomes about, seat after seat."""

    @property
    def primer(self) -> Primer:
        """How the game is played, as a printed card explains it."""
        return Primer()

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def units(self) -> str:
        return f"{self.unit}s"

    @property
    def void_call(self) -> str:
        """What a dealer calls when an outcome does not count: no roll, no spin, misdeal."""
        return f"no {self.unit}"

    @property
    def folder(self) -> str:
        """The game's folder in this room: its templates and scripts are there."""
        return self.id.replace("-", "_")

    @property
    def ordinary(self) -> "Game":
        """The game that this is a variant of, or the game itself: both are written in the same phrases."""
        return self

    def variant(self, device: "Chance") -> "Game":
        """The game as it is played with a device: what one brings about may have other phases."""
        return self

    # ---- outcomes
    @abstractmethod
    def parse(self, given: Any) -> Entered:
        """What a dealer entered, from JSON; an OutcomeError where it is not an outcome of the game."""

    @abstractmethod
    def to_json(self, entered: Entered) -> Any:
        """What was entered, as a log keeps it."""

    @abstractmethod
    def outcome(self, entered: Entered) -> Outcome:
        """The outcome that the rules know for what was entered."""

    def read(self, given: Any) -> Outcome:
        """The outcome that a dealer entered, from JSON."""
        return self.outcome(self.parse(given))

    @abstractmethod
    def said(self, entered: Entered) -> str:
        """What came, as it is said."""

    def call(self, entered: Entered, before: int, after: int) -> str:
        """What the dealer calls for what came, in sentences: the phase it came in, and the phase it led to."""
        return f"{self.said(entered)}."

    @abstractmethod
    def shown(self, entered: Entered) -> Mapping[str, Any]:
        """What came, for the game's own templates."""

    def entry_of(self, outcome: Outcome, random: Random) -> Any:
        """What a dealer enters for an outcome, as JSON: one of the ways in which it comes about."""
        return outcome

    def glyphs(self, entered: Entered) -> "tuple[Glyph, ...]":
        """What came, as small drawings."""
        return ()

    def label(self, outcome: Outcome) -> str:
        """An outcome by the name it has in messages and models."""
        return str(outcome)

    def short(self, outcome: Outcome) -> str:
        """An outcome in as few letters as a board of the last ones has room for."""
        return self.label(outcome)

    def kind(self, outcome: Outcome) -> str:
        """A word that tells outcomes apart for the eye: the seven, the colour, who has won."""
        return "other"

    def number(self, outcome: Outcome) -> int:
        """The number a sequence remembers, or 0 for an outcome that has none (a zero of roulette)."""
        return 0

    def code(self, outcome: Outcome) -> int:
        """The outcome's number, or one above ``top`` for each outcome that has none."""
        return self.number(outcome) or self.top + 1

    # ---- logs of real play
    log_columns: tuple[str, ...] = ()
    """The columns in which a log of real play writes outcomes."""

    def from_log(self, cells: tuple[str, ...]) -> Any:
        """What a dealer enters, as JSON, for the columns of one outcome; ``parse`` judges it."""
        raise NotImplementedError

    def device_tests(self, device: "Chance") -> "tuple[DeviceTest, ...]":
        """What a device shows with every outcome, and how likely each value is."""
        return ()

    # ---- dealing
    def supply(self, device: "Chance") -> "Supply | None":
        """What outcomes are taken from, full, where one changes the next; None where it does not."""
        return None

    def supply_from_json(self, value: Any) -> "Supply":
        """A supply from a snapshot."""
        raise NotImplementedError

    def passes(self, phase: int, outcome: Outcome) -> bool:
        """Whether an outcome in a phase ends the shooter's turn."""
        return False

    def paying_order(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Seats in the order in which the dealer pays them."""
        return tuple(sorted(seats))

    # ---- events that look at more than the outcomes tell apart
    def classes(self, events: "tuple[Event, ...]") -> tuple[Outcome, ...]:
        """An outcome for each class that events which look closer tell apart."""
        return self.outcomes

    def tells_apart_too_much(self, events: "tuple[Event, ...]") -> bool:
        """Whether events that look closer tell apart more classes of outcomes than can be listed in seconds."""
        return False

    def plain(self, outcome: Outcome) -> Outcome:
        """An outcome as the game's own outcomes tell it apart, where events have looked closer."""
        return outcome

    def lacks(self, outcome: Outcome, events: "Iterable[Event]") -> "OutcomeError | None":
        """Why an outcome was not entered as closely as events look at it; None where it was."""
        return None

    # ---- the felt
    def board(self, outcomes: "Sequence[Outcome]") -> Mapping[str, Any]:
        """What the templates of the game's own boards draw of the last outcomes, the newest last."""
        return {}

    def layout(self, chance: "Chance", wagers: "Sequence[LaidWager]") -> "Layout | None":
        """The drawn layout for a card with these wagers; None where it has none."""
        return None

    def pad(self, chance: "Chance", events: "Iterable[Event]" = ()) -> Mapping[str, Any]:
        """What the template of the dealer's pad needs at a table whose wagers look at these events."""
        return {}

    def next_entry(self, given: Mapping[str, str], events: "Iterable[Event]" = ()) -> Mapping[str, str]:
        """What the dealer's pad is to take next, from what its fields hold: the field, and a sentence."""
        return {}

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.id == other.id
