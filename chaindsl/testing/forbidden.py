"""No real models: what is taken away from a test that forbids them, and the error that says so.

Processes that the test starts are out of reach.
"""

import ipaddress
import socket
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn

from chaindsl.errors import FlowError, Issue
from chaindsl.models.failure import ModelError

_CLIENTS = {
    "chaindsl.models.anthropic": ("Anthropic", "AsyncAnthropic"),
    "chaindsl.models.http": ("OpenAICompatible", "AsyncOpenAICompatible"),
    "chaindsl.models.local": ("Local",),
}

Replace = Callable[[object, str, object], None]
"""Sets an attribute of an object until the test is over, as `MonkeyPatch.setattr` does."""


class RealModelError(FlowError):
    """A test that forbids real models asked for one, or for the network. A `FlowError`, so that no step retries it."""

    def __init__(self, what: str) -> None:
        hint = "hand the flow a ScriptedModel, or do without the fixture no_real_models"
        super().__init__([Issue("real-model", f"{what}, and this test forbids real models", None, None, hint)])


def forbid_real_models(replace: Replace) -> None:
    """Let every client of `chaindsl.models` and every new connection of this process fail with RealModelError."""
    for name, clients in _CLIENTS.items():
        try:
            module = import_module(name)
        except ModelError:
            continue  # without its extra nobody can build such a model either
        for client in clients:
            replace(getattr(module, client), "__init__", _refusing(f"a real model is built: {client}"))
            replace(getattr(module, client), "__call__", _refusing(f"a real model is asked: {client}"))
    replace(socket.socket, "connect", _no_connection)
    replace(socket.socket, "connect_ex", _no_connection)
    replace(socket.socket, "sendto", _no_datagram)
    replace(socket, "getaddrinfo", _only_here(socket.getaddrinfo))


def _refusing(what: str) -> Callable[..., NoReturn]:
    def refuse(*args: object, **options: object) -> NoReturn:
        raise RealModelError(what)

    return refuse


def _no_connection(connecting: socket.socket, address: object) -> NoReturn:
    connecting.close()  # whoever opened it may clean up after errors of the network alone
    raise RealModelError(f"a connection is opened to {address!r}")


def _no_datagram(sending: socket.socket, *args: object) -> NoReturn:
    raise RealModelError(f"a datagram is sent to {args[-1]!r}")


def _only_here(real: Callable[..., Any]) -> Callable[..., Any]:
    """Names are looked up by asking the network, addresses are not."""

    def getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
        if host not in (None, "", b"", "localhost", b"localhost") and not _is_address(host):
            raise RealModelError(f"the network is asked for {host!r}")
        return real(host, *args, **options)

    return getaddrinfo


def _is_address(host: object) -> bool:
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host).partition("%")[0])
    except ValueError:
        return False
    return True
