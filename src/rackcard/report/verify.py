"""Verifying a submission: everything in the archive is made again from its house rules and cards, and compared."""

import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rackcard.card import Card, card_ids, catalogue
from rackcard.card.yaml import Origin
from rackcard.house import HouseRules, read_house
from rackcard.report.documents.content import PrintError
from rackcard.report.pack import HOUSE, MANIFEST, Files, digest, packed, typesetter
from rackcard.wording.pack import difference

FIGURES_MAX = 12
"""As many differing figures of one file as are named."""
UNREADABLE = (zipfile.BadZipFile, KeyError, ValueError, TypeError, RuntimeError, zlib.error)
"""What a file that is no archive, or not one of ours, makes its readers raise; RuntimeError where it is encrypted."""


@dataclass(frozen=True)
class Discrepancy:
    """Something in a submission that is not as it should be: a code and its facts."""

    code: str
    facts: dict[str, Any]

    @property
    def sentence(self) -> str:
        return difference(self.code, self.facts)


@dataclass
class Verification:
    """What a verification found."""

    house: str = ""
    files: int = 0
    figures: int = 0
    differences: list[Discrepancy] = field(default_factory=list)
    not_compared: list[str] = field(default_factory=list)

    @property
    def is_reproduced(self) -> bool:
        return not self.differences

    def add(self, code: str, **facts: Any) -> None:
        self.differences.append(Discrepancy(code, facts))


def verify(archive: bytes, name: str = "submission.zip") -> Verification:
    """Make everything in a submission again, and say what differs."""
    found = Verification()
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            names = opened.namelist()
            files = {info.filename: opened.read(info) for info in opened.infolist()}
        manifest = json.loads(files[MANIFEST])
        listed: dict[str, str] = dict(manifest["files"])
        found.house = str(manifest["house"])
    except UNREADABLE:
        found.add("not-a-pack", path=name)
        return found
    for twice in sorted({one for one in names if names.count(one) > 1}):
        found.add("file-twice", file=twice)
    files.pop(MANIFEST)
    _hashes(found, files, listed)
    rules = _rules(found, files, manifest)
    if rules is not None:
        _remade(found, files, manifest, rules)
    return found


def _hashes(found: Verification, files: Files, listed: dict[str, str]) -> None:
    """The files by their hashes: changed, missing, or added."""
    for name, expected in listed.items():
        if name not in files:
            found.add("missing-file", file=name)
        elif digest(files[name]) != expected:
            found.add("changed-file", file=name)
    for name in files.keys() - listed.keys():
        found.add("extra-file", file=name)


def _rules(found: Verification, files: Files, manifest: dict[str, Any]) -> HouseRules | None:
    """The house rules of a pack, with the cards that it brings; those that this version has too must be the same."""
    texts = {}
    for name, content in files.items():
        if name.startswith("cards/"):
            card = name.removeprefix("cards/").removesuffix(".yaml")
            text = content.decode(errors="replace")
            if card in card_ids():
                _same_card(found, card, text)
            else:
                texts[card] = text
    try:
        rules = read_house(Origin(HOUSE, files[HOUSE].decode()), texts=texts)
    except (KeyError, ValueError) as error:
        found.add("bad-house", reason=str(error))
        return None
    if rules.sha256 != manifest.get("sha256"):
        found.add("changed-house", found=rules.sha256[:16], listed=str(manifest.get("sha256"))[:16])
    _same_manifest(found, manifest, rules)
    return rules


def _same_manifest(found: Verification, manifest: dict[str, Any], rules: HouseRules) -> None:
    """What the manifest says of the house and its cards beside what is in the archive."""
    if manifest["house"] != rules.id:
        found.add("changed-manifest", place="house", archived=manifest["house"], found=rules.id)
    listed = manifest.get("cards")
    archived: dict[str, Any] = listed if isinstance(listed, dict) else {}
    own = {entry.card.id: entry.card.sha256 for entry in rules.cards}
    for card in sorted(archived.keys() | own.keys()):
        if archived.get(card) != own.get(card):
            facts = {"archived": str(archived.get(card, "–"))[:16], "found": own.get(card, "–")[:16]}
            found.add("changed-manifest", place=f"cards {card}", **facts)


def _same_card(found: Verification, name: str, text: str) -> None:
    """A card of the archive beside the one that this version has, pay by pay."""
    own = catalogue.load(name)
    if text == own.origin.text:
        return
    try:
        other = catalogue.loads(text, f"cards/{name}.yaml")
        archived, here = _pays(other), _pays(own)
    except ValueError:
        archived, here = {}, {}
    changed = [key for key in archived.keys() | here.keys() if archived.get(key) != here.get(key)]
    for wager, table in sorted(changed):
        pays = {"archived": archived.get((wager, table), "–"), "found": here.get((wager, table), "–")}
        found.add("changed-pay", card=name, wager=wager, table=table, **pays)
    if not changed:
        found.add("changed-card", card=name)


def _pays(card: Card) -> dict[tuple[str, str], str]:
    """Every pay of a card by wager and pay table."""
    pays: dict[tuple[str, str], list[str]] = {}
    for terms in card.terms():
        both = (*(str(line.pay) for line in terms.lines), *(str(offer.pay) for offer in terms.offers))
        pays[terms.wager, terms.table] = list(both)
    return {key: ", ".join(found) for key, found in pays.items()}


def _remade(found: Verification, files: Files, manifest: dict[str, Any], rules: HouseRules) -> None:
    try:
        made = packed(rules, str(manifest.get("date") or ""), str(manifest.get("jurisdiction", ""))).files
    except PrintError as error:
        found.add("bad-manifest", reason=str(error))
        return
    for name in sorted(made.keys() - files.keys() - dict(manifest["files"]).keys()):
        found.add("left-out", file=name)
    same_press = manifest.get("typesetter") == typesetter()
    for name, content in sorted(files.items()):
        found.files += 1
        if name.endswith(".json") and name in made:
            _same_figures(found, name, content, made[name])
        elif name not in made:
            found.add("not-made", file=name)
        elif content != made[name]:
            if name.endswith(".pdf") and not same_press:
                found.not_compared.append(name)
            elif not any(one.facts.get("file") == name for one in found.differences):
                found.add("other-file", file=name)


def _same_figures(found: Verification, name: str, archived: bytes, made: bytes) -> None:
    """Two files of figures, one by one; the first that differ are named."""
    try:
        old = dict(_leaves(json.loads(archived)))
    except ValueError:
        found.add("other-file", file=name)
        return
    new = dict(_leaves(json.loads(made)))
    found.figures += len(new)
    changed = [place for place in {**old, **new} if old.get(place) != new.get(place)]
    for place in changed[:FIGURES_MAX]:
        facts = {"archived": old.get(place, "–"), "found": new.get(place, "–")}
        found.add("changed-figure", file=name, place=place, **facts)


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a JSON document with its path; wagers by their names."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{place} {key}".strip())
    elif isinstance(value, list):
        for number, part in enumerate(value):
            named = part.get("wager", part.get("outcome")) if isinstance(part, dict) else None
            at = f"{named} {part.get('pay_table', '')} {part.get('play', '')}" if named else str(number)
            yield from _leaves(part, f"{place} {' '.join(at.split())} [{number}]")
    else:
        yield place, value
