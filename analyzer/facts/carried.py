"""Large values that a chain carries on after the last part that reads them."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.contract import name_of, value_type
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.key_uses import reads_of
from chaindsl.graph.flow import Branch, Chain, Nested, Parallel, Part, Repeat
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Constrained, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import parts_within

_LARGE = frozenset(
    {"list", "dict", "set", "frozenset", "tuple", "bytes", "bytearray", "Sequence", "Mapping", "Iterable", "Collection"}
)
_SMALL_ITEMS = frozenset({"int", "float", "bool", "None"})


@dataclass(frozen=True, slots=True)
class Carried:
    """A key, the step that writes it, the last part that reads it, and how many parts run after that."""

    key: str
    step: Step
    last: str
    last_place: Place | None
    after: int


def carried(facts: FlowFacts) -> Iterator[Carried]:
    """Yield the large keys that are carried on for nobody, in the order in which they are written."""
    flow = facts.flow
    outputs = flow_outputs(flow)
    if not isinstance(flow.body, Chain) or flow.drop is not False or isinstance(outputs, Unknown):
        return
    parts = flow.body.parts
    readers: dict[str, int] = {}
    for index, part in enumerate(parts):
        keys = reads_of(part)
        if keys is None:
            return
        readers.update(dict.fromkeys(keys, index))
    for index, part in enumerate(parts):
        for step in (inner for inner in parts_within(part) if isinstance(inner, Step)):
            key = step.writes
            last = readers.get(key, -1) if isinstance(key, str) else -1
            if (
                isinstance(key, str)
                and key not in outputs
                and index <= last < len(parts) - 1
                and large(value_type(step))
            ):
                yield Carried(key, step, _title(parts[last]), parts[last].place, len(parts) - 1 - last)


def large(form: TypeForm) -> bool:
    """Say whether a type holds as much as somebody puts into it."""
    match form:
        case Constrained(base):
            return large(base)
        case UnionForm(members):
            return any(large(member) for member in members)
        case Named(name, args):
            inner = [arg for arg in args if isinstance(arg, Named) and arg.name in _SMALL_ITEMS]
            return name in _LARGE and not (args and len(inner) == len(args))
    return False


def _title(part: Part) -> str:
    match part:
        case Step():
            return name_of(part.name)
        case Nested(flow):
            return name_of(flow.name)
        case Branch():
            return f"branch on {part.key}"
        case Repeat():
            return f"repeat until {part.until}"
        case Parallel():
            return "parallel parts"
    return "?"
