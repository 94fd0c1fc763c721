"""Where the server is reached over HTTP: its address, the names it answers to, and the token that opens it.

It knows nothing of the protocol.
"""

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from chaindsl.errors import ChainDslError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Door:
    """An open socket. `names` are the values of the Host header that mean this server."""

    listener: socket.socket
    token: str
    names: tuple[str, ...]

    @property
    def url(self) -> str:
        """The address without a path."""
        host, port = self.listener.getsockname()[:2]
        return f"http://{spelt(host)}:{port}"


def open_door(address: str, variable: str | None, hosts: Sequence[str]) -> Door:
    """Open `[HOST]:PORT`, on this machine alone where no host is said; `variable` names what holds the token.

    The token is taken out of the environment, so that no child process is handed it. `hosts` are more names that
    clients may use, each with or without a port. Raises ChainDslError: `bad-address`, `no-token`, `no-host`, or
    `address-unavailable`.
    """
    host, port = split(address)
    if host in ANY and address.rpartition(":")[0] and not hosts:
        message = f"{address} is every address of this machine, and by which name clients call it can't be known"
        raise ChainDslError("no-host", message, address, hint="give --allow-host HOST for each name")
    token = taken_token(variable)
    listener = listening(host or LOOPBACK[0], port)
    actual = listener.getsockname()[1]
    own = LOOPBACK if (host or LOOPBACK[0]) in LOOPBACK else () if host in ANY else (host,)
    names = [f"{spelt(name)}:{actual}" for name in own]
    names += [name if has_port(name) else f"{spelt(name)}:{actual}" for name in hosts]
    return Door(listener, token, tuple(dict.fromkeys(names)))


def split(address: str) -> tuple[str, int]:
    """Return host and port of `[HOST]:PORT` or `PORT`."""
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 2**16) or (":" in host and not host.startswith("[")):
        hint = "as in 127.0.0.1:8600, or 8600 for this machine alone"
        raise ChainDslError("bad-address", f"{address!r} is no address to listen on", address, hint=hint)
    return host.strip("[]"), int(port)


def taken_token(variable: str | None) -> str:
    """Return the token, and take it out of the environment."""
    if variable is None:
        hint = "put a long random token into a variable, and name it with --token-env VAR"
        raise ChainDslError("no-token", "over HTTP each client must bring a token", hint=hint)
    token = os.environ.pop(variable, "")
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        what = "holds no token" if token else "is empty or not set"
        hint = "it is one word of ASCII letters, digits and signs"
        raise ChainDslError("no-token", f"{variable} {what}", variable, hint=hint)
    return token


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        message = f"nothing can listen on {spelt(host)}:{port}: {error.strerror or error}"
        raise ChainDslError("address-unavailable", message, host, hint="choose another port or host") from error
    return listener


def spelt(host: str) -> str:
    """Return a host as it stands in a URL."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def has_port(name: str) -> bool:
    """Say whether a name of a host ends with a port."""
    return name.rpartition(":")[2].isdigit() and (name.startswith("[") or name.count(":") == 1)
