"""The lines of a trace file as data types, and the JSON Schema that is made from them.

It is the published form; it must not know who writes the lines or who shows them.
"""

import json
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, InstanceOf, TypeAdapter, ValidationError
from typing_extensions import TypedDict

TRACE_VERSION = 1
"""The version of the lines; it changes when a reader of the old form would misread the new one."""

Str = InstanceOf[str]
"""Any text, also one with half a surrogate pair, which pydantic refuses and a model may write."""
Seconds = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]
_OPEN = ConfigDict(extra="allow")


class RunLine(TypedDict):
    """The first line: which run of which flow. `definition` is the flow's graph, so that nobody needs its source."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]
    kind: Literal["run"]
    version: Annotated[Literal[1], Field(description="The version of the file's form.")]
    chaindsl: NotRequired[Annotated[Str, Field(description="The version of chaindsl that wrote the file.")]]
    run: NotRequired[Annotated[Str, Field(description="The run's id.")]]
    flow: NotRequired[Annotated[Str | None, Field(description="The flow's name.")]]
    graph: NotRequired[Annotated[Str | None, Field(description="The hash of the flow's shape.")]]
    began: NotRequired[Annotated[Str, Field(description="When it began, in UTC, as ISO 8601 has it.")]]
    definition: NotRequired[
        Annotated[dict[str, Any] | None, Field(description="The flow, as in graph.schema.json, prompts included.")]
    ]
    redacted: NotRequired[Annotated[list[Str], Field(description="The keys whose values no line shows.")]]
    budget: NotRequired[Annotated[dict[str, Any] | None, Field(description="What this run may spend.")]]


class ValueLine(TypedDict):
    """A value that no step wrote: an input, at the beginning; an item, a decision, before it is first read."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]
    kind: Literal["value"]
    revision: Annotated[int, Field(description="Its number, by which records name it.")]
    key: Str
    value: Any
    cut: NotRequired[Annotated[int, Field(description="Its whole length in characters, where it was cut.")]]
    input: NotRequired[Annotated[bool, Field(description="Whether it is an input of the run.")]]


class Call(TypedDict):
    """One model call of an attempt."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]
    tool: Str
    characters: Annotated[int, Field(description="How many characters were sent.")]
    seconds: Seconds
    sent: NotRequired[Annotated[Str | None, Field(description="The prompt as it was sent, capped, or redacted.")]]
    answer: NotRequired[Annotated[Str | None, Field(description="What came back, capped, or redacted.")]]
    prompt: NotRequired[Annotated[Str | None, Field(description="The prompt's name.")]]
    version: NotRequired[Annotated[Str | None, Field(description="The prompt's version.")]]
    hash: NotRequired[Annotated[Str | None, Field(description="The hash of the prompt's text with placeholders.")]]
    model: NotRequired[Str | None]
    input_tokens: NotRequired[int | None]
    output_tokens: NotRequired[int | None]
    cost: NotRequired[float | None]
    error: NotRequired[Annotated[Str | None, Field(description="The exception that a failed call raised.")]]


class RecordLine(TypedDict):
    """One attempt of one step. A field that is not there says nothing: null, false, 0 or empty."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]
    kind: Literal["record"]
    revision: Annotated[int, Field(description="The number of the value that it wrote.")]
    path: Annotated[Str, Field(description="Flows, rounds and visits around the step, and its name, between slashes.")]
    flow: Str
    step: Str
    attempt: int
    ok: Annotated[bool, Field(description="Whether it wrote its value.")]
    reads: Annotated[dict[Str, int], Field(description="What it read: keys, and the revisions of their values.")]
    started: Annotated[Seconds, Field(description="Seconds since the run began.")]
    seconds: Seconds
    item: NotRequired[Annotated[int | None, Field(description="The index, in a step for each item of a list.")]]
    state: NotRequired[Str | None]
    transition: NotRequired[Str | None]
    target: NotRequired[Annotated[Str | None, Field(description="The state that the transition led to.")]]
    actor: NotRequired[Annotated[Str | None, Field(description="Who decided the transition.")]]
    writes: NotRequired[Annotated[Str | None, Field(description="The key that it writes.")]]
    output: NotRequired[Annotated[Any, Field(description="The value that it wrote.")]]
    cut: NotRequired[Annotated[int, Field(description="The output's whole length in characters, where it was cut.")]]
    rejected: NotRequired[Annotated[Any, Field(description="The value that was rejected.")]]
    raw: NotRequired[Annotated[Str | None, Field(description="The text of what was rejected.")]]
    message: NotRequired[Annotated[Str | None, Field(description="Why it was rejected.")]]
    error: NotRequired[Annotated[Str | None, Field(description="The exception that ended the attempt.")]]
    fallback: NotRequired[Annotated[bool, Field(description="Whether the fallback was written.")]]
    calls: NotRequired[list[Call]]
    tokens: NotRequired[int]
    exit_code: NotRequired[int | None]
    tail: NotRequired[Annotated[Str | None, Field(description="The end of what a command printed.")]]
    items: NotRequired[Annotated[int | None, Field(description="How many items a whole step for each had.")]]
    dropped: NotRequired[Annotated[int, Field(description="How many items were over its limit.")]]
    idempotency_key: NotRequired[Str | None]
    code: NotRequired[Annotated[Str | None, Field(description="The hash of what the step's code does.")]]


class EndLine(TypedDict):
    """The last line: how the run stopped. Without it the run was interrupted."""

    __pydantic_config__ = _OPEN  # type: ignore[misc]
    kind: Literal["end"]
    status: NotRequired[Str]
    stopped: NotRequired[Annotated[Str, Field(description="Why it stopped.")]]
    state: NotRequired[Annotated[Str | None, Field(description="The state in which a workflow stands.")]]
    error: NotRequired[Annotated[dict[str, Any] | None, Field(description="What it failed with.")]]
    spent: NotRequired[Annotated[dict[str, Any], Field(description="Seconds, calls, tokens, bytes.")]]


Line = Annotated[RunLine | ValueLine | RecordLine | EndLine, Field(discriminator="kind")]
KINDS = frozenset({"run", "value", "record", "end"})
"""The kinds of lines that this version knows; a reader passes others over."""
_ADAPTER: TypeAdapter[Any] = TypeAdapter(Line)


def problem(line: object) -> str | None:
    """Return what is wrong with a line of a known kind, None where nothing is."""
    try:
        _ADAPTER.validate_python(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc'][1:])) or 'the line'}: {first['msg']}"
    return None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"chaindsl trace, version {TRACE_VERSION}, one line",
        **_ADAPTER.json_schema(),
    }


def schema_text() -> str:
    """Return the schema as it is published, byte for byte."""
    return json.dumps(json_schema(), indent=2, sort_keys=True) + "\n"
