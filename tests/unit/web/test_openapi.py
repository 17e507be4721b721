"""P11: what the interface's own description allows, and much that it does not, never breaks the server."""

import os
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from rackcard.web.app import create_app

pytestmark = pytest.mark.slow


@pytest.fixture
def described(tmp_path: Path) -> Any:
    app = create_app(str(tmp_path / "described.db"), commands_per_second=100_000)
    return schemathesis.openapi.from_asgi("/openapi.json", app)


EXAMPLES = int(os.environ.get("RACKCARD_EXAMPLES", "6"))
"""How many requests for each operation; the campaign asks for more."""
schema = schemathesis.pytest.from_fixture("described").exclude(path_regex="events$")  # a stream has no end


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_answered_with_a_server_error(case: Any) -> None:
    answer = case.call()
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert "application/json" in str(answer.headers["content-type"])
