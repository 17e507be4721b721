"""A small card to start from: the skeleton in a game's folder under the name of a new file."""

import re
from pathlib import Path
from shlex import quote

from rackcard.games import GAMES

ID = "my-card"
TITLE = "My Card"


def file_of(card: str) -> Path:
    """The file for a new card; a name without an ending gets that of a card."""
    path = Path(card)
    return path if path.suffix in (".yaml", ".yml") else path.with_name(f"{path.name}.yaml")


def card_id(path: Path) -> str:
    """The id of a card in a file; empty where the file's name has no letter or digit.

    >>> card_id(Path("Five Alive.yaml"))
    'five-alive'
    """
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")


def skeleton(game: str, name: str = ID, path: Path = Path(f"{ID}.yaml")) -> str:
    """The text of a card that can be checked and priced as it is."""
    text = (GAMES[game].phrases.folder / "skeleton.yaml").read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if line.startswith(f"card: {ID}"):
            line = f"{f'card: {name}':<39} {line.partition('  ')[2].strip()}"
        elif line.startswith(f"title: {TITLE}"):
            line = f"{f'title: {_title(name)}':<39} {line.partition('  ')[2].strip()}"
        elif line.startswith("#"):
            line = line.replace(f"{ID}.yaml", quote(str(path)))
        lines.append(line)
    return "\n".join(lines) + "\n"


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))
