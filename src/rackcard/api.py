"""The Python interface: load a card and ask it for odds, strategy, simulations and documents."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rackcard.card import Card, catalogue
from rackcard.card.catalogue import card_ids
from rackcard.games.device import Chance
from rackcard.machine.check import check
from rackcard.odds import CardOdds, Selection, WagerOdds, price
from rackcard.odds.priceable import check_priceable
from rackcard.report.review import Finding, review
from rackcard.strategy import CardStrategy, WagerStrategy, strategy
from rackcard.svg import Drawing
from rackcard.tabular import Tabular, csv_text
from rackcard.wording.charts import ends_title, length_title
from rackcard.wording.rules import paid
from rackcard.wording.simulation import chart_title as convergence_title

if TYPE_CHECKING:
    from rackcard.report.printing import To, What
    from rackcard.simulate.request import Watcher
    from rackcard.simulate.result import Simulation
    from rackcard.simulate.table_programs import Dealing

EngineName = Literal["numba", "numpy", "gpu", "dask", "table"]
"""The engines of a simulation; all but the table's give the same counts."""


class RackCard(Tabular, Card):
    """A card with the questions that can be asked of it as methods: the public ``rackcard.Card``.

    >>> load("craps")
    <Card craps: Craps, craps>
    """

    @classmethod
    def of(cls, card: Card) -> "RackCard":
        """The public form of a card that any room has loaded."""
        return cls(**{field.name: getattr(card, field.name) for field in fields(Card)})

    def odds(
        self,
        options: Mapping[str, str] | None = None,
        *,
        table: str | int | None = None,
        wager: str | None = None,
        readings: bool = False,
        chance: Chance | None = None,
        stake: Fraction | int | None = None,
    ) -> CardOdds:
        """The exact odds of every wager and pay table, or of those chosen.

        Commission that is rounded down to the chip is rounded for ``stake``, given in chips; without it, not at all.

        >>> load("craps").odds()["pass"].house_edge
        Fraction(7, 495)
        """
        chips = None if stake is None else Fraction(stake)
        return price(self, Selection(options or {}, table, wager, readings, chance, stake=chips))

    def strategy(
        self,
        options: Mapping[str, str] | None = None,
        *,
        table: str | int | None = None,
        wager: str | None = None,
        goal: Fraction | None = None,
        chance: Chance | None = None,
    ) -> CardStrategy:
        """The best play of every wager with offers, and simple rules beside it."""
        return strategy(self, Selection(options or {}, table, wager, chance=chance), goal=goal)

    def simulate(
        self,
        options: Mapping[str, str] | None = None,
        *,
        rounds: int | None = None,
        seconds: float | None = None,
        until_error: float | None = None,
        seed: int = 1,
        engine: EngineName = "numba",
        workers: int = 1,
        cluster: str | None = None,
        table: str | int | None = None,
        wager: str | None = None,
        readings: bool = False,
        chance: Chance | None = None,
        play: str | Path = "best",
        dealing: "Dealing | None" = None,
        against: Card | None = None,
        resume: Path | None = None,
        progress: "Watcher | None" = None,
    ) -> "Simulation":
        """Every wager rolled many times through the same rules, beside its exact odds.

        ``progress`` is called several times a second with how far the run is: ``rounds``, ``rounds_total``,
        ``outcomes`` and ``worst_z``. An interruption ends the run with what it has counted.

        >>> load("craps").simulate(rounds=20_000, wager="pass", engine="numpy").verdict
        'pass'
        """
        from rackcard.simulate.request import Request  # numpy is loaded only where it is used
        from rackcard.simulate.simulation import simulate

        return simulate(
            self,
            Selection(options or {}, table, wager, readings, chance, play),
            request=Request(
                rounds=rounds, seconds=seconds, until_error=until_error, seed=seed, engine=engine, workers=workers,
                cluster=cluster, dealing=dealing, against=against, resume=resume,
            ),
            watch=progress,
        )  # fmt: skip

    def review(self) -> list[Finding]:
        """Everything wrong or unclear in the card."""
        return review(self)

    def check(self) -> int:
        """Refuse the card if anything in it is wrong under any options."""
        looked = check(self)
        check_priceable(self)
        return looked

    def print(
        self, what: "What" = "rack-card", to: "To" = "pdf", options: Mapping[str, str] | None = None, **how: Any
    ) -> bytes:
        """A printed document as the bytes of one file; ``rackcard.report.printing.printed`` says what may be given.

        >>> load("craps").print("strategy-card", date="2026-11-15")[:5]
        b'%PDF-'
        """
        from rackcard.report.printing import printed

        return printed(self, what, to, options=options, **how)

    def to_dict(self) -> dict[str, Any]:
        """What the card is, with its options and the ids of its wagers."""
        return {
            "card": self.id,
            "sha256": self.sha256,
            "title": self.title,
            "about": self.about,
            "game": self.game.id,
            "source": self.source,
            "filed": self.filed,
            "jurisdiction": self.jurisdiction,
            "rule": self.rule,
            "statute": self.statute,
            "together": [list(group) for group in self.together],
            "faults": [{"where": fault.where, "says": fault.says} for fault in self.faults],
            "options": {
                name: {"values": list(option.values), "default": option.default, "reading": option.is_reading,
                       "about": option.about}
                for name, option in self.options.items()
            },
            "wagers": list(dict.fromkeys(terms.group for terms in self.terms())),
        }  # fmt: skip

    def to_csv(self, options: Mapping[str, str] | None = None) -> str:
        """One line for each pay of each wager and pay table, under settled options.

        >>> print(load("craps").to_csv().splitlines()[1])
        pass,Pass,1,wins,1 to 1,
        """
        rows = []
        for terms in self.terms(options):
            pays = [(line.label, paid(line)) for line in terms.lines]
            pays += [(offer.label, str(offer.pay)) for offer in terms.offers]
            envy = "" if terms.envy is None else str(terms.envy)
            rows += [(terms.wager, terms.name, terms.table, label, pay, envy) for label, pay in pays]
        return csv_text(("wager", "name", "pay_table", "for", "pays", "envy"), rows)

    def _repr_html_(self) -> str:
        from rackcard.odds.tables import card_html

        return card_html(self)


