"""What guards, output mappings and types of Python are in YAML, one by one, and which have no words there."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from analyzer.source.project import Project
from chaindsl.errors import FlowError
from chaindsl.yamlform.export import exported

HEAD = """\
from typing import Annotated, Any, Literal
from pydantic import Field, StringConstraints
from chaindsl import *
"""
FLOW = """
flow = workflow(
    "flow", {names}, initial="a", final=["z"],
    inputs={{"text": str, "xs": list[str], "n": int, "ok": bool}},
)
"""
GUARDED = """
def holds(text: str, xs: list[str], n: int, ok: bool) -> bool:
    {}

@transition(source="a", target="z", when=holds)
def go() -> None: ...

@transition(source="a", target="z")
def other() -> None: ...
"""
WRITING = """
@transition(source="a", target="z", writes="y")
def go(text: str, n: int, xs: list[str], ok: bool) -> {}:
    return {}
"""
ASKING = """
@transition(source="a", target="z")
def go(it: FromActor[{}]) -> None: ...
"""
IN = "$.workflow.input"


def export(source: str) -> Any:
    """The exported flow, read again."""
    text = HEAD + source
    reading = Project().read(Path("/nowhere/flows.py"), shown="flows.py", content=text.encode())
    (flow,) = [one.graph for one in reading.flows]
    return yaml.safe_load(exported(flow, ast.parse(text), "flows.py"))["workflows"]["flow"]


def going(source: str, names: str) -> Any:
    """What the transition `go` is in YAML."""
    return export(source + FLOW.format(names=names))["states"]["a"]["transitions"]["go"]


def refused(source: str, names: str) -> list[str]:
    with pytest.raises(FlowError) as caught:
        going(source, names)
    return [issue.message.removeprefix("YAML can't say ") for issue in caught.value.issues]


def expr(text: str) -> dict[str, str]:
    return {"kind": "expr", "expr": text.replace("$", IN)}


@pytest.mark.parametrize(
    ("body", "guards"),
    [
        ("return text == 'x' and n > 1", [expr("$.text == 'x'"), expr("$.n > 1")]),
        (
            "return ok or not (n < 2)",
            [
                {
                    "kind": "any_of",
                    "guards": [expr("$.ok == true"), {"kind": "not", "guard": expr("$.n < 2")}],
                }
            ],
        ),
        ("return not ok", [expr("$.ok == false")]),
        ("return bool(ok)", [expr("$.ok == true")]),
        ("return text.startswith('x')", [expr("$.text starts_with 'x'")]),
        ("return 'x' in xs", [expr("$.xs contains 'x'")]),
        ("return n != 2.5", [expr("$.n != 2.5")]),
        ('return text == "it\'s"', [expr('$.text == "it\'s"')]),
        ("return text is None", [expr("$.text == null")]),
        ("return ok is True", [expr("$.ok == true")]),
        (
            "if ok:\n        return True\n    return n == 1",
            [{"kind": "any_of", "guards": [expr("$.ok == true"), expr("$.n == 1")]}],
        ),
        (
            "if ok:\n        return True\n    if n == 1:\n        return True\n    return text == 'y'",
            [{"kind": "any_of", "guards": [expr("$.ok == true"), expr("$.n == 1"), expr("$.text == 'y'")]}],
        ),
        ("if not (n > 3):\n        return False\n    return ok", [expr("$.n > 3"), expr("$.ok == true")]),
        (
            "if n > 3:\n        return False\n    if ok:\n        return False\n    return text == 'y'",
            [
                {"kind": "not", "guard": expr("$.n > 3")},
                {"kind": "not", "guard": expr("$.ok == true")},
                expr("$.text == 'y'"),
            ],
        ),
    ],
)
def test_a_predicate_in_yaml(body: str, guards: list[object]) -> None:
    assert going(GUARDED.format(body), "go, other") == {"target": "z", "guards": guards}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('return text == "it\'s \\"so\\""', "'it\\'s \"so\"' in a comparison"),
        ("return len(xs) > 1", "`len(xs)`"),
        ("x = 1\n    return ok", "the guard holds, which does more than test and return"),
        ("return ok == (n > 1)", "`n > 1`"),
        ("return (n + 1)", "`n + 1`"),
    ],
)
def test_a_predicate_without_words_in_yaml(body: str, said: str) -> None:
    assert refused(GUARDED.format(body), "go, other") == [said]


@pytest.mark.parametrize(
    ("kind", "value", "output"),
    [
        ("str", "text + 'x' + str(n)", {"concat": [f"{IN}.text", "x", f"{IN}.n"]}),
        ("str", "f'{text}-{n}!'", {"concat": [f"{IN}.text", "-", f"{IN}.n", "!"]}),
        ("int", "n + 1 + 2", {"add": [f"{IN}.n", 1, 2]}),
        ("int", "n - 1", {"subtract": [f"{IN}.n", 1]}),
        ("int", "n * 2", {"multiply": [f"{IN}.n", 2]}),
        ("float", "n / 2", {"divide": [f"{IN}.n", 2]}),
        ("str", "xs[0]", f"{IN}.xs[0]"),
        ("bool", "ok", f"{IN}.ok"),
        ("int", "-1", -1),
    ],
)
def test_a_value_in_yaml(kind: str, value: str, output: object) -> None:
    assert going(WRITING.format(kind, value), "go") == {"target": "z", "output": {"y": output}}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("str", "f'{n:>3}'"),
        ("str", "f'{text!r}'"),
        ("list[str]", "[text, 'b']"),
        ("str", "text.upper()"),
        ("int", "-n"),
        ("int", "n ** 2"),
        ("str", "text if ok else 'b'"),
    ],
)
def test_a_value_without_words_in_yaml(kind: str, value: str) -> None:
    shown = value.removeprefix("f").strip("'") if value.startswith("f'") else value
    assert refused(WRITING.format(kind, value), "go") == [f"`{shown}`"]


@pytest.mark.parametrize(
    ("form", "schema"),
    [
        ("str", {"type": "string"}),
        ("list", {"type": "array"}),
        ("list[int]", {"type": "array", "items": {"type": "integer"}}),
        ("list[Any]", {"type": "array"}),
        ("Any", {}),
        ("object", {}),
        ("dict[str, Any]", {"type": "object"}),
        ("Literal['a', 'b']", {"enum": ["a", "b"]}),
        ("str | int", {"type": ["integer", "string"]}),
        ("Annotated[int, Field(ge=1, le=5)]", {"type": "integer", "minimum": 1, "maximum": 5}),
        (
            "Annotated[str, StringConstraints(min_length=1, max_length=9, pattern='^a')]",
            {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a"},
        ),
        ("Annotated[str, StringConstraints(strip_whitespace=True)]", {"type": "string"}),
        (
            "Annotated[list[str], Field(max_length=3)]",
            {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        ),
    ],
)
def test_a_type_in_yaml(form: str, schema: dict[str, object]) -> None:
    arguments = going(ASKING.format(form), "go")["inputSchema"]
    assert arguments == {"type": "object", "properties": {"it": schema}, "required": ["it"]}


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("Literal[b'a']", "the type Literal[b'a']"),
        ("tuple[int, str]", "the type tuple[int, str]"),
        ("list[str] | int", "the type int | list[str]"),
        ("Annotated[str, Field(min_length=1, strict=True)]", "the constraint strict=True"),
    ],
)
def test_a_type_without_words_in_yaml(form: str, said: str) -> None:
    assert refused(ASKING.format(form), "go") == [said]


ASKED = """
@transition(source="a", target="z", when={!r})
def go() -> None: ...

