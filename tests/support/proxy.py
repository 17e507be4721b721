"""A reverse proxy with TLS in front of real servers, from the files that the project is deployed with.

``python -m tests.support.proxy`` installs nginx where the system's packages may be installed.
"""

import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.support.forked_server import ForkedServer
from tests.support.served import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "tables.example.com"
"""The name of the house in the files to deploy with."""
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{server}
}}
"""


def nginx() -> str | None:
    """Where nginx is; a user's path may lack the folder."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class HouseServer:
    """One server of the house, started by the command of the systemd unit."""

    def __init__(self, database: str, port: int) -> None:
        self.port = port
        (line,) = re.findall("^ExecStart=(.*)$", (DEPLOY / "rackcard.service").read_text(encoding="utf-8"), re.M)
        words = shlex.split(line)[2:]
        words[words.index("--port") + 1] = str(port)
        self.words, self.database = words, database
        self.process: ForkedServer | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.process = ForkedServer(*self.words, settings={"RACKCARD_DATABASE": self.database})
        while True:
            try:
                with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
                    connection.request("GET", "/health")
                    connection.getresponse().read()
                return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)

    def stop(self) -> int:
        """Ask it to stop, as systemd does; its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for the name of the house, and its key."""
    made, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(made)],
        check=True, capture_output=True,
    )  # fmt: skip
    return made, key


@contextmanager
def proxied(program: str, servers: list[HouseServer], folder: Path) -> Iterator["Address"]:
    """nginx in front of some servers, with the file to deploy with: only addresses and places are others."""
    made, key = certificate(folder)
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    changes = {
        "/etc/ssl/rackcard/fullchain.pem": str(made),
        "/etc/ssl/rackcard/privkey.pem": str(key),
        "listen 443": f"listen 127.0.0.1:{port}",
        "127.0.0.1:8000": f"127.0.0.1:{servers[0].port}",
        "127.0.0.1:8001": f"127.0.0.1:{servers[1].port}",
    }
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    path = folder / "nginx.conf"
    path.write_text(WHOLE.format(folder=folder, server=text), encoding="utf-8")
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(path)], stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=10).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
                time.sleep(0.05)
        yield Address(port, made)
    finally:
        process.terminate()
        process.wait(30)


class Address:
    """The house as people reach it: by its name, over TLS."""

    def __init__(self, port: int, authority: Path) -> None:
        self.port = port
        self.context = ssl.create_default_context(cafile=str(authority))

    def connected(self) -> http.client.HTTPConnection:
        """A connection to the house."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.context.wrap_socket(plain, server_hostname=NAME)
        return connection


class Person:
    """Somebody with a browser: a cookie, and the token that goes with it."""

    def __init__(self, address: Address) -> None:
        self.address, self.headers = address, {"Origin": f"https://{NAME}", "Content-Type": "application/json"}
        self.cookie_said = ""

    def post(self, path: str, body: Any, key: str | None = None) -> Any:
        """Post and return the answer; a key makes it safe to send the same again."""
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        with closing(self.address.connected()) as connection:
            connection.request("POST", path, json.dumps(body), headers)
            with closing(connection.getresponse()) as answer:
                body = answer.read()
        assert answer.status < 400, (path, answer.status, body)
        found = json.loads(body)
        if said := answer.headers["Set-Cookie"]:
            self.cookie_said = said
            self.headers["Cookie"] = said.partition(";")[0]
        if isinstance(found, dict) and "csrf" in found:
            self.headers["X-CSRF-Token"] = found["csrf"]
        return found

    def do(self, table: str, command: dict[str, Any], key: str) -> Any:
        """Give a table a command."""
        return self.post(f"/api/tables/{table}/commands", command, key)

    def events(self, table: str, seen: int) -> Generator[int, None, None]:
        """The numbers of a table's entries as they come, until the stream ends; nothing where it is refused."""
        with closing(self.address.connected()) as connection:
            headers = self.headers | {"Last-Event-ID": str(seen)}
            connection.request("GET", f"/api/tables/{table}/events", headers=headers)
            with closing(connection.getresponse()) as answer:
                while (line := answer.readline()) and answer.status == 200:
                    if line.startswith(b"id:"):
                        yield int(line[3:])


def main() -> None:
    """Find nginx or install it, or say that one test is left out."""
    if nginx() is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing a reverse proxy for the tests …", file=sys.stderr)
        quiet: dict[str, Any] = {
            "stdout": subprocess.DEVNULL,
            "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        }
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light"], check=False, **quiet
        )
    if nginx() is None:
        print("No nginx: the test behind a proxy is left out.", file=sys.stderr)


if __name__ == "__main__":
    main()
