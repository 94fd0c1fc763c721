"""Which tools a flow is handed on the command line: models by `--model`, others by `--tool` or the file's `TOOLS`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from chaindsl.cli.loading import load_symbol
from chaindsl.errors import ChainDslError, FlowError, Issue
from chaindsl.graph.flow import Flow
from chaindsl.graph.nearest import nearest
from chaindsl.graph.step import Tool, ToolKind
from chaindsl.graph.walk import flow_steps, nested_flows

SUPPLIED = (ToolKind.FEEDBACK, ToolKind.IDEMPOTENCY_KEY)


def bound_tools(
    graph: Flow,
    module: ModuleType,
    options: Sequence[str],
    model: str | None,
    resolve: Callable[[str], Any],
) -> dict[str, Any]:
    """Return a flow's tools by name.

    `options` are `name=module:symbol`; they come first, then the model for every tool that is one, then the mapping
    `TOOLS` of the flow's own file. `resolve` makes a model of what `--model` says, and is asked only if the flow has
    one. Raises FlowError with every tool that is unknown or missing.
    """
    tools = wanted_tools(graph)
    found = {name: tool for name, tool in declared_tools(module).items() if name in tools}
    models = [tool.name for tool in tools.values() if tool.kind is ToolKind.MODEL]
    asked, issues = asked_tools(options, tools)
    if model is not None and set(models) - asked.keys():
        try:
            found |= dict.fromkeys(models, resolve(model))
        except ChainDslError as error:
            issues.extend(getattr(error, "issues", (error.issue,)))
            found |= dict.fromkeys(models)
    found |= asked
    issues.extend(missing_tool(tool, graph) for tool in tools.values() if tool.required and tool.name not in found)
    if issues:
        raise FlowError(issues)
    return found


def wanted_tools(graph: Flow) -> dict[str, Tool]:
    """Return each tool that a flow or a flow in it is handed, by name; required if it is so anywhere."""
    uses: dict[str, list[Tool]] = {}
    for tool in every_tool(graph):
        if tool.kind not in SUPPLIED:
            uses.setdefault(tool.name, []).append(tool)
    return {name: combined(name, tools) for name, tools in uses.items()}


def combined(name: str, tools: Sequence[Tool]) -> Tool:
    """Return what several steps say about one tool: a model if it is one anywhere."""
    is_model = any(tool.kind is ToolKind.MODEL for tool in tools)
    return Tool(name, ToolKind.MODEL if is_model else tools[0].kind, any(tool.required for tool in tools))


def every_tool(graph: Flow) -> Iterator[Tool]:
    """Yield the tools of every step of a flow and of the flows in it."""
    for step in flow_steps(graph):
        yield from step.tools
    for inner in nested_flows(graph):
        yield from every_tool(inner)


def declared_tools(module: ModuleType) -> Mapping[str, Any]:
    """Return the mapping `TOOLS` of a file, empty where there is none."""
    declared = getattr(module, "TOOLS", {})
    if not isinstance(declared, Mapping):
        message = f"TOOLS of {module.__name__} is a {type(declared).__name__}"
        raise ChainDslError("bad-tools", message, "TOOLS", hint="it maps names to tools")
    return declared


def asked_tools(options: Sequence[str], tools: Mapping[str, Tool]) -> tuple[dict[str, Any], list[Issue]]:
    """Return the tools of `name=module:symbol` options, and an issue for each that can't be had."""
    found: dict[str, Any] = {}
    issues: list[Issue] = []
    for option in options:
        name, _, address = option.partition("=")
        if name not in tools:
            issues.append(Issue("unknown-tool", f"the flow has no tool {name!r}", name, hint=nearest(name, tools)))
            continue
        try:
            found[name] = load_symbol(address)
        except ChainDslError as error:
            issue = error.issue
            found[name] = None
            issues.append(Issue(issue.code, f"--tool {option}: {issue.message}", name, issue.place, issue.hint))
    return found, issues


def missing_tool(tool: Tool, graph: Flow) -> Issue:
    """Say which tool is missing and how to give it."""
    option = f"--tool {tool.name}=module:name"
    if tool.kind is ToolKind.MODEL:
        hint = f"give --model local, or {option}"
        return Issue("missing-tool", f"{graph.name} asks a model ({tool.name})", tool.name, hint=hint)
    hint = f"give {option}, or put it into TOOLS in the flow's file"
    return Issue("missing-tool", f"{graph.name} needs the tool {tool.name}", tool.name, hint=hint)
