"""A client generated from the description of the interface, with a token, at a live table."""

import asyncio
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from rackcard.table.registry import REQUESTS

pytestmark = pytest.mark.slow


def test_every_command_has_a_schema_of_its_own(app: Any) -> None:
    described = app.openapi()["components"]["schemas"]
    union = described["CommandRequest"]
    assert set(union["discriminator"]["mapping"]) == set(REQUESTS) - {"open"}
    assert [one["$ref"] for one in union["oneOf"]] == list(union["discriminator"]["mapping"].values())
    for word, place in union["discriminator"]["mapping"].items():
        command = described[place.rpartition("/")[2]]
        assert command["properties"]["do"]["const"] == word
        assert not command["additionalProperties"]


@pytest.fixture
def generated(app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The package that a generator makes of the interface's own description."""
    (tmp_path / "openapi.json").write_text(json.dumps(app.openapi()), encoding="utf-8")
    words = ["generate", "--path", "openapi.json", "--meta", "none", "--output-path", "house_client"]
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    command = [sys.executable, "-m", "openapi_python_client", *words]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module


def test_a_generated_client_bets_with_a_token(floor: Any, app: Any, generated: Any) -> None:
    boss, token = floor["supervisor"]
    body = {"name": "a program", "role": "dealer", "table": "live"}
    secret = boss.post("/api/tokens", json=body, headers=token).json()["token"]
    models, made = generated("house_client.models"), generated("house_client")
    follow = generated("house_client.api.default.follow_command_api_tables_table_id_commands_post")
    client = made.AuthenticatedClient(base_url="http://testserver", token=secret)

    async def bets() -> list[Any]:
        transport = httpx.ASGITransport(app=app)
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=headers) as web:
            client.set_async_httpx_client(web)
            commands = (
                models.CommandBuyIn(do="buy-in", seat=1, amount=10_000),
                models.CommandBet(do="bet", seat=1, card=1, wager="pass", amount=500),
                models.CommandVoid(do="void", reason="not a dealer's to give"),
            )
            return [await follow.asyncio_detailed("live", client=client, body=one) for one in commands]

    bought, bet, refused = asyncio.run(bets())
    assert (bought.status_code, bet.status_code, refused.status_code) == (200, 200, 403)
    assert isinstance(bet.parsed, models.CommandAnswer)
    assert json.loads(refused.content)["code"] == "not-your-role"
