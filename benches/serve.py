"""What a call of the server costs: `workflow_get` beside an echo of the SDK's own, by the same client over stdio.

Run `python -m benches.serve`. Every contestant is a process of its own, all are asked in turn in every round, and the
median call counts; what means something are the ratios within one run. One echo answers with a word, the other with an
object as large as the answer of `workflow_get`, which the SDK validates, writes twice and the client validates again.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from benches.table import table

ROUNDS = 60
CALLS = 5
WARM = 20
REVIEW = f"{Path(__file__).parents[1]}/examples/review.py:review"

ECHO = """
from typing import Any
from mcp.server import MCPServer
server = MCPServer("echo", log_level="WARNING")

@server.tool()
def echo(text: str) -> str:
    return text

@server.tool()
def echo_object(value: dict[str, Any]) -> dict[str, Any]:
    return value

server.run()
"""

Call = Callable[[], Awaitable[Any]]


async def echoing(stack: AsyncExitStack, folder: str) -> Client:
    """A client of the SDK's server."""
    server = StdioServerParameters(command=sys.executable, args=["-c", ECHO], cwd=folder)
    return await stack.enter_async_context(Client(server))


async def serving(stack: AsyncExitStack, folder: str, store: str) -> tuple[Client, dict[str, Any]]:
    """A client of ours, and the answer of a run that waits for its second decision, nine steps behind it."""
    command = ["-m", "chaindsl.cli.main", "serve", REVIEW, "--store", store]
    server = StdioServerParameters(command=sys.executable, args=command, cwd=folder)
    client = await stack.enter_async_context(Client(server))
    answer = await answered(client, "workflow_start", {"flow": "review"})
    sent = {**answer["links"][0]["arguments"], "arguments": {"risk": "low"}}
    return client, await answered(client, "workflow_submit", sent)


async def answered(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    if result.is_error or not isinstance(result.structured_content, dict):
        raise RuntimeError(f"{tool} failed: {result.content}")
    return result.structured_content


async def contestants(stack: AsyncExitStack, folder: str) -> dict[str, Call]:
    """Every contestant by its name: a call to be awaited."""
    echo = await echoing(stack, folder)
    memory, answer = await serving(stack, folder, "memory:")
    durable, kept = await serving(stack, folder, "bench.db")
    return {
        "echo of a word": lambda: answered(echo, "echo", {"text": "hello"}),
        "echo of an answer": lambda: answered(echo, "echo_object", {"value": answer}),
        "workflow_list": lambda: answered(memory, "workflow_list", {}),
        "workflow_get, memory": lambda: answered(memory, "workflow_get", {"run": answer["run"]["id"]}),
        "workflow_get, SQLite": lambda: answered(durable, "workflow_get", {"run": kept["run"]["id"]}),
        "workflow_explain, SQLite": lambda: answered(
            durable, "workflow_explain", {"run": kept["run"]["id"], "transition": "approve"}
        ),
    }


async def measured(calls: dict[str, Call]) -> dict[str, float]:
    """Return the seconds of each contestant's median call."""
    found: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        for _ in range(WARM):
            await call()
    for _ in range(ROUNDS):
        for name, call in calls.items():
            began = time.perf_counter()
            for _ in range(CALLS):
                await call()
            found[name].append((time.perf_counter() - began) / CALLS)
    return {name: statistics.median(times) for name, times in found.items()}


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            found = await measured(await contestants(stack, folder))
    word, same = found["echo of a word"], found["echo of an answer"]
    rows = [[name, f"{s * 1e3:.2f}", f"{s / word:.2f}", f"{s / same:.2f}"] for name, s in found.items()]
    print("A round trip of the SDK's client over stdio; what counts are the ratios")
    print(table(("", "ms", "× a word", "× an answer"), rows))


if __name__ == "__main__":
    asyncio.run(main())
