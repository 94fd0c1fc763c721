"""An HTTP server that behaves, and misbehaves, as it is told: what a model's server can do to a client."""

import json
import select
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}


@dataclass
class Seen:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass
class Server:
    """Gives the replies in order, the last one again and again; keeps what it was asked.

    `open` counts the connections that no side has closed yet, `connected` all that there were, `waiting` those on which
    somebody waits for an answer that does not come.
    """

    url: str
    replies: list["Reply"] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    hanging: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    open: int = 0
    connected: int = 0
    waiting: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def counted(self, change: int) -> None:
        with self.changed:
            self.open += change
            self.connected += max(change, 0)
            self.changed.notify_all()

    def waited(self, change: int) -> None:
        with self.changed:
            self.waiting += change
            self.changed.notify_all()

    def waits(self, count: int, seconds: float = 10.0) -> bool:
        """Wait until so many wait for an answer that does not come."""
        with self.changed:
            return self.changed.wait_for(lambda: self.waiting == count, seconds)

    def asked(self) -> "Counter[str]":
        """How often each prompt of a chat has come."""
        return Counter(seen.body["messages"][0]["content"] for seen in tuple(self.seen))

    def all_closed(self, seconds: float = 10.0) -> bool:
        """Wait until every connection is closed, for so many seconds at most."""
        with self.changed:
            return self.changed.wait_for(lambda: self.open == 0, seconds)


class Handler(BaseHTTPRequestHandler):
    """One request: noted, then answered by the next reply."""

    protocol_version = "HTTP/1.1"
    plan: Server
    prompt: str

    def setup(self) -> None:
        self.plan.counted(+1)
        super().setup()

    def finish(self) -> None:
        with suppress(ConnectionError, ValueError):
            super().finish()
        self.plan.counted(-1)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.plan.seen.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        self.prompt = (body.get("messages") or [{}])[0].get("content", "")
        reply = self.plan.replies.pop(0) if len(self.plan.replies) > 1 else self.plan.replies[0]
        with suppress(ConnectionError):
            reply(self)

    def log_message(self, format: str, *args: object) -> None:
        """Tests have no use for a log."""

    def send(self, status: int, body: bytes, headers: Mapping[str, str], length: int | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


Reply = Callable[[Handler], None]


def reply(body: object, status: int = 200, **headers: str) -> Reply:
    """A whole answer; anything that is not bytes is sent as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda handler: handler.send(
        status, data, {name.replace("_", "-"): value for name, value in headers.items()}
    )


def chat(text: object, **more: object) -> Reply:
    """What a chat endpoint answers."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return reply({"model": "tiny-1", "choices": [choice], "usage": USAGE} | more)


def cut(body: bytes) -> Reply:
    """An answer that ends before the length that it announced."""

    def send(handler: Handler) -> None:
        handler.send(200, body, {}, length=len(body) + 50)
        handler.close_connection = True

    return send


def reset(handler: Handler) -> None:
    """The connection is reset."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def silent(handler: Handler) -> None:
    """Nothing comes until the client has closed the connection, or the test is over."""
    _until_closed(handler)


def stalled(body: bytes) -> Reply:
    """The start of an answer, and then nothing more."""

    def send(handler: Handler) -> None:
        handler.send(200, body, {}, length=len(body) + 50)
        _until_closed(handler)

    return send


def dripping_headers(handler: Handler) -> None:
    """A status, and then headers without end, one now and then."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not handler.plan.released.wait(0.02):
        handler.wfile.write(b"x: y\r\n")
    handler.close_connection = True


def echo(handler: Handler) -> None:
    """The prompt is the answer, but for prompts that begin with a text of `plan.hanging`: those are never answered."""
    if handler.prompt.startswith(tuple(handler.plan.hanging)):
        silent(handler)
    else:
        chat(handler.prompt)(handler)


def _until_closed(handler: Handler) -> None:
    handler.plan.waited(+1)
    while not handler.plan.released.is_set():
        if select.select([handler.connection], [], [], 0.02)[0]:
            break
    handler.plan.waited(-1)
    handler.close_connection = True


def dripping(handler: Handler) -> None:
    """A byte now and then, without end: no single wait is long."""
    handler.send(200, b"", {}, length=10_000)
    while not handler.plan.released.wait(0.02):
        handler.wfile.write(b" ")
    handler.close_connection = True


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a port of its own, until the block ends."""

    class Bound(Handler):
        pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Bound) as listening:
        plan = Bound.plan = Server(f"http://127.0.0.1:{listening.server_port}")
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield plan
        finally:
            plan.released.set()
            listening.shutdown()
            thread.join()


def events(*parts: object, end: bytes = b"data: [DONE]\n\n", done: bool = True) -> Reply:
    """An answer in pieces; without `done` the connection ends before the answer does."""
    lines = b"".join(b"data: " + json.dumps(part).encode() + b"\n\n" for part in parts) + (end if done else b"")

    def send(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(lines)
        handler.close_connection = True

    return send


def pieces(*texts: str, reason: str | None = "stop") -> list[dict[str, Any]]:
    """What a chat endpoint streams: the texts, why it ended, and the usage."""
    parts: list[dict[str, Any]] = [
        {"model": "tiny-1", "choices": [{"index": 0, "delta": {"content": text}}]} for text in texts
    ]
    ended = {"model": "tiny-1", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    return [*parts, ended, {"choices": [], "usage": USAGE}]
