"""What reading a file gives: its flows with the functions behind them, and what could not be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.source.definition import Function
from analyzer.source.interest import Interest
from analyzer.source.module import Module
from analyzer.source.reader import Reader
from analyzer.source.tree import Callable_
from analyzer.source.trouble import Problem, Trouble
from chaindsl.graph.flow import Flow
from chaindsl.graph.place import Place


@dataclass(frozen=True)
class Body:
    """The function behind a step, a validator or a predicate, for facts about what it does."""

    node: Callable_
    module: Module
    function: Function


@dataclass(frozen=True)
class SourceFlow:
    """A flow as the source says it.

    `symbols` are the names it is bound to in its scope, `scope` the qualified name of the function or class around
    it, empty at the level of the module. `bodies` has the functions behind steps, validators and predicates by their
    places, those of other flows of the same file included; `reader` follows what they name.
    """

    graph: Flow
    symbols: tuple[str, ...]
    scope: str
    module: Module
    bodies: Mapping[Place, Body]
    reader: Reader = field(compare=False, repr=False)


@dataclass(frozen=True)
class Reading:
    """What a file says. `text` is None where it could not be read, or was not because no flow can be in it.

    Where it was read, `module` is its tree, `reader` follows what it names, and `interest` knows what may have to do
    with flows.
    """

    file: str
    flows: tuple[SourceFlow, ...]
    problems: tuple[Problem, ...]
    text: str | None
    module: Module | None = field(default=None, compare=False, repr=False)
    reader: Reader | None = field(default=None, compare=False, repr=False)
    interest: Interest | None = field(default=None, compare=False, repr=False)


__all__ = ["Body", "Problem", "Reading", "SourceFlow", "Trouble"]
