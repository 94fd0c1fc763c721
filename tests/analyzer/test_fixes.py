"""Every fix that rules offer: applied, the file parses, the finding is gone, none is new, and nothing is left to do."""

import ast
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.check import check_reading
from analyzer.finding import Finding, Fix
from analyzer.fixing import corrected
from analyzer.rules.registry import RULES, load
from analyzer.source.project import Project

CASES = sorted(path for path in (Path(__file__).parent.parent / "cases").iterdir() if path.is_dir())
DSL = "from typing import Literal\nfrom chaindsl import Budget, Complete, Text, branch, chain, prompt, repeat, step\n"
MOVES = "from chaindsl import transition, workflow\n"
ASKED = "def answer(question: str, *, complete: Complete) -> str:\n    return complete(question)\n"
MODEL = f'@step(writes="answer")\n{ASKED}'
PLAIN = '@step(writes="answer")\ndef answer(question: str) -> str:\n    return question\n'
NOTE = '@step(writes="notes")\ndef note(question: str) -> str:\n    return question\n'
FIRST = '@step(writes="answer")\ndef guess(question: str) -> str:\n    return question[:9]\n'
SPLIT = '@step(writes="parts")\ndef split(text: str) -> list[str]:\n    return text.split()\n'
MANY = (
    '@step(writes="parts", parse=list[str])\n'
    "def split(text: str, *, complete: Complete) -> str:\n    return complete(text)\n"
)
EACH = "def note(part: str, *, complete: Complete) -> str:\n    return complete(part)\n"
TWICE = "def answer(question: str, *, complete: Complete) -> str:\n    return complete(question) + complete(question)\n"
KIND = '@step(writes="kind")\ndef sort(question: str) -> Literal["bug", "praise"]:\n    return "bug"\n'
ASK = 'ASK = prompt("ask", version="1", text="Restate: {question}")\n@step(writes="answer", prompt=ASK)\n'
GO = '@transition(source="a", target="b", actor="deterministic")\ndef go() -> None: ...\n'
END = '@transition(source="b", target="c", actor="deterministic")\ndef end() -> None: ...\n'
BACK = '@transition(source="b", target="a", actor="deterministic", when="score < 8"{})\ndef back() -> None: ...\n'


class Sample(NamedTuple):
    """A fix: the code, what stands before, the text, and what becomes of it."""

    code: str
    head: str
    before: str
    after: str


