"""The MCP server: which tools it has and what is said of them. All of that is constant, whatever is served."""

from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from chaindsl import __version__
from chaindsl.graph.nearest import nearest
from chaindsl.runtime.response import ChainStep, Explanation, Response
from chaindsl.serve.answer import AnswerType
from chaindsl.serve.arguments import Explain, Get, Nothing, Start, Submit
from chaindsl.serve.desk import Desk
from chaindsl.serve.flows import Flows
from chaindsl.serve.tool import ServedTool

INSTRUCTIONS = (
    "Workflows whose computable steps run by themselves. Start one: the answer says what was done and why it stopped. "
    "Where status is waiting, read guidance and submit one of the links whose actor is agent, with run.revision. "
    "Links whose actor is human are for a person to take and are refused here. Where a run has failed, the link with "
    "recovery goes on once the cause is repaired. Where status is running, get the run again a little later."
)


def make_tools(desk: Desk, separator: str = "_") -> tuple[ServedTool, ...]:
    """Return the tools; they are called `workflow`, the separator, and what they do."""
    prefix, response = f"workflow{separator}", AnswerType(Response)
    return (
        ServedTool(
            f"{prefix}start",
            "Start a workflow",
            "Start a flow. All steps that can be computed are done before this answers; a flow that takes long is "
            "answered with status running and goes on. With a key, starting again gives the same run.",
            Start,
            response,
            desk.start,
        ),
        ServedTool(
            f"{prefix}get",
            "See a run",
            "Say where a run stands: what was done, why it stopped, what may be decided now.",
            Get,
            response,
            desk.get,
            reads=True,
        ),
        ServedTool(
            f"{prefix}submit",
            "Decide",
            "Take one of a run's links: a decision, or the way on after a failure. All steps that can be computed "
            "after it are done before this answers.",
            Submit,
            response,
            desk.submit,
        ),
        ServedTool(
            f"{prefix}explain",
            "Explain a transition",
            "Say whether a transition of a run can be taken now, and if not, why.",
            Explain,
            AnswerType(Explanation),
            desk.explain,
            reads=True,
        ),
        ServedTool(
            f"{prefix}list",
            "List workflows",
            "List the flows that can be started, and what each takes.",
            Nothing,
            AnswerType(Flows),
            desk.list,
            reads=True,
        ),
    )


def make_server(tools: tuple[ServedTool, ...]) -> Server[Any]:
    """Return a server with these tools and nothing else."""
    by_name = {tool.name: tool for tool in tools}
    listed = [tool.listed() for tool in tools]

    async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=listed)

    async def call_tool(context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}; {nearest(params.name, by_name)}")
        return await tool.call(params.arguments or {}, Progress(context).heard)

    return Server(
        "chaindsl",
        version=__version__,
        title="chaindsl workflows",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


class Progress:
    """Tells the client of each step that was done, for as long as it waits."""

    def __init__(self, context: ServerRequestContext[Any]) -> None:
        self._context = context
        self._steps = 0

    async def heard(self, step: ChainStep) -> None:
        """Tell of one step."""
        self._steps += 1
        way = f": {step.source} → {step.target}" if step.source and step.target else ""
        await self._context.session.report_progress(self._steps, None, f"{step.transition}{way}")
