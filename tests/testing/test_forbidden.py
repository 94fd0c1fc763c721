"""Without real models nothing is built, asked or connected to; afterwards everything is as it was."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

import pytest

from chaindsl.models.catalogue import resolve
from chaindsl.models.failure import ModelError
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.testing import RealModelError, forbidden
from chaindsl.testing.forbidden import forbid_real_models

URL = "http://127.0.0.1:9/v1"


@pytest.fixture
def models() -> tuple[OpenAICompatible, AsyncOpenAICompatible]:
    """Models that were built before they were forbidden."""
    return OpenAICompatible(URL, "m"), AsyncOpenAICompatible(URL, "m")


@pytest.fixture
def server() -> Iterator[tuple[str, int]]:
    """A port of this machine that can be connected to."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()


@pytest.fixture
def forbid(models: object, server: object, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_real_models(monkeypatch.setattr)


@pytest.mark.usefixtures("forbid")
@pytest.mark.parametrize(
    ("build", "name"),
    [
        (lambda: OpenAICompatible(URL, "m"), "OpenAICompatible"),
        (lambda: AsyncOpenAICompatible(URL, "m"), "AsyncOpenAICompatible"),
        (lambda: resolve(f"{URL}#m"), "OpenAICompatible"),
        (lambda: resolve("local"), "Local"),
    ],
)
def test_no_model_is_built(build: Callable[[], object], name: str) -> None:
    with pytest.raises(RealModelError) as caught:
        build()
    assert str(caught.value) == (
        f"a real model is built: {name}, and this test forbids real models [real-model] "
        "(hand the flow a ScriptedModel, or do without the fixture no_real_models)"
    )


@pytest.mark.usefixtures("forbid")
async def test_no_model_is_asked(models: tuple[OpenAICompatible, AsyncOpenAICompatible]) -> None:
    with pytest.raises(RealModelError, match="a real model is asked: OpenAICompatible"):
        models[0]("hi")
    with pytest.raises(RealModelError, match="a real model is asked: AsyncOpenAICompatible"):
        await models[1]("hi")


@pytest.mark.usefixtures("forbid")
def test_no_connection_is_opened(server: tuple[str, int]) -> None:
    for connect in (
        lambda: socket.socket().connect(server),
        lambda: socket.socket().connect_ex(server),
        lambda: socket.create_connection(server),
    ):
        with pytest.raises(RealModelError) as caught:
            connect()
        assert caught.value.issue.message.startswith(f"a connection is opened to {server!r}, and this test")
        del caught
        gc.collect()


@pytest.mark.usefixtures("forbid")
def test_no_datagram_is_sent(server: tuple[str, int]) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sending, pytest.raises(RealModelError) as caught:
        sending.sendto(b"x", server)
    assert caught.value.issue.message.startswith(f"a datagram is sent to {server!r}, and this test")


@pytest.mark.usefixtures("forbid")
def test_no_connection_is_opened_by_asyncio(server: tuple[str, int]) -> None:
    with pytest.raises(RealModelError, match="a connection is opened to"):
        asyncio.run(asyncio.wait_for(asyncio.open_connection(*server), 60))


@pytest.mark.usefixtures("forbid")
@pytest.mark.parametrize("host", ["example.org", b"example.org"])
def test_no_name_is_looked_up(host: str | bytes) -> None:
    with pytest.raises(RealModelError, match=r"the network is asked for b?'example\.org'"):
        socket.getaddrinfo(host, 80)


@pytest.mark.usefixtures("forbid")
@pytest.mark.parametrize("host", [None, "localhost", "127.0.0.1", b"127.0.0.1", "::1", "fe80::1"])
def test_addresses_are_no_names(host: str | bytes | None) -> None:
    assert socket.getaddrinfo(host, 80)


@pytest.mark.usefixtures("forbid")
def test_pairs_of_sockets_and_loops_still_work() -> None:
    one, two = socket.socketpair()
    with one, two:
        one.sendall(b"x")
        assert two.recv(1) == b"x"
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"


def test_afterwards_everything_is_as_it_was(server: tuple[str, int]) -> None:
    before = [dict(vars(thing)) for thing in (socket.socket, OpenAICompatible, AsyncOpenAICompatible)]
    with pytest.MonkeyPatch.context() as patch:
        forbid_real_models(patch.setattr)
        assert socket.socket.connect is forbidden._no_connection
    assert [dict(vars(thing)) for thing in (socket.socket, OpenAICompatible, AsyncOpenAICompatible)] == before
    socket.create_connection(server).close()


def test_without_the_extra_connections_are_forbidden_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        if name.startswith("chaindsl.models."):
            raise ModelError("missing-extra", "this needs httpx")
        return import_module(name)

    monkeypatch.setattr(forbidden, "import_module", missing)
    forbid_real_models(monkeypatch.setattr)
    with socket.socket() as one, pytest.raises(RealModelError):
        one.connect(("127.0.0.1", 9))
    assert "chaindsl.models.http" in sys.modules
