"""The documentation site, as the wheel has it."""

import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = "rackcard/web/help.zip"


def site_of(wheel: Path, folder: Path) -> Path:
    """The archive of the site, taken out of a wheel; building that is strict, so that a broken link is an error."""
    return Path(zipfile.ZipFile(wheel).extract(SITE, folder))
