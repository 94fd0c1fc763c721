"""The server as the SDK's own client sees it, without a process between: in both modes of the protocol."""

import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from chaindsl.errors import ChainDslError
from chaindsl.runtime.response import ErrorView, Response, RunView
from chaindsl.serve.server import make_server, make_tools
from tests.serve.scripted import AGAIN, STEP, Scripted, desk

MODES = ("2026-07-28", "legacy")
MISSPELT = """\
missing-argument: workflow_get needs the argument 'run'. Next: its arguments are run
unknown-argument: workflow_get takes no argument 'runs'. Next: did you mean run?"""


@asynccontextmanager
async def client(
    session: Scripted, mode: str = "auto", patience: float = 20.0, dot: str = "_"
) -> AsyncIterator[Client]:
    async with Client(make_server(make_tools(desk(session, patience), dot)), mode=mode) as connected:
        yield connected


def text(result: CallToolResult) -> str:
    (part,) = result.content
    assert isinstance(part, TextContent)
    return part.text


@pytest.mark.parametrize("mode", MODES)
async def test_what_a_client_is_told_of_the_tools(mode: str, golden: Callable[[str, str], None]) -> None:
    async with client(Scripted(), mode) as connected:
        tools = (await connected.list_tools()).tools
    data = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    golden("serve/tools.json", json.dumps(data, indent=2, sort_keys=True) + "\n")


async def test_dotted_names() -> None:
    async with client(Scripted(), dot=".") as connected:
        names = [tool.name for tool in (await connected.list_tools()).tools]
    assert names == ["workflow.start", "workflow.get", "workflow.submit", "workflow.explain", "workflow.list"]


@pytest.mark.parametrize("mode", MODES)
async def test_an_answer_is_one_typed_object_and_the_same_as_text(mode: str) -> None:
    async with client(Scripted(links=(AGAIN,)), mode) as connected:
        result = await connected.call_tool("workflow_get", {"run": "r1"})
    assert not result.is_error
    assert result.structured_content == json.loads(text(result))
    assert result.structured_content == {
        "run": {"id": "r1", "flow": "claims", "graph": "abc", "state": "open", "revision": 3},
        "status": "waiting",
        "stopped": "decision",
        "chain": [],
        "guidance": {"goal": None, "instructions": None},
        "links": [
            {
                "transition": "resume",
                "title": "Go on",
                "actor": "agent",
                "schema": {},
                "arguments": {"run": "r1"},
                "recovery": True,
            }
        ],
        "error": None,
        "outputs": {},
        "saved": 0,
        "spent": {"seconds": 0.0, "calls": 0, "tokens": 0},
    }


async def test_a_failure_fits_the_schema_too() -> None:
    failed = Response(
        RunView("r1", "claims", "abc", None, 1),
        "failed",
        "failure",
        chain=(replace(STEP, exit_code=1, tail="boom", error="it failed"),),
        error=ErrorView("step-failed", "it failed", "look", "flows.py:3", "repair it"),
        outputs={"none": None, "nested": {"none": None}},
    )
    answers = next(tool.answers for tool in make_tools(desk(Scripted())) if tool.name == "workflow_get")
    content = answers.result(failed).structured_content
    jsonschema.Draft202012Validator(answers.schema()).validate(content)
    assert content is not None
    assert content["chain"] == [
        {
            "transition": "look",
            "source": "new",
            "target": "open",
            "actor": "deterministic",
            "seconds": 0.5,
            "attempts": 1,
            "exit_code": 1,
            "tail": "boom",
            "error": "it failed",
        }
    ]
    assert content["outputs"] == {"none": None, "nested": {"none": None}}


@pytest.mark.parametrize("mode", MODES)
async def test_each_call_reaches_the_session_as_the_agent(mode: str) -> None:
    session = Scripted(links=(AGAIN,))
    async with client(session, mode) as connected:
        await connected.call_tool("workflow_start", {"flow": "claims", "values": {"claim": "a"}, "key": "k"})
        sent = {"run": "r1", "revision": 3, "transition": "close", "arguments": {"reason": "paid"}}
        await connected.call_tool("workflow_submit", sent)
        await connected.call_tool("workflow_submit", {"run": "r1", "revision": 3, "transition": "resume"})
        # A transition of the flow's own is the session's to judge, whatever it is called.
        await connected.call_tool("workflow_submit", {"run": "r1", "revision": 3, "transition": "retry"})
        explained = await connected.call_tool("workflow_explain", {"run": "r1", "transition": "close"})
    assert explained.structured_content is not None
    assert explained.structured_content["reasons"] == ["not now"]
    assert session.calls == [
        ("start", {"claim": "a"}, "k"),
        ("get", "r1"),
        ("submit", "r1", "close", {"reason": "paid"}, 3, "agent"),
        ("get", "r1"),
        ("retry", "r1", 3),
        ("get", "r1"),
        ("submit", "r1", "retry", {}, 3, "agent"),
        ("explain", "r1", "close"),
    ]


