"""Exporting: what comes back from import, and what YAML can't say, each with its place."""

import ast
from pathlib import Path

import pytest

from analyzer.source.project import Project
from chaindsl.cli.target import find_flow
from chaindsl.cli.yaml_source import python_of
from chaindsl.errors import FlowError
from chaindsl.graph.encode import shape_hash
from chaindsl.graph.flow import Flow
from chaindsl.yamlform.export import exported

ROOT = Path(__file__).parents[2]
YAML = ROOT / "examples" / "yaml"
FILES = [*sorted(YAML.glob("*.yaml")), *sorted((Path(__file__).parent / "cases").glob("clean_*"))]
START = "YAML can't say "
HEAD = "from typing import Literal\nfrom chaindsl import *\n"


def flow_of(python: str, name: str) -> Flow:
    reading = Project().read(Path("/nowhere/flows.py"), shown="flows.py", content=python.encode())
    return next(flow.graph for flow in reading.flows if flow.graph.name == name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_examples_and_clean_cases_come_back(file: Path, tmp_path: Path) -> None:
    python = python_of(str(file))
    for name in python.variables:
        text = exported(flow_of(python.text, name), ast.parse(python.text), "flows.py")
        back = tmp_path / "back.yaml"
        back.write_text(text)
        before, after = (find_flow(f"{path}:{name}").graph for path in (file, back))
        assert shape_hash(after) == shape_hash(before) is not None, text


def test_what_is_said_of_arguments_and_inputs_is_kept() -> None:
    python = python_of(str(YAML / "deploy.yaml")).text
    text = exported(flow_of(python, "deploy_pipeline"), ast.parse(python), "flows.py")
    assert "description: The name of the service." in text
    assert "description: Why it may go out." in text


def refused(source: str) -> list[str]:
    text = HEAD + source
    with pytest.raises(FlowError) as caught:
        exported(flow_of(text, "flow"), ast.parse(text), "flows.py")
    said = [(issue.place.line - 2 if issue.place else 0, issue.message) for issue in caught.value.issues]
    assert {issue.code for issue in caught.value.issues} == {"no-yaml"}
    return [f"{line}: {message.removeprefix(START)}" for line, message in said]


PLAIN = '@transition(source="a", target="z"{})\ndef go({}) -> {}: {}\n'
FLOW = 'flow = workflow("flow", go, initial="a", final=["z"]{})\n'


@pytest.mark.parametrize(
    ("options", "parameters", "returns", "body", "said"),
    [
        ("limit=2", "", "None", "...", "limit= of go"),
        ("effect=True, max_attempts=5, idempotency_key='x'", "", "None", "...",
         "a template for the idempotency key of go"),
        ("max_attempts=5", "", "None", "...", "waits that grow by 0.5 s with each of 5 attempts"),
        ("writes='x'", "*, search: object", "str", "return search.it()", "the tool search of go"),
        ("writes='x', fallback='y'", "", "str", "return 'z'", "fallback= of go"),
        ("writes='x'", "", "str", "return open('x').read()", "`open('x').read()`"),
        ("writes='x'", "", "str", "return '$.context.y'", "the text '$.context.y', which would be a path"),
        ("writes='x'", "values: Values", "str", "return 'a'", "the parameter values, which gets all values"),
        ("", "", "Command[CommandResult]", "return cli('cat', stdin='x')", "stdin= of a command"),
        ("", "", "Command[CommandResult]", "return helper()", "the command of go, which is not written as cli(...)"),
        ("", "k: FromActor[bytes]", "None", "...", "the type bytes"),
        ("writes='x'", "", "str", "...", "go, which writes x and returns nothing"),
        ("", "", "int", "return 1", "`1`, whose value goes nowhere"),
        ("", "", "Command[CommandResult]", "return cli('cat', env={'A': 'b', **more})",
         "a name in env= that is not written out"),
        ("", "xs: list[str]", "Command[CommandResult]", "return cli('cat', cwd=xs)", "cwd= of a command"),
        ("writes='x', max_calls=2", "", "str", "return 'y'", "max_calls= of go"),
        ("writes='x', max_attempts=2, retry_on=[ValueError]", "", "str", "return 'y'", "retry_on= of go"),
        ("writes='x', max_attempts=open()", "", "str", "return 'y'", "attempts that can't be followed"),
        ("when=open()", "", "None", "...", "the guard of go, which can't be followed"),
        ("runs=open()", "", "None", "...", "a flow that can't be followed"),
        ("when='len(xs) > 1'", "", "None", "...", "the length of a key in a guard"),
        ("when='xs'", "", "None", "...", "the guard `xs` alone, which is not only true or false"),
    ],
)  # fmt: skip
def test_what_a_transition_can_not_say(options: str, parameters: str, returns: str, body: str, said: str) -> None:
    source = PLAIN.format(f", {options}" if options else "", parameters, returns, body)
    found = refused(source + FLOW.format(', inputs={"xs": list}'))
    assert [line.partition(": ")[2] for line in found] == [said]
    assert {int(line.partition(":")[0]) for line in found} <= {1, 2}


def test_what_a_flow_can_not_say_is_all_told() -> None:
    options = ', inputs={"x": str}, budget=Budget(calls=1), drop=True, outputs=["x"]'
    options += ', always=[decides("agent", before="z")]'
    assert refused(PLAIN.format(", writes='x'", "x: str", "str", "return x") + FLOW.format(options)) == [
        "3: guarantees (always=)",
        "3: a budget",
        "3: drop=",
        "3: outputs=",
        "3: the key x, which is an input and written by a transition",
    ]


COMPUTED = '@transition(source="a", target="z", actor="deterministic"{})\ndef {}() -> None: ...\n'
DECIDED = '@transition(source="a", target="z")\ndef decide() -> None: ...\n'


@pytest.mark.parametrize(
    ("source", "names", "said"),
    [
        (COMPUTED.format(', when="x"', "one") + DECIDED, "one, decide",
         "1: one, which runs by itself in a beside a decision: there it would never run"),
        (COMPUTED.format(', when="x"', "one"), "one",
         "1: the guard of one, the only transition of a: there nobody looks at it"),
        (COMPUTED.format(', when="x"', "one") + COMPUTED.format("", "two"), "one, two",
         "3: two without a guard in a: there just one of several transitions may hold"),
    ],
)  # fmt: skip
def test_states_in_which_the_form_does_something_else(source: str, names: str, said: str) -> None:
    flow = f'flow = workflow("flow", {names}, initial="a", final=["z"], inputs={{"x": bool}})\n'
    assert refused(source + flow) == [said]


def test_a_chain_has_no_states() -> None:
    source = '@step(writes="b")\ndef one(a: str) -> str: ...\n\nflow = chain("flow", one, inputs={"a": str})\n'
    assert refused(source) == ["4: a chain: only workflows have states"]


RUNNING = """
@step(writes="listed")
def look(xs: list) -> Command[CommandResult]:
    return cli("ls")

@step(writes="code")
def took(listed: CommandResult) -> int:
    return listed.exit_code

@step(writes="again")
def more(xs: list) -> Command[CommandResult]:
    return cli("ls")

@step(writes="upper")
def later(code: int) -> int:
    return code + 1

@step(writes="given")
def asked(xs: list, *, complete: Complete) -> str:
    return complete("x")

inside = chain("inside", {parts}, inputs={{"xs": list}}, outputs={outputs})

@transition(source="a", target="z", actor="deterministic", runs=inside)
def go(xs: list) -> None: ...
"""


@pytest.mark.parametrize(
    ("parts", "outputs", "said"),
    [
        ("look, more", ["again"], "the chain inside, in which more is one command too many"),
        ("look, branch('code', {})", ["listed"], "the chain inside, which has parts that are no steps"),
        ("look, took, later", ["code", "upper"], "the chain inside, in which later hands on a value to a later step"),
        ("look, took, later", ["upper"], "the chain inside, in which took hands on a value to a later step"),
        ("asked", ["given"], "the tool complete of asked"),
        ("chain('deeper', look, inputs={'xs': list})", ["listed"], "the flow deeper, which is no workflow"),
    ],
)
def test_a_chain_that_does_more_than_a_command(parts: str, outputs: list[str], said: str) -> None:
    found = refused(RUNNING.format(parts=parts, outputs=outputs) + FLOW.format(', inputs={"xs": list}'))
    assert [line.partition(": ")[2] for line in found] == [said]


def test_a_workflow_says_nothing_of_what_it_hands_back() -> None:
    source = """
@transition(source="p", target="q", actor="deterministic")
def step_inside() -> None: ...

inside = workflow("inside", step_inside, initial="p", final=["q"])

@transition(source="a", target="z", actor="deterministic", runs=inside)
def go() -> None: ...
"""
    assert [line.partition(": ")[2] for line in refused(source + FLOW.format(""))] == [
        "the flow inside, of which nothing says what it hands back"
    ]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "return x",
            'the menu of go, which is not `if …: return "state"` and a last return',
        ),
        (
            "for y in x: pass\n    return 'p'",
            'the menu of go, which is not `if …: return "state"` and a last return',
        ),
        ("if x == 'p': return 'p'", "the menu of go, which has no last return"),
    ],
)
def test_a_menu_that_is_no_row_of_questions(body: str, said: str) -> None:
    source = f"""
@transition(source="a", actor="deterministic")
def go(x: str) -> Literal["p", "z"]:
    {body}

@transition(source="p", target="z")
def on() -> None: ...
"""
    flow = 'flow = workflow("flow", go, on, initial="a", final=["z"], inputs={"x": str})\n'
    assert [line.partition(": ")[2] for line in refused(source + flow)] == [said]