@transition(source="a", target="z")
def other() -> None: ...
"""


@pytest.mark.parametrize(
    ("when", "guards"),
    [
        ("n > 1 and ok", [expr("$.n > 1"), expr("$.ok == true")]),
        ("n > 1 or not ok", [{"kind": "any_of", "guards": [expr("$.n > 1"), expr("$.ok == false")]}]),
        ("not (n > 1)", [{"kind": "not", "guard": expr("$.n > 1")}]),
        (
            "ok or (n == 1 and text == 'x')",
            [
                {
                    "kind": "any_of",
                    "guards": [
                        expr("$.ok == true"),
                        {"kind": "all_of", "guards": [expr("$.n == 1"), expr("$.text == 'x'")]},
                    ],
                }
            ],
        ),
        ("n in [1, 2]", [{"kind": "any_of", "guards": [expr("$.n == 1"), expr("$.n == 2")]}]),
        ("n not in [1, 2]", [{"kind": "all_of", "guards": [expr("$.n != 1"), expr("$.n != 2")]}]),
        ("text is None", [expr("$.text == null")]),
        ("text is not None", [expr("$.text != null")]),
        ("3 <= n", [expr("3 <= $.n")]),
    ],
)
def test_an_expression_as_a_guard(when: str, guards: object) -> None:
    assert going(ASKED.format(when), "go, other")["guards"] == guards
