"""The page of a run: what is in it, that nothing in it can do harm, and that it stays small."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.cli.main import guarded
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.markup import Html, element, escaped, seen
from chaindsl.draw.wording import cut
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.view.loaded import Loaded, load
from chaindsl.view.page.places import addresses_of, done, nodes_of
from chaindsl.view.page.run import run_page
from chaindsl.view.page.texts import fitting_cap
from examples.desk import desk as desk_example
from examples.digest import digest
from examples.multihop import multihop
from examples.qa import qa
from examples.support import support
from tests.view.harmless import Seen, harmless
from tests.view.runs import ANSWERS, PAGES, REPORT, build_run, desk, report, written

Golden = Callable[[str, str], None]
HOSTILE = (
    "</script><script>alert(1)</script>",
    "</pre></details></style><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "javascript:alert(1)",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "]]><!--",
    "&lt;b&gt; &#106;avascript:",
    "evil \u202e\u2066txt.exe\u2069 \u200b\x00\x1b[2J",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return report(tmp_path_factory.mktemp("page"))


def body(page: str) -> str:
    """A page's body without what the layout program and Python's version decide."""
    found = re.sub(
        r'<svg viewBox="[^"]*" (?=role)?[^>]*flow.*?</svg>', "<svg>", page[page.index("<body>") :], flags=re.DOTALL
    )
    found = re.sub(r"<svg[^>]*class=\"flow.*?</svg>", "<svg>", found, flags=re.DOTALL)
    found = re.sub(r"<script>.*</script>", "", found, flags=re.DOTALL)
    found = re.sub(r"trace html \S+/", "trace html ", found)
    return re.sub(r"code [0-9a-f]{16}", "code HASH", found).replace("><", ">\n<")


@pytest.mark.parametrize("name", ["report", "desk", "build"])
def test_what_is_on_a_page(tmp_path: Path, golden: Golden, name: str) -> None:
    trace = {"report": report, "desk": desk, "build": build_run}[name](tmp_path)
    golden(f"trace/{name}-page.html", body(run_page(trace)) + "\n")


def test_the_policy_allows_its_own_style_and_script_and_nothing_else(run: Loaded) -> None:
    found = harmless(run_page(run))
    assert "http:" not in found.text
    assert "https:" not in found.text


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_nothing_in_a_trace_becomes_markup(tmp_path: Path, number: int) -> None:
    evil = HOSTILE[number]
    answers = {**ANSWERS, "extract": [evil, OSError(evil), evil], "draft": [evil, f"moons {evil}"]}
    trace = written(tmp_path / "t.jsonl", REPORT, {**PAGES, "pages": [evil, evil, evil]}, answers)
    text = Path(trace.file).read_text(encoding="utf-8").replace('"tiny-1"', __import__("json").dumps(evil))
    (tmp_path / "t.jsonl").write_text(text, encoding="utf-8")
    found = harmless(run_page(load(tmp_path / "t.jsonl")))
    assert seen(evil) in found.text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00\x1b]", found.text)


def test_names_in_a_trace_become_no_markup_either(tmp_path: Path, run: Loaded) -> None:
    text = Path(run.file).read_text(encoding="utf-8")
    for word in ("extract", "topic", "draft", "publish", "tiny-1", "completed", "run-1"):
        text = text.replace(f'"{word}', f'"<b onclick=x>{word}').replace(f"/{word}", f"/<b>{word}")
    (tmp_path / "t.jsonl").write_text(text, encoding="utf-8")
    harmless(run_page(load(tmp_path / "t.jsonl")))


@given(st.text())
def test_any_text_is_text(text: str) -> None:
    made = Seen(f"<i>{escaped(text)}</i>")
    assert made.text.replace("\r", "") == seen(text).replace("\r", "")
    assert [tag for tag, _ in made.tags] == ["i"]
    assert Seen(element("p", title=text)).tags == [("p", {"title": seen(text)})]


@pytest.mark.parametrize(
    "attributes", [{"href": "https://x"}, {"href": "javascript:x"}, {"onclick": "x"}, {"style": "x"}, {"a b": "x"}]
)
def test_an_element_refuses_what_a_page_must_not_have(attributes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"no attribute|may only lead"):
        element("a", **attributes)
    with pytest.raises(ValueError, match="no element"):
        element("a b")
    assert element("a", Html("<b>"), "<b>", href="#x", hidden=True, open=False, class_="y") == (
        '<a href="#x" hidden class="y"><b>&lt;b&gt;</a>'
    )


def test_a_long_text_stands_on_the_page_once(tmp_path: Path) -> None:
    long = f"moons {'x' * 5_000}"
    answers = {**ANSWERS, "draft": [long], "extract": ["Two.", "Five."], "judge": "yes"}
    page = run_page(written(tmp_path / "t.jsonl", REPORT, PAGES, answers))
    # Once as the answer; then in two prompts and in one value that were made of it.
    assert page.count(long) == 4
    assert ">all 5,006 characters</a>" in page
    assert "the answer as it is" in page


def test_a_page_that_would_be_too_big_is_cut(tmp_path: Path) -> None:
    long = f"moons {'& ' * 50_000}"
    answers = {**ANSWERS, "draft": [long], "extract": ["Two.", "Five."], "judge": "yes"}
    trace = written(tmp_path / "t.jsonl", REPORT, PAGES, answers)
    assert len(run_page(trace).encode()) > 400_000
    page = run_page(trace, limit=150_000)
    assert 100_000 < len(page.encode()) <= 150_000
    assert re.search(r"\d texts longer than [\d,]+ characters cut to keep this page small", page)
    assert "Two." in page


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 4)), max_size=20), st.integers(0, 5000))
def test_the_greatest_cap_that_fits_is_found(sizes: list[tuple[int, int]], room: int) -> None:
    weighed = [(characters, characters * factor) for characters, factor in sizes]
    cap = fitting_cap(weighed, room)

    def taken(most: int) -> float:
        return sum(weight * min(1.0, most / characters) for characters, weight in weighed if characters)

    assert cap == 0 or taken(cap) <= room + 1e-6
    longest = max((characters for characters, _ in sizes), default=0)
    assert cap == longest or taken(cap + 1) > room - 1e-6


@pytest.mark.parametrize("flow", [qa, support, digest, multihop, desk_example, REPORT], ids=lambda flow: flow.name)
def test_every_step_has_its_node(flow: object) -> None:
    graph = flow.graph  # type: ignore[attr-defined]
    drawing = draw_flow(graph)
    found = nodes_of(graph, drawing.nodes)
    assert list(found.values()) == list(addresses_of(graph))
    assert [node.title for node in drawing.nodes if node.id in found] == [cut(name) for _, name in found.values()]


def test_the_picture_is_coloured_by_outcome_and_leads_to_the_steps(run: Loaded) -> None:
    page = run_page(run)
    shown = page[page.index("<svg") : page.index("</svg>")]
    nodes = re.findall(r'(?:<a href="#(a\d+)">)?<g class="node is-([a-z-]+)"><title>', shown)
    assert nodes == [
        ("a2", "retried"),
        ("a5", "retried"),
        ("a7", "ok"),
        ("a8", "ok"),
        ("a10", "fallback"),
        ("", "not-run"),
        ("a11", "ok"),
    ]


def test_a_flow_that_a_transition_runs_is_coloured_too(tmp_path: Path) -> None:
    @step(writes="found")
    def find(topic: str) -> str:
        return topic

    inner = chain("research", find, inputs={"topic": str}, outputs=["found"])

    @transition(source="open", target="done", actor="deterministic", runs=inner)
    def inquire(topic: str) -> None: ...

    flow = workflow("desk", inquire, initial="open", final=["done"], inputs={"topic": str})
    trace = written(tmp_path / "t.jsonl", flow, {"topic": "x"})
    assert [(attempt.path, attempt.flow) for attempt in trace.attempts] == [
        ("desk/research/find", "research"),
        ("desk/inquire", "desk"),
    ]
    assert {address: what.outcome.value for address, what in done(trace.attempts).items()} == {
        ("research", "find"): "ok",
        ("desk", "inquire"): "ok",
    }
    page = run_page(trace)
    assert "is-not-run" not in page[page.index("<main>") :]


def test_a_file_without_a_flow_still_makes_a_page(tmp_path: Path, run: Loaded) -> None:
    lines = Path(run.file).read_text(encoding="utf-8").splitlines()
    (tmp_path / "t.jsonl").write_text("\n".join(['{"kind":"run","version":1}', *lines[1:8], lines[8][:30]]))
    page = run_page(load(tmp_path / "t.jsonl"))
    harmless(page)
    assert "The file holds no flow that can be drawn." in page
    assert "the file ends in the middle of a line" in page
    (tmp_path / "t.jsonl").write_text('{"kind":"run","version":1}\n')
    assert 'id="steps"' in run_page(load(tmp_path / "t.jsonl"))


def test_the_command_writes_beside_the_trace_or_where_it_is_told(
    tmp_path: Path, run: Loaded, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(Path(run.file).read_bytes())
    assert guarded(["trace", "html", str(file)]) == 0
    assert capfd.readouterr() == (f"wrote {tmp_path}/run.html\n", "")
    assert guarded(["trace", "html", str(file), "-o", str(tmp_path / "other.html")]) == 0
    capfd.readouterr()
    assert guarded(["trace", "html", str(file), "-o", "-"]) == 0
    assert capfd.readouterr().out == (tmp_path / "other.html").read_text() == (tmp_path / "run.html").read_text()
    assert guarded(["trace", "html", str(file), "-o", str(tmp_path / "no" / "x.html")]) == 2