FIXES = {
    "a budget": Sample("CD304", DSL + MODEL,
        'flow = chain("flow", answer, inputs={"question": str})\n',
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=2))\n'),
    "a budget behind a comma at the end": Sample("CD304", DSL + MODEL,
        'flow = chain("flow", answer, inputs={"question": str},)\n',
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=2),)\n'),
    "a budget on a line of its own": Sample("CD304", DSL + MODEL,
        'flow = chain(\n    "flow",\n    answer,\n    inputs={"question": str},  # from the form\n)\n',
        'flow = chain(\n    "flow",\n    answer,\n    inputs={"question": str},  # from the form\n'
        "    budget=Budget(calls=2),\n)\n"),
    "a budget without a comma at the end": Sample("CD304", DSL + MODEL,
        'flow = chain(\n    "flow", answer,\n    inputs={"question": str}\n)\n',
        'flow = chain(\n    "flow", answer,\n    inputs={"question": str},\n    budget=Budget(calls=2)\n)\n'),
    "a budget of tokens gets calls": Sample("CD304", DSL + MODEL,
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(tokens=900))\n',
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(tokens=900, calls=2))\n'),
    "a budget that was None": Sample("CD304", DSL + MODEL,
        'flow = chain("flow", answer, inputs={"question": str}, budget=None)\n',
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=2))\n'),
    "a limit of items": Sample("CD302", DSL + SPLIT,
        f'@step(writes="notes", each="parts")\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(seconds=60))\n',
        f'@step(writes="notes", each="parts", limit=64)\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(seconds=60))\n'),
    "a limit that the budget pays for": Sample("CD302", DSL + SPLIT,
        f'@step(\n    writes="notes",\n    each="parts",  # one a line\n)\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(calls=21))\n',
        f'@step(\n    writes="notes",\n    each="parts",  # one a line\n    limit=10,\n)\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(calls=21))\n'),
    "a limit on what a model made": Sample("CD301", DSL + MANY,
        f'@step(writes="notes", each="parts")\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(calls=12))\n',
        f'@step(writes="notes", each="parts", limit=5)\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(calls=12))\n'),
    "the calls of a body": Sample("CD302", DSL,
        f'@step(writes="answer")\n{TWICE}'
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=4))\n',
        f'@step(writes="answer", max_calls=2)\n{TWICE}'
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=4))\n'),
    "outputs": Sample("CD202", DSL + NOTE + PLAIN,
        'flow = chain("flow", note, answer, inputs={"question": str})\n',
        'flow = chain("flow", note, answer, inputs={"question": str}, outputs=["answer", "notes"])\n'),
    "a step that nobody reads": Sample("CD202", DSL + NOTE + PLAIN,
        'flow = chain(\n    "flow",\n    note,  # for later\n    answer,\n    inputs={"question": str},\n'
        '    outputs=["answer"],\n)\n',
        'flow = chain(\n    "flow",\n    answer,\n    inputs={"question": str},\n    outputs=["answer"],\n)\n'),
    "an overwritten write": Sample("CD203", DSL + FIRST + PLAIN,
        'flow = chain("flow", guess, answer, inputs={"question": str})\n',
        'flow = chain("flow", answer, inputs={"question": str})\n'),
    "an unused input": Sample("CD206", DSL + PLAIN,
        'flow = chain("flow", answer, inputs={"tone": str, "question": str})\n',
        'flow = chain("flow", answer, inputs={"question": str})\n'),
    "a value without a route": Sample("CD106", DSL + KIND + NOTE,
        'flow = chain("flow", sort, branch("kind", {"bug": note}), inputs={"question": str})\n',
        'flow = chain("flow", sort, branch("kind", {"bug": note}, otherwise=None), inputs={"question": str})\n'),
    "a misspelt label": Sample("CD106", DSL + KIND + PLAIN,
        'flow = chain("flow", sort, branch("kind", {"bug": answer, "prais": answer}), inputs={"question": str})\n',
        'flow = chain("flow", sort, branch("kind", {"bug": answer, "praise": answer}), inputs={"question": str})\n'),
    "a dead route": Sample("CD106", DSL + KIND + PLAIN,
        'flow = chain("flow", sort, branch("kind", {"bug": answer, "praise": answer, "z": None}),'
        ' inputs={"question": str})\n',
        'flow = chain("flow", sort, branch("kind", {"bug": answer, "praise": answer}), inputs={"question": str})\n'),
    "a misspelt target": Sample("CD105", MOVES,
        GO.replace('"b"', '"pubished"') + 'flow = workflow("f", go, initial="a", final=["published"])\n',
        GO.replace('"b"', '"published"') + 'flow = workflow("f", go, initial="a", final=["published"])\n'),
    "a misspelt output": Sample("CD105", DSL + PLAIN,
        "flow = chain('flow', answer, inputs={'question': str}, outputs=['anwser'])\n",
        "flow = chain('flow', answer, inputs={'question': str}, outputs=['answer'])\n"),
    "a misspelt parameter": Sample("CD201", DSL + NOTE,
        '@step(writes="answer")\ndef answer(notes: str, qestion: str) -> str:\n'
        '    return f"{qestion}: {notes}" + qestion  # qestion\n'
        'flow = chain("flow", note, answer, inputs={"question": str})\n',
        '@step(writes="answer")\ndef answer(notes: str, question: str) -> str:\n'
        '    return f"{question}: {notes}" + question  # qestion\n'
        'flow = chain("flow", note, answer, inputs={"question": str})\n'),
    "a misspelt writer": Sample("CD201", DSL,
        "@step(writes='noets')\ndef note(question: str) -> str:\n    return question\n"
        '@step(writes="answer")\ndef answer(notes: str) -> str:\n    return notes\n'
        'flow = chain("flow", note, answer, inputs={"question": str})\n',
        "@step(writes='notes')\ndef note(question: str) -> str:\n    return question\n"
        '@step(writes="answer")\ndef answer(notes: str) -> str:\n    return notes\n'
        'flow = chain("flow", note, answer, inputs={"question": str})\n'),
    "a misspelt guard": Sample("CD201", MOVES,
        '@transition(source="a", target="c", actor="deterministic", when="amuont < 9 or amuont > 99")\n'
        "def pay() -> None: ...\n" + GO.replace('"b"', '"c"')
        + 'flow = workflow("f", pay, go, initial="a", final=["c"], inputs={"amount": int})\n',
        '@transition(source="a", target="c", actor="deterministic", when="amount < 9 or amount > 99")\n'
        "def pay() -> None: ...\n" + GO.replace('"b"', '"c"')
        + 'flow = workflow("f", pay, go, initial="a", final=["c"], inputs={"amount": int})\n'),
    "a misspelt placeholder": Sample("CD503",
        DSL + ASK + "def answer(question: Text, *, complete: Complete) -> Text:\n",
        "    return complete(ASK.format(questoin=question))\n"
        'flow = chain("flow", answer, inputs={"question": Text}, budget=Budget(calls=2))\n',
        "    return complete(ASK.format(question=question))\n"
        'flow = chain("flow", answer, inputs={"question": Text}, budget=Budget(calls=2))\n'),
    "a default for a number": Sample("CD403", DSL,
        '@step(writes="score")\ndef rate(text: Text, *, complete: Complete) -> int:\n'
        "    try:\n        return int(complete(text))\n    except ValueError:\n        return 0\n\n\n"
        'flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))\n',
        '@step(writes="score", parse=int, fallback=0)\ndef rate(text: Text, *, complete: Complete) -> str:\n'
        "    return complete(text)\n\n\n"
        'flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))\n'),
    "a default for JSON": Sample("CD403", DSL + "import json\n",
        '@step(\n    writes="tags",\n)\ndef tag(text: Text, *, complete: Complete) -> list[str]:\n'
        "    raw = complete(text)  # ask\n"
        "    try:\n        return json.loads(raw)\n    except json.JSONDecodeError:\n        return []\n\n\n"
        'flow = chain("flow", tag, inputs={"text": Text}, budget=Budget(calls=2))\n',
        '@step(\n    writes="tags",\n    parse=list[str], fallback=[],\n)\n'
        "def tag(text: Text, *, complete: Complete) -> str:\n    raw = complete(text)  # ask\n"
        "    return raw\n\n\n"
        'flow = chain("flow", tag, inputs={"text": Text}, budget=Budget(calls=2))\n'),
    "a cycle with another way on": Sample("CD101", MOVES + GO + END,
        BACK.format("") + 'flow = workflow("f", go, back, end, initial="a", final=["c"], inputs={"score": int})\n',
        BACK.format(", limit=24")
        + 'flow = workflow("f", go, back, end, initial="a", final=["c"], inputs={"score": int})\n'),
}  # fmt: skip

