"""The files to deploy with are well formed, and name what the program has."""

import configparser
import re
from pathlib import Path

import pytest
import yaml

from tests.support.command import command

DEPLOY = Path(__file__).parent.parent / "deploy"


def options_of(text: str) -> set[str]:
    return set(re.findall(r"--[a-z][a-z-]+", text))


@pytest.mark.parametrize("name", ["rackcard.service", "Dockerfile", "compose.yaml"])
def test_the_server_has_every_option_that_is_given_to_it(name: str) -> None:
    known = options_of(command("serve", "--help").stdout)
    lines = [line for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines() if "serve" in line]
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert options_of(line) <= known, line


def test_units_have_their_sections() -> None:
    for unit, section in (("rackcard.service", "Service"), ("rackcard-backup.service", "Service"),
                          ("rackcard-backup.timer", "Timer")):  # fmt: skip
        found = configparser.ConfigParser(interpolation=None, strict=False)
        found.read_string((DEPLOY / unit).read_text(encoding="utf-8"))
        assert {"Unit", section} <= set(found.sections())


def test_the_servers_of_the_compose_file_share_one_database_and_keep_no_secret() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert services["one"]["environment"] == services["two"]["environment"]
    assert services["one"]["read_only"]
    assert not re.search(r"PASSWORD: (?!\$\{)", text)