@cache
def _shipped(card: str) -> RackCard:
    return RackCard.of(catalogue.load(card))


def load(card: str | Path) -> RackCard:
    """A shipped card by its id, or any card by its path; a card of your own is checked as it loads."""
    if str(card) in card_ids():
        return _shipped(str(card))
    loaded = RackCard.of(catalogue.load(card))
    loaded.check()
    return loaded


def loads(text: str, name: str = "card.yaml") -> RackCard:
    """A card from its text, checked."""
    loaded = RackCard.of(catalogue.loads(text, name))
    loaded.check()
    return loaded


def chart(result: "WagerOdds | WagerStrategy | Simulation", *, rolls: int | None = None) -> Drawing:
    """A picture of a result: how a wager ends, or within how many rolls; its best play; how a simulation converges.

    >>> chart(load("craps").odds()["pass"])
    <Drawing: Pass, pay table 1: how it ends>
    """
    if isinstance(result, WagerStrategy):
        from rackcard.strategy.chart import chart as play_chart
        from rackcard.strategy.chart import chart_title as play_title

        return Drawing(play_chart(result), play_title(result))
    if isinstance(result, WagerOdds):
        from rackcard.report.charts.page_charts import duration_chart, outcome_chart

        name, table = result.terms.name, result.terms.table
        if rolls is None:
            return Drawing(outcome_chart(result), ends_title(name, table))
        return Drawing(duration_chart(result, result.rolls(rolls), result.terms.game.unit), length_title(name, table))
    from rackcard.simulate.chart import convergence  # numpy is loaded only where it is used

    return Drawing(convergence(result), convergence_title(result.card.title))
