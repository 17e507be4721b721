"""Builds the documentation site into the package, where ``rackcard serve`` shows it at /help."""

import os
import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SITE = "src/rackcard/web/help"


class SiteBuildHook(BuildHookInterface):
    """Runs MkDocs before the files of a wheel are collected; an sdist has the sources of the site instead."""

    def dependencies(self) -> list[str]:
        return ["mkdocs-material>=9.6"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", SITE]
        quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(words, cwd=self.root, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        build_data["artifacts"].append(f"/{SITE}")
