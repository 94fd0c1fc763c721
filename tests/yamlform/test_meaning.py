"""A law: what is imported does what the form means, for random workflows of output mappings, guards and branches."""

from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from chaindsl import ChainError
from chaindsl.yamlform.document import read_document
from chaindsl.yamlform.emit import yaml_text
from chaindsl.yamlform.imported import written
from chaindsl.yamlform.node import Value
from tests.yamlform.simulated import Simulation
from tests.yamlform.workflows import Data, workflows

STOPS = {"completed": "final state", "waiting": "decision", "depth": "depth limit", "stuck": "stuck"}


def computed(data: Data, *, decisions: bool) -> Data:
    """The same workflow with output mappings alone for work; without `decisions` the first one is always taken."""
    found = cast("dict[str, Any]", data)
    for state in found["workflows"]["flow"]["states"].values():
        transitions = state.get("transitions", {})
        if not decisions and any(one.get("actor") != "deterministic" for one in transitions.values()):
            name, one = next(iter(transitions.items()))
            state["transitions"] = transitions = {name: {"target": one["target"], "actor": "deterministic"} | one}
            one = transitions[name]
            one["actor"] = "deterministic"
            one.pop("guards", None)
            one.pop("inputSchema", None)
        for one in transitions.values():
            one.pop("executor", None)
            outside = ("$.output",) if decisions else ("$.output", "$.arguments")
            output = one.get("output", {}).items()
            one["output"] = {key: part for key, part in output if not any(root in str(part) for root in outside)}
    return found


@settings(max_examples=50)
@given(workflows(), st.sampled_from(["ada", "it's", "zoe"]), st.sampled_from([True, False, False]))
def test_what_is_imported_means_the_same(data: Data, who: str, decisions: bool) -> None:
    text = yaml_text(cast("Value", computed(data, decisions=decisions)))
    names: dict[str, Any] = {"__name__": "flow"}
    exec(written(read_document(text.encode(), "flow.yaml")).text, names)
    simulation = Simulation(cast("Any", data)["workflows"]["flow"], who)
    try:
        run = names["flow"].run({"who": who})
    except ChainError as error:
        run = error.run
        assert run is not None, text
    stopped = simulation.run()
    assert (str(run.stopped), run.state) == (STOPS[stopped], simulation.state), text
    assert {key: run.values[key] for key in simulation.context} == simulation.context, text
