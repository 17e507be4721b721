"""The documentation site: it builds without a warning, loads nothing from elsewhere, and is shown at /help."""

import re
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rackcard.web.app import create_app
from rackcard.web.middleware import HEADERS
from tests.support.built import Release
from tests.support.site import ROOT, site_of
from tests.support.sources import DRAWN, SOURCES

KINDS = ("Tutorials", "How-to guides", "Reference", "Explanation", "Operator's manual", "Deployment", "Glossary")


@pytest.fixture(scope="module")
def archive(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_of(release.wheel, tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def site(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the site."""
    folder = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(archive).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def client(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    database = tmp_path_factory.mktemp("served") / "tables.db"
    return TestClient(create_app(f"sqlite:///{database}", site=archive), base_url="http://127.0.0.1")


def test_every_kind_of_page_is_in_the_navigation(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if kind not in front] == []


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    loaded = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]*"')
    pages = [*site.rglob("*.html")]
    assert len(pages) > 40
    assert [f"{page}: {found}" for page in pages for found in loaded.findall(page.read_text(encoding="utf-8"))] == []
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert not any(re.search(r"url\(['\"]?(?:https?:)?//", style) for style in styles)


def test_no_page_needs_an_inline_style(site: Path) -> None:
    styled = re.compile(r"<style|<[^>]+ style=")
    assert [str(page) for page in site.rglob("*.html") if styled.search(page.read_text(encoding="utf-8"))] == []


def test_the_server_shows_the_site_under_a_policy_of_its_own(client: TestClient) -> None:
    page = client.get("/help/card-language/")
    assert page.status_code == 200
    assert "The card language" in page.text
    policy = page.headers["content-security-policy"]
    assert policy.count("'sha256-") == len(re.findall("<script>", page.text)) > 0
    assert "unsafe" not in policy
    assert client.get("/help", follow_redirects=False).headers["location"].endswith("/help/")
    style = client.get("/help/site.css")
    assert style.headers["cache-control"] == "no-cache"
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    again = client.get("/help/site.css", headers={"if-none-match": style.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head("/help/site.css").headers["content-length"] == style.headers["content-length"]
    assert client.get("/help/cli", follow_redirects=False).headers["location"] == "/help/cli/"
    assert style.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert client.get("/").headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_a_page_that_is_not_there_is_refused_like_any_other(client: TestClient) -> None:
    missing = client.get("/help/no-such-page/", headers={"accept": "text/html"})
    assert missing.status_code == 404
    assert "Page not found" in missing.text
    for path in ("/help/../app.py", "/help/%2e%2e/app.py"):
        assert client.get(path).status_code == 404


def test_every_address_of_the_help_that_the_program_names_is_there(client: TestClient) -> None:
    named = {
        found
        for path in [*SOURCES, *DRAWN, *(ROOT / "src").rglob("*.yaml")]
        for found in re.findall(r"/help/[a-z0-9/-]+/", path.read_text(encoding="utf-8"))
    }
    assert "/help/card-language/" in named
    assert [address for address in sorted(named) if client.get(address).status_code != 200] == []


def test_a_server_without_the_site_says_how_to_build_it(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'tables.db'}", site=tmp_path / "none.zip")
    client = TestClient(app, base_url="http://127.0.0.1")
    for address in ("/help", "/help/card-language/"):
        page = client.get(address)
        assert page.status_code == 404
        assert "make site" in page.text
