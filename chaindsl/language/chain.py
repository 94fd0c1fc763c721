"""Assembling chains."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Branch as BranchModel
from chaindsl.graph.flow import Chain, Nested, Route
from chaindsl.graph.flow import Parallel as ParallelModel
from chaindsl.graph.flow import Part as PartModel
from chaindsl.graph.flow import Repeat as RepeatModel
from chaindsl.graph.guarantee import Guarantee
from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place
from chaindsl.graph.reads import step_reads
from chaindsl.graph.rename import rename_step
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue, literal_value
from chaindsl.language.annotation import enum_value
from chaindsl.language.assembly import Assembly
from chaindsl.language.blocks import Branch, Parallel, Part, Repeat
from chaindsl.language.declaration import calling_place
from chaindsl.language.flow import Flow
from chaindsl.language.judged import Judged
from chaindsl.language.rename import Renamed


def chain(
    name: str,
    *parts: Part,
    inputs: Mapping[str, Any] | type[Any] | None = None,
    outputs: Sequence[str] | None = None,
    budget: Budget | None = None,
    drop: bool = False,
    always: Sequence[Guarantee] = (),
) -> Flow:
    """Assemble a chain: parts that run in order.

    `inputs` names the keys that the caller supplies, with their types, or is a pydantic model. `outputs` names the
    keys that the flow hands back, the last part's unless given. With `drop` each key is freed after its last reader.
    Raises FlowError with every problem of the definition, each with its file and line.
    """
    assembly = Assembly(name, calling_place())
    if not parts:
        assembly.problem("empty-flow", "a chain has at least one part")
    body = Chain(_Parts(assembly).all(parts))
    options = {"inputs": {} if inputs is None else inputs, "outputs": outputs, "budget": budget}
    return assembly.finish(body, {**options, "drop": drop, "always": always})


class _Parts:
    """Live parts to parts of the graph."""

    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly

    def all(self, parts: Iterable[object]) -> tuple[PartModel, ...]:
        found = (self.one(part) for part in parts)
        return tuple(part for part in found if part is not None)

    def one(self, part: object) -> PartModel | None:
        match part:
            case Flow():
                self.assembly.add_flow(part, part.graph.place)
                return Nested(part.graph, part.graph.place)
            case Renamed():
                return self.renamed(part)
            case Branch():
                return self.branch(part)
            case Repeat():
                return self.repeat(part)
            case Parallel():
                return ParallelModel(self.all(part.parts), part.place)
        if callable(part):
            contract = self.assembly.contract(part, "step")
            if contract is None:
                return None
            self.assembly.add_work(str(contract.step.name), contract.work, contract.step.place)
            return contract.step
        hint = "a part is a step, a flow, branch(), repeat(), parallel() or renamed()"
        self.assembly.problem("bad-part", f"{part!r} is no part of a chain", hint)
        return None

    def renamed(self, part: Renamed) -> PartModel | None:
        contract = self.assembly.contract(part.function, "step")
        if contract is None:
            return None
        step = contract.step
        given = {"name": part.name, **({} if part.writes is None else {"writes": part.writes})}
        judged = Judged(given, f"renamed {step.name}", part.place, self.assembly.issues)
        name = judged.text("name", str(step.name))
        made = rename_step(step, name, self.renamed_keys(part, step), judged.key("writes", None))
        self.assembly.add_work(name, contract.work, part.place)
        return made

    def renamed_keys(self, part: Renamed, step: Step) -> dict[str, str]:
        """The keys that a renamed step reads in the place of its own."""
        if not isinstance(part.reads, Mapping):
            hint = "as in reads={'draft': 'summary'}"
            self.assembly.problem("bad-option", f"reads= takes a mapping, not {part.reads!r}", hint, part.place)
            return {}
        known = [read.key for read in step_reads(step)]
        for key in part.reads:
            if key not in known:
                hint = nearest(str(key), known)
                self.assembly.problem("unknown-key", f"{step.name} does not read {key}", hint, part.place)
        judged = Judged(part.reads, f"renamed {step.name}, reads", part.place, self.assembly.issues)
        return {key: judged.key(key, key) for key in part.reads if key in known}

    def branch(self, part: Branch) -> PartModel:
        key = Judged({"key": part.key}, "branch", part.place, self.assembly.issues).key("key", "key")
        given = part.routes
        if not isinstance(given, Mapping):
            hint = "as in branch('route', {'billing': billing, 'tech': tech})"
            self.assembly.problem("bad-option", f"a branch maps labels to parts, {given!r} does not", hint, part.place)
            given = {}
        routes = [Route(self.label(label, part.place), self.route(parts)) for label, parts in given.items()]
        otherwise = self.route(part.otherwise) if part.has_otherwise else None
        return BranchModel(key, tuple(routes), otherwise, part.place)

    def label(self, label: object, place: Place) -> LiteralValue:
        found = enum_value(label) if isinstance(label, Enum) else literal_value(label)
        if found is None:
            hint = "labels are text, numbers, booleans, None or members of an enum"
            self.assembly.problem("bad-label", f"{label!r} is no label of a branch", hint, place)
            return LiteralValue("str", repr(label))
        return found

    def route(self, parts: object) -> tuple[PartModel, ...]:
        if parts is None:
            return ()
        return self.all(parts if isinstance(parts, list | tuple) else (parts,))

    def repeat(self, part: Repeat) -> PartModel:
        given = {"limit": part.limit, "exhausted": part.exhausted, "until": part.until}
        judged = Judged(given, "repeat", part.place, self.assembly.issues)
        limit = judged.count("limit", 1)
        exhausted = judged.choice("exhausted", "fail", ("fail", "continue"))
        return RepeatModel(self.all(part.parts), judged.key("until", "until"), limit, exhausted, part.place)
