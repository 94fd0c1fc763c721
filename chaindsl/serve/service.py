"""From flows to a server that is reached: everything that needs the `mcp` package lies behind this module."""

import logging
import sys
from typing import NoReturn

from chaindsl.serve.desk import Desk
from chaindsl.serve.door import Door
from chaindsl.serve.ending import Ending
from chaindsl.serve.http import PATH, serve_http
from chaindsl.serve.server import make_server, make_tools
from chaindsl.serve.stdio import serve_stdio
from chaindsl.serve.wire import Wire

log = logging.getLogger(__name__)


def speak(way: Wire | Door, desk: Desk, separator: str, ending: Ending) -> NoReturn:
    """Serve until the client goes or a signal comes, and end the process."""
    logging.basicConfig(level=logging.WARNING, format="chaindsl serve: %(message)s", stream=sys.stderr)
    server = make_server(make_tools(desk, separator))
    if isinstance(way, Door):
        _say(f"listening on {way.url}{PATH}")
        serve_http(server, way)
        ending.leave(1)
    if way.requests.isatty():
        _say("waiting for an MCP client on standard input; end it with Ctrl-C")
    ending.on_end_of(way.requests.fileno())
    status = 0
    try:
        serve_stdio(server, way)
    except* OSError:
        # The client has closed its end.
        pass
    except* Exception as group:  # noqa: BLE001 - whatever broke, all that was started is ended
        log.error("the connection broke: %s", "; ".join(f"{type(e).__name__}: {e}" for e in group.exceptions))
        status = 1
    ending.leave(status)


def _say(text: str) -> None:
    sys.stderr.write(f"chaindsl serve: {text}\n")
    sys.stderr.flush()
