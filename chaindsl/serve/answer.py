"""What goes back to the client: an answer as one typed object, or an error as text that a model can act on.

It knows nothing of flows.
"""

import json
from collections.abc import Iterable
from dataclasses import MISSING, fields
from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import TypeAdapter

from chaindsl.errors import ChainDslError, Issue
from chaindsl.serve.arguments import Untitled


class AnswerType:
    """A dataclass as answers of it look to a client."""

    def __init__(self, kind: type[Any]) -> None:
        self._adapter = TypeAdapter[Any](kind)
        made: dict[str, Any] = {}
        for part in fields(kind):
            default = None if part.default is MISSING else part.default
            made[part.name] = default if part.default_factory is MISSING else part.default_factory()
        self._defaults: dict[str, Any] = TypeAdapter(dict[str, Any]).dump_python(made, mode="json")

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema that every answer fits."""
        return self._adapter.json_schema(schema_generator=Untitled)

    def result(self, answer: Any) -> CallToolResult:
        """Return an answer as structured content, and as the same JSON in text for hosts that show only text.

        Its own fields are always there; deeper in it what has its default is left out.
        """
        given = self._adapter.dump_python(answer, mode="json", exclude_defaults=True)
        content = {name: given.get(name, default) for name, default in self._defaults.items()}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)


def refused(error: ChainDslError) -> CallToolResult:
    """Return an error that the caller can do something about: a line for each problem."""
    issues: Iterable[Issue] = getattr(error, "issues", None) or (error.issue,)
    text = "\n".join(line(issue) for issue in issues)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def line(issue: Issue) -> str:
    """Return a problem as its code, its sentence, and what to do next."""
    hint = f". Next: {issue.hint}" if issue.hint else ""
    return " ".join(f"{issue.code}: {issue.message}{hint}".split())