NONE = {
    "arguments are unpacked": ("CD304", DSL + MODEL + 'MORE = {"inputs": {"question": str}}\n'
        'flow = chain("flow", answer, **MORE)\n'),
    "the decorator is shared": ("CD302", DSL + SPLIT + f'noted = step(writes="notes", each="parts")\n@noted\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(seconds=60))\n'),
    "the budget has no room for one item": ("CD302", DSL + SPLIT + f'@step(writes="notes", each="parts")\n{EACH}'
        'flow = chain("flow", split, note, inputs={"text": str}, budget=Budget(calls=1))\n'),
    "the calls do not fit the budget": ("CD302", DSL + f'@step(writes="answer")\n{TWICE}'
        'flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=3))\n'),
    "the function makes several flows": ("CD304", DSL + MODEL
        + 'def made(name: str):\n    return chain(name, answer, inputs={"question": str})\nflow = made("x")\n'),
    "the name means something else": ("CD304", "from chaindsl import Complete, chain, step\nclass Budget: ...\n" + MODEL
        + 'flow = chain("flow", answer, inputs={"question": str})\n'),
    "a cycle that nothing but its limit leaves": ("CD101", MOVES + GO
        + '@transition(source="b", target="a", actor="deterministic")\ndef back() -> None: ...\n'
        'flow = workflow("f", go, back, initial="a", final=[])\n'),
    "the inputs are a name": ("CD206", DSL + PLAIN + 'INPUTS = {"tone": str, "question": str}\n'
        'flow = chain("flow", answer, inputs=INPUTS)\n'),
    "two names are near": ("CD105", DSL + PLAIN + '@step(writes="answers")\ndef more(answer: str) -> str:\n'
        '    return answer\nflow = chain("flow", answer, more, inputs={"question": str}, outputs=["answe"])\n'),
    "a default has its reason beside it": ("CD403", DSL
        + '@step(writes="score")\ndef rate(text: Text, *, complete: Complete) -> int:\n'
        "    try:\n        return int(complete(text))\n    except ValueError:  # models chat\n        return 0\n"
        'flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))\n'),
    "a default is of another type": ("CD403", DSL
        + '@step(writes="score")\ndef rate(text: Text, *, complete: Complete) -> float:\n'
        "    try:\n        return float(complete(text))\n    except ValueError:\n        return 0\n"
        'flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))\n'),
    "another scope has the name": ("CD201", DSL + '@step(writes="answer")\ndef answer(qestion: str) -> str:\n'
        '    return "".join(qestion for qestion in qestion)\n'
        'flow = chain("flow", answer, inputs={"question": str})\n'),
}  # fmt: skip


