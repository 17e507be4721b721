"""A browser, a server, and the people at it, for the tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import Client, People, Server, launch


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("served") / "tables.db")
    yield one
    one.stop()


@pytest.fixture
def client(server: Server) -> Client:
    return server.client()


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    one = People(browser)
    yield one
    one.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A separate server, without accounts, that a test may kill."""
    one = Server(tmp_path / "house.db")
    yield one
    one.stop()