async def test_the_way_on_takes_no_arguments() -> None:
    sent = {"run": "r1", "revision": 3, "transition": "resume", "arguments": {"amount": 1}}
    async with client(Scripted(links=(AGAIN,))) as connected:
        result = await connected.call_tool("workflow_submit", sent)
    assert (result.is_error, text(result)) == (
        True,
        "unknown-argument: resume takes no arguments. Next: submit it without arguments",
    )


async def test_the_list_says_what_each_flow_takes() -> None:
    async with client(Scripted()) as connected:
        result = await connected.call_tool("workflow_list")
    assert result.structured_content == {
        "flows": [
            {
                "flow": "claims",
                "kind": "workflow",
                "values": {
                    "type": "object",
                    "properties": {"claim": {"type": "string"}, "amount": {"type": "integer"}},
                    "required": ["claim", "amount"],
                    "additionalProperties": False,
                },
            }
        ]
    }


@pytest.mark.parametrize(
    ("tool", "sent", "said"),
    [
        ("start", {"flow": "clams"}, "no-such-flow: there is no flow 'clams'. Next: did you mean claims?"),
        ("get", {"run": "r2"}, "no-run: there is no run r2. Next: "),
        ("get", {"run": "other"}, "no-run: there is no run other. Next: "),
        ("submit", {"run": "other", "revision": 0, "transition": "t"}, "no-run: there is no run other. Next: "),
        ("explain", {"run": "other", "transition": "t"}, "no-run: there is no run other. Next: "),
        ("get", {"runs": "r1"}, MISSPELT),
    ],
)  # fmt: skip
async def test_what_is_wrong_with_a_call_is_told(tool: str, sent: dict[str, Any], said: str) -> None:
    async with client(Scripted()) as connected:
        result = await connected.call_tool(f"workflow_{tool}", sent)
    assert result.is_error
    assert text(result).startswith(said)
    assert result.structured_content is None


async def test_what_fails_inside_says_its_class_and_no_more(caplog: pytest.LogCaptureFixture) -> None:
    async with client(Scripted(failing=OSError("secret path"))) as connected:
        result = await connected.call_tool("workflow_get", {"run": "r1"})
    assert result.is_error
    assert text(result).startswith("internal-error: workflow_get failed inside: OSError. Next: ")
    assert "secret" not in text(result)
    assert "workflow_get failed: OSError: secret path" in caplog.messages


async def test_what_the_session_refuses_is_told() -> None:
    refusal = ChainDslError("wrong-actor", "pay is for a human", "pay", hint="ask one")
    async with client(Scripted(failing=refusal)) as connected:
        result = await connected.call_tool("workflow_submit", {"run": "r1", "revision": 3, "transition": "pay"})
    assert (result.is_error, text(result)) == (True, "wrong-actor: pay is for a human. Next: ask one")


@pytest.mark.parametrize("mode", MODES)
async def test_a_tool_that_is_not_there(mode: str) -> None:
    async with client(Scripted(), mode) as connected:
        with pytest.raises(MCPError, match="there is no tool 'workflow_strat'; did you mean workflow_start"):
            await connected.call_tool("workflow_strat", {"flow": "claims"})


@pytest.mark.parametrize("mode", MODES)
async def test_progress_is_told_while_a_chain_runs_and_a_long_one_is_handed_back(mode: str) -> None:
    session = Scripted(held=threading.Event())
    told: list[tuple[float, float | None, str | None]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with client(session, mode, patience=0.2) as connected:
        result = await connected.call_tool("workflow_start", {"flow": "claims"}, progress_callback=heard)
        assert result.structured_content is not None
        assert result.structured_content["status"] == "running"
        assert session.held is not None
        session.held.set()
        result = await connected.call_tool("workflow_get", {"run": "r1"})
        assert result.structured_content is not None
        assert result.structured_content["status"] == "waiting"
    assert told == [(1.0, None, "look: new → open")]


async def test_a_run_that_is_stored_late_is_waited_for() -> None:
    session = Scripted(held=threading.Event(), named_late=True)
    async with client(session, patience=0.05) as connected:
        result = await connected.call_tool("workflow_start", {"flow": "claims"})
        assert result.structured_content is not None
        assert result.structured_content["status"] == "running"
    assert session.held is not None
    session.held.set()


async def test_a_long_submit_is_handed_back_too() -> None:
    session = Scripted(held=threading.Event())
    async with client(session, patience=0.1) as connected:
        sent = {"run": "r1", "revision": 3, "transition": "close", "arguments": {"reason": "x"}}
        result = await connected.call_tool("workflow_submit", sent)
        assert result.structured_content is not None
        assert result.structured_content["status"] == "running"
    assert session.held is not None
    session.held.set()
