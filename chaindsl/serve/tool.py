"""A tool: its name and what is said of it, what it takes and answers, and how a call of it goes."""

import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import CallToolResult, Tool, ToolAnnotations

from chaindsl.errors import ChainDslError
from chaindsl.serve.answer import AnswerType, refused
from chaindsl.serve.arguments import Arguments, Untitled, checked
from chaindsl.serve.desk import Heard

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServedTool:
    """`act` takes arguments of the type `takes` and returns what `answers` describes.

    `reads` says that it changes nothing, and so may be called again and again.
    """

    name: str
    title: str
    description: str
    takes: type[Arguments]
    answers: AnswerType
    act: Callable[[Any, Heard], Awaitable[Any]]
    reads: bool = False

    def listed(self) -> Tool:
        """Return what a client is told of it."""
        return Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self.takes.model_json_schema(schema_generator=Untitled),
            output_schema=self.answers.schema(),
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=self.reads,
                destructive_hint=not self.reads,
                idempotent_hint=self.reads,
                open_world_hint=not self.reads,
            ),
        )

    async def call(self, given: Mapping[str, Any], heard: Heard) -> CallToolResult:
        """Answer a call; whatever is wrong with it comes back as an error that names it."""
        try:
            return self.answers.result(await self.act(checked(self.name, self.takes, given), heard))
        except ChainDslError as error:
            return refused(error)
        except Exception as error:
            # What a library or a store says may hold anything, so the client gets no more than its class.
            said = " ".join(f"{type(error).__name__}: {error}".split())
            log.error("%s failed: %s", self.name, said, exc_info=bool(os.environ.get("CHAINDSL_TRACEBACK")))
            message = f"{self.name} failed inside: {type(error).__name__}"
            hint = "this is no fault of the call; whoever runs the server finds more in its log"
            return refused(ChainDslError("internal-error", message, self.name, hint=hint))
