"""CD504 on every key gathered by name: found only where the rule is selected."""

from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.mention import Mentions
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.source.project import Project
from analyzer.sweep import sweep

HEAD = """\
from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="{all}")


@step(writes="b")
def two(a: str) -> str:
    return a


@step(writes="c")
def three(b: str) -> str:
    return b


@step(writes="d")
def four(c: str) -> str:
    return c


"""
FLOW = '\n\nflow = chain("flow", two, three, four, {parts}, inputs={{"a": str}}, budget=Budget(calls=2))\n'
DIRECT = """\
@step(writes="answer", prompt=ASK)
def reply(a: str, b: str, c: str, d: str, *, complete: Complete) -> Text:
    return complete(ASK.format(all=f"{a} {b} {c} {d}"))
"""
MADE = """\
@step(writes="context")
def gather(a: str, b: str, c: str, d: str) -> Text:
    return "\\n".join([a, b, c, d])


@step(writes="answer", prompt=ASK)
def reply(context: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(all=context))
"""
LEFT_OUT = DIRECT.replace("{b} ", "")


def found(folder: Path, text: str, parts: str) -> list[tuple[int, str, list[str]]]:
    (folder / "flow.py").write_text(HEAD + text + FLOW.format(parts=parts))
    reading = Project().read(folder / "flow.py", shown="flow.py")
    return [
        (one.place.line, one.message, [part.message for part in one.related])
        for one in check_reading(reading, ["CD504"])
    ]


ALL = "`reply` puts all 4 keys that there are into a prompt: `a`, `b`, `c` and `d`"


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        (DIRECT, "reply", [(23, ALL, [])]),
        (MADE, "gather, reply", [(28, ALL, ["`gather` makes one text of them"])]),
        (LEFT_OUT, "reply", []),
    ],
)
def test_it_is_found(tmp_path: Path, text: str, parts: str, expected: list[tuple[int, str, list[str]]]) -> None:
    assert found(tmp_path, text, parts) == expected


def test_three_keys_are_what_a_prompt_may_need(tmp_path: Path) -> None:
    (tmp_path / "flow.py").write_text(
        HEAD + DIRECT.replace(", d: str", "").replace(" {d}", "") + FLOW.format(parts="reply").replace(" four,", "")
    )
    assert check_reading(Project().read(tmp_path / "flow.py"), ["CD504"]) == []


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        (Layer(), False),
        (Layer(extend_select=(Selector("CD504"),)), True),
        (Layer(select=(Selector("everything-in-prompt"),)), True),
        (Layer(select=(Selector("CD5"),)), True),
        (Layer(select=(Selector("ALL"),)), True),
        (Layer(select=(Selector("ALL"),), ignore=(Selector("CD504"),)), False),
        (Layer(extend_select=(Selector("CD505"),)), False),
    ],
)
def test_only_where_the_rule_is_selected(tmp_path: Path, layer: Layer, told: bool) -> None:
    data = (HEAD + DIRECT + FLOW.format(parts="reply")).encode()
    source = Source(str(tmp_path / "flow.py"), "flow.py", Settings(layers=(layer,)))
    for _ in range(2):
        kept = engine(str(tmp_path / "kept"))
        outcome = sweep(Mentions([(source, data)]), Coverage(), str(tmp_path), kept)
        assert ("CD504" in {one.code for one in outcome.findings}) is told
