"""A submission: every document of some house rules with the rules, models, figures and a simulation, in one archive.

The archive has the same bytes every time. Whoever has it can make everything in it again and compare.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from html import unescape
from typing import Any

from rackcard.house import HouseRules
from rackcard.machine import bets
from rackcard.number import written
from rackcard.odds import Selection, price
from rackcard.report.documents.content import (
    Block,
    Callout,
    Document,
    Facts,
    Heading,
    Para,
    PrintedTable,
    PrintError,
    Row,
)
from rackcard.report.documents.filed import filed
from rackcard.report.documents.math_report import ROUNDS, SEED
from rackcard.report.export import to_json
from rackcard.report.jurisdiction import ChecklistItem, Profile, checklist, profile
from rackcard.report.printing import DOCUMENTS, pages_of
from rackcard.report.prism import model_of
from rackcard.report.request import Order, house_orders
from rackcard.report.writers.html import web_page
from rackcard.report.writers.typst import typeset
from rackcard.version import __version__
from rackcard.wording import pack as wording
from rackcard.wording.par_sheet import hash_groups

MANIFEST, HOUSE, INDEX = "manifest.json", "house.yaml", "index.pdf"
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the oldest that the format has."""

Files = dict[str, bytes]


@dataclass
class Pack:
    """The files of a submission, and what could not be made."""

    rules: HouseRules
    date: str
    asked: Profile
    files: Files = field(default_factory=dict)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    items: list[ChecklistItem] = field(default_factory=list)

    @property
    def manifest(self) -> dict[str, Any]:
        """What the archive says of itself: what it was made of, and the hash of every file."""
        return {
            "rackcard": __version__,
            "typesetter": typesetter(),
            "house": self.rules.id,
            "sha256": self.rules.sha256,
            "date": self.date,
            "jurisdiction": self.asked.id,
            "cards": {entry.card.id: entry.card.sha256 for entry in self.rules.cards},
            "files": {name: digest(content) for name, content in sorted(self.files.items())},
        }

    def archive(self) -> bytes:
        """The bytes of the archive: files by name, stored as they are, none with a clock's date."""
        made = io.BytesIO()
        listed = json.dumps(self.manifest, indent=2, ensure_ascii=False).encode()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
            for name, content in [(MANIFEST, listed), *sorted(self.files.items())]:
                place = zipfile.ZipInfo(name, OLDEST)
                place.external_attr = 0o644 << 16
                place.create_system = 3
                archive.writestr(place, content)
        return made.getvalue()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def typesetter() -> str:
    """The version of what sets documents in type: another one may give other bytes for the same page."""
    try:
        from importlib.metadata import version

        return version("typst")
    except ImportError:
        return ""


def packed(rules: HouseRules, date: str | None = None, jurisdiction: str = "") -> Pack:
    """Everything that a submission of these house rules has."""
    pack = Pack(rules, date or "", profile(jurisdiction or rules.jurisdiction or "general"))
    pack.files[HOUSE] = rules.origin.text.encode()
    texts: dict[tuple[str, str], str] = {}
    returns: dict[tuple[str, str], Fraction] = {}
    for ordered in house_orders(rules, date=date):
        pack.files |= dict(_figures(ordered))
        for sheet in filed(ordered):
            if sheet.first.player_return is not None:
                returns[ordered.card.id, sheet.name] = sheet.first.player_return
        for what in DOCUMENTS:
            _document(pack, ordered, what, texts)
    pack.items = checklist(pack.asked, texts, returns)
    pack.files[INDEX] = typeset(_index(pack), "letter", "pdf")[0]
    return pack


