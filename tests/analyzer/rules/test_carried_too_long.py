"""CD505 on what is carried after its last reader."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree

REST = """
@step(writes="first")
def head(pages: {kind}) -> str:
    return str(pages)

@step(writes="title")
def title(first: str) -> str:
    return first.title()
"""


def pages(kind: str, mark: bool = True) -> str:
    text = f'\n⟦@step(writes="pages")\ndef load⟧(text: Text, *, fetch: Any) -> {kind}:\n    return fetch(text)\n'
    return (text if mark else text.replace("⟦", "").replace("⟧", "")) + REST.format(kind=kind)


END = 'inputs={"text": Text})\n'

BAD = {
    "a list": pages("list[str]") + f'flow = chain("flow", load, head, title, {END}',
    "bytes": pages("bytes") + f'flow = chain("flow", load, head, title, {END}',
    "a dict": pages("dict[str, str]") + f'flow = chain("flow", load, head, title, {END}',
    "a capped list": pages("Annotated[list[str], Len(1, 99)]") + f'flow = chain("flow", load, head, title, {END}',
    "each": """
⟦@step(writes="pages", each="items", limit=9)
def load⟧(item: str, *, fetch: Any) -> str:
    return fetch(item)
"""
    + REST.format(kind="list[str]")
    + 'flow = chain("flow", load, head, title, inputs={"items": list[str]})',
    "a flow inside reads it last": pages("list[str]")
    + f'inner = chain("inner", head, inputs={{"pages": list[str]}})\nflow = chain("flow", load, inner, title, {END}',
    "the last reader is in a route": pages("list[str]")
    + f"""
@step(writes="kind")
def kind(text: Text) -> bool:
    return len(text) > 9

flow = chain("flow", load, kind, branch("kind", {{True: head, False: head}}), title, {END}""",
}

GOOD = {
    "dropped": pages("list[str]", False) + f'flow = chain("flow", load, head, title, drop=True, {END}',
    "an output": pages("list[str]", False)
    + f'flow = chain("flow", load, head, title, outputs=["pages", "title"], {END}',
    "a text": pages("str", False) + f'flow = chain("flow", load, head, title, {END}',
    "numbers": pages("list[float]", False) + f'flow = chain("flow", load, head, title, {END}',
    "read to the end": pages("list[str]", False) + f'flow = chain("flow", load, head, {END}',
    "all values are read": pages("list[str]", False)
    + f"""
@step(writes="page")
def page(values: Values) -> str:
    return str(values)

flow = chain("flow", load, head, title, page, {END}""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD505")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD505") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["a list"], "CD505")
    assert found.message == "`pages` is carried on to the end of the chain, and nothing reads it after `head`"
    assert found.related[0].message == "`head` is the last to read it; one more part runs"
