"""Serves one client on standard input and output."""

from typing import Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from chaindsl.serve.wire import Wire


def serve_stdio(server: Server[Any], wire: Wire) -> None:
    """Serve until the client closes its end."""
    anyio.run(_serve, server, wire)


async def _serve(server: Server[Any], wire: Wire) -> None:
    requests, answers = anyio.wrap_file(wire.requests), anyio.wrap_file(wire.answers)
    async with stdio_server(requests, answers) as (read, write):
        await server.run(read, write, server.create_initialization_options())
