"""A submission in words: its index and checklist, and what a verification finds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rackcard.number import listed, percent, plural, thousands
from rackcard.wording.sentence import Facts, fill

INDEX_TITLE, INDEX_SUBTITLE = "Submission", "Submission: index and checklist"
NOT_CERTIFIED = (
    "This pack was put together by a program. The checklist is an aid, not an approval: nobody has certified the game, "
    "the figures or the documents, and no regulator or laboratory has seen them."
)
NOT_CERTIFIED_LEAD = "Certified by nobody."
HOUSE_FACTS = {"house": "House rules", "sha256": "SHA-256", "date": "Date", "made": "Made by", "asks": "Jurisdiction",
               "sources": "Sources"}  # fmt: skip
FILES, FILES_COLUMNS = "Files", ("File", "What it is", "SHA-256")
CHECKLIST, CHECKLIST_COLUMNS = "Checklist", ("Asked for", "Status", "Where")
LEFT_OUT, LEFT_OUT_COLUMNS = "Documents that could not be made", ("Document", "Why")
HOW_TO_VERIFY = "How to verify"
VERIFYING = (
    "On any machine with Rackcard: rackcard verify, with the name of the archive. It reads the house rules and cards, "
    "makes every figure, model, simulation and document again, and says that they are the same, or names what differs."
)
KINDS = {
    "pdf": "document", "xlsx": "workbook", "yaml": "rules", "prism": "model for a model checker",
    "json": "exact figures",
}  # fmt: skip
SIMULATION = "simulation record"
STATUS = {"met": "in order", "not met": "NOT MET", "missing": "not in the pack", "by hand": "to be added by hand"}


def kind(path: str) -> str:
    """What a file of a pack is."""
    return SIMULATION if "simulation" in path else KINDS.get(path.rsplit(".", 1)[-1], "")


def asks_document(what: str) -> str:
    return what.replace("-", " ").capitalize()


def asks_return(least: Fraction) -> str:
    return f"Every wager returns at least {percent(least, 2)}"


def forbids(words: str, source: str) -> str:
    return f"No “{words}” on what players read ({source})"


def requires(words: str, source: str) -> str:
    return f"“{words}” is said ({source})"


def some(names: Sequence[str]) -> str:
    """A few of some names."""
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:4])} and {len(names) - 4} more"


DIFFERENCES: dict[str, str] = {
    "not-a-pack": "{path}: this is not a Rackcard submission",
    "missing-file": "{file}: listed, but not in the archive",
    "extra-file": "{file}: in the archive, but not listed",
    "file-twice": "{file}: in the archive more than once",
    "left-out": "{file}: this machine makes it, and it is not in the archive",
    "bad-manifest": "manifest.json cannot be used: {reason}",
    "changed-manifest": "manifest.json: {place}: {archived} in the pack, {found} on this machine",
    "changed-file": "{file}: changed after the pack was made (its SHA-256 is not the one listed)",
    "changed-house": "house.yaml: its SHA-256 is {found}, the pack was made with {listed}",
    "bad-house": "house.yaml cannot be read: {reason}",
    "changed-card": "cards/{card}.yaml: not the card that this version has",
    "changed-pay": "cards/{card}.yaml: {wager}, pay table {table}: {archived} in the pack, "
    "{found} on the card of this version",
    "changed-figure": "{file}: {place}: {archived} in the pack, {found} on this machine",
    "other-file": "{file}: this machine makes another file from the same rules",
    "not-made": "{file}: this machine does not make it",
}
"""What a verification finds, by code."""


def difference(code: str, facts: Facts) -> str:
    return fill(DIFFERENCES[code], facts)


def packed(path: object, files: int, cards: int) -> str:
    return f"wrote {path}: {plural(files, 'file')} for {plural(cards, 'card')}"


def verified(files: int, figures: int, house: str) -> str:
    return f"{house}: all {thousands(files)} files and {thousands(figures)} figures are reproduced on this machine"


def differs(count: int) -> str:
    return f"{plural(count, 'difference')} found"


def not_compared(names: Iterable[str]) -> str:
    return f"not compared, made by another version of the typesetter: {listed(names)}"
