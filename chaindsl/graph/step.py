"""A step: its contract (keys, tools, type) and how it is attempted. Also the prompts it uses."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from chaindsl.graph.place import Place
from chaindsl.graph.tag import tag
from chaindsl.graph.typeform import ANY, TypeForm
from chaindsl.graph.unknown import Maybe


class Source(StrEnum):
    """Where the value of a parameter comes from."""

    KEY = "key"
    ACTOR = "actor"
    """`FromActor[...]`: an argument of whoever decides."""
    VALUES = "values"
    """`Values`: every key, read-only."""


@dataclass(frozen=True, slots=True)
class Read:
    """One positional parameter. `key` is the key it reads (the argument's name when an actor supplies it).

    `parameter` is the function's own name for it; `optional` says that it has a default, so the key may be missing.
    `source` is unknown where an annotation that can't be followed might make it an actor's argument.
    """

    key: str
    type: TypeForm = ANY
    optional: bool = False
    source: Maybe[Source] = Source.KEY
    parameter: str = ""

    def __post_init__(self) -> None:
        if not self.parameter:
            object.__setattr__(self, "parameter", self.key)


class ToolKind(StrEnum):
    """What a keyword-only parameter is handed."""

    MODEL = "model"
    TOOL = "tool"
    FEEDBACK = "feedback"
    IDEMPOTENCY_KEY = "idempotency-key"


@dataclass(frozen=True, slots=True)
class Tool:
    """One keyword-only parameter; `required` says that it has no default."""

    name: str
    kind: Maybe[ToolKind] = ToolKind.TOOL
    required: bool = True


@dataclass(frozen=True, slots=True)
class Prompt:
    """A versioned prompt text; its text lives in the source or in a file beside the module."""

    name: Maybe[str]
    version: Maybe[str]
    text: Maybe[str]
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """A validator or predicate: a function's name and what it reads beyond the candidate."""

    name: str
    reads: tuple[Read, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Run once for every item of the list under `key`; `limit` is None when no cap is declared.

    The function's first positional parameter gets the item. It is no key, so it is not among the step's reads;
    `parameter` is its name and `item` its type.
    """

    key: Maybe[str]
    limit: Maybe[int | None] = None
    overflow: Maybe[str] = "cut"
    workers: Maybe[int] = 1
    item: TypeForm = ANY
    parameter: str = ""


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often a step is tried: `most` tries, `backoff` seconds × attempt between them, `timeout` seconds for each.

    `retry_on` names the exception classes that are worth another try.
    """

    most: Maybe[int] = 2
    backoff: Maybe[float] = 0.5
    timeout: Maybe[float | None] = None
    retry_on: Maybe[tuple[str, ...]] = ("Exception",)


@dataclass(frozen=True, slots=True)
class Effect:
    """A step that touches the outside.

    `key` is the idempotency key's template, None without one;
    `automatic` says that a parameter asks for a key without a template, so one is made from run, step and item.
    """

    key: Maybe[str | None] = None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step, or the work of a transition: what its function's signature and decorator say.

    `function` is the function's qualified name without its module.

    `writes` is None only for a transition's work without a key. `type` is the type of the written value (one
    item's, in an `each` step): the return annotation, what a command yields, or `parsed` where a model's text
    becomes a type first. `max_calls` is the most model calls of one attempt; None stands for the rule (1 for a step
    that is handed a model, else 0). `command` says that the function returns a command for the interpreter to run.
    `fallback` is the JSON text of the value that is written when the last attempt is rejected, None without one.
    """

    name: Maybe[str]
    function: str = field(default="", compare=False)
    reads: tuple[Read, ...] = ()
    tools: tuple[Tool, ...] = ()
    writes: Maybe[str | None] = None
    type: TypeForm = ANY
    parsed: bool = False
    fallback: Maybe[str] | None = None
    prompts: Maybe[tuple[Prompt, ...]] = ()
    validators: Maybe[tuple[Check, ...]] = ()
    each: Maybe[Each | None] = None
    attempts: Attempts = Attempts()
    max_calls: Maybe[int | None] = None
    effect: Maybe[Effect | None] = None
    command: Maybe[bool] = False
    asynchronous: bool = field(default=False, compare=False)
    doc: str = field(default="", compare=False)
    place: Place | None = field(default=None, compare=False)
    kind: Literal["step"] = tag("step")
