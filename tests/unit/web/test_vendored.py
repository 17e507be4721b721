"""Vendored files are listed with version and hash, and no page loads a file from another site."""

import hashlib
import json
import re
from pathlib import Path

from rackcard.web.render import STATIC

VENDOR = STATIC / "vendor"
LISTED = {one["file"]: one for one in json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))}


def test_every_vendored_file_is_listed_and_is_what_the_list_says() -> None:
    assert {path.name for path in VENDOR.iterdir()} == {*LISTED, "vendored.json", "LICENSE-htmx.txt"}
    for name, one in LISTED.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == one["sha256"], name
        assert one["version"] in name
        assert one["licence"]


def test_no_page_fetches_anything_from_elsewhere() -> None:
    ours = [*STATIC.glob("*.*"), *(STATIC.parent / "templates").glob("*.html")]
    for path in ours:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text), path


def test_pages_keep_scripts_and_styles_in_files() -> None:
    """The security policy allows neither inline scripts nor inline styles, so a page with one would be broken."""
    for path in sorted(Path(STATIC.parent, "templates").glob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*(\bsrc=|application/json))", text), path
        assert not re.search(r"\sstyle=|\son[a-z]+=|javascript:", text), path
