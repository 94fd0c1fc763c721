"""Two runs compared: the first difference, what explains it, what follows from it; and folders of runs."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.language.blocks import parallel
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.view.diff.comparison import WAY, Comparison, Difference
from chaindsl.view.diff.page import diff_page
from chaindsl.view.diff.place import Verdict
from chaindsl.view.diff.text import lines, rows
from chaindsl.view.loaded import Loaded, load
from chaindsl.vocabulary.model import Complete
from tests.view.harmless import harmless
from tests.view.runs import PAGES, REPORT, desk, report, written

EXAMPLES = Path(__file__).parents[2] / "examples"
Golden = Callable[[str, str], None]
MODEL = """
from chaindsl.testing import ScriptedModel

first = ScriptedModel({
    "clarify": "How hot is Venus?",
    "rewrite": "Venus",
    "synthesize": "[1] Venus is the hottest planet.",
    "verify": "yes",
})
second = ScriptedModel({
    "clarify": "How hot is Venus?", "rewrite": "Venus", "synthesize": "[1] Venus is hot.", "verify": "yes",
})
"""


def runs(folder: Path, name: str, **answers: object) -> Loaded:
    (folder / name).mkdir(exist_ok=True)
    return report(folder / name, **answers)


def told(difference: Difference) -> tuple[str, str, list[str], list[tuple[str, str | None]]]:
    reads = [(key, None if writer is None else writer.name) for key, writer in difference.reads]
    return difference.place.name, difference.place.verdict.value, [str(c) for c in difference.changes], reads


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return report(tmp_path_factory.mktemp("base"))


def test_a_run_is_the_same_as_itself_and_as_one_like_it(base: Loaded, tmp_path: Path) -> None:
    for other in (base, report(tmp_path)):
        found = Comparison(base, other)
        assert (found.same, found.differences, found.first) == (True, [], None)
        assert {place.verdict for place in found.places} == {Verdict.SAME}


def test_one_item_that_differs_is_where_it_began(base: Loaded, tmp_path: Path) -> None:
    found = Comparison(base, report(tmp_path, extract=["Two.", OSError("line is busy"), "Six."]))
    assert [told(difference) for difference in found.differences] == [
        ("extract[1]", "output differs", [], []),
        ("extract", "output differs", [], [("item 1", "extract[1]")]),
        ("write", "asked otherwise", [], [("notes", "extract")]),
    ]
    assert found.first is found.differences[0]
    assert [place.name for place in found.inherited(found.differences[0])] == ["extract"]
    assert [place.name for place in found.absorbed(found.differences[0])] == ["write"]


def test_what_follows_is_told_from_what_began_by_itself(base: Loaded, tmp_path: Path) -> None:
    other = report(tmp_path, draft=["Planets go round.", "Of moons: many."], route="long")
    found = Comparison(base, other)
    text = [told(difference) for difference in found.differences]
    assert text == [
        ("write", "output differs", [], []),
        ("round 1/judge", "asked otherwise", [], [("draft", "write")]),
        ("round 1/revise", "output differs", [], [("draft", "write")]),
        ("round 2/judge", "asked otherwise", [], [("draft", "round 1/revise")]),
        ("publish/route", "output differs", [], [("draft", "round 1/revise")]),
        ("publish/print_long", "only in the second", [], [(WAY, "write")]),
        ("publish/print_short", "only in the first", [], [(WAY, "write")]),
    ]
    assert [difference.began for difference in found.differences] == [True, *[False] * 6]
    names = ["round 1/revise", "publish/route", "publish/print_long", "publish/print_short"]
    assert [place.name for place in found.inherited(found.differences[0])] == names


def test_other_attempts_with_the_same_end_are_no_other_output(base: Loaded, tmp_path: Path) -> None:
    found = Comparison(base, report(tmp_path, draft="Of moons: two and five."))
    assert [told(difference)[:2] for difference in found.differences] == [("write", "attempts differ")]
    assert (found.first, found.same) == (None, False)


def test_other_rounds_are_places_of_their_own(base: Loaded, tmp_path: Path) -> None:
    found = Comparison(base, report(tmp_path, judge=["no", "no", "yes"]))
    assert [told(difference)[:2] for difference in found.differences] == [
        ("round 2/judge", "output differs"),
        ("round 2/revise", "only in the second"),
        ("round 3/judge", "only in the second"),
        ("publish/route", "asked otherwise"),
        ("publish/print_short", "output differs"),
    ]


def test_another_input_is_said_to_be_one(base: Loaded, tmp_path: Path) -> None:
    answers = {"extract": ["Two.", "Five."], "draft": "Of moons.", "judge": "yes", "route": "short"}
    left = written(tmp_path / "a.jsonl", REPORT, PAGES, answers)
    right = written(tmp_path / "b.jsonl", REPORT, {**PAGES, "topic": "moons."}, answers)
    found = Comparison(left, right)
    assert found.inputs == ["topic"]
    assert found.first is None
    assert told(found.differences[0])[:2] == ("extract[0]", "asked otherwise")


def test_of_many_differences_the_first_are_told(tmp_path: Path) -> None:
    @step(writes="out", each="ins", limit=200)
    def ask(word: str, *, complete: Complete) -> str:
        return complete(word)

    flow = chain("many", ask, inputs={"ins": list[str]})
    words = {"ins": [f"word {number}" for number in range(120)]}
    left = written(tmp_path / "a.jsonl", flow, words, lambda prompt: f"a {prompt}")
    right = written(tmp_path / "b.jsonl", flow, words, lambda prompt: f"b {prompt}")
    found = Comparison(left, right)
    said = list(lines(found))
    assert sum(line.startswith("also differs by itself") for line in said) == 10
    assert said[-1] == "and 109 more places by themselves"
    assert rows(found)[100][0] == "… 21 more rows, with --all"
    assert len(rows(found, everything=True)) == 122
    assert [len(found.inherited(difference)) for difference in found.differences] == [*[1] * 120, 0]


def test_a_run_that_failed_early_differs_from_there_on(base: Loaded, tmp_path: Path) -> None:
    found = Comparison(base, report(tmp_path, extract=["Two.", OSError("busy"), OSError("busy")]))
    assert found.first is not None
    assert told(found.first) == ("extract[1]", "outcome differs", [], [])
    names = [place.name for place in found.inherited(found.first)]
    assert names[0] == "extract"
    assert names[-1] == "publish/print_short"
    assert {difference.place.verdict for difference in found.differences[1:]} == {Verdict.ONLY_LEFT}


def test_parts_side_by_side_are_told_in_the_order_of_the_flow(tmp_path: Path) -> None:
    @step(writes="a")
    def one(text: str) -> str:
        return text + "1"

    @step(writes="b")
    def two(text: str) -> str:
        return text + "2"

    flow = chain("both", parallel(one, two), inputs={"text": str})
    left, right = (written(tmp_path / f"{text}.jsonl", flow, {"text": text}) for text in "xy")
    kept = (tmp_path / "y.jsonl").read_text().splitlines()
    swapped = [kept[0], kept[1], kept[3], kept[2], kept[4], ""]
    assert '"step":"two"' in swapped[2]
    (tmp_path / "y.jsonl").write_text("\n".join(swapped))
    found = Comparison(left, load(tmp_path / "y.jsonl"))
    assert [told(difference)[0] for difference in found.differences] == ["one", "two"]
    assert right.flow == "both"


def test_changed_code_model_and_declarations_are_named(tmp_path: Path) -> None:
    def flow(number: int) -> Loaded:
        @step(writes="a", max_attempts=number)
        def one(text: str) -> str:
            return text * (1 if number == 1 else 2)

        return written(tmp_path / f"{number}.jsonl", chain("one", one, inputs={"text": str}), {"text": "x"})

    found = Comparison(flow(1), flow(2))
    assert [str(change) for change in found.steps] == ["step one: as it was → other attempts"]
    left = load(tmp_path / "1.jsonl")
    text = (tmp_path / "1.jsonl").read_text()
    code = left.attempts[0].data["code"]
    (tmp_path / "1b.jsonl").write_text(
        text.replace(f'"code":"{code}"', '"code":"beef"').replace('"output":"x"', '"output":"y"')
    )
    found = Comparison(left, load(tmp_path / "1b.jsonl"))
    assert [told(difference) for difference in found.differences] == [
        ("one", "output differs", [f"code one: {code} → beef"], [])
    ]


def test_another_model_is_named(base: Loaded, tmp_path: Path) -> None:
    text = Path(base.file).read_text().replace("tiny-1", "tiny-2")
    (tmp_path / "b.jsonl").write_text(text)
    found = Comparison(base, load(tmp_path / "b.jsonl"))
    assert told(found.differences[0])[1:3] == ("same", ["model: tiny-1 → tiny-2"])
    assert (found.same, found.first) == (False, None)


@pytest.fixture
def two_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`examples/qa.py` run twice through the command line, the second time with one prompt edited."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    (tmp_path / "pyproject.toml").write_text("")
    shutil.copytree(EXAMPLES / "documents", tmp_path / "documents")
    (tmp_path / "scripted_for_diff.py").write_text(MODEL)
    text = (EXAMPLES / "qa.py").read_text()
    (tmp_path / "qa_before.py").write_text(text)
    edited = text.replace(
        "Answer: [1] Clyde Tombaugh discovered Pluto in 1930.", "Answer: [1] Clyde Tombaugh did, in 1930."
    )
    assert edited != text
    (tmp_path / "qa_after.py").write_text(edited)
    for name, model in (("before", "first"), ("after", "second")):
        tool = f"complete=scripted_for_diff:{model}"
        asked = ["question=how hot is venus", "--tool", tool, "--trace", f"{name}.jsonl", "--json"]
        assert guarded(["run", f"qa_{name}.py:qa", *asked]) == 0
    return tmp_path


def test_two_runs_of_an_example_with_one_prompt_edited(two_runs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    capfd.readouterr()
    assert guarded(["trace", "diff", "before.jsonl", "after.jsonl"]) == 1
    said = capfd.readouterr().out.splitlines()
    assert said[5:14] == [
        "prompt synthesize: version 1 → version 1 (the same, and its text was edited)",
        "    Question: Who discovered Pluto?",
        "    -Answer: [1] Clyde Tombaugh discovered Pluto in 1930.",
        "    +Answer: [1] Clyde Tombaugh did, in 1930.",
        "",
        "first difference: synthesize (output differs)",
        "  A: [1] Venus is the hottest planet.",
        "  B: [1] Venus is hot.",
        "  because: prompt synthesize: version 1 → version 1 (the same, and its text was edited)",
    ]
    assert said[14:16] == ["  inherited by: render", "  read, and all the same wrote the same: verify"]
    assert guarded(["trace", "diff", "before.jsonl", "after.jsonl", "--json"]) == 1
    data = json.loads(capfd.readouterr().out)
    first = data["differences"][data["first"]]
    assert (first["path"], [change["name"] for change in first["changes"]]) == ("qa/synthesize", ["synthesize"])
    assert [heir["path"] for heir in first["inherited_by"]] == ["qa/render"]
    assert guarded(["trace", "diff", "after.jsonl", "after.jsonl"]) == 0


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("item", {"extract": ["Two.", OSError("line is busy"), "Six."]}),
        ("way", {"draft": ["Planets go round.", "Of moons: many."], "route": "long"}),
        ("failed", {"extract": ["Two.", OSError("busy"), OSError("busy")]}),
    ],
)
def test_a_comparison_as_text(
    base: Loaded,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    golden: Golden,
    name: str,
    answers: dict[str, object],
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(base.file, "before.jsonl")
    report(tmp_path, **answers)
    assert guarded(["trace", "diff", "before.jsonl", "report.jsonl", *(["--all"] if name == "item" else [])]) == 1
    golden(f"trace/diff-{name}.txt", capfd.readouterr().out)


def test_a_comparison_as_a_page(base: Loaded, tmp_path: Path, golden: Golden) -> None:
    other = report(tmp_path, draft=["Planets go round.", "Of moons: many."], route="long")
    page = diff_page(Comparison(base, other))
    harmless(page)
    body = page[page.index("<body>") : page.index("<script>")].replace("><", ">\n<")
    golden("trace/diff-way.html", re.sub(r"/\S+/(\w+\.jsonl)", r"\1", body) + "\n")


def test_nothing_in_two_traces_becomes_markup(tmp_path: Path) -> None:
    evil = "</pre></script><img src=x onerror=alert(1)>\u202e"
    left = runs(tmp_path, "a", extract=[evil, "two"], draft=f"moons {evil}")
    right = runs(tmp_path, "b", extract=["one", evil], draft=f"moons {evil * 2}", judge=OSError(evil))
    found = harmless(diff_page(Comparison(left, right)))
    assert "\u202e" not in found.text
    assert "<img src=x onerror=alert(1)>" in found.text


def test_the_command_writes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    report(tmp_path)
    same = ["trace", "diff", "report.jsonl", "report.jsonl"]
    assert guarded([*same, "--html", "d.html"]) == 0
    assert capfd.readouterr() == ("", "")
    assert guarded([*same, "--html", "-"]) == 0
    assert capfd.readouterr().out == (tmp_path / "d.html").read_text()
    assert guarded([*same, "--html", "-", "--json"]) == 2


def test_folders_are_compared_by_rates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], golden: Golden
) -> None:
    monkeypatch.chdir(tmp_path)
    scripts: dict[str, dict[str, object]] = {
        "a": {},
        "b": {"route": "short"},
        "c": {"extract": [OSError("x"), OSError("x")]},
    }
    for name, answers in scripts.items():
        trace = runs(tmp_path, name, **answers)
        (tmp_path / "monday").mkdir(exist_ok=True)
        shutil.copy(trace.file, tmp_path / "monday" / f"{name}.jsonl")
    shutil.copytree("monday", "tuesday")
    (tmp_path / "tuesday" / "c.jsonl").write_text("no trace\n")
    assert guarded(["trace", "diff", "monday", "tuesday"]) == 1
    golden("trace/diff-folders.txt", capfd.readouterr().out)
    assert guarded(["trace", "diff", "monday", "tuesday", "--json"]) == 1
    data = json.loads(capfd.readouterr().out)
    assert data["left"]["steps"]["report/extract"] == {"came": 5, "failed": 1, "retried": 3, "fell_back": 0}
    assert (data["right"]["runs"], data["right"]["statuses"]) == (2, {"completed": 2})
    assert guarded(["trace", "diff", "monday", "monday"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report.jsonl", "desk.jsonl"], "usage: report.jsonl is a run of report, and desk.jsonl one of desk"),
        (["report.jsonl", "."], "usage: name two files or two folders"),
        (["empty", "empty"], "no-trace: no file of empty is a trace"),
        (["report.jsonl", "none.jsonl"], "trace-unreadable: none.jsonl can't be read"),
    ],
)
def test_a_mistake_is_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    report(tmp_path)
    desk(tmp_path)
    (tmp_path / "empty").mkdir()
    assert guarded(["trace", "diff", *arguments]) == 2
    assert capfd.readouterr().err.startswith(f"error: {said}")
