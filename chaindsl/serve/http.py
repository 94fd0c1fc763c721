"""Serves clients over HTTP: each with the token, by a name of this server, from no foreign page.

The check of names and origins keeps out web pages that reach a server on this machine by DNS rebinding.
"""

import hmac
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from chaindsl.serve.door import Door

PATH = "/mcp"


class TokenRequired:
    """Lets only requests through that bring the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and not self._allowed(Headers(scope=scope)):
            said = Response("a bearer token is required", 401, {"WWW-Authenticate": 'Bearer realm="chaindsl"'})
            await said(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allowed(self, headers: Headers) -> bool:
        brought = headers.getlist("authorization")
        return len(brought) == 1 and hmac.compare_digest(brought[0].encode(), self._expected)


class SignalsLeftAlone(uvicorn.Server):
    """Signals end the whole process, and that is seen to elsewhere."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()


def make_app(server: Server[Any], token: str, names: tuple[str, ...]) -> ASGIApp:
    """Return the application; `names` are the values of the Host header that it answers to."""
    security = TransportSecuritySettings(
        allowed_hosts=list(names),
        allowed_origins=[f"{scheme}://{name}" for name in names for scheme in ("http", "https")],
    )
    app = server.streamable_http_app(streamable_http_path=PATH, stateless_http=True, transport_security=security)
    return TokenRequired(app, token)


def serve_http(server: Server[Any], door: Door) -> None:
    """Serve until the process ends."""
    app = make_app(server, door.token, door.names)
    # Only the protocol is spoken here, so web sockets are left out.
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="none", server_header=False)
    SignalsLeftAlone(config).run([door.listener])
