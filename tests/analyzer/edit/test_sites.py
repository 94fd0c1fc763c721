"""From a graph back to the calls that made it."""

from pathlib import Path

import pytest

from analyzer.edit.sites import Sites
from analyzer.source.project import Project
from chaindsl.graph.flow import Chain
from chaindsl.graph.step import Step

HEAD = "from functools import partial\nfrom chaindsl import chain, step\n"
ANSWER = "def answer(question: str) -> str:\n    return question\n"
FLOW = 'flow = chain("flow", answer, inputs={"question": str})\n'


def sites(folder: Path, text: str) -> Sites:
    (folder / "flow.py").write_text(HEAD + text, encoding="utf-8")
    (found,) = Project().read(folder / "flow.py", shown="flow.py").flows
    return Sites(found)


def declared(found: Sites) -> int | None:
    """The line of the decorator behind the flow's one step."""
    body = found.source.graph.body
    assert isinstance(body, Chain)
    assert isinstance(body.parts[0], Step)
    site = found.declaration(body.parts[0].place)
    return None if site is None else site.node.lineno


@pytest.mark.parametrize(
    ("decorator", "line"),
    [
        ('@step(writes="answer")\n', 3),
        ('quick = partial(step, max_attempts=1)\n@quick(writes="answer")\n', 4),
        ('made = step(writes="answer")\n@made\n', None),
        ('def made(**more):\n    return step(writes="answer", **more)\n@made(max_attempts=1)\n', None),
    ],
)
def test_a_decorator_is_the_one_on_the_function(decorator: str, line: int | None, tmp_path: Path) -> None:
    assert declared(sites(tmp_path, decorator + ANSWER + FLOW)) == line


def test_the_flow_is_its_call(tmp_path: Path) -> None:
    found = sites(tmp_path, f'@step(writes="answer")\n{ANSWER}{FLOW}')
    assert found.flow is not None
    assert found.flow.node.lineno == 6
    assert found.made_once(found.flow)
    assert found.call(None) is None
    assert found.declaration(found.source.graph.place) is None


@pytest.mark.parametrize(("parameters", "once"), [("", True), ("name", False), ("*names", False)])
def test_a_function_with_parameters_makes_more_than_one_flow(parameters: str, once: bool, tmp_path: Path) -> None:
    text = f'def build({parameters}):\n    return chain("flow", answer, inputs={{"question": str}})\n'
    found = sites(tmp_path, f'@step(writes="answer")\n{ANSWER}{text}flow = build({"1" * bool(parameters)})\n')
    assert found.flow is not None
    assert found.made_once(found.flow) is once