def look(folder: Path, text: str) -> list[Finding]:
    path = folder / "flow.py"
    path.write_text(text, encoding="utf-8")
    return check_reading(Project().read(path, shown="flow.py"), RULES)


def told(findings: list[Finding]) -> Counter[tuple[str, str]]:
    return Counter((one.code, one.symbol) for one in findings)


def offered(findings: list[Finding], code: str) -> Fix | None:
    return next((one.fix for one in findings if one.code == code and one.fix is not None), None)


@pytest.mark.parametrize("name", FIXES)
def test_a_fix_does_what_it_says_and_no_more(name: str, tmp_path: Path) -> None:
    code, head, before, after = FIXES[name]
    found = look(tmp_path, head + before)
    one = next(one for one in found if one.code == code and one.fix is not None)
    assert corrected([one], {"flow.py": head + before}, unsafe=True).texts["flow.py"] == head + after
    left = look(tmp_path, head + after)
    assert told(left) < told(found)
    assert told(left)[code, one.symbol] < told(found)[code, one.symbol]
    assert offered(left, code) != one.fix


@pytest.mark.parametrize("name", FIXES)
def test_only_a_budget_and_calls_that_no_run_exceeds_are_safe(name: str, tmp_path: Path) -> None:
    code, head, before, _ = FIXES[name]
    fix = offered(look(tmp_path, head + before), code)
    assert fix is not None
    assert fix.safe is (code == "CD304" or name == "the calls of a body")


@pytest.mark.parametrize("name", NONE)
def test_there_is_no_fix_where(name: str, tmp_path: Path) -> None:
    code, text = NONE[name]
    found = look(tmp_path, text)
    assert code in {one.code for one in found}
    assert offered(found, code) is None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_fix_in_the_cases_ends_its_finding(case: Path, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    shutil.copytree(case, folder)
    check_fixes(folder)


@pytest.mark.parametrize("loaded", load(RULES), ids=lambda loaded: loaded.rule.code)
def test_each_fix_in_the_examples_ends_its_finding(loaded: object, tmp_path: Path) -> None:
    bad = loaded.rule.bad  # type: ignore[attr-defined]
    (tmp_path / "flow.py").write_text(bad, encoding="utf-8")
    check_fixes(tmp_path)


def check_fixes(folder: Path) -> None:
    before, texts = sweep(folder)
    for one in before:
        if one.fix is None:
            continue
        changed = corrected([one], texts, unsafe=True).texts
        assert changed, one
        for shown, text in changed.items():
            ast.parse(text)
            (folder / shown).write_text(text, encoding="utf-8")
        after, _ = sweep(folder)
        assert told(after) <= told(before), one
        assert told(after)[one.code, one.symbol] < told(before)[one.code, one.symbol], one
        for shown in changed:
            (folder / shown).write_text(texts[shown], encoding="utf-8")


def sweep(folder: Path) -> tuple[list[Finding], dict[str, str]]:
    project, found, texts = Project(), dict[Finding, None](), {}
    for path in sorted(folder.rglob("*.py")):
        shown = path.relative_to(folder).as_posix()
        texts[shown] = path.read_text(encoding="utf-8")
        found |= dict.fromkeys(check_reading(project.read(path, shown=shown), RULES))
    return list(found), texts
