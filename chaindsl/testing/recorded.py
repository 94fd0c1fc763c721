"""One step as it was recorded, tried again: the same keys, the same answers of the model, the same value."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from pydantic import TypeAdapter

from chaindsl.errors import ChainDslError
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Chain
from chaindsl.graph.flow import Flow as Graph
from chaindsl.graph.nearest import nearest
from chaindsl.graph.step import Each, Read, Source, ToolKind
from chaindsl.graph.walk import flow_steps
from chaindsl.language.flow import Flow
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.testing.scripted import ScriptedModel
from chaindsl.trace.keep import plain


def step_alone(flow: Flow, name: str) -> Flow:
    """Return a chain of one step of a flow, or of the work of one of its transitions; its inputs are what that reads.

    A step that runs for each item of a list is there for one item. Raises ChainDslError for a step that there is none
    of.
    """
    definition = _holder(flow.definition, name)
    if definition is None:
        known = [str(step.name) for step in flow_steps(flow.graph)]
        message = f"{flow.name} has no step {name}"
        raise ChainDslError("no-such-step", message, name, flow.graph.place, nearest(name, known))
    step = next(step for step in flow_steps(definition.graph) if step.name == name)
    types = _types(definition)
    keys = dict.fromkeys(read.key for read in step.reads if read.source is not Source.VALUES)
    each = step.each if isinstance(step.each, Each) else None
    if each is not None:
        keys = dict.fromkeys((each.parameter, *keys))
        types[each.parameter] = next(iter(get_args(types.get(str(each.key)))), Any)
    reads = tuple(replace(read, source=Source.KEY) if read.source is Source.ACTOR else read for read in step.reads)
    alone = replace(step, reads=reads, each=None, writes=step.writes or "value", effect=None)
    if each is not None:
        alone = replace(alone, reads=(Read(each.parameter, each.item), *reads))
    graph = Graph(f"{name} alone", Chain((alone,)), tuple(Input(key) for key in keys))
    inputs = {key: types.get(key, Any) for key in keys}
    return Flow(Definition(graph, {name: definition.works[name]}, inputs=inputs))


def check_step(
    flow: Flow,
    name: str,
    reads: Mapping[str, Any],
    *,
    answers: Sequence[str] = (),
    output: Any,
    prompts: Sequence[str] | None = None,
    **tools: Any,
) -> Run:
    """Try a step with what it read, its models answering in order, and compare what it writes.

    `reads` and `output` are plain JSON data, as a trace has them; `prompts`, where given, are what the models have to
    be asked. `tools` are the step's other tools. Raises AssertionError where anything differs.
    """
    alone = step_alone(flow, name)
    (step,) = flow_steps(alone.graph)
    model = ScriptedModel(list(answers), name=f"the record of {name}")
    models = {tool.name: model for tool in step.tools if tool.kind is ToolKind.MODEL}
    types = alone.definition.inputs
    values = {key: TypeAdapter(types[key]).validate_python(value) for key, value in reads.items() if key in types}
    run = Runner(alone.definition, {**models, **tools}).run(values)
    found = plain(run[str(step.writes)])
    assert found == output, f"{name} wrote {found!r}, and {output!r} was recorded"
    if prompts is not None:
        asked = [str(prompt) for prompt in model.prompts]
        assert asked == list(prompts), f"{name} asks {asked!r}, and asked {list(prompts)!r}"
    model.assert_used_up()
    return run


def _holder(definition: Definition, name: str) -> Definition | None:
    """The flow, or the flow inside it, that has a step of this name."""
    if name in definition.works:
        return definition
    found = (_holder(inner, name) for inner in definition.flows.values())
    return next((one for one in found if one is not None), None)


def _types(definition: Definition) -> dict[str, Any]:
    """The live type of each key of a flow."""
    types = dict(definition.inputs)
    for step in flow_steps(definition.graph):
        work = definition.works[str(step.name)]
        types |= work.actor_types
        if isinstance(step.writes, str):
            types[step.writes] = list[work.type] if isinstance(step.each, Each) else work.type  # type: ignore[name-defined]
    return types
