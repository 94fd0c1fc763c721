"""The keys and states of a workflow that is exported: which path is which key, and which state comes when."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Named, TypeForm
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps
from chaindsl.yamlform.export_schema import object_schema, type_schema
from chaindsl.yamlform.export_source import Source
from chaindsl.yamlform.export_text import Unsaid
from chaindsl.yamlform.export_work import Data

Refuse = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Keys:
    """The path of each key, those that are only true or false, and what the context starts with."""

    paths: dict[str, str]
    flags: frozenset[str]
    context: Data


class KeyReader:
    """Tells the keys of a workflow; `refuse` is told what can't be said."""

    def __init__(self, module: Source, flow: Flow, body: Workflow, refuse: Refuse) -> None:
        self._module = module
        self._flow = flow
        self._body = body
        self._refuse = refuse
        self._inputs: tuple[Input, ...] = known(flow.inputs, ())

    def keys(self) -> Keys:
        """Return the keys. A default that a transition writes over is a start of the context."""
        if self._inputs is not self._flow.inputs:
            self._refuse("inputs that can't be followed", self._flow.place)
        written = set(self._written())
        paths = {key: f"$.context.{key}" for key in written}
        context: Data = {}
        for one in self._inputs:
            if one.key not in written:
                paths[one.key] = f"$.workflow.input.{one.key}"
            elif one.optional:
                try:
                    context[one.key] = self._module.default(one.place)
                except Unsaid as unsaid:
                    self._refuse(str(unsaid), self._module.place(unsaid.node, one.place))
            else:
                said = f"the key {one.key}, which is an input and written by a transition"
                self._refuse(said, self._at(one), "let the transition write another key")
        return Keys(paths, frozenset(self._flags()), context)

    def schema(self, keys: Keys) -> Data:
        """Return the schema of the inputs."""
        found = [one for one in self._inputs if one.key not in keys.context]
        properties: Data = {}
        for one in found:
            try:
                schema: Data = dict(type_schema(one.type, optional=one.optional))
                description = self._module.input_description(one.place)
                schema |= {"description": description} if description else {}
                default = self._module.default(one.place) if one.optional else None
                properties[one.key] = schema if default is None else {**schema, "default": default}
            except Unsaid as unsaid:
                self._refuse(f"{unsaid} of the input {one.key}", self._module.place(unsaid.node, self._at(one)))
        return object_schema(properties, [one.key for one in found if not one.optional])

    def _at(self, one: Input) -> Place | None:
        return one.place or self._flow.place

    def _written(self) -> Iterator[str]:
        for one in self._body.transitions:
            if one.work is not None and isinstance(one.work.writes, str):
                yield one.work.writes
            if isinstance(one.runs, Flow) and isinstance(one.runs.outputs, tuple):
                yield from one.runs.outputs

    def _flags(self) -> Iterator[str]:
        """The keys that are only ever true or false."""
        types: dict[str, list[TypeForm]] = {}
        for one in self._inputs:
            types.setdefault(one.key, []).append(one.type)
        for step in self._steps():
            if isinstance(step.writes, str):
                types.setdefault(step.writes, []).append(step.type)
        yield from (key for key, found in types.items() if all(form == Named("bool") for form in found))

    def _steps(self) -> Iterator[Step]:
        for one in self._body.transitions:
            yield from [one.work] if one.work is not None else []
            yield from flow_steps(one.runs) if isinstance(one.runs, Flow) else []


def state_order(body: Workflow) -> list[str]:
    """Return the states in an order in which transitions, declared states and final ones each keep theirs."""
    sources = [name for one in body.transitions if isinstance(one.sources, tuple) for name in one.sources]
    declared = [str(one.name) for one in body.states] if isinstance(body.states, tuple) else []
    final = [str(name) for name in body.final] if isinstance(body.final, tuple) else []
    found: list[str] = []
    for names in (sources, declared, final):
        _merge(list(dict.fromkeys(names)), found)
    return found


def _merge(names: list[str], found: list[str]) -> None:
    """Put names where they keep their order: behind the one before, else before the next, else at the end."""
    for number, name in enumerate(names):
        if name in found:
            continue
        known = [found.index(other) for other in names[number + 1 :] if other in found]
        if number:
            found.insert(found.index(names[number - 1]) + 1, name)
        else:
            found.insert(min(known, default=len(found)), name)
