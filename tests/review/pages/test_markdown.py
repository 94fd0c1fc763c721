"""A flow's Markdown page says all about it, and nothing that an author wrote is markup on it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chaindsl.cli.target import find_flow
from chaindsl.draw.beside import plain
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Prompt, Step
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.pages.markdown import MARK, flow_page, index_page

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("name", ["desk.py:desk", "verified.py:verified", "support.py:support"])
def test_the_whole_page(name: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    golden(f"pages/{name.partition(':')[2]}.md", flow_page(find_flow(name).graph))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("run_tests", "run_tests"),
        ("_x_", "&#95;x&#95;"),
        ("*a* `b`", "&#42;a&#42; &#96;b&#96;"),
        ("<b>&|", "&#60;b&#62;&#38;&#124;"),
        ("[a](b)", "&#91;a&#93;(b)"),
        ("a\nb", "a&#92;nb"),
    ],
)
def test_what_means_nothing_to_markdown(text: str, written: str) -> None:
    assert plain(text) == written


def page(prompt: Prompt, name: str = "f") -> str:
    step = Step("a", writes="a", prompts=(prompt,))
    return flow_page(Flow(name, Chain((step,))))


def test_a_prompt_can_not_end_its_block() -> None:
    text = page(Prompt("p", "1", "one\n````\n# two\n```"))
    assert text.endswith("`````text\none\n````\n# two\n```\n`````\n")


def test_what_is_not_known_is_said() -> None:
    hole = Unknown(Why.DYNAMIC)
    text = page(Prompt(hole, hole, hole))
    assert text.endswith("### ?, version ?\n\nUsed by a.\n\nIts text is not known from source.\n")


def test_names_are_text() -> None:
    flow = Flow("<b>`x`|", Chain((Step("a|b", writes="a"),)), doc="Says <i>so</i>.\n\n- no list")
    text = flow_page(flow)
    assert text.startswith(f"{MARK}\n\n# &#60;b&#62;&#96;x&#96;&#124;\n\nSays &#60;i&#62;so&#60;/i&#62;.")
    assert "| a&#124;b |" in text
    assert index_page([("x.md", replace(flow, name="y_z"))]).endswith("| [y_z](x.md) | chain | 0 |  |\n")
