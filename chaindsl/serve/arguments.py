"""What each tool takes, and nothing else: an unknown argument or a wrong type is an error that names it.

It knows nothing of the protocol.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from chaindsl.errors import ChainDslError, Issue
from chaindsl.graph.nearest import nearest


class Arguments(BaseModel):
    """Arguments of a call, as they were sent: nothing is converted, nothing is dropped."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Untitled(GenerateJsonSchema):
    """Leaves out the titles that only repeat a field's name: each client reads the schemas again and again."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class Nothing(Arguments):
    """A tool without arguments."""


class Start(Arguments):
    """What a flow is started with."""

    flow: str = Field(description="The name of a flow, as workflow_list shows it.")
    values: dict[str, Any] = Field(default={}, description="What the flow starts with, by key.")
    key: str | None = Field(
        default=None,
        description="A name of your own for this start: the same flow, values and key again give the same run.",
    )


class Get(Arguments):
    """Which run."""

    run: str = Field(description="The id of a run: `run.id` in an answer.")


class Explain(Get):
    """Which transition of which run."""

    transition: str = Field(description="The name of a transition.")


class Submit(Arguments):
    """A decision on what an answer offered."""

    run: str = Field(description="The id of a run: `run.id` in an answer.")
    revision: int = Field(description="`run.revision` in the answer that is decided on.")
    transition: str = Field(description="The transition of one of the answer's links.")
    arguments: dict[str, Any] = Field(default={}, description="What the link's schema asks for, by name.")


class BadArgumentsError(ChainDslError):
    """A call that does not fit its tool. `issues` holds every problem."""

    def __init__(self, issues: list[Issue]) -> None:
        self.issues = tuple(issues)
        super().__init__(issues[0].code, issues[0].message, issues[0].subject, None, issues[0].hint)


A = TypeVar("A", bound=Arguments)


def checked(tool: str, kind: type[A], given: Mapping[str, Any]) -> A:
    """Return the arguments of a call. Raises BadArgumentsError with every one that is unknown, missing or wrong."""
    try:
        return kind.model_validate(dict(given))
    except ValidationError as error:
        raise BadArgumentsError([_issue(tool, kind, found) for found in error.errors(include_url=False)]) from None


def _issue(tool: str, kind: type[Arguments], found: Any) -> Issue:
    name, known = str(found["loc"][0]), list(kind.model_fields)
    match found["type"]:
        case "extra_forbidden":
            return Issue("unknown-argument", f"{tool} takes no argument {name!r}", name, hint=nearest(name, known))
        case "missing":
            hint = f"its arguments are {', '.join(known)}"
            return Issue("missing-argument", f"{tool} needs the argument {name!r}", name, hint=hint)
    message = f"{tool}: the argument {name!r} does not fit: {found['msg']}, and it is {_in_json(found['input'])}"
    return Issue("wrong-argument", message, name, hint="send what the tool's input schema says")


def _in_json(value: object) -> str:
    """Return what a value's type is called in JSON."""
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), "null")