def _document(pack: Pack, ordered: Order, what: Any, texts: dict[tuple[str, str], str]) -> None:
    """One document of one card, with its words for the checklist; one that cannot be made is named in the index."""
    name = f"{ordered.card.id}/{what}"
    try:
        pack.files[f"{name}.pdf"] = pages_of(ordered, what, "pdf")[0]
        if what == "par-sheet":
            pack.files[f"{name}.xlsx"] = pages_of(ordered, what, "xlsx")[0]
        page = web_page(DOCUMENTS[what](ordered)).split("<main>")[-1]
        texts[ordered.card.id, what] = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    except PrintError as error:
        pack.left_out.append((name, str(error)))


def _figures(ordered: Order) -> Iterator[tuple[str, bytes]]:
    """The card's own text, its exact odds, its models and the record of its simulation."""
    card, options = ordered.card, ordered.options
    yield f"cards/{card.id}.yaml", card.origin.text.encode()
    yield f"{card.id}/odds.json", to_json(card, price(card, Selection(options))).encode()
    chance = card.chance(options)
    for bet in bets(card, options):
        if bet.terms.wager == bet.terms.group and bet.terms.is_bet:
            name = f"{card.id}/models/{bet.terms.wager}-{bet.terms.table}.prism"
            try:
                yield name, model_of(bet, chance).encode()
            except ValueError:  # a wager without a model in that language
                continue
    yield f"{card.id}/simulation.json", json.dumps(simulated(ordered), indent=2, ensure_ascii=False).encode()


def simulated(ordered: Order) -> dict[str, Any]:
    """The record of a simulation: its seed, and how often each result came; the same on every machine."""
    from rackcard.simulate.request import Request  # numpy is loaded only where it is used
    from rackcard.simulate.simulation import simulate

    made = simulate(ordered.card, Selection(ordered.options), request=Request(rounds=ROUNDS, seed=SEED, engine="numpy"))
    return {
        "card": ordered.card.id,
        "seed": SEED,
        "rounds": ROUNDS,
        "verdict": made.verdict,
        "wagers": [
            {
                "wager": one.entry.odds.terms.wager,
                "pay_table": one.entry.odds.terms.table,
                "play": one.entry.odds.play,
                "outcomes": {
                    result.label: count for result, count in zip(one.entry.results, one.counts, strict=True) if count
                },
                "mean": written(one.mean),
            }
            for one in made.wagers
        ],
    }


# ---- the index


def _index(pack: Pack) -> Document:
    label = wording.HOUSE_FACTS
    facts = [
        (label["house"], pack.rules.id),
        (label["sha256"], hash_groups(pack.rules.sha256)),
        (label["made"], f"Rackcard {__version__}"),
        (label["asks"], pack.asked.name),
        (label["sources"], "; ".join(pack.asked.sources)),
    ]
    files = tuple(Row((name, wording.kind(name), digest(content)[:16])) for name, content in sorted(pack.files.items()))
    items = tuple(
        Row((item.says, wording.STATUS[item.status], item.detail), strong=item.status == "not met")
        for item in pack.items
    )
    blocks: list[Block] = [
        Facts(tuple(facts)),
        Callout(wording.NOT_CERTIFIED, wording.NOT_CERTIFIED_LEAD),
        PrintedTable(wording.CHECKLIST_COLUMNS, items, frozenset(), frozenset({0, 2}), wording.CHECKLIST),
        PrintedTable(wording.FILES_COLUMNS, files, frozenset(), frozenset({0}), wording.FILES),
    ]
    if pack.left_out:
        rows = tuple(Row(pair) for pair in pack.left_out)
        blocks.append(PrintedTable(wording.LEFT_OUT_COLUMNS, rows, frozenset(), frozenset({1}), wording.LEFT_OUT))
    blocks += [Heading(wording.HOW_TO_VERIFY), Para(wording.VERIFYING)]
    aside = tuple(part for part in (pack.rules.name, pack.date or "undated") if part)
    return Document(
        "index", wording.INDEX_TITLE, wording.INDEX_SUBTITLE, (tuple(blocks),), pack.rules.id, pack.date,
        pack.rules.name, aside,
    )  # fmt: skip
