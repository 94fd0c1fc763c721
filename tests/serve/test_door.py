"""Where the server is reached: addresses, the names that mean it, and a token that children do not inherit."""

import os
import socket

import pytest

from chaindsl.errors import ChainDslError
from chaindsl.serve.door import Door, has_port, open_door, split

TOKEN = "correct-horse"


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", TOKEN)


def opened(address: str, *hosts: str, variable: str | None = "TOKEN") -> Door:
    door = open_door(address, variable, hosts)
    door.listener.close()
    return door


def complaint(address: str, *hosts: str, variable: str | None = "TOKEN") -> tuple[str, str]:
    with pytest.raises(ChainDslError) as raised:
        opened(address, *hosts, variable=variable)
    return raised.value.code, raised.value.issue.message


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("8600", ("", 8600)),
        (":8600", ("", 8600)),
        ("127.0.0.1:0", ("127.0.0.1", 0)),
        ("[::1]:8600", ("::1", 8600)),
        ("box.example:65535", ("box.example", 65535)),
    ],
)
def test_an_address(address: str, parts: tuple[str, int]) -> None:
    assert split(address) == parts


@pytest.mark.parametrize("address", ["", "host", "host:", "host:x", "host:65536", "host:-1", "::1:80", "host:\uff18"])
def test_what_is_no_address(address: str) -> None:
    assert complaint(address) == ("bad-address", f"{address!r} is no address to listen on")


@pytest.mark.parametrize("address", ["0", ":0", "127.0.0.1:0", "localhost:0"])
def test_on_this_machine_it_answers_to_the_names_of_this_machine(address: str) -> None:
    door = open_door(address, "TOKEN", ())
    port = door.listener.getsockname()[1]
    assert door.listener.getsockname()[0] in ("127.0.0.1", "::1")
    assert door.names == (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}")
    assert door.url == f"http://127.0.0.1:{port}"
    door.listener.close()


def test_more_names_are_given_with_or_without_a_port() -> None:
    door = open_door("0", "TOKEN", ("box.example", "box.example:443", "[fd00::1]:80", "fd00::2"))
    port = door.listener.getsockname()[1]
    assert door.names[3:] == (f"box.example:{port}", "box.example:443", "[fd00::1]:80", f"[fd00::2]:{port}")
    door.listener.close()


@pytest.mark.parametrize(
    ("name", "has"), [("a", False), ("a:1", True), ("::1", False), ("[::1]", False), ("[::1]:1", True)]
)
def test_whether_a_name_has_a_port(name: str, has: bool) -> None:
    assert has_port(name) is has


def test_every_address_of_the_machine_needs_a_name() -> None:
    assert complaint("0.0.0.0:0")[0] == complaint("[::]:0")[0] == "no-host"
    assert opened("0.0.0.0:0", "box.example").names[0].startswith("box.example:")


def test_the_token_is_taken_out_of_the_environment() -> None:
    assert opened("0").token == TOKEN
    assert "TOKEN" not in os.environ
    assert complaint("0") == ("no-token", "TOKEN is empty or not set")


def test_there_is_no_server_without_a_token() -> None:
    assert complaint("0", variable=None) == ("no-token", "over HTTP each client must bring a token")


@pytest.mark.parametrize("text", ["two words", "tab\t", "naïve"])
def test_what_is_no_token(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", text)
    assert complaint("0") == ("no-token", "TOKEN holds no token")


def test_an_address_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, message = complaint(f"127.0.0.1:{port}")
    assert (code, message) == ("address-unavailable", f"nothing can listen on 127.0.0.1:{port}: Address already in use")
