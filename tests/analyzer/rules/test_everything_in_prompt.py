"""CD504 on the ways in which all values get into a prompt."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step


def step(body: str, imports: str = "") -> str:
    return one_step(f"""
{imports}
ASK = prompt("ask", version="1", text="Sum up: {{context}}")

@step(writes="answer", prompt=ASK)
def work(values: Values, *, complete: Complete) -> Text:
{body}
""")


BAD = {
    "as text": step("    return complete(ASK.format(context=⟦str(values)⟧))"),
    "itself": step("    return complete(ASK.format(context=⟦values⟧))"),
    "an f-string": step('    return complete(ASK.format(context=⟦f"{values}"⟧))'),
    "JSON": step("    return complete(ASK.format(context=⟦json.dumps(dict(values))⟧))", "import json"),
    "by a name": step(
        "    context = json.dumps({**values})\n    return complete(ASK.format(context=⟦context⟧))", "import json"
    ),
    "its items": step(
        '    return complete(ASK.format(context=⟦" ".join(f"{key}: {value}" for key, value in values.items())⟧))'
    ),
    "a loop": step(
        "    lines = []\n    for key in values:\n        lines.append(f'{key}: {values[key]}')\n"
        "    return complete(ASK.format(context=⟦' '.join(lines)⟧))"
    ),
    "without a prompt": step("    return complete(⟦repr(values)⟧)"),
    "a helper": step(
        "    return complete(ASK.format(context=⟦shown(values)⟧))",
        "def shown(values):\n    return ', '.join(f'{k}={v}' for k, v in values.items())\n",
    ),
    "filtered": step(
        "    return complete(ASK.format(context=⟦{key: value for key, value in values.items() if value}⟧))"
    ),
}

GOOD = {
    "one value": step('    return complete(ASK.format(context=values["text"]))'),
    "one value by get": step('    return complete(ASK.format(context=values.get("text", "")))'),
    "two values": step("    return complete(ASK.format(context=f\"{values['text']} {values['items']}\"))"),
    "counted": step("    return complete(ASK.format(context=len(values)))"),
    "not in the prompt": step("    print(values)\n    return complete(ASK.format(context=values['text']))"),
    "asked for": step("    return complete(ASK.format(context='text' in values))"),
    "a key that is called so": one_step("""
ASK = prompt("ask", version="1", text="Sum up: {context}")

@step(writes="answer", prompt=ASK)
def work(items: list[str], *, complete: Complete) -> Text:
    values = items
    return complete(ASK.format(context=str(values)))
"""),
    "no model": one_step("""
import json

@step(writes="page")
def work(values: Values) -> str:
    return json.dumps(dict(values))
"""),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD504")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD504") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["as text"], "CD504")
    assert found.message == "`work` puts all values of the flow into a prompt"
