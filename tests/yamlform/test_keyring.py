"""Types of keys: what is written under them, grown through what they are made of, quickly."""

import pytest

from chaindsl.yamlform.document import read_document
from chaindsl.yamlform.emit import yaml_text
from chaindsl.yamlform.keyring import Keyring
from chaindsl.yamlform.node import Value
from chaindsl.yamlform.operand import CONTEXT, INPUT


def keyring(context: dict[str, Value], *outputs: dict[str, Value]) -> Keyring:
    states: dict[str, Value] = {}
    for number, one in enumerate(outputs):
        go: Value = {"target": f"s{number + 1}", "actor": "deterministic", "output": one}
        states[f"s{number}"] = {"transitions": {f"t{number}": go}}
    states[f"s{len(outputs)}"] = {"terminal": True}
    flow: Value = {"initialState": "s0", "initialContext": context, "states": states}
    document = read_document(yaml_text({"version": "1", "workflows": {"flow": flow}}).encode(), "flow.yaml")
    assert document.issues == ()
    return Keyring(document.workflows[0], {})


@pytest.mark.parametrize(
    ("context", "output", "text"),
    [
        ({"x": 1}, {"x": {"add": ["$.context.x", 1]}}, "int"),
        ({"x": 1}, {"x": {"divide": ["$.context.x", 2]}}, "int | float"),
        ({"x": 0.5}, {"x": {"multiply": ["$.context.x", 2]}}, "float"),
        ({"x": None}, {"x": "text"}, "str | None"),
        ({"x": "a"}, {"x": {"concat": ["$.context.x", 1]}}, "str"),
        ({"y": True}, {"x": "$.context.y", "y": False}, "bool"),
        ({"x": "$"[:0]}, {"x": "$.workflow.input.any"}, "Any"),
        ({}, {"x": [1, 2]}, "list[Any]"),
        ({}, {"x": {"set": {"a": 1}}}, "dict[str, Any]"),
    ],
)
def test_types_of_what_is_written(context: dict[str, Value], output: dict[str, Value], text: str) -> None:
    assert keyring(context, output).type_at(CONTEXT, "x").text == text


def test_a_key_of_the_context_gives_way_to_an_input_of_its_name() -> None:
    found = keyring({"who": 1}, {"said": "$.workflow.input.who", "more": "$.context.who"})
    keys = [found.key(INPUT, "who"), found.key(CONTEXT, "who"), found.key(CONTEXT, "said")]
    assert keys == ["who", "context_who", "said"]


def test_keys_that_are_made_of_each_other_take_no_time() -> None:
    doubled: list[dict[str, Value]] = [
        {f"k{number + 1}": {"add": [f"$.context.k{number}", f"$.context.k{number}"]}} for number in range(300)
    ]
    assert keyring({"k0": 1}, *reversed(doubled)).type_at(CONTEXT, "k300").text == "int"
    around: list[dict[str, Value]] = [{"x": "$.context.y"}, {"y": "$.context.z"}, {"z": "$.context.x"}]
    assert keyring({}, *around).type_at(CONTEXT, "x").text == "Any"
