"""The files to deploy with are well formed, and name what the program has."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rackcard.table.log.store import Store
from tests.support.command import RACKCARD, command

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = ("rackcard.service", "rackcard-backup.service", "rackcard-backup.timer")
HADOLINT = Path(sys.executable).parent / "hadolint"


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
    for unit, section in zip(UNITS, ("Service", "Service", "Timer"), strict=True):
        found = configparser.ConfigParser(interpolation=None, strict=False)
        found.read_string((DEPLOY / unit).read_text(encoding="utf-8"))
        assert {"Unit", section} <= set(found.sections())


def test_the_servers_of_the_compose_file_share_one_database_and_keep_no_secret() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert services["one"]["environment"] == services["two"]["environment"]
    assert services["one"]["read_only"]
    assert not re.search(r"PASSWORD: (?!\$\{)", text)


def test_the_servers_of_the_compose_file_trust_the_gateway_alone() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    words = compose["services"]["one"]["command"]
    assert words[words.index("--proxy") + 1] == network["gateway"]
    assert all(port.startswith("127.0.0.1:") for name in ("one", "two") for port in compose["services"][name]["ports"])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the linter is for Linux")
def test_the_container_file_has_nothing_that_its_linter_minds(tmp_path: Path) -> None:
    done = subprocess.run([HADOLINT, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    worse = tmp_path / "Dockerfile"
    worse.write_text((DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("USER 10001", "USER root"))
    assert subprocess.run([HADOLINT, worse], capture_output=True, check=False).returncode == 1


@pytest.mark.slow
def test_what_the_container_file_copies_is_enough_to_build_from(tmp_path: Path) -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    source = tmp_path / "build"
    source.mkdir()
    for *names, to in (shlex.split(line)[1:] for line in lines if line.startswith("COPY ") and "--from" not in line):
        for name in names:
            here = ROOT / name
            if here.is_dir():
                shutil.copytree(here, source / to, ignore=shutil.ignore_patterns("__pycache__", "help*"))
            else:
                shutil.copy(here, source / to)
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(words, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len([*tmp_path.glob("*.whl")]) == 1


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    def verified() -> subprocess.CompletedProcess[str]:
        words = ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in UNITS)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8").replace("/opt/rackcard/bin/rackcard", sys.executable)
        (tmp_path / unit).write_text(text, encoding="utf-8")
    done = verified()
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    wrong = tmp_path / UNITS[0]
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("NoNewPrivileges", "NoNewPriviliges"), encoding="utf-8")
    assert "NoNewPriviliges" in verified().stderr


@pytest.mark.slow
def test_the_backup_unit_makes_a_backup(tmp_path: Path) -> None:
    Store(str(tmp_path / "tables.db")).close()
    text = (DEPLOY / "rackcard-backup.service").read_text(encoding="utf-8")
    (folders,) = re.findall("^StateDirectory=(.*)$", text, re.M)
    for folder in folders.split():  # systemd makes them below /var/lib
        (tmp_path / Path(folder).relative_to("rackcard")).mkdir(exist_ok=True)
    (line,) = re.findall("^ExecStart=(.*)$", text, re.M)
    line = line.replace("%%", "%").replace("/var/lib/rackcard", str(tmp_path))
    words = shlex.split(line.replace("/opt/rackcard/bin/rackcard", str(RACKCARD)))
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    assert len([*(tmp_path / "backups").glob("*.db")]) == 1
