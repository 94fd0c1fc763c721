"""`chaindsl serve` as a client starts it: a process of its own, spoken to over its pipes."""

import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, TextContent

COMMAND = str(Path(sys.executable).parent / "chaindsl")
MODES = ("2026-07-28", "legacy")


@asynccontextmanager
async def connected(*arguments: str, mode: str = "auto", folder: Path) -> AsyncIterator[Client]:
    """A client of a server whose working folder, and standard error `log`, are in `folder`."""
    server = StdioServerParameters(command=COMMAND, args=["serve", *arguments], cwd=folder)
    with (folder / "log").open("a", encoding="utf-8") as log:
        async with Client(stdio_client(server, log), mode=mode) as client:
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers; an error is a failure of the test."""
    result = await client.call_tool(f"workflow_{tool}", arguments)
    assert not result.is_error, said(result)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that refuses."""
    result = await client.call_tool(f"workflow_{tool}", arguments)
    assert result.is_error, said(result)
    return said(result)


async def take(client: Client, answer: dict[str, Any], transition: str, **arguments: Any) -> dict[str, Any]:
    """Take a link of an answer, sending what the link says is to be sent."""
    link = next(link for link in answer["links"] if link["transition"] == transition)
    more = {"arguments": arguments} if arguments else {}
    return await call(client, "submit", **link["arguments"], **more)


async def until(client: Client, run: str, status: str) -> dict[str, Any]:
    """Ask for a run until it stands so."""
    while (answer := await call(client, "get", run=run))["status"] != status:
        time.sleep(0.02)
    return answer


def said(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def steps(answer: dict[str, Any]) -> list[str]:
    return [f"{step['transition']}: {step['source']} → {step['target']}" for step in answer["chain"]]


def offered(answer: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [(link["transition"], link["actor"], link.get("recovery", False)) for link in answer["links"]]


def started(*arguments: str, folder: Path, **options: Any) -> "subprocess.Popen[bytes]":
    """A server without a client, its pipes in our hands."""
    return subprocess.Popen(
        [COMMAND, "serve", *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def eventually(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def exists(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def pids(folder: Path) -> list[int]:
    """What the processes of a test wrote down about themselves: `pid.*`."""
    return [int(path.read_text()) for path in sorted(folder.glob("pid.*")) if path.read_text()]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, **more}
