"""What a YAML workflow says, as plain data with places: the step between nodes and Python."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.graph.state import Actor
from chaindsl.yamlform.annotation import Type
from chaindsl.yamlform.condition import Guard
from chaindsl.yamlform.node import Value
from chaindsl.yamlform.operand import Operand
from chaindsl.yamlform.position import Position


@dataclass(frozen=True, slots=True)
class Name:
    """A name where it stands."""

    text: str
    place: Position


@dataclass(frozen=True, slots=True)
class Operation:
    """`{add: [a, b]}`: one of the operators of an output mapping."""

    operator: str
    operands: tuple[Operand, ...]
    place: Position


Source: TypeAlias = Operand | Operation


@dataclass(frozen=True, slots=True)
class Assignment:
    """A key, and what is put there."""

    key: Name
    source: Source


@dataclass(frozen=True, slots=True)
class Command:
    """An executor of the kind cli. `keyed` says that it is handed an idempotency key."""

    argv: tuple[Operand, ...]
    env: tuple[Assignment, ...]
    cwd: str | None
    check: bool
    keyed: bool
    place: Position


@dataclass(frozen=True, slots=True)
class Call:
    """An executor of the kind workflow: which one, and what it is handed."""

    workflow: Name
    inputs: tuple[Assignment, ...]
    place: Position


Executor: TypeAlias = Command | Call


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often, with how many seconds × attempt between, and how many seconds each."""

    most: int = 1
    backoff: float = 0.0
    timeout: float | None = None
    place: Position | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a transition leads when a guard holds after its work."""

    guard: Guard
    target: Name


@dataclass(frozen=True, slots=True)
class Argument:
    """One property of an input schema."""

    name: Name
    type: Type
    required: bool
    default: Value = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Transition:
    """One transition. `actor` is who decides it; `cut` says that it is called deterministic, beside a decision."""

    name: Name
    source: str
    target: Name
    actor: Actor
    title: str
    description: str
    arguments: tuple[Argument, ...]
    guards: tuple[Guard, ...]
    executor: Executor | None
    outputs: tuple[Assignment, ...]
    attempts: Attempts
    branches: tuple[Branch, ...]
    notes: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """One state."""

    name: Name
    description: str
    goal: str
    guidance: str
    terminal: bool
    transitions: tuple[Transition, ...]


@dataclass(frozen=True, slots=True)
class Workflow:
    """One workflow. `timeout` is in seconds of the whole run, `on_timeout` the state where it goes then."""

    name: Name
    title: str
    description: str
    initial: Name
    inputs: tuple[Argument, ...]
    open_inputs: bool
    context: tuple[Assignment, ...]
    depth: int | None
    states: tuple[State, ...]
    timeout: float | None = None
    on_timeout: Name | None = None

    def transitions(self) -> Iterator[Transition]:
        """Yield every transition, in the order of the file."""
        for state in self.states:
            yield from state.transitions
