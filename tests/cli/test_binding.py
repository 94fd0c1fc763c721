"""Which tools a flow is handed: what comes first, what is missing, what is unknown."""

from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

from chaindsl import Complete, Feedback, Flow, FlowError, IdempotencyKey, Text, chain, step
from chaindsl.cli.binding import bound_tools, wanted_tools
from chaindsl.errors import ChainDslError
from chaindsl.graph.step import Tool, ToolKind


class Model(Complete, Protocol):
    """A model of another name."""


@step(writes="query", effect=False)
def ask(question: Text, *, complete: Complete, feedback: Feedback, key: IdempotencyKey, log: object = None) -> Text:
    return complete(question)


@step(writes="found")
def find(query: Text, *, search: object, judge: Model) -> Text:
    return judge(query)


inner = chain("inner", find, inputs={"query": Text})
asking = chain("asking", ask, inner, inputs={"question": Text})
finding = chain("finding", find, inputs={"query": Text})


def module(**names: Any) -> ModuleType:
    made = ModuleType("flows")
    vars(made).update(names)
    return made


def bound(flow: Flow, *options: str, model: str | None = None, **names: Any) -> dict[str, Any]:
    return bound_tools(flow.graph, module(**names), options, model, lambda spec: f"model {spec}")


def problems(flow: Flow, *options: str, model: str | None = None, **names: Any) -> list[str]:
    with pytest.raises(FlowError) as caught:
        bound(flow, *options, model=model, **names)
    return [str(issue) for issue in caught.value.issues]


def test_tools_are_those_of_every_step_but_what_the_interpreter_supplies() -> None:
    assert wanted_tools(asking.graph) == {
        "complete": Tool("complete", ToolKind.MODEL),
        "log": Tool("log", ToolKind.TOOL, required=False),
        "search": Tool("search", ToolKind.TOOL),
        "judge": Tool("judge", ToolKind.MODEL),
    }


def test_the_model_is_handed_wherever_one_is_wanted_and_the_file_brings_the_rest() -> None:
    tools = bound(asking, model="local", TOOLS={"search": "found", "other": "left out"})
    assert tools == {"complete": "model local", "judge": "model local", "search": "found"}


def test_an_option_comes_first_then_the_model_then_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tools_given.py").write_text("def judge(): ...\nsearch = 'given'")
    monkeypatch.chdir(tmp_path)
    names = {"complete": "the file's", "judge": "the file's", "search": "the file's"}
    tools = bound(asking, "judge=tools_given:judge.__name__", "search=tools_given:search", model="local", TOOLS=names)
    assert tools == {"complete": "model local", "judge": "judge", "search": "given"}


def test_a_model_that_nobody_wants_is_not_made() -> None:
    names = ["judge=json:dumps.__name__", "search=json:loads.__name__"]
    tools = bound_tools(finding.graph, module(), names, "local", pytest.fail)
    assert tools == {"judge": "dumps", "search": "loads"}


def test_everything_wrong_is_told_at_once() -> None:
    assert problems(asking, "serch=json:loads", "search=json:lods", TOOLS={"judge": 1}) == [
        "the flow has no tool 'serch' [unknown-tool] (did you mean search?)",
        "--tool search=json:lods: json has no lods [no-such-name] (did you mean loads or load or codecs?)",
        "asking asks a model (complete) [missing-tool] (give --model local, or --tool complete=module:name)",
    ]
    hint = "give --tool search=module:name, or put it into TOOLS in the flow's file"
    assert problems(finding, model="local") == [f"finding needs the tool search [missing-tool] ({hint})"]


def test_tools_of_a_file_are_a_mapping() -> None:
    with pytest.raises(ChainDslError, match=r"^TOOLS of flows is a list \[bad-tools\] \(it maps names to tools\)$"):
        bound(asking, TOOLS=["search"])
