"""The help in a browser: its own scripts run under its policy, nothing else is loaded, and it reads on a phone."""

from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from time import sleep

import pytest
import uvicorn
from playwright.sync_api import expect

from rackcard.web.app import create_app
from tests.support.access import faults
from tests.support.browser import PHONE, People
from tests.support.built import Release
from tests.support.served import free_port
from tests.support.site import site_of


@pytest.fixture(scope="module")
def help_url(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the site."""
    folder, port = tmp_path_factory.mktemp("help"), free_port()
    app = create_app(f"sqlite:///{folder / 'tables.db'}", site=site_of(release.wheel, folder))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def test_the_help_is_reached_searched_and_loads_nothing_from_elsewhere(help_url: str, people: People) -> None:
    page = people.new()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{help_url}/lab")
    page.get_by_role("link", name="The card language").click()
    expect(page.get_by_role("heading", name="The card language", level=1)).to_be_visible()
    found = page.locator(".md-search-result__item").first
    for _ in range(30):  # what is typed before the search is ready is not searched for
        page.locator("input[name=query]").fill("")
        page.locator("input[name=query]").press_sequentially("lammer")
        with suppress(AssertionError):
            expect(found).to_be_visible(timeout=2_000)
            break
    expect(found).to_be_visible()
    expect(page.locator(".md-search-result__list")).to_contain_text("lammer", ignore_case=True)
    assert [url for url in asked if not url.startswith((help_url, "data:"))] == []


def test_the_help_reads_on_a_phone_by_day_and_by_night(help_url: str, people: People) -> None:
    page = people.new(viewport=PHONE, is_mobile=True, color_scheme="light")
    for path in ("", "tutorials/idea-to-table/", "python/", "glossary/"):
        page.goto(f"{help_url}/help/{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert faults(page) == []
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    night = people.new(viewport=PHONE, is_mobile=True, color_scheme="dark")
    night.goto(page.url)
    expect(night.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert faults(night) == []
