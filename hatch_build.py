"""Builds the documentation site into the package, where ``rackcard serve`` shows it at /help.

``python hatch_build.py`` does the same in a clone: ``make site``.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SITE = "src/rackcard/web/help.zip"
DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same sources make the same archive."""


def build_site(root: Path) -> None:
    """Run MkDocs strictly and put the pages into one archive, a third as large as the files."""
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
        done = subprocess.run(words, cwd=root, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        with zipfile.ZipFile(root / SITE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path in sorted(Path(folder).rglob("*")):
                if path.is_file() and path.name not in ("sitemap.xml", "sitemap.xml.gz"):  # they have today's date
                    entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), DATE)
                    archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


class SiteBuildHook(BuildHookInterface):
    """Builds the site before the files of a wheel are collected; an sdist has the sources of the site instead."""

    def dependencies(self) -> list[str]:
        return ["mkdocs-material>=9.6"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_site(Path(self.root))
        build_data["artifacts"].append(f"/{SITE}")


if __name__ == "__main__":
    build_site(Path(__file__).parent)
