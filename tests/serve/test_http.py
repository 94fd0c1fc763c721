"""Over HTTP: who has no token, calls it by another name, or comes from a foreign page gets nothing."""

import http.client
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.serve.process import MODES, call, environment, started, take

REVIEW = f"{Path(__file__).parents[2]}/examples/review.py:review"
TOKEN = "correct-horse-battery"


class Running:
    """A server that listens; `port` is where."""

    def __init__(self, folder: Path) -> None:
        self.process: Popen[bytes] = started(
            REVIEW, "--http", "127.0.0.1:0", "--token-env", "SECRET", folder=folder, env=environment(SECRET=TOKEN)
        )
        assert self.process.stderr
        line = self.process.stderr.readline().decode()
        found = re.fullmatch(r"chaindsl serve: listening on http://127\.0\.0\.1:(\d+)/mcp\n", line)
        assert found, line
        self.port = int(found[1])

    def asked(self, method: str = "POST", path: str = "/mcp", **headers: str) -> int:
        """The status of a request that would list the tools."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
        sent = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
            "Authorization": f"Bearer {TOKEN}",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        status = connection.getresponse().status
        connection.close()
        return status


# One server for all, which says at its end what it refused: they must meet in one process.
pytestmark = pytest.mark.xdist_group("http")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("http"))
    yield running
    running.process.send_signal(signal.SIGTERM)
    output, errors = running.process.communicate(timeout=30)
    assert (running.process.returncode, output) == (128 + signal.SIGTERM, b"")
    # It says what it refused, and never the token.
    assert b"Invalid Host header: evil.example" in errors
    assert TOKEN.encode() not in errors


@pytest.mark.parametrize("mode", MODES)
async def test_the_sdks_client_decides_over_http(mode: str, server: Running) -> None:
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as plain:
        transport = streamable_http_client(f"http://127.0.0.1:{server.port}/mcp", http_client=plain)
        async with Client(transport, mode=mode) as client:
            answer = await call(client, "start", flow="review")
            answer = await take(client, answer, "assess", risk="low")
            answer = await take(client, answer, "approve")
    assert (answer["status"], answer["saved"]) == ("completed", 8)


def test_with_the_token_it_answers(server: Running) -> None:
    assert server.asked() == 200


@pytest.mark.parametrize(
    "token",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"bearer {TOKEN}",
        f"Bearer {TOKEN} ",
        f"Basic {TOKEN}",
        TOKEN,
        "Bearer é",
    ],
)
def test_without_it_it_does_not(token: str, server: Running) -> None:
    # The end of a header's value is cut off by HTTP itself.
    assert server.asked(Authorization=token) == (200 if token.endswith(f"Bearer {TOKEN} ") else 401)


@pytest.mark.parametrize("path", ["/", "/mcp", "/mcp/", "/other"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
def test_nothing_is_said_to_whoever_has_no_token(method: str, path: str, server: Running) -> None:
    assert server.asked(method, path, Authorization="") == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}"]
)
def test_by_another_name_it_does_not_answer(host: str, server: Running) -> None:
    assert server.asked(Host=host.format(port=server.port)) == 421


@pytest.mark.parametrize("host", ["localhost:{port}", "[::1]:{port}"])
def test_by_the_names_of_this_machine_it_does(host: str, server: Running) -> None:
    assert server.asked(Host=host.format(port=server.port)) == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_page_from_elsewhere_gets_nothing(origin: str, server: Running) -> None:
    assert server.asked(Origin=origin) == 403


def test_its_own_page_may_ask(server: Running) -> None:
    assert server.asked(Origin=f"http://localhost:{server.port}") == 200
