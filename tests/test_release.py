"""A release as a stranger has it: sdist and wheel, in an empty environment, run from elsewhere (tools/release.py)."""

import sys
import tarfile
import zipfile
from collections.abc import Iterator

import pytest
from tools.release import (
    C_LOCALE,
    CORE,
    EVERYTHING,
    LEGACY,
    STRANGER,
    WITHOUT,
    Installed,
    Trial,
    can_be_run_by_others,
    commands_of,
    installed,
    lowest_versions,
    minus_signs,
    tried,
)

from tests.support.built import Release

pytestmark = pytest.mark.slow
SHORT = (Trial(("--version",)), Trial(("odds", "dice-works"), says="64.9419 %"), Trial(("check", "craps")))
MISSING = WITHOUT[:8]
"""One command for each extra; tests/unit/test_package.py holds that every package has one."""
SYSTEM = "/usr/bin/python3"


@pytest.fixture(scope="module")
def core(release: Release) -> Iterator[Installed]:
    """The core in an environment of its own, which nobody may write to."""
    python = next((one for one in (sys.executable, SYSTEM) if can_be_run_by_others(one)), sys.executable)
    with installed(release.wheel, python=python) as environment:
        yield environment


def test_the_wheel_has_everything_and_the_sdist_its_sources(release: Release) -> None:
    names = set(zipfile.ZipFile(release.wheel).namelist())
    wanted = ("py.typed", "cards/craps.yaml", "card/grammar.lark", "web/templates/lobby.html", "__main__.py")
    assert {f"rackcard/{name}" for name in wanted} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    with tarfile.open(release.sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "hatch_build.py", "docs/index.md", "deploy/Dockerfile"} <= sources


def test_the_core_does_what_it_can_and_names_the_extra_for_the_rest(core: Installed) -> None:
    assert tried(core, (*CORE, *MISSING)) == []


def test_every_command_is_tried(core: Installed) -> None:
    assert commands_of(core) - {trial.words[0] for trial in (*CORE, *WITHOUT, *EVERYTHING)} == set()


@pytest.mark.parametrize("person", [C_LOCALE, LEGACY], ids=lambda person: person.name)
def test_a_minus_sign_survives_every_encoding(person, core: Installed) -> None:
    assert tried(core, SHORT, person) == []
    assert minus_signs(core, person)


def test_another_user_can_run_it(core: Installed) -> None:
    if not can_be_run_by_others(str(core.python)):
        pytest.skip("no other user can run this Python")
    assert tried(core, (*SHORT, Trial(("new", "own.yaml"))), STRANGER) == []


def test_a_trial_that_goes_wrong_is_told(core: Installed) -> None:
    """The control: a wrong code, a missing sentence."""
    (wrong,) = tried(core, [Trial(("odds", "no-such-card"))])
    assert "exit 2" in wrong
    (wrong,) = tried(core, [Trial(("--version",), says="no such words")])
    assert "exit 0" in wrong


def test_the_core_is_small(core: Installed) -> None:
    """What others ship is theirs; ``make release-check`` shows the whole, 60 MB at the most."""
    assert core.size("rackcard")[0] < 12_000_000
    size, packages = core.size()
    assert size < 63_000_000
    assert packages <= 13


def test_lower_bounds_are_read_from_the_project() -> None:
    pins = lowest_versions()
    assert {"cyclopts==4.0", "typst==0.13.2", "numpy==2.0", "psycopg==3.1.4"} <= set(pins)
