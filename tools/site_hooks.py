"""Hooks of the documentation site: files outside docs/ that its pages link to are part of it."""

import posixpath
import re
import shutil
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PLACES = {"CHANGELOG.md": "changelog.md"}
"""Where a file outside docs/ is on the site, if not under its own path."""
FONTS = ROOT / "src" / "rackcard" / "web" / "static" / "fonts"
FOLDERS = ("examples", "deploy")
"""Folders whose files can be downloaded from the site."""
UNUSED = ("404.html", "sitemap.xml", "sitemap.xml.gz", "objects.inv", "assets/javascripts/lunr")
"""What the theme writes and nobody loads: the server has its own page for what is missing, and the help is English."""
OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:CHANGELOG\.md|examples/|deploy/)[^)]*)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the changelog, the fonts of the server's pages, and the files to download."""
    added = {place: ROOT / name for name, place in PLACES.items()}
    added |= {f"fonts/{path.name}": path for path in sorted(FONTS.iterdir())}
    for folder in FOLDERS:
        added |= {f"{folder}/{path.name}": path for path in sorted((ROOT / folder).iterdir()) if path.is_file()}
    for place, path in added.items():
        files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links that leave docs/ to where the file is on the site."""
    folder = posixpath.dirname(page.file.src_uri)

    def moved(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"]({posixpath.relpath(PLACES.get(name, name), folder or '.')})"

    return OUTSIDE.sub(moved, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name what the theme leaves without a name for those who cannot see it."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what no reader loads; half of the site would be source maps and languages."""
    site = Path(config.site_dir)
    for path in [*(site / name for name in UNUSED), *site.rglob("*.map")]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
